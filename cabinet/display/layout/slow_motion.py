"""Where a race is shown in slow motion: over the lane of the piles, never over a seat's cards. Pure geometry."""

from cabinet.display.layout.boxes import Box, px
from cabinet.display.layout.parts import Board, TableLayout


def slow_motion_places(layout: TableLayout) -> tuple[Board, ...]:
    """Return the places of a slow motion: one, or on a cocktail table one for each side.

    Seats that face each other have it in the lane across the screen, the two sides of a cocktail table in one half of
    the lane each; seats beside each other have it in the upright lane between them.
    """
    width, frame = layout.size[0], px(layout.scale, 4, 2)
    lane = layout.band
    if lane.h == layout.size[1]:
        return (Board(lane),)
    lane = lane.inset(0, -frame)  # over the edges of a frame round a pile
    if not any(seat.turned for seat in layout.seats):
        return (Board(Box(0, lane.y, width, lane.h)),)
    half = width // 2
    return Board(Box(0, lane.y, half, lane.h)), Board(Box(half, lane.y, width - half, lane.h), turned=True)
