"""Places, and the end of a deal and of a match of Speahx (SPX-12, GEN-8)."""

from collections.abc import Sequence

from engine.game import Outcome
from engine.games.speah.queries import cards_left, is_in
from engine.games.speah.rules import NOBODY, SpeahxRules
from engine.table import Draft, Table


def places(rules: SpeahxRules, table: Table | Draft) -> tuple[int, ...]:
    """Return the places in this deal: seats that are out in order, then by cards left; equals share a place."""
    left = [cards_left(rules, table, seat) for seat in rules.all_seats]
    still_in = [seat for seat in rules.all_seats if is_in(rules, table, seat)]
    first = rules.seats - len(still_in) + 1
    return tuple(
        table.number(rules.places[seat]) or first + sum(left[other] < left[seat] for other in still_in)
        for seat in rules.all_seats
    )


def end_deal(rules: SpeahxRules, draft: Draft) -> None:
    """Score the places; the last seat is the loser (SPX-12)."""
    in_deal = places(rules, draft)
    draft.set("wants", "")
    draft.set("left_suit", "")
    for seat, place in enumerate(in_deal):
        draft.score(seat, place)
    winner = _only_first(in_deal)
    draft.set("won", NOBODY if winner is None else winner)
    draft.set("loser", in_deal.index(max(in_deal)))
    draft.phase("over")


def cap(rules: SpeahxRules, draft: Draft) -> None:
    """End the deal at its cap: the seat without cards, or with the fewest, wins (GEN-8)."""
    draft.set("capped", True)
    end_deal(rules, draft)


def outcome(rules: SpeahxRules, table: Table) -> Outcome | None:
    """Return the outcome after ``deals`` deals: the lowest sum of places wins."""
    deals = rules.options.deals
    if table.number("deal") < deals:
        return None
    reason = "cap" if table.flag("capped") else "deals" if deals > 1 else "out"
    in_match = figures(rules, table)
    return Outcome(_only_first(in_match), reason, in_match)


def standing(rules: SpeahxRules, table: Table) -> Outcome:
    """Return the outcome by the present places (GEN-8)."""
    in_match = figures(rules, table)
    return Outcome(_only_first(in_match), "cap", in_match)


def figures(rules: SpeahxRules, table: Table) -> tuple[int, ...]:
    """See ``Game.figures``: the places in the match, 1 for the best."""
    scores = [table.number(f"score.{seat}") for seat in rules.all_seats]
    if table.phase not in ("over", "finished"):
        scores = [score + place for score, place in zip(scores, places(rules, table), strict=True)]
    return tuple(1 + sum(other < score for other in scores) for score in scores)


def _only_first(of_seats: Sequence[int]) -> int | None:
    """Return the seat with the first place; None if several share it."""
    return of_seats.index(1) if of_seats.count(1) == 1 else None
