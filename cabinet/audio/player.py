"""The player: the single mixer, which plays sounds by name, and the voices that tell seats apart by ear.

A name is that of an effect (``finish.1``: files ``assets/sounds/finish.1-*.ogg``, one for each take; behind an ``@``
the side that it comes from), of a clip of the announcer (``say.ready``, or ``opening.speed`` for the one that opens a
match), of a tune and its level (``music.speed.2``) or of its pulse (``pulse.1``). One thread reads the effects when the
mixer opens, one each tune as it is wanted, and one fades the music (`cabinet.audio.music.Backing`).

A voice is a pitch and a place between the loudspeakers; a sound with one has its number behind its name. People sit at
the first `VOICES` seats; the seats after them, which are always bots', share the voices in turn.

The mixer is opened once and stays open, because amplifiers pop when a stream opens. A machine without a sound card is
silent; `SoundPlayer.open` reports it once, and nothing else changes. SDL says when the device that plays has gone (a
card, a sound server that ends, a screen): the mixer is closed then, and opened again as soon as something can be.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import cycle
from pathlib import Path
from threading import Condition, Lock, Thread
from time import monotonic_ns
from typing import Final

import msgspec
import pygame

from cabinet.audio.announcer import FULL, Announcer, Take
from cabinet.audio.music import LAYERS, PULSES, RATE, Backing
from cabinet.process.streams import silence_alsa, silenced_libraries
from cabinet.strings.catalogue import has_word, word


class Voice(msgspec.Struct, frozen=True):
    """A seat's fundamental in Hz, and its pan: -1 is the left loudspeaker, 1 the right."""

    hertz: float
    pan: float


VOICES: Final = (Voice(261.6, -0.6), Voice(415.3, 0.6), Voice(329.6, 0.3), Voice(523.3, -0.3))
"""By seat. Four semitones lie between neighbours, eight between the two seats of most games."""


def voiced(sound: str, seat: int) -> str:
    """Return the name of a sound in the voice of a seat."""
    return f"{sound}.{seat % len(VOICES)}"


RUN: Final = 6
"""The steps of a run of cards: each of its cards is higher than the one before, as far as the last step."""

SIDES: Final = {"": 0.0, "L": -0.3, "R": 0.3}
"""How far each of two piles lies from the middle, as a pan."""


def pan_of(name: str) -> float:
    """Return the pan of a sound by its name: that of the seat in it, and of the side behind an ``@``."""
    sound, _, side = name.partition("@")
    _, _, seat = sound.partition(".")
    return SIDES[side] + (VOICES[int(seat[0])].pan if seat[:1].isdigit() else 0.0)


ASSETS: Final = Path(__file__).parents[1] / "assets"
"""The folder of the sound files."""
BUFFER: Final = 1024
"""Samples between the program and the sound card: 21 ms, the delay of every sound."""
CHANNELS: Final = 8
"""Effects that play at once; before them the mixer has a channel for each layer of the music."""
VOICE: Final = 0.51
"""The largest sample of the announcer's voice at full volume; full scale is 1."""
MUSIC: Final = 0.3
"""The largest sample of all layers of the music together at full volume, but for the pulse."""
PULSE: Final = 0.25
"""The largest sample of the pulse at full volume."""
LANGUAGE: Final = "en"
"""The folder of the announcer's clips."""
RACE: Final = ("finish", "lot", "roll", "photo", "win", "record", "motif")
"""The effects that the music makes way for."""
DEAD: Final = ("roll", "photo_2", "photo_3")
"""The effects that stop the music."""
STOP_NS: Final = 700_000_000
"""How long they stop it, ns: a drum roll."""
DEVICES: Final = Path("/dev/snd")
"""The folder of Linux's sound devices."""
LOOK_NS: Final = 2_000_000_000
"""The interval between two searches for sound cards, ns."""
AGAIN_NS: Final = 30_000_000_000
"""The interval between two attempts where no card has come, ns: a sound server, or a screen with loudspeakers, comes
back without a new device. An attempt takes some ms between two frames."""
CARDS: Final = Path("/proc/asound/cards")
"""The kernel's list of sound cards."""
CARD: Final = re.compile(r"^ *(\d+) \[(\S+) *\]: .*? - (.*)$", re.MULTILINE)
"""A card in that list: its number, its id, and its name."""
PLAYBACK: Final = re.compile(r"pcmC(\d+)D\d+p")
"""The names of the playback devices of sound cards, with the card's number."""
CHOSEN: Final = "AUDIODEV"
"""The variable that names ALSA's device to SDL where the program names none."""
NEWS: Final = (pygame.AUDIODEVICEADDED, pygame.AUDIODEVICEREMOVED)
"""SDL's events of sound devices."""


