"""Two panels on a button board for a machine: the board's real program in its emulator, on the machine's USB.

The guest's own drivers enumerate the board (`usb-cable.mjs`), and the cabinet in it finds the port by itself.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Final

import pygame

from engine.games import GAMES
from engine.panel import ACTION, BUTTONS, CARDS
from hardware.pins import BOARD_LINES
from tests.firmware.emulated import Emulated, installed_emulator
from tests.vm.pictures import difference, operator, seen, title
from tools.vm.machine import Machine
from tools.vm.party import wait_until

LONG_S: Final = 120.0
"""A busy host shows within it what a press leads to."""
APART_S: Final = 0.5
"""Nobody presses a button again at once; so quickly it would be its bouncing."""
LIKE: Final = 0.005
"""So much may be otherwise than rendered here: a third of a button in the test."""
TABS: Final = (0.0, 0.15)
"""The tabs of the operator's page: what is below them depends on the machine."""
TESTED: Final = (0.0, 0.7)
"""The tabs and all the buttons, above the line on the last press."""
TILES: Final = (0.62, 0.88)
"""The title's games; what is above them breathes."""
OTHERS: Final = (2, 1)
"""Places of games that are not the first on offer, pressed in turn: a second press of one shows its records."""
SOON_US: Final = 20_000.0
"""So far ahead contacts are planned: the board's time goes on while the plan is made."""


class Panels:
    """The buttons of an emulated board that follows the wall clock; see `plugged`."""

    def __init__(self, board: Emulated) -> None:
        self._board = board

    def plug_into(self, machine: Machine) -> None:
        """Plug the board into a machine that runs and has no USB yet."""
        address = {"type": "inet", "data": {"host": "127.0.0.1", "port": str(self._board.port)}}
        backend = {"type": "socket", "data": {"addr": address, "server": False}}
        machine.qmp.do("chardev-add", id="board", backend=backend)
        machine.qmp.do("device_add", driver="qemu-xhci", id="usb")
        machine.qmp.do("device_add", driver="usb-redir", id="cable", chardev="board", bus="usb.0")

    def pull_out(self, machine: Machine) -> None:
        """Pull the board out of the machine that it was plugged into."""
        machine.qmp.do("device_del", id="cable")

    @property
    def devices(self) -> Sequence[str]:
        """Words for QEMU's command line that plug the board into a machine."""
        line = f"socket,id=board,host=127.0.0.1,port={self._board.port}"
        return ("-chardev", line, "-device", "qemu-xhci", "-device", "usb-redir,chardev=board")

    def tap(self, *buttons: tuple[int, str], hold_s: float = 0.1) -> None:
        """Press buttons, each given with its panel, together, and release them after a while."""
        lines, begin = lines_of(buttons), self._soon()
        self._board.plan([(begin, lines, True), (begin + hold_s * 1_000_000, lines, False)])

    @contextmanager
    def held(self, *buttons: tuple[int, str]) -> Iterator[None]:
        """Press buttons, each given with its panel, together, and release them at the end of the block."""
        self._board.plan([(self._soon(), lines_of(buttons), True)])
        try:
            yield
        finally:
            self._board.plan([(self._soon(), lines_of(buttons), False)])

    def _soon(self) -> float:
        """The board's time a moment ahead, µs."""
        return float(self._board.tell("run", 0)["now"]) + SOON_US


def lines_of(buttons: Sequence[tuple[int, str]]) -> list[int]:
    """The board's lines of buttons, each given with its panel."""
    return [BOARD_LINES[panel][button] for panel, button in buttons]


@dataclass(frozen=True)
class Sight:
    """What a machine is to show from a share `top` of the screen's height down to `bottom`; `name` is its picture's."""

    name: str
    wanted: pygame.Surface
    top: float
    bottom: float

    def is_on(self, machine: Machine) -> bool:
        """Whether the machine shows it now."""
        picture = seen(machine.screenshot(self.name))
        if picture.get_size() != self.wanted.get_size():
            return False
        return difference(self._part(picture), self._part(self.wanted)) <= LIKE

    def comes(self, machine: Machine, seconds: float = LONG_S) -> None:
        """Wait until the machine shows it. Raises AssertionError when it does not in time."""
        kept = machine.folder / f"{self.name}.png"
        wait_until(lambda: self.is_on(machine), lambda: f"{self.name} does not come: {kept}", seconds)

    def _part(self, picture: pygame.Surface) -> pygame.Surface:
        width, height = picture.get_size()
        return picture.subsurface((0, round(self.top * height), width, round((self.bottom - self.top) * height)))


@contextmanager
def plugged(repository: Path) -> Iterator[Panels]:
    """Give panels on a board that has the program which builders copy to theirs."""
    program = repository / "hardware" / "board" / "uf2" / "photofinish-board-rp2040-usb.uf2"
    emulator = installed_emulator(repository / "firmware")
    with Emulated(emulator, program, "usb", "--paced", "--cable") as board:
        yield Panels(board)


def try_the_buttons(machine: Machine, panels: Panels) -> None:
    """Open the operator's page, press all sixteen buttons of its test, and come back to the title.

    Each step waits for what it is to show, however long a busy host takes to show it.
    """
    size = machine.build.size
    sights = {
        place: Sight(f"1-title-{place}", title(size, game=GAMES[place].info.id, has_keys=False), *TILES)
        for place in OTHERS
    }
    places = cycle(OTHERS)
    place = OTHERS[0]

    def choose() -> bool:
        """A press may be too early for a board whose HELLO is awaited, or only wake the demo; or it shows late, behind
        the next one."""
        nonlocal place
        place = next(places)
        panels.tap((0, CARDS[place]))
        machine.go_on(2)
        return sights[place].is_on(machine)

    wait_until(choose, lambda: f"no other game is chosen: {machine.folder / '1-title-*.png'}", seconds=LONG_S)
    with panels.held((0, ACTION), (1, ACTION)):
        Sight("2-operator", operator(size, 0), *TABS).comes(machine)
    machine.go_on(APART_S)
    panels.tap((0, CARDS[1]))
    Sight("3-buttons", operator(size, 1), *TESTED).comes(machine)
    for count, button in enumerate(BUTTONS, 1):
        for panel in (0, 1):
            panels.tap((panel, button))
            machine.go_on(APART_S)
        # the test ends when nobody presses for 20 s
        Sight("4-pressed", operator(size, 1, BUTTONS[:count]), *TESTED).comes(machine, seconds=15)
    with panels.held((0, CARDS[4])):
        Sight("5-state", operator(size, 0), *TABS).comes(machine)
    machine.go_on(APART_S)
    panels.tap((0, CARDS[4]))
    Sight("6-title", sights[place].wanted, *TILES).comes(machine)  # the chosen game is on offer still
