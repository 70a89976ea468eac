"""The music: which tunes there are, and how loud each of their layers is as time goes; and what makes way for what.

A tune is a few loops that begin together and go round for as long as it is played, so that none of them ever drifts:
its music is made by their gains alone. `Backing` computes them: fades, the bridge, the last lap, the pulse, and how far
music and effects are ducked. It only computes: `cabinet.audio.player` plays. Times are ns of one clock, given by the
caller.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from cabinet.audio.announcer import Announcer
from engine.units import NEVER

RATE: Final = 48_000
"""Samples a second, of all files and of the mixer."""
TUNES: Final[Mapping[str, int]] = MappingProxyType(
    {
        "title": 30_000,
        "result": 26_688,
        "spit": 20_880,
        "speed": 24_000,
        "mod_spit": 25_728,
        "speed_uno": 23_232,
        "speah": 27_696,
    }
)
"""The tunes, each a folder of ``assets/music``, and how many samples a beat has: 48,000 by 60 make 120 beats a minute.

Multiples of 48 samples are whole µs for MIDI, and make bars of whole blocks of 64 samples for FluidSynth.
"""
GAMES: Final = tuple(name for name in TUNES if name not in ("title", "result"))
"""The tunes that are played to matches, by the id of the game."""
BAR: Final = 4
"""Beats in a bar."""
LAYERS: Final = ("kick", "bass", "hats", "chords", "bridge", "lap", "beat", "half")
"""The loops of a tune: ``bridge`` and ``lap``, bass and chords of the last lap, take the place of ``bass`` and
``chords``; ``beat`` and ``half`` are the pulse, on each beat and on each half of one. Title and result lack the last
three."""
PULSES: Final = LAYERS[-2:]
"""The loops that are the pulse."""
MOODS: Final[Mapping[str, Sequence[float]]] = MappingProxyType(
    {
        "off": (0, 0, 0, 0, 0),
        "": (1, 1, 1, 1, 0),
        "0": (0, 0.6, 0, 0.6, 0),
        "1": (1, 0.8, 0, 0, 0),
        "2": (1, 1, 0.7, 0, 0),
        "3": (1, 1, 1, 0.8, 0),
        "4": (1, 1, 1, 1, 0),
        "lap": (1, 0, 1, 0, 1),
    }
)
"""The gains of ``kick``, ``bass``, ``hats``, ``chords`` and ``lap`` by the level of a tune: "" for a whole one, as on
the title; "0" before a deal, "1" to "4" by how few cards are left, "lap" in the last lap."""
VERSE: Final = 32
"""Bars until the bridge."""
BRIDGE: Final = 8
"""Bars of the bridge, behind which the tune begins anew."""
JOIN_NS: Final = 100_000_000
"""How long a layer takes to its new gain, ns; it is there on the beat."""
FADE_NS: Final = 600_000_000
"""How long the music takes to silence where it ends, ns."""
RETURN_NS: Final = 60_000_000
"""How long the music takes to be back after a stop, ns."""
STEP_NS: Final = 20_000_000
"""The time between two steps of a fade, ns."""
LONGEST_STEP_NS: Final = 2 * STEP_NS
"""The most that a fade goes on in one step, ns: whoever comes late to a step hears no crack."""
RACE_DUCK: Final = 0.42
"""The gain of the music under a race: -7.5 dB."""
VOICE_DUCK_MUSIC: Final = 0.25
"""The gain of the music under the voice: -12 dB."""
VOICE_DUCK_EFFECTS: Final = 0.25
"""The gain of the effects under the voice: -12 dB."""
RELEASE_NS: Final = 300_000_000
"""How long what was ducked takes back to its full gain, ns; ducking takes no time but the mixer's buffer."""
ALONE_NS: Final = 300_000_000_000
"""How long the music plays on where nothing else is heard, ns: nobody is there."""
CALM_NS: Final = 8_000_000_000
"""How long the pulse goes on until it is asked for again, ns."""


def beat_ns(tune: str) -> float:
    """Return how long a beat of a tune lasts, ns."""
    return TUNES[tune] * 1e9 / RATE


