"""The line to a board: its interface, the real one over pyserial, and the search for its port (a fake: `fake.py`).

One thread reads, so that every byte has its time of arrival and not that of the program's request. It only puts its
data into a queue. Writing never waits: a board that does not read leaves the terminal device full, and a frame that
finds no room is not sent (`WholeFrames`).
"""

import errno
import os
import queue
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from hardware.board.protocol import UART_BAUD, USB_NAME
from hardware.clock import HOST, ClockReading, HostClock
from hardware.errors import BoardNotAllowed, NoBoard, NoSuchPort, NotAPort, PortBusy, PortForbidden, SeveralBoards
from hardware.posix import TERMINAL_ERRORS, flags


class Chunk(NamedTuple):
    """Bytes that arrived together, and the computer's clocks at their arrival."""

    data: bytes
    arrived: ClockReading


class Link(Protocol):
    """An open line. Every method but `close` raises OSError once it is broken, and only `wait` blocks."""

    @property
    def is_low_latency(self) -> bool:
        """Whether the serial driver was told to hand bytes on at once; only some can be told."""

    def read(self) -> list[Chunk]:
        """Return the bytes that arrived since the last call."""

    def write(self, data: bytes) -> bool:
        """Send a whole frame, or nothing and return False if the line is full because the board does not read."""

    def wait(self, seconds: float) -> None:
        """Sleep until bytes have arrived or the time is over."""

    def close(self) -> None:
        """Close the line. May be called twice."""


Opener: TypeAlias = Callable[[], Link]
"""Finds and opens the line; raises HardwareError if that fails."""


class WholeFrames:
    """Writes whole frames to a line that accepts only as many bytes as it has room for.

    The rest of a partly written frame is sent first next time: half a frame would spoil the one after it. At most one
    frame is kept like that; the caller decides which other frames are still worth sending later.
    """

    def __init__(self, some: Callable[[bytes], int]) -> None:
        """`some` writes as many bytes as there is room for, without waiting, and returns their number."""
        self._some = some
        self._rest = b""

    def write(self, data: bytes) -> bool:
        """See `Link.write`."""
        if not self.flush():
            return False
        taken = self._some(data)
        self._rest = data[taken:] if taken else b""
        return taken > 0

    def flush(self) -> bool:
        """Send the rest of the previous frame; return True if nothing is left."""
        if self._rest:
            self._rest = self._rest[self._some(self._rest) :]
        return not self._rest


READ_S: Final = 0.2
"""How often the reading thread checks whether it must stop; a byte wakes it at once."""
SENT_S: Final = 0.02
"""How long the last data may take to leave the terminal device before the port is closed."""
CLOSE_S: Final = 0.05
"""The longest that closing waits for the reading thread."""
PORT_ERRORS: Final[tuple[type[Exception], ...]] = (ValueError, *TERMINAL_ERRORS)
"""What pyserial raises for a port that cannot be opened."""
BY_PATH: Final = Path("/dev/serial/by-path")
"""udev's links to serial ports by the sockets that they are in (60-serial.rules)."""


class Port(NamedTuple):
    """A serial port with a button board: the device, the board's id (its USB serial number), `path`, and `number`.

    `path` is the name of the USB socket that the board is in; it tells two boards with one id apart. Without udev it is
    the device. `number` is vendor:product in hexadecimal.
    """

    device: str
    board_id: str
    path: str
    number: str = ""


def usb_ports(known: Iterable[Any] | None = None, links: Path = BY_PATH) -> list[Port]:
    """Return the ports of all button boards that are plugged in over USB."""
    if known is None:
        from serial.tools.list_ports import comports  # noqa: PLC0415 - only a board needs it

        known = comports()
    boards = [port for port in known if port.product == USB_NAME]
    sockets = {str(link.resolve()): str(link) for link in sorted(links.glob("*"), reverse=True)}
    return sorted(
        Port(
            port.device,
            (port.serial_number or "").lower(),
            sockets.get(port.device, port.device),
            f"{port.vid:04x}:{port.pid:04x}",
        )
        for port in boards
    )


def any_on_usb(devices: Path = Path("/dev")) -> bool:
    """Return whether a button board is plugged in; cheap on Linux where there is no USB serial port at all.

    Linux names every such port ttyACM (Documentation/usb/acm.rst); elsewhere pyserial is asked each time.
    """
    return (sys.platform != "linux" or any(devices.glob("ttyACM*"))) and bool(usb_ports())


def find_port(port: str = "", board_id: str = "") -> str:
    """Return the device to open: `port` if given, else that of the board with this id, else the only board there is.

    Raises NoBoard if there is none, SeveralBoards if several match.
    """
    if port:
        return port
    boards = usb_ports()
    fitting = [board for board in boards if board.board_id.startswith(board_id.lower())]
    if len(fitting) > 1:
        raise SeveralBoards(board_id, [(board.board_id, board.path) for board in fitting])
    if not fitting:
        wanted = f"with the id {board_id}" if board_id else ""
        raise NoBoard(wanted, (f"{board.board_id} at {board.device}" for board in boards))
    return fitting[0].device


def opener(port: str = "", board_id: str = "") -> Opener:
    """Return a function that finds and opens a board's line. It searches each time: a replug may change the device."""
    return lambda: SerialLink(find_port(port, board_id))


