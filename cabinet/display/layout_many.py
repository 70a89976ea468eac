"""Three and four seats with cards in slots: two people as in `facing`, the others small at the ends of the middle.

The people have their rows and all their keys at their own edge, LEFT and RIGHT at either end of the row, since they
move an aim and belong to no pile. Every other seat has a block of small cards without keys. There are as many piles as
seats, with their reserve piles above them. `layout_many_beside` is the other arrangement.
"""

from dataclasses import dataclass, replace
from typing import Final

from cabinet.display.layout import ASPECT, Board, Box, Edge, Need, SeatLayout, TableLayout, card_size, px, row, scale_of

NOWHERE: Final = Box(0, 0, 0, 0)
GAP: Final = 0.105
"""Gap between cards of a row, in widths."""
LIFT: Final = 0.09
"""How far an armed card is lifted, in widths."""
ROW_SHARE: Final = 0.5
"""The part of the screen's width that a person's row takes."""
HEIGHT_SHARE: Final = 0.225
"""The part of the screen's height that a card in a row takes at most."""
END_SHARE: Final = 0.235
"""The part of the screen's width that a small seat takes."""
RESERVE: Final = 0.42
"""Width of a reserve pile's card, in widths of a pile."""
LARGEST_PILE: Final = 1.2
"""Width of a pile at most, in widths of a card in a row."""
MOST: Final = 4
"""Seats at most."""
ACROSS: Final = 3
"""Cards side by side in a small seat."""


@dataclass(frozen=True, slots=True)
class Measures:
    """Lengths in px from which a layout for many follows."""

    width: int
    height: int
    edge: int
    key: int
    gap: int
    pad: int
    margin: int
    head: int
    card: tuple[int, int]
    lift: int


def facing_many(size: tuple[int, int], need: Need, *, cocktail: bool, nearest: int = 0) -> TableLayout:
    """The layout for three or four seats of which two sit opposite each other."""
    m = _measures(size, need)
    near, board = _near(m, need)
    far, info = _far(m, near, board, cocktail=cocktail)
    top, bottom = far.slots[0].bottom + m.lift + 1, near.slots[0].y - m.lift - 1
    band = Box(0, top, m.width, bottom - top)
    end = int(m.width * END_SHARE) - m.margin
    room = Box(m.margin, band.y, end, band.h)
    blocks = [room, Box(m.width - m.margin - end, band.y, end, band.h)]
    others = [small_seat(seat, block, need.slots, m) for seat, block in zip(range(2, need.seats), blocks, strict=False)]
    if need.seats < MOST and not cocktail:  # the end that nobody has is the timing board's
        board = blocks[1].inset(m.gap, m.pad)
        near = replace(near, plate=_whole(near.plate, near.slots[0]))
    middle = Box(room.right + m.pad, band.y, m.width - 2 * (room.right + m.pad), band.h)
    piles, reserves, counts = _piles(m, need, middle)
    banner = Box(middle.x, piles[0].y, middle.w, piles[0].h)
    seats = (near, far) if not nearest else (replace(far, seat=0), replace(near, seat=1))
    return TableLayout(
        size=size,
        name="facing",
        scale=scale_of(size),
        card=m.card,
        pile=(piles[0].w, piles[0].h),
        small=(near.stock.w, near.stock.h),
        lift=m.lift,
        seats=(*seats, *others),
        band=band,
        piles=piles,
        reserves=reserves,
        reserve_counts=counts,
        boards=(Board(board), Board(info, turned=True)) if cocktail else (Board(board),),
        info=Board(info, turned=cocktail),
        banners=_halves(m, banner) if cocktail else (Board(banner),),
        sheets=_sheets(m, cocktail=cocktail),
    )


