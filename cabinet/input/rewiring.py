"""Which line each button is on, put right by presses: the configuration's tables, changed by what answered.

`rewired` turns the answers of a header, of boards and of a window's keys into settings of the operator's page, each a
table of the configuration's input as JSON; `table_in` reads one. What the presses answer is `cabinet.input.assigning`.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeVar

import msgspec

from cabinet.config.schema import CoinSwitch, Input, PanelLines, SeatKeys, SeatPins
from cabinet.input.inputs import exchanged_place
from cabinet.store.ledger import COIN1, COIN2, KEYS, LINES, PINS
from hardware.source import Line

Place = tuple[int, str]
"""A seat, or a board's panel, and its button."""

L = TypeVar("L", int, str)

TABLES: Final[Mapping[str, type[SeatPins] | type[PanelLines] | type[SeatKeys] | type[CoinSwitch]]] = MappingProxyType(
    {PINS: SeatPins, LINES: PanelLines, KEYS: SeatKeys, COIN1: CoinSwitch, COIN2: CoinSwitch}
)
"""The settings that are tables."""
HEADER, WINDOW = "gpio", "keyboard"
"""The names of the sources of the header's pins and of a window's keys."""


class Wire(msgspec.Struct, frozen=True):
    """A line of a source: a pin of the header (BCM number), a line of a board, a key of a window."""

    source: str
    line: Line


class Rewired(msgspec.Struct, frozen=True):
    """The settings that follow from answers. `unkept` are the buttons whose answer no table can have: both boards have
    one table of lines, and a board has the panels of its own seats."""

    settings: Mapping[str, str]
    unkept: tuple[Place, ...] = ()


def rewired(config: Input, answers: Mapping[Place, Wire]) -> Rewired:
    """Return the settings that give these buttons the lines that answered. `config` is the one in force."""
    own = {exchanged_place(place) if config.exchanged else place: wire for place, wire in answers.items()}
    settings: dict[str, str] = {}
    if pins := {place: int(wire.line) for place, wire in own.items() if wire.source == HEADER}:
        settings[PINS] = table_text(with_answers(table_of(config.pins), pins), "seat")
    if keys := {place: str(wire.line) for place, wire in own.items() if wire.source == WINDOW}:
        settings[KEYS] = table_text(with_answers(table_of(config.keys), keys), "seat")
    lines: dict[Place, int] = {}
    unkept: list[Place] = []
    for name, board in (("board", config.board), ("board2", config.board2)):
        for place, wire in own.items():
            if wire.source != name:
                continue
            seat, button = place
            panel = (board.seats.index(seat), button) if seat in board.seats else None
            if panel is None or lines.get(panel, wire.line) != wire.line:
                unkept.append(exchanged_place(place) if config.exchanged else place)
            else:
                lines[panel] = int(wire.line)
    if lines:
        settings[LINES] = table_text(with_answers(table_of(config.lines), lines), "panel")
    return Rewired(settings, tuple(unkept))


def with_answers(before: Mapping[Place, L], given: Mapping[Place, L]) -> dict[Place, L]:
    """Return a table of lines with the answers in it; no line is there twice, if none is `before` nor in `given`.

    A button without an answer keeps its line. Where another button has that now, it has one that the answers have left
    without a button.
    """
    taken = set(given.values())
    free = [line for place, line in before.items() if place in given and line not in taken]
    after = dict(before)
    for place, line in before.items():
        if place in given:
            after[place] = given[place]
        elif line in taken:
            after[place] = free.pop(0)
    return after


def table_of(table: SeatPins | PanelLines | SeatKeys) -> dict[Place, Any]:
    """Return a table of the configuration by its places."""
    panels: Mapping[str, Mapping[str, Any]] = msgspec.to_builtins(table)
    return {(number, button): line for number, panel in enumerate(panels.values()) for button, line in panel.items()}


def table_text(places: Mapping[Place, L], kind: str) -> str:
    """Return a table as the text of a setting; `kind` is what its panels are called, ``seat`` or ``panel``."""
    panels: dict[str, dict[str, L]] = {}
    for (number, button), line in places.items():
        panels.setdefault(f"{kind}{number}", {})[button] = line
    return msgspec.json.encode(panels).decode()


def table_in(name: str, text: str) -> SeatPins | PanelLines | SeatKeys | CoinSwitch | None:
    """Return the table in the text of a setting of `TABLES`; None if it is none that this version can read."""
    try:
        return msgspec.json.decode(text, type=TABLES[name])
    except (msgspec.MsgspecError, RecursionError):
        return None


def silent_lines(config: Input, answers: Mapping[Place, Wire]) -> Iterator[Wire]:
    """Yield the lines of the tables that nothing has answered on, of the sources that have answered at all."""
    heard = set(answers.values())
    for source in dict.fromkeys(wire.source for wire in answers.values()):
        if source == HEADER:
            table = table_of(config.pins)
        elif source == WINDOW:
            table = table_of(config.keys)
        else:
            seats = {"board": config.board, "board2": config.board2}[source].seats
            table = {place: line for place, line in table_of(config.lines).items() if place[0] < len(seats)}
        yield from (Wire(source, line) for line in table.values() if Wire(source, line) not in heard)
