"""The operator's lines about the machine itself: what root's helper does (`cabinet.machine`), line by line.

What is chosen is kept as a setting, and asked of the machine again at each start: a sealed card forgets it.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Final

import msgspec

from cabinet.machine.client import Helper
from cabinet.machine.stick import NotDone
from cabinet.scenes.operator import Item
from cabinet.scenes.operator_pages import Row
from cabinet.store.ledger import BRIGHTNESS
from cabinet.store.store import Store
from cabinet.strings.catalogue import word

STEPS: Final = tuple(range(10, 101, 10))
"""The brightnesses that can be chosen, in %."""

Errand = Callable[[], None]


class Errands:
    """Does one thing after the other in a thread of its own; the loop must not wait for the helper."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[Errand] | None = None

    def __call__(self, errand: Errand) -> None:
        """Have something done after all that was given before."""
        if self._waiting is None:
            self._waiting = SimpleQueue()
            Thread(target=self._run, args=(self._waiting,), name="errands", daemon=True).start()
        self._waiting.put(errand)

    def _run(self, waiting: "SimpleQueue[Errand]") -> None:
        while True:
            waiting.get()()


class SystemView(msgspec.Struct, frozen=True):
    """The machine's files that show what is set; tests have others."""

    backlights: Path = Path("/sys/class/backlight")

    def brightness(self) -> int | None:
        """Return the brightness of the first screen that has one, in %; None without such a screen."""
        for file in sorted(self.backlights.glob("*/brightness")):
            with suppress(OSError, ValueError, ZeroDivisionError):
                most = int(file.with_name("max_brightness").read_text(encoding="ascii"))
                return int(file.read_text(encoding="ascii")) * 100 // most
        return None


class MachineItems:
    """Makes the lines; what the machine refused is `not_done` until the next try."""

    def __init__(
        self,
        store: Store,
        helper: Helper,
        view: SystemView | None = None,
        later: Callable[[Errand], None] | None = None,
    ) -> None:
        """`later` does what waits for the helper; a thread of its own unless a test does it at once."""
        self._store = store
        self._helper = helper
        self._view = view or SystemView()
        self._later = later or Errands()
        self.not_done = ""

    def apply(self) -> None:
        """Ask the machine for what was chosen in an earlier start."""
        percent = self._store.settings().get(BRIGHTNESS)
        if self._helper.is_there and percent in STEPS and self._view.brightness() is not None:
            self._ask("brightness", percent=percent)

    def items(self) -> Sequence[Item]:
        """Return the lines of an installed cabinet; a desk has none."""
        if not self._helper.is_there:
            return ()
        items = []
        if self._view.brightness() is not None:
            items.append(Item(self._brightness_row, turn=self._turn_brightness, topic="screen"))
        return [*items, Item(lambda: Row(word("operator.restart_machine")), self._restart, dangerous=True)]

    def _ask(self, verb: str, **arguments: bool | int | str) -> None:
        """Have the helper do something; `not_done` says why it could not."""

        def errand() -> None:
            try:
                self._helper.ask(verb, **arguments)
            except NotDone as problem:
                self.not_done = sentence_of(problem)

        self.not_done = ""
        self._later(errand)

    def _restart(self) -> str:
        self._ask("restart")
        return word("operator.restarting")

    @property
    def _brightness(self) -> int:
        kept = self._store.settings().get(BRIGHTNESS)
        percent = kept if isinstance(kept, int) else self._view.brightness() or STEPS[-1]
        return min(STEPS, key=lambda step: abs(step - percent))

    def _brightness_row(self) -> Row:
        return Row(word("operator.brightness"), f"{self._brightness} %")

    def _turn_brightness(self, step: int) -> None:
        place = STEPS.index(self._brightness) + step
        percent = STEPS[max(0, min(place, len(STEPS) - 1))]
        self._store.set(BRIGHTNESS, percent)
        self._ask("brightness", percent=percent)


def sentence_of(problem: NotDone) -> str:
    """Return why the machine has not done something, in words."""
    return word(f"machine.error.{problem.key}", detail=problem.detail)
