"""The size of the picture on each screen, and the screen's mode for it: pure functions over the modes that it offers.

Begin with `choose_mode`. A picture needs memory and drawing time by its pixels, so it has a limit by the machine's
memory. A smaller mode of the screen is preferred to a small picture that the renderer enlarges on every frame: the
screen's own scaler costs nothing.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Literal

import msgspec

from cabinet.config.schema import MODE, Display

SMALL_BYTES: Final = 1_500_000_000
"""A machine with less memory has little: Linux leaves some 1.9 GB of a Raspberry Pi's 2 GB, and 0.95 GB of 1 GB."""
LITTLE_PX: Final = 1366 * 768
"""The largest picture with little memory, px: 1280×720, and the panels of its class (1280×800, 1366×768), which show
their own mode sharp. It takes some 200 MB, where 1920×1080 has taken 450 to 850."""
MOST_PX: Final = 1920 * 1200
"""The largest picture of any machine, px: 1920×1080, and 16:10 of that width. 3840×2160 takes four times the memory and
the time of each drawing (1,689 MB, and five seconds of a desk's processor for the first press)."""

SAME_SHAPE: Final = 0.02
"""The difference of two shapes up to which they are one: 1366×768 is a screen of 16:9, 1024×600 is none."""
SMOOTH_HZ, USABLE_HZ = 58, 48
"""Refresh rates from which motion is smooth (59.94 Hz is reported as 59), and from which it is acceptable."""
BEST_HZ: Final = 60
STEP: Final = Fraction(1, 4)
"""The steps in which a picture's scale is looked for: whole, half and quarter scales look even."""

Why = Literal["own", "memory", "size", "rate", "wanted", "not_offered"]


class Mode(msgspec.Struct, frozen=True, order=True):
    """A mode of a screen: its size in px, and its refresh rate in Hz, 0 if unknown."""

    width: int
    height: int
    hz: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in px."""
        return self.width, self.height

    @property
    def px(self) -> int:
        """The number of pixels."""
        return self.width * self.height

    def __str__(self) -> str:
        return f"{self.width}x{self.height}" + (f"@{self.hz}" if self.hz else "")


class Mounting(msgspec.Struct, frozen=True):
    """How the screens are set and mounted: the `mode` of a whole screen, None for what the machine can bear; the
    clockwise turn of the picture in degrees (0, 90, 180, 270); and its `margin` at each edge in per cent of the
    screen's width and height."""

    mode: Mode | None = None
    rotate: int = 0
    margin: float = 0


UPRIGHT: Final = Mounting()
"""A screen that stands upright and shows its whole picture, as large as the machine can bear."""


class Choice(msgspec.Struct, frozen=True):
    """The choice for one screen: the mode, and the size of the picture (px), which the renderer enlarges if it is
    another one.

    `why`: the screen's own mode ("own"); a smaller picture because of the machine's memory ("memory") or because no
    picture is larger ("size"); a faster refresh rate ("rate"); the configuration ("wanted"), also where the screen does
    not offer that size ("not_offered").
    """

    mode: Mode
    picture: tuple[int, int]
    why: Why

    @property
    def is_scaled(self) -> bool:
        """Whether the renderer scales the picture."""
        return self.picture != self.mode.size

    @property
    def described(self) -> tuple[str, str, str]:
        """The mode, the picture's size and the reason in words for `cabinet.doctor`: ``1280x720@60``, ``1280x720``."""
        return str(self.mode), str(Mode(*self.picture, 0)), self.why


def mounting_of(display: Display) -> Mounting:
    """Return how the configuration says that the screens are set and mounted."""
    return Mounting(mode_of(display.mode), display.rotate, display.margin)


def mode_of(text: str) -> Mode | None:
    """Return the mode of `display.mode`; None for the one that the program chooses."""
    found = MODE.fullmatch(text)
    return Mode(int(found[1]), int(found[2]), int(found[3] or 0)) if found else None


def most_pixels(memory: int) -> int:
    """Return the number of pixels of the largest picture that a machine with `memory` bytes can bear."""
    return LITTLE_PX if memory < SMALL_BYTES else MOST_PX


def choose_mode(offered: Sequence[Mode], own: Mode, wanted: Mode | None, memory: int) -> Choice:
    """Return the mode and the picture for a screen that is in its `own` mode and can change to each of `offered`.

    Modes larger than its own are not its pixels: many a panel's board takes them and squeezes the picture. `wanted`
    overrides the limit by the machine's `memory` (bytes).
    """
    if wanted is not None:
        return wanted_choice(offered, own, wanted)
    most = most_pixels(memory)
    modes = [mode for mode in {own, *offered} if mode.width <= own.width and is_same_shape(mode.size, own.size)]
    pictures = {mode: fitting_picture(mode.size, most) for mode in modes}
    largest = max(width * height for width, height in pictures.values())

    def rank(mode: Mode) -> tuple[object, ...]:
        width, height = pictures[mode]
        return (
            4 * width * height >= largest,
            smoothness(mode.hz),
            2 * width * height >= largest,
            (width, height) == mode.size,
            mode.width * own.height == mode.height * own.width,
            width * height,
            mode.px if mode.px <= MOST_PX else -mode.px,  # the more of the screen's own pixels, the sharper
            -abs((mode.hz or BEST_HZ) - BEST_HZ),
            mode == own,
            mode,
        )

    best = max(modes, key=rank)
    if own.px > most:
        return Choice(best, pictures[best], "memory" if memory < SMALL_BYTES else "size")
    return Choice(best, pictures[best], "own" if best == own else "rate")


def choosable(offered: Sequence[Mode], own: Mode, memory: int) -> list[Mode]:
    """Return the modes that an operator can choose, the largest first and of one size the quickest: none larger than
    the screen's `own`, and none that the machine's `memory` (bytes) does not bear."""
    modes = {mode for mode in (own, *offered) if mode.hz and mode.width <= own.width and mode.height <= own.height}
    bearable = (mode for mode in modes if mode.px <= most_pixels(memory))
    return sorted(bearable, key=lambda mode: (mode.px, mode), reverse=True)


def wanted_choice(offered: Sequence[Mode], own: Mode, wanted: Mode) -> Choice:
    """Return the wanted mode with the rate nearest to the wanted one (60 Hz if none is); its picture in the screen's
    own mode if the screen does not offer that size."""
    hz = wanted.hz or BEST_HZ
    alike = [mode for mode in (*offered, own) if mode.size == wanted.size]
    if not alike:
        return Choice(own, wanted.size, "not_offered")
    nearest = min(alike, key=lambda mode: (abs((mode.hz or BEST_HZ) - hz), mode != own, mode))
    return Choice(nearest, wanted.size, "wanted")


def fitting_picture(size: tuple[int, int], most: int) -> tuple[int, int]:
    """Return the largest picture of a mode's shape with at most `most` pixels: the mode's size itself, or that divided
    by one and a quarter, one and a half, and so on."""
    divisor = Fraction(1)
    while True:
        width, height = round(size[0] / divisor), round(size[1] / divisor)
        if width * height <= most:
            return width, height
        divisor += STEP


def smoothness(hz: int) -> int:
    """Return the class of a refresh rate, the higher the better; an unknown one counts as smooth."""
    return 2 if hz >= SMOOTH_HZ or not hz else 1 if hz >= USABLE_HZ else 0


def is_same_shape(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return whether two sizes have the same shape, within `SAME_SHAPE`."""
    return abs(one[0] * other[1] - other[0] * one[1]) <= SAME_SHAPE * other[0] * one[1]
