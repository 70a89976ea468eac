"""The values that screens are filled from: the pairing that is up, brackets, tables, results, progress."""

from typing import Literal, NamedTuple

from msgspec import Struct

from cabinet.strings.catalogue import word

Stage = Literal["queue", "knockout", "winners", "losers", "final", "reset", "round", "playoff", "party"]
Stake = Literal["stays", "all_change", "leads", "advances", "point", "reset", "title"]
"""The consequence of winning the match: `leads`: the series goes on; `reset`: a second final; `title`: all is won."""

DecidedBy = Literal["", "played", "no_show", "walkover", "bye", "void", "not_needed"]
"""The manner in which a series was decided; "": it is not."""

BoxState = Literal["done", "now", "next", "open", "bye", "none"]
"""`next`: comes after `now`; `open`: is to be played later; `bye`: a name without an opponent; `none`: nobody."""


Part = Literal["knockout", "winners", "losers", "final", "rounds", "playoff"]
"""A part of a tournament that has a bracket of its own."""


class Pairing(Struct, frozen=True):
    """The match that is up, or one that may be: entrants, names and stakes by seat. In a party seat 0 is team 0.

    `wins`: in the series so far; `again`: how many of its matches had no winner and were played again; `missed`: how
    many calls each has missed, of a series in all, else in a row. `moves`: whether each sat at the other seat last.
    """

    entrants: tuple[int, int]
    names: tuple[str, str]
    stage: Stage
    stakes: tuple[Stake, Stake]
    series: str = ""
    round: int = 1
    best_of: int = 1
    wins: tuple[int, int] = (0, 0)
    again: int = 0
    missed: tuple[int, int] = (0, 0)
    moves: tuple[bool, bool] = (False, False)


class MissedCall(Struct, frozen=True):
    """The call that somebody has missed last, by the id of its line in the journal, and how many were missed with it.

    `is_lost`: the name is out by it, or the series is lost, to `winner`. `also` has missed the call before it, or the
    same. With 0 `times` the name stepped out by itself.
    """

    match: str
    name: str
    times: int
    is_lost: bool
    winner: str = ""
    also: str = ""


class Chooser(Struct, frozen=True):
    """Who chooses the next game: the loser of the match of that id, still at the seat."""

    name: str
    seat: int
    match: str


class Box(Struct, frozen=True):
    """A series in a bracket, in place `row` (from 0) of its column's `rows`.

    Names are "" where they are unknown or deleted. `winner`: 0, 1 or None; `winner_to` and `loser_to`: ids of boxes.
    `out`: who has left, or was deleted or merged into another name.
    """

    id: str
    names: tuple[str, str]
    wins: tuple[int, int]
    state: BoxState
    by: DecidedBy
    winner: int | None
    row: int
    best_of: int
    winner_to: str = ""
    loser_to: str = ""
    if_needed: bool = False
    out: tuple[bool, bool] = (False, False)


class Column(Struct, frozen=True):
    """A round. Box `row` of `rows` is centred at ``(row + 0.5) / rows`` of the height, the same all evening."""

    stage: Stage
    round: int
    rows: int
    boxes: tuple[Box, ...]


class Bracket(Struct, frozen=True):
    """A part of a tournament with columns from left to right."""

    part: Part
    columns: tuple[Column, ...]


class Row(Struct, frozen=True):
    """A line of a table. `tie_breaks`: by the names in `Evening.tie_breaks`; `won`, `lost`: series in a tournament,
    matches elsewhere; `matches`: won and lost at the cabinet; `is_in`: has not left and is not beaten."""

    place: int
    name: str
    played: int
    won: int
    lost: int
    points: int
    tie_breaks: tuple[int, ...]
    matches: tuple[int, int]
    is_in: bool
    side: int = 0


class Progress(NamedTuple):
    """The number of the match that is up (or of the last), and of how many at most; None: no end is set."""

    number: int
    most: int | None


class Played(Struct, frozen=True):
    """A result or a no-show in the order of the evening. `winner` and `absent`: a name or ""; `match`: its id."""

    match: str
    names: tuple[str, str]
    winner: str
    absent: str
    stage: Stage
    round: int
    by_hand: bool


class SeatHolder(Struct, frozen=True):
    """The holder of a queue's seat: name, seat, wins in a row, and the streak that ends it (0: none)."""

    name: str
    seat: int
    streak: int
    limit: int


class Team(Struct, frozen=True):
    """A team of a party: names in the order of their turns, and the matches won."""

    names: tuple[str, ...]
    score: int


class UndoConsequences(Struct, frozen=True):
    """The consequences of taking something back: the ids that fall with it, rounds to be paired anew, and whether the
    table is open again."""

    matches: tuple[str, ...] = ()
    rounds: tuple[int, ...] = ()
    leaders: bool = False


# -- Their texts -------------------------------------------------------------------------------------


def stage_text(pairing: Pairing) -> str:
    """Return where a match stands: ROUND 2, BEATEN ONCE, ROUND 3, FINAL."""
    return word(f"evening.stage.{pairing.stage}", round=pairing.round)


def stake_text(pairing: Pairing, seat: int) -> str:
    """Return the consequence of a win for a seat: WINNER STAYS, ONE MORE WIN, CHAMPION."""
    return word(f"evening.stake.{pairing.stakes[seat]}", best_of=pairing.best_of)
