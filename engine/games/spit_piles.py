"""The stock piles of Spit: how a seat's cards are laid out, and whether a seat can still help itself (SPIT-7).

A stock pile is always some face-down cards with face-up cards of one rank on top of them: one alone, or several once
``stack_equals`` has put them there. What follows about being stuck rests on that.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Final

from engine.cards import DOWN, bare
from engine.table import Zone

SIZES: Final = (1, 2, 3, 4, 5)
"""The cards of each stock pile in a full layout (SPIT-1)."""


def lay_out(cards: Sequence[str], sizes: Sequence[int] = SIZES) -> tuple[list[Zone], Zone]:
    """A seat's face-down cards (bottom to top) dealt from the top into stock piles; returns those, and what is left.

    Row by row: one card on every pile, then one on every pile that takes a second, and so on, until the layout is full
    or the cards run out (SPIT-1, SPIT-12). The top card of each pile lies face up.
    """
    piles = [_top_up([cards[place] for place in places]) for places in _places(len(cards), tuple(sizes))]
    return piles, tuple(cards[: -sum(sizes)])


@cache
def _places(cards: int, sizes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Where in a hand of so many the cards of each stock pile lie; the same in every deal."""
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
    """SPIT-7: True if some sequence of own turns, moves and stacks leads to a turn or a play.

    ``piles`` are the seat's own, ``taken`` the cards that some spit pile takes now, ``stacks`` is the option
    ``stack_equals``. Mostly one look at the tops answers it: a face-down one can be turned, a fitting one be played.
    If neither is there, nothing is gained but by uncovering a card:

    - Cards can be shifted only into a space or, with ``stacks``, onto an equal top.
    - With a space, the face-up cards of any one pile, being of one rank, can all go there (one, and the others stacked
      on it). Without one but with two equal tops, one pile's face-up cards go onto the other's, which turns up a card
      there or, if nothing lies under them, makes a space.
    - So as soon as cards can be shifted at all, every card under face-up ones can be reached: a face-down card anywhere
      is enough. A face-up card that an equal covers helps only where it alone fits, by its colour.
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
    """SPIT-7, SPIT-16: True if there is a space, or if stacking makes one or uncovers what would lie in it.

    In the layout that is refilled every card of a stock pile lies face up, so that all of a pile can be stacked away,
    and a spit card be turned up there.
    """
    return not all(piles) or (stacks and _has_equal_tops(piles))


def _has_equal_tops(piles: Sequence[Zone]) -> bool:
    tops = [cards[-1][0] for cards in piles if cards]
    return len(set(tops)) < len(tops)
