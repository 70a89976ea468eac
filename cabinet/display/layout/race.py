"""Where a photo finish and its slow motion are shown: beside the piles, in room that no card needs. Pure geometry.

A wing is a board or the information corner, grown until it meets a card, a pile, a soft-key or a plate. It never
touches a protected box (`protected`), so nothing that a player reads changes with a race.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

import msgspec

from cabinet.display.layout.boxes import Board, Box, Edge, HandLayout, TableLayout, px

Covers = Literal["board", "info", "nothing"]
"""The place of other texts that a wing takes while it is shown."""

DEPTH: Final = 2
"""Cards that may show below the top card of a pile; the edge of each is a fortieth of a card wide."""
STOCK_EDGE: Final = 4
"""Room beside a stock or a reserve for the edges of its lower cards, px: their cards are too small for more."""


class Wing(msgspec.Struct, frozen=True):
    """One place for the margin of a race; `inner` is its edge towards the piles, `turned` as in `SeatLayout`."""

    box: Box
    turned: bool
    inner: Edge
    covers: Covers


class RaceLayout(msgspec.Struct, frozen=True):
    """All places of a race: its `wings`.

    `last` are the two halves of the lane, up to the piles, which a deal's last card may flood; `sides` is the rest of
    the screen beside the lane.
    """

    wings: tuple[Wing, ...]
    last: tuple[Wing, ...]
    sides: tuple[Wing, ...]


def race_layout(layout: TableLayout, loose: Iterable[Box] = ()) -> RaceLayout:
    """Return the places of a race on a table; `loose` are boxes of cards in the information corner."""
    solid = [*protected(layout), *loose]
    return RaceLayout(_wings(layout, solid), _last(layout), _sides(layout))


def protected(layout: TableLayout) -> tuple[Box, ...]:
    """Return the boxes of all cards (lifted ones too), piles, counts, soft-keys and notices; effects avoid them."""
    boxes = [*map(with_depth, layout.piles), *map(_with_edges, layout.reserves), *layout.reserve_counts]
    for seat in layout.seats:
        boxes += [_union(slot, slot.moved(dy=seat.inward * layout.lift)) for slot in seat.slots]
        boxes += [*seat.card_keys, seat.left_key, seat.right_key, seat.action_key, seat.notice]
        if not isinstance(layout, HandLayout):
            boxes += [_with_edges(seat.stock), seat.count]
    if isinstance(layout, HandLayout):
        boxes += [layout.supply, layout.supply_count, layout.gone, *layout.signs, layout.window]
        boxes += [tile.box for tile in layout.tiles]
        boxes += [box for lap in layout.laps for box in (lap.bar, lap.clock, *lap.minis)]
    return tuple(box for box in boxes if box.w and box.h)


def with_depth(pile: Box) -> Box:
    """Return a pile's box with the edges of the cards below its top card."""
    return Box(pile.x, pile.y, pile.w + DEPTH * max(1, pile.w // 40), pile.h)


def frame_of(layout: TableLayout, pile: Box, most: int) -> tuple[Box, Box]:
    """Return the outer and the inner box of the frame round a pile: each side at most `most` px wide, and none so wide
    that it touches another protected box.
    """
    inner = outer = with_depth(pile)
    reach = inner.inset(-most, -most)
    others = [box for box in protected(layout) if touch(box, reach) and not touch(box, inner)]
    for _ in range(most):
        for dx, dy, dw, dh in ((-1, 0, 1, 0), (0, 0, 1, 0), (0, -1, 0, 1), (0, 0, 0, 1)):
            wider = Box(outer.x + dx, outer.y + dy, outer.w + dw, outer.h + dh)
            if not any(touch(wider, box) for box in others):
                outer = wider
    return outer, inner


# Wings


def _wings(layout: TableLayout, solid: Sequence[Box]) -> tuple[Wing, ...]:
    seeds = _seeds(layout, solid)
    plates = [seat.plate for seat in layout.seats]
    air = px(layout.scale, 12, 6)
    around = [*solid, *plates, *(pile.inset(-air, -air) for pile in layout.piles)]
    wings: list[Wing] = []
    for number, (board, covers) in enumerate(seeds):
        others = [wing.box for wing in wings] + [other.box for other, _ in seeds[number + 1 :]]
        limit = layout.band if _inside(board.box, layout.band) else layout.screen
        box = _grown(board.box, limit, [*around, *others], px(layout.scale, 3, 2))
        wings.append(Wing(box, board.turned, _inner(box, layout), covers))
    return tuple(wings)


def _seeds(layout: TableLayout, solid: Sequence[Box]) -> list[tuple[Board, Covers]]:
    """Return the boards and the corner, each once and none over a loose card.

    Two boards in one column, one for each side of a cocktail table, become one; its counterpart is across the piles.
    """
    boards = layout.boards
    if len(boards) > 1 and boards[0].box.x == boards[1].box.x and not layout.info.box.w:
        whole = _union(boards[0].box, boards[1].box)
        across = whole.turned(*layout.size)
        if not any(touch(across, box) for box in solid):
            return [(Board(whole), "board"), (Board(across, turned=True), "nothing")]
    seeds: list[tuple[Board, Covers]] = [(board, "board") for board in boards]
    if layout.info.box.w and all(not touch(layout.info.box, board.box) for board in boards):
        is_turned = layout.info.turned or any(seat.turned for seat in layout.seats)
        seeds.append((Board(layout.info.box, is_turned), "info"))
    return [(board, covers) for board, covers in seeds if not any(touch(board.box, box) for box in solid)]


def _grown(seed: Box, limit: Box, solid: Sequence[Box], gap: int) -> Box:
    """Return the seed grown sideways, then up and down, to `gap` px from the nearest solid box or to the limit."""
    beside = [box for box in solid if box.y < seed.bottom and seed.y < box.bottom]
    left = max([limit.x, *(box.right + gap for box in beside if box.right <= seed.x)])
    right = min([limit.right, *(box.x - gap for box in beside if box.x >= seed.right)])
    left, right = min(left, seed.x), max(right, seed.right)
    over = [box for box in solid if box.x < right and left < box.right]
    top = max([limit.y, *(box.bottom + gap for box in over if box.bottom <= seed.y)])
    bottom = min([limit.bottom, *(box.y - gap for box in over if box.y >= seed.bottom)])
    top, bottom = min(top, seed.y), max(bottom, seed.bottom)
    return Box(left, top, right - left, bottom - top)


def _inner(box: Box, layout: TableLayout) -> Edge:
    """Return the edge of a wing towards the middle of the piles."""
    x, y = layout.band.centre[0], layout.piles[0].centre[1]
    if box.x >= x or box.right <= x:
        return "right" if box.right <= x else "left"
    return "bottom" if box.centre[1] < y else "top"


# The last card


def _last(layout: TableLayout) -> tuple[Wing, ...]:
    """Return the lane left and right of the piles, or above and below them, for the last card of a deal."""
    band, turned = layout.band, any(seat.turned for seat in layout.seats)
    gap = px(layout.scale, 14, 8)
    if layout.name == "beside":
        top, bottom = min(pile.y for pile in layout.piles) - gap, max(pile.bottom for pile in layout.piles) + gap
        upper, lower = Box(band.x, band.y, band.w, top - band.y), Box(band.x, bottom, band.w, band.bottom - bottom)
        return Wing(upper, False, "bottom", "nothing"), Wing(lower, False, "top", "nothing")
    left, right = min(pile.x for pile in layout.piles) - gap, max(pile.right for pile in layout.piles) + gap
    one, other = Box(band.x, band.y, left - band.x, band.h), Box(right, band.y, band.right - right, band.h)
    return Wing(one, False, "right", "nothing"), Wing(other, turned, "left", "nothing")


def _sides(layout: TableLayout) -> tuple[Wing, ...]:
    """Return the screen on either side of the lane."""
    band, (width, height) = layout.band, layout.size
    if layout.name == "beside":
        left, right = Box(0, 0, band.x, height), Box(band.right, 0, width - band.right, height)
        return Wing(left, False, "right", "nothing"), Wing(right, False, "left", "nothing")
    upper, lower = Box(0, 0, width, band.y), Box(0, band.bottom, width, height - band.bottom)
    return Wing(upper, False, "bottom", "nothing"), Wing(lower, False, "top", "nothing")


# Boxes


def _with_edges(stock: Box) -> Box:
    return Box(stock.x - STOCK_EDGE, stock.y, stock.w + 2 * STOCK_EDGE, stock.h) if stock.w else stock


def touch(one: Box, other: Box) -> bool:
    """Return whether two boxes share a pixel."""
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def _inside(inner: Box, outer: Box) -> bool:
    return inner.x >= outer.x and inner.y >= outer.y and inner.right <= outer.right and inner.bottom <= outer.bottom


def _union(one: Box, other: Box) -> Box:
    x, y = min(one.x, other.x), min(one.y, other.y)
    return Box(x, y, max(one.right, other.right) - x, max(one.bottom, other.bottom) - y)


# Slow motion: over the lane of the piles, never over a seat's cards


def slow_motion_places(layout: TableLayout, *, is_whole: bool = False) -> tuple[Board, ...]:
    """Return the places of a slow motion: one, or on a cocktail table one for each side.

    Seats that face each other have it in the lane across the screen, the two sides of a cocktail table in one half of
    the lane each; seats beside each other have it in the upright lane between them. `is_whole`: it takes the whole
    screen, or half of it for each side of a cocktail table, since nobody looks at cards any more.
    """
    width, frame = layout.size[0], px(layout.scale, 4, 2)
    lane = layout.screen if is_whole else layout.band
    is_turned = any(seat.turned for seat in layout.seats)
    if is_whole and is_turned:
        half = layout.size[1] // 2
        return Board(Box(0, half, width, layout.size[1] - half)), Board(Box(0, 0, width, half), turned=True)
    if lane.h == layout.size[1]:
        return (Board(lane),)
    lane = lane.inset(0, -frame)  # over the edges of a frame round a pile
    if not is_turned:
        return (Board(Box(0, lane.y, width, lane.h)),)
    half = width // 2
    return Board(Box(0, lane.y, half, lane.h)), Board(Box(half, lane.y, width - half, lane.h), turned=True)
