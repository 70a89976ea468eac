"""`facing`: a row of cards at each player's edge, both piles in the middle.

The near half is laid out; the far half is the same, either turned round with everything on it (`cocktail`) or
upright with its keys at the upper edge. Either way each player's plate is at their left hand on the near side
and across from it on the far side, so that the two halves balance.
"""

from dataclasses import replace
from typing import NamedTuple

from cabinet.display.layout import (
    ASPECT,
    Board,
    Box,
    Need,
    SeatLayout,
    TableLayout,
    card_size,
    px,
    row,
    scale_of,
)

PILE = 1.17
"""Width of a card in the middle, in widths of a card in a row."""
GAP = 0.105
"""Gap between cards of a row, in widths."""
LIFT = 0.09
"""How far an armed card is lifted, in widths."""
ROW_SHARE = 0.67
"""Most of the screen's width that a row of cards may take; the rest is for plates and stocks."""


class _Grid(NamedTuple):
    """The lengths from which all follows, in px."""

    width: int
    height: int
    scale: float
    edge: int
    key: int
    gap: int
    pad: int
    card: tuple[int, int]
    pile: tuple[int, int]
    small: tuple[int, int]
    lift: int
    row_x: int
    row_gap: int
    pile_key: int


def facing(size: tuple[int, int], need: Need, *, cocktail: bool, nearest: int = 0) -> TableLayout:
    """The layout `facing`, see `cabinet.display.layout.table_layout`."""
    grid = _grid(size, need)
    near = _near_seat(grid, need)
    piles = _piles(grid, need)
    near = _with_pile_keys(near, grid, piles)
    far = _turned(near, grid) if cocktail else _far_upright(near, grid, piles)
    band = _band(near, far, grid.width)
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
        banners=_halves(middle, grid) if cocktail else (Board(middle),),
        sheets=_sheets(grid, cocktail=cocktail),
    )


def _grid(size: tuple[int, int], need: Need) -> _Grid:
    width, height = size
    scale = scale_of(size)
    edge, key, gap, pad = px(scale, 5, 3), px(scale, 24, 15), px(scale, 4, 2), px(scale, 8, 4)
    by_height = (height - 2 * (edge + key + gap + pad)) / (2 * ASPECT + PILE * ASPECT + 2 * LIFT)
    by_width = width * ROW_SHARE / (need.slots + (need.slots - 1) * GAP)
    card_width = int(min(by_height, by_width))
    card = card_size(card_width)
    pile = card_size(int(card_width * PILE))
    row_gap = max(3, int(card_width * GAP))
    row_x = (width - need.slots * card[0] - (need.slots - 1) * row_gap) // 2
    small_height = min(int(card[1] * 0.62), pile[1] - 2 * key - 2 * gap)
    return _Grid(
        width, height, scale, edge, key, gap, pad, card, pile,
        (int(small_height / ASPECT), small_height), round(card_width * LIFT), row_x, row_gap,
        px(scale, 94, 57),
    )  # fmt: skip


def _near_seat(grid: _Grid, need: Need) -> SeatLayout:
    key_y = grid.height - grid.edge - grid.key
    card_y = key_y - grid.gap - grid.card[1]
    slots = row(grid.row_x, card_y, grid.card, need.slots, grid.row_gap)
    keys = tuple(Box(slot.x, key_y, slot.w, grid.key) for slot in slots)
    margin = px(grid.scale, 12, 5)
    side = Box(slots[-1].right + margin, key_y, grid.row_x - 2 * margin, grid.key)
    stock = Box(side.x, key_y - grid.gap - grid.pad - grid.small[1], *grid.small)
    count = Box(stock.right + grid.gap, stock.y, side.right - stock.right - grid.gap, stock.h)
    plate = Box(margin, card_y, side.w, key_y + grid.key - card_y)
    notice = _notice(grid, card_y)
    nowhere = Box(0, 0, 0, 0)
    return SeatLayout(0, False, -1, slots, keys, nowhere, nowhere, side, plate, stock, count, notice)


