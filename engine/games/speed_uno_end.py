"""The end of a hand and of a match (UNO-12, UNO-13, GEN-8)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.chance import Chance
from engine.game import Outcome, leaders
from engine.games import speed_uno_draw as draw
from engine.table import Draft, Table

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.speed_uno import SpeedUno


def go_out(game: "SpeedUno", draft: Draft, chance: Chance, winner: int) -> None:
    """Draw the cards owed, then score the others' cards for the winner (UNO-12)."""
    owed = draft.number("owed")
    if owed:
        draft.set("owed", 0)
        draw.draw_at_once(game, draft, chance, draft.number("turn"), owed)
    draft.score(winner, sum(game.points_in_hand(draft, seat) for seat in game.all_seats))
    _over(draft, winner)


def give_hand_to_fewest(game: "SpeedUno", draft: Draft) -> None:
    """Score for the seat with the fewest points its difference to each other seat; in a tie nobody wins (UNO-13)."""
    left = [game.points_in_hand(draft, seat) for seat in game.all_seats]
    winner = fewest(game, draft, game.all_seats)
    if winner is not None:
        draft.score(winner, sum(left) - game.seats * left[winner])
    _over(draft, winner)


def _over(draft: Draft, winner: int | None) -> None:
    draft.set("naming", -1)
    draft.set("must_draw", False)
    draft.set("exact", False)
    draft.set("glow", False)
    draft.set("won", -1 if winner is None else winner)
    if winner is None:
        draft.phase("void")
    draft.phase("over")


def fewest(game: "SpeedUno", table: Table | Draft, among: Sequence[int]) -> int | None:
    """Return the seat among these with the fewest points in hand, or None for a tie."""
    left = [game.points_in_hand(table, seat) for seat in among]
    return among[left.index(min(left))] if left.count(min(left)) == 1 else None


def outcome(game: "SpeedUno", table: Table) -> Outcome | None:
    """Return the outcome by hands if ``match_hands`` is set, else by points (UNO-12); a tie goes on."""
    scores = game.figures(table)
    hands, target = game.options["match_hands"], game.options["target"]
    assert isinstance(hands, int) and isinstance(target, int)
    is_over = table.number("deal") >= hands if hands else max(scores) >= target
    if not is_over or scores.count(max(scores)) > 1:
        return None
    return Outcome(scores.index(max(scores)), "deals" if hands else "points", scores)


def standing(game: "SpeedUno", table: Table) -> Outcome:
    """Return the outcome at the cap (GEN-8): the highest score, among equals the fewest points, else nobody.

    In the first edition of the rules the fewest points of all seats broke the tie.
    """
    scores = game.figures(table)
    ahead = leaders(scores)
    if len(ahead) == 1:
        return Outcome(ahead[0], "cap", scores)
    return Outcome(fewest(game, table, ahead if game.edition > 1 else game.all_seats), "cap", scores)
