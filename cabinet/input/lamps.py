"""The lamps in the buttons: they follow the keys of a match and its end, and show attract everywhere else.

The panel map assigns lamps to buttons: lamp n of a board is in the button of its line n. Motions run on the board, so
a row is sent only when it changes.
"""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from cabinet.input.panel_map import PanelMap
from engine.panel import ACTION, BUTTONS, Meaning
from hardware.lamps import DARK, Lamp, Lamps, Motion

Wanted: TypeAlias = Mapping[tuple[int, str], Lamp]
"""(seat, button) -> the state of its lamp; lamps that are not named are dark."""

COLOURS: Final = ((255, 140, 0), (0, 70, 255), (0, 200, 60), (255, 230, 0))
"""The colours of the first seats' lamps (RGB); the lamps of further seats are white."""
OTHERS: Final = (255, 255, 255)
ARMED: Final = "armed"
"""The label of a key whose card is selected."""
CHASE_MS: Final = 800
ATTRACT_MS: Final = 2400
FLASH_MS: Final = 400
"""Period of a flashing lamp: fewer than three flashes a second."""
GLOW: Final = 5
"""The lamp of a playable key has its seat's colour divided by this number."""
NOTHING: Final[Wanted] = MappingProxyType({})


class LampRow(NamedTuple):
    """A device's lamps and the buttons that contain them."""

    lamps: Lamps
    buttons: PanelMap


def colour_of(seat: int) -> tuple[int, int, int]:
    """Return the colour of a seat's lamps (RGB)."""
    return COLOURS[seat] if seat < len(COLOURS) else OTHERS


def playing(keys: Sequence[Sequence[Meaning]], *, playable: bool, shut: Collection[int] = ()) -> Wanted:
    """Return the lamps during a match: armed keys are bright, and with `playable` the lit keys glow.

    `keys` are the keys that everybody may see: a lamp shows no more than the screen. Presses of the seats in `shut`
    have no meaning at present: all their lamps are dark, as their soft-keys are.
    """
    lamps = {}
    for seat, meanings in enumerate(keys):
        if seat in shut:
            continue
        red, green, blue = colour_of(seat)
        for button, meaning in zip(BUTTONS, meanings, strict=True):
            if meaning.label == ARMED:
                lamps[seat, button] = Lamp((red, green, blue))
            elif playable and meaning.lit:
                lamps[seat, button] = Lamp((red // GLOW, green // GLOW, blue // GLOW))
    return lamps


def racing(lamps: Wanted, seats: Collection[int]) -> Wanted:
    """Return the lamps with ACTION flashing at each of `seats`, for a photo finish.

    Only a lamp that is dark flashes: which keys can be played, and which card is selected, stays to be seen.
    """
    flashes = {(seat, ACTION): Lamp(colour_of(seat), Motion.BLINK, FLASH_MS) for seat in seats}
    return {**flashes, **lamps}


def won(winner: int | None, seats: int) -> Wanted:
    """Return the lamps at the end of a match: a chase round the winner's panel, or all blinking without a winner."""
    if winner is None:
        return {
            (seat, button): Lamp(colour_of(seat), Motion.BLINK, CHASE_MS) for seat in range(seats) for button in BUTTONS
        }
    colour, count = colour_of(winner), len(BUTTONS)
    return {(winner, button): running(colour, place, count, CHASE_MS) for place, button in enumerate(BUTTONS)}


def running(colour: tuple[int, int, int], place: int, count: int, period_ms: int) -> Lamp:
    """Return the lamp at `place` of a chase over `count` lamps."""
    return Lamp(colour, Motion.CHASE, period_ms, 256 * (count - place) // count % 256)


def attract(buttons: PanelMap) -> Wanted:
    """Return the lamps between matches: a chase over all panels of a device, each in its seat's colour."""
    places = list(buttons.values())
    return {place: running(colour_of(place[0]), n, len(places), ATTRACT_MS) for n, place in enumerate(places)}


class LampShow:
    """Sends the wanted lamps to every device that has lamps."""

    def __init__(self, rows: Sequence[LampRow], brightness: int) -> None:
        """`brightness` is a percentage."""
        self._rows = tuple(rows)
        self._brightness = round(brightness * 255 / 100)
        self._shown: tuple[Wanted | None] | None = None

    def show(self, wanted: Wanted | None) -> None:
        """Send the wanted state to the lamps if it is another object than before; None is attract."""
        if self._shown is not None and wanted is self._shown[0]:
            return
        self._shown = (wanted,)
        for row in self._rows:
            lamps = attract(row.buttons) if wanted is None else wanted
            lines = {line: lamps.get(place, DARK) for line, place in row.buttons.items()}
            row.lamps.show([lines.get(line, DARK) for line in range(row.lamps.count)], self._brightness)

    def darken(self) -> None:
        """Switch off all lamps at the end of the program."""
        self.show(NOTHING)