class Output(msgspec.Struct, frozen=True):
    """A sound card that can play: its number now, its id, which stays, and its name for people."""

    number: int
    id: str
    name: str


class Levels(msgspec.Struct, frozen=True):
    """What is heard how loudly: per cent for all and for the music, and how much the announcer says."""

    volume: int
    music: int = 0
    voice: str = FULL


def files_of(folder: str) -> Mapping[str, Sequence[Path]]:
    """Return the files of all takes in a folder of the assets by the name of the sound."""
    found: dict[str, list[Path]] = {}
    for path in sorted((ASSETS / folder).glob("*.ogg")):
        found.setdefault(path.stem.rpartition("-")[0], []).append(path)
    return found


def sound_names() -> Sequence[str]:
    """Return the names of all effects, in order."""
    return sorted(files_of("sounds"))


def gain_of(peaks: float, room: float) -> float:
    """Return the gain of sounds that play at once, so that the sum of their peaks fits into `room`."""
    return min(1.0, room / peaks) if peaks else 1.0


def peak_of(sound: pygame.mixer.Sound) -> float:
    """Return the largest sample of a sound; full scale is 1."""
    left = memoryview(sound.get_raw()).cast("h")[::2]
    loudest, deepest = max(left), min(left)
    return max(loudest, -deepest) / 32768


def length_ns(path: Path) -> int:
    """Return the length of an OGG file: its last page says how many samples there are up to its end."""
    data = path.read_bytes()
    page = data.rindex(b"OggS")
    return int.from_bytes(data[page + 6 : page + 14], "little") * 1_000_000_000 // RATE


def usable(devices: Path) -> frozenset[str]:
    """Return the names of the sound devices in a folder that this program may read and write."""
    with suppress(OSError):
        return frozenset(path.name for path in devices.iterdir() if os.access(path, os.R_OK | os.W_OK))
    return frozenset()


def outputs_among(devices: Iterable[str], cards: Path = CARDS) -> Sequence[Output]:
    """Return the sound cards that have one of these playback devices, in the kernel's order."""
    there = numbers_of(devices)
    try:
        listed = CARD.findall(cards.read_text(encoding="utf-8", errors="replace"))
    except OSError:  # no kernel with ALSA
        return ()
    return [Output(int(number), card, output_name(card, name)) for number, card, name in listed if int(number) in there]


def output_name(card: str, name: str = "") -> str:
    """Return the name of a sound card for people: a Raspberry Pi's own are named by what is plugged into them."""
    key = f"output.{card}"
    return word(key) if has_word(key) else name.strip() or card


def open_mixer(cards: Iterable[int], wanted: int | None = None) -> bool:
    """Open the program's mixer on the `wanted` card, else on the default device, else on the first of `cards` that can
    be opened; return whether it is the first choice. Raises pygame.error, that of the default, where none can.

    ALSA's default is the card with the number 0, also while there is only another one.
    """
    if wanted is not None and opens(wanted):
        return True
    try:
        init_mixer()
    except pygame.error:
        if CHOSEN in os.environ or not any(map(opens, cards)):
            raise
        return False
    return wanted is None


def opens(card: int) -> bool:
    """Return whether the program's mixer opens on a card, as it does then."""
    before = os.environ.get(CHOSEN)
    os.environ[CHOSEN] = f"sysdefault:CARD={card}"
    try:
        init_mixer()
    except pygame.error:
        return False
    finally:
        if before is None:
            del os.environ[CHOSEN]
        else:
            os.environ[CHOSEN] = before
    return True


def init_mixer() -> None:
    """Open the program's mixer, without SDL's events of the devices that it finds by that. Raises pygame.error."""
    with silenced_libraries(), unannounced():
        pygame.mixer.init(RATE, -16, 2, BUFFER, allowedchanges=0)