def _measures(size: tuple[int, int], need: Need) -> Measures:
    width, height = size
    scale = scale_of(size)
    by_width = width * ROW_SHARE / (need.slots + (need.slots - 1) * GAP)
    card = card_size(int(min(by_width, height * HEIGHT_SHARE / ASPECT)))
    return Measures(
        width, height, px(scale, 5, 3), px(scale, 24, 15), px(scale, 4, 2), px(scale, 8, 4), px(scale, 12, 5),
        px(scale, 26, 16), card, max(2, round(card[0] * LIFT)),
    )  # fmt: skip


def _near(m: Measures, need: Need) -> tuple[SeatLayout, Box]:
    """The near person's seat, and the room for the timing board above its plate."""
    step = max(3, int(m.card[0] * GAP))
    row_x = (m.width - need.slots * m.card[0] - (need.slots - 1) * step) // 2
    key_y = m.height - m.edge - m.key
    card_y = key_y - m.gap - m.card[1]
    slots = row(row_x, card_y, m.card, need.slots, step)
    keys = tuple(Box(slot.x, key_y, slot.w, m.key) for slot in slots)
    side = row_x - 2 * m.margin
    half = (side - m.gap) // 2
    left = Box(row_x - m.margin - half, key_y, half, m.key)
    right = Box(slots[-1].right + m.margin, key_y, half, m.key)
    action = Box(right.right + m.gap, key_y, side - half - m.gap, m.key)
    board, plate = _stacked(Box(m.margin, card_y, side, m.card[1]), m.gap)
    stock_size = card_size(round(m.card[0] * 0.7))
    stock = Box(right.x, card_y + m.card[1] - stock_size[1], *stock_size)
    count = Box(stock.right + m.gap, stock.y, action.right - stock.right - m.gap, stock.h)
    notice = Box(
        (m.width - 3 * m.card[0]) // 2, card_y + round(m.card[0] * 0.76), 3 * m.card[0], round(m.card[0] * 0.48)
    )
    return SeatLayout(0, False, -1, slots, keys, left, right, action, plate, stock, count, notice, "bottom"), board


def _stacked(box: Box, gap: int) -> tuple[Box, Box]:
    """The upper and the lower half of a box."""
    height = (box.h - gap) // 2
    return Box(box.x, box.y, box.w, height), Box(box.x, box.bottom - height, box.w, height)


def _whole(plate: Box, card: Box) -> Box:
    """The plate as high as the cards beside it."""
    return Box(plate.x, card.y, plate.w, card.h)


def _far(m: Measures, near: SeatLayout, board: Box, *, cocktail: bool) -> tuple[SeatLayout, Box]:
    """The far person's seat and the room beside its plate: turned round, or upright with its keys at the upper edge."""

    def turn(box: Box) -> Box:
        return box.turned(m.width, m.height)

    def mirrored(box: Box) -> Box:
        return Box(box.x, m.height - box.bottom, box.w, box.h)

    slots, keys = near.slots, near.card_keys
    if cocktail:
        seat = SeatLayout(
            1, True, 1, tuple(map(turn, slots)), tuple(map(turn, keys)), turn(near.right_key), turn(near.left_key),
            turn(near.action_key), turn(near.plate), turn(near.stock), turn(near.count), turn(near.notice), "top",
        )  # fmt: skip
        return seat, turn(board)
    far_slots = tuple(map(mirrored, slots))
    notice = near.notice.moved(dy=far_slots[0].y - slots[0].y)
    stock = turn(near.stock)
    stock = Box(m.margin, stock.y, stock.w, stock.h)
    count = Box(stock.right + m.gap, stock.y, near.count.w, stock.h)
    seat = SeatLayout(
        1, False, 1, far_slots, tuple(map(mirrored, keys)), turn(near.right_key), turn(near.left_key),
        turn(near.action_key), turn(near.plate), stock, count, notice, "top",
    )  # fmt: skip
    return seat, turn(board)


