"""The patterns of light in the buttons between and during matches: one table, by name.

A scene names a pattern and the seats that it is about, a `Cue`; which lamp does what for which of its seats stands
here. Motions run on the board. No lamp flashes more than three times a second (WCAG 2.2, success criterion 2.3.1), so
every period is at least `LEAST_MS`.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from cabinet.input.panel_map import PanelMap
from engine.panel import ACTION, BUTTONS, CARDS
from hardware.lamps import Lamp, Motion

Rgb: TypeAlias = tuple[int, int, int]
Wanted: TypeAlias = Mapping[tuple[int, str], Lamp]
"""(seat, button) -> the state of its lamp; lamps that are not named are dark."""

COLOURS: Final[tuple[Rgb, ...]] = ((255, 140, 0), (0, 70, 255), (0, 200, 60), (255, 230, 0))
"""The colours of the first seats' lamps; the lamps of further seats are white."""
WHITE: Final[Rgb] = (255, 255, 255)
GLOW: Final = 5
"""A glowing lamp has its colour divided by this number."""
LEAST_MS: Final = 340
"""The shortest period of a motion: the board counts periods in steps of 20 ms."""


class Cue(NamedTuple):
    """A pattern by its name, for these seats; a pattern that is about nobody ignores them."""

    name: str
    seats: tuple[int, ...] = ()


class Part(NamedTuple):
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
