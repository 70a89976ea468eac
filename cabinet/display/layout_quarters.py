"""Three or four people at one screen, with cards in slots: a quarter of it for each, and the piles between.

Clockwise, as the seats are: the first at the near edge's left, the second opposite, the third beside that one, the
fourth at the near edge's right. `corner` is a person's quarter; the other three are the same one shifted and mirrored,
or turned round.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from cabinet.display.layout import ASPECT, Board, Box, Edge, Need, SeatLayout, TableLayout, card_size, px, row, scale_of
from cabinet.display.layout_many import GAP, LIFT, RESERVE, Measures

HEIGHT_SHARE: Final = 0.18
"""The part of the screen's height that a card takes at most."""
BOARD_SHARE: Final = 0.19
"""The part of the screen's width that a board at either end of the middle takes."""
EDGES: Final[tuple[Edge, ...]] = ("bottom", "left", "top", "right")
"""Where on a pile each seat's aim is shown: no two in one place."""
FAR: Final = (1, 2)
"""The seats at the far edge."""
MOST: Final = 4
"""Quarters."""


def quarters(size: tuple[int, int], need: Need, people: tuple[int, ...], *, cocktail: bool) -> TableLayout:
    """The layout for up to four seats, more than two of which are `people`; the others' keys are left out."""
    m = measures_of(size, need.slots)
    near = corner(m, need.slots)
    seats = tuple(quarter(near, seat, m, cocktail=cocktail) for seat in range(min(need.seats, MOST)))
    seats = tuple(seat if seat.seat in people else replace(seat, card_keys=()) for seat in seats)
    band = band_of(near, m)
    end = int(m.width * BOARD_SHARE) - m.margin
    middle = Box(m.margin + end + m.pad, band.y, m.width - 2 * (m.margin + end + m.pad), band.h)
    board = Box(m.margin, band.y, end, band.h)
    info = Box(middle.right + m.pad, band.y, end, band.h)
    piles, reserves, counts = _piles(m, need, middle)
    return TableLayout(
        size=size,
        name="facing",
        scale=scale_of(size),
        card=m.card,
        pile=(piles[0].w, piles[0].h),
        small=(near.stock.w, near.stock.h),
        lift=m.lift,
        seats=seats,
        band=band,
        piles=piles,
        reserves=reserves,
        reserve_counts=counts,
        boards=(Board(board),),
        info=Board(info),
        banners=(Board(middle),),
        sheets=(Board(Box(0, 0, m.width, m.height).inset(m.width // 9, m.height // 7)),),
    )


def measures_of(size: tuple[int, int], slots: int) -> Measures:
    """The lengths from which a quarter with so many cards follows."""
    width, height = size
    scale = scale_of(size)
    margin = px(scale, 10, 5)
    by_width = (width / 2 - 1.5 * margin) / (slots + (slots - 1) * GAP)
    card = card_size(int(min(by_width, height * HEIGHT_SHARE / ASPECT)))
    return Measures(
        width, height, px(scale, 5, 3), px(scale, 23, 15), px(scale, 4, 2), px(scale, 6, 3), margin,
        px(scale, 31, 19), card, max(2, round(card[0] * LIFT)),
    )  # fmt: skip


def corner(m: Measures, slots: int) -> SeatLayout:
    """The near edge's left: from its edge upwards LEFT, RIGHT and ACTION, the cards' keys, the cards, and the head."""
    step = max(3, int(m.card[0] * GAP))
    width = slots * m.card[0] + (slots - 1) * step
    x = m.margin // 2 + (m.width // 2 - m.margin // 2 - width) // 2
    line_y = m.height - m.edge - m.key
    key_y = line_y - m.gap - m.key
    cards = row(x, key_y - m.gap - m.card[1], m.card, slots, step)
    keys = tuple(Box(card.x, key_y, card.w, m.key) for card in cards)
    third = (width - 2 * m.gap) // 3
    left, right, action = (Box(x + place * (third + m.gap), line_y, third, m.key) for place in range(3))
    head = Box(x, cards[0].y - m.lift - m.gap - m.head, width, m.head)
    count = Box(head.right - m.head, head.y, m.head, m.head)
    stock_w = round(m.head / ASPECT)
    stock = Box(count.x - m.gap - stock_w, head.y, stock_w, m.head)
    plate = Box(x, head.y, stock.x - x - m.pad, m.head)
    notice = Box(
        x + (width - 3 * m.card[0]) // 2, cards[0].y + round(m.card[0] * 0.76), 3 * m.card[0], round(m.card[0] * 0.48)
    )
    return SeatLayout(0, False, -1, cards, keys, left, right, action, plate, stock, count, notice, "bottom")


def quarter(near: SeatLayout, seat: int, m: Measures, *, cocktail: bool) -> SeatLayout:
    """The quarter of a seat, made from the one at the near edge's left."""
    at_right = seat in (2, 3)
    aside = m.width // 2 - m.margin // 2 if at_right != (cocktail and seat in FAR) else 0
    there = _each(near, lambda box: box.moved(dx=aside))
    if seat in FAR and cocktail:
        there = replace(_each(there, lambda box: box.turned(m.width, m.height)), turned=True, inward=1)
    elif seat in FAR:
        far = _each(there, lambda box: Box(box.x, m.height - box.bottom, box.w, box.h))
        notice = there.notice.moved(dy=far.slots[0].y - there.slots[0].y)
        there = replace(far, inward=1, notice=notice)
    return replace(there, seat=seat, edge=EDGES[seat])


def band_of(near: SeatLayout, m: Measures) -> Box:
    """What lies between the two edges' seats."""
    top = m.height - near.plate.y + m.pad
    return Box(0, top, m.width, near.plate.y - m.pad - top)


def _each(seat: SeatLayout, move: Callable[[Box], Box]) -> SeatLayout:
    return replace(
        seat, slots=tuple(map(move, seat.slots)), card_keys=tuple(map(move, seat.card_keys)),
        left_key=move(seat.left_key), right_key=move(seat.right_key), action_key=move(seat.action_key),
        plate=move(seat.plate), stock=move(seat.stock), count=move(seat.count), notice=move(seat.notice),
    )  # fmt: skip


def _piles(m: Measures, need: Need, middle: Box) -> tuple[tuple[Box, ...], tuple[Box, ...], tuple[Box, ...]]:
    """The piles side by side, each with its reserve pile beside it."""
    share = 1 + RESERVE if need.reserves else 1.0
    gap = 2 * m.pad
    by_width = (middle.w - (need.piles - 1) * gap) / need.piles - (m.gap if need.reserves else 0)
    pile = card_size(int(min(by_width / share, (middle.h - 2 * m.gap) / ASPECT, m.card[0] * 1.2)))
    small = card_size(round(pile[0] * RESERVE))
    beside = small[0] + m.gap if need.reserves else 0
    step = pile[0] + beside + gap
    x = middle.x + (middle.w - need.piles * step + gap) // 2
    y = middle.y + (middle.h - pile[1]) // 2
    piles = tuple(Box(x + place * step, y, *pile) for place in range(need.piles))
    reserves = tuple(Box(box.right + m.gap, box.y, *small) for box in piles[: need.reserves])
    counts = tuple(Box(box.x, box.bottom + m.gap, box.w, round(box.h * 0.6)) for box in reserves)
    return piles, reserves, counts
