"""Spit for three or four: which seats are out, which pile each takes, and how the deal ends (SPIT-28).

There are as many spit piles as seats. A seat that runs out chooses one and sits out, while the others continue; the
last seat takes the rest. Scalars: ``place.N``, the seat's place once it is out, else 0; ``short.N``, true for a seat
that got no spit card in the deal and so started no pile; ``choose_by``, the end of a choice of pile (play clock, ns), 0
if there is none; ``choice``, the choosing seat, -1 for any of those with the fewest stock cards. During a choice
nothing else is legal, and the phase stays ``play``. ``finisher`` is the seat that has taken its pile when nobody can go
on (SPIT-9).
"""

from engine.chance import Chance
from engine.games.spit.cancelling import disarm, stop_play
from engine.games.spit.queries import cards_left, is_out, spit_piles, stock_left
from engine.games.spit.rules import CLAIM_NS, NOBODY, SpitRules
from engine.table import Draft, Table


def reset(rules: SpitRules, draft: Draft) -> None:
    """Set the scalars at the start of a deal: nobody is out; a seat without a spit card will start no pile."""
    draft.set("choose_by", 0)
    for seat, hand in enumerate(rules.spits):
        draft.set(f"place.{seat}", 0)
        draft.set(f"short.{seat}", not draft.zones[hand])


def in_play(rules: SpitRules, table: Table | Draft) -> list[int]:
    """Return the seats that are not out."""
    return [seat for seat in rules.all_seats if not is_out(table, seat)]


def fewest(rules: SpitRules, table: Table | Draft) -> list[int]:
    """Return the seats in play with the fewest stock cards (SPIT-9)."""
    left = {seat: stock_left(rules, table, seat) for seat in in_play(rules, table)}
    return [seat for seat, cards in left.items() if cards == min(left.values())]


def is_choosing(table: Table | Draft) -> bool:
    """Return whether a seat is choosing a pile and the others wait."""
    return table.number("choose_by") > 0


def may_choose(rules: SpitRules, table: Table, seat: int) -> bool:
    """Return whether the seat may take a pile now; between seats with the fewest the first slap wins (SPIT-9)."""
    choice = table.number("choice")
    return is_choosing(table) and (choice == seat or (choice == NOBODY and seat in fewest(rules, table)))


def end_of_deal(rules: SpitRules, draft: Draft, chance: Chance, now: int) -> bool:
    """Put out the seats with empty stock piles, one after the other; return whether nothing else follows now.

    If two run out at once (the layout with refills, SPIT-16), a lot decides which is first.
    """
    if is_choosing(draft):
        return True
    if draft.number("finisher") != NOBODY:
        wind_up(rules, draft, chance)
        return True
    while out := [seat for seat in in_play(rules, draft) if _is_bare(rules, draft, seat)]:
        lot = chance.below(len(out), "finish", draft.number("deal"), len(in_play(rules, draft)))
        _finish(rules, draft, out[lot], chance, now)
        if draft.scalars["phase"] != "play" or is_choosing(draft):
            return True
    if len(in_play(rules, draft)) == 1:
        wind_up(rules, draft, chance)
        return True
    return False


def _is_bare(rules: SpitRules, draft: Draft, seat: int) -> bool:
    return not stock_left(rules, draft, seat) and not (rules.refills and draft.zones[rules.spits[seat]])


def _finish(rules: SpitRules, draft: Draft, seat: int, chance: Chance, now: int) -> None:
    """Put a seat out: it chooses a pile, or takes none if it started none or only one is left (SPIT-14).

    A seat without any card has won the game; the others gather their cards before the outcome.
    """
    draft.set(f"place.{seat}", rules.seats + 1 - len(in_play(rules, draft)))
    stop_play(rules, draft)
    if not draft.flag(f"short.{seat}") and len(spit_piles(rules, draft)) > 1:
        draft.set("choice", seat)
        draft.set("choose_by", now + CLAIM_NS)
    elif not cards_left(rules, draft, seat):
        wind_up(rules, draft, chance)


def take_pile(rules: SpitRules, draft: Draft, seat: int, pile: str) -> None:
    """Take the seat's chosen pile: after running out or, at the end, as the seat with the fewest stock cards."""
    draft.gather(pile, rules.spits[seat])
    draft.set("choice", NOBODY)
    draft.set("choose_by", 0)
    if not is_out(draft, seat):
        draft.set("finisher", seat)


def give(rules: SpitRules, draft: Draft, chance: Chance) -> None:
    """Assign a pile after the time limit: the smallest; of equals the seat's own."""
    seat = draft.number("choice")
    if seat == NOBODY:
        able = fewest(rules, draft)
        seat = able[chance.below(len(able), "pile", draft.number("deal"))]
    own = rules.centres[seat]
    take_pile(rules, draft, seat, min(spit_piles(rules, draft), key=lambda pile: (len(draft.zones[pile]), pile != own)))


def share(rules: SpitRules, draft: Draft, chance: Chance, now: int) -> None:
    """Let the seat with the fewest stock cards choose first, if there are piles for all: nobody can go on (SPIT-9)."""
    stop_play(rules, draft)
    first = fewest(rules, draft)
    if len(spit_piles(rules, draft)) < len(in_play(rules, draft)):
        wind_up(rules, draft, chance)
        return
    draft.set("choice", first[0] if len(first) == 1 else NOBODY)
    draft.set("choose_by", now + CLAIM_NS)


def wind_up(rules: SpitRules, draft: Draft, chance: Chance) -> None:
    """Share out the rest and end the deal: the fewer stock cards a seat has, the smaller its pile.

    At the cap this ends everything else in progress (GEN-8). With too few piles, the seats with the fewest cards take
    none. With too many, the last seat takes all that are left. Lots decide between equals.
    """
    stop_play(rules, draft)
    draft.set("choice", NOBODY)
    draft.set("choose_by", 0)
    _share_out(rules, draft, chance)
    for seat, hand in enumerate(rules.spits):
        disarm(rules, draft, seat)
        for stock in rules.stocks[seat]:
            draft.gather(stock, hand)
    first = [seat for seat in rules.all_seats if draft.number(f"place.{seat}") == 1]
    draft.set("won", first[0] if first else NOBODY)
    draft.phase("over")


def _share_out(rules: SpitRules, draft: Draft, chance: Chance) -> None:
    """Put the piles under the spit cards of the seats that are still to take one."""
    piles = sorted(spit_piles(rules, draft), key=lambda pile: len(draft.zones[pile]))
    served = draft.number("finisher")
    lots = chance.order([str(seat) for seat in in_play(rules, draft) if seat != served], "share", draft.number("deal"))
    order = sorted(map(int, lots), key=lambda seat: stock_left(rules, draft, seat))
    for place, seat in enumerate(order):
        behind = len(order) - 1 - place
        if behind == 0:
            mine, piles = piles, []
        elif len(piles) > behind:
            mine, piles = piles[:1], piles[1:]
        else:
            mine = []
        for pile in mine:
            draft.gather(pile, rules.spits[seat])
