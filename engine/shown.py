"""What a screen is told beside the table: how a hand lies under the card buttons, and what runs out just now.

Values only; a game makes them from a table (``Game.row``, ``Game.clock``), of which its screen may know everything.
"""

from typing import NamedTuple

from engine.cards import is_down
from engine.panel import CARDS
from engine.table import Zone

Slots = tuple[tuple[str, ...], ...]
"""The cards of each slot in the hand's order; () for one that stays empty for a moment."""


class Row(NamedTuple):
    """A hand as its seat's buttons have it: CARD1 stands for ``slots[first]``, and so on; LEFT and RIGHT scroll.

    ``lit`` are the places of the slots that could be played now, wherever the hand is scrolled to.
    """

    slots: Slots
    first: int = 0
    lit: tuple[int, ...] = ()

    @property
    def window(self) -> Slots:
        """What lies under CARD1 to CARD5; shorter where the hand ends."""
        return self.slots[self.first : self.first + len(CARDS)]


class Clock(NamedTuple):
    """What runs out just now: ``turn`` (the seat's time to play), ``match`` (the time of those who match, before the
    seat draws), ``name`` (its time to choose). Both moments in ns of the play clock."""

    kind: str
    seat: int
    begins: int
    ends: int


def unseen_row(cards: Zone) -> Row | None:
    """The row of a hand of which some card lies face down on this screen, slot by slot; None if all can be seen."""
    return Row(tuple((card,) for card in cards)) if any(map(is_down, cards)) else None