def small_seat(seat: int, block: Box, slots: int, m: Measures) -> SeatLayout:
    """A seat without keys: its name above, small cards in two rows, the stock where the second row has room."""
    gap = m.gap + 1
    rows = -(-slots // ACROSS)
    by_height = (block.h - m.head - (rows + 1) * gap) / rows / ASPECT
    card = card_size(int(min((block.w - (ACROSS - 1) * gap) / ACROSS, by_height)))
    height = m.head + rows * (card[1] + gap)
    width = ACROSS * card[0] + (ACROSS - 1) * gap
    x, y = block.x + (block.w - width) // 2, block.y + (block.h - height) // 2
    cells = [
        Box(x + place % ACROSS * (card[0] + gap), y + m.head + gap + place // ACROSS * (card[1] + gap), *card)
        for place in range(rows * ACROSS)
    ]
    stock, count = _small_stock(cells, slots, m)
    plate_w = width if slots < len(cells) else width - stock.w - count.w - 2 * m.gap
    plate = Box(x, y, plate_w, m.head)
    if slots == len(cells):
        stock, count = stock.moved(dx=x + width - count.w - m.gap - stock.w, dy=y), count.moved(x + width - count.w, y)
    notice = Box(x, cells[0].bottom - round(card[0] * 0.2), width, max(m.head, round(card[0] * 0.4)))
    edge: Edge = "left" if block.centre[0] < m.width // 2 else "right"
    return SeatLayout(
        seat, False, 0, tuple(cells[:slots]), (), NOWHERE, NOWHERE, NOWHERE, plate, stock, count, notice, edge
    )


def _small_stock(cells: list[Box], slots: int, m: Measures) -> tuple[Box, Box]:
    """A small stock and its size: in the first free cell, or, where none is free, of the head's height at (0, 0)."""
    if slots == len(cells):
        return Box(0, 0, round(m.head / ASPECT), m.head), Box(0, 0, m.head, m.head)
    cell = cells[slots]
    stock = card_size(round(cell.w * 0.46))
    y = cell.y + (cell.h - stock[1]) // 2
    return Box(cell.x, y, *stock), Box(cell.x + stock[0] + 2, y, cell.w - stock[0] - 2, stock[1])


def _piles(m: Measures, need: Need, middle: Box) -> tuple[tuple[Box, ...], tuple[Box, ...], tuple[Box, ...]]:
    """The piles side by side, a reserve pile above each with its size beside it."""
    gap = m.pad
    share = 1 + RESERVE if need.reserves else 1.0
    by_width = (middle.w - (need.piles - 1) * gap) / need.piles
    by_height = (middle.h - 3 * m.gap) / share / ASPECT
    width = int(min(by_width, by_height, m.card[0] * LARGEST_PILE))
    pile = card_size(width)
    small = card_size(round(width * RESERVE))
    total = need.piles * pile[0] + (need.piles - 1) * gap
    above = small[1] + m.gap if need.reserves else 0
    y = middle.y + (middle.h - pile[1] - above) // 2 + above
    piles = row(middle.x + (middle.w - total) // 2, y, pile, need.piles, gap)
    reserves = tuple(Box(pile.x, y - above, *small) for pile in piles[: need.reserves])
    counts = tuple(
        Box(box.right + m.pad, box.y, pile.right - box.right - m.pad, box.h)
        for box, pile in zip(reserves, piles, strict=False)
    )
    return piles, reserves, counts


def _halves(m: Measures, box: Box) -> tuple[Board, ...]:
    half = Box(box.x, m.height // 2, box.w, box.bottom - m.height // 2)
    return Board(half), Board(half.turned(m.width, m.height), turned=True)


def _sheets(m: Measures, *, cocktail: bool) -> tuple[Board, ...]:
    if not cocktail:
        return (Board(Box(0, 0, m.width, m.height).inset(m.width // 9, m.height // 7)),)
    top = m.height // 2 + m.margin // 2
    near = Box(m.margin, top, m.width - 2 * m.margin, m.height - top - m.margin)
    return Board(near), Board(near.turned(m.width, m.height), turned=True)
