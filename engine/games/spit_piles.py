"""The stock piles of Spit: laying out a seat's cards, and testing whether a seat can still help itself (SPIT-7).

Invariant: a stock pile is some face-down cards with face-up cards of one rank on top of them: a single card, or several
after ``stack_equals``. The test for being stuck relies on it.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Final

from engine.cards import DOWN, bare
from engine.table import Zone

SIZES: Final = (1, 2, 3, 4, 5)
"""The cards of each stock pile in a full layout (SPIT-1)."""


def lay_out(cards: Sequence[str], sizes: Sequence[int] = SIZES) -> tuple[list[Zone], Zone]:
    """Deal a seat's face-down cards (bottom to top) from the top into stock piles; return the piles and the rest.

    Row by row: one card on every pile, then one on every pile that takes a second, and so on, until the layout is full
    or the cards run out (SPIT-1, SPIT-12). The top card of each pile is face up.
    """
    piles = [_top_up([cards[place] for place in places]) for places in _places(len(cards), tuple(sizes))]
    return piles, tuple(cards[: -sum(sizes)])


@lru_cache(maxsize=512)  # hands of up to 208 cards, for a handful of layouts
def _places(cards: int, sizes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return each stock pile's card indices in a hand of this size; cached, since they are the same in every deal."""
    left = list(range(cards))
    piles: list[list[int]] = [[] for _ in sizes]
    for row in range(max(sizes)):
        for pile, size in zip(piles, sizes, strict=True):
            if size > row and left:
                pile.append(left.pop())
    return tuple(map(tuple, piles))


def _top_up(pile: list[str]) -> Zone:
    return (*pile[:-1], bare(pile[-1])) if pile else ()


def can_help_itself(piles: Sequence[Zone], taken: AbstractSet[str], stacks: bool) -> bool:
    """Return whether some sequence of own turns, moves and stacks leads to a turn or a play (SPIT-7).

    ``piles`` are the seat's own, ``taken`` the cards that some spit pile accepts now, ``stacks`` is the option
    ``stack_equals``. Mostly one look at the tops decides it: a face-down top can be turned, a fitting top can be
    played. Without either, only uncovering a card helps:

    - Cards can be shifted only into a space or, with ``stacks``, onto an equal top.
    - With a space, the face-up cards of any one pile, being of one rank, can all move there (the first, and the others
      stacked on it). Without a space but with two equal tops, one pile's face-up cards move onto the other's, which
      turns up a card there or, if nothing is under them, makes a space.
    - So if cards can be shifted at all, every card under face-up cards can be reached: any face-down card is enough. A
      face-up card under an equal helps only where it alone fits, by its colour.
    """
    for cards in piles:
        if cards:
            top = cards[-1]
            if top in taken or top[0] == DOWN:
                return True
    if not can_make_space(piles, stacks):
        return False
    if any(cards and cards[0][0] == DOWN for cards in piles):
        return True
    return stacks and any(card in taken for cards in piles for card in cards)


def can_make_space(piles: Sequence[Zone], stacks: bool) -> bool:
    """Return whether there is a space, or stacking makes one or uncovers a card (SPIT-7, SPIT-16).

    In the layout with refills every card of a stock pile is face up, so that a whole pile can be stacked away and a
    spit card turned up in its place.
    """
    return not all(piles) or (stacks and _has_equal_tops(piles))


def _has_equal_tops(piles: Sequence[Zone]) -> bool:
    tops = [cards[-1][0] for cards in piles if cards]
    return len(set(tops)) < len(tops)
