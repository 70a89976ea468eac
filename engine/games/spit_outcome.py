"""How a game of Spit ends: without cards, or after so many deals (SPIT-15, SPIT-26, GEN-8)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.game import Outcome
from engine.table import Table

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.spit import Spit

REVERSE_DEALS: Final = 40
"""Reverse Spit can go to and fro without end; after this many deals the most cards win (SPIT-26)."""


def outcome(game: "Spit", table: Table) -> Outcome | None:
    """Return the outcome (SPIT-15): a seat without cards, or the fewest after ``length`` deals.

    In Reverse Spit a seat with all cards, or the most (SPIT-26).
    """
    left = game.figures(table)
    if 0 in left:
        return Outcome(left.index(max(left)), "all", left) if game.reverse else Outcome(left.index(0), "out", left)
    length = game.options["length"]
    if length == "full" and game.reverse:
        length = REVERSE_DEALS
    return Outcome(_ahead(game, left), "deals", left) if table.number("deal") == length else None


def standing(game: "Spit", table: Table) -> Outcome:
    """Return the outcome at the cap (GEN-8): the fewest own cards win, in Reverse Spit the most."""
    left = game.figures(table)
    return Outcome(_ahead(game, left), "cap", left)


def _ahead(game: "Spit", left: Sequence[int]) -> int | None:
    """Return the seat with the fewest cards, in Reverse Spit the most; None for a tie."""
    best = max(left) if game.reverse else min(left)
    return left.index(best) if left.count(best) == 1 else None
