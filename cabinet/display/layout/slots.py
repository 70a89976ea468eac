"""Games whose cards lie in slots: five ways in which up to four seats sit at one screen.

`facing` and `beside` seat two people; `facing_many` and `beside_many` two people and one or two seats without keys;
`quarters` three or four people. Each starts from a `Grid`, the lengths that determine every box; it lays out one seat,
and gets the others by moving, mirroring or rotating it; piles, reserve piles and boards fill the room between.
"""

from typing import Final

import msgspec
from msgspec.structs import replace

from cabinet.display.layout.boxes import (
    ASPECT,
    NOWHERE,
    Board,
    Box,
    Boxes,
    Edge,
    LayoutName,
    Need,
    SeatLayout,
    TableLayout,
    card_size,
    key_height,
    px,
    row,
    scale_of,
)
from cabinet.display.theme import LARGE

SMALLEST_GAP = 3
"""Minimum gap between the cards of a row, in px."""
SMALLEST_LIFT = 2
"""Minimum lift of an armed card, in px."""


class Grid(msgspec.Struct, frozen=True):
    """Lengths in px; 0 for a length that a layout does not use. `card`, `pile` and `small` are sizes (width, height).

    `edge` separates the screen's edge and the keys, `gap` a card and its key, `pad` larger parts; `margin` is the space
    beside the outermost parts. `key` is the height of a soft-key, `head` the height of the area above a seat's cards,
    `foot` of the area below them. `half` is the width of a person's cards where two sit beside each other.
    """

    size: tuple[int, int]
    edge: int
    key: int
    gap: int
    pad: int
    card: tuple[int, int]
    row_gap: int
    lift: int
    margin: int = 0
    pile: tuple[int, int] = (0, 0)
    small: tuple[int, int] = (0, 0)
    head: int = 0
    foot: int = 0
    half: int = 0

    @property
    def width(self) -> int:
        """Width of the screen, in px."""
        return self.size[0]

    @property
    def height(self) -> int:
        """Height of the screen, in px."""
        return self.size[1]

    @property
    def scale(self) -> float:
        """How much larger than 800×480 the screen is."""
        return scale_of(self.size)

    def px(self, at_800: float, least: int = 1) -> int:
        """Return a length given for 800×480 on this screen, at least `least`, in px."""
        return px(self.scale, at_800, least)

    def row_width(self, cards: int) -> int:
        """Return the width of `cards` cards side by side with their gaps."""
        return cards * self.card[0] + (cards - 1) * self.row_gap

    def row_at_foot(self, cards: int) -> tuple[Boxes, Boxes]:
        """Return cards side by side in the middle of the lower edge, and the key below each."""
        key_y = self.height - self.edge - self.key
        x, y = (self.width - self.row_width(cards)) // 2, key_y - self.gap - self.card[1]
        slots = row(x, y, self.card, cards, self.row_gap)
        return slots, tuple(Box(slot.x, key_y, slot.w, self.key) for slot in slots)

    def two_rows(self, x: int, y: int, cards: int) -> tuple[Boxes, Boxes]:
        """Return the cards of a half of the screen at (x, y), fewer of them in a second row, and the key below each."""
        low = cards // 2
        low_x = x + (self.half - self.row_width(low)) // 2
        low_y = y + self.card[1] + self.gap + self.key + self.pad + self.lift
        slots = (*row(x, y, self.card, cards - low, self.row_gap), *row(low_x, low_y, self.card, low, self.row_gap))
        return slots, tuple(Box(slot.x, slot.bottom + self.gap, slot.w, self.key) for slot in slots)

    def turn(self, box: Box) -> Box:
        """Return the box on the screen rotated by 180 degrees."""
        return box.turned(*self.size)

    def mirror(self, box: Box) -> Box:
        """Return the box mirrored from one horizontal edge to the other; its content stays upright."""
        return Box(box.x, self.height - box.bottom, box.w, box.h)

    def notice(self, x: int, card_y: int, width: int) -> Box:
        """Return the box of a notice over a row of cards: below the index, and above most of the suit."""
        return Box(x, card_y + round(self.card[0] * 0.58), width, round(self.card[0] * 0.3))

    def centred_notice(self, card_y: int) -> Box:
        """Return the box of a notice, three cards wide, in the middle of a row that fills the screen's width."""
        width = 3 * self.card[0]
        return self.notice((self.width - width) // 2, card_y, width)

    def band(self, near: SeatLayout, far_bottom: int) -> Box:
        """Return the lane from `far_bottom` to the near row, clear of that row's lifted cards."""
        return Box(0, far_bottom, self.width, near.slots[0].y - self.lift - 1 - far_bottom)

    def halves(self, box: Box) -> tuple[Board, Board]:
        """Return a board for each side of a cocktail table, in the nearer half of the box."""
        half = Box(box.x, self.height // 2, box.w, box.bottom - self.height // 2)
        return Board(half), Board(self.turn(half), turned=True)

    def dialogs(self, *, cocktail: bool = False) -> tuple[Board, ...]:
        """Return the boards of a dialog over the whole table; on a cocktail table, one for each side."""
        if not cocktail:
            return (Board(Box(0, 0, *self.size).inset(self.width // 9, self.height // 7)),)
        margin = self.px(12, 5)
        top = self.height // 2 + margin // 2
        near = Box(margin, top, self.width - 2 * margin, self.height - top - margin)
        return Board(near), Board(self.turn(near), turned=True)


def row_gap(card_width: int, share: float) -> int:
    """Return the gap between cards of a row, given as a share of a card's width."""
    return max(SMALLEST_GAP, int(card_width * share))


def lift(card_width: int, share: float) -> int:
    """Return the lift of an armed card, given as a share of a card's width."""
    return max(SMALLEST_LIFT, round(card_width * share))


GAP: Final = 0.105
"""Gap between cards of a row, in widths of a card."""
LIFT: Final = 0.09
"""Lift of an armed card, in widths of a card."""
RESERVE: Final = 0.42
"""Width of a reserve pile's card, in widths of a pile, where there are more than two seats."""
MOST: Final = 4
"""Maximum number of seats, and of quarters."""

# `facing`: a row of cards at each player's edge, both piles in the middle.
#
# The near half is laid out. The far half is the same: either rotated with its content (`cocktail`), or upright with its
# keys at the upper edge. In both, a player's plate is at the left hand on the near side and diagonally across on the
# far side, so that the two halves balance.

FACING_PILE: Final = 1.17
"""Width of a card in the middle, in widths of a card in a row."""
FACING_ROW: Final = 0.67
"""Largest share of the screen's width that a row of cards may take; the rest is for plates and stocks."""
FACING_GAP: Final = 0.22
"""Gap between piles, in widths of a pile."""


def facing(size: tuple[int, int], need: Need, *, cocktail: bool, nearest: int) -> TableLayout:
    """Return the layout `facing`, see `cabinet.display.layout.arrange.table_layout`."""
    grid = _facing_grid(size, need)
    near = _near_seat(grid, need)
    piles = _facing_piles(grid, need)
    near = _facing_keys(near, grid, piles)
    far = near.turned_round(1, grid.turn) if cocktail else _far_upright(near, grid)
    band = grid.band(near, far.slots[0].bottom + grid.lift + 1)
    left, right = _boards(grid, band, near.left_key.x)
    reserves, counts = _facing_reserves(grid, need, near, far)
    middle = Box(near.left_key.x, band.y, grid.width - 2 * near.left_key.x, band.h)
    seats = (near, far) if not nearest else (replace(far, seat=0), replace(near, seat=1))
    cards = (piles, reserves, counts)
    return _table(grid, "facing", seats, band, cards, (left, right, middle), cocktail=cocktail)


def _table(
    grid: Grid,
    name: LayoutName,
    seats: tuple[SeatLayout, ...],
    band: Box,
    cards: tuple[Boxes, Boxes, Boxes],
    words: tuple[Box, Box, Box],
    *,
    cocktail: bool = False,
) -> TableLayout:
    """Return the layout of these seats.

    `cards` are the piles, the reserves and the boxes of their sizes; `words` the boxes of the timing board, of
    everything else, and of the banner. On a cocktail table each side has a board and half of the banner.
    """
    board, info, banner = words
    return TableLayout(
        size=grid.size,
        name=name,
        card=grid.card,
        small=(seats[0].stock.w, seats[0].stock.h),
        lift=grid.lift,
        seats=seats,
        band=band,
        piles=cards[0],
        reserves=cards[1],
        reserve_counts=cards[2],
        boards=(Board(board), Board(info, turned=True)) if cocktail else (Board(board),),
        info=Board(info, turned=cocktail),
        banners=grid.halves(banner) if cocktail else (Board(banner),),
        dialogs=grid.dialogs(cocktail=cocktail),
    )


def _facing_grid(size: tuple[int, int], need: Need) -> Grid:
    width, height = size
    scale = scale_of(size)
    edge, key, gap, pad = px(scale, 5, 3), key_height(scale, large=need.large), px(scale, 4, 2), px(scale, 8, 4)
    by_height = (height - 2 * (edge + key + gap + pad)) / (2 * ASPECT + FACING_PILE * ASPECT + 2 * LIFT)
    by_width = width * FACING_ROW / (need.slots + (need.slots - 1) * GAP)
    card_width = int(min(by_height, by_width))
    card, pile = card_size(card_width), card_size(int(card_width * FACING_PILE))
    small_height = min(int(card[1] * 0.62), pile[1] - 2 * key - 2 * gap)
    return Grid(
        size,
        edge,
        key,
        gap,
        pad,
        card,
        row_gap(card_width, GAP),
        lift(card_width, LIFT),
        px(scale, 12, 5),
        pile,
        (int(small_height / ASPECT), small_height),
    )


def _near_seat(grid: Grid, need: Need) -> SeatLayout:
    slots, keys = grid.row_at_foot(need.slots)
    row_x, card_y, key_y = slots[0].x, slots[0].y, keys[0].y
    side = Box(slots[-1].right + grid.margin, key_y, row_x - 2 * grid.margin, grid.key)
    stock = Box(side.x, key_y - grid.gap - grid.pad - grid.small[1], *grid.small)
    count = Box(stock.right + grid.gap, stock.y, side.right - stock.right - grid.gap, stock.h)
    plate = Box(grid.margin, card_y, side.w, key_y + grid.key - card_y)
    notice = grid.centred_notice(card_y)
    return SeatLayout(0, False, -1, slots, keys, NOWHERE, NOWHERE, side, plate, stock, count, notice)


def _facing_piles(grid: Grid, need: Need) -> Boxes:
    """Return the piles side by side, smaller than `grid.pile` where keys and boards at either end need the room."""
    more = LARGE if need.large else 1
    board = grid.px(96 * more, round(62 * more))
    ends = 2 * grid.margin + board + _pile_key_width(grid) + 2 * grid.gap
    room = (grid.width - 2 * ends) / (need.piles + (need.piles - 1) * FACING_GAP)
    pile = card_size(min(grid.pile[0], int(room)))
    gap = max(8, int(pile[0] * FACING_GAP))
    total = need.piles * pile[0] + (need.piles - 1) * gap
    return row((grid.width - total) // 2, (grid.height - pile[1]) // 2, pile, need.piles, gap)


def _pile_key_width(grid: Grid) -> int:
    return grid.px(94, 57)


def _facing_keys(near: SeatLayout, grid: Grid, piles: Boxes) -> SeatLayout:
    """Return the seat with LEFT and RIGHT at the outer sides of the piles, level with the foot of the largest."""
    y, width = (grid.height + grid.pile[1]) // 2 - grid.key, _pile_key_width(grid)
    left = Box(piles[0].x - 2 * grid.gap - width, y, width, grid.key)
    right = Box(piles[-1].right + 2 * grid.gap, y, width, grid.key)
    return replace(near, left_key=left, right_key=right)


def _far_upright(near: SeatLayout, grid: Grid) -> SeatLayout:
    """Return the far seat of a screen seen from one side: cards and keys in reading order, upright."""
    stock, side = grid.turn(near.stock), grid.turn(near.action_key)
    stock = Box(side.x, stock.y, stock.w, stock.h)
    count = Box(stock.right + grid.gap, stock.y, near.count.w, stock.h)
    far = near.mapped(grid.mirror)
    up = (grid.height - grid.pile[1]) // 2 - near.left_key.y
    return replace(
        far,
        seat=1,
        inward=1,
        left_key=near.left_key.moved(dy=up),
        right_key=near.right_key.moved(dy=up),
        action_key=side,
        plate=grid.turn(near.plate),
        stock=stock,
        count=count,
        notice=grid.centred_notice(far.slots[0].y),
    )


def _boards(grid: Grid, band: Box, free: int) -> tuple[Box, Box]:
    """Return the room beside the pile keys at either end of the band: `free` px less margins."""
    left = Box(grid.margin, band.y + grid.pad, free - 2 * grid.margin, band.h - 2 * grid.pad)
    return left, Box(grid.width - left.right, left.y, left.w, left.h)


def _facing_reserves(grid: Grid, need: Need, near: SeatLayout, far: SeatLayout) -> tuple[Boxes, Boxes]:
    """Return the reserve piles between the two seats' pile keys, and the boxes of their sizes at their outer sides."""
    y = (grid.height - grid.small[1]) // 2
    left, right = near.left_key, near.right_key
    room = grid.gap + grid.px(4, 2)
    boxes = [Box(left.right - grid.small[0] - grid.px(4, 2), y, *grid.small), Box(right.x, y, *grid.small)]
    counts = [
        Box(left.x, y, left.w - grid.small[0] - room, grid.small[1]),
        Box(right.x + grid.small[0] + room, y, right.w - grid.small[0] - room, grid.small[1]),
    ]
    assert far.left_key.bottom <= y <= near.left_key.y - grid.small[1]
    return tuple(boxes[: need.reserves]), tuple(counts[: need.reserves])


# `beside`: left and right halves of the screen, cards in 3 + 2 as in an arc of buttons, both piles between them.

BESIDE_PILE: Final = 1.24
"""Width of a card in the middle, in widths of a card in a row."""
BESIDE_PILES: Final = 2.6
"""Largest width of all piles together, in the same unit."""
BESIDE_GAP: Final = 0.09
"""Gap between cards of a row, in widths."""


def beside(size: tuple[int, int], need: Need) -> TableLayout:
    """Return the layout `beside`, see `cabinet.display.layout.arrange.table_layout`."""
    grid = _beside_grid(size, need)
    first, last = _beside_seat(grid, need, 0), _beside_seat(grid, need, 1)
    column = Box(grid.edge + grid.half + grid.pad, 0, grid.width - 2 * (grid.edge + grid.half + grid.pad), grid.height)
    piles = _beside_piles(grid, need, column)
    first = _beside_keys(first, grid, piles)
    last = _beside_keys(last, grid, piles)
    reserves, counts = _beside_reserves(grid, need, piles)
    info_top = grid.px(8, 3)
    info = Box(column.x, info_top, column.w, _reserves_top(grid, piles) - info_top - grid.gap)
    board_top = last.left_key.bottom + grid.pad
    board = Box(column.x, board_top, column.w, grid.height - board_top - grid.edge)
    middle = Box(column.x, piles[0].y, column.w, grid.pile[1])
    cards = (piles, reserves, counts)
    return _table(grid, "beside", (first, last), column, cards, (board, info, middle))


def _beside_grid(size: tuple[int, int], need: Need) -> Grid:
    width, height = size
    for card_width in range(width // 6, 20, -1):
        grid = _try_beside(size, card_width, need)
        across = 2 * (grid.edge + grid.half + grid.pad) + _piles_width(grid, need) + 2 * grid.px(5, 3)
        rows = 2 * (grid.card[1] + grid.lift + grid.gap + grid.key + grid.pad)
        down = 2 * grid.edge + grid.head + rows + grid.small[1]
        if across <= width and down <= height:
            return grid
    raise ValueError(f"no card fits a screen of {width}×{height}")


def _try_beside(size: tuple[int, int], card_width: int, need: Need) -> Grid:
    scale = scale_of(size)
    card, gap = card_size(card_width), row_gap(card_width, BESIDE_GAP)
    top_row = (need.slots + 1) // 2
    small_height = int(card[1] * 0.58)
    return Grid(
        size,
        px(scale, 5, 3),
        key_height(scale, large=need.large),
        px(scale, 3, 2),
        px(scale, 5, 3),
        card,
        gap,
        lift(card_width, LIFT),
        pile=card_size(int(card_width * min(BESIDE_PILE, BESIDE_PILES / need.piles))),
        small=(int(small_height / ASPECT), small_height),
        head=px(scale, 58, 34),
        half=top_row * card_width + (top_row - 1) * gap,
    )


def _beside_seat(grid: Grid, need: Need, seat: int) -> SeatLayout:
    x = grid.edge if seat == 0 else grid.width - grid.edge - grid.half
    top_y = grid.edge + grid.head + grid.lift
    slots, keys = grid.two_rows(x, top_y, need.slots)
    action, stock, count = _foot(grid, x, keys[-1].bottom, seat)
    notice = grid.notice(x, top_y, grid.half)
    plate = Box(x, grid.edge, grid.half, grid.head)
    return SeatLayout(seat, False, -1, slots, keys, NOWHERE, NOWHERE, action, plate, stock, count, notice)


def _foot(grid: Grid, x: int, top: int, seat: int) -> tuple[Box, Box, Box]:
    """Return the boxes below the cards: ACTION at the inner side, the stock at the outer side, its size beside it."""
    middle = (top + grid.pad + grid.height - grid.edge) // 2
    stock_y = middle - grid.small[1] // 2
    figure = grid.px(46, 26)
    action_w = grid.half - grid.small[0] - figure - grid.px(6, 3) - 3 * grid.gap
    action_h = grid.px(34, 20)
    room = grid.px(6, 3)
    stock_x = x if seat == 0 else x + grid.half - grid.small[0] - room
    count_x = x + grid.small[0] + grid.gap + room if seat == 0 else stock_x - grid.gap - figure
    action_x = x + grid.half - action_w if seat == 0 else x
    return (
        Box(action_x, middle - action_h // 2, action_w, action_h),
        Box(stock_x, stock_y, *grid.small),
        Box(count_x, stock_y, figure, grid.small[1]),
    )


def _pile_gap(grid: Grid) -> int:
    return max(6, int(grid.card[0] * 0.11))


def _piles_width(grid: Grid, need: Need) -> int:
    return need.piles * grid.pile[0] + (need.piles - 1) * _pile_gap(grid)


def _beside_piles(grid: Grid, need: Need, column: Box) -> Boxes:
    x = column.x + (column.w - _piles_width(grid, need)) // 2
    return row(x, int(grid.height * 0.345), grid.pile, need.piles, _pile_gap(grid))


def _halves(grid: Grid, piles: Boxes) -> Boxes:
    """Return the left and the right half of the row of piles: of two, each pile."""
    first, last = piles[0], piles[-1]
    width = (last.right - first.x - _pile_gap(grid)) // 2
    return Box(first.x, first.y, width, first.h), Box(last.right - width, last.y, width, last.h)


def _beside_keys(seat: SeatLayout, grid: Grid, piles: Boxes) -> SeatLayout:
    """Return the seat with LEFT and RIGHT under the halves of the piles, a line for each seat."""
    y = piles[0].bottom + grid.gap + seat.seat * (grid.key + grid.gap)
    left, right = (Box(half.x, y, half.w, grid.key) for half in _halves(grid, piles))
    return replace(seat, left_key=left, right_key=right)


def _reserves_top(grid: Grid, piles: Boxes) -> int:
    """Return the y of the reserve piles, in px; they are above the piles they replace."""
    return piles[0].y - grid.pad - grid.small[1]


def _beside_reserves(grid: Grid, need: Need, piles: Boxes) -> tuple[Boxes, Boxes]:
    y = _reserves_top(grid, piles)
    boxes, counts = [], []
    for half in _halves(grid, piles)[: need.reserves]:
        box = Box(half.x, y, *grid.small)
        boxes.append(box)
        room = grid.gap + grid.px(6, 3)
        counts.append(Box(box.right + room, y, half.right - box.right - room, grid.small[1]))
    return tuple(boxes), tuple(counts)


# Three and four seats, two people as in `facing`, the others small at the ends of the middle.
#
# The people have their rows and all their keys at their own edge. LEFT and RIGHT are at either end of the row, since
# they move an aim and belong to no pile. Every other seat has a block of small cards without keys. There are as many
# piles as seats, with their reserve piles above them.

MANY_ROW: Final = 0.5
"""Share of the screen's width that a person's row takes."""
MANY_HEIGHT: Final = 0.225
"""Largest share of the screen's height that a card in a row may take."""
END_SHARE: Final = 0.235
"""Share of the screen's width that a small seat takes."""
LARGEST_PILE: Final = 1.2
"""Largest width of a pile, in widths of a card in a row."""
ACROSS: Final = 3
"""Cards side by side in a small seat."""


def facing_many(size: tuple[int, int], need: Need, *, cocktail: bool, nearest: int) -> TableLayout:
    """Return the layout for three or four seats of which two people sit opposite each other."""
    grid = _many_grid(size, need)
    near, board = _many_near(grid, need)
    far, info = _many_far(grid, near, cocktail=cocktail), grid.turn(board)
    band = grid.band(near, far.slots[0].bottom + grid.lift + 1)
    end = int(grid.width * END_SHARE) - grid.margin
    room = Box(grid.margin, band.y, end, band.h)
    blocks = [room, Box(grid.width - grid.margin - end, band.y, end, band.h)]
    others = [
        _small_at_end(seat, block, need.slots, grid) for seat, block in zip(range(2, need.seats), blocks, strict=False)
    ]
    if need.seats < MOST and not cocktail:  # the timing board uses the end that no seat has
        board = blocks[1].inset(grid.gap, grid.pad)
        plate, card = near.plate, near.slots[0]
        near = replace(near, plate=Box(plate.x, card.y, plate.w, card.h))  # as high as the cards beside it
    middle = Box(room.right + grid.pad, band.y, grid.width - 2 * (room.right + grid.pad), band.h)
    piles, reserves, counts = _many_piles(grid, need, middle)
    banner = Box(middle.x, piles[0].y, middle.w, piles[0].h)
    seats = (near, far) if not nearest else (replace(far, seat=0), replace(near, seat=1))
    cards = (piles, reserves, counts)
    return _table(grid, "facing", (*seats, *others), band, cards, (board, info, banner), cocktail=cocktail)


def _many_grid(size: tuple[int, int], need: Need) -> Grid:
    width, height = size
    scale = scale_of(size)
    by_width = width * MANY_ROW / (need.slots + (need.slots - 1) * GAP)
    card = card_size(int(min(by_width, height * MANY_HEIGHT / ASPECT)))
    return Grid(
        size,
        px(scale, 5, 3),
        key_height(scale, large=need.large),
        px(scale, 4, 2),
        px(scale, 8, 4),
        card,
        row_gap(card[0], GAP),
        lift(card[0], LIFT),
        px(scale, 12, 5),
        head=px(scale, 26, 16),
    )


def _many_near(grid: Grid, need: Need) -> tuple[SeatLayout, Box]:
    """Return the near person's seat, and the room for the timing board above its plate."""
    slots, keys = grid.row_at_foot(need.slots)
    row_x, card_y, key_y = slots[0].x, slots[0].y, keys[0].y
    side = row_x - 2 * grid.margin
    half = (side - grid.gap) // 2
    left = Box(row_x - grid.margin - half, key_y, half, grid.key)
    right = Box(slots[-1].right + grid.margin, key_y, half, grid.key)
    action = Box(right.right + grid.gap, key_y, side - half - grid.gap, grid.key)
    board, plate = _stacked(Box(grid.margin, card_y, side, grid.card[1]), grid.gap)
    stock_size = card_size(round(grid.card[0] * 0.7))
    stock = Box(right.x, card_y + grid.card[1] - stock_size[1], *stock_size)
    count = Box(stock.right + grid.gap, stock.y, action.right - stock.right - grid.gap, stock.h)
    notice = grid.centred_notice(card_y)
    return SeatLayout(0, False, -1, slots, keys, left, right, action, plate, stock, count, notice), board


def _stacked(box: Box, gap: int) -> tuple[Box, Box]:
    """Return the upper and the lower half of a box."""
    height = (box.h - gap) // 2
    return Box(box.x, box.y, box.w, height), Box(box.x, box.bottom - height, box.w, height)


def _many_far(grid: Grid, near: SeatLayout, *, cocktail: bool) -> SeatLayout:
    """Return the far person's seat: rotated, or upright with its keys at the upper edge."""
    if cocktail:
        return replace(near.turned_round(1, grid.turn), edge="top")
    upright, turned = near.mapped(grid.mirror), near.mapped(grid.turn)
    stock = Box(grid.margin, turned.stock.y, turned.stock.w, turned.stock.h)
    return replace(
        upright,
        seat=1,
        inward=1,
        left_key=turned.right_key,
        right_key=turned.left_key,
        action_key=turned.action_key,
        plate=turned.plate,
        stock=stock,
        count=Box(stock.right + grid.gap, stock.y, near.count.w, stock.h),
        notice=near.notice.moved(dy=upright.slots[0].y - near.slots[0].y),
        edge="top",
    )


def _small_at_end(seat: int, block: Box, slots: int, grid: Grid) -> SeatLayout:
    """Return a seat without keys: its name, small cards in two rows, the stock in the second row if there is room."""
    gap = grid.gap + 1
    rows = -(-slots // ACROSS)
    by_height = (block.h - grid.head - (rows + 1) * gap) / rows / ASPECT
    card = card_size(int(min((block.w - (ACROSS - 1) * gap) / ACROSS, by_height)))
    height = grid.head + rows * (card[1] + gap)
    width = ACROSS * card[0] + (ACROSS - 1) * gap
    x, y = block.x + (block.w - width) // 2, block.y + (block.h - height) // 2
    cells = [
        Box(x + place % ACROSS * (card[0] + gap), y + grid.head + gap + place // ACROSS * (card[1] + gap), *card)
        for place in range(rows * ACROSS)
    ]
    stock, count = _small_stock(cells, slots, grid)
    plate_w = width if slots < len(cells) else width - stock.w - count.w - 2 * grid.gap
    plate = Box(x, y, plate_w, grid.head)
    if slots == len(cells):
        stock, count = (
            stock.moved(dx=x + width - count.w - grid.gap - stock.w, dy=y),
            count.moved(x + width - count.w, y),
        )
    notice = Box(x, cells[0].bottom - round(card[0] * 0.2), width, max(grid.head, round(card[0] * 0.4)))
    edge: Edge = "left" if block.centre[0] < grid.width // 2 else "right"
    return SeatLayout(
        seat, False, 0, tuple(cells[:slots]), (), NOWHERE, NOWHERE, NOWHERE, plate, stock, count, notice, edge
    )


def _small_stock(cells: list[Box], slots: int, grid: Grid) -> tuple[Box, Box]:
    """Return the boxes of a small stock and its size: in the first free cell, if any, else head-high at (0, 0)."""
    if slots == len(cells):
        return Box(0, 0, round(grid.head / ASPECT), grid.head), Box(0, 0, grid.head, grid.head)
    cell = cells[slots]
    stock = card_size(round(cell.w * 0.46))
    y = cell.y + (cell.h - stock[1]) // 2
    return Box(cell.x, y, *stock), Box(cell.x + stock[0] + 2, y, cell.w - stock[0] - 2, stock[1])


def _many_piles(grid: Grid, need: Need, middle: Box) -> tuple[Boxes, Boxes, Boxes]:
    """Return the piles side by side, a reserve pile above each, and the boxes of the reserves' sizes."""
    gap = grid.pad
    share = 1 + RESERVE if need.reserves else 1.0
    by_width = (middle.w - (need.piles - 1) * gap) / need.piles
    by_height = (middle.h - 3 * grid.gap) / share / ASPECT
    width = int(min(by_width, by_height, grid.card[0] * LARGEST_PILE))
    pile = card_size(width)
    small = card_size(round(width * RESERVE))
    total = need.piles * pile[0] + (need.piles - 1) * gap
    above = small[1] + grid.gap if need.reserves else 0
    y = middle.y + (middle.h - pile[1] - above) // 2 + above
    piles = row(middle.x + (middle.w - total) // 2, y, pile, need.piles, gap)
    reserves = tuple(Box(pile.x, y - above, *small) for pile in piles[: need.reserves])
    counts = tuple(
        Box(box.right + grid.pad, box.y, pile.right - box.right - grid.pad, box.h)
        for box, pile in zip(reserves, piles, strict=False)
    )
    return piles, reserves, counts


# Three and four seats, two people beside each other: the others above and below the piles.

HALF_SHARE: Final = 0.31
"""Share of the screen's width that a person's cards take."""
PLATE: Final = 0.1
"""Share of the screen's height that a person's plate takes."""


def beside_many(size: tuple[int, int], need: Need) -> TableLayout:
    """Return the layout for three or four seats of which two people sit beside each other."""
    grid = _halves_grid(size, need)
    places = ((0, grid.edge), (1, grid.width - grid.edge - grid.half))
    seats, rooms = zip(*(_person(seat, x, need, grid) for seat, x in places), strict=True)
    column = Box(grid.edge + grid.half + grid.pad, 0, grid.width - 2 * (grid.edge + grid.half + grid.pad), grid.height)
    others = [_small_in_column(seat, column, need, grid) for seat in range(2, need.seats)]
    top = others[0].slots[0].bottom + grid.pad
    bottom = others[1].plate.y - grid.pad if len(others) > 1 else grid.height - grid.edge
    middle = Box(column.x + grid.gap, top, column.w - 2 * grid.gap, bottom - top)
    cards = _column_piles(grid, need, middle)
    return _table(grid, "beside", (*seats, *others), column, cards, (rooms[0], rooms[1], middle))


def _halves_grid(size: tuple[int, int], need: Need) -> Grid:
    width, height = size
    scale = scale_of(size)
    edge, key, gap, pad = px(scale, 5, 3), key_height(scale, large=need.large), px(scale, 3, 2), px(scale, 6, 3)
    by_width = width * HALF_SHARE / (ACROSS + (ACROSS - 1) * GAP)
    foot = key + 2 * pad + px(scale, 62, 40)
    by_height = (height - 2 * edge - height * PLATE - foot - 2 * (key + gap + pad)) / 2 / (ASPECT + LIFT)
    card = card_size(int(min(by_width, by_height)))
    step = row_gap(card[0], GAP)
    return Grid(
        size,
        edge,
        key,
        gap,
        pad,
        card,
        step,
        lift(card[0], LIFT),
        px(scale, 8, 4),
        head=px(scale, 24, 16),
        half=ACROSS * card[0] + (ACROSS - 1) * step,
    )


def _person(seat: int, x: int, need: Need, grid: Grid) -> tuple[SeatLayout, Box]:
    """Return a person's half, and the room beside its stock for a board."""
    half = grid.half
    plate = Box(x, grid.edge, half, round(grid.height * PLATE))
    top_y = plate.bottom + grid.lift
    slots, keys = grid.two_rows(x, top_y, need.slots)
    line_y = keys[-1].bottom + grid.pad
    third = (half - 2 * grid.gap) // 3
    left, right, action = row(x, line_y, (third, grid.key), 3, grid.gap)
    room = Box(x, line_y + grid.key + grid.pad, half, grid.height - grid.edge - line_y - grid.key - grid.pad)
    stock_size = card_size(min(round(grid.card[0] * 0.7), int(room.h / ASPECT)))
    stock = Box(x, room.y + (room.h - stock_size[1]) // 2, *stock_size)
    count = Box(stock.right + grid.pad + grid.gap, stock.y, stock.w, stock.h)
    board = Box(count.right + grid.gap, room.y, room.right - count.right - grid.gap, room.h)
    notice = grid.notice(x, top_y, half)
    edge: Edge = "left" if seat == 0 else "right"
    person = SeatLayout(seat, False, -1, slots, keys, left, right, action, plate, stock, count, notice, edge)
    return person, board


def _small_in_column(seat: int, column: Box, need: Need, grid: Grid) -> SeatLayout:
    """Return a seat without keys: a head with name and stock over one row of small cards."""
    gap = grid.gap + 1
    room = column.w - 2 * grid.gap
    card = card_size(min((room - (need.slots - 1) * gap) // need.slots, round(grid.height * 0.16 / ASPECT)))
    height = grid.head + grid.gap + card[1]
    y = grid.edge if seat == 2 else grid.height - grid.edge - height
    width = need.slots * card[0] + (need.slots - 1) * gap
    x = column.x + (column.w - width) // 2
    slots = row(x, y + grid.head + grid.gap, card, need.slots, gap)
    stock_w = round(grid.head / ASPECT)
    count = Box(x + width - grid.head, y, grid.head, grid.head)
    stock = Box(count.x - grid.pad - stock_w, y, stock_w, grid.head)
    plate = Box(x, y, stock.x - x - grid.pad, grid.head)
    notice = Box(x, slots[0].y + round(card[1] * 0.5), width, max(grid.head, round(card[1] * 0.4)))
    edge: Edge = "top" if seat == 2 else "bottom"
    return SeatLayout(seat, False, 0, slots, (), NOWHERE, NOWHERE, NOWHERE, plate, stock, count, notice, edge)


def _column_piles(grid: Grid, need: Need, middle: Box) -> tuple[Boxes, Boxes, Boxes]:
    """Return the piles in two rows of two, a reserve pile beside each, and the boxes of the reserves' sizes."""
    share = 1 + RESERVE if need.reserves else 1.0
    gap = 2 * grid.pad
    by_width = (middle.w - 2 * gap - 2 * grid.gap) / 2 / share
    by_height = (middle.h - gap) / 2 / ASPECT
    pile = card_size(int(min(by_width, by_height, grid.card[0] * 1.2)))
    small = card_size(round(pile[0] * RESERVE))
    step = pile[0] + gap + (small[0] + grid.gap if need.reserves else 0)
    total_w = step + step - gap
    x = middle.x + (middle.w - total_w) // 2
    y = middle.y + (middle.h - 2 * pile[1] - gap) // 2
    piles = tuple(Box(x + place % 2 * step, y + place // 2 * (pile[1] + gap), *pile) for place in range(need.piles))
    reserves = tuple(Box(box.right + grid.gap, box.y, *small) for box in piles[: need.reserves])
    counts = tuple(Box(box.x, box.bottom + grid.pad, box.w, round(box.h * 0.6)) for box in reserves)
    return piles, reserves, counts


# Three or four people: a quarter of the screen for each, and the piles between.
#
# The order is clockwise, as the seats are: the first at the near edge's left, the second opposite, the third beside the
# second, the fourth at the near edge's right. `corner` builds the first quarter; the other three are copies of it,
# shifted and mirrored or rotated.

QUARTER_HEIGHT: Final = 0.18
"""Largest share of the screen's height that a card may take."""
BOARD_SHARE: Final = 0.19
"""Share of the screen's width that a board at either end of the middle takes."""
EDGES: Final[tuple[Edge, ...]] = ("bottom", "left", "top", "right")
"""The edge of a pile at which each seat's aim is shown: a different one for each seat."""
FAR: Final = (1, 2)
"""The seats at the far edge."""


def quarters(size: tuple[int, int], need: Need, people: tuple[int, ...], *, cocktail: bool) -> TableLayout:
    """Return the layout for up to four seats, more than two of them `people`; other seats have no card keys."""
    grid = quarter_grid(size, need.slots)
    near = corner(grid, need.slots)
    seats = tuple(quarter(near, seat, grid, cocktail=cocktail) for seat in range(min(need.seats, MOST)))
    seats = tuple(seat if seat.seat in people else replace(seat, card_keys=()) for seat in seats)
    band = band_of(near, grid)
    end = int(grid.width * BOARD_SHARE) - grid.margin
    middle = Box(grid.margin + end + grid.pad, band.y, grid.width - 2 * (grid.margin + end + grid.pad), band.h)
    board = Box(grid.margin, band.y, end, band.h)
    info = Box(middle.right + grid.pad, band.y, end, band.h)
    return _table(grid, "facing", seats, band, _quarter_piles(grid, need, middle), (board, info, middle))


def quarter_grid(size: tuple[int, int], slots: int) -> Grid:
    """Return the grid of a quarter with `slots` cards in its row."""
    width, height = size
    scale = scale_of(size)
    margin = px(scale, 10, 5)
    by_width = (width / 2 - 1.5 * margin) / (slots + (slots - 1) * GAP)
    card = card_size(int(min(by_width, height * QUARTER_HEIGHT / ASPECT)))
    return Grid(
        size,
        px(scale, 5, 3),
        px(scale, 23, 15),
        px(scale, 4, 2),
        px(scale, 6, 3),
        card,
        row_gap(card[0], GAP),
        lift(card[0], LIFT),
        margin,
        head=px(scale, 31, 19),
    )


def corner(grid: Grid, slots: int) -> SeatLayout:
    """Return the near edge's left quarter.

    From its edge upwards: LEFT, RIGHT and ACTION, the cards' keys, the cards, and the head.
    """
    width = grid.row_width(slots)
    x = grid.margin // 2 + (grid.width // 2 - grid.margin // 2 - width) // 2
    line_y = grid.height - grid.edge - grid.key
    key_y = line_y - grid.gap - grid.key
    cards = row(x, key_y - grid.gap - grid.card[1], grid.card, slots, grid.row_gap)
    keys = tuple(Box(card.x, key_y, card.w, grid.key) for card in cards)
    third = (width - 2 * grid.gap) // 3
    left, right, action = row(x, line_y, (third, grid.key), 3, grid.gap)
    head = Box(x, cards[0].y - grid.lift - grid.gap - grid.head, width, grid.head)
    count = Box(head.right - grid.head, head.y, grid.head, grid.head)
    stock_w = round(grid.head / ASPECT)
    stock = Box(count.x - grid.gap - stock_w, head.y, stock_w, grid.head)
    plate = Box(x, head.y, stock.x - x - grid.pad, grid.head)
    notice = grid.notice(x + (width - 3 * grid.card[0]) // 2, cards[0].y, 3 * grid.card[0])
    return SeatLayout(0, False, -1, cards, keys, left, right, action, plate, stock, count, notice)


def quarter(near: SeatLayout, seat: int, grid: Grid, *, cocktail: bool) -> SeatLayout:
    """Return a seat's quarter, derived from the quarter at the near edge's left."""
    at_right = seat in (2, 3)
    aside = grid.width // 2 - grid.margin // 2 if at_right != (cocktail and seat in FAR) else 0
    there = near.mapped(lambda box: box.moved(dx=aside))
    if seat in FAR and cocktail:
        there = replace(there.mapped(grid.turn), turned=True, inward=1)
    elif seat in FAR:
        far = there.mapped(grid.mirror)
        notice = there.notice.moved(dy=far.slots[0].y - there.slots[0].y)
        there = replace(far, inward=1, notice=notice)
    return replace(there, seat=seat, edge=EDGES[seat])


def band_of(near: SeatLayout, grid: Grid) -> Box:
    """Return the lane between the seats of the two edges."""
    top = grid.height - near.plate.y + grid.pad
    return Box(0, top, grid.width, near.plate.y - grid.pad - top)


def _quarter_piles(grid: Grid, need: Need, middle: Box) -> tuple[Boxes, Boxes, Boxes]:
    """Return the piles side by side, each with its reserve pile beside it, and the boxes of the reserves' sizes."""
    share = 1 + RESERVE if need.reserves else 1.0
    gap = 2 * grid.pad
    by_width = (middle.w - (need.piles - 1) * gap) / need.piles - (grid.gap if need.reserves else 0)
    pile = card_size(int(min(by_width / share, (middle.h - 2 * grid.gap) / ASPECT, grid.card[0] * 1.2)))
    small = card_size(round(pile[0] * RESERVE))
    beside = small[0] + grid.gap if need.reserves else 0
    step = pile[0] + beside + gap
    x = middle.x + (middle.w - need.piles * step + gap) // 2
    y = middle.y + (middle.h - pile[1]) // 2
    piles = tuple(Box(x + place * step, y, *pile) for place in range(need.piles))
    reserves = tuple(Box(box.right + grid.gap, box.y, *small) for box in piles[: need.reserves])
    counts = tuple(Box(box.x, box.bottom + grid.gap, box.w, round(box.h * 0.6)) for box in reserves)
    return piles, reserves, counts
