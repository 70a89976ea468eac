"""GPIO back ends by their names in the config. There is no default and no fallback to a worse back end.

| name | factory | stamps | sequence numbers |
|---|---|---|---|
| `gpiod` | our gpiozero factory on libgpiod 2 (`gpiod_factory.py`) | kernel, exact ns | yes |
| `lgpio` | gpiozero's own factory; Python up to 3.12 | kernel, float seconds | no |

Without sequence numbers the overwritten stamps cannot be identified (`sequence.py`): with `lgpio` any may be late.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import Any, Final, NamedTuple, NoReturn

import gpiozero

from hardware.clock import MS, Clock, monotonic_ns
from hardware.errors import (
    BackendMissing,
    BackendUnknown,
    GpioNotAllowed,
    NoGpioChip,
    NoInterruptTrace,
    NoSuchChip,
    NotARaspberryPi,
)
from hardware.gpio.gpiod_factory import HEADER_CHIPS, PI_4B, GpiodFactory, find_chip, gpio_chips, import_gpiod
from hardware.gpio.kernel import CONSUMER, EARLY_NS, KernelLines, group_of
from hardware.gpio.source import Accuracy, GpioSource, Header, PlainChip
from hardware.gpio.trace.interrupts import TraceFinder, connect
from hardware.packages import install_line

LGPIO_LAG_NS: Final = 10 * MS
"""lgpio polls every 0.5 ms, holds edges that long to reorder them, and calls back on its own Python thread."""


def open_trace() -> TraceFinder:
    """Request the trace of all interrupts from the helper; return its finder."""
    finder = TraceFinder(partial(connect, consumer=CONSUMER))
    finder.renew()
    return finder


def no_trace() -> TraceFinder:
    """Return a finder that finds none: for a back end that cannot use a trace."""

    def refused() -> NoReturn:
        raise NoInterruptTrace("this back end cannot use one")

    finder = TraceFinder(refused, background=lambda work: work())
    finder.renew()
    return finder


def open_gpiod(chip: str | None) -> Header:
    """Open our factory on the chip with that path or label; None is the Pi's header. Raises a HardwareError."""
    return GpiodFactory(chip).header


def open_lgpio(chip: str | None) -> Header:
    """Open gpiozero's lgpio factory on the chip with that path or label; None is the Pi's header.

    Raises a HardwareError.
    """
    try:
        import gpiozero.pins.lgpio as library  # noqa: PLC0415 - lgpio is on a Raspberry Pi alone
    except (ImportError, OSError, AttributeError) as error:  # AttributeError: the empty lgpio 0.0.0.2
        remedy = (
            f"It wants Python 3.12 or older (`{install_line('lgpio')}`) and a working directory it may write to; "
            'input.gpio_backend = "gpiod" needs neither.'
        )
        raise BackendMissing("lgpio", str(error), remedy) from error
    path = chip if chip is None or chip.startswith("/") else find_chip(import_gpiod(), chip)
    try:
        factory = lgpio_factory_class(library)(None if path is None else number_of(path))
        return Header(factory, PlainChip(stamps_in_interrupt=factory.is_header))
    except gpiozero.PinUnknownPi as error:
        raise NotARaspberryPi(str(error)) from error
    except Exception as error:
        if type(error).__module__ != "lgpio":
            raise
        if not (paths := gpio_chips()):
            raise NoGpioChip from error
        if path is not None and path not in paths:
            raise NoSuchChip(path, paths) from error
        raise GpioNotAllowed(path or paths[0], group_of(path or paths[0])) from error


def number_of(path: str) -> int:
    """Return lgpio's number for a chip. Raises NoSuchChip for a path without a number."""
    match = re.fullmatch(r"/dev/gpiochip(\d+)", path)
    if match is None:
        raise NoSuchChip(path, gpio_chips())
    return int(match[1])


def lgpio_factory_class(library: Any) -> Any:
    """Return gpiozero's lgpio factory class, adapted for a chip that the config names and for a chip that may vanish.

    `library` is the module `gpiozero.pins.lgpio`.
    """

    class Factory(library.LGPIOFactory):  # type: ignore[misc]  # gpiozero publishes no types
        def __init__(self, chip: int | None) -> None:
            self.is_named = chip is not None
            super().__init__(chip=chip)
            self.is_header = label_of(library.lgpio, self._handle) in HEADER_CHIPS

        def _get_revision(self) -> Any:
            try:
                return super()._get_revision()
            except gpiozero.PinUnknownPi:
                if self.is_named:
                    return PI_4B
                raise

        def close(self) -> None:
            # a vanished chip refuses every call, and gpiozero would stop at the first pin
            for pin in self.pins.values():
                with suppress(library.lgpio.error):
                    pin.close()
            self.pins.clear()  # a class attribute: the next factory would reuse these pins
            super().close()

    return Factory


def label_of(lgpio: Any, handle: int) -> str:
    """Return the label of a chip that lgpio has open; "" where lgpio does not say."""
    match lgpio.gpio_get_chip_info(handle):
        case [0, _, _, label]:
            return str(label)
    return ""


class Backend(NamedTuple):
    """A back end: its function to open a chip, how far its callbacks may be behind their stamps (ns), and how late a
    stamp may be where it does not carry that bound itself (ns). Only a back end with the kernel's sequence numbers can
    use a trace of the interrupts.
    """

    opener: Callable[[str | None], Header]
    lag_ns: int
    early_ns: int
    is_traced: bool


BACKENDS: Final[Mapping[str, Backend]] = MappingProxyType(
    {
        "gpiod": Backend(open_gpiod, GpiodFactory.lag_ns, 0, is_traced=True),
        "lgpio": Backend(open_lgpio, LGPIO_LAG_NS, EARLY_NS, is_traced=False),
    }
)
"""The back ends by name."""


def open_source(
    backend: str,
    pins: Sequence[int],
    *,
    chip: str | None = None,
    clock: Clock = monotonic_ns,
    resolution_ns: int | None = None,
    trace: Callable[[], TraceFinder] = open_trace,
) -> GpioSource:
    """Open a back end and return a source on it, not started yet; closing the source closes both.

    `chip` is the path or the label of a GPIO chip, or None for the header of this Pi; `resolution_ns` is its measured
    resolution, or None for what is known of it (`GpioSource`). The source reopens the chip when
    it vanishes and comes back. It uses the same result of `trace` each time; a trace that works is closed only when the
    program ends. Raises a HardwareError.
    """
    if backend not in BACKENDS:
        raise BackendUnknown(backend, BACKENDS)
    opener, lag_ns, early_ns, is_traced = BACKENDS[backend]
    header = opener(chip)
    finder = (trace if is_traced else no_trace)()

    def with_trace(header: Header) -> Header:
        if isinstance(header.chip, KernelLines):
            header.chip.trace = finder
        return header

    def reopen() -> Header:
        return with_trace(opener(chip))

    return GpioSource(
        with_trace(header),
        pins,
        clock=clock,
        accuracy=Accuracy(resolution_ns, lag_ns, early_ns),
        reopen=reopen,
        trace=finder,
    )
