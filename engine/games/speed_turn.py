"""Turning cards in Speed when nobody can play: reserves, recycled centre piles, then the stocks (SPEED-7 to 10)."""

from typing import TYPE_CHECKING

from engine.chance import Chance
from engine.table import Draft

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.speed import Speed


def turn_cards(game: "Speed", draft: Draft, chance: Chance) -> None:
    """Turn the next card of each reserve; if none are left, recycle; if that cannot help, turn the stocks."""
    if not any(draft.zones[reserve] for reserve in game.reserves):
        if _is_dead_end(game, draft):
            _turn_stocks(game, draft)
            return
        _recycle(game, draft, chance)
    for reserve, centre in zip(game.reserves, game.centres, strict=True):
        if draft.zones[reserve]:
            _turn_onto(game, draft, reserve, centre)


def _turn_onto(game: "Speed", draft: Draft, source: str, centre: str) -> None:
    draft.deal_up(source, centre)
    if game.declares:
        draft.set(f"declared.{centre[-1]}", "")


def _is_dead_end(game: "Speed", draft: Draft) -> bool:
    """Return whether no card of any hand fits any card in the centre, so that recycling cannot help (SPEED-10)."""
    hands = [draft.zones[slot][0] for slots in game.hands for slot in slots if draft.zones[slot]]
    lying = [card for pile in game.centres for card in draft.zones[pile]]
    return not any(card in game.fits[below] for card in hands for below in lying)


def _recycle(game: "Speed", draft: Draft, chance: Chance) -> None:
    """Make new reserves of the centre piles, or of all their cards but the tops (SPEED-9)."""
    keep = game.options["recycle"] == "keep_tops" and any(len(draft.zones[pile]) > 1 for pile in game.centres)
    first = game.reserves[0]
    for pile in game.centres:
        kept = draft.zones[pile][-1:]
        draft.gather(pile, first)
        if keep and kept:
            draft.move(kept[0], first, pile)
            draft.turn_top(pile)
    draft.shuffle(first, chance.order([card[1:] for card in draft.zones[first]], "shuffle", draft.shuffles))
    cards = len(draft.zones[first])
    for place, reserve in enumerate(game.reserves[1:], start=1):
        for _ in range((cards + game.seats - 1 - place) // game.seats):
            draft.move_top(first, reserve)


def _turn_stocks(game: "Speed", draft: Draft) -> None:
    """Turn each stock's top onto its own centre pile; without stocks, fewest cards win, equal is void (SPEED-10)."""
    stocks = [seat for seat in range(game.seats) if draft.zones[game.stocks[seat]]]
    if not stocks:
        draft.say(-1, "dead_end")
        game.give_deal(draft, game.fewest(draft, game.all_seats))
        return
    for seat in stocks:
        _turn_onto(game, draft, game.stocks[seat], game.centres[seat])
