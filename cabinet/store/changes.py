"""The stored data as values, and the possible changes to it.

A change is applied twice: to the ledger in memory at once, to the database when the disk has time. The names of counts
and settings never change: databases outlive programs.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from cabinet.people.results import Result

Setting: TypeAlias = bool | int | str


@dataclass(frozen=True, slots=True)
class Race:
    """A photo finish between two people: seats, margin in ns, and the quality of its stamps.

    `at` is the wall clock in s since 1970; `judged` is False for a keyboard, whose presses carry no stamps. `match` is
    the name of the match whose log contains it, empty for a race stored by older versions. `names` are the winner's and
    the loser's, empty for guests.
    """

    winner: int
    loser: int
    margin_ns: int
    game: str
    at: int
    judged: bool = True
    match: str = ""
    names: tuple[str, ...] = ("", "")


@dataclass(frozen=True, slots=True)
class MatchBegun:
    """A match began. `name` is the permanent name of the match and of its log; `at` as in `Race`.

    `names` has the name of the person at each seat, empty for guests and bots; () for guests alone.
    """

    name: str
    game: str
    preset: str
    players: tuple[str, ...]
    at: int
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """A match reached its outcome, `seconds` of its own time after its start.

    `result` is the match as ratings and records need it; None where it is not known.
    """

    name: str
    winner: int | None
    reason: str
    scores: tuple[int, ...]
    seconds: float
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class RaceRun:
    """A race that may be among the closest. Dead heats are counted, not listed: all are equally close."""

    race: Race


@dataclass(frozen=True, slots=True)
class Counted:
    """Increments of counts, by name."""

    counts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SettingSet:
    """The operator changed a setting; None restores the configuration file's value."""

    name: str
    value: Setting | None


@dataclass(frozen=True, slots=True)
class Cleared:
    """Counts start again from nothing, or the closest races with all other records."""

    audits: bool = False
    races: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """People sat down or joined, the latest last; `at` as in `Race`."""

    names: tuple[str, ...]
    at: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The result of a match counts for no rating and no record any more."""

    match: str


@dataclass(frozen=True, slots=True)
class Known:
    """The standings before all results that follow (`cabinet.people.standings`), as JSON: a store begins with them."""

    standings: str


@dataclass(frozen=True, slots=True)
class Noted:
    """Lines at the end of the running evening's journal."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EveningEnded:
    """The running evening's journal is closed."""


Change: TypeAlias = (
    MatchBegun
    | MatchEnded
    | RaceRun
    | Counted
    | SettingSet
    | Cleared
    | Seen
    | TakenBack
    | Known
    | Noted
    | EveningEnded
)


@dataclass(frozen=True, slots=True)
class Trouble:
    """A problem with the disk that the operator must know: a key of the words, with its values."""

    key: str
    name: str
    reason: str = ""
