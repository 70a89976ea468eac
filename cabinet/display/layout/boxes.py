"""The values of a layout: boxes in px, and what is made of them: seats, boards, the whole table.

With hands also laps and tiles. No pygame, no game.
"""

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from cabinet.display.theme import LARGE

ASPECT: Final = 1.4
"""Height of a card in widths."""

SMALLEST_SCREEN: Final = (480, 320)
"""The smallest screen that layouts are made for, in px."""

KEY: Final = 24
"""Height of a soft-key at 800×480, in px."""
LOWEST_KEY: Final = 18
"""Its height on the smallest screen, in px: room for capitals of 11 px."""


class Box(NamedTuple):
    """An upright rectangle in px: left, top, width, height. Usable wherever pygame takes a rectangle."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column to the right of the box."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first row below the box."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[int, int]:
        """The pixel in the middle of the box."""
        return self.x + self.w // 2, self.y + self.h // 2

    def moved(self, dx: int = 0, dy: int = 0) -> "Box":
        """Return the box moved by (dx, dy) px."""
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def inset(self, dx: int, dy: int) -> "Box":
        """Return the box without a margin of `dx` px left and right and `dy` px above and below."""
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def turned(self, width: int, height: int) -> "Box":
        """Return the box on a screen of `width` by `height` px rotated by 180 degrees."""
        return Box(width - self.right, height - self.bottom, self.w, self.h)


Boxes = tuple[Box, ...]

NOWHERE: Final = Box(0, 0, 0, 0)
"""The box of a part that a seat does not have."""


def scale_of(size: tuple[int, int]) -> float:
    """Return how much larger than 800×480 the screen is, by its tighter side."""
    return min(size[0] / 800, size[1] / 480)


def px(scale: float, at_800: float, least: int = 1) -> int:
    """Return a length given for 800×480 on this screen, at least `least`, in px."""
    return max(least, round(at_800 * scale))


def key_height(scale: float, *, large: bool) -> int:
    """Return the height of a soft-key on a screen of that scale, in px; ``large``: a quarter more."""
    more = LARGE if large else 1
    return px(scale, KEY * more, round(LOWEST_KEY * more))


def card_size(width: int) -> tuple[int, int]:
    """Return width and height of a card `width` px wide."""
    return width, round(width * ASPECT)


def row(x: int, y: int, size: tuple[int, int], count: int, gap: int) -> Boxes:
    """Return `count` boxes of one size side by side, starting at (x, y) and continuing to the right."""
    return tuple(Box(x + place * (size[0] + gap), y, *size) for place in range(count))


LayoutName = Literal["facing", "beside"]

Edge = Literal["bottom", "top", "left", "right"]
"""The side of the piles at which a seat sits."""

SLOTS: Final = 5
"""Cards in a person's row in games with hands: one for each card button."""
SUPPLY: Final = 0.62
"""Size of the face-down cards beside the pile, as a share of the pile's."""


class SeatLayout(msgspec.Struct, frozen=True):
    """The boxes of one seat.

    `turned`: its content is drawn rotated by 180 degrees. `inward` is the direction in which an armed card is lifted
    towards the middle: +1 down, -1 up.
    """

    seat: int
    turned: bool
    inward: int
    slots: tuple[Box, ...]
    card_keys: tuple[Box, ...]
    left_key: Box
    right_key: Box
    action_key: Box
    plate: Box
    stock: Box
    count: Box
    notice: Box
    edge: Edge = "bottom"

    @property
    def keys(self) -> tuple[Box, ...]:
        """The boxes of the eight soft-keys in the panel's order: CARD1…CARD5, LEFT, RIGHT, ACTION."""
        return (*self.card_keys[:5], self.left_key, self.right_key, self.action_key)

    def mapped(self, move: Callable[[Box], Box]) -> "SeatLayout":
        """Return the same seat with every box moved by one rule."""
        return replace(
            self,
            slots=tuple(map(move, self.slots)),
            card_keys=tuple(map(move, self.card_keys)),
            left_key=move(self.left_key),
            right_key=move(self.right_key),
            action_key=move(self.action_key),
            plate=move(self.plate),
            stock=move(self.stock),
            count=move(self.count),
            notice=move(self.notice),
        )

    def turned_round(self, seat: int, turn: Callable[[Box], Box]) -> "SeatLayout":
        """Return the far seat of a cocktail table, made from the near seat.

        LEFT stays with the left pile as the engine counts it, on the screen's left, which is that player's right hand.
        The panel map exchanges the two buttons (`cabinet.display`).
        """
        far = self.mapped(turn)
        return replace(far, seat=seat, turned=True, inward=1, left_key=far.right_key, right_key=far.left_key)


