"""The entry point of the layouts, and the arrangements of games with hands: pure geometry for any screen size.

`table_layout` is for games whose cards lie in slots (`slots`), `hand_layout` for games with hands. Each chooses an
arrangement by how two people sit and how many seats there are. `hands_facing` seats two people opposite each other,
`hands_alone` one person, both round a lane with the pile in its middle; `hands_beside` two people beside each other;
`hands_quarters` three or four, in the quarters of `slots`.
"""

from collections.abc import Callable
from itertools import chain
from typing import Final

from msgspec.structs import replace

from cabinet.display.layout.boxes import (
    ASPECT,
    NOWHERE,
    SLOTS,
    SMALLEST_SCREEN,
    SUPPLY,
    Board,
    Box,
    HandLayout,
    HandNeed,
    Lap,
    LayoutName,
    Need,
    SeatLayout,
    TableLayout,
    Tile,
    card_size,
    columns_for,
    key_height,
    px,
    row,
    scale_of,
)
from cabinet.display.layout.slots import (
    MOST,
    Grid,
    band_of,
    beside,
    beside_many,
    corner,
    facing,
    facing_many,
    lift,
    quarter,
    quarter_grid,
    quarters,
    row_gap,
)

# The lane between two edges: its lengths, a person's side of it, and the pile in its middle.

PILE: Final = 1.2
"""Width of the pile, in widths of a card in a row."""
GAP: Final = 0.1
LIFT: Final = 0.07
"""Lift of a marked card, in widths of a card; `GAP` is the gap between cards of a row, in the same unit."""
ROW_SHARE: Final = 0.67
"""Largest share of the screen's width that a row may take."""
SIGN: Final = 0.5
"""Width of the box for the colour or direction in force, in widths of the pile."""


def lane_grid(size: tuple[int, int], rows: int, *, large: bool) -> Grid:
    """Return the grid for `rows` rows of cards at the edges and the pile between.

    With one row there are tiles opposite, and `head` is their height.
    """
    width, height = size
    scale = scale_of(size)
    edge, key, gap, pad = px(scale, 5, 3), key_height(scale, large=large), px(scale, 8, 5), px(scale, 8, 4)
    strip = 0 if rows == 2 else edge + px(scale, 84, 58)
    by_height = (height - rows * (edge + key + gap + pad) - strip) / (rows * (ASPECT + LIFT) + PILE * ASPECT)
    by_width = width * ROW_SHARE / (SLOTS + (SLOTS - 1) * GAP)
    card_width = int(min(by_height, by_width))
    pile = card_size(int(card_width * PILE))
    return Grid(
        size,
        edge,
        key,
        gap,
        pad,
        card_size(card_width),
        row_gap(card_width, GAP),
        lift(card_width, LIFT),
        px(scale, 12, 5),
        pile,
        supply_size(pile),
        head=strip,
    )


def supply_size(pile: tuple[int, int]) -> tuple[int, int]:
    """Return the size of the face-down cards beside the pile."""
    return int(pile[0] * SUPPLY), int(pile[1] * SUPPLY)


# A person's side


