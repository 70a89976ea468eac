"""The panel map: which line of a source is which button of which seat.

Nothing else in the program refers to pins or keys. Players at the far edge of the screen have LEFT and RIGHT exchanged,
in the map or in each press.
"""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

import msgspec

from cabinet.config.schema import Lines, SeatKeys, SeatPins
from engine.panel import LEFT, RIGHT, Glitch, Press
from hardware.events import Line

P = TypeVar("P", Press, Glitch)

PanelMap: TypeAlias = Mapping[Line, tuple[int, str]]
"""line -> (seat, button)."""

FAR: Final = (1, 2)
"""The seats at the far edge; seat 2 exists only where three or four people play (`layout.slots_quarters`)."""

SERVICE: Final = (-1, "SERVICE")
"""The operator's button in a `PanelMap`; it belongs to no seat."""


def panel_map(seats: SeatPins | SeatKeys) -> PanelMap:
    """Return the map of both seats as configured."""
    wired: Mapping[str, Mapping[str, Line]] = msgspec.to_builtins(seats)
    return {line: (seat, button) for seat, panel in enumerate(wired.values()) for button, line in panel.items()}


def lines_map(panels: Sequence[Lines], seats: Sequence[int]) -> PanelMap:
    """Return the map of a board whose panels belong to `seats`; -1 is no seat."""
    return {
        line: (seat, button)
        for panel, seat in zip(panels, seats, strict=False)
        if seat >= 0
        for button, line in msgspec.to_builtins(panel).items()
    }


def turned_round(buttons: PanelMap) -> PanelMap:
    """Return the map with LEFT and RIGHT of the far seats exchanged, for players who face each other.

    LEFT always means the pile at the left of the screen (``engine.panel``); a player at the far edge has that pile at
    the right hand.
    """
    other = {LEFT: RIGHT, RIGHT: LEFT}
    return {
        line: (seat, other.get(button, button) if seat in FAR else button) for line, (seat, button) in buttons.items()
    }


def turned_press(press: P) -> P:
    """Return the press or glitch with LEFT and RIGHT exchanged for a far seat that sees a hand there, and no piles."""
    other = {LEFT: RIGHT, RIGHT: LEFT}
    return press._replace(button=other.get(press.button, press.button)) if press.seat in FAR else press
