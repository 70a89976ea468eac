"""The announcer: which clips of its voice are heard and when; and how loud music and effects are beside it.

`Announcer` plans when each clip begins, files of ``assets/voice``; `Backing` fades, ducks and stops the layers of the
music and ducks the effects. Both only compute: `cabinet.audio.player` plays. Times are ns of one clock, given by the
caller.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec

from engine.units import NEVER

FULL: Final = "full"
SPARSE: Final = "sparse"
OFF: Final = "off"
"""How much the announcer says: all, what is important, nothing."""
WINNERS: Final = ("amber_wins", "blue_wins", "green_wins", "yellow_wins", "winner", "nobody_wins")
"""Clips that say who has won a match: always heard, however much is said before them."""
IMPORTANT: Final = (
    "photo_finish",
    "dead_heat",
    "by_a_nose",
    "has_it",
    *WINNERS,
    "new_record",
    "match_point",
    "sudden_death",
)
"""Endings of the names of important clips: they interrupt the others, and are all that a sparse announcer says."""
WAITING: Final = (*WINNERS, "new_record", "match_point", "sudden_death")
"""Important clips that are still true a moment later: they wait for another important one that is being said."""
WAIT_NS: Final = 3_000_000_000
"""How long they wait at most, ns, but for `WINNERS`."""
GAP_NS: Final = 120_000_000
"""The silence before a clip that has waited, ns."""
AFTER_HITS: Final = ("photo_finish", "dead_heat", "so_close", "by_20", "by_30", "by_40", "by_50", *WINNERS)
"""Clips that begin the line of a race or a result."""
HIT_NS: Final = 250_000_000
"""How long such a line lets the sounds of its moment ring, ns."""
TIMELY: Final = ("three", "two", "one", "go", "spit", "stuck", "uno", "caught", "slap", "spades", "last_card")
"""Clips that mean nothing a moment later: they interrupt what is neither important nor timely itself."""
REMARKS: Final = (
    "so_close",
    "by_20",
    "by_30",
    "by_40",
    "by_50",
    "new_leader",
    "comeback",
    "on_fire",
    "first_blood",
    "all_square",
    "two_nil",
)
"""Clips that comment on play: never over another one, and not often."""
PACE_NS: Final = 6_000_000_000
"""The least time from the beginning of the last line to that of a remark, ns."""
RARE_NS: Final = 600_000_000_000
"""The least time between two beginnings of one file of a remark, ns."""
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


def weight_of(clip: str) -> int:
    """Return how much a clip weighs: 2 for an important one, 1 for a timely one, 0 for small talk."""
    return 2 if clip.endswith(IMPORTANT) else int(clip in TIMELY)


class Take(msgspec.Struct, frozen=True):
    """A file with one take of a clip, and its length in ns."""

    path: Path
    length_ns: int


class Planned(msgspec.Struct, frozen=True):
    """A take and when it begins, ns."""

    begin: int
    take: Take

    @property
    def end(self) -> int:
        """When it is over, ns."""
        return self.begin + self.take.length_ns


class Announcer:
    """Plans what is said, one clip at a time: `say` takes a line, `begin_due` returns what begins now."""

    def __init__(self, mode: str) -> None:
        """`mode` is `FULL`, `SPARSE` or `OFF`."""
        self.mode = mode
        self.clips: Mapping[str, Sequence[Take]] = {}
        """The takes of each clip by its name; none until they are read."""
        self._begun: dict[Path, int] = {}
        self._spoken: Planned | None = None
        self._plan: list[Planned] = []
        self._weight = 0
        self._line_at = -PACE_NS

    def speaks(self, now: int) -> bool:
        """Return whether a clip is heard now."""
        return self._spoken is not None and now < self._spoken.end

    def next_change(self, now: int) -> int:
        """Return when a clip begins or ends next, ns; far in the future for never."""
        end = self._spoken.end if self._spoken is not None and now < self._spoken.end else NEVER
        return min([end, *(each.begin for each in self._plan)])

    def say(self, clips: Sequence[str], now: int) -> bool:
        """Plan a line of clips that are said one after another; return whether it will be heard.

        It cuts one that weighs less. An important one that is still true a moment later waits for another important
        one; any other is dropped while something is said.
        """
        takes = [take for clip in clips if self._may_say(clip) and (take := self._rested(clip, now))]
        if not takes:
            return False
        weight, begin = max(map(weight_of, clips)), now + (HIT_NS if clips[0] in AFTER_HITS else 0)
        if now < (until := self._until()):
            if weight > self._weight or weight == self._weight == 1:  # a word of the countdown is cut by the next one
                self._plan.clear()
            elif clips[0] in WINNERS or (clips[0] in WAITING and until + GAP_NS <= now + WAIT_NS):
                begin = until + GAP_NS
            else:
                return False
        elif clips[0] in REMARKS and now < self._line_at + PACE_NS:
            return False
        self._weight, self._line_at = weight, begin
        for take in takes:
            self._plan.append(Planned(begin, take))
            self._begun[take.path] = begin
            begin += take.length_ns
        return True

    def begin_due(self, now: int) -> Path | None:
        """Return the file that begins now, once; None for none. What follows it is as late as it is."""
        if not self._plan or now < self._plan[0].begin:
            return None
        late = now - self._plan[0].begin
        self._spoken, *self._plan = (Planned(each.begin + late, each.take) for each in self._plan)
        return self._spoken.take.path

    def _until(self) -> int:
        """Return when all that is planned will have been said, ns."""
        return max((each.end for each in (self._spoken, *self._plan) if each is not None), default=0)

    def _may_say(self, clip: str) -> bool:
        return clip in self.clips and (self.mode == FULL or (self.mode == SPARSE and weight_of(clip) == 2))

    def _rested(self, clip: str, now: int) -> Take | None:
        """Return the take that was not heard for the longest time, if that is long enough; the winner's in any case."""
        rest = 0 if clip in WINNERS else RARE_NS if clip in REMARKS else REPEAT_NS
        take = min(self.clips[clip], key=lambda take: self._begun.get(take.path, -RARE_NS))
        return take if now >= self._begun.get(take.path, -RARE_NS) + rest else None


