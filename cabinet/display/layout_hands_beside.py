"""`beside` for games with hands: a half of the screen for each person, 3 + 2 cards, the pile and the others between."""

from typing import Final, NamedTuple

from cabinet.display.layout import Board, Box, SeatLayout, card_size, px, row, scale_of
from cabinet.display.layout_hands_parts import NOWHERE, SLOTS, SUPPLY, HandLayout, HandNeed, Lap, Tile, columns_for

PILE: Final = 1.24
"""Width of the pile, in widths of a card in a row."""
GAP: Final = 0.09
LIFT: Final = 0.07
TOP_ROW: Final = 3
"""Cards above; the others below."""


class _Grid(NamedTuple):
    """The lengths from which all follows, in px; `half` is the width of a person's cards."""

    width: int
    height: int
    scale: float
    edge: int
    key: int
    gap: int
    pad: int
    plate: int
    foot: int
    card: tuple[int, int]
    pile: tuple[int, int]
    small: tuple[int, int]
    lift: int
    row_gap: int
    half: int


def hands_beside(size: tuple[int, int], need: HandNeed) -> HandLayout:
    """The layout `beside` of a game with hands, see `cabinet.display.layout_hands.hand_layout`."""
    grid = _grid(size)
    sides = [_side(grid, seat, place) for place, seat in enumerate(need.viewers)]
    x = grid.edge + grid.half + grid.pad
    column = Box(x, 0, grid.width - 2 * x, grid.height)
    pile, supply, count, gone = _pile(grid, column)
    signs = _signs(grid, column, pile)
    top = px(grid.scale, 8, 3)
    others = [
        seat for step in range(1, need.seats) if (seat := (need.viewers[-1] + step) % need.seats) not in need.viewers
    ]
    info = Box(column.x, top, column.w, signs[0].y - top - grid.pad)
    window = Box(supply.x, pile.bottom + grid.pad // 2, pile.right - supply.x, px(grid.scale, 6, 4))
    foot = Box(column.x, window.bottom + grid.pad, column.w, grid.height - window.bottom - grid.pad - grid.edge)
    board = info if others else foot
    return HandLayout(
        size=size, name="beside", scale=grid.scale, card=grid.card, pile=grid.pile, small=grid.small, lift=grid.lift,
        seats=tuple(seat for seat, _ in sides), band=column, piles=(pile,), reserves=(), reserve_counts=(),
        boards=(Board(board),), info=Board(NOWHERE if others else info),
        banners=(Board(Box(column.x, pile.y, column.w, pile.h)),),
        sheets=(Board(Box(0, 0, *size).inset(grid.width // 9, grid.height // 7)),),
        laps=tuple(lap for _, lap in sides), tiles=_tiles(grid, foot, others), supply=supply, supply_count=count,
        gone=gone, signs=signs, window=window,
    )  # fmt: skip


def _grid(size: tuple[int, int]) -> _Grid:
    width, height = size
    scale = scale_of(size)
    for card_width in range(width // 6, 20, -1):
        grid = _try(width, height, scale, card_width)
        across = 2 * (grid.edge + grid.half + grid.pad) + 2 * grid.pile[0] + px(scale, 16, 8)
        down = 2 * grid.edge + grid.plate + 2 * (grid.card[1] + grid.lift + grid.gap + grid.key + grid.pad) + grid.foot
        if across <= width and down <= height:
            return grid
    raise ValueError(f"no card fits a screen of {width}×{height}")


def _try(width: int, height: int, scale: float, card_width: int) -> _Grid:
    row_gap = max(3, int(card_width * GAP))
    pile = card_size(int(card_width * PILE))
    return _Grid(
        width, height, scale, px(scale, 5, 3), px(scale, 24, 15), px(scale, 8, 5), px(scale, 5, 3),
        px(scale, 62, 38), px(scale, 34, 20), card_size(card_width), pile,
        (int(pile[0] * SUPPLY), int(pile[1] * SUPPLY)), max(2, round(card_width * LIFT)), row_gap,
        TOP_ROW * card_width + (TOP_ROW - 1) * row_gap,
    )  # fmt: skip


def _side(grid: _Grid, number: int, place: int) -> tuple[SeatLayout, Lap]:
    """Plate, three cards, two cards, at the foot LEFT, ACTION, RIGHT; the cards on the table stand beside the two."""
    x = grid.edge if place == 0 else grid.width - grid.edge - grid.half
    top_y = grid.edge + grid.plate + grid.lift
    low_y = top_y + grid.card[1] + grid.gap + grid.key + grid.pad + grid.lift
    low = SLOTS - TOP_ROW
    low_x = x + (grid.half - low * grid.card[0] - (low - 1) * grid.row_gap) // 2
    slots = row(x, top_y, grid.card, TOP_ROW, grid.row_gap) + row(low_x, low_y, grid.card, low, grid.row_gap)
    keys = tuple(Box(slot.x, slot.bottom + grid.gap, slot.w, grid.key) for slot in slots)
    foot_y = grid.height - grid.edge - grid.foot
    arrow = round(grid.half * 0.24)
    room = px(grid.scale, 6, 3)
    left = Box(x, foot_y, arrow, grid.foot)
    action = Box(x + arrow + room, foot_y, grid.half - 2 * (arrow + room), grid.foot)
    right = Box(action.right + room, foot_y, arrow, grid.foot)
    clock = Box(x, grid.edge + grid.plate - px(grid.scale, 6, 4), grid.half, px(grid.scale, 6, 4))
    plate = Box(x, grid.edge, grid.half, grid.plate - clock.h - px(grid.scale, 3, 2))
    bar_h = max(2, grid.gap // 2)
    bar = Box(x, slots[0].bottom + (grid.gap - bar_h) // 2, grid.half, bar_h)
    notice = Box(x, top_y + round(grid.card[0] * 0.76), grid.half, round(grid.card[0] * 0.48))
    seat = SeatLayout(number, False, -1, slots, keys, left, right, action, plate, plate, plate, notice)
    return seat, Lap(bar, clock, _minis(grid, x, slots[TOP_ROW]))


def _minis(grid: _Grid, x: int, first: Box) -> tuple[Box, ...]:
    """Five small cards, one above the other, left of the two cards; at least half of each can be seen."""
    gap = px(grid.scale, 6, 2)
    width = min(first.x - x - 2 * gap, px(grid.scale, 26, 14))
    size = card_size(width)
    step = min(size[1] + gap, (first.h - size[1]) // (SLOTS - 1))
    left = x + (first.x - x - width) // 2
    return tuple(Box(left, first.y + place * step, *size) for place in range(SLOTS))


def _pile(grid: _Grid, column: Box) -> tuple[Box, Box, Box, Box]:
    """What is drawn from with its size, and the pile at its right; what is out of the game below the size."""
    room = px(grid.scale, 14, 8)
    width = grid.small[0] + room + grid.pile[0]
    x = column.x + (column.w - width) // 2
    pile = Box(x + grid.small[0] + room, int(grid.height * 0.36), *grid.pile)
    supply = Box(x, pile.y, *grid.small)
    count = Box(x, supply.bottom, supply.w, px(grid.scale, 22, 14))
    gone_h = pile.bottom - count.bottom
    gone = Box(x + (grid.small[0] - int(gone_h / 1.4)) // 2, count.bottom, int(gone_h / 1.4), gone_h)
    return pile, supply, count, gone


def _signs(grid: _Grid, column: Box, pile: Box) -> tuple[Box, Box]:
    side = px(grid.scale, 40, 24)
    gap = px(grid.scale, 10, 5)
    x = column.x + (column.w - 2 * side - gap) // 2
    y = pile.y - grid.lift - side - gap // 2
    return Box(x, y, side, side), Box(x + side + gap, y, side, side)


def _tiles(grid: _Grid, box: Box, seats: list[int]) -> tuple[Tile, ...]:
    """Clockwise from the right-hand person's foot to the left-hand one's: down on the right, up on the left."""
    if not seats:
        return ()
    gap = px(grid.scale, 6, 3)
    columns = columns_for(len(seats), alone=2)
    rows = -(-len(seats) // columns)
    width = (box.w - gap * (columns + 1)) // columns
    height = min((box.h - gap * (rows - 1)) // rows, px(grid.scale, 64, 40))
    tiles = []
    for place, seat in enumerate(seats):
        column, step = divmod(place, rows)
        down = rows - 1 - step if column % 2 else step
        x = box.x + gap + (columns - 1 - column) * (width + gap)
        tiles.append(Tile(seat, Box(x, box.y + down * (height + gap), width, height)))
    return tuple(tiles)
