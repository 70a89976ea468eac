"""The whole state of a match at one moment, as immutable values, so that a rewind restores the old value.

``Final`` fields of slotted classes instead of named tuples or frozen dataclasses: they are made and read several times
per command, and cost a third (``make bench``). mypy rejects assignments to them.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.game import Outcome
from engine.panel import Press
from engine.record import Entry
from engine.table import Table

NEVER: Final = 1 << 62
"""A time that never comes."""


class BotState(NamedTuple):
    """A bot between two plans: when it plans next (play clock, ns; -1: after a change on the table), and the number of
    its next plan in this deal."""

    think_at: int = -1
    number: int = 0


@dataclass(slots=True)
class Situation:
    """The state of a match besides the table. Log times are ns since zero; the play clock excludes all pauses."""

    held: Final[tuple[int, ...]]
    """A mask of the held buttons per seat."""
    chord: Final[tuple[int, ...]]
    """The log time since which each seat holds the three pause buttons, -1 if it does not."""
    offset: Final[int] = 0
    """The total of the pauses so far, ns."""
    paused: Final[int] = -1
    """The start of the present pause (log time), -1 without a pause."""
    resume: Final[int] = -1
    """When play resumes (log time), -1 while that is open."""
    touched: Final[int] = 0
    """The last press of a person (log time)."""
    nagged: Final[bool] = False
    """The match has asked "Still there?" since then."""
    opened: Final[int] = -1
    """The opening of this deal (play clock), -1 before and after play."""
    cap_at: Final[int] = NEVER
    """When this deal reaches a cap (play clock)."""
    played: Final[int] = 0
    """The play time of the deals before, ns."""
    bots: Final[tuple[BotState, ...]] = ()
    judged_early: Final[tuple[Press, ...]] = ()
    """Presses that a drawn contest judged ahead of their place."""
    outcome: Final[Outcome | None] = None
    """The outcome, None before the end."""
    is_broken: Final[bool] = False
    """This pause waits for buttons that are out of reach: no press is possible, so idleness does not count."""

    def timed(self, opened: int, cap_at: int, played: int, bots: tuple[BotState, ...]) -> "Situation":
        """Return a copy with other times and bots; several times as fast as ``dataclasses.replace``."""
        return Situation(
            self.held,
            self.chord,
            self.offset,
            self.paused,
            self.resume,
            self.touched,
            self.nagged,
            opened,
            cap_at,
            played,
            bots,
            self.judged_early,
            self.outcome,
            self.is_broken,
        )


@dataclass(slots=True)
class State:
    """The match at one moment: the table, the last progress (play clock, ns), and the situation."""

    table: Final[Table]
    since: Final[int]
    sit: Final[Situation]


@dataclass(slots=True)
class Step:
    """One step at one instant (log time, ns): the states before and after, and its entries.

    If a command stood, ``winner`` is its seat and ``press`` the press that gave it (None for a command without a
    press). ``planned`` are the presses of bots planned in this step. ``is_void``: judging ignores all steps before it.
    """

    t: Final[int]
    before: Final[State]
    after: Final[State]
    entries: Final[tuple[Entry, ...]] = ()
    winner: Final[int] = -1
    press: Final[Press | None] = None
    planned: Final[tuple[Press, ...]] = ()
    is_void: Final[bool] = False
