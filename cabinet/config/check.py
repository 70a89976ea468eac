"""The faults of a configuration: wrong keys and values, and valid ones that conflict, all at once.

`faults_of` compares a parsed TOML document with the struct that describes it, and names the given value and the values
that the key takes. Types and limits come from msgspec, so each limit is written only in the struct. The conflicts
between buttons, panels, boards and displays are found afterwards, in a `Config` whose values are each valid alone.
"""

import difflib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import inspect

from cabinet.config.faults import MOST_LISTED, Fault
from cabinet.config.schema import AUTO, LARGEST, MODE, SMALLEST, Board, CoinSwitch, Display, Input
from cabinet.config.toml import KeyPath, toml_value
from cabinet.strings.catalogue import word
from engine.errors import SHOWN, shortened
from hardware.evdev.controls import control_of
from hardware.evdev.kernel import EV_KEY
from hardware.keyboard import ESCAPE, KEYS
from hardware.pins import HEADER, RESERVED


def faults_of(raw: Mapping[str, Any], shape: type[msgspec.Struct]) -> list[Fault]:
    """Return every fault of the parsed TOML document `raw` against `shape`, in the document's order."""
    described = inspect.type_info(shape)
    assert isinstance(described, inspect.StructType)
    return table_faults(raw, described, ())


def table_faults(raw: Mapping[str, Any], shape: inspect.StructType, above: KeyPath) -> list[Fault]:
    """Return the faults of one table: unknown keys, and values that do not fit. A missing key is no fault."""
    fields = {field.encode_name: field for field in shape.fields}
    faults: list[Fault] = []
    for name, value in raw.items():
        key = (*above, name)
        if name not in fields:
            many = len(faults) >= MOST_LISTED  # not shown, so skip the slow search for the nearest name
            faults.append(Fault(key, "" if many else unknown(name, list(fields))))
        else:
            faults += value_faults(value, fields[name].type, key)
    return faults


def value_faults(value: Any, shape: inspect.Type, key: KeyPath) -> list[Fault]:
    """Return the faults of one value, which may itself be a table."""
    if isinstance(shape, inspect.StructType) and isinstance(value, Mapping):
        return table_faults(value, shape, key)
    if isinstance(shape, inspect.DictType) and isinstance(value, Mapping):
        entries = ((inner, shape.value_type, (*key, name)) for name, inner in value.items())
        return [fault for entry in entries for fault in value_faults(*entry)]
    if isinstance(shape, inspect.VarTupleType) and isinstance(shape.item_type, inspect.StructType):
        return list_faults(value, shape.item_type, key)
    if fits(value, shape):
        return []
    if isinstance(shape, inspect.StrType) and isinstance(value, str) and has_control(value):
        return [Fault(key, word("config.control", given=shortened(toml_value(value))))]
    return [wrong(key, value, taken(shape))]


def wrong(key: KeyPath, value: Any, takes: str) -> Fault:
    """Return the fault of a value that its key does not take."""
    return Fault(key, word("config.wrong", given=shortened(toml_value(value)), takes=takes))


def has_control(text: str) -> bool:
    """Return whether a text has a control character; names, paths, commands and keys have none."""
    return any(unicodedata.category(sign) == "Cc" for sign in text)


def list_faults(value: Any, shape: inspect.StructType, key: KeyPath) -> list[Fault]:
    """Return the faults of an array of tables (``[[presets]]``), missing required keys included."""
    if not isinstance(value, list) or not all(isinstance(item, Mapping) for item in value):
        return [wrong(key, value, word("takes.tables", name=key[-1]))]
    faults: list[Fault] = []
    for number, item in enumerate(value, start=1):
        place = (*key, str(number))
        faults += table_faults(item, shape, place)
        lacking = (field for field in shape.fields if field.required and field.encode_name not in item)
        faults += [
            Fault(place, word("config.lacks", name=field.encode_name, takes=taken(field.type))) for field in lacking
        ]
    return faults


def fits(value: Any, shape: inspect.Type) -> bool:
    """Return whether a TOML value other than a table has the type `shape`; an integer also fits a float."""
    match shape:
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool) and within(value, shape)
        case inspect.FloatType():
            return isinstance(value, int | float) and not isinstance(value, bool) and within(value, shape)
        case inspect.StrType():
            is_text = isinstance(value, str) and not has_control(value) and re.search(shape.pattern or "", value)
            return bool(is_text) and (shape.min_length or 0) <= len(value) <= (shape.max_length or len(value))
        case inspect.LiteralType():
            return value in shape.values
        case inspect.VarTupleType():
            return isinstance(value, list) and all(fits(item, shape.item_type) for item in value)
        case inspect.TupleType():
            right_length = isinstance(value, list) and len(value) == len(shape.item_types)
            return right_length and all(map(fits, value, shape.item_types))
        case inspect.UnionType():
            return any(fits(value, kind) for kind in shape.types)
    return False


