"""A seat's cards on its buttons in Speahx: their order, the window of five, the marked cards, and the open menu."""

from functools import lru_cache
from typing import Final

from engine.cards import rank, suit
from engine.games.speah.rules import SpeahxRules
from engine.panel import CARDS, LEFT
from engine.table import Draft, Table, Zone

WINDOW: Final = len(CARDS)
"""A hand may be longer than five: CARD1 to CARD5 show this many of its cards."""
MOVES: Final = ("chance", "pick_up", "table")
"""The moves of the menu, in the order of CARD1 to CARD3."""


def arranged(rules: SpeahxRules, table: Table, seat: int) -> tuple[str, ...]:
    """Return the seat's cards in the order of its buttons and its screen: drawn cards, then the hand by rank.

    Only for the seat itself: a hidden hand (GEN-4) has no order.
    """
    return table.zones[rules.chances[seat]] + _by_rank(table.zones[rules.hands[seat]])


@lru_cache(maxsize=128)
def _by_rank(hand: Zone) -> Zone:
    """Return the hand in order; cached, because each of the eight keys needs it."""
    return tuple(sorted(hand, key=lambda card: (rank(card), suit(card), card)))


def marked(rules: SpeahxRules, table: Table, seat: int) -> tuple[str, ...]:
    """Return the cards that the seat has marked, in the order of marking."""
    return tuple(table.text(rules.marks[seat]).split())


def first_shown(rules: SpeahxRules, table: Table, seat: int, count: int) -> int:
    """Return the index of the first item in the window, of ``count`` items."""
    return min(table.number(rules.scrolls[seat]), max(count - WINDOW, 0))


def scrolled(first: int, button: str, count: int) -> int:
    """Return the start of the window after LEFT or RIGHT, which move it by five."""
    step = -WINDOW if button == LEFT else WINDOW
    return max(0, min(first + step, count - WINDOW))


def reset_window(rules: SpeahxRules, draft: Draft, seat: int) -> None:
    """Unmark all cards, scroll the hand to its beginning, close the menu."""
    draft.set(rules.marks[seat], "")
    draft.set(rules.scrolls[seat], 0)
    draft.set(rules.menus[seat], "")
