"""`beside` for games with hands: a half of the screen for each person, 3 + 2 cards, the pile and the others between."""

from typing import Final

from cabinet.display.layout.boxes import ASPECT, NOWHERE, Box, card_size, key_height, px, row, scale_of
from cabinet.display.layout.grid import Grid, lift, row_gap
from cabinet.display.layout.hands_lane import supply_size
from cabinet.display.layout.parts import SLOTS, Board, HandLayout, HandNeed, Lap, SeatLayout, Tile, columns_for

PILE: Final = 1.24
"""Width of the pile, in widths of a card in a row."""
GAP: Final = 0.09
LIFT: Final = 0.07
TOP_ROW: Final = 3
"""Cards in the upper row; the others form the lower row."""


def hands_beside(size: tuple[int, int], need: HandNeed) -> HandLayout:
    """Return the layout `beside` of a game with hands, see `cabinet.display.layout.arrange.hand_layout`."""
    grid = _grid(size, need)
    sides = [_side(grid, seat, place) for place, seat in enumerate(need.viewers)]
    x = grid.edge + grid.half + grid.pad
    column = Box(x, 0, grid.width - 2 * x, grid.height)
    pile, supply, count, gone = _pile(grid, column)
    signs = _signs(grid, column, pile)
    top = grid.px(8, 3)
    others = [
        seat for step in range(1, need.seats) if (seat := (need.viewers[-1] + step) % need.seats) not in need.viewers
    ]
    info = Box(column.x, top, column.w, signs[0].y - top - grid.pad)
    window = Box(supply.x, pile.bottom + grid.pad // 2, pile.right - supply.x, grid.px(6, 4))
    foot = Box(column.x, window.bottom + grid.pad, column.w, grid.height - window.bottom - grid.pad - grid.edge)
    board = info if others else foot
    return HandLayout(
        size=size, name="beside", scale=grid.scale, card=grid.card, pile=grid.pile, small=grid.small, lift=grid.lift,
        seats=tuple(seat for seat, _ in sides), band=column, piles=(pile,), reserves=(), reserve_counts=(),
        boards=(Board(board),), info=Board(NOWHERE if others else info),
        banners=(Board(Box(column.x, pile.y, column.w, pile.h)),),
        dialogs=grid.dialogs(),
        laps=tuple(lap for _, lap in sides), tiles=_tiles(grid, foot, others), supply=supply, supply_count=count,
        gone=gone, signs=signs, window=window,
    )  # fmt: skip


def _grid(size: tuple[int, int], need: HandNeed) -> Grid:
    width, height = size
    for card_width in range(width // 6, 20, -1):
        grid = _try(size, card_width, need)
        across = 2 * (grid.edge + grid.half + grid.pad) + 2 * grid.pile[0] + grid.px(16, 8)
        down = 2 * grid.edge + grid.head + 2 * (grid.card[1] + grid.lift + grid.gap + grid.key + grid.pad) + grid.foot
        if across <= width and down <= height:
            return grid
    raise ValueError(f"no card fits a screen of {width}×{height}")


def _try(size: tuple[int, int], card_width: int, need: HandNeed) -> Grid:
    scale = scale_of(size)
    gap, pile = row_gap(card_width, GAP), card_size(int(card_width * PILE))
    return Grid(
        size, px(scale, 5, 3), key_height(scale, large=need.large), px(scale, 8, 5), px(scale, 5, 3),
        card_size(card_width), gap, lift(card_width, LIFT),
        pile=pile, small=supply_size(pile), head=px(scale, 62, 38), foot=px(scale, 34, 20),
        half=TOP_ROW * card_width + (TOP_ROW - 1) * gap,
    )  # fmt: skip


def _side(grid: Grid, number: int, place: int) -> tuple[SeatLayout, Lap]:
    """Return a person's half, from above: plate, three cards, two cards, and LEFT, ACTION, RIGHT at the foot.

    The small cards on the table are beside the lower two.
    """
    x = grid.edge if place == 0 else grid.width - grid.edge - grid.half
    top_y = grid.edge + grid.head + grid.lift
    low_y = top_y + grid.card[1] + grid.gap + grid.key + grid.pad + grid.lift
    low = SLOTS - TOP_ROW
    low_x = x + (grid.half - grid.row_width(low)) // 2
    slots = row(x, top_y, grid.card, TOP_ROW, grid.row_gap) + row(low_x, low_y, grid.card, low, grid.row_gap)
    keys = tuple(Box(slot.x, slot.bottom + grid.gap, slot.w, grid.key) for slot in slots)
    foot_y = grid.height - grid.edge - grid.foot
    arrow = round(grid.half * 0.24)
    room = grid.px(6, 3)
    left = Box(x, foot_y, arrow, grid.foot)
    action = Box(x + arrow + room, foot_y, grid.half - 2 * (arrow + room), grid.foot)
    right = Box(action.right + room, foot_y, arrow, grid.foot)
    clock = Box(x, grid.edge + grid.head - grid.px(6, 4), grid.half, grid.px(6, 4))
    plate = Box(x, grid.edge, grid.half, grid.head - clock.h - grid.px(3, 2))
    bar_h = max(2, grid.gap // 2)
    bar = Box(x, slots[0].bottom + (grid.gap - bar_h) // 2, grid.half, bar_h)
    notice = grid.notice(x, top_y, grid.half)
    seat = SeatLayout(number, False, -1, slots, keys, left, right, action, plate, plate, plate, notice)
    return seat, Lap(bar, clock, _minis(grid, x, slots[TOP_ROW]))


def _minis(grid: Grid, x: int, first: Box) -> tuple[Box, ...]:
    """Return five small cards in a column, left of the lower row; at least half of each stays visible."""
    gap = grid.px(6, 2)
    width = min(first.x - x - 2 * gap, grid.px(26, 14))
    size = card_size(width)
    step = min(size[1] + gap, (first.h - size[1]) // (SLOTS - 1))
    left = x + (first.x - x - width) // 2
    return tuple(Box(left, first.y + place * step, *size) for place in range(SLOTS))


def _pile(grid: Grid, column: Box) -> tuple[Box, Box, Box, Box]:
    """Return the boxes of the pile, the supply at its left, the supply's size, and the cards out of the game.

    The last two are below the supply.
    """
    room = grid.px(14, 8)
    width = grid.small[0] + room + grid.pile[0]
    x = column.x + (column.w - width) // 2
    pile = Box(x + grid.small[0] + room, int(grid.height * 0.36), *grid.pile)
    supply = Box(x, pile.y, *grid.small)
    count = Box(x, supply.bottom, supply.w, grid.px(22, 14))
    gone_h = pile.bottom - count.bottom
    gone = Box(x + (grid.small[0] - int(gone_h / ASPECT)) // 2, count.bottom, int(gone_h / ASPECT), gone_h)
    return pile, supply, count, gone


def _signs(grid: Grid, column: Box, pile: Box) -> tuple[Box, Box]:
    side = grid.px(40, 24)
    gap = grid.px(10, 5)
    x = column.x + (column.w - 2 * side - gap) // 2
    y = pile.y - grid.lift - side - gap // 2
    return Box(x, y, side, side), Box(x + side + gap, y, side, side)


def _tiles(grid: Grid, box: Box, seats: list[int]) -> tuple[Tile, ...]:
    """Return the tiles clockwise, from the right-hand person's foot to the left-hand person's: down, then up."""
    if not seats:
        return ()
    gap = grid.px(6, 3)
    columns = columns_for(len(seats), alone=2)
    rows = -(-len(seats) // columns)
    width = (box.w - gap * (columns + 1)) // columns
    height = min((box.h - gap * (rows - 1)) // rows, grid.px(64, 40))
    tiles = []
    for place, seat in enumerate(seats):
        column, step = divmod(place, rows)
        down = rows - 1 - step if column % 2 else step
        x = box.x + gap + (columns - 1 - column) * (width + gap)
        tiles.append(Tile(seat, Box(x, box.y + down * (height + gap), width, height)))
    return tuple(tiles)
