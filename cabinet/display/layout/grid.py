"""The grid: the lengths that determine every box of a layout, and the operations that all layouts share."""

import msgspec

from cabinet.display.layout.boxes import Box, Boxes, px, row, scale_of
from cabinet.display.layout.parts import Board, SeatLayout

SMALLEST_GAP = 3
"""Minimum gap between the cards of a row, in px."""
SMALLEST_LIFT = 2
"""Minimum lift of an armed card, in px."""


class Grid(msgspec.Struct, frozen=True):
    """Lengths in px; 0 for a length that a layout does not use. `card`, `pile` and `small` are sizes (width, height).

    `edge` separates the screen's edge and the keys, `gap` a card and its key, `pad` larger parts; `margin` is the space
    beside the outermost parts. `key` is the height of a soft-key, `head` the height of the area above a seat's cards,
    `foot` of the area below them. `half` is the width of a person's cards where two sit beside each other.
    """

    size: tuple[int, int]
    edge: int
    key: int
    gap: int
    pad: int
    card: tuple[int, int]
    row_gap: int
    lift: int
    margin: int = 0
    pile: tuple[int, int] = (0, 0)
    small: tuple[int, int] = (0, 0)
    head: int = 0
    foot: int = 0
    half: int = 0

    @property
    def width(self) -> int:
        """Width of the screen, in px."""
        return self.size[0]

    @property
    def height(self) -> int:
        """Height of the screen, in px."""
        return self.size[1]

    @property
    def scale(self) -> float:
        """How much larger than 800×480 the screen is."""
        return scale_of(self.size)

    def px(self, at_800: float, least: int = 1) -> int:
        """Return a length given for 800×480 on this screen, at least `least`, in px."""
        return px(self.scale, at_800, least)

    def row_width(self, cards: int) -> int:
        """Return the width of `cards` cards side by side with their gaps."""
        return cards * self.card[0] + (cards - 1) * self.row_gap

    def row_at_foot(self, cards: int) -> tuple[Boxes, Boxes]:
        """Return cards side by side in the middle of the lower edge, and the key below each."""
        key_y = self.height - self.edge - self.key
        x, y = (self.width - self.row_width(cards)) // 2, key_y - self.gap - self.card[1]
        slots = row(x, y, self.card, cards, self.row_gap)
        return slots, tuple(Box(slot.x, key_y, slot.w, self.key) for slot in slots)

    def two_rows(self, x: int, y: int, cards: int) -> tuple[Boxes, Boxes]:
        """Return the cards of a half of the screen at (x, y), fewer of them in a second row, and the key below each."""
        low = cards // 2
        low_x = x + (self.half - self.row_width(low)) // 2
        low_y = y + self.card[1] + self.gap + self.key + self.pad + self.lift
        slots = (*row(x, y, self.card, cards - low, self.row_gap), *row(low_x, low_y, self.card, low, self.row_gap))
        return slots, tuple(Box(slot.x, slot.bottom + self.gap, slot.w, self.key) for slot in slots)

    def turn(self, box: Box) -> Box:
        """Return the box on the screen rotated by 180 degrees."""
        return box.turned(*self.size)

    def mirror(self, box: Box) -> Box:
        """Return the box mirrored from one horizontal edge to the other; its content stays upright."""
        return Box(box.x, self.height - box.bottom, box.w, box.h)

    def notice(self, x: int, card_y: int, width: int) -> Box:
        """Return the box of a notice over a row of cards: below the index, and above most of the suit."""
        return Box(x, card_y + round(self.card[0] * 0.58), width, round(self.card[0] * 0.3))

    def centred_notice(self, card_y: int) -> Box:
        """Return the box of a notice, three cards wide, in the middle of a row that fills the screen's width."""
        width = 3 * self.card[0]
        return self.notice((self.width - width) // 2, card_y, width)

    def band(self, near: SeatLayout, far_bottom: int) -> Box:
        """Return the lane from `far_bottom` to the near row, clear of that row's lifted cards."""
        return Box(0, far_bottom, self.width, near.slots[0].y - self.lift - 1 - far_bottom)

    def halves(self, box: Box) -> tuple[Board, Board]:
        """Return a board for each side of a cocktail table, in the nearer half of the box."""
        half = Box(box.x, self.height // 2, box.w, box.bottom - self.height // 2)
        return Board(half), Board(self.turn(half), turned=True)

    def dialogs(self, *, cocktail: bool = False) -> tuple[Board, ...]:
        """Return the boards of a dialog over the whole table; on a cocktail table, one for each side."""
        if not cocktail:
            return (Board(Box(0, 0, *self.size).inset(self.width // 9, self.height // 7)),)
        margin = self.px(12, 5)
        top = self.height // 2 + margin // 2
        near = Box(margin, top, self.width - 2 * margin, self.height - top - margin)
        return Board(near), Board(self.turn(near), turned=True)


def row_gap(card_width: int, share: float) -> int:
    """Return the gap between cards of a row, given as a share of a card's width."""
    return max(SMALLEST_GAP, int(card_width * share))


def lift(card_width: int, share: float) -> int:
    """Return the lift of an armed card, given as a share of a card's width."""
    return max(SMALLEST_LIFT, round(card_width * share))
