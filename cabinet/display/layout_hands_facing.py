"""Two people opposite each other in a game with hands: the far side is the near one mirrored, or turned round."""

from dataclasses import replace

from cabinet.display.layout import Board, Box, px
from cabinet.display.layout_hands_lane import Grid, moved, near_side, with_middle
from cabinet.display.layout_hands_parts import NOWHERE, HandLayout, HandNeed, Tile, columns_for


def hands_facing(grid: Grid, need: HandNeed, *, cocktail: bool) -> HandLayout:
    """The layout `facing` of a game with hands, see `cabinet.display.layout_hands.hand_layout`."""
    near, far = need.viewers
    seat, lap = near_side(grid, near, with_minis=need.minis)

    def turned(box: Box) -> Box:
        return box.turned(grid.width, grid.height)

    def mirrored(box: Box) -> Box:
        return Box(box.x, grid.height - box.bottom, box.w, box.h)

    other, other_lap = moved(seat, lap, far, turned if cocktail else mirrored, turned=cocktail)
    if not cocktail:
        other = replace(other, notice=_under_the_index(grid, other.slots[0].y, other.notice))
    top = other.slots[0].bottom + grid.lift + 1
    band = Box(0, top, grid.width, seat.slots[0].y - grid.lift - 1 - top)
    layout = with_middle(grid, band, (seat, other), (lap, other_lap), ())
    between = [(far + step) % need.seats for step in range(1, need.seats) if (far + step) % need.seats != near]
    return _with_tiles_at_the_right(layout, grid, between, cocktail=cocktail)


def _under_the_index(grid: Grid, card_y: int, notice: Box) -> Box:
    return Box(notice.x, card_y + round(grid.card[0] * 0.76), notice.w, notice.h)


def _with_tiles_at_the_right(layout: HandLayout, grid: Grid, seats: list[int], *, cocktail: bool) -> HandLayout:
    """Between two people the tiles take the room of the information corner; without any it stays what it is."""
    boards: tuple[Board, ...] = layout.boards
    if cocktail:
        box = layout.boards[0].box
        half = Box(box.x, box.y, box.w, (box.h - grid.pad) // 2)
        boards = (Board(half.moved(dy=box.h - half.h)), Board(half, turned=True))
        layout = replace(layout, boards=boards, banners=_halves(layout.banners[0].box, grid), sheets=_sheets(grid))
    if not seats:
        return replace(layout, info=Board(NOWHERE)) if cocktail else layout
    tiles = tiles_in_rows(grid, layout.info.box, seats, two_ended=cocktail)
    return replace(layout, tiles=tiles, info=Board(NOWHERE))


def tiles_in_rows(
    grid: Grid, box: Box, seats: list[int], *, alone: int = 3, two_ended: bool = False
) -> tuple[Tile, ...]:
    """In reading order, which is clockwise on the right of the pile; at most `alone` in one column."""
    gap = px(grid.scale, 6, 3)
    columns = columns_for(len(seats), alone)
    rows = -(-len(seats) // columns)
    width = min((box.w - gap * (columns - 1)) // columns, px(grid.scale, 190, 116))
    height = min((box.h - gap * (rows - 1)) // rows, px(grid.scale, 64, 44))
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


def _halves(box: Box, grid: Grid) -> tuple[Board, ...]:
    half = Box(box.x, grid.height // 2, box.w, box.bottom - grid.height // 2)
    return Board(half), Board(half.turned(grid.width, grid.height), turned=True)


def _sheets(grid: Grid) -> tuple[Board, ...]:
    top = grid.height // 2 + grid.margin // 2
    near = Box(grid.margin, top, grid.width - 2 * grid.margin, grid.height - top - grid.margin)
    return Board(near), Board(near.turned(grid.width, grid.height), turned=True)
