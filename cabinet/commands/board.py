"""`photofinish board`: show a button board's state, edges, lamps and clock, test its wiring, flash its firmware."""

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import sleep
from types import MappingProxyType
from typing import Final, NamedTuple

from cabinet.commands.config import chosen_config
from cabinet.config.schema import Config
from cabinet.input.inputs import PanelMap
from cabinet.input.sources import board_map
from cabinet.lamp_patterns import Cue, brightness_of, is_about_seats, row_of
from cabinet.strings.catalogue import word
from engine.units import MS
from hardware.board.flash import chip_behind, chip_of_image, copy_image, find_drive, image_for, into_boot_rom
from hardware.board.link import Opener, opener, usb_ports
from hardware.board.protocol import USB_PRODUCT, USB_VENDOR, Output, Reset, Transport
from hardware.board.selftest import await_return, lamp_test, watch, wire_test
from hardware.board.source import BoardSource
from hardware.clock import Clock, monotonic_ns
from hardware.errors import NoDrive
from hardware.pin_diagrams import place_of_lamp
from hardware.source import EdgesLost

RIGHT: Final = 0
WRONG: Final = 1
TURNS: Final = 200
FLASH_S: Final = 20
EDGES_LOOK_NS: Final = 200 * MS
"""How soon `edges` says that the board has gone."""
SHOW_NS: Final = 12_000 * MS
"""How long a pattern is shown."""


class BoardContext(NamedTuple):
    """A started board, the clock, the output, and how long to run (s); None is each way's own duration.

    `rest` sleeps for a number of seconds; `shown` is the pattern of light that was asked for.
    """

    source: BoardSource
    clock: Clock
    report: Callable[[str], object]
    seconds: float | None
    rest: Callable[[float], object] = sleep
    shown: "Shown | None" = None


class Shown(NamedTuple):
    """A pattern of light by its name, the buttons of the board's lines, and the house's settings for lamps."""

    pattern: str
    buttons: PanelMap
    brightness: int
    still: bool


def run(args: argparse.Namespace) -> int:
    """Run the chosen way; return 1 if a test finds a fault. Raises ConfigError and HardwareError, such as BoardGone."""
    if args.show is not None and args.what != "lamps":
        args.refuse(word("board.show.lamps", name=args.show))
    if args.json and args.what != "info":
        args.refuse(word("board.json.info"))
    report = _printed
    for port in () if args.json else usb_ports():
        report(word("board.port", device=port.device, id=port.board_id, path=port.path))
    if args.what == "flash" and args.drive is not None:
        return flash_drive(args.file, args.drive, report, tester=args.tester)
    config = chosen_config(args).config
    wanted = getattr(config.input, args.board)
    if args.what == "flash":
        return flash(opener(wanted.port, wanted.id), monotonic_ns, report, args.file, tester=args.tester)
    output = Output[wanted.lamps.upper()]
    source = BoardSource(opener(wanted.port, wanted.id), name=args.board, output=output)
    source.start()
    shown = None if args.show is None else pattern_of(args.show, config, wanted.seats)
    context = BoardContext(source, monotonic_ns, report, args.seconds, shown=shown)
    try:
        code = info_json(context) if args.json else WAYS[args.what](context)
        await_return(source, monotonic_ns)
        return code
    except KeyboardInterrupt:
        return RIGHT
    finally:
        source.close()


def info(context: BoardContext) -> int:
    """Print the board's identity and status."""
    for key, value in facts(context).items():
        context.report(f"{word(key)}: {value}")
    return RIGHT


def info_json(context: BoardContext) -> int:
    """Print the boards that are plugged in, and this one's identity and status, as JSON."""
    ports = [{"device": port.device, "id": port.board_id, "path": port.path} for port in usb_ports()]
    told = {key.removeprefix("board."): value for key, value in facts(context).items()}
    context.report(json.dumps({"ports": ports, "board": told}))
    return RIGHT


