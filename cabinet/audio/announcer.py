"""The announcer: which clip of its voice is heard, one at a time; and how loud all that lies behind the effects is.

`Announcer` chooses among the clips, files of ``assets/voice``; `Backing` fades, ducks and stops the voice and the
layers of the music. Both only compute: `cabinet.audio.player` plays. Times are ns of one clock, given by the caller.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec

FULL: Final = "full"
SPARSE: Final = "sparse"
OFF: Final = "off"
"""How much the announcer says: all, what is important, nothing."""
IMPORTANT: Final = (
    "photo_finish",
    "dead_heat",
    "by_a_nose",
    "has_it",
    "wins",
    "new_record",
    "match_point",
    "sudden_death",
)
"""Endings of the names of important clips: they interrupt the others, and are all that a sparse announcer says."""
TIMELY: Final = ("three", "two", "one", "go", "spit", "stuck", "uno", "caught", "slap", "spades", "last_card")
"""Clips that mean nothing a moment later: they interrupt what is neither important nor timely itself."""
REPEAT_NS: Final = 10_000_000_000
"""The least time between two beginnings of one file, ns."""

LAYERS: Final = ("kick", "bass", "hats", "chords")
"""The layers of the music, each a file of ``assets/music`` that is repeated without end."""
MOODS: Final[Mapping[str, Sequence[float]]] = MappingProxyType(
    {
        "off": (0, 0, 0, 0),
        "calm": (0, 0.6, 0, 0.7),
        "race_1": (1, 0.8, 0, 0),
        "race_2": (1, 1, 0.7, 0),
        "race_3": (1, 1, 1, 0.8),
        "race_4": (1, 1, 1, 1),
    }
)
"""The gains of the layers by mood: calm for the title and a result, the others by how few cards are left."""
FADE_NS: Final = 600_000_000
"""How long a layer takes from silence to its full gain, ns."""
RETURN_NS: Final = 60_000_000
"""How long the music takes to be back after a stop, ns."""
STEP_NS: Final = 20_000_000
"""The time between two steps of a fade, ns."""
LONGEST_STEP_NS: Final = 2 * STEP_NS
"""The most that a fade goes on in one step, ns: whoever comes late to a step hears no crack."""
DUCKED: Final = 0.42
"""The gain of voice and music under a race: -7.5 dB."""
ALONE_NS: Final = 300_000_000_000
"""How long the music plays on where nothing else is heard, ns: nobody is there."""


def weight_of(clip: str) -> int:
    """Return how much a clip weighs: 2 for an important one, 1 for a timely one, 0 for small talk."""
    return 2 if clip.endswith(IMPORTANT) else int(clip in TIMELY)


class Take(msgspec.Struct, frozen=True):
    """A file with one take of a clip, and its length in ns."""

    path: Path
    length_ns: int


class Announcer:
    """Chooses what is said: one clip at a time, none again at once."""

    def __init__(self, mode: str) -> None:
        """`mode` is `FULL`, `SPARSE` or `OFF`."""
        self.mode = mode
        self.clips: Mapping[str, Sequence[Take]] = {}
        """The takes of each clip by its name; none until they are read."""
        self._begun: dict[Path, int] = {}
        self._until = 0
        self._weight = 0

    def speaks(self, now: int) -> bool:
        """Return whether a clip is heard now."""
        return now < self._until

    def choose(self, clips: Sequence[str], now: int) -> list[Path]:
        """Return the files to play one after another, in place of whatever is being said; empty to leave that alone."""
        said = [take for clip in clips if self._may_say(clip) and (take := self._rested(clip, now))]
        weight = max(map(weight_of, clips), default=0)
        if not said or (self.speaks(now) and not self._gives_way_to(weight)):
            return []
        self._weight, self._until = weight, now
        for take in said:
            self._begun[take.path] = self._until
            self._until += take.length_ns
        return [take.path for take in said]

    def _gives_way_to(self, weight: int) -> bool:
        """Return whether what is being said is cut by a clip: a word of the countdown by the next one."""
        return weight > self._weight or weight == self._weight == 1

    def _may_say(self, clip: str) -> bool:
        return clip in self.clips and (self.mode == FULL or (self.mode == SPARSE and weight_of(clip) == 2))

    def _rested(self, clip: str, now: int) -> Take | None:
        """Return the take that was not heard for the longest time, if that is long enough."""
        take = min(self.clips[clip], key=lambda take: self._begun.get(take.path, -REPEAT_NS))
        return take if now >= self._begun.get(take.path, -REPEAT_NS) + REPEAT_NS else None


class Backing:
    """The gains of the music's layers and of the voice as time goes: fades, ducking under a race, and stops."""

    def __init__(self, now: int) -> None:
        self._mood = "off"
        self._gains = [0.0] * len(LAYERS)
        self._at = now
        self._ducked_until = 0
        self._stopped_until = 0
        self._alone_at = now + ALONE_NS

    def set_mood(self, mood: str, now: int) -> None:
        """Fade to the layers of a mood. Raises KeyError for one that is not in `MOODS`."""
        self.advance(now)
        self._mood = mood if MOODS[mood] else "off"

    def duck(self, now: int, ns: int) -> None:
        """Make way for a race, at once: what begins now drowns the step."""
        self.advance(now)
        self._ducked_until = max(self._ducked_until, now + ns)
        self._gains = [min(gain, wanted) for gain, wanted in zip(self._gains, self._wanted(now), strict=True)]

    def stop(self, now: int, ns: int) -> None:
        """Silence the music at once, and let it come back at once."""
        self.advance(now)
        self._stopped_until = now + ns

    def stir(self, now: int) -> None:
        """Note that something is heard beside the music: somebody is there."""
        self._alone_at = now + ALONE_NS

    def music(self, now: int) -> float:
        """Return the largest gain that a layer has, or is on its way to."""
        return max(*self._gains, *self._wanted(now))

    def voice(self, now: int) -> float:
        """Return the gain of the voice."""
        return DUCKED if now < self._ducked_until else 1.0

    def advance(self, now: int) -> list[float]:
        """Bring the fades to `now`; return the gains of the layers."""
        passed, self._at = min(max(0, now - self._at), LONGEST_STEP_NS), max(now, self._at)
        if now < self._stopped_until:
            self._gains = [0.0] * len(LAYERS)
            return self._gains
        since_stop = now - self._stopped_until
        step = passed / (RETURN_NS if self._stopped_until and since_stop <= 3 * RETURN_NS else FADE_NS)
        pairs = zip(self._gains, self._wanted(now), strict=True)
        self._gains = [nearer(gain, wanted, step) for gain, wanted in pairs]
        return self._gains

    def next_change(self, now: int) -> int | None:
        """Return when `advance` is due, ns; None for not before something is asked for."""
        if now < self._stopped_until:
            return self._stopped_until
        if self._gains != self._wanted(now):
            return now + STEP_NS
        times = [self._ducked_until, self._alone_at if any(self._gains) else 0]
        return min((time for time in times if time > now), default=None)

    def _wanted(self, now: int) -> list[float]:
        if now >= self._alone_at:
            return [0.0] * len(LAYERS)
        by = DUCKED if now < self._ducked_until else 1.0
        return [by * gain for gain in MOODS[self._mood]]


def nearer(gain: float, wanted: float, step: float) -> float:
    """Return `gain` moved towards `wanted` by at most `step`."""
    return wanted if abs(wanted - gain) <= step else gain + (step if wanted > gain else -step)
