"""Where everything lies in a game with hands: one pile, a row of five for each person, a tile for every other seat.

One person has the whole lower edge, with the other seats in a row at the upper edge, clockwise from left to right. Two
people sit as they always do (`facing`, `cocktail`, `beside`), and the tiles stand between them. Pure geometry, as in
`cabinet.display.layout`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from cabinet.display.layout import ASPECT, Board, Box, LayoutName, SeatLayout, TableLayout, card_size, px, row, scale_of

SLOTS: Final = 5
"""Places of a row: one for each card button."""
PILE: Final = 1.2
"""Width of the pile, in widths of a card in a row."""
GAP: Final = 0.1
LIFT: Final = 0.07
"""Gap between cards of a row, and how far a marked card is lifted, in widths."""
ROW_SHARE: Final = 0.67
"""Most of the screen's width that a row may take."""
SUPPLY: Final = 0.62
"""Size of the face-down cards beside the pile, in sizes of the pile."""
SIGN: Final = 0.5
"""Width of what is in force (a colour, the direction), in widths of the pile."""
MOST_IN_STRIP: Final = 7
"""Tiles in one row at the upper edge; more stand in two."""
PLATE_SHARE: Final = 0.3
"""Most of the screen's height that the tiles of other seats take at the upper edge."""

NOWHERE: Final = Box(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Tile:
    """The place of a seat that nobody looks from: its box, and whether it must be read from both sides."""

    seat: int
    box: Box
    two_ended: bool = False


@dataclass(frozen=True, slots=True)
class Lap:
    """What a person's seat has besides a `SeatLayout`: the bar that tells where in the hand one looks, the clock's bar,
    and the cards on the table."""

    bar: Box
    clock: Box
    minis: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class HandLayout(TableLayout):
    """The whole screen of a game with hands. `laps` go with `seats`; `signs` are the places of what is in force:
    the colour or suit, and the direction; `window` is the bar of the time that belongs to all."""

    laps: tuple[Lap, ...]
    tiles: tuple[Tile, ...]
    supply: Box
    supply_count: Box
    gone: Box
    signs: tuple[Box, Box]
    window: Box

    def seat_of(self, seat: int) -> SeatLayout | None:
        """The layout of a person's seat; None for a seat with a tile."""
        return next((place for place in self.seats if place.seat == seat), None)

    def tile_of(self, seat: int) -> Tile | None:
        """The tile of a seat, if it has one."""
        return next((tile for tile in self.tiles if tile.seat == seat), None)


@dataclass(frozen=True, slots=True)
class HandNeed:
    """Who sits round the table: so many seats, of which `viewers` (one or two) look at this screen; `minis`: there are
    cards on the table before each of them."""

    seats: int = 2
    viewers: tuple[int, ...] = (0, 1)
    minis: bool = False


def hand_layout(size: tuple[int, int], name: LayoutName, need: HandNeed, *, cocktail: bool = False) -> HandLayout:
    """The layout of a game with hands on a screen of `size` px; at least `cabinet.display.layout.SMALLEST_SCREEN`."""
    if len(need.viewers) == 1:
        alone = _alone(_grid(size, rows=1), need)
        return _round(alone) if cocktail and name == "facing" and need.viewers[0] % 2 else alone
    return _beside(size, need) if name == "beside" else _facing(_grid(size, rows=2), need, cocktail=cocktail)


class _Grid(NamedTuple):
    """The lengths from which all follows, in px."""

    width: int
    height: int
    scale: float
    edge: int
    key: int
    gap: int
    pad: int
    margin: int
    card: tuple[int, int]
    pile: tuple[int, int]
    small: tuple[int, int]
    lift: int
    strip: int


def _grid(size: tuple[int, int], rows: int) -> _Grid:
    """`rows` of cards at the edges, and the pile between; with one row there are tiles opposite."""
    width, height = size
    scale = scale_of(size)
    edge, key, gap, pad = px(scale, 5, 3), px(scale, 24, 15), px(scale, 8, 5), px(scale, 8, 4)
    strip = 0 if rows == 2 else edge + px(scale, 84, 58)
    by_height = (height - rows * (edge + key + gap + pad) - strip) / (rows * (ASPECT + LIFT) + PILE * ASPECT)
    by_width = width * ROW_SHARE / (SLOTS + (SLOTS - 1) * GAP)
    card_width = int(min(by_height, by_width))
    pile = card_size(int(card_width * PILE))
    return _Grid(
        width, height, scale, edge, key, gap, pad, px(scale, 12, 5), card_size(card_width), pile,
        (int(pile[0] * SUPPLY), int(pile[1] * SUPPLY)), max(2, round(card_width * LIFT)), strip,
    )  # fmt: skip


# A person's side


def _near(grid: _Grid, seat: int, *, with_minis: bool) -> tuple[SeatLayout, Lap]:
    """The lower edge: plate and LEFT at the left, the row, ACTION and RIGHT at the right."""
    card_gap = max(3, int(grid.card[0] * GAP))
    x = (grid.width - SLOTS * grid.card[0] - (SLOTS - 1) * card_gap) // 2
    key_y = grid.height - grid.edge - grid.key
    card_y = key_y - grid.gap - grid.card[1]
    slots = row(x, card_y, grid.card, SLOTS, card_gap)
    keys = tuple(Box(slot.x, key_y, slot.w, grid.key) for slot in slots)
    side = x - 2 * grid.margin
    left = Box(grid.margin, key_y, side, grid.key)
    right = Box(slots[-1].right + grid.margin, key_y, side, grid.key)
    action = Box(right.x, key_y - grid.pad - round(grid.key * 1.4), side, round(grid.key * 1.4))
    bar_h = max(2, grid.gap // 2)
    bar = Box(x, key_y - grid.gap + (grid.gap - bar_h) // 2, slots[-1].right - x, bar_h)
    above = Box(left.x, card_y, side, key_y - card_y - grid.pad)
    minis, plate_bottom = _minis_of(grid, above) if with_minis else ((), above.bottom)
    clock_h = px(grid.scale, 6, 4)
    plate = Box(left.x, card_y, side, plate_bottom - card_y - clock_h - grid.pad)
    clock = Box(left.x, plate.bottom + grid.pad // 2, side, clock_h)
    notice = Box(x + grid.card[0], card_y + round(grid.card[0] * 0.76), 3 * grid.card[0], round(grid.card[0] * 0.48))
    notice = Box((grid.width - notice.w) // 2, notice.y, notice.w, notice.h)
    stock = Box(right.x, card_y, side, action.y - card_y - grid.pad)
    return (
        SeatLayout(seat, False, -1, slots, keys, left, right, action, plate, stock, stock, notice),
        Lap(bar, clock, minis),
    )


def _minis_of(grid: _Grid, box: Box) -> tuple[tuple[Box, ...], int]:
    """Five small cards along the foot of a box, and where they begin."""
    gap = px(grid.scale, 4, 2)
    width = min((box.w - 4 * gap) // SLOTS, px(grid.scale, 26, 14))
    size = card_size(width)
    x = box.x + (box.w - SLOTS * width - (SLOTS - 1) * gap) // 2
    return row(x, box.bottom - size[1], size, SLOTS, gap), box.bottom - size[1]


def _moved(
    seat: SeatLayout, lap: Lap, number: int, move: Callable[[Box], Box], *, turned: bool
) -> tuple[SeatLayout, Lap]:
    """A seat's side elsewhere: every box by one rule. Turned round, the row is counted from the other end with it."""
    left, right = move(seat.left_key), move(seat.right_key)
    there = SeatLayout(
        number, turned, 1, tuple(map(move, seat.slots)), tuple(map(move, seat.card_keys)), left, right,
        move(seat.action_key), move(seat.plate), move(seat.stock), move(seat.count), move(seat.notice),
    )  # fmt: skip
    return there, Lap(move(lap.bar), move(lap.clock), tuple(map(move, lap.minis)))


# One person


def _alone(grid: _Grid, need: HandNeed) -> HandLayout:
    seat, lap = _near(grid, need.viewers[0], with_minis=need.minis)
    top = grid.strip + grid.pad
    band = Box(0, top, grid.width, seat.slots[0].y - grid.lift - 1 - top)
    others = [(need.viewers[0] + step) % need.seats for step in range(1, need.seats)]
    strip = Box(grid.margin, grid.edge, grid.width - 2 * grid.margin, grid.strip - grid.edge)
    return _with_middle(grid, band, (seat,), (lap,), _tiles_in_a_row(grid, strip, others))


def _tiles_in_a_row(grid: _Grid, strip: Box, seats: list[int]) -> tuple[Tile, ...]:
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


# Two people opposite each other


def _facing(grid: _Grid, need: HandNeed, *, cocktail: bool) -> HandLayout:
    near, far = need.viewers
    seat, lap = _near(grid, near, with_minis=need.minis)

    def turned(box: Box) -> Box:
        return box.turned(grid.width, grid.height)

    def mirrored(box: Box) -> Box:
        return Box(box.x, grid.height - box.bottom, box.w, box.h)

    other, other_lap = _moved(seat, lap, far, turned if cocktail else mirrored, turned=cocktail)
    if not cocktail:
        other = replace(other, notice=_under_the_index(grid, other.slots[0].y, other.notice))
    top = other.slots[0].bottom + grid.lift + 1
    band = Box(0, top, grid.width, seat.slots[0].y - grid.lift - 1 - top)
    layout = _with_middle(grid, band, (seat, other), (lap, other_lap), ())
    between = [(far + step) % need.seats for step in range(1, need.seats) if (far + step) % need.seats != near]
    return _with_tiles_at_the_right(layout, grid, between, cocktail=cocktail)


def _under_the_index(grid: _Grid, card_y: int, notice: Box) -> Box:
    return Box(notice.x, card_y + round(grid.card[0] * 0.76), notice.w, notice.h)


def _with_tiles_at_the_right(layout: HandLayout, grid: _Grid, seats: list[int], *, cocktail: bool) -> HandLayout:
    """Between two people the tiles take the room of the information corner; without any it stays what it is."""
    boards: tuple[Board, ...] = layout.boards
    if cocktail:
        box = layout.boards[0].box
        half = Box(box.x, box.y, box.w, (box.h - grid.pad) // 2)
        boards = (Board(half.moved(dy=box.h - half.h)), Board(half, turned=True))
        layout = replace(layout, boards=boards, banners=_halves(layout.banners[0].box, grid), sheets=_sheets(grid))
    if not seats:
        return replace(layout, info=Board(NOWHERE)) if cocktail else layout
    tiles = _tiles_in_rows(grid, layout.info.box, seats, two_ended=cocktail)
    return replace(layout, tiles=tiles, info=Board(NOWHERE))


def _tiles_in_rows(grid: _Grid, box: Box, seats: list[int], *, two_ended: bool = False) -> tuple[Tile, ...]:
    """In reading order, which is clockwise on the right of the pile."""
    gap = px(grid.scale, 6, 3)
    columns = columns_for(len(seats), alone=3)
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


def columns_for(tiles: int, alone: int) -> int:
    """In how many columns tiles stand between two people: one for at most `alone`, three for more than eight."""
    return 1 if tiles <= alone else 2 if tiles <= 8 else 3


def _halves(box: Box, grid: _Grid) -> tuple[Board, ...]:
    half = Box(box.x, grid.height // 2, box.w, box.bottom - grid.height // 2)
    return Board(half), Board(half.turned(grid.width, grid.height), turned=True)


def _sheets(grid: _Grid) -> tuple[Board, ...]:
    top = grid.height // 2 + grid.margin // 2
    near = Box(grid.margin, top, grid.width - 2 * grid.margin, grid.height - top - grid.margin)
    return Board(near), Board(near.turned(grid.width, grid.height), turned=True)


# The middle of a lane


def _with_middle(
    grid: _Grid, band: Box, seats: tuple[SeatLayout, ...], laps: tuple[Lap, ...], tiles: tuple[Tile, ...]
) -> HandLayout:
    """The pile in the middle of the lane, what is drawn from at its left, what is in force at its right."""
    pile = Box((grid.width - grid.pile[0]) // 2, band.y + (band.h - grid.pile[1]) // 2, *grid.pile)
    room = px(grid.scale, 14, 8)
    count_h = px(grid.scale, 24, 15)
    supply_y = pile.y + (pile.h - grid.small[1] - count_h) // 2
    supply = Box(pile.x - room - grid.small[0], supply_y, *grid.small)
    side = round(grid.pile[0] * SIGN)
    sign_gap = px(grid.scale, 8, 5)
    signs_y = pile.y + (pile.h - 2 * side - sign_gap) // 2
    sign = Box(pile.right + room, signs_y, side, side)
    gone = Box(
        supply.x - room - grid.small[0] // 2, supply.bottom - grid.small[1] // 2, grid.small[0] // 2, grid.small[1] // 2
    )
    left = Box(grid.margin, band.y + grid.pad, gone.x - 2 * grid.margin, band.h - 2 * grid.pad)
    right_x = sign.right + grid.margin
    right = Box(right_x, left.y, grid.width - grid.margin - right_x, left.h)
    middle = Box(gone.x, band.y, sign.right - gone.x, band.h)
    return HandLayout(
        size=(grid.width, grid.height), name="facing", scale=grid.scale, card=grid.card, pile=grid.pile,
        small=grid.small, lift=grid.lift, seats=seats, band=band, piles=(pile,), reserves=(), reserve_counts=(),
        boards=(Board(left),), info=Board(right), banners=(Board(middle),), sheets=(_sheet(grid),), laps=laps,
        tiles=tiles, supply=supply, supply_count=Box(supply.x, supply.bottom, supply.w, count_h), gone=gone,
        signs=(sign, sign.moved(dy=side + sign_gap)), window=_window(grid, band, pile),
    )  # fmt: skip


def _window(grid: _Grid, band: Box, pile: Box) -> Box:
    """A bar close below the pile; where there is no room, across its foot."""
    height = px(grid.scale, 6, 4)
    return Box(pile.x, min(pile.bottom + grid.pad // 2, band.bottom - height), pile.w, height)


def _sheet(grid: _Grid) -> Board:
    return Board(Box(0, 0, grid.width, grid.height).inset(grid.width // 9, grid.height // 7))


def _round(layout: HandLayout) -> HandLayout:
    """The whole table for whoever sits alone at the far side of a cocktail table."""
    width, height = layout.size

    def move(box: Box) -> Box:
        return box.turned(width, height)

    seat, lap = _moved(layout.seats[0], layout.laps[0], layout.seats[0].seat, move, turned=True)
    tiles = tuple(Tile(tile.seat, move(tile.box), two_ended=True) for tile in layout.tiles)

    def boards(given: tuple[Board, ...]) -> tuple[Board, ...]:
        return tuple(Board(move(board.box), turned=True) for board in given)

    return replace(
        layout, seats=(seat,), laps=(lap,), tiles=tiles, band=move(layout.band), piles=tuple(map(move, layout.piles)),
        boards=boards(layout.boards), info=boards((layout.info,))[0], banners=boards(layout.banners),
        sheets=boards(layout.sheets), supply=move(layout.supply), supply_count=move(layout.supply_count),
        gone=move(layout.gone), signs=(move(layout.signs[0]), move(layout.signs[1])), window=move(layout.window),
    )  # fmt: skip


# Two people beside each other


def _beside(size: tuple[int, int], need: HandNeed) -> HandLayout:
    from cabinet.display.layout_hands_beside import hands_beside

    return hands_beside(size, need)
