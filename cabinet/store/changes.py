"""What there is to remember, as values, and the few ways in which it changes.

A change is applied twice: to the ledger in memory at once, to the database when the disk has time. The names of
counts and settings are for ever: databases outlive programs.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

Setting: TypeAlias = bool | int | str


@dataclass(frozen=True, slots=True)
class Race:
    """A photo finish between two people: seats, margin in ns, and how it was known.

    `at` is the wall clock in s since 1970; `judged` is False for a keyboard, whose presses carry no stamps. `match` is
    the name of the match in whose log it stands, empty for one that older versions kept.
    """

    winner: int
    loser: int
    margin_ns: int
    game: str
    at: int
    judged: bool = True
    match: str = ""


@dataclass(frozen=True, slots=True)
class MatchBegun:
    """A match began. `name` is that of its log, and the match's own for ever; `at` as in `Race`."""

    name: str
    game: str
    preset: str
    players: tuple[str, ...]
    at: int


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """A match came to its outcome, `seconds` of its own time after its first moment."""

    name: str
    winner: int | None
    reason: str
    scores: tuple[int, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class RaceRun:
    """A race that may be among the closest. Dead heats are counted, not listed: none is closer than another."""

    race: Race


@dataclass(frozen=True, slots=True)
class Counted:
    """Counts went up by so much."""

    counts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SettingSet:
    """The operator set something; None goes back to what the configuration file says."""

    name: str
    value: Setting | None


@dataclass(frozen=True, slots=True)
class Cleared:
    """Counts (or the closest races) begin anew."""

    audits: bool = False
    races: bool = False


Change: TypeAlias = MatchBegun | MatchEnded | RaceRun | Counted | SettingSet | Cleared


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something about the disk that the operator must know: a key of the words, with its values."""

    key: str
    name: str
    reason: str = ""
