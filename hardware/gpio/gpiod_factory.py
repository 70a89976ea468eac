"""gpiozero pins on libgpiod 2: kernel stamps to the nanosecond, one request for all lines, no polling.

    factory = GpiodFactory()
    button = gpiozero.Button(17, pin_factory=factory)     # as any other factory
    factory.pin(17).when_changed = f                      # f(ticks, state); ticks is a `Stamp`

Pins are inputs; a lamp needs another factory. Why not gpiozero's own lgpio factory: decision 0020.
"""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gpiozero
from gpiozero.pins.local import get_pi_revision
from gpiozero.pins.pi import PiFactory, PiPin

from hardware.clock import Clock, monotonic_ns
from hardware.errors import BackendMissing, GpioNotAllowed, NoGpioChip, NoSuchChip, NotARaspberryPi
from hardware.gpio.kernel import KernelLines, Trace, group_of
from hardware.gpio.source import Header, Stamp
from hardware.gpio.trace.edges import LATE_NS, Edge
from hardware.packages import install_line

HEADER_CHIPS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""Labels of the chip behind the header: Pi 0 to 3, Pi 4, Pi 5. Its number differs between kernels.

Their drivers were read (`docs/header-pins.md`): each line has an interrupt, whose hard handler stamps the edge. A chip
behind I2C has one interrupt for all lines; its driver reads registers in a thread and calls the lines' nested handlers
in pin order, and gpiolib stamps there, with no number missing. So another label promises nothing.
"""

PI_4B = 0xC03111
"""Revision code assumed for a chip that the config names on a board gpiozero does not know: the usual 40-pin header."""


class GpiodFactory(PiFactory):  # type: ignore[misc]  # gpiozero publishes no types
    """A gpiozero pin factory for inputs on one GPIO chip, whose `lines` have what gpiozero does not know of them.

    `chip` is as in `find_chip`; `gpiod` replaces the package in tests; `trace` returns the stamps of all interrupts, as
    soon as they are available. Raises NoGpioChip, GpioNotAllowed, BackendMissing or NotARaspberryPi.
    """

    lag_ns = LATE_NS
    """How far the kernel's interrupt threads may be behind a stamp on a busy machine."""

    def __init__(
        self,
        chip: str | None = None,
        *,
        gpiod: Any = None,
        clock: Clock = monotonic_ns,
        trace: Trace | None = None,
    ) -> None:
        super().__init__()
        self.pin_class = GpiodPin
        self._gpiod = gpiod or import_gpiod()
        self._chip_named = chip is not None
        self._clock = clock
        self._by_number: dict[int, GpiodPin] = {}
        path = find_chip(self._gpiod, chip)
        is_header = label_at(self._gpiod, path) in HEADER_CHIPS
        self.lines = KernelLines(self._gpiod, path, clock, self._on_edge, is_header=is_header)
        if trace is not None:
            self.lines.trace = trace

    @property
    def header(self) -> Header:
        """The factory with its lines, as a source takes them."""
        return Header(self, self.lines)

    def close(self) -> None:
        """Release all pins."""
        super().close()
        self.lines.close()
        self._by_number.clear()

    def ticks(self) -> float:
        """Return the time in gpiozero's format: seconds, with the exact ns beside."""
        return Stamp(self._clock())

    @staticmethod
    def ticks_diff(later: float, earlier: float) -> float:
        """Return the seconds between two ticks."""
        return later - earlier

    def register(self, pin: "GpiodPin", number: int) -> None:
        """Set the pin that receives the edges of a line."""
        self._by_number[number] = pin

    def _get_revision(self) -> int:
        try:
            return int(get_pi_revision())
        except gpiozero.PinUnknownPi as error:
            if self._chip_named:
                return PI_4B
            raise NotARaspberryPi(str(error)) from error

    def _on_edge(self, edge: Edge) -> None:
        pin = self._by_number.get(edge.line)
        if pin is None:
            return
        try:
            pin.edge(Stamp(edge.time_ns, edge.early_ns, edge.resolution_ns), edge.high)
        except Exception:  # an exception in one pin's handler must not silence the others
            logging.getLogger(__name__).exception("a handler of %r failed", pin)
            self.lines.when_lost(1, edge.time_ns, "callback", {})


