"""The parameters of a match: the log's first line as a value."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Final

from engine.game import RULES
from engine.units import MS
from engine.version import VERSION

HUMAN = "human"
SEAT_NAMES = (
    *("AMBER", "BLUE", "GREEN", "YELLOW", "ROSE", "RUST", "VIOLET", "WHITE"),
    *("TEAL", "LIME", "PLUM", "GREY", "NAVY", "SAND"),
)

REACH_NS: Final = 50 * MS
"""The usual ``Setup.reach_ns``: the latest stamp of a late interrupt that any source here has (``LATE_NS`` in
``hardware/gpio/trace/edges.py``), and a soft interrupt 40 ms late beside an encoder that is asked every 8 ms. The
quickest bot's finger needs longer, so no bot waits for it (``engine.bots``)."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One seat: its name, and its player: ``human``, or ``bot:`` and a level."""

    name: str
    player: str = HUMAN

    def __reduce__(self) -> tuple[type["SeatInfo"], tuple[str, str]]:
        """Support pickling: compiled by mypyc, a frozen dataclass cannot be set attribute by attribute."""
        return SeatInfo, (self.name, self.player)

    @property
    def is_human(self) -> bool:
        """True for a person."""
        return self.player == HUMAN


def seats_of(*players: str) -> tuple[SeatInfo, ...]:
    """Return seats with their usual names, for players given clockwise; ValueError for more players than names."""
    names = SEAT_NAMES[: len(players)]
    return tuple(SeatInfo(name, player) for name, player in zip(names, players, strict=True))


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that a match depends on besides its presses.

    ``options`` are those given, on top of ``preset`` if there is one. ``horizon_ns`` is how late a press may arrive
    (docs/architecture.md, "Late presses"). ``resolution_ns`` is the largest error of a judged race: one whose stamps
    could be further wrong is not judged. ``reach_ns``, never less, is the farthest reach of a contest that is not
    judged: closer than that a lot decides it, however large the errors (``judge.reach_ns``).

    ``clock_errors`` is how the errors of different clocks count: ``margin``, or ``sum`` and ``max`` in older logs
    (``judge.limit_ns``, ``judge.clock_error_ns``). ``rules`` is the edition of the rules (``engine.game.RULES``); older
    logs have an earlier edition. ``whole`` means that ``options`` are complete, as those of a log are: ``preset`` is
    then only a name, possibly an operator's own or one of another version.

    ``stamps`` is a word on how the presses were stamped, for readers of the log; nothing is judged by it.
    """

    game: str
    options: Mapping[str, object] = field(default_factory=dict)
    seats: tuple[SeatInfo, ...] = seats_of(HUMAN, HUMAN)
    seed: int = 0
    preset: str = ""
    horizon_ns: int = 250 * MS
    resolution_ns: int = 20 * MS
    reach_ns: int = REACH_NS
    version: str = VERSION
    whole: bool = False
    clock_errors: str = "margin"
    rules: int = RULES
    stamps: str = ""

    def __reduce__(self) -> tuple[type["Setup"], tuple[object, ...]]:
        """Support pickling: compiled by mypyc, a frozen dataclass cannot be set attribute by attribute."""
        return Setup, tuple(getattr(self, each.name) for each in fields(self))

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple([place for place, seat in enumerate(self.seats) if seat.is_human])

    @property
    def base(self) -> str:
        """The preset that supplies the options not given; empty if the options are complete."""
        return "" if self.whole else self.preset
