"""The end of a deal and of a game of Spit (SPIT-9, SPIT-10, SPIT-14, SPIT-15, SPIT-26, GEN-8)."""

from collections.abc import Mapping, Sequence

from engine.chance import Chance
from engine.game import Outcome
from engine.games.spit import claiming, many_seats
from engine.games.spit.queries import cards_left, stock_left
from engine.games.spit.rules import SpitRules
from engine.panel import Command
from engine.table import Draft, Table


def end_of_deal(rules: SpitRules, draft: Draft, chance: Chance, now: int) -> bool:
    """End the deal if a seat's stock piles are all empty (SPIT-10, SPIT-14).

    Two seats at once (their last spit cards turned together, in the layout with refills): no seat finished before the
    other, so the piles are shared as between equals (SPIT-9).
    """
    if rules.is_many:
        return many_seats.end_of_deal(rules, draft, chance, now)
    zones = draft.zones
    for stocks in rules.stocks:
        for stock in stocks:
            if zones[stock]:
                break
        else:
            break
    else:  # the usual case
        return False
    out = [seat for seat in rules.all_seats if not stock_left(rules, draft, seat)]
    if rules.refills:
        out = [seat for seat in out if not zones[rules.spits[seat]]]
    if not out:
        return False
    if len(out) == 1:
        claiming.finish(rules, draft, out[0], now)
    else:
        claiming.share(rules, draft, chance)
    return True


def cap(rules: SpitRules, draft: Draft, chance: Chance) -> None:
    """End the deal as if nobody could go on (SPIT-9, GEN-8); with more than two seats nobody chooses a pile."""
    if rules.is_many:
        many_seats.wind_up(rules, draft, chance)
    else:
        claiming.share(rules, draft, chance)


def figures(rules: SpitRules, table: Table) -> tuple[int, ...]:
    """See ``Game.figures``: cards left."""
    return tuple(cards_left(rules, table, seat) for seat in rules.all_seats)


def outcome(rules: SpitRules, table: Table) -> Outcome | None:
    """Return the outcome (SPIT-15): a seat without cards, or the fewest after ``length`` deals.

    In Reverse Spit a seat with all cards, or the most (SPIT-26).
    """
    left = figures(rules, table)
    if 0 in left:
        if rules.is_reverse:
            return Outcome(left.index(max(left)), "all", left)
        return Outcome(left.index(0), "out", left)
    return Outcome(_ahead(rules, left), "deals", left) if table.number("deal") == rules.last_deal else None


def standing(rules: SpitRules, table: Table) -> Outcome:
    """Return the outcome at the cap (GEN-8): the fewest own cards win, in Reverse Spit the most."""
    left = figures(rules, table)
    return Outcome(_ahead(rules, left), "cap", left)


def _ahead(rules: SpitRules, left: Sequence[int]) -> int | None:
    """Return the seat with the fewest cards, in Reverse Spit the most; None for a tie."""
    best = max(left) if rules.is_reverse else min(left)
    return left.index(best) if left.count(best) == 1 else None


def dead_heat(table: Table, commands: Mapping[int, Command]) -> int | None:
    """Give a slap in a dead heat to the finisher (SPIT-10); all other dead heats are drawn."""
    finisher = table.number("finisher")
    return finisher if table.phase == "slap" and finisher in commands else None
