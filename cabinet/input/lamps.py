"""The lamps in the buttons: they follow the keys of a match, or a pattern of `lamp_patterns` that a scene names.

The panel map assigns lamps to buttons: lamp n of a board is in the button of its line n. Motions run on the board, so
a row is sent only when it changes.
"""

from collections.abc import Collection, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from cabinet.input.lamp_patterns import GLOW, Cue, Wanted, calmed, colour_of, lit
from cabinet.input.panel_map import PanelMap
from engine.panel import BUTTONS, Meaning
from hardware.lamps import DARK, Lamp, Lamps

Light: TypeAlias = Wanted | Cue
"""Light in the buttons: lamp by lamp, or a pattern by its name."""

ARMED: Final = "armed"
"""The label of a key whose card is selected."""
NOTHING: Final[Wanted] = MappingProxyType({})
IDLE: Final = Cue("attract")
"""The light wherever a scene asks for none."""


class LampRow(NamedTuple):
    """A device's lamps and the buttons that contain them."""

    lamps: Lamps
    buttons: PanelMap


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


def row_of(light: Light, buttons: PanelMap, count: int, *, still: bool = False) -> list[Lamp]:
    """Return the row of a device with `count` lamps in these buttons; `still` leaves out every motion."""
    lamps = lit(light, buttons) if isinstance(light, Cue) else light
    lines = {line: lamps.get(place, DARK) for line, place in buttons.items()}
    row = [lines.get(line, DARK) for line in range(count)]
    return [calmed(lamp) for lamp in row] if still else row


class LampShow:
    """Sends the wanted light to every device that has lamps."""

    def __init__(self, rows: Sequence[LampRow], brightness: int, *, still: bool = False) -> None:
        """`brightness` is a percentage; `still`: no lamp moves (``display.reduced_motion``)."""
        self._rows = tuple(rows)
        self._shown: Light | None = None
        self.adopt(brightness, still=still)

    def adopt(self, brightness: int, *, still: bool) -> None:
        """Take changed settings; the present light is sent again with the next `show`."""
        self._brightness = brightness_of(brightness)
        self._still = still
        self._shown = None

    def show(self, light: Light | None) -> None:
        """Send the light to the lamps if it differs from the one before; None is `IDLE`."""
        light = IDLE if light is None else light
        if light is self._shown or light == self._shown:
            return
        self._shown = light
        for row in self._rows:
            row.lamps.show(row_of(light, row.buttons, row.lamps.count, still=self._still), self._brightness)

    def darken(self) -> None:
        """Switch off all lamps at the end of the program."""
        self.show(NOTHING)


def brightness_of(per_cent: int) -> int:
    """Return a percentage as a device's brightness, 0 to 255."""
    return round(per_cent * 255 / 100)
