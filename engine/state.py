"""The whole state of a match at one moment, as values that nobody changes, so that rewinding is keeping the old one.

``Final`` fields of slotted classes and not named tuples or frozen dataclasses: they are made and read several times for
every command, and cost a third (``make bench``). mypy refuses to write to them.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.game import Outcome
from engine.panel import Press
from engine.record import Entry
from engine.table import Table

NEVER: Final = 1 << 62
"""A moment that does not come."""


class BotState(NamedTuple):
    """A bot between two thoughts: when it thinks next (play clock, ns; -1: when something happens), and its next
    plan's number in this deal."""

    think_at: int = -1
    number: int = 0


@dataclass(slots=True)
class Situation:
    """What a match knows besides the table. Log times are ns since zero; the play clock is those less all pauses."""

    held: Final[tuple[int, ...]]
    """A mask of the buttons that are down, a seat."""
    chord: Final[tuple[int, ...]]
    """Since when (log time) each seat holds the three pause buttons, -1 if it does not."""
    offset: Final[int] = 0
    """The pauses so far, ns."""
    paused: Final[int] = -1
    """When the pause began (log time), -1 while there is none."""
    resume: Final[int] = -1
    """When play goes on (log time), -1 while that is not settled."""
    touched: Final[int] = 0
    """The last press of a person (log time)."""
    nagged: Final[bool] = False
    """"Still there?" has been asked since."""
    opened: Final[int] = -1
    """When this deal was opened (play clock), -1 before and after play."""
    cap_at: Final[int] = NEVER
    """When this deal reaches a cap (play clock)."""
    played: Final[int] = 0
    """The play time of the deals before, ns."""
    bots: Final[tuple[BotState, ...]] = ()
    taken: Final[tuple[Press, ...]] = ()
    """Presses that a drawn contest judged ahead of their place."""
    outcome: Final[Outcome | None] = None
    """How the match ended, once it has."""
    is_broken: Final[bool] = False
    """This pause waits for buttons that are out of reach: nobody can press, so nobody is idle."""

    def timed(self, opened: int, cap_at: int, played: int, bots: tuple[BotState, ...]) -> "Situation":
        """The same but for the deal's times and its bots; several times as quick as ``dataclasses.replace``."""
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
            self.taken,
            self.outcome,
            self.is_broken,
        )


@dataclass(slots=True)
class State:
    """The match at one moment: the table, the last progress (play clock, ns), and the rest."""

    table: Final[Table]
    since: Final[int]
    sit: Final[Situation]


@dataclass(slots=True)
class Step:
    """What happened at one instant (log time, ns): states before and after, and what it told.

    If a command stood, ``winner`` is its seat and ``press`` the press that gave it (None if it came without one).
    ``planned`` are presses of bots that were decided in this step. ``is_void``: what lies before it does not count.
    """

    t: Final[int]
    before: Final[State]
    after: Final[State]
    entries: Final[tuple[Entry, ...]] = ()
    winner: Final[int] = -1
    press: Final[Press | None] = None
    planned: Final[tuple[Press, ...]] = ()
    is_void: Final[bool] = False