class GpiodPin(PiPin):  # type: ignore[misc]  # gpiozero publishes no types
    """An input of `GpiodFactory`, with the requested pull. Its line stays in the request until the factory is closed.

    No debounce here: stamps are raw, and `hardware/debounce.py` works on them.
    """

    def __init__(self, factory: GpiodFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._lines = factory.lines
        self._edges = "both"
        factory.register(self, self._number)

    def edge(self, stamp: Stamp, high: bool) -> None:
        """Pass an edge from the kernel to `when_changed`, if it is enabled for this direction."""
        wanted = {"both": True, "rising": high, "falling": not high}.get(self._edges, False)
        if wanted and self._when_changed is not None:
            self._call_when_changed(stamp, int(high))

    def close(self) -> None:
        """Stop reporting edges."""
        self.when_changed = None

    def _get_function(self) -> str:
        return "input"

    def _set_function(self, value: str) -> None:
        if value != "input":
            raise gpiozero.PinInvalidFunction(f"{self!r}: this pin factory has inputs only")

    def _get_state(self) -> int:
        self._hold()
        return int(self._lines.level(self._number))

    def _get_pull(self) -> str:
        return self._lines.pull(self._number)

    def _set_pull(self, value: str) -> None:
        if value not in ("up", "down", "floating"):
            raise gpiozero.PinInvalidPull(f"invalid pull {value!r} for pin {self!r}")
        if self.info.pull not in (value, ""):
            raise gpiozero.PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")
        self._lines.claim([self._number], value)

    def _get_bounce(self) -> None:
        return None

    def _set_bounce(self, value: float | None) -> None:
        if value is not None:
            raise gpiozero.PinInvalidBounce(f"{self!r}: this pin factory stamps raw edges, bounce and all")

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        self._edges = value

    def _enable_event_detect(self) -> None:
        self._hold()

    def _disable_event_detect(self) -> None:
        pass  # the request stays; `edge` reports nothing while there is no `when_changed`

    def _hold(self) -> None:
        if not self._lines.holds(self._number):
            self._lines.claim([self._number], self._get_pull())


def import_gpiod() -> Any:
    """Return the package `gpiod`. Raises BackendMissing where it is not installed, or is libgpiod 1."""
    try:
        import gpiod  # noqa: PLC0415 - Linux alone has it

        if "request_lines" not in vars(gpiod):
            raise ImportError("it is version 1 of libgpiod's")
    except ImportError as error:
        remedy = f'Install it with `{install_line()}` (Linux only), or set input.source = "keyboard".'
        raise BackendMissing("gpiod", str(error), remedy) from error
    return gpiod


def gpio_chips() -> list[str]:
    """Return the paths of the machine's GPIO chips."""
    return [str(path) for path in sorted(Path("/dev").glob("gpiochip*"))]


def is_raspberry_pi(model: Path = Path("/proc/device-tree/model")) -> bool:
    """Return whether the firmware identifies this machine as a Raspberry Pi; every user may read that."""
    try:
        return model.read_text(encoding="utf-8", errors="replace").startswith("Raspberry Pi")
    except OSError:
        return False


def find_chip(gpiod: Any, wanted: str | None) -> str:
    """Return the path of the chip with this path or label, or, with None, of the chip behind the header.

    Raises NoGpioChip or NoSuchChip, or GpioNotAllowed if a chip without access may be it. A chip's number may change
    when it is plugged in again; its label stays.
    """
    if wanted is None:
        return header_chip(gpiod, gpio_chips())
    if wanted.startswith("/"):
        return wanted
    found, refused = chip_labels(gpiod, gpio_chips())
    for path, label in found.items():
        if label == wanted:
            return path
    if refused:
        raise GpioNotAllowed(refused[0], group_of(refused[0]))
    raise NoSuchChip(wanted, sorted(found.values()))


def label_at(gpiod: Any, path: str) -> str:
    """Return the label of the chip at a path; "" for one that cannot be opened."""
    try:
        with gpiod.Chip(path) as chip:
            return str(chip.get_info().label)
    except OSError:
        return ""


def chip_labels(gpiod: Any, paths: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """Return the labels of the chips that this user may open, and the paths of the others."""
    found: dict[str, str] = {}
    refused: list[str] = []
    for path in paths:
        try:
            with gpiod.Chip(path) as chip:
                found[path] = chip.get_info().label
        except PermissionError:
            refused.append(path)
        except OSError:  # it vanished during the search
            continue
    return found, refused


def header_chip(gpiod: Any, paths: Sequence[str]) -> str:
    """Return the path of the chip behind the header.

    Raises GpioNotAllowed if it may be a chip without access, NoGpioChip if it cannot be: many desk
    computers have GPIO chips too, with no access for users.
    """
    labels, refused = chip_labels(gpiod, paths)
    for path, label in labels.items():
        if label in HEADER_CHIPS:
            return path
    if refused and is_raspberry_pi():
        raise GpioNotAllowed(refused[0], group_of(refused[0]))
    raise NoGpioChip([*(f"{path}: {label}" for path, label in labels.items()), *refused])
