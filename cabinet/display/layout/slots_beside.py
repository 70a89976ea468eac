"""`beside`: left and right halves of the screen, cards in 3 + 2 as in an arc of buttons, both piles between them."""

from dataclasses import replace

from cabinet.display.layout.boxes import ASPECT, NOWHERE, Box, card_size, key_height, px, row, scale_of
from cabinet.display.layout.grid import Grid, lift, row_gap
from cabinet.display.layout.parts import Board, Need, SeatLayout, TableLayout

PILE = 1.24
"""Width of a card in the middle, in widths of a card in a row."""
GAP = 0.09
"""Gap between cards of a row, in widths."""
LIFT = 0.09
"""Lift of an armed card, in widths."""


def beside(size: tuple[int, int], need: Need) -> TableLayout:
    """Return the layout `beside`, see `cabinet.display.layout.arrange.table_layout`."""
    grid = _grid(size, need)
    first, last = _seat(grid, need, 0), _seat(grid, need, 1)
    column = Box(grid.edge + grid.half + grid.pad, 0, grid.width - 2 * (grid.edge + grid.half + grid.pad), grid.height)
    piles = _piles(grid, need, column)
    first = _with_pile_keys(first, grid, piles)
    last = _with_pile_keys(last, grid, piles)
    reserves, counts = _reserves(grid, need, piles)
    info_top = grid.px(8, 3)
    info = Box(column.x, info_top, column.w, _reserves_top(grid, piles) - info_top - grid.gap)
    board_top = last.left_key.bottom + grid.pad
    board = Box(column.x, board_top, column.w, grid.height - board_top - grid.edge)
    middle = Box(column.x, piles[0].y, column.w, grid.pile[1])
    return TableLayout(
        size=size,
        name="beside",
        scale=grid.scale,
        card=grid.card,
        pile=grid.pile,
        small=grid.small,
        lift=grid.lift,
        seats=(first, last),
        band=column,
        piles=piles,
        reserves=reserves,
        reserve_counts=counts,
        boards=(Board(board),),
        info=Board(info),
        banners=(Board(middle),),
        dialogs=grid.dialogs(),
    )


def _grid(size: tuple[int, int], need: Need) -> Grid:
    width, height = size
    for card_width in range(width // 6, 20, -1):
        grid = _try(size, card_width, need)
        across = 2 * (grid.edge + grid.half + grid.pad) + 2 * grid.pile[0] + _pile_gap(grid) + 2 * grid.px(5, 3)
        rows = 2 * (grid.card[1] + grid.lift + grid.gap + grid.key + grid.pad)
        down = 2 * grid.edge + grid.head + rows + grid.small[1]
        if across <= width and down <= height:
            return grid
    raise ValueError(f"no card fits a screen of {width}×{height}")


def _try(size: tuple[int, int], card_width: int, need: Need) -> Grid:
    scale = scale_of(size)
    card, gap = card_size(card_width), row_gap(card_width, GAP)
    top_row = (need.slots + 1) // 2
    small_height = int(card[1] * 0.58)
    return Grid(
        size, px(scale, 5, 3), key_height(scale, large=need.large), px(scale, 3, 2), px(scale, 5, 3), card,
        gap, lift(card_width, LIFT), pile=card_size(int(card_width * PILE)),
        small=(int(small_height / ASPECT), small_height), head=px(scale, 58, 34),
        half=top_row * card_width + (top_row - 1) * gap,
    )  # fmt: skip


def _seat(grid: Grid, need: Need, seat: int) -> SeatLayout:
    x = grid.edge if seat == 0 else grid.width - grid.edge - grid.half
    top_count = (need.slots + 1) // 2
    low_count = need.slots - top_count
    top_y = grid.edge + grid.head + grid.lift
    low_y = top_y + grid.card[1] + grid.gap + grid.key + grid.pad + grid.lift
    low_x = x + (grid.half - grid.row_width(low_count)) // 2
    slots = row(x, top_y, grid.card, top_count, grid.row_gap) + row(low_x, low_y, grid.card, low_count, grid.row_gap)
    keys = tuple(Box(slot.x, slot.bottom + grid.gap, slot.w, grid.key) for slot in slots)
    action, stock, count = _foot(grid, x, keys[-1].bottom, seat)
    notice = grid.notice(x, top_y, grid.half)
    plate = Box(x, grid.edge, grid.half, grid.head)
    return SeatLayout(seat, False, -1, slots, keys, NOWHERE, NOWHERE, action, plate, stock, count, notice)


def _foot(grid: Grid, x: int, top: int, seat: int) -> tuple[Box, Box, Box]:
    """Return the boxes below the cards: ACTION at the inner side, the stock at the outer side, its size beside it."""
    middle = (top + grid.pad + grid.height - grid.edge) // 2
    stock_y = middle - grid.small[1] // 2
    figure = grid.px(46, 26)
    action_w = grid.half - grid.small[0] - figure - grid.px(6, 3) - 3 * grid.gap
    action_h = grid.px(34, 20)
    room = grid.px(6, 3)
    stock_x = x if seat == 0 else x + grid.half - grid.small[0] - room
    count_x = x + grid.small[0] + grid.gap + room if seat == 0 else stock_x - grid.gap - figure
    action_x = x + grid.half - action_w if seat == 0 else x
    return (
        Box(action_x, middle - action_h // 2, action_w, action_h),
        Box(stock_x, stock_y, *grid.small),
        Box(count_x, stock_y, figure, grid.small[1]),
    )


def _pile_gap(grid: Grid) -> int:
    return max(6, int(grid.card[0] * 0.11))


def _piles(grid: Grid, need: Need, column: Box) -> tuple[Box, ...]:
    total = need.piles * grid.pile[0] + (need.piles - 1) * _pile_gap(grid)
    return row(column.x + (column.w - total) // 2, int(grid.height * 0.345), grid.pile, need.piles, _pile_gap(grid))


def _with_pile_keys(seat: SeatLayout, grid: Grid, piles: tuple[Box, ...]) -> SeatLayout:
    """Return the seat with LEFT and RIGHT under the outermost piles, a line for each seat."""
    y = piles[0].bottom + grid.gap + seat.seat * (grid.key + grid.gap)
    left, right = (Box(pile.x, y, pile.w, grid.key) for pile in (piles[0], piles[-1]))
    return replace(seat, left_key=left, right_key=right)


def _reserves_top(grid: Grid, piles: tuple[Box, ...]) -> int:
    """Return the y of the reserve piles, in px; they are above the piles they replace."""
    return piles[0].y - grid.pad - grid.small[1]


def _reserves(grid: Grid, need: Need, piles: tuple[Box, ...]) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
    y = _reserves_top(grid, piles)
    boxes, counts = [], []
    for pile in (piles[0], piles[-1])[: need.reserves]:
        box = Box(pile.x, y, *grid.small)
        boxes.append(box)
        room = grid.gap + grid.px(6, 3)
        counts.append(Box(box.right + room, y, pile.right - box.right - room, grid.small[1]))
    return tuple(boxes), tuple(counts)