class Backing:
    """The gains of the music's layers and of the effects as time goes: fades, ducking under races and voice, stops."""

    def __init__(self, announcer: Announcer, now: int) -> None:
        """Both are ducked under what the `announcer` says."""
        self._announcer = announcer
        self._mood = "off"
        self._gains = [0.0] * len(LAYERS)
        self._music_duck = self._effects_duck = 1.0
        self._at = now
        self._race_until = 0
        self._stopped_until = 0
        self._alone_at = now + ALONE_NS

    def set_mood(self, mood: str, now: int) -> None:
        """Fade to the layers of a mood. Raises KeyError for one that is not in `MOODS`."""
        self.advance(now)
        self._mood = mood if MOODS[mood] else "off"

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

    def music(self, now: int) -> float:
        """Return the largest gain that a layer has, or is on its way to."""
        return max(*self._gains, *self._wanted(now)) * self._music_duck

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
        step = passed / (RETURN_NS if self._stopped_until and since_stop <= 3 * RETURN_NS else FADE_NS)
        pairs = zip(self._gains, self._wanted(now), strict=True)
        self._gains = [nearer(gain, wanted, step) for gain, wanted in pairs]
        return [self._music_duck * gain for gain in self._gains]

    def next_change(self, now: int) -> int | None:
        """Return when `advance` is due, ns; None for not before something is asked for."""
        times = [self._race_until, self._stopped_until, self._announcer.next_change(now)]
        if now >= self._stopped_until and self._gains != self._wanted(now):
            times.append(now + STEP_NS)
        if (self._music_duck, self._effects_duck) != self._ducks(now):
            times.append(now + STEP_NS)
        if any(self._gains):
            times.append(self._alone_at)
        return min((time for time in times if now < time < NEVER), default=None)

    def _ducks(self, now: int) -> tuple[float, float]:
        """Return the gains of music and effects under what is heard now."""
        race = RACE_DUCK if now < self._race_until else 1.0
        if self._announcer.speaks(now):
            return min(race, VOICE_DUCK_MUSIC), VOICE_DUCK_EFFECTS
        return race, 1.0

    def _wanted(self, now: int) -> Sequence[float]:
        return [0.0] * len(LAYERS) if now >= self._alone_at else [float(gain) for gain in MOODS[self._mood]]


def nearer(gain: float, wanted: float, step: float) -> float:
    """Return `gain` moved towards `wanted` by at most `step`."""
    return wanted if abs(wanted - gain) <= step else gain + (step if wanted > gain else -step)
