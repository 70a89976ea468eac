"""Three or four people at one screen in a game with hands: a quarter of it for each, and the pile between.

The quarters are those of `layout_quarters`, with what a hand needs besides: the bar that tells where in it one looks
lies between cards and keys, the clock's bar under the head, and the cards on the table in the head.
"""

from dataclasses import replace

from cabinet.display.layout import Board, Box, SeatLayout, card_size, px, row, scale_of
from cabinet.display.layout_hands_facing import tiles_in_rows
from cabinet.display.layout_hands_lane import LIFT, PILE, Grid, with_middle
from cabinet.display.layout_hands_parts import NOWHERE, SLOTS, SUPPLY, HandLayout, HandNeed, Lap
from cabinet.display.layout_many import Measures
from cabinet.display.layout_quarters import MOST, band_of, corner, measures_of, quarter


def hands_quarters(size: tuple[int, int], need: HandNeed, *, cocktail: bool) -> HandLayout:
    """The layout for up to four people; the others' tiles have the fourth quarter, or the end of the middle."""
    m = measures_of(size, SLOTS)
    near = corner(m, SLOTS)
    seats = tuple(quarter(near, seat, m, cocktail=cocktail) for seat in need.viewers[:MOST])
    laps = tuple(_lap(seat, m, with_minis=need.minis) for seat in seats)
    seats = tuple(_with_room(seat, lap, m) for seat, lap in zip(seats, laps, strict=True))
    band = band_of(near, m)
    grid = _grid(m, size, band)
    layout = with_middle(grid, band, seats, laps, ())
    others = [seat for seat in range(need.seats) if seat not in need.viewers]
    if not others:
        return layout
    if len(seats) < MOST:
        return replace(layout, tiles=tiles_in_rows(grid, _whole(quarter(near, MOST - 1, m, cocktail=False)), others))
    end = Box(layout.info.box.x, band.y + m.gap, layout.info.box.w, band.h - 2 * m.gap)
    return replace(layout, tiles=tiles_in_rows(grid, end, others, alone=1), info=Board(NOWHERE))


def _whole(seat: SeatLayout) -> Box:
    """All the room of a quarter."""
    top = min(seat.plate.y, seat.action_key.y)
    bottom = max(seat.plate.bottom, seat.action_key.bottom)
    return Box(seat.slots[0].x, top, seat.slots[-1].right - seat.slots[0].x, bottom - top)


def _grid(m: Measures, size: tuple[int, int], band: Box) -> Grid:
    by_band = card_size(int((band.h - 2 * m.gap) * m.card[0] / m.card[1]))
    pile = min(by_band, card_size(int(m.card[0] * PILE)))
    return Grid(
        m.width, m.height, scale_of(size), m.edge, m.key, m.gap, m.pad, m.margin, m.card, pile,
        (int(pile[0] * SUPPLY), int(pile[1] * SUPPLY)), max(2, round(m.card[0] * LIFT)), 0,
    )  # fmt: skip


def _lap(seat: SeatLayout, m: Measures, *, with_minis: bool) -> Lap:
    """The two bars, and the cards on the table beside the name."""
    cards, keys, head = seat.slots, seat.card_keys, seat.plate
    high = max(2, m.gap // 2)
    between = sorted((cards[0].bottom, keys[0].bottom, cards[0].y, keys[0].y))[1:3]
    bar = Box(cards[0].x, (between[0] + between[1] - high) // 2, 0, high)
    left, right = min(card.x for card in cards), max(card.right for card in cards)
    bar = Box(left, bar.y, right - left, high)
    inner = head.bottom + 1 if cards[0].y > head.y else head.y - 1 - high
    clock = Box(left, inner, right - left, high)
    return Lap(bar, clock, _minis(seat, left, right, m) if with_minis else ())


def _minis(seat: SeatLayout, left: int, right: int, m: Measures) -> tuple[Box, ...]:
    """Five small cards at the inner end of the head, as high as it."""
    scale = scale_of((m.width, m.height))
    gap = px(scale, 4, 2)
    size = card_size(min(px(scale, 26, 14), int(m.head * m.card[0] / m.card[1])))
    width = SLOTS * size[0] + (SLOTS - 1) * gap
    x = left if seat.turned else right - width
    return row(x, seat.plate.y + (seat.plate.h - size[1]) // 2, size, SLOTS, gap)


def _with_room(seat: SeatLayout, lap: Lap, m: Measures) -> SeatLayout:
    """The plate as wide as the row, but for the cards on the table."""
    left, right = min(card.x for card in seat.slots), max(card.right for card in seat.slots)
    if lap.minis:
        if seat.turned:
            left = max(mini.right for mini in lap.minis) + m.pad
        else:
            right = min(mini.x for mini in lap.minis) - m.pad
    return replace(seat, plate=Box(left, seat.plate.y, right - left, seat.plate.h))
