"""The consequences of a command, and the end of a hand and of a match (UNO-12, UNO-13, GEN-8)."""

from engine.chance import Chance
from engine.game import Outcome, leaders
from engine.games.speed_uno import drawing
from engine.games.speed_uno.queries import fewest, points_in_hand
from engine.games.speed_uno.rules import SpeedUnoRules
from engine.table import Draft, Table


def settle(rules: SpeedUnoRules, draft: Draft, chance: Chance) -> None:
    """See ``Game.settle``: pay a fine, refill an empty draw pile, and end the hand if it is over.

    Only this function ends a hand, so the phase is still ``play``.
    """
    if draft.scalars["fine"]:
        drawing.pay_fine(rules, draft, chance)
    zones = draft.zones
    if not zones["draw"]:
        drawing.refill(draft, chance)
    for hand in rules.hands:
        if not zones[hand]:
            _go_out(rules, draft, chance, rules.hands.index(hand))
            return
    if draft.scalars["passes"] >= rules.seats:
        give_hand_to_fewest(rules, draft)


def _go_out(rules: SpeedUnoRules, draft: Draft, chance: Chance, winner: int) -> None:
    """Draw the cards owed, then score the others' cards for the winner (UNO-12)."""
    owed = draft.number("owed")
    if owed:
        draft.set("owed", 0)
        drawing.draw_at_once(rules, draft, chance, draft.number("turn"), owed)
    draft.score(winner, sum(points_in_hand(rules, draft, seat) for seat in rules.all_seats))
    _end_hand(draft, winner)


def give_hand_to_fewest(rules: SpeedUnoRules, draft: Draft) -> None:
    """Score for the seat with the fewest points its difference to each other seat; in a tie nobody wins (UNO-13)."""
    left = [points_in_hand(rules, draft, seat) for seat in rules.all_seats]
    winner = fewest(rules, draft, rules.all_seats)
    if winner is not None:
        draft.score(winner, sum(left) - rules.seats * left[winner])
    _end_hand(draft, winner)


def _end_hand(draft: Draft, winner: int | None) -> None:
    draft.set("naming", -1)
    draft.set("must_draw", False)
    draft.set("exact", False)
    draft.set("glow", False)
    draft.set("won", -1 if winner is None else winner)
    if winner is None:
        draft.phase("void")
    draft.phase("over")


def figures(rules: SpeedUnoRules, table: Table) -> tuple[int, ...]:
    """See ``Game.figures``: points."""
    return tuple(table.number(f"score.{seat}") for seat in rules.all_seats)


def outcome(rules: SpeedUnoRules, table: Table) -> Outcome | None:
    """Return the outcome by hands if ``match_hands`` is set, else by points (UNO-12); a tie goes on."""
    scores = figures(rules, table)
    hands = rules.options.match_hands
    is_over = table.number("deal") >= hands if hands else max(scores) >= rules.options.target
    if not is_over or scores.count(max(scores)) > 1:
        return None
    return Outcome(scores.index(max(scores)), "deals" if hands else "points", scores)


def standing(rules: SpeedUnoRules, table: Table) -> Outcome:
    """Return the outcome at the cap (GEN-8): the highest score, among equals the fewest points, else nobody.

    In the first edition of the rules the fewest points of all seats broke the tie.
    """
    scores = figures(rules, table)
    ahead = leaders(scores)
    if len(ahead) == 1:
        return Outcome(ahead[0], "cap", scores)
    return Outcome(fewest(rules, table, ahead if rules.edition > 1 else rules.all_seats), "cap", scores)
