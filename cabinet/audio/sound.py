"""Sound: the effects of a match mapped to sounds, and the single mixer that plays them.

The mixer is opened once and stays open, because amplifiers pop when a stream opens. A machine without a sound card is
silent; `SoundPlayer.open` reports it once, and nothing else changes. A sound card that disappears is closed, and
opened again when it is back.
"""

import os
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from types import MappingProxyType
from typing import Final

import pygame

from cabinet.audio.synth import RATE, SOUNDS, render
from cabinet.process.stderr_guard import silenced_libraries
from cabinet.strings.catalogue import word
from engine.effects import Effect
from engine.record import CommandLine, DealLine, Entry

BY_RANK: Final = ("win", "go", "catch", "call", "shout", "word", "stuck", "bounce", "beat", "play", "turn", "deal")
"""Sounds by descending priority: of one entry's effects only the sound with the highest priority is played."""
PLAYED_ON: Final = ("discard", "pile")
"""Zones that cards are played to, beside those in the centre."""
SAID: Final = MappingProxyType(
    {"stuck": "stuck", "uno": "call", "catch": "catch", "challenge": "catch", "speah": "word", "torkel": "word"}
)
"""The sounds of "say" effects by their key; any other key is a shout."""
BUFFER: Final = 512
"""Samples between the program and the sound card: 23 ms, the delay of every sound."""

MEMORY_NS: Final = 1_000_000_000
"""How far back a rewind may repeat entries whose sounds were played, ns."""


DEVICES: Final = Path("/dev/snd")
"""The folder of Linux's sound devices."""
LOOK_NS: Final = 2_000_000_000
"""The interval between two searches for sound cards, ns."""
PLAYBACK: Final = re.compile(r"pcmC\d+D\d+p")
"""The names of the playback devices of sound cards."""


def sound_of(effect: Effect) -> str | None:
    """Return the sound of one effect, or None for a silent effect. Depends on the vocabulary of effects and no game."""
    match effect:
        case ("move", _, _, to):
            return "play" if to.startswith("centre") or to in PLAYED_ON else "deal"
        case ("turn", _, _):
            return "turn"
        case ("gather" | "shuffle", _, _):
            return "deal"
        case ("say", _, key):
            return SAID.get(str(key), "shout")
        case ("foul", _, _):
            return "bounce"
        case ("set", "beat", beat):
            return "beat" if beat else None
        case ("phase", name):
            return {"play": "go", "over": "win", "finished": "win"}.get(name)
    return None


def sound_of_entry(entry: Entry) -> str | None:
    """Return the sound of an entry: "bounce" for a refused command, "deal" for a deal, else the first in `BY_RANK`."""
    if isinstance(entry, CommandLine) and not entry.ok:
        return "bounce"
    if isinstance(entry, DealLine):
        return "deal"
    heard = set(map(sound_of, entry.effects))
    return next((name for name in BY_RANK if name in heard), None)


class Heard:
    """Plays the sounds of a match; an entry that a rewind repeats sounds only once."""

    def __init__(self, play: Callable[[Iterable[str]], None]) -> None:
        self._play = play
        self._sounded: set[tuple[int, str]] = set()
        self._newest = 0

    def hear(self, entries: Iterable[Entry]) -> None:
        """Play the sounds of these entries together."""
        sounds = [(entry.t, name) for entry in entries if (name := sound_of_entry(entry))]
        self._play(dict.fromkeys(name for time, name in sounds if (time, name) not in self._sounded))
        self._newest = max([self._newest, *(time for time, _ in sounds)])
        self._sounded = {each for each in self._sounded | set(sounds) if each[0] > self._newest - MEMORY_NS}


def usable(devices: Path) -> frozenset[str]:
    """Return the names of the sound devices in a folder that this program may read and write."""
    with suppress(OSError):
        return frozenset(path.name for path in devices.iterdir() if os.access(path, os.R_OK | os.W_OK))
    return frozenset()


