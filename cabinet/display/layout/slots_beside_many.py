"""Three and four seats with cards in slots, two people beside each other: the others above and below the piles."""

from typing import Final

from cabinet.display.layout.boxes import ASPECT, NOWHERE, Box, card_size, key_height, px, row, scale_of
from cabinet.display.layout.grid import Grid, lift, row_gap
from cabinet.display.layout.parts import Board, Edge, Need, SeatLayout, TableLayout
from cabinet.display.layout.slots_facing_many import ACROSS, GAP, LIFT, RESERVE

HALF_SHARE: Final = 0.31
"""Share of the screen's width that a person's cards take."""
PLATE: Final = 0.1
"""Share of the screen's height that a person's plate takes."""


def beside_many(size: tuple[int, int], need: Need) -> TableLayout:
    """Return the layout for three or four seats of which two people sit beside each other."""
    grid = _grid(size, need)
    seats, rooms = [], []
    for seat, x in ((0, grid.edge), (1, grid.width - grid.edge - grid.half)):
        person, room = _person(seat, x, need, grid)
        seats.append(person)
        rooms.append(room)
    column = Box(grid.edge + grid.half + grid.pad, 0, grid.width - 2 * (grid.edge + grid.half + grid.pad), grid.height)
    others = [_small(seat, column, need, grid) for seat in range(2, need.seats)]
    top = others[0].slots[0].bottom + grid.pad
    bottom = others[1].plate.y - grid.pad if len(others) > 1 else grid.height - grid.edge
    middle = Box(column.x + grid.gap, top, column.w - 2 * grid.gap, bottom - top)
    piles, reserves, counts = _piles(grid, need, middle)
    return TableLayout(
        size=size,
        name="beside",
        scale=grid.scale,
        card=grid.card,
        pile=(piles[0].w, piles[0].h),
        small=(seats[0].stock.w, seats[0].stock.h),
        lift=grid.lift,
        seats=(*seats, *others),
        band=column,
        piles=piles,
        reserves=reserves,
        reserve_counts=counts,
        boards=(Board(rooms[0]),),
        info=Board(rooms[1]),
        banners=(Board(middle),),
        dialogs=grid.dialogs(),
    )


def _grid(size: tuple[int, int], need: Need) -> Grid:
    width, height = size
    scale = scale_of(size)
    edge, key, gap, pad = px(scale, 5, 3), key_height(scale, large=need.large), px(scale, 3, 2), px(scale, 6, 3)
    by_width = width * HALF_SHARE / (ACROSS + (ACROSS - 1) * GAP)
    foot = key + 2 * pad + px(scale, 62, 40)
    by_height = (height - 2 * edge - height * PLATE - foot - 2 * (key + gap + pad)) / 2 / (ASPECT + LIFT)
    card = card_size(int(min(by_width, by_height)))
    step = row_gap(card[0], GAP)
    return Grid(
        size, edge, key, gap, pad, card, step, lift(card[0], LIFT), px(scale, 8, 4), head=px(scale, 24, 16),
        half=ACROSS * card[0] + (ACROSS - 1) * step,
    )  # fmt: skip


def _person(seat: int, x: int, need: Need, grid: Grid) -> tuple[SeatLayout, Box]:
    """Return a person's half, and the room beside its stock for a board."""
    first = (need.slots + 1) // 2
    half = grid.half
    plate = Box(x, grid.edge, half, round(grid.height * PLATE))
    top_y = plate.bottom + grid.lift
    low_y = top_y + grid.card[1] + grid.gap + grid.key + grid.pad + grid.lift
    low = need.slots - first
    low_x = x + (half - grid.row_width(low)) // 2
    slots = row(x, top_y, grid.card, first, grid.row_gap) + row(low_x, low_y, grid.card, low, grid.row_gap)
    keys = tuple(Box(slot.x, slot.bottom + grid.gap, slot.w, grid.key) for slot in slots)
    line_y = keys[-1].bottom + grid.pad
    third = (half - 2 * grid.gap) // 3
    left, right, action = (Box(x + place * (third + grid.gap), line_y, third, grid.key) for place in range(3))
    room = Box(x, line_y + grid.key + grid.pad, half, grid.height - grid.edge - line_y - grid.key - grid.pad)
    stock_size = card_size(min(round(grid.card[0] * 0.7), int(room.h / ASPECT)))
    stock = Box(x, room.y + (room.h - stock_size[1]) // 2, *stock_size)
    count = Box(stock.right + grid.pad + grid.gap, stock.y, stock.w, stock.h)
    board = Box(count.right + grid.gap, room.y, room.right - count.right - grid.gap, room.h)
    notice = grid.notice(x, top_y, half)
    edge: Edge = "left" if seat == 0 else "right"
    person = SeatLayout(seat, False, -1, slots, keys, left, right, action, plate, stock, count, notice, edge)
    return person, board


def _small(seat: int, column: Box, need: Need, grid: Grid) -> SeatLayout:
    """Return a seat without keys: a head with name and stock over one row of small cards."""
    gap = grid.gap + 1
    room = column.w - 2 * grid.gap
    card = card_size(min((room - (need.slots - 1) * gap) // need.slots, round(grid.height * 0.16 / ASPECT)))
    height = grid.head + grid.gap + card[1]
    y = grid.edge if seat == 2 else grid.height - grid.edge - height
    width = need.slots * card[0] + (need.slots - 1) * gap
    x = column.x + (column.w - width) // 2
    slots = row(x, y + grid.head + grid.gap, card, need.slots, gap)
    stock_w = round(grid.head / ASPECT)
    count = Box(x + width - grid.head, y, grid.head, grid.head)
    stock = Box(count.x - grid.pad - stock_w, y, stock_w, grid.head)
    plate = Box(x, y, stock.x - x - grid.pad, grid.head)
    notice = Box(x, slots[0].y + round(card[1] * 0.5), width, max(grid.head, round(card[1] * 0.4)))
    edge: Edge = "top" if seat == 2 else "bottom"
    return SeatLayout(seat, False, 0, slots, (), NOWHERE, NOWHERE, NOWHERE, plate, stock, count, notice, edge)


def _piles(grid: Grid, need: Need, middle: Box) -> tuple[tuple[Box, ...], tuple[Box, ...], tuple[Box, ...]]:
    """Return the piles in two rows of two, a reserve pile beside each, and the boxes of the reserves' sizes."""
    share = 1 + RESERVE if need.reserves else 1.0
    gap = 2 * grid.pad
    by_width = (middle.w - 2 * gap - 2 * grid.gap) / 2 / share
    by_height = (middle.h - gap) / 2 / ASPECT
    pile = card_size(int(min(by_width, by_height, grid.card[0] * 1.2)))
    small = card_size(round(pile[0] * RESERVE))
    step = pile[0] + gap + (small[0] + grid.gap if need.reserves else 0)
    total_w = step + step - gap
    x = middle.x + (middle.w - total_w) // 2
    y = middle.y + (middle.h - 2 * pile[1] - gap) // 2
    piles = tuple(Box(x + place % 2 * step, y + place // 2 * (pile[1] + gap), *pile) for place in range(need.piles))
    reserves = tuple(Box(box.right + grid.gap, box.y, *small) for box in piles[: need.reserves])
    counts = tuple(Box(box.x, box.bottom + grid.pad, box.w, round(box.h * 0.6)) for box in reserves)
    return piles, reserves, counts