def open_error(device: str, error: Exception) -> BoardNotAllowed:
    """Return the error for a port that could not be opened, by the kind of its file and the kernel's reason."""
    code = error.errno if isinstance(error, OSError) else None
    if code in (errno.ENOENT, errno.ENOTDIR, errno.ENODEV, errno.ENXIO):
        return NoSuchPort(device)
    if code in (errno.EACCES, errno.EPERM):
        return PortForbidden(device)
    if code in (errno.EAGAIN, errno.EBUSY):
        return PortBusy(device)
    kind = kind_of(device)
    if kind:
        return NotAPort(device, kind)
    return BoardNotAllowed(device, os.strerror(code) if code else str(error))


def kind_of(device: str) -> str:
    """Return the kind of a file that is no serial port, in words; empty if it may be one."""
    try:
        mode = Path(device).stat().st_mode
        if not stat.S_ISCHR(mode):
            kinds = {stat.S_IFDIR: "a folder", stat.S_IFREG: "a plain file", stat.S_IFIFO: "a pipe"}
            return kinds.get(stat.S_IFMT(mode), "something else")
        file = os.open(device, flags("RDONLY", "NOCTTY", "NONBLOCK", "CLOEXEC"))
    except (OSError, ValueError):
        return ""
    try:
        return "" if os.isatty(file) else "another device"
    finally:
        os.close(file)


class SerialLink:
    """A `Link` over a serial port, opened exclusively.

    Raises BoardNotAllowed if it cannot be opened: NoSuchPort, NotAPort, PortForbidden or PortBusy where that is why.
    """

    def __init__(self, device: str, clock: HostClock = HOST) -> None:
        import serial  # noqa: PLC0415 - only a board needs it

        self.device = device
        self._clock = clock
        self._queue: queue.SimpleQueue[Chunk | None] = queue.SimpleQueue()
        self._next: Chunk | None = None
        self._is_closing = False
        self._is_broken = False
        self._may_close = threading.Event()
        try:
            self._port: Any = serial.Serial(device, UART_BAUD, timeout=READ_S, exclusive=True)
        except PORT_ERRORS as error:
            raise open_error(device, error) from error
        self._frames = WholeFrames(self._write_some)
        self.is_low_latency = _low_latency(self._port)
        self._thread = threading.Thread(target=self._read, name=f"board {device}", daemon=True)
        self._thread.start()

    def read(self) -> list[Chunk]:
        """See `Link.read`."""
        chunks = list(self._arrived())
        if not self._is_broken:
            self._frames.flush()
        if not chunks and self._is_broken:
            raise OSError(f"{self.device} is gone")
        return chunks

    def write(self, data: bytes) -> bool:
        """See `Link.write`."""
        return self._frames.write(data)

    def wait(self, seconds: float) -> None:
        """See `Link.wait`."""
        if self._next is None:
            try:
                self._next = self._queue.get(timeout=seconds)
            except queue.Empty:
                return
            self._is_broken = self._is_broken or self._next is None

    def close(self) -> None:
        """See `Link.close`."""
        if self._is_closing:
            return
        is_full = False
        with suppress(OSError):  # the port is gone already, and so is the thread
            is_full = self._port.out_waiting > 0
            self._is_closing = True
            self._port.cancel_read()
        self._is_closing = True
        self._may_close.set()
        if is_full:
            return  # the board does not read: the thread closes the port, without anyone waiting for it
        self._thread.join(CLOSE_S)
        if not self._thread.is_alive():
            self._port.close()

    def _arrived(self) -> Iterator[Chunk]:
        if self._next is not None:
            yield self._next
            self._next = None
        while not self._queue.empty():
            chunk = self._queue.get()
            if chunk is None:
                self._is_broken = True
                return
            yield chunk

    def _read(self) -> None:
        """Put arriving data into the queue, and None after the last of it."""
        port = self._port
        try:
            while not self._is_closing:
                if data := port.read(1):
                    data += port.read(port.in_waiting)
                    self._queue.put(Chunk(data, self._clock.both()))
        except OSError:
            pass  # unplugged: the None reports it
        finally:
            self._queue.put(None)
            if self._is_closing:
                self._may_close.wait()
                _let_go(port)

    def _write_some(self, data: bytes) -> int:
        """Write as many bytes as the terminal device has room for; pyserial's own `write` would wait for room."""
        try:
            return os.write(self._port.fileno(), data)
        except BlockingIOError:
            return 0


def _let_go(port: Any) -> None:
    """Close a port, discarding data that the board does not read: the kernel would wait for it, up to 30 s."""
    with suppress(*TERMINAL_ERRORS):
        end = time.monotonic() + SENT_S
        while port.out_waiting and time.monotonic() < end:
            time.sleep(SENT_S / 10)
        if port.out_waiting:
            port.reset_output_buffer()
    port.close()


def _low_latency(port: Any) -> bool:
    """Ask the driver not to collect bytes before it passes them on; return whether it can."""
    try:
        port.set_low_latency_mode(True)
    except (OSError, ValueError, NotImplementedError, AttributeError):
        return False  # USB CDC and ptys have no such mode, and collect nothing
    return True