def _notice(grid: _Grid, card_y: int) -> Box:
    """Across the lower half of the cards, so that no index is hidden."""
    width = 3 * grid.card[0]
    top = card_y + round(grid.card[0] * 0.76)
    return Box((grid.width - width) // 2, top, width, round(grid.card[0] * 0.48))


def _piles(grid: _Grid, need: Need) -> tuple[Box, ...]:
    gap = max(8, int(grid.pile[0] * 0.22))
    total = need.piles * grid.pile[0] + (need.piles - 1) * gap
    return row((grid.width - total) // 2, (grid.height - grid.pile[1]) // 2, grid.pile, need.piles, gap)


def _with_pile_keys(near: SeatLayout, grid: _Grid, piles: tuple[Box, ...]) -> SeatLayout:
    """LEFT and RIGHT at the outer sides of the outermost piles, at the foot of them."""
    y = piles[0].bottom - grid.key
    left = Box(piles[0].x - 2 * grid.gap - grid.pile_key, y, grid.pile_key, grid.key)
    right = Box(piles[-1].right + 2 * grid.gap, y, grid.pile_key, grid.key)
    return replace(near, left_key=left, right_key=right)


def _turned(near: SeatLayout, grid: _Grid) -> SeatLayout:
    """The far seat of a cocktail table. LEFT stays with the left pile as the engine counts it: on the screen's left,
    which is that player's right hand; the panel map exchanges the two buttons (`cabinet.display`)."""

    def turn(box: Box) -> Box:
        return box.turned(grid.width, grid.height)

    return SeatLayout(
        1, True, 1, tuple(map(turn, near.slots)), tuple(map(turn, near.card_keys)),
        turn(near.right_key), turn(near.left_key), turn(near.action_key),
        turn(near.plate), turn(near.stock), turn(near.count), turn(near.notice),
    )  # fmt: skip


def _far_upright(near: SeatLayout, grid: _Grid, piles: tuple[Box, ...]) -> SeatLayout:
    """The far seat of a screen that both look at from the same side: cards and keys in reading order, upside up."""

    def across(box: Box) -> Box:
        return box.turned(grid.width, grid.height)

    def mirrored(box: Box) -> Box:
        return Box(box.x, grid.height - box.bottom, box.w, box.h)

    stock = across(near.stock)
    side = across(near.action_key)
    stock = Box(side.x, stock.y, stock.w, stock.h)
    count = Box(stock.right + grid.gap, stock.y, near.count.w, stock.h)
    return SeatLayout(
        1, False, 1, tuple(map(mirrored, near.slots)), tuple(map(mirrored, near.card_keys)),
        near.left_key.moved(dy=piles[0].y - near.left_key.y), near.right_key.moved(dy=piles[0].y - near.right_key.y),
        side, across(near.plate), stock, count, _notice(grid, mirrored(near.slots[0]).y),
    )  # fmt: skip


def _band(near: SeatLayout, far: SeatLayout, width: int) -> Box:
    """The lane between the two rows, clear of lifted cards."""
    top, bottom = far.slots[0].bottom, near.slots[0].y
    lift = round(near.slots[0].w * LIFT) + 1
    return Box(0, top + lift, width, bottom - top - 2 * lift)


def _boards(grid: _Grid, band: Box, free: int) -> tuple[Box, Box]:
    """What the pile keys leave free at either end of the band: `free` px each."""
    margin = px(grid.scale, 12, 5)
    left = Box(margin, band.y + grid.pad, free - 2 * margin, band.h - 2 * grid.pad)
    return left, Box(grid.width - left.right, left.y, left.w, left.h)


def _reserves(grid: _Grid, need: Need, near: SeatLayout, far: SeatLayout) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
    """Reserve piles between the two seats' pile keys, their sizes beside them, outwards."""
    y = (grid.height - grid.small[1]) // 2
    left, right = near.left_key, near.right_key
    room = grid.gap + px(grid.scale, 4, 2)
    boxes = [Box(left.right - grid.small[0] - px(grid.scale, 4, 2), y, *grid.small), Box(right.x, y, *grid.small)]
    counts = [
        Box(left.x, y, left.w - grid.small[0] - room, grid.small[1]),
        Box(right.x + grid.small[0] + room, y, right.w - grid.small[0] - room, grid.small[1]),
    ]
    assert far.left_key.bottom <= y <= near.left_key.y - grid.small[1]
    return tuple(boxes[: need.reserves]), tuple(counts[: need.reserves])


def _halves(box: Box, grid: _Grid) -> tuple[Board, ...]:
    """A board for each side of a cocktail table: the nearer half of the box."""
    half = Box(box.x, grid.height // 2, box.w, box.bottom - grid.height // 2)
    return Board(half), Board(half.turned(grid.width, grid.height), turned=True)


def _sheets(grid: _Grid, *, cocktail: bool) -> tuple[Board, ...]:
    if not cocktail:
        return (Board(Box(0, 0, grid.width, grid.height).inset(grid.width // 9, grid.height // 7)),)
    margin = px(grid.scale, 12, 5)
    top = grid.height // 2 + margin // 2
    near = Box(margin, top, grid.width - 2 * margin, grid.height - top - margin)
    return Board(near), Board(near.turned(grid.width, grid.height), turned=True)
