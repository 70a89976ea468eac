"""Two people opposite each other in a game with hands: the far side is the near one mirrored, or turned round."""

from dataclasses import replace

from cabinet.display.layout.boxes import NOWHERE, Box
from cabinet.display.layout.grid import Grid
from cabinet.display.layout.hands_lane import lane_grid, moved, near_side, with_middle
from cabinet.display.layout.parts import Board, HandLayout, HandNeed, Tile, columns_for


def hands_facing(size: tuple[int, int], need: HandNeed, *, cocktail: bool) -> HandLayout:
    """Return the layout `facing` of a game with hands, see `cabinet.display.layout.arrange.hand_layout`."""
    grid = lane_grid(size, rows=2, large=need.large)
    near, far = need.viewers
    seat, lap = near_side(grid, near, with_minis=need.minis)
    other, other_lap = moved(seat, lap, far, grid.turn if cocktail else grid.mirror, turned=cocktail)
    if not cocktail:
        other = replace(other, notice=grid.centred_notice(other.slots[0].y))
    band = grid.band(seat, other.slots[0].bottom + grid.lift + 1)
    layout = with_middle(grid, band, (seat, other), (lap, other_lap), ())
    between = [(far + step) % need.seats for step in range(1, need.seats) if (far + step) % need.seats != near]
    return _with_tiles_at_the_right(layout, grid, between, cocktail=cocktail)


def _with_tiles_at_the_right(layout: HandLayout, grid: Grid, seats: list[int], *, cocktail: bool) -> HandLayout:
    """Put the tiles between two people into the information corner; without tiles the corner stays."""
    boards: tuple[Board, ...] = layout.boards
    if cocktail:
        box = layout.boards[0].box
        half = Box(box.x, box.y, box.w, (box.h - grid.pad) // 2)
        boards = (Board(half.moved(dy=box.h - half.h)), Board(half, turned=True))
        layout = replace(
            layout, boards=boards, banners=grid.halves(layout.banners[0].box), dialogs=grid.dialogs(cocktail=True)
        )
    if not seats:
        return replace(layout, info=Board(NOWHERE)) if cocktail else layout
    tiles = tiles_in_rows(grid, layout.info.box, seats, two_ended=cocktail)
    return replace(layout, tiles=tiles, info=Board(NOWHERE))


def tiles_in_rows(
    grid: Grid, box: Box, seats: list[int], *, alone: int = 3, two_ended: bool = False
) -> tuple[Tile, ...]:
    """Return the tiles in reading order, clockwise on the right of the pile; at most `alone` in one column."""
    gap = grid.px(6, 3)
    columns = columns_for(len(seats), alone)
    rows = -(-len(seats) // columns)
    width = min((box.w - gap * (columns - 1)) // columns, grid.px(190, 116))
    height = min((box.h - gap * (rows - 1)) // rows, grid.px(64, 44))
    x = box.x + (box.w - columns * width - (columns - 1) * gap) // 2
    y = box.y + (box.h - rows * height - (rows - 1) * gap) // 2
    return tuple(
        Tile(
            seat,
            Box(x + place % columns * (width + gap), y + place // columns * (height + gap), width, height),
            two_ended,
        )
        for place, seat in enumerate(seats)
    )
