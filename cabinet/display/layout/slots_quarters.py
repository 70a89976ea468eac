"""Three or four people at one screen, with cards in slots: a quarter of it for each, and the piles between.

The order is clockwise, as the seats are: the first at the near edge's left, the second opposite, the third beside the
second, the fourth at the near edge's right. `corner` builds the first quarter; the other three are copies of it,
shifted and mirrored or rotated.
"""

from dataclasses import replace
from typing import Final

from cabinet.display.layout.boxes import ASPECT, Box, card_size, px, row, scale_of
from cabinet.display.layout.grid import Grid, lift, row_gap
from cabinet.display.layout.parts import Board, Edge, Need, SeatLayout, TableLayout
from cabinet.display.layout.slots_facing_many import GAP, LIFT, RESERVE

HEIGHT_SHARE: Final = 0.18
"""Largest share of the screen's height that a card may take."""
BOARD_SHARE: Final = 0.19
"""Share of the screen's width that a board at either end of the middle takes."""
EDGES: Final[tuple[Edge, ...]] = ("bottom", "left", "top", "right")
"""The edge of a pile at which each seat's aim is shown: a different one for each seat."""
FAR: Final = (1, 2)
"""The seats at the far edge."""
MOST: Final = 4
"""Number of quarters."""


def quarters(size: tuple[int, int], need: Need, people: tuple[int, ...], *, cocktail: bool) -> TableLayout:
    """Return the layout for up to four seats, more than two of them `people`; other seats have no card keys."""
    grid = quarter_grid(size, need.slots)
    near = corner(grid, need.slots)
    seats = tuple(quarter(near, seat, grid, cocktail=cocktail) for seat in range(min(need.seats, MOST)))
    seats = tuple(seat if seat.seat in people else replace(seat, card_keys=()) for seat in seats)
    band = band_of(near, grid)
    end = int(grid.width * BOARD_SHARE) - grid.margin
    middle = Box(grid.margin + end + grid.pad, band.y, grid.width - 2 * (grid.margin + end + grid.pad), band.h)
    board = Box(grid.margin, band.y, end, band.h)
    info = Box(middle.right + grid.pad, band.y, end, band.h)
    piles, reserves, counts = _piles(grid, need, middle)
    return TableLayout(
        size=size,
        name="facing",
        scale=grid.scale,
        card=grid.card,
        pile=(piles[0].w, piles[0].h),
        small=(near.stock.w, near.stock.h),
        lift=grid.lift,
        seats=seats,
        band=band,
        piles=piles,
        reserves=reserves,
        reserve_counts=counts,
        boards=(Board(board),),
        info=Board(info),
        banners=(Board(middle),),
        dialogs=grid.dialogs(),
    )


def quarter_grid(size: tuple[int, int], slots: int) -> Grid:
    """Return the grid of a quarter with `slots` cards in its row."""
    width, height = size
    scale = scale_of(size)
    margin = px(scale, 10, 5)
    by_width = (width / 2 - 1.5 * margin) / (slots + (slots - 1) * GAP)
    card = card_size(int(min(by_width, height * HEIGHT_SHARE / ASPECT)))
    return Grid(
        size, px(scale, 5, 3), px(scale, 23, 15), px(scale, 4, 2), px(scale, 6, 3), card,
        row_gap(card[0], GAP), lift(card[0], LIFT), margin, head=px(scale, 31, 19),
    )  # fmt: skip


def corner(grid: Grid, slots: int) -> SeatLayout:
    """Return the near edge's left quarter.

    From its edge upwards: LEFT, RIGHT and ACTION, the cards' keys, the cards, and the head.
    """
    width = grid.row_width(slots)
    x = grid.margin // 2 + (grid.width // 2 - grid.margin // 2 - width) // 2
    line_y = grid.height - grid.edge - grid.key
    key_y = line_y - grid.gap - grid.key
    cards = row(x, key_y - grid.gap - grid.card[1], grid.card, slots, grid.row_gap)
    keys = tuple(Box(card.x, key_y, card.w, grid.key) for card in cards)
    third = (width - 2 * grid.gap) // 3
    left, right, action = (Box(x + place * (third + grid.gap), line_y, third, grid.key) for place in range(3))
    head = Box(x, cards[0].y - grid.lift - grid.gap - grid.head, width, grid.head)
    count = Box(head.right - grid.head, head.y, grid.head, grid.head)
    stock_w = round(grid.head / ASPECT)
    stock = Box(count.x - grid.gap - stock_w, head.y, stock_w, grid.head)
    plate = Box(x, head.y, stock.x - x - grid.pad, grid.head)
    notice = grid.notice(x + (width - 3 * grid.card[0]) // 2, cards[0].y, 3 * grid.card[0])
    return SeatLayout(0, False, -1, cards, keys, left, right, action, plate, stock, count, notice, "bottom")


def quarter(near: SeatLayout, seat: int, grid: Grid, *, cocktail: bool) -> SeatLayout:
    """Return a seat's quarter, derived from the quarter at the near edge's left."""
    at_right = seat in (2, 3)
    aside = grid.width // 2 - grid.margin // 2 if at_right != (cocktail and seat in FAR) else 0
    there = near.mapped(lambda box: box.moved(dx=aside))
    if seat in FAR and cocktail:
        there = replace(there.mapped(grid.turn), turned=True, inward=1)
    elif seat in FAR:
        far = there.mapped(grid.mirror)
        notice = there.notice.moved(dy=far.slots[0].y - there.slots[0].y)
        there = replace(far, inward=1, notice=notice)
    return replace(there, seat=seat, edge=EDGES[seat])


def band_of(near: SeatLayout, grid: Grid) -> Box:
    """Return the lane between the seats of the two edges."""
    top = grid.height - near.plate.y + grid.pad
    return Box(0, top, grid.width, near.plate.y - grid.pad - top)


def _piles(grid: Grid, need: Need, middle: Box) -> tuple[tuple[Box, ...], tuple[Box, ...], tuple[Box, ...]]:
    """Return the piles side by side, each with its reserve pile beside it, and the boxes of the reserves' sizes."""
    share = 1 + RESERVE if need.reserves else 1.0
    gap = 2 * grid.pad
    by_width = (middle.w - (need.piles - 1) * gap) / need.piles - (grid.gap if need.reserves else 0)
    pile = card_size(int(min(by_width / share, (middle.h - 2 * grid.gap) / ASPECT, grid.card[0] * 1.2)))
    small = card_size(round(pile[0] * RESERVE))
    beside = small[0] + grid.gap if need.reserves else 0
    step = pile[0] + beside + gap
    x = middle.x + (middle.w - need.piles * step + gap) // 2
    y = middle.y + (middle.h - pile[1]) // 2
    piles = tuple(Box(x + place * step, y, *pile) for place in range(need.piles))
    reserves = tuple(Box(box.right + grid.gap, box.y, *small) for box in piles[: need.reserves])
    counts = tuple(Box(box.x, box.bottom + grid.gap, box.w, round(box.h * 0.6)) for box in reserves)
    return piles, reserves, counts
