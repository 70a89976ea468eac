"""Dealing procedures shared by several games: the draw for the first dealer, and dealing cards round the table."""

from collections.abc import Callable, Sequence

from engine.cards import DOWN, rank
from engine.chance import Chance
from engine.table import Draft, Table, Zone


def draw_for_dealer(draft: Draft, chance: Chance, seats: int, worth: Callable[[str], int] = rank) -> None:
    """Draw from ``deck`` into ``seatN.draw`` for each seat; the lowest card deals, ace low, equals redraw (SPEED-2).

    ``worth`` returns a card's value, given its code, where that differs from its rank. A joker is the lowest of all.
    Sets ``dealer``. The deck must be shuffled. If it runs out before the draw is decided (only with tiny decks), chance
    decides among the seats still drawing.
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
    """Return the layout before the first deal: the whole deck shuffled face down, and an empty draw zone per seat."""
    shuffled = chance.order([card if card[0] == DOWN else DOWN + card for card in deck], "draw")
    return {"deck": shuffled, **{f"seat{seat}.draw": () for seat in range(seats)}}


def deal_round(cards: Sequence[str], seats: int, first: int) -> list[list[str]]:
    """Deal the cards one by one from the end of the sequence (the top), beginning with seat ``first``.

    Returns one list per seat, in the order of dealing.
    """
    off_the_top = cards[::-1]
    return [list(off_the_top[(seat - first) % seats :: seats]) for seat in range(seats)]


def next_dealer(table: Table | Draft, seats: int) -> int:
    """Return the next dealer: the same before the first deal and after a void one, else the next seat to the left."""
    dealer = table.number("dealer")
    again = not table.number("deal") or table.number("won") < 0
    return dealer if again else (dealer + 1) % seats
