"""What guests reach at the operator's page with sixteen buttons and no code: nothing that is locked."""

from collections import Counter
from enum import Enum
from pathlib import Path
from random import Random

import pytest

from cabinet.display.toolkit import Toolkit
from cabinet.scenes.bases import Leave
from cabinet.scenes.operator import OperatorPage, Task
from cabinet.scenes.stack import Over
from cabinet.service.operator_code import CodeTask
from cabinet.store.ledger import BRIGHTNESS, CODE
from engine.panel import BUTTONS, Press
from engine.units import S
from tests.cabinet.pictures.operator_samples import SampleStore, SampleView
from tests.cabinet.scenes.stories import Dialog
from tests.cabinet.service.test_machine_items import AskedHelper
from tests.cabinet.service.test_operator_lines import Desk

HOUR: int = 3600 * S
SECRET = ("CARD1", "CARD5", "LEFT", "RIGHT", "ACTION", "CARD2")
EVENLY = (1.0,) * 8
LOOKING = (0.2, 0.05, 0.2, 3.0, 0.1, 4.0, 4.0, 6.0)
"""How often guests press CARD1 to CARD5, LEFT, RIGHT and ACTION who look for something."""
FOR_GUESTS = {"volume", "language", "large", BRIGHTNESS}
"""What guests may set."""


class Guests:
    """Two people who press anything, in virtual time, on a cabinet that has been played on."""

    def __init__(self, toolkit: Toolkit, folder: Path, seed: int, *, has_code: bool) -> None:
        (folder / "socket").touch()
        self.helper = AskedHelper(folder / "socket")
        self.desk = Desk(store=SampleStore(), is_locked=True, helper=self.helper, view=SampleView())
        if has_code:
            self.desk.code.set(SECRET)
        self.desk.store.count({"matches": 1, "press.0.CARD1": 7})
        self.before = dict(self.desk.store.settings())
        self.led = Counter[Enum]()
        self._toolkit = toolkit
        self._random = Random(seed)
        self._down = set[tuple[int, str]]()
        self._dialog = Dialog(self._visits())

    async def _visits(self) -> None:
        """Open the page again as soon as it is left; pages of the flow, which need the whole program, do not come."""
        while True:
            service = self.desk.visit()
            page = OperatorPage(self._toolkit, service)
            while not isinstance(asked := await page, Leave):
                self.led[asked] += 1
                task = service.task(asked)
                if task is not None:
                    await Over(task(self._toolkit))

    def press(self, presses: int, ns: int) -> None:
        """Press so often in that time: any button as often as another, or, by turns, those more often that look for
        something. Now and then all are let go and one is held, as the test of the buttons asks for."""
        step, now = ns // presses, 0
        for number in range(presses):
            now += step
            weights = LOOKING if number // 500 % 2 else EVENLY
            place = self._random.randrange(2), self._random.choices(BUTTONS, weights)[0]
            if number % 250 == 0:
                for held in sorted(self._down):
                    self._edge(held, now)
                self._edge((place[0], BUTTONS[4]), now)
                now += 3 * S
                self._dialog.advance(now, now)
            self._edge(place, now)

    def _edge(self, place: tuple[int, str], now: int) -> None:
        deadline = self._dialog.top.next_deadline()
        if deadline is not None and deadline <= now:
            self._dialog.advance(now, now)
        self._down ^= {place}
        self._dialog.handle(Press(*place, place in self._down, now, "gpio"))

    @property
    def changed(self) -> set[str]:
        """The settings that are not as they were."""
        after = self.desk.store.settings()
        return {name for name in {*self.before, *after} if self.before.get(name) != after.get(name)}


def check(guests: Guests, *, has_code: bool) -> None:
    """Nothing was opened, and only what is for guests was set."""
    assert not guests.desk.code.is_open and not guests.desk.code.is_proved
    assert not {"code.button", "code.board", "code.stick"} & guests.desk.store.audits().keys()
    assert guests.desk.store.audits()["matches"] == 1, "no count was taken back"
    assert {verb for verb, _ in guests.helper.asked} <= {"restart", "brightness", "stick"}
    assert not guests.changed & {CODE, "machine.zone", "machine.wifi"}
    if has_code:
        assert guests.changed <= FOR_GUESTS
        assert set(guests.led) <= {*CodeTask, Task.SCREEN_TEST} - {CodeTask.CHANGE}


@pytest.mark.parametrize("has_code", [True, False])
def test_guests_open_nothing_with_thousands_of_presses(has_code: bool, toolkit: Toolkit, tmp_path: Path) -> None:
    guests = Guests(toolkit, tmp_path, 1, has_code=has_code)
    guests.press(8_000, HOUR // 125)
    check(guests, has_code=has_code)
    assert guests.led[CodeTask.UNLOCK] > 0


@pytest.mark.long
@pytest.mark.once
@pytest.mark.timeout(1800)  # a minute of processor, of which a busy machine gives a twentieth
def test_guests_open_nothing_with_a_million_presses_in_an_hour(toolkit: Toolkit, tmp_path: Path) -> None:
    guests = Guests(toolkit, tmp_path, 2, has_code=True)
    guests.press(1_000_000, HOUR)
    check(guests, has_code=True)
    assert guests.led[CodeTask.UNLOCK] > 20 and guests.changed