def within(value: float, shape: inspect.IntType | inspect.FloatType) -> bool:
    """Return whether a number is within the limits of its type."""
    return (shape.ge is None or value >= shape.ge) and (shape.le is None or value <= shape.le)


def taken(shape: inspect.Type) -> str:
    """Return the values that `shape` takes, in words."""
    match shape:
        case inspect.BoolType():
            return word("takes.bool")
        case inspect.IntType():
            return word("takes.int_range", low=shape.ge, high=shape.le)
        case inspect.FloatType():
            return word("takes.float_range", low=f"{shape.ge or 0:g}", high=f"{shape.le:g}")
        case inspect.LiteralType():
            return word("takes.one_of", values=", ".join(map(toml_value, shape.values)))
        case inspect.TupleType():
            return "[" + ", ".join(map(taken, shape.item_types)) + "]"
        case inspect.VarTupleType():
            return word("takes.list", each=taken(shape.item_type))
        case inspect.UnionType():
            return word("takes.option")
        case inspect.StructType() | inspect.DictType():
            return word("takes.table")
        case inspect.StrType():
            return text_taken(shape)
    return word("takes.text")


def text_taken(shape: inspect.StrType) -> str:
    """Return the texts that `shape` takes, in words."""
    if shape.max_length is not None:
        key = "takes.letters" if shape.pattern is not None else "takes.text_of"
        return word(key, least=shape.min_length, most=shape.max_length)
    return word("takes.code" if shape.pattern is not None else "takes.text")


def unknown(name: str, known: Sequence[str]) -> str:
    """Return the message for an unknown key, with the nearest known key or else all of them."""
    near = nearest(name, known)
    if near:
        return word("config.unknown_near", nearest=near)
    return word("config.unknown", known=", ".join(known))


def nearest(name: str, known: Sequence[str]) -> str | None:
    """Return the known name most similar to `name`, ignoring case; None if none is close."""
    folded = {each.casefold(): each for each in known}
    found = difflib.get_close_matches(name[:SHOWN].casefold(), list(folded), n=1)
    return folded[found[0]] if found else None


# -- Conflicts between valid values ------------------------------------------------------------------


def doubled(wiring: Input) -> list[Fault]:
    """Return a fault for every pin, line and key given to two buttons, and for a second panel of a seat on one board.

    Keys that no keyboard has, or that the program reserves, are faults too.
    """
    faults = doubled_panels(wiring)
    faults += unknown_switches(wiring)
    for table, seats in (("pins", wiring.pins), ("lines", wiring.lines), ("keys", wiring.keys)):
        first: dict[Any, KeyPath] = {}
        for seat, panel in msgspec.to_builtins(seats).items():
            for button, line in panel.items():
                key = ("input", table, seat, button)
                if table == "keys" and line not in KEYS:
                    faults.append(Fault(key, key_problem(line)))
                    continue
                if line in first:
                    faults.append(twice(key, line, first[line]))
                first.setdefault(line, key)
        faults += doubled_of_no_seat(wiring, table, first)
    return faults


def doubled_of_no_seat(wiring: Input, table: str, first: dict[Any, KeyPath]) -> list[Fault]:
    """Return a fault for the operator's button and each coin switch that is on a line of another; `first` are those of
    the players' buttons in `table`."""
    kind = {"pins": "pin", "lines": "line", "keys": "key"}[table]
    given: dict[KeyPath, int | str] = {
        ("input", name, kind): getattr(switch, kind) for name, switch in coin_switches(wiring).items()
    }
    if kind != "line":
        service = wiring.service_pin if kind == "pin" else wiring.service_key
        given = {("input", f"service_{kind}"): service, **given}
    faults = []
    for key, line in given.items():
        if line in (-1, ""):
            continue
        if line in first and not (kind == "line" and is_spare(wiring, first[line])):
            faults.append(twice(key, line, first[line]))
        first.setdefault(line, key)
    return faults


def coin_switches(wiring: Input) -> Mapping[str, CoinSwitch]:
    """Return the switches of the coin slots by their keys."""
    return {"coin1": wiring.coin1, "coin2": wiring.coin2}


def is_spare(wiring: Input, key: KeyPath) -> bool:
    """Return whether a button is on a panel that the first board has not."""
    panel = int(key[2].removeprefix("panel")) if key[1] == "lines" else 0
    return key[1] == "lines" and (*wiring.board.seats, -1, -1)[panel] < 0