@contextmanager
def unannounced() -> Iterator[None]:
    """Keep SDL's events of sound devices out of the queue, where there is one."""
    has_queue = pygame.display.get_init()
    if has_queue:
        pygame.event.set_blocked(NEWS)
    try:
        yield
    finally:
        if has_queue:
            pygame.event.set_allowed(NEWS)


def numbers_of(devices: Iterable[str]) -> Sequence[int]:
    """Return the numbers of the sound cards that have one of these playback devices, in order."""
    return sorted({int(match[1]) for match in map(PLAYBACK.fullmatch, devices) if match})


class SoundPlayer:
    """Plays sounds by name; silent until opened, and without a sound card."""

    def __init__(
        self,
        levels: Levels,
        devices: Path = DEVICES,
        patience_s: float = 0,
        clock: Callable[[], int] = monotonic_ns,
        output: str = "",
        cards: Path = CARDS,
    ) -> None:
        """At volume 0 no sound device is opened at all. `devices`: where the kernel has its sound devices.
        `patience_s`: how long to wait for a card before reporting that there is none. `clock` is CLOCK_MONOTONIC in
        ns. `output` is the id of the card to play on, "" for the first; `cards` is the kernel's list of them."""
        self._levels = levels
        self._output = output
        self._list = cards
        self.missing = ""
        """The name of the output that is wanted while another one plays; "" for none."""
        self._clock = clock
        self._devices = devices
        self._cards: frozenset[str] = frozenset()
        self._is_default = True
        self._has_gone = False
        self._has_come = False
        self._look_at: int | None = None
        self._again_at = 0
        self._patience_ns = round(patience_s * 1e9)
        self._gives_up: int | None = None
        self._silence = ""
        self._is_told = False
        self._mood = "off"
        self._pulse = 0
        self._mixer: OpenMixer | None = None

    @property
    def is_open(self) -> bool:
        """Whether a sound card is open."""
        return self._mixer is not None

    def open(self, report: Callable[[str], None]) -> None:
        """Open the mixer and begin to read the files in the background; report a missing sound card to `report`."""
        self._look_at = 0
        self._has_gone = self._has_come = False
        if self._levels.volume == 0 or self._mixer is not None:
            return
        self._cards = usable(self._devices)
        try:
            self._is_default = self._open_mixer()
        except pygame.error as problem:
            self._again_at = self._clock() + AGAIN_NS
            self._silence = word("sound.none", reason=problem)
            if not self._patience_ns:
                self._report_silence(report)
            return
        silence_alsa()
        self._mixer = OpenMixer(self._levels, self._clock)
        self._mixer.set_mood(self._mood)
        self._mixer.set_pulse(self._pulse)
        self._patience_ns, self._silence, self._is_told = 0, "", False
        self._mixer.start()

    def _open_mixer(self) -> bool:
        outputs = outputs_among(self._cards, self._list)
        wanted = next((output.number for output in outputs if output.id == self._output), None)
        is_first_choice = open_mixer(numbers_of(self._cards), wanted) and (wanted is not None or not self._output)
        self.missing = "" if is_first_choice or not self._output else output_name(self._output)
        return is_first_choice

    def outputs(self) -> Sequence[Output]:
        """Return the sound cards that can be chosen; none where a sound server plays, which has settings of its own."""
        if self._mixer is not None and pygame.mixer.get_driver() != "alsa":
            return ()
        return outputs_among(usable(self._devices), self._list)

    def set_output(self, output: str, report: Callable[[str], None]) -> None:
        """Play on the card with that id from now on, "" for the first."""
        if output != self._output:
            self._output, self.missing = output, ""
            self.close()
            self.open(report)

    def note(self, gone: bool, come: bool) -> None:
        """Take SDL's news: the device that plays has gone, or a device has come. `look_again` acts on it."""
        self._has_gone |= gone
        self._has_come |= come

    def look_again(self, now: int, report: Callable[[str], None]) -> None:
        """Close a device that has gone, and open one where none is open: at boot some appear after the first frame.
        `now` in ns."""
        if self._look_at is None or now < self._look_at:
            return
        self._look_at = now + LOOK_NS
        if self._mixer is not None:
            self._look_for_news(now, report)
            return
        if now >= self._again_at or usable(self._devices) - self._cards:
            self.open(report)
        if self._silence and not self._is_told:
            self._wait_for_one(now, report)

    def _wait_for_one(self, now: int, report: Callable[[str], None]) -> None:
        """Report that there is no sound once the time that a card may take to appear has passed."""
        self._gives_up = now + self._patience_ns if self._gives_up is None else self._gives_up
        if now >= self._gives_up:
            self._report_silence(report)

    def _report_silence(self, report: Callable[[str], None]) -> None:
        """Report why there is no sound, once until there is."""
        if not self._is_told:
            report(self._silence)
        self._patience_ns, self._is_told = 0, True

    def _look_for_news(self, now: int, report: Callable[[str], None]) -> None:
        """Close the mixer if its device has gone; open it anew if it is not the default one and another has come.

        The kernel does not offer a card again while a program still holds its old device open.
        """
        if self._has_gone:
            report(word("sound.gone"))
            self.close()
            self._again_at = now + LOOK_NS  # a sound server that starts anew takes a moment
        elif self._has_come and not self._is_default:
            self.close()
            self.open(report)
        self._has_gone = self._has_come = False

    def set_levels(self, levels: Levels, report: Callable[[str], None]) -> None:
        """Set what is heard how loudly; open the mixer if it is not open yet."""
        self._levels = levels
        if self._mixer is not None:
            self._mixer.set_levels(levels)
        else:
            self.open(report)

    def close(self) -> None:
        """Close the mixer; the player is silent from here on."""
        if self._mixer is not None:
            self._mixer.close()
            self._mixer = None

    def play(self, names: Iterable[str]) -> None:
        """Play sounds together. Raises KeyError for an effect or a mood that does not exist."""
        kinds: dict[str, list[str]] = {"say": [], "opening": [], "music": [], "pulse": [], "": []}
        for name in dict.fromkeys(names):
            kind, _, rest = name.partition(".")
            kinds[kind if kind in kinds else ""].append(rest if kind in kinds else name)
        self._mood = [self._mood, *kinds["music"]][-1]
        self._pulse = [self._pulse, *map(int, kinds["pulse"])][-1]
        if self._mixer is None:
            return
        if kinds["music"]:
            self._mixer.set_mood(self._mood)
        if kinds["pulse"]:
            self._mixer.set_pulse(self._pulse)
        if self._mixer.say([*kinds["opening"], *kinds["say"]], opens=bool(kinds["opening"])):
            kinds[""] = [name for name in kinds[""] if name != "word"]  # the tone in place of a clip
        if kinds[""]:
            self._mixer.play(kinds[""])


