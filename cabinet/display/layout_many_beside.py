"""Three and four seats with cards in slots, two people beside each other: the others above and below the piles."""

from typing import Final

from cabinet.display.layout import ASPECT, Board, Box, Edge, Need, SeatLayout, TableLayout, card_size, px, row, scale_of
from cabinet.display.layout_many import GAP, LIFT, NOWHERE, RESERVE, Measures

HALF_SHARE: Final = 0.31
"""The part of the screen's width that a person's cards take."""
PLATE: Final = 0.1
"""The part of the screen's height that a person's plate takes."""


def beside_many(size: tuple[int, int], need: Need) -> TableLayout:
    """The layout for three or four seats of which two sit beside each other."""
    m = _measures(size)
    half = 3 * m.card[0] + 2 * _step(m)
    seats, rooms = [], []
    for seat, x in ((0, m.edge), (1, m.width - m.edge - half)):
        person, room = _person(seat, x, half, need, m)
        seats.append(person)
        rooms.append(room)
    column = Box(m.edge + half + m.pad, 0, m.width - 2 * (m.edge + half + m.pad), m.height)
    others = [_small(seat, column, need, m) for seat in range(2, need.seats)]
    top = others[0].slots[0].bottom + m.pad
    bottom = others[1].plate.y - m.pad if len(others) > 1 else m.height - m.edge
    middle = Box(column.x + m.gap, top, column.w - 2 * m.gap, bottom - top)
    piles, reserves, counts = _piles(m, need, middle)
    return TableLayout(
        size=size,
        name="beside",
        scale=scale_of(size),
        card=m.card,
        pile=(piles[0].w, piles[0].h),
        small=(seats[0].stock.w, seats[0].stock.h),
        lift=m.lift,
        seats=(*seats, *others),
        band=column,
        piles=piles,
        reserves=reserves,
        reserve_counts=counts,
        boards=(Board(rooms[0]),),
        info=Board(rooms[1]),
        banners=(Board(middle),),
        sheets=(Board(Box(0, 0, m.width, m.height).inset(m.width // 9, m.height // 7)),),
    )


def _measures(size: tuple[int, int]) -> Measures:
    width, height = size
    scale = scale_of(size)
    edge, key, gap, pad, head = px(scale, 5, 3), px(scale, 24, 15), px(scale, 3, 2), px(scale, 6, 3), px(scale, 24, 16)
    by_width = width * HALF_SHARE / (3 + 2 * GAP)
    foot = key + 2 * pad + px(scale, 62, 40)
    by_height = (height - 2 * edge - height * PLATE - foot - 2 * (key + gap + pad)) / 2 / (ASPECT + LIFT)
    card = card_size(int(min(by_width, by_height)))
    return Measures(width, height, edge, key, gap, pad, px(scale, 8, 4), head, card, max(2, round(card[0] * LIFT)))


def _step(m: Measures) -> int:
    return max(3, int(m.card[0] * GAP))


def _person(seat: int, x: int, half: int, need: Need, m: Measures) -> tuple[SeatLayout, Box]:
    """A person's half, and the room beside its stock for a board."""
    first = (need.slots + 1) // 2
    plate = Box(x, m.edge, half, round(m.height * PLATE))
    top_y = plate.bottom + m.lift
    low_y = top_y + m.card[1] + m.gap + m.key + m.pad + m.lift
    low = need.slots - first
    low_x = x + (half - low * m.card[0] - (low - 1) * _step(m)) // 2
    slots = row(x, top_y, m.card, first, _step(m)) + row(low_x, low_y, m.card, low, _step(m))
    keys = tuple(Box(slot.x, slot.bottom + m.gap, slot.w, m.key) for slot in slots)
    line_y = keys[-1].bottom + m.pad
    third = (half - 2 * m.gap) // 3
    left, right, action = (Box(x + place * (third + m.gap), line_y, third, m.key) for place in range(3))
    room = Box(x, line_y + m.key + m.pad, half, m.height - m.edge - line_y - m.key - m.pad)
    stock_size = card_size(min(round(m.card[0] * 0.7), int(room.h / ASPECT)))
    stock = Box(x, room.y + (room.h - stock_size[1]) // 2, *stock_size)
    count = Box(stock.right + m.pad + m.gap, stock.y, stock.w, stock.h)
    board = Box(count.right + m.gap, room.y, room.right - count.right - m.gap, room.h)
    notice = Box(x, top_y + round(m.card[0] * 0.76), half, round(m.card[0] * 0.48))
    edge: Edge = "left" if seat == 0 else "right"
    person = SeatLayout(seat, False, -1, slots, keys, left, right, action, plate, stock, count, notice, edge)
    return person, board


def _small(seat: int, column: Box, need: Need, m: Measures) -> SeatLayout:
    """A seat without keys: a head with name and stock over one row of small cards."""
    gap = m.gap + 1
    room = column.w - 2 * m.gap
    card = card_size(min((room - (need.slots - 1) * gap) // need.slots, round(m.height * 0.16 / ASPECT)))
    height = m.head + m.gap + card[1]
    y = m.edge if seat == 2 else m.height - m.edge - height
    width = need.slots * card[0] + (need.slots - 1) * gap
    x = column.x + (column.w - width) // 2
    slots = row(x, y + m.head + m.gap, card, need.slots, gap)
    stock_w = round(m.head / ASPECT)
    count = Box(x + width - m.head, y, m.head, m.head)
    stock = Box(count.x - m.pad - stock_w, y, stock_w, m.head)
    plate = Box(x, y, stock.x - x - m.pad, m.head)
    notice = Box(x, slots[0].y + round(card[1] * 0.5), width, max(m.head, round(card[1] * 0.4)))
    edge: Edge = "top" if seat == 2 else "bottom"
    return SeatLayout(seat, False, 0, slots, (), NOWHERE, NOWHERE, NOWHERE, plate, stock, count, notice, edge)


def _piles(m: Measures, need: Need, middle: Box) -> tuple[tuple[Box, ...], tuple[Box, ...], tuple[Box, ...]]:
    """The piles in two rows of two, each with its reserve pile beside it."""
    share = 1 + RESERVE if need.reserves else 1.0
    gap = 2 * m.pad
    by_width = (middle.w - 2 * gap - 2 * m.gap) / 2 / share
    by_height = (middle.h - gap) / 2 / ASPECT
    pile = card_size(int(min(by_width, by_height, m.card[0] * 1.2)))
    small = card_size(round(pile[0] * RESERVE))
    step = pile[0] + gap + (small[0] + m.gap if need.reserves else 0)
    total_w = step + step - gap
    x = middle.x + (middle.w - total_w) // 2
    y = middle.y + (middle.h - 2 * pile[1] - gap) // 2
    piles = tuple(Box(x + place % 2 * step, y + place // 2 * (pile[1] + gap), *pile) for place in range(need.piles))
    reserves = tuple(Box(box.right + m.gap, box.y, *small) for box in piles[: need.reserves])
    counts = tuple(Box(box.x, box.bottom + m.pad, box.w, round(box.h * 0.6)) for box in reserves)
    return piles, reserves, counts
