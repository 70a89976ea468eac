"""`beside`: left and right halves of the screen, cards in 3 + 2 as in an arc of buttons, both piles between them."""

from typing import NamedTuple

from cabinet.display.layout import (
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

PILE = 1.24
"""Width of a card in the middle, in widths of a card in a row."""
GAP = 0.09
"""Gap between cards of a row, in widths."""
LIFT = 0.09
"""How far an armed card is lifted, in widths."""


class _Grid(NamedTuple):
    """The lengths from which all follows, in px; `half` is the width of a player's cards."""

    width: int
    height: int
    scale: float
    edge: int
    key: int
    gap: int
    pad: int
    plate: int
    card: tuple[int, int]
    pile: tuple[int, int]
    small: tuple[int, int]
    lift: int
    row_gap: int
    pile_gap: int
    half: int


def beside(size: tuple[int, int], need: Need) -> TableLayout:
    """The layout `beside`, see `cabinet.display.layout.table_layout`."""
    grid = _grid(size, need)
    first, last = _seat(grid, need, 0), _seat(grid, need, 1)
    column = Box(grid.edge + grid.half + grid.pad, 0, grid.width - 2 * (grid.edge + grid.half + grid.pad), grid.height)
    piles = _piles(grid, need, column)
    first = _with_pile_keys(first, grid, piles)
    last = _with_pile_keys(last, grid, piles)
    reserves, counts = _reserves(grid, need, piles)
    info_top = px(grid.scale, 8, 3)
    info = Box(column.x, info_top, column.w, reserves_top(grid, piles) - info_top - grid.gap)
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
        sheets=(Board(Box(0, 0, grid.width, grid.height).inset(grid.width // 9, grid.height // 7)),),
    )


def _grid(size: tuple[int, int], need: Need) -> _Grid:
    width, height = size
    scale = scale_of(size)
    for card_width in range(width // 6, 20, -1):
        grid = _try(width, height, scale, card_width, need)
        across = 2 * (grid.edge + grid.half + grid.pad) + 2 * grid.pile[0] + grid.pile_gap + 2 * px(scale, 5, 3)
        rows = 2 * (grid.card[1] + grid.lift + grid.gap + grid.key + grid.pad)
        down = 2 * grid.edge + grid.plate + rows + grid.small[1]
        if across <= width and down <= height:
            return grid
    raise ValueError(f"no card fits a screen of {width}×{height}")


def _try(width: int, height: int, scale: float, card_width: int, need: Need) -> _Grid:
    card = card_size(card_width)
    row_gap = max(3, int(card_width * GAP))
    top_row = (need.slots + 1) // 2
    half = top_row * card_width + (top_row - 1) * row_gap
    small_height = int(card[1] * 0.58)
    return _Grid(
        width, height, scale, px(scale, 5, 3), px(scale, 24, 15), px(scale, 3, 2), px(scale, 5, 3),
        px(scale, 58, 34), card, card_size(int(card_width * PILE)), (int(small_height / 1.4), small_height),
        round(card_width * LIFT), row_gap, max(6, int(card_width * 0.11)), half,
    )  # fmt: skip


def _seat(grid: _Grid, need: Need, seat: int) -> SeatLayout:
    x = grid.edge if seat == 0 else grid.width - grid.edge - grid.half
    top_count = (need.slots + 1) // 2
    low_count = need.slots - top_count
    top_y = grid.edge + grid.plate + grid.lift
    low_y = top_y + grid.card[1] + grid.gap + grid.key + grid.pad + grid.lift
    low_x = x + (grid.half - low_count * grid.card[0] - (low_count - 1) * grid.row_gap) // 2
    slots = row(x, top_y, grid.card, top_count, grid.row_gap) + row(low_x, low_y, grid.card, low_count, grid.row_gap)
    keys = tuple(Box(slot.x, slot.bottom + grid.gap, slot.w, grid.key) for slot in slots)
    action, stock, count = _foot(grid, x, keys[-1].bottom, seat)
    notice = Box(x, top_y + round(grid.card[0] * 0.76), grid.half, round(grid.card[0] * 0.48))
    plate = Box(x, grid.edge, grid.half, grid.plate)
    nowhere = Box(0, 0, 0, 0)
    return SeatLayout(seat, False, -1, slots, keys, nowhere, nowhere, action, plate, stock, count, notice)


def _foot(grid: _Grid, x: int, top: int, seat: int) -> tuple[Box, Box, Box]:
    """Below the cards: the stock at the outer side, its size beside it, the ACTION key inwards."""
    middle = (top + grid.pad + grid.height - grid.edge) // 2
    stock_y = middle - grid.small[1] // 2
    figure = px(grid.scale, 46, 26)
    action_w = grid.half - grid.small[0] - figure - px(grid.scale, 6, 3) - 3 * grid.gap
    action_h = px(grid.scale, 34, 20)
    room = px(grid.scale, 6, 3)
    stock_x = x if seat == 0 else x + grid.half - grid.small[0] - room
    count_x = x + grid.small[0] + grid.gap + room if seat == 0 else stock_x - grid.gap - figure
    action_x = x + grid.half - action_w if seat == 0 else x
    return (
        Box(action_x, middle - action_h // 2, action_w, action_h),
        Box(stock_x, stock_y, *grid.small),
        Box(count_x, stock_y, figure, grid.small[1]),
    )


def _piles(grid: _Grid, need: Need, column: Box) -> tuple[Box, ...]:
    total = need.piles * grid.pile[0] + (need.piles - 1) * grid.pile_gap
    return row(column.x + (column.w - total) // 2, int(grid.height * 0.345), grid.pile, need.piles, grid.pile_gap)


def _with_pile_keys(seat: SeatLayout, grid: _Grid, piles: tuple[Box, ...]) -> SeatLayout:
    """Under the outermost piles, one line a seat."""
    y = piles[0].bottom + grid.gap + seat.seat * (grid.key + grid.gap)
    left, right = (Box(pile.x, y, pile.w, grid.key) for pile in (piles[0], piles[-1]))
    return SeatLayout(
        seat.seat, seat.turned, seat.inward, seat.slots, seat.card_keys, left, right,
        seat.action_key, seat.plate, seat.stock, seat.count, seat.notice,
    )  # fmt: skip


def reserves_top(grid: _Grid, piles: tuple[Box, ...]) -> int:
    """Where the reserve piles begin, in px from the top; they stand on the piles they replace."""
    return piles[0].y - grid.pad - grid.small[1]


def _reserves(grid: _Grid, need: Need, piles: tuple[Box, ...]) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
    y = reserves_top(grid, piles)
    boxes, counts = [], []
    for pile in (piles[0], piles[-1])[: need.reserves]:
        box = Box(pile.x, y, *grid.small)
        boxes.append(box)
        room = grid.gap + px(grid.scale, 6, 3)
        counts.append(Box(box.right + room, y, pile.right - box.right - room, grid.small[1]))
    return tuple(boxes), tuple(counts)