def facts(context: BoardContext) -> dict[str, str]:
    """Return the board's identity and status, by the keys of their words."""
    look(context, context.seconds or 0.5)
    session = context.source.session
    assert session is not None, "a started board has said hello"
    hello, status = session.hello, session.status
    reset = Reset(hello.reset).name.lower() if hello.reset in set(Reset) else str(hello.reset)
    transport = Transport(hello.transport).name if hello.transport in set(Transport) else str(hello.transport)
    closed = sum(1 << int(line) for line, down in context.source.levels().items() if down)
    rows = {
        "board.id": hello.board_id.hex(),
        "board.boot": f"{hello.boot_id:08x} ({reset})",
        "board.firmware": f"{hello.version} ({transport}), protocol {hello.protocol}",
        "board.closed": lines_of(closed),
        "board.outputs": f"{context.source.output.name.lower()} / "
        + ", ".join(output.name.lower() for output in Output if hello.has(output)),
        "board.latency": "on" if context.source.is_low_latency else "-",
        "board.lost": str(session.lost if status is None else status.lost),
        "board.bad": f"{context.source.decoder.bad} / {0 if status is None else status.bad_frames}",
        "board.untrue": f"{session.bad}, {context.source.breaks}",
        "board.ring": str(0 if status is None else status.ring_peak),
        "board.masked": "-" if status is None else f"{lines_of(status.masked)} / {status.storms}",
    }
    if hello.transport == Transport.USB:
        test = f"{USB_VENDOR:04x}:{USB_PRODUCT:04x}"
        number = next((port.number for port in usb_ports() if port.board_id == hello.board_id.hex()), test)
        rows["board.usb"] = word("board.usb.test", number=number) if number == test else number
    return rows


def lines_of(bits: int) -> str:
    """Return the numbers of the lines whose bit is set; "-" for none."""
    return ", ".join(str(line) for line in range(bits.bit_length()) if bits >> line & 1) or "-"


def edges(context: BoardContext) -> int:
    """Print every edge as it arrives, and once each time that the board goes or is back.

    The time since the last edge of a line is given only where no edge may be missing between the two.
    """
    begin, for_ns = context.clock(), span(context)
    last: dict[object, int] = {}
    is_connected = True
    while for_ns is None or context.clock() - begin < for_ns:
        for event in watch(context.source, context.clock, EDGES_LOOK_NS, context.rest):
            if isinstance(event, EdgesLost):
                context.report(word("input.lost", source=event.source, count=event.count or "?", why=event.why))
                last.clear()
                continue
            since = f"  +{event.tick - last[event.line]} µs" if event.line in last else ""
            last[event.line] = event.tick
            level = word("board.down" if event.pressed else "board.up")
            context.report(f"{event.tick / 1e6:14.6f} s  {event.line:>2}  {level}{since}")
        if context.source.is_connected != is_connected:
            is_connected = not is_connected
            gone = context.source.fault or word("lost.line", names=context.source.name)
            context.report(word("board.back", name=context.source.name) if is_connected else gone)
            last.clear()
    return RIGHT


def pattern_of(name: str, config: Config, seats: Sequence[int]) -> Shown:
    """Return a pattern as this house's lamps show it on a board whose panels belong to `seats`."""
    buttons = board_map(config.input, seats)
    return Shown(name, buttons, config.lamps.brightness, config.display.reduced_motion)


def show(context: BoardContext, shown: Shown) -> int:
    """Show a pattern, for each seat of the board in turn where it is about one, and print the seat's name."""
    seats = sorted({seat for seat, _ in shown.buttons.values()})
    about = [(seat,) for seat in seats] if is_about_seats(shown.pattern) else [()]
    for_ns = span(context)
    each_ns = (SHOW_NS if for_ns is None else for_ns) // max(1, len(about))
    for named in about:
        who = word(f"seat.{named[0]}") if named else word("board.show.all")
        context.report(word("board.show", name=shown.pattern, what=word(f"lamps.{shown.pattern}"), who=who))
        row = row_of(Cue(shown.pattern, named), shown.buttons, context.source.lamps.count, still=shown.still)
        context.source.lamps.show(row, brightness_of(shown.brightness))
        for _ in watch(context.source, context.clock, each_ns, context.rest):
            pass
        await_return(context.source, context.clock, context.rest)
    context.source.lamps.show([], 0)
    return RIGHT


