"""`facing`: a row of cards at each player's edge, both piles in the middle.

The module lays out the near half. The far half is the same: either rotated with its content (`cocktail`), or upright
with its keys at the upper edge. In both, a player's plate is at the left hand on the near side and diagonally across on
the far side, so that the two halves balance.
"""

from dataclasses import replace

from cabinet.display.layout.boxes import ASPECT, NOWHERE, Box, card_size, key_height, px, row, scale_of
from cabinet.display.layout.grid import Grid, lift, row_gap
from cabinet.display.layout.parts import Board, Need, SeatLayout, TableLayout

PILE = 1.17
"""Width of a card in the middle, in widths of a card in a row."""
GAP = 0.105
"""Gap between cards of a row, in widths."""
LIFT = 0.09
"""Lift of an armed card, in widths."""
ROW_SHARE = 0.67
"""Largest share of the screen's width that a row of cards may take; the rest is for plates and stocks."""


def facing(size: tuple[int, int], need: Need, *, cocktail: bool, nearest: int = 0) -> TableLayout:
    """Return the layout `facing`, see `cabinet.display.layout.arrange.table_layout`."""
    grid = _grid(size, need)
    near = _near_seat(grid, need)
    piles = _piles(grid, need)
    near = _with_pile_keys(near, grid, piles)
    far = near.turned_round(1, grid.turn) if cocktail else _far_upright(near, grid, piles)
    band = grid.band(near, far.slots[0].bottom + grid.lift + 1)
    left, right = _boards(grid, band, near.left_key.x)
    reserves, counts = _reserves(grid, need, near, far)
    middle = Box(near.left_key.x, band.y, grid.width - 2 * near.left_key.x, band.h)
    return TableLayout(
        size=size,
        name="facing",
        scale=grid.scale,
        card=grid.card,
        pile=grid.pile,
        small=grid.small,
        lift=grid.lift,
        seats=(near, far) if not nearest else (replace(far, seat=0), replace(near, seat=1)),
        band=band,
        piles=piles,
        reserves=reserves,
        reserve_counts=counts,
        boards=(Board(left), Board(right, turned=True)) if cocktail else (Board(left),),
        info=Board(right, turned=cocktail),
        banners=grid.halves(middle) if cocktail else (Board(middle),),
        dialogs=grid.dialogs(cocktail=cocktail),
    )


def _grid(size: tuple[int, int], need: Need) -> Grid:
    width, height = size
    scale = scale_of(size)
    edge, key, gap, pad = px(scale, 5, 3), key_height(scale, large=need.large), px(scale, 4, 2), px(scale, 8, 4)
    by_height = (height - 2 * (edge + key + gap + pad)) / (2 * ASPECT + PILE * ASPECT + 2 * LIFT)
    by_width = width * ROW_SHARE / (need.slots + (need.slots - 1) * GAP)
    card_width = int(min(by_height, by_width))
    card, pile = card_size(card_width), card_size(int(card_width * PILE))
    small_height = min(int(card[1] * 0.62), pile[1] - 2 * key - 2 * gap)
    return Grid(
        size, edge, key, gap, pad, card, row_gap(card_width, GAP), lift(card_width, LIFT), px(scale, 12, 5),
        pile, (int(small_height / ASPECT), small_height),
    )  # fmt: skip


def _near_seat(grid: Grid, need: Need) -> SeatLayout:
    key_y = grid.height - grid.edge - grid.key
    card_y = key_y - grid.gap - grid.card[1]
    row_x = (grid.width - grid.row_width(need.slots)) // 2
    slots = row(row_x, card_y, grid.card, need.slots, grid.row_gap)
    keys = tuple(Box(slot.x, key_y, slot.w, grid.key) for slot in slots)
    side = Box(slots[-1].right + grid.margin, key_y, row_x - 2 * grid.margin, grid.key)
    stock = Box(side.x, key_y - grid.gap - grid.pad - grid.small[1], *grid.small)
    count = Box(stock.right + grid.gap, stock.y, side.right - stock.right - grid.gap, stock.h)
    plate = Box(grid.margin, card_y, side.w, key_y + grid.key - card_y)
    notice = grid.centred_notice(card_y)
    return SeatLayout(0, False, -1, slots, keys, NOWHERE, NOWHERE, side, plate, stock, count, notice)


def _piles(grid: Grid, need: Need) -> tuple[Box, ...]:
    gap = max(8, int(grid.pile[0] * 0.22))
    total = need.piles * grid.pile[0] + (need.piles - 1) * gap
    return row((grid.width - total) // 2, (grid.height - grid.pile[1]) // 2, grid.pile, need.piles, gap)


def _with_pile_keys(near: SeatLayout, grid: Grid, piles: tuple[Box, ...]) -> SeatLayout:
    """Return the seat with LEFT and RIGHT at the outer sides of the outermost piles, level with their foot."""
    y, width = piles[0].bottom - grid.key, grid.px(94, 57)
    left = Box(piles[0].x - 2 * grid.gap - width, y, width, grid.key)
    right = Box(piles[-1].right + 2 * grid.gap, y, width, grid.key)
    return replace(near, left_key=left, right_key=right)


def _far_upright(near: SeatLayout, grid: Grid, piles: tuple[Box, ...]) -> SeatLayout:
    """Return the far seat of a screen seen from one side: cards and keys in reading order, upright."""
    stock, side = grid.turn(near.stock), grid.turn(near.action_key)
    stock = Box(side.x, stock.y, stock.w, stock.h)
    count = Box(stock.right + grid.gap, stock.y, near.count.w, stock.h)
    far = near.mapped(grid.mirror)
    return replace(
        far, seat=1, inward=1, left_key=near.left_key.moved(dy=piles[0].y - near.left_key.y),
        right_key=near.right_key.moved(dy=piles[0].y - near.right_key.y), action_key=side, plate=grid.turn(near.plate),
        stock=stock, count=count, notice=grid.centred_notice(far.slots[0].y),
    )  # fmt: skip


def _boards(grid: Grid, band: Box, free: int) -> tuple[Box, Box]:
    """Return the room beside the pile keys at either end of the band: `free` px less margins."""
    left = Box(grid.margin, band.y + grid.pad, free - 2 * grid.margin, band.h - 2 * grid.pad)
    return left, Box(grid.width - left.right, left.y, left.w, left.h)


def _reserves(grid: Grid, need: Need, near: SeatLayout, far: SeatLayout) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
    """Return the reserve piles between the two seats' pile keys, and the boxes of their sizes at their outer sides."""
    y = (grid.height - grid.small[1]) // 2
    left, right = near.left_key, near.right_key
    room = grid.gap + grid.px(4, 2)
    boxes = [Box(left.right - grid.small[0] - grid.px(4, 2), y, *grid.small), Box(right.x, y, *grid.small)]
    counts = [
        Box(left.x, y, left.w - grid.small[0] - room, grid.small[1]),
        Box(right.x + grid.small[0] + room, y, right.w - grid.small[0] - room, grid.small[1]),
    ]
    assert far.left_key.bottom <= y <= near.left_key.y - grid.small[1]
    return tuple(boxes[: need.reserves]), tuple(counts[: need.reserves])
