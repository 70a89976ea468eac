"""The lane between two edges in a game with hands: its lengths, a person's side of it, and the pile in its middle."""

from collections.abc import Callable
from typing import Final, NamedTuple

from cabinet.display.layout import ASPECT, Board, Box, SeatLayout, card_size, px, row, scale_of
from cabinet.display.layout_hands_parts import SLOTS, SUPPLY, HandLayout, Lap, Tile

PILE: Final = 1.2
"""Width of the pile, in widths of a card in a row."""
GAP: Final = 0.1
LIFT: Final = 0.07
"""Gap between cards of a row, and how far a marked card is lifted, in widths."""
ROW_SHARE: Final = 0.67
"""Most of the screen's width that a row may take."""
SIGN: Final = 0.5
"""Width of what is in force (a colour, the direction), in widths of the pile."""


class Grid(NamedTuple):
    """The lengths from which all follows, in px."""

    width: int
    height: int
    scale: float
    edge: int
    key: int
    gap: int
    pad: int
    margin: int
    card: tuple[int, int]
    pile: tuple[int, int]
    small: tuple[int, int]
    lift: int
    strip: int


def grid_of(size: tuple[int, int], rows: int) -> Grid:
    """`rows` of cards at the edges, and the pile between; with one row there are tiles opposite."""
    width, height = size
    scale = scale_of(size)
    edge, key, gap, pad = px(scale, 5, 3), px(scale, 24, 15), px(scale, 8, 5), px(scale, 8, 4)
    strip = 0 if rows == 2 else edge + px(scale, 84, 58)
    by_height = (height - rows * (edge + key + gap + pad) - strip) / (rows * (ASPECT + LIFT) + PILE * ASPECT)
    by_width = width * ROW_SHARE / (SLOTS + (SLOTS - 1) * GAP)
    card_width = int(min(by_height, by_width))
    pile = card_size(int(card_width * PILE))
    return Grid(
        width, height, scale, edge, key, gap, pad, px(scale, 12, 5), card_size(card_width), pile,
        (int(pile[0] * SUPPLY), int(pile[1] * SUPPLY)), max(2, round(card_width * LIFT)), strip,
    )  # fmt: skip


# A person's side


