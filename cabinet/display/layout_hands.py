"""Where everything lies in a game with hands: one pile, a row of five for each person, a tile for every other seat.

One person has the whole lower edge, with the other seats in a row at the upper edge, clockwise from left to right. Two
people sit as they always do (`facing`, `cocktail`, `beside`), and the tiles stand between them. Pure geometry, as in
`cabinet.display.layout`.
"""

from dataclasses import replace
from typing import Final

from cabinet.display.layout import Board, Box, LayoutName, px
from cabinet.display.layout_hands_beside import hands_beside
from cabinet.display.layout_hands_facing import hands_facing
from cabinet.display.layout_hands_lane import Grid, grid_of, moved, near_side, with_middle
from cabinet.display.layout_hands_parts import HandLayout, HandNeed, Tile
from cabinet.display.layout_hands_quarters import hands_quarters

MOST_IN_STRIP: Final = 7
"""Tiles in one row at the upper edge; more stand in two."""


def hand_layout(size: tuple[int, int], name: LayoutName, need: HandNeed, *, cocktail: bool = False) -> HandLayout:
    """The layout of a game with hands on a screen of `size` px; at least `cabinet.display.layout.SMALLEST_SCREEN`."""
    if len(need.viewers) == 1:
        alone = _alone(grid_of(size, rows=1), need)
        return _round(alone) if cocktail and name == "facing" and need.viewers[0] % 2 else alone
    if len(need.viewers) > 2:
        return hands_quarters(size, need, cocktail=cocktail)
    if name == "beside":
        return hands_beside(size, need)
    return hands_facing(grid_of(size, rows=2), need, cocktail=cocktail)


def _alone(grid: Grid, need: HandNeed) -> HandLayout:
    seat, lap = near_side(grid, need.viewers[0], with_minis=need.minis)
    top = grid.strip + grid.pad
    band = Box(0, top, grid.width, seat.slots[0].y - grid.lift - 1 - top)
    others = [(need.viewers[0] + step) % need.seats for step in range(1, need.seats)]
    strip = Box(grid.margin, grid.edge, grid.width - 2 * grid.margin, grid.strip - grid.edge)
    return with_middle(grid, band, (seat,), (lap,), _tiles_in_a_row(grid, strip, others))


def _tiles_in_a_row(grid: Grid, strip: Box, seats: list[int]) -> tuple[Tile, ...]:
    """Clockwise, from left to right; of two rows the upper one first."""
    gap = px(grid.scale, 8, 4)
    rows = 1 if len(seats) <= MOST_IN_STRIP else 2
    columns = -(-len(seats) // rows)
    height = (strip.h - gap * (rows - 1)) // rows
    width = min((strip.w - gap * (columns - 1)) // columns, px(grid.scale, 190, 116))
    x = strip.x + (strip.w - columns * width - (columns - 1) * gap) // 2
    return tuple(
        Tile(seat, Box(x + place % columns * (width + gap), strip.y + place // columns * (height + gap), width, height))
        for place, seat in enumerate(seats)
    )


def _round(layout: HandLayout) -> HandLayout:
    """The whole table for whoever sits alone at the far side of a cocktail table."""
    width, height = layout.size

    def move(box: Box) -> Box:
        return box.turned(width, height)

    seat, lap = moved(layout.seats[0], layout.laps[0], layout.seats[0].seat, move, turned=True)
    tiles = tuple(Tile(tile.seat, move(tile.box), two_ended=True) for tile in layout.tiles)

    def boards(given: tuple[Board, ...]) -> tuple[Board, ...]:
        return tuple(Board(move(board.box), turned=True) for board in given)

    return replace(
        layout, seats=(seat,), laps=(lap,), tiles=tiles, band=move(layout.band), piles=tuple(map(move, layout.piles)),
        boards=boards(layout.boards), info=boards((layout.info,))[0], banners=boards(layout.banners),
        sheets=boards(layout.sheets), supply=move(layout.supply), supply_count=move(layout.supply_count),
        gone=move(layout.gone), signs=(move(layout.signs[0]), move(layout.signs[1])), window=move(layout.window),
    )  # fmt: skip
