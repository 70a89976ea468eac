"""Two panels on a button board for a machine: the board's real program in its emulator, on the machine's USB.

The guest's own drivers enumerate the board (`usb-cable.mjs`), and the cabinet in it finds the port by itself.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pygame

from cabinet.display.theme import SEATS
from engine.panel import ACTION, BUTTONS, CARDS
from hardware.wiring import BOARD_LINES
from tests.firmware.emulated import Emulated, installed_emulator
from tools.vm.machine import Machine
from tools.vm.party import wait_until
from tools.vm.pixels import difference, seen

SERVICE_S: Final = 7.0
"""The page asks for 5 at the operator's page and for 2 at the test's end; an emulated machine looks late."""
OTHER_PAGE: Final = 0.4
"""So much of the screen is otherwise on another page."""
COLOURS: Final = [seat.colour for seat in SEATS[:2]]
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
        lines = [BOARD_LINES[panel][button] for panel, button in buttons]
        begin = float(self._board.tell("run", 0)["now"]) + SOON_US
        end = begin + hold_s * 1_000_000
        self._board.plan([(begin, lines, True), (end, lines, False)])


@contextmanager
def plugged(repository: Path) -> Iterator[Panels]:
    """Give panels on a board that has the program which builders copy to theirs."""
    program = repository / "hardware" / "board" / "uf2" / "photofinish-board-usb.uf2"
    emulator = installed_emulator(repository / "firmware")
    with Emulated(emulator, program, "usb", "--paced", "--cable") as board:
        yield Panels(board)


def try_the_buttons(machine: Machine, panels: Panels) -> None:
    """Open the operator's page, press all sixteen buttons of its test, and come back to the title."""
    panels.tap((0, CARDS[1]))  # the demo may run meanwhile, and a card leads to the title
    machine.go_on(5)
    title = seen(machine.screenshot("1-title"))
    panels.tap((0, ACTION), (1, ACTION), hold_s=SERVICE_S)
    comes(machine, "2-operator", title)
    panels.tap((0, CARDS[1]))
    machine.go_on(5)
    unlit = lit(machine, "3-buttons")
    press_both(machine, panels, BUTTONS[:1])
    first = lit(machine, "4-first")
    press_both(machine, panels, BUTTONS[1:])
    for none, one, every in zip(unlit, first, lit(machine, "4-pressed"), strict=True):
        assert one > none, "the first button does not light up"
        # the arrows and the star take a little more of a button than a digit
        assert round((every - none) / (one - none)) == len(BUTTONS), "not all buttons light up"
    panels.tap((0, CARDS[4]), hold_s=SERVICE_S)
    machine.go_on(SERVICE_S + 5)
    machine.screenshot("5-state")
    panels.tap((0, CARDS[4]))
    machine.go_on(5)
    assert difference(seen(machine.screenshot("6-title")), title) < OTHER_PAGE


def press_both(machine: Machine, panels: Panels, buttons: Sequence[str]) -> None:
    """Press buttons one after the other, each on both panels, and let the screen show it."""
    for button in buttons:
        for panel in (0, 1):
            panels.tap((panel, button))
            machine.go_on(0.5)
    machine.go_on(5)


def lit(machine: Machine, name: str) -> list[float]:
    """The share of the screen that is lit for each panel; the picture is kept under the name."""
    picture = seen(machine.screenshot(name))
    return [coloured(picture, colour) for colour in COLOURS]


def comes(machine: Machine, name: str, before: pygame.Surface) -> None:
    """Wait for another page than before."""
    wait_until(
        lambda: difference(seen(machine.screenshot(name)), before) > OTHER_PAGE,
        lambda: f"{name} does not come",
        seconds=60,
    )


def coloured(picture: pygame.Surface, colour: Sequence[int]) -> float:
    """The share of the picture that has about this colour."""
    width, height = picture.get_size()
    return float(pygame.mask.from_threshold(picture, tuple(colour), (12, 12, 12, 255)).count() / (width * height))
