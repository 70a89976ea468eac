"""Three and four seats with cards in slots: two people as in `facing`, the others small at the ends of the middle.

The people have their rows and all their keys at their own edge. LEFT and RIGHT are at either end of the row, since they
move an aim and belong to no pile. Every other seat has a block of small cards without keys. There are as many piles as
seats, with their reserve piles above them. `slots_beside_many` is the other arrangement.
"""

from dataclasses import replace
from typing import Final

from cabinet.display.layout.boxes import ASPECT, NOWHERE, Box, card_size, key_height, px, row, scale_of
from cabinet.display.layout.grid import Grid, lift, row_gap
from cabinet.display.layout.parts import Board, Edge, Need, SeatLayout, TableLayout

GAP: Final = 0.105
"""Gap between cards of a row, in widths."""
LIFT: Final = 0.09
"""Lift of an armed card, in widths."""
ROW_SHARE: Final = 0.5
"""Share of the screen's width that a person's row takes."""
HEIGHT_SHARE: Final = 0.225
"""Largest share of the screen's height that a card in a row may take."""
END_SHARE: Final = 0.235
"""Share of the screen's width that a small seat takes."""
RESERVE: Final = 0.42
"""Width of a reserve pile's card, in widths of a pile."""
LARGEST_PILE: Final = 1.2
"""Largest width of a pile, in widths of a card in a row."""
MOST: Final = 4
"""Maximum number of seats."""
ACROSS: Final = 3
"""Cards side by side in a small seat."""


def facing_many(size: tuple[int, int], need: Need, *, cocktail: bool, nearest: int = 0) -> TableLayout:
    """Return the layout for three or four seats of which two people sit opposite each other."""
    grid = _grid(size, need)
    near, board = _near(grid, need)
    far, info = _far(grid, near, cocktail=cocktail), grid.turn(board)
    band = grid.band(near, far.slots[0].bottom + grid.lift + 1)
    end = int(grid.width * END_SHARE) - grid.margin
    room = Box(grid.margin, band.y, end, band.h)
    blocks = [room, Box(grid.width - grid.margin - end, band.y, end, band.h)]
    others = [
        small_seat(seat, block, need.slots, grid) for seat, block in zip(range(2, need.seats), blocks, strict=False)
    ]
    if need.seats < MOST and not cocktail:  # the timing board uses the end that no seat has
        board = blocks[1].inset(grid.gap, grid.pad)
        near = replace(near, plate=_whole(near.plate, near.slots[0]))
    middle = Box(room.right + grid.pad, band.y, grid.width - 2 * (room.right + grid.pad), band.h)
    piles, reserves, counts = _piles(grid, need, middle)
    banner = Box(middle.x, piles[0].y, middle.w, piles[0].h)
    seats = (near, far) if not nearest else (replace(far, seat=0), replace(near, seat=1))
    return TableLayout(
        size=size,
        name="facing",
        scale=grid.scale,
        card=grid.card,
        pile=(piles[0].w, piles[0].h),
        small=(near.stock.w, near.stock.h),
        lift=grid.lift,
        seats=(*seats, *others),
        band=band,
        piles=piles,
        reserves=reserves,
        reserve_counts=counts,
        boards=(Board(board), Board(info, turned=True)) if cocktail else (Board(board),),
        info=Board(info, turned=cocktail),
        banners=grid.halves(banner) if cocktail else (Board(banner),),
        dialogs=grid.dialogs(cocktail=cocktail),
    )


def _grid(size: tuple[int, int], need: Need) -> Grid:
    width, height = size
    scale = scale_of(size)
    by_width = width * ROW_SHARE / (need.slots + (need.slots - 1) * GAP)
    card = card_size(int(min(by_width, height * HEIGHT_SHARE / ASPECT)))
    return Grid(
        size, px(scale, 5, 3), key_height(scale, large=need.large), px(scale, 4, 2), px(scale, 8, 4), card,
        row_gap(card[0], GAP), lift(card[0], LIFT), px(scale, 12, 5), head=px(scale, 26, 16),
    )  # fmt: skip


def _near(grid: Grid, need: Need) -> tuple[SeatLayout, Box]:
    """Return the near person's seat, and the room for the timing board above its plate."""
    row_x = (grid.width - grid.row_width(need.slots)) // 2
    key_y = grid.height - grid.edge - grid.key
    card_y = key_y - grid.gap - grid.card[1]
    slots = row(row_x, card_y, grid.card, need.slots, grid.row_gap)
    keys = tuple(Box(slot.x, key_y, slot.w, grid.key) for slot in slots)
    side = row_x - 2 * grid.margin
    half = (side - grid.gap) // 2
    left = Box(row_x - grid.margin - half, key_y, half, grid.key)
    right = Box(slots[-1].right + grid.margin, key_y, half, grid.key)
    action = Box(right.right + grid.gap, key_y, side - half - grid.gap, grid.key)
    board, plate = _stacked(Box(grid.margin, card_y, side, grid.card[1]), grid.gap)
    stock_size = card_size(round(grid.card[0] * 0.7))
    stock = Box(right.x, card_y + grid.card[1] - stock_size[1], *stock_size)
    count = Box(stock.right + grid.gap, stock.y, action.right - stock.right - grid.gap, stock.h)
    notice = grid.centred_notice(card_y)
    return SeatLayout(0, False, -1, slots, keys, left, right, action, plate, stock, count, notice, "bottom"), board


