"""The lines of an evening's journal, their text, and the names that they bring in.

A line is a plain frozen value, one kind for each thing that can happen; its text is one JSON object (`read`,
`written`). A name stands only in the lines that bring somebody in (the first line, and `Joined`), which `renaming`,
`merging` and `deleting` rewrite. All other lines mean an *entrant*, the number of a place in that order, so a rename
touches no result; `Roster` has the names by entrant. Kinds and fields are for ever: journals outlive code.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import dropwhile
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from cabinet.errors import CabinetError
from cabinet.strings.catalogue import word

Name = Annotated[str, Meta(pattern="^([A-Z0-9À-ÖØ-Þ]{2,3})?$")]
"""Two or three letters or digits; "" where a name was deleted."""

Entrant = Annotated[int, Meta(ge=0, le=9999)]
Kind = Literal["single", "double", "round_robin", "swiss"]
Seeding = Literal["drawn", "rated", "given"]
BestOf = Literal[1, 3, 5]
Games = Literal["same", "each_round", "loser_chooses"]

FEWEST: Final = 3
MOST: Final = 32
"""The limits of a tournament's names; a queue has at most `MOST` names at a time, and so has each team."""

LONGEST_STREAK: Final = 9
LONGEST_PARTY: Final = 99


class Line(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    """Base of all lines. ``do`` is the kind."""


class Start(Line, frozen=True):
    """Base of the first lines.

    `names`: by entrant, in the order that was drawn, rated or given. `merged`: how often each was merged into another
    name (``()``: none ever). `game` and `preset`: to be played tonight ("": any). `games`: the same all evening,
    from that one on each round another (in a queue and a party each match), or after each match the one that its loser
    chooses.
    """

    names: tuple[Name, ...]
    merged: tuple[int, ...] = ()
    game: str = ""
    preset: str = ""
    games: Games = "same"


class WinnerStays(Start, frozen=True, tag="winner_stays"):
    """A queue. `streak`: after this many wins in a row both go to its end; 0 is no limit."""

    streak: Annotated[int, Meta(ge=0, le=LONGEST_STREAK)] = 5


class Tournament(Start, frozen=True, tag="tournament", kw_only=True):
    """A tournament. `final`: best of how many in the final (0: as before it); `rounds`: of Swiss (0: as many as one
    name needs to win them all)."""

    kind: Kind
    best_of: BestOf = 1
    final: Literal[0, 1, 3, 5] = 0
    rounds: Annotated[int, Meta(ge=0, le=MOST)] = 0
    seeding: Seeding = "drawn"


class Party(Start, frozen=True, tag="party", kw_only=True):
    """Two teams. `sides`: 0 or 1 by entrant; `first_to`: matches to win."""

    sides: tuple[Literal[0, 1], ...]
    first_to: Annotated[int, Meta(ge=1, le=LONGEST_PARTY)] = 7


class Planned(Line, frozen=True, tag="planned"):
    """A list of names that is being made, with its options, before the first line; the latest counts.

    `teams`: of a party, 0 or 1 by name; `game`: "" for the one on offer. The others as in the first line that it
    may become.
    """

    format: Literal["winner_stays", "tournament", "party"]
    names: tuple[Name, ...] = ()
    merged: tuple[int, ...] = ()
    teams: tuple[Literal[0, 1], ...] = ()
    kind: Kind = "single"
    best_of: BestOf = 1
    final: Literal[0, 3, 5] = 0
    streak: Annotated[int, Meta(ge=0, le=LONGEST_STREAK)] = 5
    first_to: Annotated[int, Meta(ge=1, le=LONGEST_PARTY)] = 5
    game: str = ""
    games: Games = "same"


class Joined(Line, frozen=True, tag="joined"):
    """Somebody new at the end of the queue, or of a team. `merged`: as in `Start`."""

    entrant: Entrant
    name: Name
    side: Literal[0, 1] = 0
    merged: int = 0


class Back(Line, frozen=True, tag="back"):
    """Somebody who had left is in again, in a party on team `side`; `rounds` of Swiss without a result are paired
    anew."""

    entrant: Entrant
    side: Literal[0, 1] = 0
    rounds: tuple[int, ...] = ()


class Left(Line, frozen=True, tag="left"):
    """Somebody leaves; `rounds` of Swiss without a result are paired anew.

    `match`: an id to take it back by, in a queue and a party.
    """

    entrant: Entrant
    rounds: tuple[int, ...] = ()
    match: str = ""


class NoShow(Line, frozen=True, tag="no_show"):
    """Somebody did not come in time. `match`: an id to take it back by; `seats` (both
    entrants) and `series`: of a tournament."""

    match: str
    entrant: Entrant
    seats: tuple[Entrant, Entrant] | None = None
    series: str = ""


class Result(Line, frozen=True, tag="result"):
    """A match of the cabinet has ended. `seats`: the entrants; `winner`: one of them, or None (left, or a tie).

    `by_hand`: the operator decided it, and `match` is an id of ours.
    """

    match: str
    seats: tuple[Entrant, Entrant]
    winner: Entrant | None
    series: str = ""
    by_hand: bool = False


class Paired(Line, frozen=True, tag="paired"):
    """A round of Swiss has been paired. `bye`: who has no opponent (-1: nobody)."""

    round: Annotated[int, Meta(ge=1)]
    pairs: tuple[tuple[Entrant, Entrant], ...]
    bye: int = -1


class Walkover(Line, frozen=True, tag="walkover"):
    """A series was decided because somebody has left. `winner`: an entrant; -1 where both have."""

    series: str
    seats: tuple[Entrant, Entrant]
    winner: int = -1


class Leaders(Line, frozen=True, tag="leaders"):
    """The table of a round robin or a Swiss tournament is complete, and these are level at its top: one is champion,
    more play it off."""

    entrants: tuple[Entrant, ...]


class Chose(Line, frozen=True, tag="chose"):
    """The loser of a match has chosen the next game. `match`: that match; while it stands, `game` is played."""

    match: str
    game: str


class TookBack(Line, frozen=True, tag="took_back"):
    """A result or a no-show was wrong. `falls`: the later ones that rested on it; `rounds`: to be paired anew;
    `leaders`: the table is open again."""

    match: str
    falls: tuple[str, ...] = ()
    rounds: tuple[int, ...] = ()
    leaders: bool = False


Fact = Joined | Back | Left | NoShow | Result | Walkover | Paired | Leaders | Chose
"""The lines from which an evening's state is derived, once whatever was taken back is left out."""

AnyStart = WinnerStays | Tournament | Party
AnyLine = AnyStart | Fact | TookBack


# -- Their text: read strictly, written compactly, rewritten with other names ------------------------

Rewrite = Callable[[str], str]
"""Returns a line with other names; a line without names as it is."""


class JournalError(CabinetError):
    """A line of an evening's journal cannot be used. Raised on reading it, with the line's number and the reason; use
    the version that wrote it, or end the evening."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = reason
        super().__init__(word("evening.journal", line=line, reason=reason))


def written(line: Line) -> str:
    """Return a line's text, without a line end."""
    return msgspec.json.encode(line).decode()


def read(lines: Iterable[str]) -> tuple[AnyLine, ...]:
    """Return the lines of a journal. Raises JournalError for kinds, fields and values that this version lacks."""
    decoder = msgspec.json.Decoder(AnyLine)
    return tuple(_line(number, text, decoder) for number, text in enumerate(lines, start=1))


def _line(number: int, text: str, decoder: "msgspec.json.Decoder[AnyLine]") -> AnyLine:
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as problem:
        raise JournalError(number, str(problem)) from problem


PLANNED: Final = '{"do":"planned"'
"""The beginning of a line of a list that is being made."""


def begun(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines of the evening itself, without those of the list before it began."""
    return tuple(dropwhile(lambda line: line.startswith(PLANNED), lines))


def planned(lines: Sequence[str]) -> Planned | None:
    """Return the list that is being made; None without one, once the evening has begun, and if it cannot be read."""
    if not lines or begun(lines):
        return None
    try:
        return msgspec.json.decode(lines[-1], type=Planned)
    except (msgspec.DecodeError, RecursionError):  # of a newer version: a list of names is made again
        return None


DELETED: Final = ""


def renaming(name: str, to: str) -> Rewrite:
    """Return the rewriting that gives a name's places to a name that has none."""
    return lambda line: _rewritten(line, name, to, merged=0)


def merging(name: str, into: str) -> Rewrite:
    """Return the rewriting that merges a name into another, which keeps its own place where it has one."""
    return lambda line: _rewritten(line, name, into, merged=1)


def deleting(name: str) -> Rewrite:
    """Return the rewriting that deletes a name; its results stay, without it."""
    return lambda line: _rewritten(line, name, DELETED, merged=1)


def _rewritten(text: str, name: str, to: str, merged: int) -> str:
    """Replace a name in the lines that bring names in, those of kinds from other versions too. Raises JournalError."""
    if name not in text:
        return text
    try:
        line: Any = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as problem:
        raise JournalError(0, str(problem)) from problem
    if isinstance(line, dict):
        if line.get("name") == name:
            line["name"] = to
            line["merged"] = line.get("merged", 0) + merged
        names = line.get("names")
        if isinstance(names, list) and name in names:
            counts = line.get("merged") or [0] * len(names)
            line["merged"] = [n + merged * (each == name) for each, n in zip(names, counts, strict=True)]
            line["names"] = [to if each == name else each for each in names]
    return msgspec.json.encode(line).decode()


# -- The names: which of two places with one name counts ---------------------------------------------

NOBODY = -1
"""The number where no entrant stands and none will come."""


class Roster(msgspec.Struct, frozen=True, dict=True):
    """Names by entrant ("": deleted), how often each was merged, and its team (0 where there are none)."""

    names: tuple[str, ...]
    merged: tuple[int, ...]
    sides: tuple[int, ...]

    @classmethod
    def of(cls, start: AnyStart, facts: Iterable[Fact] = ()) -> "Roster":
        """Return the names that a first line and the later lines bring in."""
        joined = [fact for fact in facts if isinstance(fact, Joined)]
        merged = start.merged or (0,) * len(start.names)
        sides = start.sides if isinstance(start, Party) else (0,) * len(start.names)
        return cls(
            (*start.names, *(line.name for line in joined)),
            (*merged, *(line.merged for line in joined)),
            (*sides, *(line.side for line in joined)),
        )

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def gone(self) -> frozenset[int]:
        """The entrants whose names were deleted, or merged into a name that has a place of its own.

        Of several places with one name the one that was merged least counts, the first among equals.
        """
        best: dict[str, int] = {}
        for entrant in sorted(range(len(self)), key=lambda entrant: (self.merged[entrant], entrant)):
            best.setdefault(self.names[entrant], entrant)
        return frozenset(e for e, name in enumerate(self.names) if not name or best[name] != e)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: entrant for entrant, name in enumerate(self.names) if entrant not in self.gone}

    def find(self, name: str) -> int | None:
        """Return the entrant of a name, one who has left too; None if the name is not in the evening."""
        return self._places.get(name)

    def name(self, entrant: int | None) -> str:
        """Return an entrant's name; "" for nobody and for deleted names."""
        return "" if entrant is None or entrant == NOBODY else self.names[entrant]

    def pair(self, entrants: tuple[int, int]) -> tuple[str, str]:
        """Return the names of two entrants."""
        return self.name(entrants[0]), self.name(entrants[1])