class SoundPlayer:
    """Plays sounds by name; silent until opened, and without a sound card."""

    def __init__(self, volume: int, devices: Path = DEVICES, patience_s: float = 0) -> None:
        """`volume` is a percentage; at 0 no sound device is opened at all. `patience_s`: how long to wait for a card
        before reporting that there is none."""
        self._volume = volume
        self._devices = devices
        self._cards: frozenset[str] = frozenset()
        self._lost: frozenset[str] = frozenset()
        self._look_at: int | None = None
        self._patience_ns = round(patience_s * 1e9)
        self._gives_up: int | None = None
        self._untold = ""
        self._samples: dict[str, bytes] = {}
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._is_open = False

    def open(self, report: Callable[[str], None]) -> None:
        """Open the mixer and begin to synthesise in the background; report a missing sound card to `report`."""
        self._look_at = 0
        if self._volume == 0 or self._is_open:
            return
        self._cards = usable(self._devices)
        try:
            with silenced_libraries():
                pygame.mixer.init(RATE, -16, 1, BUFFER, allowedchanges=0)
        except pygame.error as problem:
            self._untold = word("sound.none", reason=problem)
            if not self._patience_ns:
                self._report_silence(report)
            return
        self._is_open = True
        self._patience_ns, self._untold = 0, ""
        self._lost -= self._cards
        Thread(target=self._synthesise, name="sounds", daemon=True).start()

    def look_again(self, now: int, report: Callable[[str], None]) -> None:
        """Close a card that has gone, and open a card that appeared since `open`: at boot some appear after the first
        frame. `now` in ns."""
        if self._look_at is None or now < self._look_at:
            return
        self._look_at = now + LOOK_NS
        if self._is_open:
            self._look_for_lost(report)
            return
        if usable(self._devices) - self._cards:
            self.open(report)
        if self._untold:
            self._wait_for_one(now, report)

    def _wait_for_one(self, now: int, report: Callable[[str], None]) -> None:
        """Report that there is no sound once the time that a card may take to appear has passed."""
        self._gives_up = now + self._patience_ns if self._gives_up is None else self._gives_up
        if now >= self._gives_up:
            self._report_silence(report)

    def _report_silence(self, report: Callable[[str], None]) -> None:
        report(self._untold)
        self._patience_ns, self._untold = 0, ""

    def _look_for_lost(self, report: Callable[[str], None]) -> None:
        """Close the mixer if its card has gone or a lost card is back, and open it again, perhaps on another card.

        The kernel does not offer a card again while a program still holds its old device open.
        """
        gone = {name for name in self._cards if PLAYBACK.fullmatch(name) and not (self._devices / name).exists()}
        if gone:
            report(word("sound.gone"))
        elif not self._lost & usable(self._devices):
            return
        self.close()
        self._lost |= gone
        self.open(report)

    def set_volume(self, volume: int, report: Callable[[str], None]) -> None:
        """Set the volume, per cent; open the mixer if it is not open yet."""
        self._volume = volume
        for sound in self._sounds.values():
            sound.set_volume(volume / 100)
        if not self._is_open:
            self.open(report)

    def close(self) -> None:
        """Close the mixer; the player is silent from here on."""
        if self._is_open:
            self._is_open = False
            self._sounds.clear()  # they belong to this mixer and are invalid in the next
            pygame.mixer.quit()

    def play(self, names: Iterable[str]) -> None:
        """Play sounds together. Raises KeyError for a name that is not in `SOUNDS`."""
        for name in dict.fromkeys(names):
            if self._is_open:
                self._sound(name).play()

    def _sound(self, name: str) -> pygame.mixer.Sound:
        if name not in self._sounds:
            self._sounds[name] = pygame.mixer.Sound(buffer=self._samples_of(name))
            self._sounds[name].set_volume(self._volume / 100)
        return self._sounds[name]

    def _samples_of(self, name: str) -> bytes:
        if name not in self._samples:
            self._samples[name] = render(name).tobytes()
        return self._samples[name]

    def _synthesise(self) -> None:
        for name in SOUNDS:
            self._samples_of(name)
