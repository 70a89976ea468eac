"""The geometry of the panels: where each button's hole is, how large the boards are. Lengths in mm; pure.

A seat's own frame has its zero at the centre of CARD3, x to the right and y towards the player. A board's frame has its
zero at the upper left corner, as its player sees it.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import hypot
from types import MappingProxyType
from typing import Final

import msgspec

from cabinet.errors import CabinetError
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, LEFT, RIGHT

HAND_SPAN: Final = 180.0
"""The span of a small adult hand, thumb to little finger, spread: 20 less than the mean of women (201; Boyle, Boyle and
Booker 2015, 473 pianists). Nothing that one hand reaches for is farther apart."""
HAND_BREADTH: Final = 95.0
"""The breadth of a large hand (British men, 95th percentile, Pheasant). Buttons of two seats are at least so far apart
from edge to edge: hands that reach for them do not touch."""
BETWEEN_NUTS: Final = 1.0
"""The least space between two nuts below the board, to turn them."""
LABELLED: Final = 15.0
"""The space between the buttons of two rows, in which the lower one's label stands."""
EDGE: Final = 18.0
"""From a nut to the edge of the board: room for a frame below it."""
ARC: Final = 8.0
"""How much nearer to the player the outer cards are than the middle one, as fingertips are."""
SCREW: Final = 4.0
"""The diameter of the holes for screws, in the corners."""
SCREW_INSET: Final = 9.0
"""From a screw's centre to both edges."""

Place = tuple[float, float]


class Spacing(msgspec.Struct, frozen=True):
    """The sizes of the buttons and the distances between their centres.

    `nut` is the outer diameter of the nut, or of whatever is widest below the board. `pitch` is the distance of
    neighbouring cards across, `rows` that of the cards' row from LEFT and RIGHT, `drop` that from ACTION, whose button
    may be a larger one: `action` is the diameter of its body, `action_hole` its hole, `action_nut` its nut.
    """

    hole: float
    nut: float
    pitch: float
    rows: float
    action: float
    action_hole: float
    action_nut: float
    drop: float

    def hole_of(self, button: str) -> float:
        """Return the diameter of a button's hole."""
        return self.action_hole if button == ACTION else self.hole

    def body_of(self, button: str) -> float:
        """Return the diameter of a button above its hole, without its rim."""
        return self.action if button == ACTION else self.hole


class Hole(msgspec.Struct, frozen=True):
    """A button's hole in a board: its centre, its diameter, and that of the button above it."""

    seat: int
    button: str
    x: float
    y: float
    diameter: float
    body: float


class Board(msgspec.Struct, frozen=True):
    """A board with the panels of one seat or of both, as the player or players in front of it see it."""

    seats: tuple[int, ...]
    width: float
    height: float
    holes: tuple[Hole, ...]
    screws: tuple[Place, ...]


DRILLED: Final[Mapping[int, float]] = MappingProxyType({24: 24, 28: 28.6, 30: 30, 33: 33, 60: 60})
"""The sizes in which buttons are sold -> the diameters of their holes: one of 28 goes into 1 1/8 inch."""


def spacing(
    button: float, nut: float = 0, pitch: float = 0, rows: float = 0, action: float = 0, action_hole: float = 0
) -> Spacing:
    """Return the spacing for buttons of a size, and of another for ACTION; 0 stands for the usual distance, and for the
    size of the others. A dome may stand over an `action_hole` that is smaller than itself.

    Raises CabinetError for distances at which nuts touch, or that are too large for a hand.
    """
    hole = DRILLED.get(round(button), button)
    body = DRILLED.get(round(action), action) or hole
    nut = nut or hole + 8
    action_nut = nut if body == hole else body + 8
    rows = rows or max(hole + LABELLED, nut + BETWEEN_NUTS)
    pitch = pitch or max(hole + 10, nut + BETWEEN_NUTS)
    drop = rows if body == hole else max(rows, (nut + action_nut) / 2 + BETWEEN_NUTS, (hole + body) / 2 + LABELLED)
    wanted = Spacing(hole, nut, pitch, rows, body, action_hole or body, action_nut, drop)
    _check(wanted)
    return wanted


def _check(wanted: Spacing) -> None:
    if wanted.nut < wanted.hole:
        raise CabinetError(word("print.nut", nut=f"{wanted.nut:g}", hole=f"{wanted.hole:g}"))
    if wanted.action_hole > wanted.action:
        raise CabinetError(word("print.action_hole", hole=f"{wanted.action_hole:g}", body=f"{wanted.action:g}"))
    pairs = list[tuple[float, float]]()
    for (one, (x1, y1)), (other, (x2, y2)) in combinations(seat_places(wanted).items(), 2):
        nuts = [wanted.action_nut if button == ACTION else wanted.nut for button in (one, other)]
        pairs.append((hypot(x2 - x1, y2 - y1), sum(nuts) / 2 + BETWEEN_NUTS))
    apart, least = min(pairs, key=lambda pair: pair[0] - pair[1])
    if apart < least - 1e-6:
        raise CabinetError(word("print.nuts", apart=f"{apart:.1f}", least=f"{least:g}"))
    for option, reach in (("--pitch", 4 * wanted.pitch), ("--rows", wanted.rows + wanted.drop)):
        if reach > HAND_SPAN:
            most = HAND_SPAN / (4 if option == "--pitch" else 2)
            figures = {"reach": f"{reach:g}", "span": f"{HAND_SPAN:g}", "most": f"{most:g}"}
            raise CabinetError(word("print.span", option=option, **figures))


def seat_places(wanted: Spacing) -> dict[str, Place]:
    """Return the centre of each button in the seat's own frame; the right half mirrors the left one."""
    places: dict[str, Place] = {}
    for number, card in enumerate(CARDS):
        across = number - (len(CARDS) - 1) / 2
        places[card] = (across * wanted.pitch, ARC * (across / 2) ** 2)
    places[LEFT], places[RIGHT] = (-wanted.pitch, -wanted.rows), (wanted.pitch, -wanted.rows)
    places[ACTION] = (0.0, wanted.drop)
    return places


def boards(wanted: Spacing, seats: Sequence[int], *, is_shared: bool) -> tuple[Board, ...]:
    """Return a board for each seat, all alike, or for each two seats one with both panels side by side."""
    step = 2 if is_shared else 1
    return tuple(board(wanted, seats[first : first + step]) for first in range(0, len(seats), step))


def board(wanted: Spacing, seats: Sequence[int]) -> Board:
    """Return a board with the panels of these seats, the first at the left."""
    half = 2 * wanted.pitch + wanted.nut / 2 + EDGE
    top = wanted.rows + wanted.nut / 2 + EDGE
    step = 4 * wanted.pitch + wanted.hole + HAND_BREADTH
    width, height = 2 * half + step * (len(seats) - 1), top + wanted.drop + wanted.action_nut / 2 + EDGE
    holes = tuple(
        Hole(seat, button, half + step * number + x, top + y, wanted.hole_of(button), wanted.body_of(button))
        for number, seat in enumerate(seats)
        for button, (x, y) in seat_places(wanted).items()
    )
    near, right, low = SCREW_INSET, width - SCREW_INSET, height - SCREW_INSET
    return Board(tuple(seats), width, height, holes, ((near, near), (right, near), (near, low), (right, low)))