def _stacked(box: Box, gap: int) -> tuple[Box, Box]:
    """Return the upper and the lower half of a box."""
    height = (box.h - gap) // 2
    return Box(box.x, box.y, box.w, height), Box(box.x, box.bottom - height, box.w, height)


def _whole(plate: Box, card: Box) -> Box:
    """Return the plate with the height of the cards beside it."""
    return Box(plate.x, card.y, plate.w, card.h)


def _far(grid: Grid, near: SeatLayout, *, cocktail: bool) -> SeatLayout:
    """Return the far person's seat: rotated, or upright with its keys at the upper edge."""
    if cocktail:
        return replace(near.turned_round(1, grid.turn), edge="top")
    upright, turned = near.mapped(grid.mirror), near.mapped(grid.turn)
    stock = Box(grid.margin, turned.stock.y, turned.stock.w, turned.stock.h)
    return replace(
        upright, seat=1, inward=1, left_key=turned.right_key, right_key=turned.left_key, action_key=turned.action_key,
        plate=turned.plate, stock=stock, count=Box(stock.right + grid.gap, stock.y, near.count.w, stock.h),
        notice=near.notice.moved(dy=upright.slots[0].y - near.slots[0].y), edge="top",
    )  # fmt: skip


def small_seat(seat: int, block: Box, slots: int, grid: Grid) -> SeatLayout:
    """Return a seat without keys: its name, small cards in two rows, the stock in the second row if there is room."""
    gap = grid.gap + 1
    rows = -(-slots // ACROSS)
    by_height = (block.h - grid.head - (rows + 1) * gap) / rows / ASPECT
    card = card_size(int(min((block.w - (ACROSS - 1) * gap) / ACROSS, by_height)))
    height = grid.head + rows * (card[1] + gap)
    width = ACROSS * card[0] + (ACROSS - 1) * gap
    x, y = block.x + (block.w - width) // 2, block.y + (block.h - height) // 2
    cells = [
        Box(x + place % ACROSS * (card[0] + gap), y + grid.head + gap + place // ACROSS * (card[1] + gap), *card)
        for place in range(rows * ACROSS)
    ]
    stock, count = _small_stock(cells, slots, grid)
    plate_w = width if slots < len(cells) else width - stock.w - count.w - 2 * grid.gap
    plate = Box(x, y, plate_w, grid.head)
    if slots == len(cells):
        stock, count = (
            stock.moved(dx=x + width - count.w - grid.gap - stock.w, dy=y),
            count.moved(x + width - count.w, y),
        )
    notice = Box(x, cells[0].bottom - round(card[0] * 0.2), width, max(grid.head, round(card[0] * 0.4)))
    edge: Edge = "left" if block.centre[0] < grid.width // 2 else "right"
    return SeatLayout(
        seat, False, 0, tuple(cells[:slots]), (), NOWHERE, NOWHERE, NOWHERE, plate, stock, count, notice, edge
    )


def _small_stock(cells: list[Box], slots: int, grid: Grid) -> tuple[Box, Box]:
    """Return the boxes of a small stock and its size: in the first free cell, if any, else head-high at (0, 0)."""
    if slots == len(cells):
        return Box(0, 0, round(grid.head / ASPECT), grid.head), Box(0, 0, grid.head, grid.head)
    cell = cells[slots]
    stock = card_size(round(cell.w * 0.46))
    y = cell.y + (cell.h - stock[1]) // 2
    return Box(cell.x, y, *stock), Box(cell.x + stock[0] + 2, y, cell.w - stock[0] - 2, stock[1])


def _piles(grid: Grid, need: Need, middle: Box) -> tuple[tuple[Box, ...], tuple[Box, ...], tuple[Box, ...]]:
    """Return the piles side by side, a reserve pile above each, and the boxes of the reserves' sizes."""
    gap = grid.pad
    share = 1 + RESERVE if need.reserves else 1.0
    by_width = (middle.w - (need.piles - 1) * gap) / need.piles
    by_height = (middle.h - 3 * grid.gap) / share / ASPECT
    width = int(min(by_width, by_height, grid.card[0] * LARGEST_PILE))
    pile = card_size(width)
    small = card_size(round(width * RESERVE))
    total = need.piles * pile[0] + (need.piles - 1) * gap
    above = small[1] + grid.gap if need.reserves else 0
    y = middle.y + (middle.h - pile[1] - above) // 2 + above
    piles = row(middle.x + (middle.w - total) // 2, y, pile, need.piles, gap)
    reserves = tuple(Box(pile.x, y - above, *small) for pile in piles[: need.reserves])
    counts = tuple(
        Box(box.right + grid.pad, box.y, pile.right - box.right - grid.pad, box.h)
        for box, pile in zip(reserves, piles, strict=False)
    )
    return piles, reserves, counts
