"""Three or four people at one screen in a game with hands: a quarter of it for each, and the pile between.

The quarters are those of `slots_quarters` with three additions: the bar that shows the visible part of the hand,
between cards and keys; the clock's bar, under the head; and the cards on the table, in the head.
"""

from dataclasses import replace

from cabinet.display.layout.boxes import NOWHERE, Box, card_size, row
from cabinet.display.layout.grid import Grid, lift
from cabinet.display.layout.hands_facing import tiles_in_rows
from cabinet.display.layout.hands_lane import LIFT, PILE, supply_size, with_middle
from cabinet.display.layout.parts import SLOTS, Board, HandLayout, HandNeed, Lap, SeatLayout
from cabinet.display.layout.slots_quarters import MOST, band_of, corner, quarter, quarter_grid


def hands_quarters(size: tuple[int, int], need: HandNeed, *, cocktail: bool) -> HandLayout:
    """Return the layout for up to four people.

    Other seats have tiles, in the fourth quarter or at the end of the middle.
    """
    grid = quarter_grid(size, SLOTS)
    near = corner(grid, SLOTS)
    seats = tuple(quarter(near, seat, grid, cocktail=cocktail) for seat in need.viewers[:MOST])
    laps = tuple(_lap(seat, grid, with_minis=need.minis) for seat in seats)
    seats = tuple(_with_room(seat, lap, grid) for seat, lap in zip(seats, laps, strict=True))
    band = band_of(near, grid)
    grid = _with_pile(grid, band)
    layout = with_middle(grid, band, seats, laps, ())
    others = [seat for seat in range(need.seats) if seat not in need.viewers]
    if not others:
        return layout
    if len(seats) < MOST:
        return replace(layout, tiles=tiles_in_rows(grid, _whole(quarter(near, MOST - 1, grid, cocktail=False)), others))
    end = Box(layout.info.box.x, band.y + grid.gap, layout.info.box.w, band.h - 2 * grid.gap)
    return replace(layout, tiles=tiles_in_rows(grid, end, others, alone=1), info=Board(NOWHERE))


def _whole(seat: SeatLayout) -> Box:
    """Return the whole area of a quarter."""
    top = min(seat.plate.y, seat.action_key.y)
    bottom = max(seat.plate.bottom, seat.action_key.bottom)
    return Box(seat.slots[0].x, top, seat.slots[-1].right - seat.slots[0].x, bottom - top)


def _with_pile(grid: Grid, band: Box) -> Grid:
    by_band = card_size(int((band.h - 2 * grid.gap) * grid.card[0] / grid.card[1]))
    pile = min(by_band, card_size(int(grid.card[0] * PILE)))
    return replace(grid, pile=pile, small=supply_size(pile), lift=lift(grid.card[0], LIFT))


def _lap(seat: SeatLayout, grid: Grid, *, with_minis: bool) -> Lap:
    """Return the two bars, and the cards on the table beside the name."""
    cards, keys, head = seat.slots, seat.card_keys, seat.plate
    high = max(2, grid.gap // 2)
    between = sorted((cards[0].bottom, keys[0].bottom, cards[0].y, keys[0].y))[1:3]
    bar = Box(cards[0].x, (between[0] + between[1] - high) // 2, 0, high)
    left, right = min(card.x for card in cards), max(card.right for card in cards)
    bar = Box(left, bar.y, right - left, high)
    inner = head.bottom + 1 if cards[0].y > head.y else head.y - 1 - high
    clock = Box(left, inner, right - left, high)
    return Lap(bar, clock, _minis(seat, left, right, grid) if with_minis else ())


def _minis(seat: SeatLayout, left: int, right: int, grid: Grid) -> tuple[Box, ...]:
    """Return five small cards at the inner end of the head, at most as high as the head."""
    gap = grid.px(4, 2)
    size = card_size(min(grid.px(26, 14), int(grid.head * grid.card[0] / grid.card[1])))
    width = SLOTS * size[0] + (SLOTS - 1) * gap
    x = left if seat.turned else right - width
    return row(x, seat.plate.y + (seat.plate.h - size[1]) // 2, size, SLOTS, gap)


def _with_room(seat: SeatLayout, lap: Lap, grid: Grid) -> SeatLayout:
    """Return the seat with a plate as wide as the row, less the cards on the table."""
    left, right = min(card.x for card in seat.slots), max(card.right for card in seat.slots)
    if lap.minis:
        if seat.turned:
            left = max(mini.right for mini in lap.minis) + grid.pad
        else:
            right = min(mini.x for mini in lap.minis) - grid.pad
    return replace(seat, plate=Box(left, seat.plate.y, right - left, seat.plate.h))
