"""Where everything lies on the screen: pure geometry, for any screen size, without pygame and without a game.

`table_layout` is the way in. It returns boxes in px; what is drawn into them is others' business
(`cabinet.display.table`). The three arrangements stand in `layout_facing` and `layout_beside`.
"""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

LayoutName = Literal["facing", "beside"]

Edge = Literal["bottom", "top", "left", "right"]
"""Where a seat is, seen from the piles."""

ASPECT: Final = 1.4
"""Height of a card in widths."""

SMALLEST_SCREEN: Final = (480, 320)
"""The smallest screen that layouts are made for, in px."""


class Box(NamedTuple):
    """An upright rectangle in px: left, top, width, height. Usable wherever pygame takes a rectangle."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column to the right of it."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[int, int]:
        """The pixel in its middle."""
        return self.x + self.w // 2, self.y + self.h // 2

    def moved(self, dx: int = 0, dy: int = 0) -> "Box":
        """The same box elsewhere."""
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def inset(self, dx: int, dy: int) -> "Box":
        """The box without a margin of dx px left and right, dy px above and below."""
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def turned(self, width: int, height: int) -> "Box":
        """The box on a screen turned round by 180 degrees."""
        return Box(width - self.right, height - self.bottom, self.w, self.h)

    def overlaps(self, other: "Box") -> bool:
        """True if the two share a pixel."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def holds(self, other: "Box") -> bool:
        """True if the other lies wholly inside."""
        return self.x <= other.x and self.y <= other.y and other.right <= self.right and other.bottom <= self.bottom


@dataclass(frozen=True, slots=True)
class SeatLayout:
    """What belongs to one seat. `turned`: its content is drawn by 180 degrees; `inward` is the direction, +1 down
    and -1 up, in which an armed card is lifted towards the middle."""

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


@dataclass(frozen=True, slots=True)
class Board:
    """A place for a message; `turned` as in `SeatLayout`."""

    box: Box
    turned: bool = False


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The whole screen. `card`, `pile` and `small` are sizes (width, height) of cards in a row, in the middle, and
    of face-down stocks; `lift` is how far an armed card is lifted, in px; `boards` carry the timing figures,
    `info` the rest; `banners` are for what fills the middle before a deal opens; `sheets` for what lies over all."""

    size: tuple[int, int]
    name: LayoutName
    scale: float
    card: tuple[int, int]
    pile: tuple[int, int]
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
    sheets: tuple[Board, ...]

    @property
    def screen(self) -> Box:
        """The whole screen as a box."""
        return Box(0, 0, *self.size)

    @property
    def deck(self) -> Box:
        """Where a whole pack lies while the seats draw for the first deal: in the middle of where the piles will be."""
        x, y = self.band.centre[0], self.piles[0].centre[1]
        return Box(x - self.pile[0] // 2, y - self.pile[1] // 2, *self.pile)


@dataclass(frozen=True, slots=True)
class Need:
    """How many places a game wants: card slots a seat (five buttons, at times a sixth pile), piles, reserves, seats."""

    slots: int = 5
    piles: int = 2
    reserves: int = 2
    seats: int = 2


def table_layout(
    size: tuple[int, int],
    name: LayoutName = "facing",
    *,
    cocktail: bool = False,
    need: Need | None = None,
    near: int = 0,
    people: tuple[int, ...] = (0, 1),
) -> TableLayout:
    """The layout of a table on a screen of `size` px: two people with all that belongs to them, others small; three or
    four with a quarter each, however two would sit.

    `cocktail` turns the far half of `facing` round and means nothing to `beside`; `near` is the seat at the near edge
    of `facing`: on a screen of its own each player sits there. Raises ValueError, naming the
    smallest size, for a screen on which cards could not be read.
    """
    from cabinet.display.layout_beside import beside
    from cabinet.display.layout_facing import facing
    from cabinet.display.layout_many import facing_many
    from cabinet.display.layout_many_beside import beside_many
    from cabinet.display.layout_quarters import quarters

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


def scale_of(size: tuple[int, int]) -> float:
    """How much larger than 800×480 the screen is, by its tighter side."""
    return min(size[0] / 800, size[1] / 480)


def px(scale: float, at_800: float, least: int = 1) -> int:
    """A length given for 800×480, on this screen, but never less than `least`."""
    return max(least, round(at_800 * scale))


def card_size(width: int) -> tuple[int, int]:
    """Width and height of a card so wide."""
    return width, round(width * ASPECT)


def row(x: int, y: int, size: tuple[int, int], count: int, gap: int) -> tuple[Box, ...]:
    """So many boxes of one size side by side, from (x, y) to the right."""
    return tuple(Box(x + place * (size[0] + gap), y, *size) for place in range(count))
