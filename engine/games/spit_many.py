"""Spit for three or four: which seats are out, which pile each takes, and how the deal ends (SPIT-28).

There are as many spit piles as seats. A seat that runs out chooses one and sits out, while the others continue; the
last seat takes the rest. Scalars: ``place.N``, the seat's place once it is out, else 0; ``short.N``, true for a seat
that got no spit card in the deal and so started no pile; ``choose_by``, the end of a choice of pile (play clock, ns), 0
if there is none; ``choice``, the choosing seat, -1 for any of those with the fewest stock cards. During a choice
nothing else is legal, and the phase stays ``play``. ``finisher`` is the seat that has taken its pile when nobody can go
on (SPIT-9).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.chance import Chance
from engine.games import spit_running
from engine.games.spit_claim import CLAIM_NS, NOBODY
from engine.table import Draft, Table, Zone

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.spit import Spit


def deal_out(cards: Sequence[str], seats: int) -> tuple[list[Zone], Zone]:
    """Deal the first layout: equal shares, and the remaining cards, which are put under a spit pile."""
    even = len(cards) // seats * seats
    return [tuple(cards[seat:even:seats]) for seat in range(seats)], tuple(cards[even:])


def reset(game: "Spit", draft: Draft) -> None:
    """Set the scalars at the start of a deal: nobody is out; a seat without a spit card will start no pile."""
    draft.set("choose_by", 0)
    for seat, hand in enumerate(game.spits):
        draft.set(f"place.{seat}", 0)
        draft.set(f"short.{seat}", not draft.zones[hand])


def is_out(table: Table | Draft, seat: int) -> bool:
    """Return whether the seat has run out of stock cards and sits out."""
    return table.number(f"place.{seat}") > 0


def in_play(game: "Spit", table: Table | Draft) -> list[int]:
    """Return the seats that are not out."""
    return [seat for seat in game.all_seats if not is_out(table, seat)]


def is_choosing(table: Table | Draft) -> bool:
    """Return whether a seat is choosing a pile and the others wait."""
    return table.number("choose_by") > 0


def may_choose(game: "Spit", table: Table, seat: int) -> bool:
    """Return whether the seat may take a pile now; between seats with the fewest the first slap wins (SPIT-9)."""
    choice = table.number("choice")
    return is_choosing(table) and (choice == seat or (choice == NOBODY and seat in fewest(game, table)))


def end_of_deal(game: "Spit", draft: Draft, chance: Chance, now: int) -> bool:
    """Put out the seats with empty stock piles, one after the other; return whether nothing else follows now.

    If two run out at once (the layout with refills, SPIT-16), a lot decides which is first.
    """
    if is_choosing(draft):
        return True
    if draft.number("finisher") != NOBODY:
        wind_up(game, draft, chance)
        return True
    while out := [seat for seat in in_play(game, draft) if _is_bare(game, draft, seat)]:
        lot = chance.below(len(out), "finish", draft.number("deal"), len(in_play(game, draft)))
        _finish(game, draft, out[lot], chance, now)
        if draft.scalars["phase"] != "play" or is_choosing(draft):
            return True
    if len(in_play(game, draft)) == 1:
        wind_up(game, draft, chance)
        return True
    return False


def _is_bare(game: "Spit", draft: Draft, seat: int) -> bool:
    return not game.stock_left(draft, seat) and not (game.refills and draft.zones[game.spits[seat]])


def _finish(game: "Spit", draft: Draft, seat: int, chance: Chance, now: int) -> None:
    """Put a seat out: it chooses a pile, or takes none if it started none or only one is left (SPIT-14).

    A seat without any card has won the game; the others gather their cards before the outcome.
    """
    draft.set(f"place.{seat}", game.seats + 1 - len(in_play(game, draft)))
    _put_down(game, draft)
    if not draft.flag(f"short.{seat}") and len(game.spit_piles(draft)) > 1:
        draft.set("choice", seat)
        draft.set("choose_by", now + CLAIM_NS)
    elif not game.cards_left(draft, seat):
        wind_up(game, draft, chance)


def _put_down(game: "Spit", draft: Draft) -> None:
    """Reset shouts, runs, and the pile on which a seat spat alone (SPIT-8)."""
    game.lapse(draft)
    draft.set("stuck", False)
    draft.set("spit_on", "")
    spit_running.forget(game, draft)


def take(game: "Spit", draft: Draft, seat: int, pile: str) -> None:
    """Take the seat's chosen pile: after running out or, at the end, as the seat with the fewest stock cards."""
    draft.gather(pile, game.spits[seat])
    draft.set("choice", NOBODY)
    draft.set("choose_by", 0)
    if not is_out(draft, seat):
        draft.set("finisher", seat)


def give(game: "Spit", draft: Draft, chance: Chance) -> None:
    """Assign a pile after the time limit: the smallest; of equals the seat's own."""
    seat = draft.number("choice")
    if seat == NOBODY:
        able = fewest(game, draft)
        seat = able[chance.below(len(able), "pile", draft.number("deal"))]
    own = game.centres[seat]
    take(game, draft, seat, min(game.spit_piles(draft), key=lambda pile: (len(draft.zones[pile]), pile != own)))


def fewest(game: "Spit", table: Table | Draft) -> list[int]:
    """Return the seats in play with the fewest stock cards (SPIT-9)."""
    left = {seat: game.stock_left(table, seat) for seat in in_play(game, table)}
    return [seat for seat, cards in left.items() if cards == min(left.values())]


def share(game: "Spit", draft: Draft, chance: Chance, now: int) -> None:
    """Let the seat with the fewest stock cards choose first, if there are piles for all: nobody can go on (SPIT-9)."""
    _put_down(game, draft)
    first = fewest(game, draft)
    if len(game.spit_piles(draft)) < len(in_play(game, draft)):
        wind_up(game, draft, chance)
        return
    draft.set("choice", first[0] if len(first) == 1 else NOBODY)
    draft.set("choose_by", now + CLAIM_NS)


def wind_up(game: "Spit", draft: Draft, chance: Chance) -> None:
    """Share out the rest and end the deal: the fewer stock cards a seat has, the smaller its pile.

    At the cap this ends everything else in progress (GEN-8). With too few piles, the seats with the fewest cards take
    none. With too many, the last seat takes all that are left. Lots decide between equals.
    """
    _put_down(game, draft)
    draft.set("choice", NOBODY)
    draft.set("choose_by", 0)
    piles = sorted(game.spit_piles(draft), key=lambda pile: len(draft.zones[pile]))
    served = draft.number("finisher")
    lots = chance.order([str(seat) for seat in in_play(game, draft) if seat != served], "share", draft.number("deal"))
    order = sorted(map(int, lots), key=lambda seat: game.stock_left(draft, seat))
    for place, seat in enumerate(order):
        behind = len(order) - 1 - place
        if behind == 0:
            mine, piles = piles, []
        elif len(piles) > behind:
            mine, piles = piles[:1], piles[1:]
        else:
            mine = []
        for pile in mine:
            draft.gather(pile, game.spits[seat])
    for seat, hand in enumerate(game.spits):
        game.lower(draft, seat)
        for stock in game.stocks[seat]:
            draft.gather(stock, hand)
    first = [seat for seat in game.all_seats if draft.number(f"place.{seat}") == 1]
    draft.set("won", first[0] if first else NOBODY)
    draft.phase("over")
