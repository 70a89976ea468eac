"""One person in a game with hands: that seat has the lower edge, the others a row at the upper edge, clockwise."""

from dataclasses import replace
from typing import Final

from cabinet.display.layout.boxes import Box
from cabinet.display.layout.grid import Grid
from cabinet.display.layout.hands_lane import lane_grid, moved, near_side, with_middle
from cabinet.display.layout.parts import Board, HandLayout, HandNeed, Tile

MOST_IN_STRIP: Final = 7
"""Maximum number of tiles in one row at the upper edge; more form two rows."""


def hands_alone(size: tuple[int, int], need: HandNeed, *, turned: bool) -> HandLayout:
    """Return the layout for one person; `turned` rotates it for a person alone at the far side of a cocktail table."""
    grid = lane_grid(size, rows=1, large=need.large)
    seat, lap = near_side(grid, need.viewers[0], with_minis=need.minis)
    band = grid.band(seat, grid.head + grid.pad)
    others = [(need.viewers[0] + step) % need.seats for step in range(1, need.seats)]
    strip = Box(grid.margin, grid.edge, grid.width - 2 * grid.margin, grid.head - grid.edge)
    layout = with_middle(grid, band, (seat,), (lap,), _tiles_in_a_row(grid, strip, others))
    return _turned_round(layout, grid) if turned else layout


def _tiles_in_a_row(grid: Grid, strip: Box, seats: list[int]) -> tuple[Tile, ...]:
    """Return the tiles clockwise, from left to right; of two rows the upper one first."""
    gap = grid.px(8, 4)
    rows = 1 if len(seats) <= MOST_IN_STRIP else 2
    columns = -(-len(seats) // rows)
    height = (strip.h - gap * (rows - 1)) // rows
    width = min((strip.w - gap * (columns - 1)) // columns, grid.px(190, 116))
    x = strip.x + (strip.w - columns * width - (columns - 1) * gap) // 2
    return tuple(
        Tile(seat, Box(x + place % columns * (width + gap), strip.y + place // columns * (height + gap), width, height))
        for place, seat in enumerate(seats)
    )


def _turned_round(layout: HandLayout, grid: Grid) -> HandLayout:
    move = grid.turn
    seat, lap = moved(layout.seats[0], layout.laps[0], layout.seats[0].seat, move, turned=True)
    tiles = tuple(Tile(tile.seat, move(tile.box), two_ended=True) for tile in layout.tiles)

    def boards(given: tuple[Board, ...]) -> tuple[Board, ...]:
        return tuple(Board(move(board.box), turned=True) for board in given)

    return replace(
        layout, seats=(seat,), laps=(lap,), tiles=tiles, band=move(layout.band), piles=tuple(map(move, layout.piles)),
        boards=boards(layout.boards), info=boards((layout.info,))[0], banners=boards(layout.banners),
        dialogs=boards(layout.dialogs), supply=move(layout.supply), supply_count=move(layout.supply_count),
        gone=move(layout.gone), signs=(move(layout.signs[0]), move(layout.signs[1])), window=move(layout.window),
    )  # fmt: skip
