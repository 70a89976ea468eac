"""The whole state of a match at one moment, as immutable values, so that rewinding is keeping the old one."""

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


class Situation(NamedTuple):
    """What a match knows besides the table. Log times are ns since zero; the play clock is those less all pauses."""

    held: tuple[int, ...]
    """A mask of the buttons that are down, a seat."""
    chord: tuple[int, ...]
    """Since when (log time) each seat holds the three pause buttons, -1 if it does not."""
    offset: int = 0
    """The pauses so far, ns."""
    paused: int = -1
    """When the pause began (log time), -1 while there is none."""
    resume: int = -1
    """When play goes on (log time), -1 while that is not settled."""
    touched: int = 0
    """The last press of a person (log time)."""
    nagged: bool = False
    """"Still there?" has been asked since."""
    opened: int = -1
    """When this deal was opened (play clock), -1 before and after play."""
    cap_at: int = NEVER
    """When this deal reaches a cap (play clock)."""
    played: int = 0
    """The play time of the deals before, ns."""
    bots: tuple[BotState, ...] = ()
    taken: tuple[Press, ...] = ()
    """Presses that a drawn contest judged ahead of their place."""
    outcome: Outcome | None = None
    """How the match ended, once it has."""


class State(NamedTuple):
    """The match at one moment: the table, the last progress (play clock, ns), and the rest."""

    table: Table
    since: int
    sit: Situation


class Step(NamedTuple):
    """What happened at one instant (log time, ns): states before and after, and what it told.

    If a command stood, ``winner`` is its seat and ``press`` the press that gave it (None if it came without one).
    ``planned`` are presses of bots that were decided in this step.
    """

    t: int
    before: State
    after: State
    entries: tuple[Entry, ...] = ()
    winner: int = -1
    press: Press | None = None
    planned: tuple[Press, ...] = ()