def near_side(grid: Grid, seat: int, *, with_minis: bool) -> tuple[SeatLayout, Lap]:
    """The lower edge: plate and LEFT at the left, the row, ACTION and RIGHT at the right."""
    card_gap = max(3, int(grid.card[0] * GAP))
    x = (grid.width - SLOTS * grid.card[0] - (SLOTS - 1) * card_gap) // 2
    key_y = grid.height - grid.edge - grid.key
    card_y = key_y - grid.gap - grid.card[1]
    slots = row(x, card_y, grid.card, SLOTS, card_gap)
    keys = tuple(Box(slot.x, key_y, slot.w, grid.key) for slot in slots)
    side = x - 2 * grid.margin
    left = Box(grid.margin, key_y, side, grid.key)
    right = Box(slots[-1].right + grid.margin, key_y, side, grid.key)
    action = Box(right.x, key_y - grid.pad - round(grid.key * 1.4), side, round(grid.key * 1.4))
    bar_h = max(2, grid.gap // 2)
    bar = Box(x, key_y - grid.gap + (grid.gap - bar_h) // 2, slots[-1].right - x, bar_h)
    above = Box(left.x, card_y, side, key_y - card_y - grid.pad)
    minis, plate_bottom = _minis_of(grid, above) if with_minis else ((), above.bottom)
    clock_h = px(grid.scale, 6, 4)
    plate = Box(left.x, card_y, side, plate_bottom - card_y - clock_h - grid.pad)
    clock = Box(left.x, plate.bottom + grid.pad // 2, side, clock_h)
    notice = Box(x + grid.card[0], card_y + round(grid.card[0] * 0.76), 3 * grid.card[0], round(grid.card[0] * 0.48))
    notice = Box((grid.width - notice.w) // 2, notice.y, notice.w, notice.h)
    stock = Box(right.x, card_y, side, action.y - card_y - grid.pad)
    return (
        SeatLayout(seat, False, -1, slots, keys, left, right, action, plate, stock, stock, notice),
        Lap(bar, clock, minis),
    )


def _minis_of(grid: Grid, box: Box) -> tuple[tuple[Box, ...], int]:
    """Five small cards along the foot of a box, and where they begin."""
    gap = px(grid.scale, 4, 2)
    width = min((box.w - 4 * gap) // SLOTS, px(grid.scale, 26, 14))
    size = card_size(width)
    x = box.x + (box.w - SLOTS * width - (SLOTS - 1) * gap) // 2
    return row(x, box.bottom - size[1], size, SLOTS, gap), box.bottom - size[1]


def moved(
    seat: SeatLayout, lap: Lap, number: int, move: Callable[[Box], Box], *, turned: bool
) -> tuple[SeatLayout, Lap]:
    """A seat's side elsewhere: every box by one rule. Turned round, the row is counted from the other end with it."""
    left, right = move(seat.left_key), move(seat.right_key)
    there = SeatLayout(
        number, turned, 1, tuple(map(move, seat.slots)), tuple(map(move, seat.card_keys)), left, right,
        move(seat.action_key), move(seat.plate), move(seat.stock), move(seat.count), move(seat.notice),
    )  # fmt: skip
    return there, Lap(move(lap.bar), move(lap.clock), tuple(map(move, lap.minis)))


# The middle of a lane


def with_middle(
    grid: Grid, band: Box, seats: tuple[SeatLayout, ...], laps: tuple[Lap, ...], tiles: tuple[Tile, ...]
) -> HandLayout:
    """The pile in the middle of the lane, what is drawn from at its left, what is in force at its right."""
    pile = Box((grid.width - grid.pile[0]) // 2, band.y + (band.h - grid.pile[1]) // 2, *grid.pile)
    room = px(grid.scale, 14, 8)
    count_h = px(grid.scale, 24, 15)
    supply_y = pile.y + (pile.h - grid.small[1] - count_h) // 2
    supply = Box(pile.x - room - grid.small[0], supply_y, *grid.small)
    side = round(grid.pile[0] * SIGN)
    sign_gap = px(grid.scale, 8, 5)
    signs_y = pile.y + (pile.h - 2 * side - sign_gap) // 2
    sign = Box(pile.right + room, signs_y, side, side)
    gone = Box(
        supply.x - room - grid.small[0] // 2, supply.bottom - grid.small[1] // 2, grid.small[0] // 2, grid.small[1] // 2
    )
    left = Box(grid.margin, band.y + grid.pad, gone.x - 2 * grid.margin, band.h - 2 * grid.pad)
    right_x = sign.right + grid.margin
    right = Box(right_x, left.y, grid.width - grid.margin - right_x, left.h)
    middle = Box(gone.x, band.y, sign.right - gone.x, band.h)
    return HandLayout(
        size=(grid.width, grid.height), name="facing", scale=grid.scale, card=grid.card, pile=grid.pile,
        small=grid.small, lift=grid.lift, seats=seats, band=band, piles=(pile,), reserves=(), reserve_counts=(),
        boards=(Board(left),), info=Board(right), banners=(Board(middle),), sheets=(_sheet(grid),), laps=laps,
        tiles=tiles, supply=supply, supply_count=Box(supply.x, supply.bottom, supply.w, count_h), gone=gone,
        signs=(sign, sign.moved(dy=side + sign_gap)), window=_window(grid, band, pile),
    )  # fmt: skip


def _window(grid: Grid, band: Box, pile: Box) -> Box:
    """A bar close below the pile; where there is no room, across its foot."""
    height = px(grid.scale, 6, 4)
    return Box(pile.x, min(pile.bottom + grid.pad // 2, band.bottom - height), pile.w, height)


def _sheet(grid: Grid) -> Board:
    return Board(Box(0, 0, grid.width, grid.height).inset(grid.width // 9, grid.height // 7))
