"""The configured wiring as tables, and as a picture of all connectors with their pins and connections. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final
from xml.sax.saxutils import escape

import msgspec

from cabinet.config.schema import Board, Input
from cabinet.input.inputs import PanelMap
from cabinet.input.sources import board_map, header_map, seatless_pins
from cabinet.strings.catalogue import word
from hardware.board.protocol import Output
from hardware.evdev.controls import name_of
from hardware.evdev.layouts import Placement
from hardware.pin_diagrams import (
    Connector,
    Pin,
    header,
    pico,
    pin_of_line,
    register_connections,
    registers,
    reserved_on_pico,
)
from hardware.pins import RESERVED

ROW: Final = 24
WIDE: Final = 760
COLOURS: Final = ("#c87800", "#2456d6", "#1f8a3b", "#b09000")
KEPT: Final = "#777777"
FREE: Final = "#bbbbbb"


class Wiring(msgspec.Struct, frozen=True):
    """A connector and its connections: GPIO number -> (seat, button), and GPIO number -> another reserved use.

    `tied`: the connections of pins without a GPIO number, by their name.
    """

    connector: Connector
    buttons: Mapping[int, tuple[int, str]]
    kept: Mapping[int, str]
    tied: Mapping[str, str] = MappingProxyType({})


def on_header(wanted: Input) -> Wiring:
    """Return the wiring of a Pi's own header: buttons of players, the operator's, and coin switches."""
    lines = {**header_map(wanted), **seatless_pins(wanted)}
    return Wiring(header(), {int(pin): place for pin, place in lines.items()}, RESERVED)


def on_board(wanted: Input, board: Board) -> list[Wiring]:
    """Return the wiring of a button board: the Pico, and the lamps' shift registers if there are any."""
    lines = board_map(wanted, board.seats, "board2" if board is wanted.board2 else "board")
    output = Output[board.lamps.upper()]
    on_pico = Wiring(pico(), {pin_of_line(int(line)): place for line, place in lines.items()}, reserved_on_pico(output))
    return [on_pico, *on_registers(lines)] if output is Output.REGISTERS else [on_pico]


def on_registers(lines: PanelMap) -> Iterator[Wiring]:
    """Yield the wiring of the lamps on both shift registers: lamp n is in the button of line n."""
    buttons = {int(line): place for line, place in lines.items()}
    for connector, tied in zip(registers(), register_connections(), strict=True):
        lamps = [pin.gpio for pin in (*connector.left, *connector.right) if pin.gpio is not None]
        kept = {lamp: f"lamp {lamp}" for lamp in lamps}
        yield Wiring(connector, {lamp: buttons[lamp] for lamp in lamps if lamp in buttons}, kept, tied)


def tables(wirings: Sequence[Wiring]) -> str:
    """Return all tables; from the second on each has its connector's name above it."""
    first, *others = wirings
    return table(first) + "".join(f"\n{other.connector.name}:\n\n{table(other)}" for other in others)


def table(wiring: Wiring) -> str:
    """Return a Markdown table with a row for each pin in use, in the order of the pin numbers on the connector."""
    rows = [f"| {word('wiring.pin')} | {word('wiring.gpio')} | {word('wiring.what')} |", "|---|---|---|"]
    pins = sorted((*wiring.connector.left, *wiring.connector.right))
    rows += [f"| {pin.number} | {pin.name} | {what} |" for pin in pins if (what := use(wiring, pin))]
    return "\n".join(rows) + "\n"


def use(wiring: Wiring, pin: Pin) -> str:
    """Return the connection of a pin, in words; empty for none."""
    if pin.gpio is None:
        return wiring.tied.get(pin.name, "")
    kept = wiring.kept.get(pin.gpio, "")
    if pin.gpio not in wiring.buttons:
        return kept
    named = place_words(*wiring.buttons[pin.gpio])
    return f"{kept}, {named}" if kept else named


def as_value(wiring: Wiring) -> dict[str, object]:
    """Return the table of a wiring as values: each pin in use, with the seat and the button that it serves, if any."""
    pins = sorted((*wiring.connector.left, *wiring.connector.right))
    return {
        "connector": wiring.connector.name,
        "pins": [
            {"pin": pin.number, "name": pin.name, "use": what, **placed_at(wiring, pin.gpio)}
            for pin in pins
            if (what := use(wiring, pin))
        ],
    }


def placed_at(wiring: Wiring, gpio: int | None) -> dict[str, object]:
    """Return what a GPIO serves as values; nothing for none."""
    return place_value(wiring.buttons[gpio]) if gpio is not None and gpio in wiring.buttons else {}


