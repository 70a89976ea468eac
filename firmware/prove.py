"""Shows what only a real board can prove: `docs/button-board.md` has the ten minutes that go with it.

``python -m firmware.prove PORT`` asks a board who it is and times its answers. With ``--wire``, and GP18 joined to GP2
and GP3 by wires, its first lamp flashes and both lines must see every edge at the same microsecond.
Exits with 1 if something is not as it should be.
"""

import argparse
import time
from collections.abc import Iterator
from typing import Any

import serial

from hardware.board.protocol import (
    UART_BAUD,
    BootButton,
    Edges,
    Feature,
    Frame,
    FrameReader,
    Hello,
    HelloRequest,
    Message,
    Ping,
    Pong,
    ReadBootButton,
    Reset,
    SetLamps,
    Status,
    Transport,
    encoded,
    message_of,
    payload_of,
)
from hardware.lamps import Lamp

PATIENCE_S = 20
SHOWN_US = 100_000
"""By then a lamp shows what it was told, and an edge of it has come: five times what the board takes."""


class Line:
    """A board at a serial port, in the simplest way there is: ask, and read until the answer comes."""

    def __init__(self, port: str) -> None:
        self._port: Any = serial.serial_for_url(port, baudrate=UART_BAUD, timeout=0.02)
        self._sequence = 0
        self.reader = FrameReader()
        self.seen: list[Message] = []
        self.say(None)

    def say(self, message: Message | None) -> None:
        """Send a message; with None only the zero that ends what noise began."""
        if message is None:
            self._port.write(b"\0")
            return
        kind, payload = payload_of(message)
        self._port.write(encoded(Frame(kind, self._sequence, payload)))
        self._sequence = (self._sequence + 1) % 256

    def listen(self) -> Iterator[Message | None]:
        """Give messages as they come, None when nothing does; at most for `PATIENCE_S`."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            frames = self.reader.feed(self._port.read(max(1, self._port.in_waiting)))
            messages = [message for frame in frames if (message := message_of(frame.type, frame.payload))]
            self.seen += messages
            yield from messages
            if not messages:
                yield None

    def ask(self, message: Message, answer: type[Any]) -> Any:
        """Send a message and give the first answer of that type; SystemExit if none comes."""
        self.say(message)
        for came in self.listen():
            if isinstance(came, answer):
                return came
        raise SystemExit(
            f"No {answer.__name__} came in {PATIENCE_S} s. Is this the board's port, and nobody else at it?"
        )


def who(line: Line) -> Hello:
    """Print who the board says it is."""
    hello: Hello = line.ask(HelloRequest(), Hello)
    build, why = Transport(hello.transport).name, Reset(hello.reset).name
    print(f"board {hello.board_id.hex()}, firmware {hello.version} ({build}), protocol {hello.protocol}")
    print(f"boot {hello.boot_id:08x}, started by {why}, {hello.time / 1e6:.3f} s ago")
    print(f"contacts closed, line 15 to 0: {hello.levels:016b}")
    if hello.can(Feature.BOOT_BUTTON):
        print(f"BOOTSEL: {'down' if line.ask(ReadBootButton(1), BootButton).is_down else 'up'}")
    return hello


def round_trips(line: Line, count: int) -> bool:
    """Time the answers to pings, and the board's clock beside ours."""
    trips = []
    for nonce in range(count):
        asked = time.monotonic_ns()
        pong: Pong = line.ask(Ping(nonce), Pong)
        trips.append((time.monotonic_ns() - asked, asked, pong.received))
    (_, first, first_tick), (_, last, last_tick) = min(trips[: count // 2]), min(trips[count // 2 :])
    skew = ((last_tick - first_tick) * 1000 / (last - first) - 1) * 1e6
    print(f"{count} pings: {min(trips)[0] / 1e6:.3f} ms at best, the board's clock is {skew:+.0f} ppm to ours")
    return True


def wire(line: Line, flashes: int) -> bool:
    """Flash lamp 0, joined to lines 0 and 1, and compare what they saw."""
    line.seen.clear()
    for flash in range(2 * flashes):
        change(line, Lamp((255, 255, 255)) if flash % 2 == 0 else Lamp())
    line.ask(HelloRequest(), Hello)
    edges = [edge for message in line.seen if isinstance(message, Edges) for edge in message.edges]
    first, second = ([(edge.time, edge.closed) for edge in edges if edge.line == number] for number in (0, 1))
    lost = [message.lost for message in line.seen if isinstance(message, Hello)][-1]
    alike = sum(pair[0] == pair[1] for pair in zip(first, second, strict=False))
    print(f"{2 * flashes} changes: {len(first)} and {len(second)} edges, {lost} lost")
    print(f"{alike} pairs alike to the microsecond")
    return alike == len(first) == len(second) >= 2 * flashes - 1 and not lost


def change(line: Line, lamp: Lamp) -> None:
    """Let lamp 0 do something else, and wait for edges: in the board's time, so a slow computer does not matter."""
    before = len(line.seen)
    line.say(SetLamps(255, 0, (lamp,)))
    pong: Pong = line.ask(Ping(before), Pong)
    for _ in line.listen():
        since = line.seen[before:]
        if any(isinstance(m, Edges) or (isinstance(m, Status) and m.time > pong.received + SHOWN_US) for m in since):
            return


def main(arguments: list[str] | None = None) -> None:
    """Carry out the command line of the module's docstring."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("port", help="/dev/ttyACM0, COM3, or a URL of pyserial's")
    parser.add_argument("--wire", action="store_true", help="GP18 is joined to GP2 and GP3")
    parser.add_argument("--times", type=int, default=200, help="how many pings and flashes")
    chosen = parser.parse_args(arguments)
    line = Line(chosen.port)
    who(line)
    well = round_trips(line, chosen.times)
    if chosen.wire:
        well = wire(line, chosen.times) and well
    print(f"frames: {line.reader.bad} bad, {line.reader.missing} missing")
    print("As it should be." if well else "NOT as it should be.")
    raise SystemExit(0 if well else 1)


if __name__ == "__main__":
    main()