def near_side(grid: Grid, seat: int, *, with_minis: bool) -> tuple[SeatLayout, Lap]:
    """Return the seat at the lower edge: plate and LEFT at the left, the row, ACTION and RIGHT at the right."""
    slots, keys = grid.row_at_foot(SLOTS)
    x, card_y, key_y = slots[0].x, slots[0].y, keys[0].y
    side = x - 2 * grid.margin
    left = Box(grid.margin, key_y, side, grid.key)
    right = Box(slots[-1].right + grid.margin, key_y, side, grid.key)
    action = Box(right.x, key_y - grid.pad - round(grid.key * 1.4), side, round(grid.key * 1.4))
    bar_h = max(2, grid.gap // 2)
    bar = Box(x, key_y - grid.gap + (grid.gap - bar_h) // 2, slots[-1].right - x, bar_h)
    above = Box(left.x, card_y, side, key_y - card_y - grid.pad)
    minis, plate_bottom = _minis_of(grid, above) if with_minis else ((), above.bottom)
    clock_h = grid.px(6, 4)
    plate = Box(left.x, card_y, side, plate_bottom - card_y - clock_h - grid.pad)
    clock = Box(left.x, plate.bottom + grid.pad // 2, side, clock_h)
    notice = grid.centred_notice(card_y)
    stock = Box(right.x, card_y, side, action.y - card_y - grid.pad)
    return (
        SeatLayout(seat, False, -1, slots, keys, left, right, action, plate, stock, stock, notice),
        Lap(bar, clock, minis),
    )


def _minis_of(grid: Grid, box: Box) -> tuple[tuple[Box, ...], int]:
    """Return five small cards along the foot of a box, and the y of their upper edge."""
    gap = grid.px(4, 2)
    width = min((box.w - 4 * gap) // SLOTS, grid.px(26, 14))
    size = card_size(width)
    x = box.x + (box.w - SLOTS * width - (SLOTS - 1) * gap) // 2
    return row(x, box.bottom - size[1], size, SLOTS, gap), box.bottom - size[1]


def moved(
    seat: SeatLayout, lap: Lap, number: int, move: Callable[[Box], Box], *, turned: bool
) -> tuple[SeatLayout, Lap]:
    """Return a seat's side with every box moved by one rule.

    `turned` marks its content as rotated; the rotated row is counted from the other end.
    """
    there = replace(seat.mapped(move), seat=number, turned=turned, inward=1)
    return there, Lap(move(lap.bar), move(lap.clock), tuple(map(move, lap.minis)))


# The middle of a lane


def with_middle(
    grid: Grid, band: Box, seats: tuple[SeatLayout, ...], laps: tuple[Lap, ...], tiles: tuple[Tile, ...]
) -> HandLayout:
    """Return the layout with the pile in the middle of the lane, the supply at its left, the signs at its right."""
    pile = Box((grid.width - grid.pile[0]) // 2, band.y + (band.h - grid.pile[1]) // 2, *grid.pile)
    room = grid.px(14, 8)
    count_h = grid.px(24, 15)
    supply_y = pile.y + (pile.h - grid.small[1] - count_h) // 2
    supply = Box(pile.x - room - grid.small[0], supply_y, *grid.small)
    side = round(grid.pile[0] * SIGN)
    sign_gap = grid.px(8, 5)
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
        size=grid.size,
        name="facing",
        card=grid.card,
        small=grid.small,
        lift=grid.lift,
        seats=seats,
        band=band,
        piles=(pile,),
        reserves=(),
        reserve_counts=(),
        boards=(Board(left),),
        info=Board(right),
        banners=(Board(middle),),
        dialogs=grid.dialogs(),
        laps=laps,
        tiles=tiles,
        supply=supply,
        supply_count=Box(supply.x, supply.bottom, supply.w, count_h),
        gone=gone,
        signs=(sign, sign.moved(dy=side + sign_gap)),
        window=_window(grid, band, pile),
    )


def _window(grid: Grid, band: Box, pile: Box) -> Box:
    """Return a bar close below the pile, or across the pile's foot where there is no room."""
    height = grid.px(6, 4)
    return Box(pile.x, min(pile.bottom + grid.pad // 2, band.bottom - height), pile.w, height)


# Two people opposite each other: the far side is the near one mirrored, or turned round.


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
    return _tiles(grid, box, seats, columns_for(len(seats), alone), grid.px(6, 3), grid.px(64, 44), two_ended)


def _tiles(
    grid: Grid, box: Box, seats: list[int], columns: int, gap: int, most: int, two_ended: bool = False
) -> tuple[Tile, ...]:
    """Return tiles in reading order in the middle of a box, at most `most` px high."""
    rows = -(-len(seats) // columns)
    width = min((box.w - gap * (columns - 1)) // columns, grid.px(190, 116))
    height = min((box.h - gap * (rows - 1)) // rows, most)
    x = box.x + (box.w - columns * width - (columns - 1) * gap) // 2
    y = box.y + (box.h - rows * height - (rows - 1) * gap) // 2
    lines = [row(x, y + line * (height + gap), (width, height), columns, gap) for line in range(rows)]
    return tuple(Tile(seat, tile, two_ended) for seat, tile in zip(seats, chain(*lines), strict=False))


# Two people beside each other: a half of the screen for each, 3 + 2 cards, the pile and the others between.

BESIDE_PILE: Final = 1.24
"""Width of the pile, in widths of a card in a row."""
BESIDE_GAP: Final = 0.09
TOP_ROW: Final = 3
"""Cards in the upper row; the others form the lower row."""


def hands_beside(size: tuple[int, int], need: HandNeed) -> HandLayout:
    """Return the layout `beside` of a game with hands, see `cabinet.display.layout.arrange.hand_layout`."""
    grid = _beside_grid(size, need)
    sides = [_beside_side(grid, seat, place) for place, seat in enumerate(need.viewers)]
    x = grid.edge + grid.half + grid.pad
    column = Box(x, 0, grid.width - 2 * x, grid.height)
    pile, supply, count, gone = _beside_pile(grid, column)
    signs = _beside_signs(grid, column, pile)
    top = grid.px(8, 3)
    others = [
        seat for step in range(1, need.seats) if (seat := (need.viewers[-1] + step) % need.seats) not in need.viewers
    ]
    info = Box(column.x, top, column.w, signs[0].y - top - grid.pad)
    window = Box(supply.x, pile.bottom + grid.pad // 2, pile.right - supply.x, grid.px(6, 4))
    foot = Box(column.x, window.bottom + grid.pad, column.w, grid.height - window.bottom - grid.pad - grid.edge)
    board = info if others else foot
    return HandLayout(
        size=size,
        name="beside",
        card=grid.card,
        small=grid.small,
        lift=grid.lift,
        seats=tuple(seat for seat, _ in sides),
        band=column,
        piles=(pile,),
        reserves=(),
        reserve_counts=(),
        boards=(Board(board),),
        info=Board(NOWHERE if others else info),
        banners=(Board(Box(column.x, pile.y, column.w, pile.h)),),
        dialogs=grid.dialogs(),
        laps=tuple(lap for _, lap in sides),
        tiles=_beside_tiles(grid, foot, others),
        supply=supply,
        supply_count=count,
        gone=gone,
        signs=signs,
        window=window,
    )


def _beside_grid(size: tuple[int, int], need: HandNeed) -> Grid:
    width, height = size
    for card_width in range(width // 6, 20, -1):
        grid = _try_beside(size, card_width, need)
        across = 2 * (grid.edge + grid.half + grid.pad) + 2 * grid.pile[0] + grid.px(16, 8)
        down = 2 * grid.edge + grid.head + 2 * (grid.card[1] + grid.lift + grid.gap + grid.key + grid.pad) + grid.foot
        if across <= width and down <= height:
            return grid
    raise ValueError(f"no card fits a screen of {width}×{height}")


def _try_beside(size: tuple[int, int], card_width: int, need: HandNeed) -> Grid:
    scale = scale_of(size)
    gap, pile = row_gap(card_width, BESIDE_GAP), card_size(int(card_width * BESIDE_PILE))
    return Grid(
        size,
        px(scale, 5, 3),
        key_height(scale, large=need.large),
        px(scale, 8, 5),
        px(scale, 5, 3),
        card_size(card_width),
        gap,
        lift(card_width, LIFT),
        pile=pile,
        small=supply_size(pile),
        head=px(scale, 62, 38),
        foot=px(scale, 34, 20),
        half=TOP_ROW * card_width + (TOP_ROW - 1) * gap,
    )


def _beside_side(grid: Grid, number: int, place: int) -> tuple[SeatLayout, Lap]:
    """Return a person's half, from above: plate, three cards, two cards, and LEFT, ACTION, RIGHT at the foot.

    The small cards on the table are beside the lower two.
    """
    x = grid.edge if place == 0 else grid.width - grid.edge - grid.half
    top_y = grid.edge + grid.head + grid.lift
    slots, keys = grid.two_rows(x, top_y, SLOTS)
    foot_y = grid.height - grid.edge - grid.foot
    arrow = round(grid.half * 0.24)
    room = grid.px(6, 3)
    left = Box(x, foot_y, arrow, grid.foot)
    action = Box(x + arrow + room, foot_y, grid.half - 2 * (arrow + room), grid.foot)
    right = Box(action.right + room, foot_y, arrow, grid.foot)
    clock = Box(x, grid.edge + grid.head - grid.px(6, 4), grid.half, grid.px(6, 4))
    plate = Box(x, grid.edge, grid.half, grid.head - clock.h - grid.px(3, 2))
    bar_h = max(2, grid.gap // 2)
    bar = Box(x, slots[0].bottom + (grid.gap - bar_h) // 2, grid.half, bar_h)
    notice = grid.notice(x, top_y, grid.half)
    seat = SeatLayout(number, False, -1, slots, keys, left, right, action, plate, plate, plate, notice)
    return seat, Lap(bar, clock, _beside_minis(grid, x, slots[TOP_ROW]))


def _beside_minis(grid: Grid, x: int, first: Box) -> tuple[Box, ...]:
    """Return five small cards in a column, left of the lower row; at least half of each stays visible."""
    gap = grid.px(6, 2)
    width = min(first.x - x - 2 * gap, grid.px(26, 14))
    size = card_size(width)
    step = min(size[1] + gap, (first.h - size[1]) // (SLOTS - 1))
    left = x + (first.x - x - width) // 2
    return tuple(Box(left, first.y + place * step, *size) for place in range(SLOTS))


def _beside_pile(grid: Grid, column: Box) -> tuple[Box, Box, Box, Box]:
    """Return the boxes of the pile, the supply at its left, the supply's size, and the cards out of the game.

    The last two are below the supply.
    """
    room = grid.px(14, 8)
    width = grid.small[0] + room + grid.pile[0]
    x = column.x + (column.w - width) // 2
    pile = Box(x + grid.small[0] + room, int(grid.height * 0.36), *grid.pile)
    supply = Box(x, pile.y, *grid.small)
    count = Box(x, supply.bottom, supply.w, grid.px(22, 14))
    gone_h = pile.bottom - count.bottom
    gone = Box(x + (grid.small[0] - int(gone_h / ASPECT)) // 2, count.bottom, int(gone_h / ASPECT), gone_h)
    return pile, supply, count, gone


def _beside_signs(grid: Grid, column: Box, pile: Box) -> tuple[Box, Box]:
    side = grid.px(40, 24)
    gap = grid.px(10, 5)
    x = column.x + (column.w - 2 * side - gap) // 2
    y = pile.y - grid.lift - side - gap // 2
    return Box(x, y, side, side), Box(x + side + gap, y, side, side)


def _beside_tiles(grid: Grid, box: Box, seats: list[int]) -> tuple[Tile, ...]:
    """Return the tiles clockwise, from the right-hand person's foot to the left-hand person's: down, then up."""
    if not seats:
        return ()
    gap = grid.px(6, 3)
    columns = columns_for(len(seats), alone=2)
    rows = -(-len(seats) // columns)
    width = (box.w - gap * (columns + 1)) // columns
    height = min((box.h - gap * (rows - 1)) // rows, grid.px(64, 40))
    tiles = []
    for place, seat in enumerate(seats):
        column, step = divmod(place, rows)
        down = rows - 1 - step if column % 2 else step
        x = box.x + gap + (columns - 1 - column) * (width + gap)
        tiles.append(Tile(seat, Box(x, box.y + down * (height + gap), width, height)))
    return tuple(tiles)


# One person: that seat has the lower edge, the others a row at the upper edge, clockwise.

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
    columns = len(seats) if len(seats) <= MOST_IN_STRIP else -(-len(seats) // 2)
    return _tiles(grid, strip, seats, columns, grid.px(8, 4), strip.h)


def _turned_round(layout: HandLayout, grid: Grid) -> HandLayout:
    move = grid.turn
    seat, lap = moved(layout.seats[0], layout.laps[0], layout.seats[0].seat, move, turned=True)
    tiles = tuple(Tile(tile.seat, move(tile.box), two_ended=True) for tile in layout.tiles)

    def boards(given: tuple[Board, ...]) -> tuple[Board, ...]:
        return tuple(Board(move(board.box), turned=True) for board in given)

    return replace(
        layout,
        seats=(seat,),
        laps=(lap,),
        tiles=tiles,
        band=move(layout.band),
        piles=tuple(map(move, layout.piles)),
        boards=boards(layout.boards),
        info=boards((layout.info,))[0],
        banners=boards(layout.banners),
        dialogs=boards(layout.dialogs),
        supply=move(layout.supply),
        supply_count=move(layout.supply_count),
        gone=move(layout.gone),
        signs=(move(layout.signs[0]), move(layout.signs[1])),
        window=move(layout.window),
    )


# Three or four people: the quarters of `slots` with three additions: the bar that shows the visible part of the hand,
# between cards and keys; the clock's bar, under the head; and the cards on the table, in the head.


def hands_quarters(size: tuple[int, int], need: HandNeed, *, cocktail: bool) -> HandLayout:
    """Return the layout for up to four people.

    Other seats have tiles, in the fourth quarter or at the end of the middle.
    """
    grid = quarter_grid(size, SLOTS)
    near = corner(grid, SLOTS)
    seats = tuple(quarter(near, seat, grid, cocktail=cocktail) for seat in need.viewers[:MOST])
    laps = tuple(_quarter_lap(seat, grid, with_minis=need.minis) for seat in seats)
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


def _quarter_lap(seat: SeatLayout, grid: Grid, *, with_minis: bool) -> Lap:
    """Return the two bars, and the cards on the table beside the name."""
    cards, keys, head = seat.slots, seat.card_keys, seat.plate
    high = max(2, grid.gap // 2)
    between = sorted((cards[0].bottom, keys[0].bottom, cards[0].y, keys[0].y))[1:3]
    bar = Box(cards[0].x, (between[0] + between[1] - high) // 2, 0, high)
    left, right = min(card.x for card in cards), max(card.right for card in cards)
    bar = Box(left, bar.y, right - left, high)
    inner = head.bottom + 1 if cards[0].y > head.y else head.y - 1 - high
    clock = Box(left, inner, right - left, high)
    return Lap(bar, clock, _quarter_minis(seat, left, right, grid) if with_minis else ())


def _quarter_minis(seat: SeatLayout, left: int, right: int, grid: Grid) -> tuple[Box, ...]:
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


def table_layout(
    size: tuple[int, int],
    name: LayoutName = "facing",
    *,
    cocktail: bool = False,
    need: Need | None = None,
    near: int = 0,
    people: tuple[int, ...] = (0, 1),
) -> TableLayout:
    """Return the layout of a table with slots on a screen of `size` px.

    Of up to four seats, two people get full rows and keys, and the other seats are small. Three or four people get a
    quarter each, whatever `name` says.

    `cocktail` turns the far half of `facing` round; `beside` ignores it. `near` is the seat at the near edge of
    `facing`: on a screen of its own each player sits there. Raises ValueError with the smallest size for a screen on
    which cards could not be read.
    """
    if size[0] < SMALLEST_SCREEN[0] or size[1] < SMALLEST_SCREEN[1]:
        least = "×".join(map(str, SMALLEST_SCREEN))
        raise ValueError(f"a screen of {size[0]}×{size[1]} is too small; it takes at least {least}")
    wanted = need or Need()
    if wanted.seats > 2:
        if len(people) > 2 or near > 1:
            return quarters(size, wanted, people, cocktail=cocktail)
        if name == "beside":
            return beside_many(size, wanted)
        return facing_many(size, wanted, cocktail=cocktail, nearest=near)
    return beside(size, wanted) if name == "beside" else facing(size, wanted, cocktail=cocktail, nearest=near)


def hand_layout(size: tuple[int, int], name: LayoutName, need: HandNeed, *, cocktail: bool = False) -> HandLayout:
    """Return the layout of a game with hands on a screen of `size` px, at least `SMALLEST_SCREEN`.

    One person has the whole lower edge, with the other seats in a row at the upper edge. Two people sit as in any game
    (`facing`, `cocktail`, `beside`), with the other seats' tiles between them. Three or four people have a quarter
    each.
    """
    if len(need.viewers) == 1:
        return hands_alone(size, need, turned=cocktail and name == "facing" and need.viewers[0] % 2 == 1)
    if len(need.viewers) > 2:
        return hands_quarters(size, need, cocktail=cocktail)
    return hands_beside(size, need) if name == "beside" else hands_facing(size, need, cocktail=cocktail)
