"""Values for a screen besides the table: the layout of a hand under the card buttons, and the running timer.

A game makes them from a table (``Game.row``, ``Game.clock``), of which its screen may know everything.
"""

from typing import NamedTuple

from engine.cards import is_down
from engine.panel import CARDS
from engine.table import Zone

Slots = tuple[tuple[str, ...], ...]
"""The cards of each slot in the hand's order; () for a slot that is empty for a moment."""


class Row(NamedTuple):
    """The layout of a hand: CARD1 plays ``slots[first]``, and so on; LEFT and RIGHT scroll.

    ``lit`` are the indices of the slots that are playable now, also outside the visible five.
    """

    slots: Slots
    first: int = 0
    lit: tuple[int, ...] = ()

    @property
    def window(self) -> Slots:
        """The slots under CARD1 to CARD5; fewer where the hand ends."""
        return self.slots[self.first : self.first + len(CARDS)]


class Clock(NamedTuple):
    """A running timer: ``turn`` (the seat's time to play), ``match`` (the time to match a card, before the seat draws),
    ``name`` (the seat's time to choose). Both times in ns of the play clock."""

    kind: str
    seat: int
    begins: int
    ends: int


def unseen_row(cards: Zone) -> Row | None:
    """Return the row of a hand that this screen sees face down, one card per slot; None if all cards are visible."""
    return Row(tuple((card,) for card in cards)) if any(map(is_down, cards)) else None
