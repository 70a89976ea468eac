"""What the layout of a game with hands is made of: the places of a person's seat, of a tile, and of the middle."""

from dataclasses import dataclass
from typing import Final

from cabinet.display.layout import Box, SeatLayout, TableLayout

SLOTS: Final = 5
"""Places of a row: one for each card button."""
SUPPLY: Final = 0.62
"""Size of the face-down cards beside the pile, in sizes of the pile."""

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
    """Who sits round the table: so many seats, of which `viewers` (four at most) look at this screen; `minis`: there
    are cards on the table before each of them."""

    seats: int = 2
    viewers: tuple[int, ...] = (0, 1)
    minis: bool = False


def columns_for(tiles: int, alone: int) -> int:
    """In how many columns tiles stand between two people: one for at most `alone`, three for more than eight."""
    return 1 if tiles <= alone else 2 if tiles <= 8 else 3
