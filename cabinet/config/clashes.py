"""Conflicts between buttons, panels, boards and displays of a configuration whose values are each valid alone.

`check` has checked every value by itself before.
"""

from typing import Any

import msgspec

from cabinet.config.check import nearest
from cabinet.config.faults import Fault, KeyPath, toml_value
from cabinet.config.schema import AUTO, LARGEST, MODE, SMALLEST, Board, Display, Input
from cabinet.strings.catalogue import word
from engine.errors import SHOWN, shortened
from hardware.keyboard import ESCAPE, KEYS
from hardware.wiring import HEADER, RESERVED


def doubled(wiring: Input) -> list[Fault]:
    """Return a fault for every pin, line and key given to two buttons, and for a second panel of a seat on one board.

    Keys that no keyboard has, or that the program reserves, are faults too.
    """
    faults = doubled_panels(wiring)
    if wiring.service_key and wiring.service_key not in KEYS:
        faults.append(Fault(("input", "service_key"), key_problem(wiring.service_key)))
    for table, seats in (("pins", wiring.pins), ("lines", wiring.lines), ("keys", wiring.keys)):
        first: dict[Any, str] = {}
        for seat, panel in msgspec.to_builtins(seats).items():
            for button, line in panel.items():
                if table == "keys" and line not in KEYS:
                    faults.append(Fault(("input", table, seat, button), key_problem(line)))
                    continue
                name = f"{seat}.{button}"
                if line in first:
                    problem = word("config.twice", given=line, first=f"input.{table}.{first[line]}")
                    other = ("input", table, *first[line].split("."))
                    faults.append(Fault(("input", table, seat, button), problem, other=other))
                first.setdefault(line, name)
        kind, given = ("pin", wiring.service_pin) if table == "pins" else ("key", wiring.service_key)
        if given in first and given != "":
            problem = word("config.twice", given=given, first=f"input.{table}.{first[given]}")
            faults.append(
                Fault(("input", f"service_{kind}"), problem, other=("input", table, *first[given].split(".")))
            )
    return faults


def key_problem(given: str) -> str:
    """Return the problem of a key that no button can use."""
    if given.casefold() == ESCAPE:
        return word("config.key_kept", given=toml_value(given))
    near = nearest(given[:SHOWN], sorted(KEYS))
    told = word("config.near_key", nearest=toml_value(near)) if near else ""
    return word("config.no_key", given=toml_value(shortened(given)), near=told)


def doubled_panels(wiring: Input) -> list[Fault]:
    """Return a fault for every board with more than two panels or two for one seat, and for boards not told apart.

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
    if len(boards) == 2 and wiring.source in ("auto", "board") and not is_told_apart(*boards):
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

    None for pins that `source` leaves unused. `hardware.wiring.check_pins` stops at the first when the pins are opened.
    """
    given: dict[KeyPath, int] = {("input", "service_pin"): wiring.service_pin} if wiring.source != "keyboard" else {}
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


def is_told_apart(one: Board, other: Board) -> bool:
    """Return whether each of two boards has a port or an id, and the two differ."""
    return all(board.port or board.id for board in (one, other)) and (one.port, one.id) != (other.port, other.id)