def lamps(context: BoardContext) -> int:
    """Light every lamp in turn, and print its number and its pin, if it has one; or show a pattern."""
    if context.shown is not None:
        return show(context, context.shown)

    def name_lamp(lamp: int) -> None:
        where = place_of_lamp(lamp, context.source.output) or word("board.lamp.chain")
        context.report(word("board.lamp", number=lamp, where=where))

    lamp_test(context.source, context.clock, name_lamp, for_ns=span(context), rest=context.rest)
    return RIGHT


def clock(context: BoardContext) -> int:
    """Print the accuracy of the estimate of the board's clock, once a second."""
    for _ in range(max(1, round(context.seconds or 10))):
        look(context, 1)
        session = context.source.session
        if session is None or not context.source.is_connected:
            context.report(context.source.fault or word("lost.line", names=context.source.name))
            continue
        quality = session.clock.quality()
        context.report(
            word(
                "board.quality",
                offset=f"{quality.offset_ns / 1e9:.6f}",
                skew=f"{quality.skew * 1e6:+.1f}",
                error=f"{quality.error_ns / 1e3:.0f}",
                best=f"{quality.best_ns / 1e3:.0f}",
                samples=quality.samples,
            )
        )
    return RIGHT


def selftest(context: BoardContext) -> int:
    """Test the stamps with one wire from a lamp's pin to a line of each player: both must report every edge in the
    same tick."""
    context.report(word("board.wire"))
    turns = TURNS if context.seconds is None else None
    result = wire_test(context.source, context.clock, turns, for_ns=span(context), rest=context.rest)
    for number, turn in enumerate(result.turns):
        if turn.apart != 0:
            context.report(word("board.turn", number=number, one=turn.one, other=turn.other))
    key = "board.wire.right" if result.is_right else "board.wire.wrong"
    furthest, lost = result.furthest, result.lost
    context.report(word(key, edges=2 * len(result.turns), missing=result.missing, furthest=furthest, lost=lost))
    return RIGHT if result.is_right else WRONG


def flash(
    opener: Opener, clock: Clock, report: Callable[[str], object], file: Path | None, *, tester: bool = False
) -> int:
    """Send the running firmware to its boot ROM, wait for the drive, copy the image: a board's, or the tester's.

    It also works with a board of another protocol version. The chip is known once the drive is there. Raises
    HardwareError; NoImage and NotFirmware, before anything is sent, if the given file cannot be used.
    """
    file = named(file)
    transport = into_boot_rom(opener, clock)
    report(word("board.waiting"))
    drive = wait_for(find_drive, clock)
    if drive is None:
        raise NoDrive("/media")
    image = file or image_for(transport, chip_behind(drive), tester=tester)
    copy_image(image, drive)
    report(word("board.flashed", image=image.name, drive=drive))
    return RIGHT


def flash_drive(file: Path | None, drive: Path, report: Callable[[str], object], *, tester: bool = False) -> int:
    """Copy the image for the chip behind a drive that is mounted already. Raises HardwareError as `copy_image`."""
    image = named(file) or image_for(Transport.USB, chip_behind(drive), tester=tester)
    copy_image(image, drive)
    report(word("board.flashed", image=image.name, drive=drive))
    return RIGHT


def named(file: Path | None) -> Path | None:
    """Return the given file, or None without one. Raises NoImage if it does not exist, NotFirmware if it is none."""
    if file is not None:
        chip_of_image(file)
    return file


def wait_for(find: Callable[[], Path | None], clock: Clock) -> Path | None:
    """Call `find` until it returns a path, for at most `FLASH_S` seconds; return None after that."""
    begin = clock()
    while (found := find()) is None and clock() - begin < FLASH_S * 1e9:
        sleep(0.25)
    return found


def look(context: BoardContext, seconds: float) -> None:
    """Listen to the board for `seconds`."""
    for _ in watch(context.source, context.clock, round(seconds * 1e9), context.rest):
        pass


def span(context: BoardContext) -> int | None:
    """Return how long to run, in ns; None as in `BoardContext`."""
    return None if context.seconds is None else round(context.seconds * 1e9)


def _printed(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


WAYS: Final[Mapping[str, Callable[[BoardContext], int]]] = MappingProxyType(
    {"info": info, "edges": edges, "lamps": lamps, "clock": clock, "selftest": selftest}
)
"""The ways to look at a board, by name."""
