"""What turns in Speed when nobody can play: reserves, then the centre piles again, then the stocks (SPEED-7 to 10)."""

from typing import TYPE_CHECKING

from engine.chance import Chance
from engine.table import Draft

if TYPE_CHECKING:  # the game asks this module, and this module asks the game back
    from engine.games.speed import Speed


def turn_cards(game: "Speed", draft: Draft, chance: Chance) -> None:
    """The next card of each reserve; none left: recycle; no help in that: the stocks."""
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
    """SPEED-10: no card of any hand fits any card in the centre, so recycling cannot help."""
    hands = [draft.zones[slot][0] for slots in game.hands for slot in slots if draft.zones[slot]]
    lying = [card for pile in game.centres for card in draft.zones[pile]]
    return not any(card in game.fits[below] for card in hands for below in lying)


def _recycle(game: "Speed", draft: Draft, chance: Chance) -> None:
    """SPEED-9: the centre piles, or all of them but their tops, become new reserves."""
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
    """SPEED-10: each stock's top onto the own centre pile; no stock left: fewest cards win, equal is void."""
    stocks = [seat for seat in range(game.seats) if draft.zones[game.stocks[seat]]]
    if not stocks:
        draft.say(-1, "dead_end")
        game.give_deal(draft, game.fewest(draft, game.all_seats))
        return
    for seat in stocks:
        _turn_onto(game, draft, game.stocks[seat], game.centres[seat])
