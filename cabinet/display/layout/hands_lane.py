"""The lane between two edges in a game with hands: its lengths, a person's side of it, and the pile in its middle."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from cabinet.display.layout.boxes import ASPECT, Box, card_size, key_height, px, row, scale_of
from cabinet.display.layout.grid import Grid, lift, row_gap
from cabinet.display.layout.parts import SLOTS, SUPPLY, Board, HandLayout, Lap, SeatLayout, Tile

PILE: Final = 1.2
"""Width of the pile, in widths of a card in a row."""
GAP: Final = 0.1
LIFT: Final = 0.07
"""Lift of a marked card, in widths of a card; `GAP` is the gap between cards of a row, in the same unit."""
ROW_SHARE: Final = 0.67
"""Largest share of the screen's width that a row may take."""
SIGN: Final = 0.5
"""Width of the box for the colour or direction in force, in widths of the pile."""


def lane_grid(size: tuple[int, int], rows: int, *, large: bool) -> Grid:
    """Return the grid for `rows` rows of cards at the edges and the pile between.

    With one row there are tiles opposite, and `head` is their height.
    """
    width, height = size
    scale = scale_of(size)
    edge, key, gap, pad = px(scale, 5, 3), key_height(scale, large=large), px(scale, 8, 5), px(scale, 8, 4)
    strip = 0 if rows == 2 else edge + px(scale, 84, 58)
    by_height = (height - rows * (edge + key + gap + pad) - strip) / (rows * (ASPECT + LIFT) + PILE * ASPECT)
    by_width = width * ROW_SHARE / (SLOTS + (SLOTS - 1) * GAP)
    card_width = int(min(by_height, by_width))
    pile = card_size(int(card_width * PILE))
    return Grid(
        size, edge, key, gap, pad, card_size(card_width), row_gap(card_width, GAP), lift(card_width, LIFT),
        px(scale, 12, 5), pile, supply_size(pile), head=strip,
    )  # fmt: skip


def supply_size(pile: tuple[int, int]) -> tuple[int, int]:
    """Return the size of the face-down cards beside the pile."""
    return int(pile[0] * SUPPLY), int(pile[1] * SUPPLY)


# A person's side


def near_side(grid: Grid, seat: int, *, with_minis: bool) -> tuple[SeatLayout, Lap]:
    """Return the seat at the lower edge: plate and LEFT at the left, the row, ACTION and RIGHT at the right."""
    x = (grid.width - grid.row_width(SLOTS)) // 2
    key_y = grid.height - grid.edge - grid.key
    card_y = key_y - grid.gap - grid.card[1]
    slots = row(x, card_y, grid.card, SLOTS, grid.row_gap)
    keys = tuple(Box(slot.x, key_y, slot.w, grid.key) for slot in slots)
    side = x - 2 * grid.margin
    left = Box(grid.margin, key_y, side, grid.key)
    right = Box(slots[-1].right + grid.margin, key_y, side, grid.key)
    action = Box(right.x, key_y - grid.pad - round(grid.key * 1.4), side, round(grid.key * 1.4))
    bar_h = max(2, grid.gap // 2)
    bar = Box(x, key_y - grid.gap + (grid.gap - bar_h) // 2, slots[-1].right - x, bar_h)
    above = Box(left.x, card_y, side, key_y - card_y - grid.pad)
    minis, plate_bottom = _minis_of(grid, above) if with_minis else ((), above.bottom)
    clock_h = grid.px(6, 4)
    plate = Box(left.x, card_y, side, plate_bottom - card_y - clock_h - grid.pad)
    clock = Box(left.x, plate.bottom + grid.pad // 2, side, clock_h)
    notice = grid.centred_notice(card_y)
    stock = Box(right.x, card_y, side, action.y - card_y - grid.pad)
    return (
        SeatLayout(seat, False, -1, slots, keys, left, right, action, plate, stock, stock, notice),
        Lap(bar, clock, minis),
    )


def _minis_of(grid: Grid, box: Box) -> tuple[tuple[Box, ...], int]:
    """Return five small cards along the foot of a box, and the y of their upper edge."""
    gap = grid.px(4, 2)
    width = min((box.w - 4 * gap) // SLOTS, grid.px(26, 14))
    size = card_size(width)
    x = box.x + (box.w - SLOTS * width - (SLOTS - 1) * gap) // 2
    return row(x, box.bottom - size[1], size, SLOTS, gap), box.bottom - size[1]


def moved(
    seat: SeatLayout, lap: Lap, number: int, move: Callable[[Box], Box], *, turned: bool
) -> tuple[SeatLayout, Lap]:
    """Return a seat's side with every box moved by one rule.

    `turned` marks its content as rotated; the rotated row is counted from the other end.
    """
    there = replace(seat.mapped(move), seat=number, turned=turned, inward=1)
    return there, Lap(move(lap.bar), move(lap.clock), tuple(map(move, lap.minis)))


# The middle of a lane


def with_middle(
    grid: Grid, band: Box, seats: tuple[SeatLayout, ...], laps: tuple[Lap, ...], tiles: tuple[Tile, ...]
) -> HandLayout:
    """Return the layout with the pile in the middle of the lane, the supply at its left, the signs at its right."""
    pile = Box((grid.width - grid.pile[0]) // 2, band.y + (band.h - grid.pile[1]) // 2, *grid.pile)
    room = grid.px(14, 8)
    count_h = grid.px(24, 15)
    supply_y = pile.y + (pile.h - grid.small[1] - count_h) // 2
    supply = Box(pile.x - room - grid.small[0], supply_y, *grid.small)
    side = round(grid.pile[0] * SIGN)
    sign_gap = grid.px(8, 5)
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
        size=grid.size, name="facing", scale=grid.scale, card=grid.card, pile=grid.pile,
        small=grid.small, lift=grid.lift, seats=seats, band=band, piles=(pile,), reserves=(), reserve_counts=(),
        boards=(Board(left),), info=Board(right), banners=(Board(middle),), dialogs=grid.dialogs(), laps=laps,
        tiles=tiles, supply=supply, supply_count=Box(supply.x, supply.bottom, supply.w, count_h), gone=gone,
        signs=(sign, sign.moved(dy=side + sign_gap)), window=_window(grid, band, pile),
    )  # fmt: skip


def _window(grid: Grid, band: Box, pile: Box) -> Box:
    """Return a bar close below the pile, or across the pile's foot where there is no room."""
    height = grid.px(6, 4)
    return Box(pile.x, min(pile.bottom + grid.pad // 2, band.bottom - height), pile.w, height)
