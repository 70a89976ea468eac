"""The operator's lines about the machine itself: what root's helper does (`cabinet.machine`), line by line.

What is chosen is kept as a setting, and asked of the machine again at each start: a sealed card forgets it.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from enum import Enum, auto
from functools import cached_property
from pathlib import Path
from threading import Lock, Thread
from typing import Final

import msgspec

from cabinet.display.toolkit import Toolkit
from cabinet.machine.client import Helper
from cabinet.machine.stick import NotDone
from cabinet.process.time_of_day import note_time_set
from cabinet.scenes.machine_pages import ClockSet, SetClock
from cabinet.scenes.operator import Item, Page
from cabinet.scenes.operator_pages import Row
from cabinet.service.items import OperatorItems, plain
from cabinet.store.ledger import BRIGHTNESS, WIFI, ZONE
from cabinet.store.store import Store
from cabinet.strings.catalogue import word
from hardware.posix import follow_zone

STEPS: Final = tuple(range(10, 101, 10))
"""The brightnesses that can be chosen, in %."""
UTC: Final = "Etc/UTC"

Errand = Callable[[], None]


class MachineTask(Enum):
    """A page to which a line about the machine leads."""

    CLOCK = auto()


class Errands:
    """Does one thing after the other in a thread of its own; the loop must not wait for the helper.

    Of errands with one name the last is done: who turns a value past three others wants the last one.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: dict[str, Errand] = {}
        self._is_busy = False

    def __call__(self, name: str, errand: Errand) -> None:
        """Have something done after what was given before, and in the place of what waits under this name."""
        with self._lock:
            self._waiting.pop(name, None)
            self._waiting[name] = errand
            if self._is_busy:
                return
            self._is_busy = True
        Thread(target=self._run, name="errands", daemon=True).start()

    def _run(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._is_busy = False
                    return
                errand = self._waiting.pop(next(iter(self._waiting)))
            errand()


class SystemView(msgspec.Struct, frozen=True):
    """The machine's files that show what is set; tests have others."""

    backlights: Path = Path("/sys/class/backlight")
    radios: Path = Path("/sys/class/rfkill")
    zones: Path = Path("/usr/share/zoneinfo")
    zone_link: Path = Path("/etc/localtime")
    card: Path = Path("/etc/photofinish-image")
    spot: Path = Path("/run/systemd/network/10-hotspot.network")
    """There while a card's radio is a network itself (systemd/image/usr/local/lib/photofinish/wifi)."""

    def brightness(self) -> int | None:
        """Return the brightness of the first screen that has one, in %; None without such a screen."""
        for file in sorted(self.backlights.glob("*/brightness")):
            with suppress(OSError, ValueError, ZeroDivisionError):
                most = int(file.with_name("max_brightness").read_text(encoding="ascii"))
                return int(file.read_text(encoding="ascii")) * 100 // most
        return None

    def wifi(self) -> bool | None:
        """Return whether the radio of a wireless network is on; None where there is none."""
        for file in sorted(self.radios.glob("*/type")):
            with suppress(OSError):
                if file.read_text(encoding="ascii").strip() == "wlan":
                    return file.with_name("soft").read_text(encoding="ascii").strip() == "0"
        return None

    def zone(self) -> str:
        """Return the name of the time zone; UTC for none that has a name."""
        with suppress(OSError):
            _, found, name = str(self.zone_link.readlink()).partition("zoneinfo/")
            if found:
                return name
        return UTC

    def all_zones(self) -> Sequence[str]:
        """Return the names of the time zones that people live in, and UTC; none where the machine has no list."""
        for name in ("zone1970.tab", "zone.tab"):
            with suppress(OSError):
                lines = (self.zones / name).read_text(encoding="utf-8").splitlines()
                names = {line.split("\t")[2] for line in lines if line and not line.startswith("#")}
                return sorted(names | {UTC})
        return ()


class MachineItems(OperatorItems):
    """The lines; what the machine refused is `not_done` until the next try."""

    def __init__(
        self,
        store: Store,
        helper: Helper,
        view: SystemView | None = None,
        later: Callable[[str, Errand], None] | None = None,
    ) -> None:
        """`later` does what waits for the helper, by a name; a thread of its own unless a test does it at once."""
        self._store = store
        self.helper = helper
        self.view = view or SystemView()
        self._later = later or Errands()
        self.not_done = ""

    def apply(self) -> None:
        """Ask the machine for what was chosen in an earlier start."""
        if not self.helper.is_there:
            return
        kept, view = self._store.settings(), self.view
        if (percent := kept.get(BRIGHTNESS)) in STEPS and view.brightness() is not None:
            self._ask("brightness", percent=percent)
        if kept.get(WIFI) is False and view.wifi():
            self._ask("wifi", on=False)
        if isinstance(zone := kept.get(ZONE), str) and zone != view.zone():
            self._set_zone(zone)

    def items(self) -> Sequence[Item]:
        """See `OperatorItems.items`; a desk has none."""
        if not self.helper.is_there:
            return ()
        return [
            Item(plain("operator.restart_machine"), self._restart, dangerous=True, help=word("help.restart_machine"))
        ]

    def settings(self) -> Sequence[Item]:
        """Return the brightness of a screen that has one, for anybody; network and clock need the operator's code."""
        if not self.helper.is_there:
            return ()
        items = []
        if self.view.brightness() is not None:
            turn, about = self._turn_brightness, word("help.screen_brightness")
            items.append(Item(self._brightness_row, turn=turn, topic="screen", help=about, is_open=True))
        items.append(Item(clock_row, leads_to=MachineTask.CLOCK, needs_code=True, help=word("help.clock")))
        if self._zones:
            for row, turn in ((self._region_row, self._turn_region), (self._city_row, self._turn_city)):
                items.append(Item(row, turn=turn, needs_code=True, help=word("help.zone"), is_ordered=False))
        if self.view.wifi() is not None:
            about, row = word("help.wifi"), self._wifi_row
            items.append(Item(row, turn=self._turn_wifi, needs_code=True, help=about, is_ordered=False))
        return items

    def tasks(self) -> Mapping[Enum, Page]:
        """Return the pages to which the lines lead."""
        return {MachineTask.CLOCK: self._clock_page}

    def _ask(self, verb: str, then: Errand = lambda: None, **arguments: bool | int | str) -> None:
        """Have the helper do something, and `then` be done; `not_done` says why it could not."""

        def errand() -> None:
            try:
                self.helper.ask(verb, **arguments)
                then()
            except NotDone as problem:
                self.not_done = sentence_of(problem)

        self.not_done = ""
        self._later(verb, errand)

    def _restart(self) -> str:
        self._ask("restart")
        return word("operator.restarting")

    # Brightness

    @property
    def _brightness(self) -> int:
        kept = self._store.settings().get(BRIGHTNESS)
        percent = kept if isinstance(kept, int) else self.view.brightness() or STEPS[-1]
        return min(STEPS, key=lambda step: abs(step - percent))

    def _brightness_row(self) -> Row:
        return Row(word("operator.brightness"), f"{self._brightness} %")

    def _turn_brightness(self, step: int) -> None:
        place = STEPS.index(self._brightness) + step
        percent = STEPS[max(0, min(place, len(STEPS) - 1))]
        self._store.set(BRIGHTNESS, percent)
        self._ask("brightness", percent=percent)

    # Network

    @property
    def _is_wifi_on(self) -> bool:
        kept = self._store.settings().get(WIFI)
        return kept if isinstance(kept, bool) else bool(self.view.wifi())

    def _wifi_row(self) -> Row:
        return Row(word("operator.wifi"), word("operator.on" if self._is_wifi_on else "operator.off"))

    def _turn_wifi(self, _step: int) -> None:
        on = not self._is_wifi_on
        self._store.set(WIFI, on)
        self._ask("wifi", on=on)

    # Clock and time zone

    @cached_property
    def _zones(self) -> Sequence[str]:
        return self.view.all_zones()

    @property
    def _zone(self) -> str:
        kept = self._store.settings().get(ZONE)
        return kept if isinstance(kept, str) else self.view.zone()

    def _region_row(self) -> Row:
        return Row(word("operator.zone.region"), self._zone.partition("/")[0])

    def _city_row(self) -> Row:
        return Row(word("operator.zone.city"), self._zone.partition("/")[2].replace("_", " "))

    def _turn_region(self, step: int) -> None:
        regions = list(dict.fromkeys(zone.partition("/")[0] for zone in self._zones))
        region = after(regions, self._zone.partition("/")[0], step)
        self._choose_zone(next(zone for zone in self._zones if zone.partition("/")[0] == region))

    def _turn_city(self, step: int) -> None:
        region = self._zone.partition("/")[0]
        self._choose_zone(after([zone for zone in self._zones if zone.partition("/")[0] == region], self._zone, step))

    def _choose_zone(self, zone: str) -> None:
        self._store.set(ZONE, zone)
        self._set_zone(zone)

    def _set_zone(self, zone: str) -> None:
        self._ask("zone", then=follow_zone, name=zone)

    async def _clock_page(self, toolkit: Toolkit) -> None:
        """Have the clock set, by the machine's time zone."""
        chosen = await SetClock(toolkit, time.localtime())
        if isinstance(chosen, ClockSet):
            self._ask("clock", note_time_set, at=chosen.at)


def clock_row() -> Row:
    """Return the line of the clock."""
    return Row(word("operator.clock"), time.strftime("%d.%m.%Y %H:%M"))


def after(names: Sequence[str], name: str, step: int) -> str:
    """Return the name after another, or before it where `step` is -1; around the end. The first for an unknown one."""
    return names[(names.index(name) + step) % len(names)] if name in names else names[0]


def sentence_of(problem: NotDone) -> str:
    """Return why the machine has not done something, in words."""
    return word(f"machine.error.{problem.key}", detail=problem.detail)
