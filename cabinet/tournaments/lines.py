"""The lines of an evening's journal: plain frozen values, one kind for each thing that can happen.

A name stands only in the lines that bring somebody in (the first line, and `Joined`). All other lines mean an
*entrant*, the number of a place in that order, so a rename touches no result. Kinds and fields are for ever: journals
outlive code.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

Name = Annotated[str, Meta(pattern="^([A-Z]{3})?$")]
"""Three letters; "" where a name was deleted."""

Entrant = Annotated[int, Meta(ge=0, le=9999)]
Kind = Literal["single", "double", "round_robin", "swiss"]
Seeding = Literal["drawn", "rated", "given"]
BestOf = Literal[1, 3, 5]

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
    name (``()``: none ever). `game` and `preset`: to be played tonight ("": any); nothing here depends on them.
    """

    names: tuple[Name, ...]
    merged: tuple[int, ...] = ()
    game: str = ""
    preset: str = ""


class WinnerStays(Start, frozen=True, tag="winner_stays"):
    """A queue. `streak`: so many wins in a row, then both go to its end; 0 is no limit."""

    streak: Annotated[int, Meta(ge=0, le=LONGEST_STREAK)] = 5


class Tournament(Start, frozen=True, tag="tournament", kw_only=True):
    """A tournament. `final`: best of so many in the final (0: as before it); `rounds`: of Swiss (0: as many as needed
    for one name to win them all)."""

    kind: Kind
    best_of: BestOf = 1
    final: Literal[0, 1, 3, 5] = 0
    rounds: Annotated[int, Meta(ge=0, le=MOST)] = 0
    seeding: Seeding = "drawn"


class Party(Start, frozen=True, tag="party", kw_only=True):
    """Two teams. `sides`: 0 or 1 by entrant; `first_to`: matches to win."""

    sides: tuple[Literal[0, 1], ...]
    first_to: Annotated[int, Meta(ge=1, le=LONGEST_PARTY)] = 7


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
    """Somebody leaves; `rounds` of Swiss without a result are paired anew."""

    entrant: Entrant
    rounds: tuple[int, ...] = ()


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


class TookBack(Line, frozen=True, tag="took_back"):
    """A result or a no-show was wrong. `falls`: the later ones that rested on it; `rounds`: to be paired anew;
    `leaders`: the table is open again."""

    match: str
    falls: tuple[str, ...] = ()
    rounds: tuple[int, ...] = ()
    leaders: bool = False


Fact = Joined | Back | Left | NoShow | Result | Walkover | Paired | Leaders
"""The lines from which an evening's state is derived, once whatever was taken back is left out."""

AnyStart = WinnerStays | Tournament | Party
AnyLine = AnyStart | Fact | TookBack
