"""The content of a tournament's pages: names, scores, states and words, ready to be drawn."""

from typing import Literal, NamedTuple

import msgspec

State = Literal["done", "now", "next", "open", "bye", "none"]
"""A match that is over, is played now, comes next, waits for its turn or its names, has one name only, or nobody at
all: then nothing is drawn, but the others stand where they would with it."""


class Side(msgspec.Struct, frozen=True):
    """One name in a match, empty while it is not known; `score` is None before the match.

    `is_out`: the name has left, or was deleted or merged into another.
    """

    name: str = ""
    score: int | None = None
    wins: bool = False
    is_out: bool = False


class Bout(NamedTuple):
    """A match of a tournament. `seats` are the seats of both names, whose colours they have while it is played."""

    sides: tuple[Side, Side] = (Side(), Side())
    state: State = "open"
    seats: tuple[int, int] = (0, 1)


class Duel(msgspec.Struct, frozen=True):
    """Two names with their seats: those who play now. `line` is the round, or what a win means."""

    names: tuple[str, str]
    seats: tuple[int, int] = (0, 1)
    line: str = ""


class Tree(msgspec.Struct, frozen=True):
    """A bracket: the matches of each round, in columns. `title` is empty where there is only one bracket.

    Match i of a round with m matches leads to match i·n // m of a following round with n matches.
    """

    columns: tuple[tuple[Bout, ...], ...]
    title: str = ""


class Final(NamedTuple):
    """The last match, to which all trees lead."""

    title: str
    line: str = ""
    bout: Bout = Bout()


class Cross(msgspec.Struct, frozen=True):
    """The table of a round robin: `cells[row][column]` is the score of the row's name against the column's.

    A cell is empty before its match. `now` are the rows of the names that play; `points` is a text a name. `note` says
    what decides between equals.
    """

    names: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    points: tuple[str, ...]
    points_title: str = ""
    now: tuple[int, int] | None = None
    note: str = ""


class Standing(msgspec.Struct, frozen=True):
    """A row of the standings: the place, the name, a text for each column; `is_out`: the name has left."""

    place: str
    name: str
    figures: tuple[str, ...]
    is_out: bool = False


class Standings(msgspec.Struct, frozen=True):
    """The standings of a Swiss tournament; `heads` are the titles of the figures' columns, and `note` explains them."""

    heads: tuple[str, ...]
    rows: tuple[Standing, ...]
    note: str = ""


class Pairings(msgspec.Struct, frozen=True):
    """Matches below each other: those of a round."""

    title: str
    bouts: tuple[Bout, ...]


class TournamentPage(msgspec.Struct, frozen=True):
    """A tournament. It has trees and a final, or a cross table, or standings; the last two with a round's pairings.

    Trees beside a table are a play-off between its leaders, on pages of their own. `rule` says in words how it is
    played; `progress` how far it is.
    """

    title: str
    rule: str = ""
    now: Duel | None = None
    trees: tuple[Tree, ...] = ()
    final: Final | None = None
    cross: Cross | None = None
    standings: Standings | None = None
    pairings: Pairings | None = None
    progress: str = ""


class ResultLine(msgspec.Struct, frozen=True):
    """A result in the list of all. `key` identifies it; taking it back removes `falls` later ones."""

    key: str
    label: str
    bout: Bout
    falls: int = 0


class ChampionPage(msgspec.Struct, frozen=True):
    """The end of a tournament: the champion's name with the seat of the last match, and who came after.

    `places` are the next places with their names, the second first. `has_photo`: there is room for a photo.
    """

    title: str
    name: str
    seat: int
    line: str = ""
    places: tuple[tuple[str, str], ...] = ()
    has_photo: bool = False