class OpenMixer:
    """The mixer while it is open: what it plays is invalid in the next."""

    def __init__(self, levels: Levels, clock: Callable[[], int]) -> None:
        """`clock` as for `SoundPlayer`. The program's mixer must have been opened."""
        pygame.mixer.set_num_channels(len(LAYERS) + CHANNELS)
        pygame.mixer.set_reserved(len(LAYERS))
        self._levels = levels
        self._clock = clock
        self._sounds: dict[Path, tuple[pygame.mixer.Sound, float]] = {}
        self._layers: dict[int, pygame.mixer.Sound] = {}
        """The loops that go round, by their channels: their places in `LAYERS`."""
        self._next_layers: dict[int, pygame.mixer.Sound] = {}
        """Those of the tune that begins next."""
        self._playing: dict[int, tuple[float, float]] = {}
        self._takes: dict[str, Iterator[Path]] = {name: cycle(paths) for name, paths in files_of("sounds").items()}
        self._announcer = Announcer(levels.voice)
        self._backing = Backing(self._announcer, clock())
        self._is_open = True
        self._changes = Condition()
        """Held by whoever uses the backing or the layers."""
        self._reading = Lock()
        """Held while a thread uses the program's mixer, which must not close then."""

    def start(self) -> None:
        """Begin to read the files."""
        Thread(target=self.read, name="sounds", daemon=True).start()
        Thread(target=self._read_tunes, name="tunes", daemon=True).start()
        Thread(target=self._keep_time, name="fades", daemon=True).start()

    def close(self) -> None:
        """Close the program's mixer."""
        with self._reading, self._changes:
            self._is_open = False
            self._sounds.clear()
            self._layers.clear()
            self._next_layers.clear()
            pygame.mixer.quit()
            self._changes.notify_all()

    def set_levels(self, levels: Levels) -> None:
        """See `SoundPlayer.set_levels`."""
        had_music = self._levels.music > 0
        self._levels, self._announcer.mode = levels, levels.voice
        for sound, _ in list(self._sounds.values()):  # the thread that reads may add to them meanwhile
            sound.set_volume(levels.volume / 100)
        with self._changes:
            for place, layer in [*self._layers.items(), *self._next_layers.items()]:
                layer.set_volume(self._volume_of(place))
            if levels.music and not had_music:
                self._backing.forget()
        self._stir(self._clock())

    def set_mood(self, mood: str) -> None:
        """Play a tune at a level. Raises KeyError for one that does not exist."""
        with self._changes:
            self._backing.set_mood(mood, self._clock())
            if not self._backing.has_offered:
                self._next_layers = {}
            self._changes.notify_all()

    def set_pulse(self, pulse: int) -> None:
        """Let the pulse go on each beat (1), each half of one (2), or not (0)."""
        with self._changes:
            self._backing.set_pulse(pulse, self._clock())
            self._changes.notify_all()

    def say(self, clips: Sequence[str], *, opens: bool = False) -> bool:
        """Let the announcer say a line, if it does; return whether it does. `opens`: it opens a match."""
        with self._changes:
            is_said = self._announcer.say(clips, self._clock(), opens=opens)
            if is_said:
                self.advance(self._clock())
                self._changes.notify_all()
        return is_said

    def play(self, names: Sequence[str]) -> None:
        """Play effects together."""
        now = self._clock()
        sounds = [(*self._sound(next(self._takes[name.partition("@")[0]])), pan_of(name)) for name in names]
        races = [sound.get_length() for (sound, _, _), name in zip(sounds, names, strict=True) if name.startswith(RACE)]
        with self._changes:
            self._backing.stir(now)
            if races:
                self._backing.duck(now, round(max(races) * 1e9))
            if any(name.startswith(DEAD) for name in names):
                self._backing.stop(now, STOP_NS)
            self._changes.notify_all()
            self._mix(sounds, now)

    def _mix(self, sounds: Sequence[tuple[pygame.mixer.Sound, float, float]], now: int) -> None:
        """Begin effects, each a sound with its peak and its pan, and soften them and all others as far as they need."""
        self._playing = {at: each for at, each in self._playing.items() if pygame.mixer.Channel(at).get_busy()}
        free = [at for at in range(len(LAYERS), len(LAYERS) + CHANNELS) if at not in self._playing]
        sounds = sounds[: len(free)]
        peaks = sum(peak for peak, _ in self._playing.values()) + sum(peak for _, peak, _ in sounds)
        gain = min(self._backing.effects, gain_of(peaks, self._room(now)))
        for at, (_, pan) in self._playing.items():
            set_gain(pygame.mixer.Channel(at), gain, pan)
        for at, (sound, peak, pan) in zip(free, sounds, strict=False):
            self._playing[at] = (peak, pan)
            sound.set_volume(self._levels.volume / 100 * gain)  # a channel that begins has its full level
            pygame.mixer.Channel(at).play(sound)
            set_gain(pygame.mixer.Channel(at), gain, pan)
            sound.set_volume(self._levels.volume / 100)

    def _room(self, now: int) -> float:
        """Return what voice and music leave to the sum of the effects' peaks."""
        voice = VOICE if self._announcer.speaks(now) else 0.0
        music = MUSIC * self._levels.music / 100 * self._backing.music(now)
        return 1.0 - voice - music - PULSE * self._backing.pulse(now)

    def _sound(self, path: Path) -> tuple[pygame.mixer.Sound, float]:
        if path not in self._sounds:
            sound = pygame.mixer.Sound(path)
            sound.set_volume(self._levels.volume / 100)
            self._sounds[path] = (sound, peak_of(sound))
        return self._sounds[path]

    def _stir(self, now: int) -> None:
        with self._changes:
            self._backing.stir(now)
            self._changes.notify_all()

    # The two threads

    def read(self) -> None:
        """Read all effects, and the lengths of the clips."""
        for path in (path for paths in files_of("sounds").values() for path in paths):
            with self._reading:
                if not self._is_open:
                    return
                self._sound(path)
        clips = files_of(f"voice/{LANGUAGE}")
        self._announcer.clips = {name: [Take(path, length_ns(path)) for path in paths] for name, paths in clips.items()}

    def _read_tunes(self) -> None:
        """Read each tune as it is wanted."""
        while True:
            with self._changes:
                while self._is_open and not self._lacks_tune():
                    self._changes.wait()
                if not self._is_open:
                    return
            self.read_tune()

    def _lacks_tune(self) -> bool:
        """Return whether the wanted tune is neither played nor about to begin."""
        return not self._backing.has_wanted and self._levels.volume > 0

    def read_tune(self) -> None:
        """Read the loops of the wanted tune, where they are not there; they begin on a beat of the one before.

        A tune takes some 14 MB. Of the one before only what is heard is kept meanwhile, and what another mood has
        overtaken is let go of at once. The small loops come last: while one is read it is in memory twice.
        """
        if not self._lacks_tune():
            return
        tune, layers = self._backing.wanted, {}
        self._thin()
        for place, name in reversed(list(enumerate(LAYERS))):
            path = ASSETS / "music" / tune / f"{name}.ogg"
            if not path.exists() or not (self._levels.music or name in PULSES):
                continue
            with self._reading:
                if not self._is_open or tune != self._backing.wanted:
                    return
                layers[place] = pygame.mixer.Sound(path)
        with self._reading, self._changes:
            if self._is_open and tune == self._backing.wanted:
                self._next_layers = layers
                self._backing.offer(tune, self._clock())
                self._changes.notify_all()

    def _thin(self) -> None:
        """Let go of the loops that are not heard of a tune before the next one."""
        with self._reading, self._changes:
            if not self._is_open or not self._lacks_tune():
                return
            kept = self._backing.thin(self._clock())
            for place in self._layers.keys() - kept:
                pygame.mixer.Channel(place).stop()
                del self._layers[place]

    def _begin_tune(self, gains: Sequence[float]) -> None:
        """Let the loops of the tune that was read begin all at once, in place of those that went round."""
        self._layers, self._next_layers = self._next_layers, {}
        for place in range(len(LAYERS)):
            pygame.mixer.Channel(place).stop()
        for place, layer in self._layers.items():
            layer.set_volume(self._volume_of(place) * gains[place])  # a channel that begins has its full level
        for place, layer in self._layers.items():
            pygame.mixer.Channel(place).play(layer, loops=-1)
        for place, layer in self._layers.items():
            pygame.mixer.Channel(place).set_volume(gains[place])
            layer.set_volume(self._volume_of(place))

    def _volume_of(self, place: int) -> float:
        """Return how loud a layer is: the pulse is no music."""
        own = 1.0 if LAYERS[place] in PULSES else self._levels.music / 100
        return self._levels.volume / 100 * own

    def _keep_time(self) -> None:
        """Take each step of the fades, and begin each clip, when it is due."""
        with self._changes:
            while self._is_open:
                now = self._clock()
                self.advance(now)
                due = self.next_change(now)
                self._changes.wait(None if due is None else max(0, due - self._clock()) / 1e9)

    def advance(self, now: int) -> None:
        """Begin the clip that is due at `now`, and set the volumes of the layers and the effects as they are then."""
        clip = self._announcer.begin_due(now)
        if clip is not None:
            pygame.mixer.music.load(clip)
        gains = self._backing.advance(now)
        if self._backing.take_start(now):
            gains = self._backing.advance(now)
            self._begin_tune(gains)
        for place in self._layers:
            pygame.mixer.Channel(place).set_volume(gains[place])
        self._mix((), now)
        if clip is not None:
            pygame.mixer.music.set_volume(self._levels.volume / 100)
            pygame.mixer.music.play()

    def next_change(self, now: int) -> int | None:
        """Return when `advance` is due, ns; None for not before something is asked for."""
        return self._backing.next_change(now)


def set_gain(channel: pygame.mixer.Channel, gain: float, pan: float) -> None:
    """Set a channel's gain, less for the loudspeaker that is farther away."""
    channel.set_volume(gain * min(1.0, 1 - pan), gain * min(1.0, 1 + pan))
