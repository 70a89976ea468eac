"""The lamps in the buttons: they follow the keys of a match, or a pattern that a scene names.

A scene names a pattern of `PATTERNS` and the seats that it is about, a `Cue`; which lamp does what for which of its
seats stands here. The panel map assigns lamps to buttons: lamp n of a board is in the button of its line n. Motions run
on the board, so a row is sent only when it changes. No lamp flashes more than three times a second (WCAG 2.2, success
criterion 2.3.1), so every period is at least 340 ms: the board counts periods in steps of 20 ms.
"""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

import msgspec

from cabinet.input.inputs import LampRow, PanelMap
from engine.panel import ACTION, BUTTONS, CARDS, Meaning
from hardware.lamps import DARK, Lamp, Motion

Rgb: TypeAlias = tuple[int, int, int]
Wanted: TypeAlias = Mapping[tuple[int, str], Lamp]
"""(seat, button) -> the state of its lamp; lamps that are not named are dark."""

COLOURS: Final[tuple[Rgb, ...]] = ((255, 140, 0), (0, 70, 255), (0, 200, 60), (255, 230, 0))
"""The colours of the first seats' lamps; the lamps of further seats are white."""
WHITE: Final[Rgb] = (255, 255, 255)
GLOW: Final = 5
"""A glowing lamp has its colour divided by this number."""


class Cue(msgspec.Struct, frozen=True):
    """A pattern by its name, for these seats; a pattern that is about nobody ignores them."""

    name: str
    seats: tuple[int, ...] = ()


class Part(msgspec.Struct, frozen=True):
    """Some lamps of a pattern: whose (the cue's seats, all others, or all), which buttons, and their state.

    `rgb` is the colour, None the seat's own; `share` divides it. The lamps of a chase get phases in their order.
    """

    whose: Literal["named", "others", "all"]
    buttons: Sequence[str]
    motion: Motion = Motion.STEADY
    period_ms: int = 0
    share: int = 1
    rgb: Rgb | None = None

    def holds(self, place: tuple[int, str], cue: Cue) -> bool:
        """Return whether the part has the lamp of (seat, button)."""
        whose = "named" if place[0] in cue.seats else "others"
        return place[1] in self.buttons and self.whose in ("all", whose)


PATTERNS: Final[Mapping[str, tuple[Part, ...]]] = MappingProxyType(
    {
        "attract": (Part("all", BUTTONS, Motion.CHASE, 2400),),
        "queue": (
            Part("named", (ACTION,), Motion.PULSE, 1200),
            Part("named", CARDS, share=GLOW),
            Part("others", (ACTION,), share=GLOW),
        ),
        "winner": (Part("named", BUTTONS, Motion.CHASE, 800),),
        "nobody": (Part("all", BUTTONS, Motion.BLINK, 800),),
        "record": (
            Part("named", (ACTION,), rgb=WHITE),
            Part("named", BUTTONS, Motion.BLINK, 500),
            Part("others", (ACTION,), Motion.PULSE, 2000, rgb=WHITE),
        ),
        "race": (Part("named", (ACTION,), Motion.BLINK, 400),),
        "tension": (Part("named", (ACTION,), Motion.PULSE, 900),),
    }
)
"""The patterns. Of two parts with one lamp the first counts.

`attract`: nobody plays. `queue`: the named seats are awaited, and play by ACTION. `winner`, `nobody`: a match has
ended. `record`: the named seat has set a record. `race`: a photo finish of the named seats. `tension`: the named seats
have few cards left. The last two lie below the keys of a match, see `laid_under`.
"""


def colour_of(seat: int) -> Rgb:
    """Return the colour of a seat's lamps."""
    return COLOURS[seat] if seat < len(COLOURS) else WHITE


def is_about_seats(name: str) -> bool:
    """Return whether a pattern differs by the seats of its cue."""
    return any(part.whose != "all" for part in PATTERNS[name])


def lit(cue: Cue, buttons: PanelMap) -> Wanted:
    """Return the lamps of a device under a cue. Raises KeyError for a pattern that is not in the table."""
    lamps: dict[tuple[int, str], Lamp] = {}
    for part in PATTERNS[cue.name]:
        places = [place for place in buttons.values() if place not in lamps and part.holds(place, cue)]
        for number, place in enumerate(places):
            lamps[place] = _lamp(part, place[0], number, len(places))
    return lamps


def laid_under(cue: Cue, lamps: Wanted) -> Wanted:
    """Return lamps with a cue's seats below them: only a lamp that is dark takes part in the pattern."""
    places: PanelMap = dict(enumerate((seat, button) for seat in cue.seats for button in BUTTONS))
    return {**lit(cue, places), **lamps}


def calmed(lamp: Lamp) -> Lamp:
    """Return a lamp without motion: at half its brightness, so that one at rest still differs from one that moves."""
    red, green, blue = lamp.colour
    return lamp if lamp.motion is Motion.STEADY else Lamp((red // 2, green // 2, blue // 2))


def _lamp(part: Part, seat: int, number: int, count: int) -> Lamp:
    """Return the lamp at place `number` of a part with `count` lamps."""
    red, green, blue = part.rgb or colour_of(seat)
    phase = 256 * (count - number) // count % 256 if part.motion is Motion.CHASE else 0
    rgb = (red // part.share, green // part.share, blue // part.share)
    return Lamp(rgb, part.motion, part.period_ms, phase)


# -- Lamps that are sent -----------------------------------------------------------------------------

Light: TypeAlias = Wanted | Cue
"""Light in the buttons: lamp by lamp, or a pattern by its name."""

ARMED: Final = "armed"
"""The label of a key whose card is selected."""
NOTHING: Final[Wanted] = MappingProxyType({})
IDLE: Final = Cue("attract")
"""The light wherever a scene asks for none."""


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
        self._shown: Light | None = None
        self.adopt(brightness, still=still, rows=rows)

    def adopt(self, brightness: int, *, still: bool, rows: Sequence[LampRow]) -> None:
        """Take changed settings; the present light is sent again with the next `show`."""
        self._rows = tuple(rows)
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