class Backing:
    """The gains of the music's layers and of the effects as time goes.

    A tune is wanted by `set_mood`; the player then reads its loops, says so (`offer`), and begins them as soon as
    `take_start` says that it is time: on a beat of the tune before, which goes on meanwhile as it is (`thin`). Within a
    tune all changes are joined on its beat.
    """

    def __init__(self, announcer: Announcer, now: int) -> None:
        """Both are ducked under what the `announcer` says."""
        self._announcer = announcer
        self.wanted = ""
        """The tune that is asked for; "" for none yet."""
        self.tune = ""
        """The tune whose loops go round; "" for none."""
        self._begun = 0
        self._thin_at = NEVER
        self._offered = ""
        self._start_at = NEVER
        self._level = self._next_level = "off"
        self._next_at = 0
        self._gains = [0.0] * len(LAYERS)
        self._music_duck = self._effects_duck = 1.0
        self._pulse = 0
        self._pulse_until = 0
        self._at = now
        self._race_until = 0
        self._stopped_until = 0
        self._alone_at = now + ALONE_NS

    # What is asked for

    def set_mood(self, mood: str, now: int) -> None:
        """Play a tune at a level, ``speed.2``, or whole, ``title``; ``off`` is silence.

        Raises KeyError for a tune or a level that does not exist.
        """
        tune, _, level = mood.partition(".")
        if tune == "off":
            tune, level = self.wanted, tune
        elif tune not in TUNES or level not in MOODS:
            raise KeyError(mood)
        self.advance(now)
        self._level = self._level_at(now)
        if tune != self.wanted:
            self.wanted = tune
            self._offered, self._start_at = "", NEVER
        self._next_level = level
        self._next_at = self._join(now, BAR if level == "lap" else 1)

    def set_pulse(self, pulse: int, now: int) -> None:
        """Let the pulse go on each beat (1), each half of one (2), or not (0): for `CALM_NS`, if not asked again."""
        self._pulse, self._pulse_until = pulse, now + CALM_NS

    def duck(self, now: int, ns: int) -> None:
        """Let the music make way for a race, at once: what begins now drowns the step."""
        self._race_until = max(self._race_until, now + ns)
        self.advance(now)

    def stop(self, now: int, ns: int) -> None:
        """Silence the music at once, and let it come back at once."""
        self.advance(now)
        self._stopped_until = now + ns

    def stir(self, now: int) -> None:
        """Note that something is heard beside the music: somebody is there."""
        self._alone_at = now + ALONE_NS

    # Another tune

    def offer(self, tune: str, now: int) -> None:
        """Note that the loops of the wanted tune can begin now; another one is not wanted any more."""
        if tune == self.wanted:
            self._offered = tune
            self._start_at = self._join(now, 1) + JOIN_NS if any(self._gains) else now

    @property
    def has_wanted(self) -> bool:
        """Whether the wanted tune goes round whole, or its loops are there; True where none is wanted."""
        return self.wanted in ("", self._offered) or (self.wanted == self.tune and not self._is_thin)

    @property
    def has_offered(self) -> bool:
        """Whether loops that are there are still to begin."""
        return self._offered != ""

    def thin(self, now: int) -> Sequence[int]:
        """Keep what is heard of the tune, without any change, until the next one begins; return the places of the loops
        that this takes. The others may be let go of: the tune is read anew where it is wanted again."""
        if not self.tune:
            return ()
        self._thin_at = min(self._thin_at, now)
        pairs = enumerate(zip(self._gains, self._arranged(now), strict=True))
        return [place for place, gains in pairs if any(gains) or LAYERS[place] in PULSES]

    def forget(self) -> None:
        """Note that no loops are there: the wanted tune is to be read anew."""
        self.tune, self._offered, self._start_at, self._thin_at = "", "", NEVER, NEVER

    def take_start(self, now: int) -> bool:
        """Return once whether the loops that were offered begin now: then they do, at the gains of `advance`."""
        if now < self._start_at:
            return False
        self.tune, self._offered, self._start_at, self._thin_at = self._offered, "", NEVER, NEVER
        self._begun = now
        self._level = self._next_level
        self._gains = list(self._wanted(now))
        return True

    # The gains

    def music(self, now: int) -> float:
        """Return the largest gain that a layer has, or is on its way to."""
        return max(*self._gains[:-2], *self._wanted(now)[:-2]) * self._music_duck

    def pulse(self, now: int) -> float:
        """Return the gain of the pulse."""
        return max(self._wanted(now)[-2:])

    @property
    def effects(self) -> float:
        """The gain of the effects at the last `advance`."""
        return self._effects_duck

    def advance(self, now: int) -> list[float]:
        """Bring the fades to `now`; return the gains of the layers."""
        passed, self._at = min(max(0, now - self._at), LONGEST_STEP_NS), max(now, self._at)
        music, effects = self._ducks(now)
        step = passed / RELEASE_NS
        self._music_duck = min(music, self._music_duck + step)
        self._effects_duck = min(effects, self._effects_duck + step)
        if now < self._stopped_until:
            self._gains = [0.0] * len(LAYERS)
            return self._gains
        since_stop = now - self._stopped_until
        ends = self._level_at(now) == "off" or now >= self._alone_at
        step = passed / (RETURN_NS if self._stopped_until and since_stop <= 3 * RETURN_NS else JOIN_NS)
        down = passed / FADE_NS if ends else step
        wanted = self._wanted(now)
        moved = [nearer(gain, to, step if to > gain else down) for gain, to in zip(self._gains, wanted, strict=True)]
        self._gains = [*moved[:-2], *wanted[-2:]]
        return [
            *(self._music_duck * gain for gain in self._gains[:-2]),
            *(self._music_duck * self._effects_duck * gain for gain in self._gains[-2:]),
        ]

    def next_change(self, now: int) -> int | None:
        """Return when `advance` is due, ns; None for not before something is asked for."""
        times = [self._race_until, self._stopped_until, self._announcer.next_change(now), self._start_at]
        wanted = self._wanted(now)
        if now >= self._stopped_until and self._gains != wanted:
            times.append(now + STEP_NS)
        if (self._music_duck, self._effects_duck) != self._ducks(now):
            times.append(now + STEP_NS)
        if self._level_at(now) != self._next_level:
            times.append(self._next_at)
        if any(self._gains):
            times += [self._alone_at, self._next_part(now)]
        if any(wanted[-2:]):
            times.append(self._pulse_until)
        return min((time for time in times if now < time < NEVER), default=None)

    # Internals

    def _ducks(self, now: int) -> tuple[float, float]:
        """Return the gains of music and effects under what is heard now."""
        race = RACE_DUCK if now < self._race_until else 1.0
        if self._announcer.speaks(now):
            return min(race, VOICE_DUCK_MUSIC), VOICE_DUCK_EFFECTS
        return race, 1.0

    def _wanted(self, now: int) -> Sequence[float]:
        """Return the gains that the layers should have, but for ducking."""
        if not self.tune or now >= self._alone_at or now < self._stopped_until:
            return [0.0] * len(LAYERS)
        if self._start_at < NEVER and now >= self._start_at - JOIN_NS:
            return [0.0] * len(LAYERS)  # the next one begins
        return self._arranged(now)

    def _arranged(self, now: int) -> Sequence[float]:
        """Return the gains that the layers have by the level of the tune, its part, and the pulse."""
        pulse = self._pulse if now < self._pulse_until else 0
        pulses = [float(pulse == 1), float(pulse == 2)]
        kick, bass, hats, chords, lap = map(float, MOODS[self._level_at(now)])
        if self._is_bridge(now) and not lap:
            return [kick, 0.0, hats, 0.0, max(bass, chords), lap, *pulses]
        return [kick, bass, hats, chords, 0.0, lap, *pulses]

    def _level_at(self, now: int) -> str:
        """Return the level of the tune that is heard: that of the next one waits until its loops begin."""
        if (self.tune not in ("", self.wanted) or self._is_thin) and self._next_level != "off":
            return self._level
        return self._next_level if now >= self._next_at else self._level

    def _join(self, now: int, beats: int) -> int:
        """Return when to begin a change that is to be there on the next beat, or on every fourth of them, ns."""
        if not self.tune or not any(self._gains):
            return now
        every = beats * beat_ns(self.tune)
        past = now + JOIN_NS - self._begun
        return now + round(-past % every)

    def _bar(self, now: int) -> float:
        """Return how many bars of the tune, with its bridge, have passed as of the change that begins now."""
        return (now + JOIN_NS - self._begun) / (BAR * beat_ns(self.tune)) % (VERSE + BRIDGE)

    def _is_bridge(self, now: int) -> bool:
        return self._bar(min(now, self._thin_at)) >= VERSE

    @property
    def _is_thin(self) -> bool:
        """Whether the tune goes on only until the next one begins."""
        return self._thin_at < NEVER

    def _next_part(self, now: int) -> int:
        """Return when the bridge begins or ends next, ns."""
        if not self.tune:
            return NEVER
        bar = self._bar(now)
        left = (VERSE if bar < VERSE else VERSE + BRIDGE) - bar
        return now + 1 + int(left * BAR * beat_ns(self.tune))


def nearer(gain: float, wanted: float, step: float) -> float:
    """Return `gain` moved towards `wanted` by at most `step`."""
    return wanted if abs(wanted - gain) <= step else gain + (step if wanted > gain else -step)
