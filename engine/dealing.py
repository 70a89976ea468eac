"""Dealing, as several games do it: the draw for the first dealer, and cards dealt round the table."""

from collections.abc import Callable, Sequence

from engine.cards import DOWN, rank
from engine.chance import Chance
from engine.table import Draft, Table, Zone


def draw_for_dealer(draft: Draft, chance: Chance, seats: int, worth: Callable[[str], int] = rank) -> None:
    """Each seat draws from ``deck`` into ``seatN.draw``; the lowest card deals, ace low, equals redraw (SPEED-2).

    ``worth`` is what a card counts, given its code, where that is not its rank. A joker counts as the lowest of all.
    Sets ``dealer``. The deck must lie shuffled; should it run out before the draw is decided (only tiny decks do),
    chance decides among those still in it.
    """
    drawing = list(range(seats))
    while len(drawing) > 1 and len(draft.zones["deck"]) >= len(drawing):
        ranks = {}
        for seat in drawing:
            ranks[seat] = worth(draft.move_top("deck", f"seat{seat}.draw"))
            draft.turn_top(f"seat{seat}.draw")
        lowest = min(ranks.values())
        drawing = [seat for seat in drawing if ranks[seat] == lowest]
    dealer = drawing[0] if len(drawing) == 1 else drawing[chance.below(len(drawing), "dealer")]
    draft.set("dealer", dealer)


def draw_layout(deck: Sequence[str], chance: Chance, seats: int) -> dict[str, Zone]:
    """The layout before the first deal: the whole deck shuffled face down, and an empty place a seat to draw to."""
    shuffled = chance.order([card if card[0] == DOWN else DOWN + card for card in deck], "draw")
    return {"deck": shuffled, **{f"seat{seat}.draw": () for seat in range(seats)}}


def deal_round(cards: Sequence[str], seats: int, first: int) -> list[list[str]]:
    """The cards dealt one by one from the end of the sequence (the top), beginning with seat ``first``.

    Returns one list a seat, in the order in which the cards were dealt.
    """
    off_the_top = cards[::-1]
    return [list(off_the_top[(seat - first) % seats :: seats]) for seat in range(seats)]


def next_dealer(table: Table | Draft, seats: int) -> int:
    """Who deals next: the dealer the first time and after a void deal, else the one on the dealer's left."""
    dealer = table.number("dealer")
    again = not table.number("deal") or table.number("won") < 0
    return dealer if again else (dealer + 1) % seats