def unknown_switches(wiring: Input) -> list[Fault]:
    """Return a fault for each key and control of the operator's button and the coin switches that there is not."""
    keys: dict[KeyPath, str] = {("input", "service_key"): wiring.service_key}
    keys |= {("input", name, "key"): switch.key for name, switch in coin_switches(wiring).items()}
    faults = [Fault(key, key_problem(given)) for key, given in keys.items() if given and given not in KEYS]
    return faults + [
        Fault(("input", name, "control"), word("config.no_control", given=toml_value(shortened(switch.control))))
        for name, switch in coin_switches(wiring).items()
        if switch.control and ((control := control_of(switch.control)) is None or control.type != EV_KEY)
    ]


def twice(key: KeyPath, given: int | str, first: KeyPath) -> Fault:
    """Return the fault of a pin, line or key that the button at `first` has already."""
    return Fault(key, word("config.twice", given=given, first=".".join(first)), other=first)


def key_problem(given: str) -> str:
    """Return the problem of a key that no button can use."""
    if given.casefold() == ESCAPE:
        return word("config.key_kept", given=toml_value(given))
    near = nearest(given[:SHOWN], sorted(KEYS))
    near_text = word("config.near_key", nearest=toml_value(near)) if near else ""
    return word("config.no_key", given=toml_value(shortened(given)), near=near_text)


def doubled_panels(wiring: Input) -> list[Fault]:
    """Return a fault for every board with more than two panels or two for one seat, and for boards that look the same.

    A seat may have a panel on each of two boards.
    """
    faults = []
    for name, board in (("board", wiring.board), ("board2", wiring.board2)):
        seats = [seat for seat in board.seats if seat >= 0]
        if len(board.seats) > 2:
            faults.append(Fault(("input", name, "seats"), word("config.two_panels", given=list(board.seats))))
        elif len(set(seats)) < len(seats):
            faults.append(Fault(("input", name, "seats"), word("config.seat_twice", given=list(board.seats))))
    boards = [board for board in (wiring.board, wiring.board2) if board.seats]
    if len(boards) == 2 and wiring.source in ("auto", "board") and not are_distinguishable(*boards):
        faults.append(Fault(("input", "board2"), word("config.which_board")))
    return faults


def doubled_displays(display: Display) -> list[Fault]:
    """Return a fault for a display that two seats have."""
    named = display.seat_displays
    if len(set(named)) == len(named):
        return []
    return [Fault(("display", "seat_displays"), word("config.displays_twice", given=list(named)))]


def mode_faults(display: Display) -> list[Fault]:
    """Return a fault for a screen's mode that is no size, or one outside a window's limits."""
    size = MODE.fullmatch(display.mode)
    limits = zip(SMALLEST, map(int, size.groups()[:2]), LARGEST, strict=True) if size else ()
    if display.mode == AUTO or (size and all(least <= given <= most for least, given, most in limits)):
        return []
    return [Fault(("display", "mode"), word("config.no_mode", given=toml_value(shortened(display.mode))))]


def unusable_pins(wiring: Input) -> list[Fault]:
    """Return a fault for every button on a pin that the header lacks, or that is kept for something else.

    None for pins that `source` leaves unused. `hardware.pins.check_pins` stops at the first when the pins are opened.
    """
    given: dict[KeyPath, int] = {}
    if wiring.source != "keyboard":
        given = {("input", name, "pin"): switch.pin for name, switch in coin_switches(wiring).items()}
        given = {("input", "service_pin"): wiring.service_pin, **given}
    if wiring.source in ("auto", "gpio"):
        for seat, panel in msgspec.to_builtins(wiring.pins).items():
            given |= {("input", "pins", seat, button): pin for button, pin in panel.items()}
    return [Fault(key, pin_problem(pin)) for key, pin in given.items() if pin >= 0 and not is_usable(pin)]


def is_usable(pin: int) -> bool:
    """Return whether a button may be on a header pin (BCM number)."""
    return pin in HEADER and pin not in RESERVED


def pin_problem(pin: int) -> str:
    """Return the problem of a pin that no button can use."""
    if pin in RESERVED:
        return word("config.pin_kept", given=pin, purpose=RESERVED[pin])
    return word("config.pin_none", given=pin)


def are_distinguishable(one: Board, other: Board) -> bool:
    """Return whether each of two boards has a port or an id, and the two differ."""
    return all(board.port or board.id for board in (one, other)) and (one.port, one.id) != (other.port, other.id)
