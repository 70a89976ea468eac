"""The announcer: which clips of its voice are heard and when.

`Announcer` plans when each clip begins, files of ``assets/voice``. It only computes: `cabinet.audio.player` plays.
Times are ns of one clock, given by the caller.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from engine.units import NEVER

FULL: Final = "full"
SPARSE: Final = "sparse"
"""How much the announcer says: all, or what is important; nothing by any other word, as ``"off"``."""
WINNERS: Final = ("amber_wins", "blue_wins", "green_wins", "yellow_wins", "winner", "nobody_wins")
"""Clips that say who has won a match: always heard, however much is said before them."""
IMPORTANT: Final = (
    "photo_finish",
    "dead_heat",
    "by_a_nose",
    "has_it",
    *WINNERS,
    "new_record",
    "quickest_card",
    "match_point",
    "sudden_death",
    "final",
    "champion",
)
"""Endings of the names of important clips: they interrupt the others, and are all that a sparse announcer says."""
WAITING: Final = (*WINNERS, "new_record", "quickest_card", "match_point", "sudden_death", "champion", "best_tonight")
"""Important clips that are still true a moment later: they wait for another important one that is being said."""
WAIT_NS: Final = 3_000_000_000
"""How long they wait at most, ns, but for `WINNERS`."""
GAP_NS: Final = 120_000_000
"""The silence before a clip that has waited, ns."""
AFTER_HITS: Final = ("photo_finish", "dead_heat", "so_close", "by_20", "by_30", "by_40", "by_50", *WINNERS)
"""Clips that begin the line of a race or a result."""
HIT_NS: Final = 250_000_000
"""How long such a line lets the sounds of its moment ring, ns."""
TIMELY: Final = (
    "three", "two", "one", "go", "spit", "stuck", "uno", "caught", "slap", "spades", "last_card", "last_lap",
    "lap_soon",
)  # fmt: skip
"""Clips that mean nothing a moment later: they interrupt what is neither important nor timely itself."""
OPENING_NS: Final = 900_000_000
"""How long the line that opens a match is cut by nothing, ns: its countdown begins at the same instant, and its name is
heard in the place of the first beat, which lasts a second."""
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
TOLD_WITH: Final = ("upset", "three_in_a_row")
"""Clips behind the winner's in its line."""
CALLS: Final = ("two_players",)
"""Clips that call people who walk by."""
PEOPLE: Final = ("rematch", "next", "final", "champion", "quickest_card")
"""Clips about who plays and who has won, each told by the screen as well."""
RESTING: Final = frozenset((*REMARKS, *TOLD_WITH, *CALLS, *PEOPLE))
"""Clips of which no take is heard twice within `RARE_NS`."""
CALL_NS: Final = 180_000_000_000
"""The least time between two calls, ns: never a nuisance."""
PACE_NS: Final = 6_000_000_000
"""The least time from the beginning of the last line to that of a remark, ns."""
RARE_NS: Final = 600_000_000_000
"""The least time between two beginnings of one file of `RESTING`, ns."""
REPEAT_NS: Final = 10_000_000_000
"""The least time between two beginnings of one file, ns."""


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
        """`mode` is `FULL`, `SPARSE` or ``"off"``."""
        self.mode = mode
        self.clips: Mapping[str, Sequence[Take]] = {}
        """The takes of each clip by its name; none until they are read."""
        self._begun: dict[Path, int] = {}
        self._spoken: Planned | None = None
        self._plan: list[Planned] = []
        self._weight = 0
        self._opened_at = -OPENING_NS
        self._line_at = -PACE_NS
        self._called_at = -CALL_NS

    def speaks(self, now: int) -> bool:
        """Return whether a clip is heard now."""
        return self._spoken is not None and now < self._spoken.end

    def next_change(self, now: int) -> int:
        """Return when a clip begins or ends next, ns; far in the future for never."""
        end = self._spoken.end if self._spoken is not None and now < self._spoken.end else NEVER
        return min([end, *(each.begin for each in self._plan)])

    def say(self, clips: Sequence[str], now: int, *, opens: bool = False) -> bool:
        """Plan a line of clips that are said one after another; return whether it will be heard.

        It cuts one that weighs less. An important one that is still true a moment later waits for another important
        one; any other is dropped while something is said. `opens`: it opens a match, cuts all that is not important,
        waits for what is, and is cut by nothing for `OPENING_NS`; its name is alone where the countdown has begun, and
        left out where it was heard too lately.
        """
        opens = opens and self._may_say(clips[0]) and self._rested(clips[0], now) is not None
        if opens and any(clip in TIMELY for clip in clips[1:]):
            clips = clips[:1]
        takes = [take for clip in clips if self._may_say(clip) and (take := self._rested(clip, now))]
        if not takes:
            return False
        weight = 1 if opens else max(map(weight_of, clips))
        begin = now + (HIT_NS if clips[0] in AFTER_HITS else 0)
        if now < (until := self._until()):
            is_opening = now < self._opened_at + OPENING_NS
            waits = opens or clips[0] in WINNERS or (clips[0] in WAITING and until + GAP_NS <= now + WAIT_NS)
            # a word of the countdown is cut by the next one
            if not is_opening and (weight > self._weight or weight == self._weight == 1):
                self._plan.clear()
            elif waits:
                begin, weight = until + GAP_NS, max(weight, self._weight)
            else:
                return False
        elif clips[0] in REMARKS and now < self._line_at + PACE_NS:
            return False
        if clips[0] in CALLS:
            if now < self._called_at + CALL_NS:
                return False
            self._called_at = now
        self._weight, self._line_at = weight, begin
        self._opened_at = begin if opens else self._opened_at
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
        rest = 0 if clip in WINNERS else RARE_NS if clip in RESTING else REPEAT_NS
        take = min(self.clips[clip], key=lambda take: self._begun.get(take.path, -RARE_NS))
        return take if now >= self._begun.get(take.path, -RARE_NS) + rest else None
