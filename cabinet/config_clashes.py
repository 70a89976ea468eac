"""Buttons, panels and boards of a configuration that are in each other's way, though each alone would do.

`cabinet.config_check` has looked at every value by itself before.
"""

from typing import Any

import msgspec

from cabinet.config import Board, Input
from cabinet.config_check import Fault
from cabinet.words import word


def doubled(wiring: Input) -> list[Fault]:
    """A fault for every pin, line and key that is given to two buttons, and for a panel of a seat that has one."""
    faults = doubled_panels(wiring)
    for table, seats in (("pins", wiring.pins), ("lines", wiring.lines), ("keys", wiring.keys)):
        first: dict[Any, str] = {}
        for seat, panel in msgspec.to_builtins(seats).items():
            for button, line in panel.items():
                name = f"{seat}.{button}"
                if line in first:
                    problem = word("config.twice", given=line, first=f"input.{table}.{first[line]}")
                    faults.append(Fault(("input", table, seat, button), problem))
                first.setdefault(line, name)
        kind, given = ("pin", wiring.service_pin) if table == "pins" else ("key", wiring.service_key)
        if given in first:
            problem = word("config.twice", given=given, first=f"input.{table}.{first[given]}")
            faults.append(Fault(("input", f"service_{kind}"), problem))
    return faults


def doubled_panels(wiring: Input) -> list[Fault]:
    """A fault for every board that has more than two panels, or two for one seat; on two boards a seat may have two."""
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


def is_told_apart(one: Board, other: Board) -> bool:
    """Whether it is said of each of two boards which one it is: by its port or its id, and not the same."""
    return all(board.port or board.id for board in (one, other)) and (one.port, one.id) != (other.port, other.id)
