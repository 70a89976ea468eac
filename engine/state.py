"""The whole state of a match at one moment, as immutable values, so that a rewind restores the old value.

The values here, in ``panel`` and in ``log_lines`` that are made several times per command are slotted dataclasses with
``Final`` fields and a written ``__init__``. Making one costs a third of a named tuple or a frozen dataclass
(``make bench``), mypy rejects assignments, and mypyc compiles them: a generated ``__init__`` could not set ``Final``
fields of a compiled class. ``unsafe_hash`` is safe: no field changes.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.game import Outcome
from engine.log_lines import Entry
from engine.panel import Press
from engine.phases import BROKEN, STALL
from engine.table import Table
from engine.units import NEVER


class BotState(NamedTuple):
    """A bot between two plans: when it plans next (play clock, ns; -1: after a change on the table), and the number of
    its next plan in this deal."""

    think_at: int = -1
    number: int = 0


@dataclass(init=False, slots=True, unsafe_hash=True)
class Situation:
    """The state of a match besides the table. Log times are ns since zero; the play clock excludes all pauses."""

    held: Final[tuple[int, ...]]
    """A mask of the held buttons per seat."""
    chord: Final[tuple[int, ...]]
    """The log time since which each seat holds the three pause buttons, -1 if it does not."""
    offset: Final[int]
    """The total of the pauses so far, ns."""
    paused: Final[int]
    """The start of the present pause (log time), -1 without a pause."""
    resume: Final[int]
    """When play resumes (log time), -1 while that is open."""
    touched: Final[int]
    """The last press of a person (log time)."""
    nagged: Final[bool]
    """The match has asked "Still there?" since then."""
    opened: Final[int]
    """The opening of this deal (play clock), -1 before and after play."""
    cap_at: Final[int]
    """When this deal reaches a cap (play clock)."""
    played: Final[int]
    """The play time of the deals before, ns."""
    bots: Final[tuple[BotState, ...]]
    judged_early: Final[tuple[Press, ...]]
    """Presses that a drawn contest judged ahead of their place."""
    outcome: Final[Outcome | None]
    """The outcome, None before the end."""
    why: Final[str]
    """The reason of the present pause, empty without one."""
    by: Final[int]
    """The seat whose pause buttons asked for it, -1 for none."""
    pauses: Final[tuple[int, ...]]
    """How many pauses each seat has asked for; empty before the first."""

    def __init__(
        self,
        held: tuple[int, ...],
        chord: tuple[int, ...],
        offset: int = 0,
        paused: int = -1,
        resume: int = -1,
        touched: int = 0,
        nagged: bool = False,
        opened: int = -1,
        cap_at: int = NEVER,
        played: int = 0,
        bots: tuple[BotState, ...] = (),
        judged_early: tuple[Press, ...] = (),
        outcome: Outcome | None = None,
        why: str = "",
        by: int = -1,
        pauses: tuple[int, ...] = (),
    ) -> None:
        self.held = held
        self.chord = chord
        self.offset = offset
        self.paused = paused
        self.resume = resume
        self.touched = touched
        self.nagged = nagged
        self.opened = opened
        self.cap_at = cap_at
        self.played = played
        self.bots = bots
        self.judged_early = judged_early
        self.outcome = outcome
        self.why = why
        self.by = by
        self.pauses = pauses

    @property
    def is_broken(self) -> bool:
        """Whether this pause waits for buttons that are out of reach: no press is possible."""
        return self.why == BROKEN

    @property
    def is_stalled(self) -> bool:
        """Whether this pause is a standstill of the program, in which the presses of people count."""
        return self.why == STALL and self.resume < 0

    def clock(self, t: int) -> int:
        """Return the play clock at a log time; a pause stops it (ns)."""
        return (t if self.paused < 0 else min(t, self.paused)) - self.offset

    def pressed(self, held: tuple[int, ...], chord: tuple[int, ...], touched: int, nagged: bool) -> "Situation":
        """Return a copy after a press; several times as fast as ``dataclasses.replace``."""
        return Situation(
            held,
            chord,
            self.offset,
            self.paused,
            self.resume,
            touched,
            nagged,
            self.opened,
            self.cap_at,
            self.played,
            self.bots,
            self.judged_early,
            self.outcome,
            self.why,
            self.by,
            self.pauses,
        )

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
            self.why,
            self.by,
            self.pauses,
        )


@dataclass(init=False, slots=True, unsafe_hash=True)
class State:
    """The match at one moment: the table, the last progress (play clock, ns), and the situation."""

    table: Final[Table]
    since: Final[int]
    sit: Final[Situation]

    def __init__(self, table: Table, since: int, sit: Situation) -> None:
        self.table = table
        self.since = since
        self.sit = sit

    def on(self, table: Table) -> "State":
        """Return the state with another table."""
        return State(table, self.since, self.sit)


@dataclass(init=False, slots=True, unsafe_hash=True)
class Step:
    """One step at one instant (log time, ns): the states before and after, and its entries.

    If a command stood, ``winner`` is its seat and ``press`` the press that gave it (None for a command without a
    press). ``planned`` are the presses of bots planned in this step. ``is_void``: judging ignores all steps before it.
    """

    t: Final[int]
    before: Final[State]
    after: Final[State]
    entries: Final[tuple[Entry, ...]]
    winner: Final[int]
    press: Final[Press | None]
    planned: Final[tuple[Press, ...]]
    is_void: Final[bool]

    def __init__(
        self,
        t: int,
        before: State,
        after: State,
        entries: tuple[Entry, ...] = (),
        winner: int = -1,
        press: Press | None = None,
        planned: tuple[Press, ...] = (),
        is_void: bool = False,
    ) -> None:
        self.t = t
        self.before = before
        self.after = after
        self.entries = entries
        self.winner = winner
        self.press = press
        self.planned = planned
        self.is_void = is_void
