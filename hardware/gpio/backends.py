"""GPIO back ends by the names that the config knows. No default, no falling back to a worse one.

| name | what | stamps | sequence numbers |
|---|---|---|---|
| `gpiod` | our gpiozero factory on libgpiod 2 (`gpiod_factory.py`) | kernel, exact ns | yes |
| `lgpio` | gpiozero's own factory; Python up to 3.12 | kernel, float seconds | no |
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import gpiozero

from hardware.clock import MS, Clock, monotonic_ns
from hardware.errors import BackendMissing, BackendUnknown, GpioNotAllowed, NoGpioChip, NotARaspberryPi
from hardware.gpio.gpiod_factory import GpiodFactory, gpio_chips
from hardware.gpio.kernel import group_of
from hardware.gpio.source import KERNEL_RESOLUTION_NS, GpioSource

LGPIO_LAG_NS: Final = 10 * MS
"""lgpio polls every 0.5 ms, holds edges that long to reorder them, and calls back on a Python thread of its own."""


def open_gpiod(chip: str | None) -> Any:
    """Open our factory on the chip with that path, or on the Pi's header. Raises a HardwareError."""
    return GpiodFactory(chip)


def open_lgpio(chip: str | None) -> Any:
    """Open gpiozero's lgpio factory on the chip with that path, or on the Pi's header. Raises a HardwareError."""
    remedy = (
        "It wants Python 3.12 or older (`pip install 'lgpio>=0.2.2'`) and a working directory it may write to; "
        'input.gpio_backend = "gpiod" needs neither.'
    )
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except (ImportError, OSError, AttributeError) as error:  # AttributeError: the empty lgpio 0.0.0.2
        raise BackendMissing("lgpio", str(error), remedy) from error
    number = None if chip is None else int(chip.removeprefix("/dev/gpiochip"))
    try:
        return LGPIOFactory(chip=number)
    except gpiozero.PinUnknownPi as error:
        raise NotARaspberryPi(str(error)) from error
    except Exception as error:
        if type(error).__module__ != "lgpio":
            raise
        if not (paths := gpio_chips()):
            raise NoGpioChip from error
        raise GpioNotAllowed(chip or paths[0], group_of(chip or paths[0])) from error


BACKENDS: Final[Mapping[str, tuple[Callable[[str | None], Any], int]]] = MappingProxyType(
    {"gpiod": (open_gpiod, GpiodFactory.lag_ns), "lgpio": (open_lgpio, LGPIO_LAG_NS)}
)
"""name -> what opens it on a chip, and how far its callbacks may be behind their stamps, in ns."""


def open_source(
    backend: str,
    pins: Sequence[int],
    *,
    chip: str | None = None,
    clock: Clock = monotonic_ns,
    resolution_ns: int = KERNEL_RESOLUTION_NS,
) -> GpioSource:
    """Open a back end and put a source on it, not started yet; closing the source closes both.

    `chip` is the path of a GPIO chip, or None for the header of this Pi. Raises a HardwareError.
    """
    if backend not in BACKENDS:
        raise BackendUnknown(backend, BACKENDS)
    opener, lag_ns = BACKENDS[backend]
    factory = opener(chip)
    return GpioSource(factory, pins, clock=clock, resolution_ns=resolution_ns, lag_ns=lag_ns, on_close=factory.close)