class Board(msgspec.Struct, frozen=True):
    """A place for a message; `turned` as in `SeatLayout`."""

    box: Box
    turned: bool = False


class TableLayout(msgspec.Struct, frozen=True):
    """The whole screen.

    `card` and `small` are sizes (width, height) of cards in a row and of face-down stocks, as `pile` of the middle's.
    `lift` is the lift of an armed card, in px. `boards` show the timing figures, `info` everything else, `banners` the
    text in the middle before a deal opens, `dialogs` the dialogs over the table.
    """

    size: tuple[int, int]
    name: LayoutName
    card: tuple[int, int]
    small: tuple[int, int]
    lift: int
    seats: tuple[SeatLayout, ...]
    band: Box
    piles: tuple[Box, ...]
    reserves: tuple[Box, ...]
    reserve_counts: tuple[Box, ...]
    boards: tuple[Board, ...]
    info: Board
    banners: tuple[Board, ...]
    dialogs: tuple[Board, ...]

    @property
    def scale(self) -> float:
        """How much larger than 800×480 the screen is."""
        return scale_of(self.size)

    @property
    def pile(self) -> tuple[int, int]:
        """The size of the cards in the middle."""
        return self.piles[0].w, self.piles[0].h

    @property
    def screen(self) -> Box:
        """The whole screen as a box."""
        return Box(0, 0, *self.size)

    @property
    def deck(self) -> Box:
        """The box of a whole pack while the seats draw for the first deal: in the middle of the future piles."""
        x, y = self.band.centre[0], self.piles[0].centre[1]
        return Box(x - self.pile[0] // 2, y - self.pile[1] // 2, *self.pile)


class Need(msgspec.Struct, frozen=True):
    """How many places a game needs: card slots a seat (five buttons, at times a sixth pile), piles, reserves, seats.

    `large`: the soft-keys are a quarter larger.
    """

    slots: int = 5
    piles: int = 2
    reserves: int = 2
    seats: int = 2
    large: bool = False


class Tile(msgspec.Struct, frozen=True):
    """The place of a seat without a viewer: its box, and whether it must be readable from both sides."""

    seat: int
    box: Box
    two_ended: bool = False


class Lap(msgspec.Struct, frozen=True):
    """The additional boxes of a person's seat in a game with hands.

    `bar` shows the visible part of the hand, `clock` the time left; `minis` are the cards on the table.
    """

    bar: Box
    clock: Box
    minis: tuple[Box, ...]


class HandLayout(TableLayout, frozen=True):
    """The whole screen of a game with hands.

    `laps` correspond to `seats`. `signs` are the boxes of the colour or suit in force and of the direction; `window` is
    the bar of the time that all seats share.
    """

    laps: tuple[Lap, ...]
    tiles: tuple[Tile, ...]
    supply: Box
    supply_count: Box
    gone: Box
    signs: tuple[Box, Box]
    window: Box

    def seat_of(self, seat: int) -> SeatLayout | None:
        """Return the layout of a person's seat; None for a seat with a tile."""
        return next((place for place in self.seats if place.seat == seat), None)

    def tile_of(self, seat: int) -> Tile | None:
        """Return the tile of a seat; None for a person's seat."""
        return next((tile for tile in self.tiles if tile.seat == seat), None)


class HandNeed(msgspec.Struct, frozen=True):
    """The seats round the table: their number, and how many (`viewers`, four at most) look at this screen.

    `minis`: each person has cards on the table. `large`: the soft-keys are a quarter larger.
    """

    seats: int = 2
    viewers: tuple[int, ...] = (0, 1)
    minis: bool = False
    large: bool = False


def columns_for(tiles: int, alone: int) -> int:
    """Return the number of columns of tiles between two people: one for at most `alone`, three for more than eight."""
    return 1 if tiles <= alone else 2 if tiles <= 8 else 3