def place_value(place: tuple[int, str]) -> dict[str, object]:
    """Return a seat, None for the operator's, and a button as values."""
    seat, button = place
    return {"seat": seat if seat >= 0 else None, "button": button}


def placed_value(placement: Placement, buttons: PanelMap) -> dict[str, object]:
    """Return a device that is plugged in as values: who it is, how it is placed, and what its controls serve."""
    identity = placement.identity
    lines = placement.lines.items()
    controls = [{"control": name_of(control), **place_value(buttons[line])} for control, line in lines]
    usb = f"{identity.vendor:04x}:{identity.product:04x}"
    return {"name": identity.name, "usb": usb, "port": identity.port, "kind": placement.kind, "controls": controls}


def placed_tables(placements: Sequence[Placement], buttons: PanelMap) -> str:
    """Return a Markdown table for each device that is plugged in: its controls by their names, and what they serve."""
    return "\n".join(placed_table(placement, buttons) for placement in placements)


def placed_table(placement: Placement, buttons: PanelMap) -> str:
    """Return a device's name, port and layout in words, and a row for each control that serves a button."""
    identity = placement.identity
    usb = f"{identity.vendor:04x}:{identity.product:04x}"
    kind = "waits" if placement.kind == "spare" and placement.panel is not None else placement.kind
    head = word(f"wiring.device.{kind}", name=identity.name, usb=usb, port=identity.port or "-")
    places = sorted((buttons[line], name_of(control)) for control, line in placement.lines.items())
    rows = [f"| {name} | {place_words(*place)} |" for place, name in places]
    columns = [f"| {word('wiring.control')} | {word('wiring.what')} |", "|---|---|"] if rows else []
    return "\n".join([head, "", *columns, *rows]).rstrip() + "\n"


def place_words(seat: int, button: str) -> str:
    """Return a button of a seat in words; the operator's has no seat."""
    return button if seat < 0 else f"{word(f'seat.{seat}')} {button}"


def picture(wirings: Sequence[Wiring]) -> str:
    """Return all connectors as one SVG: every pin with its number, its name and its connection."""
    high = sum(_height(wiring) for wiring in wirings)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high}" font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDE}" height="{high}" fill="#ffffff"/>',
    ]
    top = 0
    for wiring in wirings:
        parts += _connector(wiring, top)
        top += _height(wiring)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _height(wiring: Wiring) -> int:
    return (len(wiring.connector.left) + 3) * ROW


def _connector(wiring: Wiring, top: int) -> Iterator[str]:
    rows = len(wiring.connector.left)
    yield _text(WIDE // 2, top + ROW, wiring.connector.name, "middle", "#111111", bold=True)
    yield (
        f'<rect x="{WIDE // 2 - 90}" y="{top + ROW * 1.6:.0f}" width="180" height="{(rows + 0.8) * ROW:.0f}" rx="8" '
        'fill="#1d5c38"/>'
    )
    for column, pins in enumerate((wiring.connector.left, wiring.connector.right)):
        for row, pin in enumerate(pins):
            yield from _pin(wiring, pin, column, top + (row + 2.5) * ROW)


def _pin(wiring: Wiring, pin: Pin, column: int, y: float) -> Iterator[str]:
    side = 1 if column else -1
    x, anchor = WIDE // 2 + side * 76, "start" if column else "end"
    colour = _colour(wiring, pin)
    yield f'<circle cx="{x}" cy="{y:.0f}" r="8" fill="{colour}" stroke="#ffffff"/>'
    yield _text(x - side * 14, y + 4, str(pin.number), "end" if column else "start", "#ffffff")
    yield _text(x + side * 22, y + 4, pin.name, anchor, "#111111")
    if what := use(wiring, pin):
        end = x + side * 100
        yield f'<line x1="{x + side * 82}" y1="{y:.0f}" x2="{end}" y2="{y:.0f}" stroke="{colour}" stroke-width="3"/>'
        yield _text(end + side * 8, y + 4, what, anchor, colour, bold=pin.gpio in wiring.buttons)


def _colour(wiring: Wiring, pin: Pin) -> str:
    if pin.name == "GND":
        return "#000000"
    if pin.name in wiring.tied and pin.name != "VCC":
        return KEPT
    if pin.gpio is None:
        return "#a02020"
    if pin.gpio in wiring.buttons:
        return COLOURS[wiring.buttons[pin.gpio][0] % len(COLOURS)]
    return KEPT if pin.gpio in wiring.kept else FREE


def _text(x: float, y: float, text: str, anchor: str, colour: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="{colour}"{weight}>{escape(text)}</text>'
