"""The service behind the operator's page: it joins the lines of all groups, locks them, and has the doctor at work.

A new line is an `Item` of the group whose subject it is (`cabinet.service.items`), a new group is one more in the list
of `operator_service`. The groups without a module of their own stand here: audits, restart, power.
"""

import shlex
import socket
import subprocess
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextvars import copy_context
from enum import Enum
from functools import partial
from threading import Thread
from typing import Final

import msgspec
from msgspec.structs import replace

from cabinet.config.schema import Config
from cabinet.doctor.checks import CheckContext, examine
from cabinet.doctor.findings import OK, Finding
from cabinet.errors import CabinetError
from cabinet.input.audit import Audit
from cabinet.input.inputs import Inputs
from cabinet.input.sources import Sources, lamps_of, panels_there
from cabinet.live.requests import own_address
from cabinet.machine.number import cabinet_number, shown_number
from cabinet.people.records import PERIODS, STREAK, evening_day
from cabinet.process.revision import version_text
from cabinet.scenes.operator import TOPICS, AuditReader, Item, Page, PanelsUnderTest
from cabinet.scenes.operator_pages import Row
from cabinet.service.coin_items import TOPIC as COINS
from cabinet.service.coin_items import CoinItems, has_coins
from cabinet.service.device_items import PanelItems, SoundItems, Sounds
from cabinet.service.items import OperatorItems, Program, Refusal, plain
from cabinet.service.live_items import LiveItems
from cabinet.service.machine_items import MachineItems
from cabinet.service.operator_code import CodeTask, OperatorCode
from cabinet.service.setting_items import OccasionItems, PeopleItems, ScreenItems, SettingItems, SettingsInForce
from cabinet.service.stick_items import StickItems
from cabinet.service.wifi_items import WifiItems
from cabinet.store.audits import Audits, read_audits
from cabinet.store.ledger import SINCE, Race
from cabinet.store.people import opened_for_reading
from cabinet.store.store import Store
from cabinet.strings.catalogue import word
from engine.errors import shortened
from engine.version import VERSION
from hardware.clock import Clock, monotonic_ns

UNSAVED_NS: Final = 2_000_000_000
"""How long changes may wait to be saved before the page says so: a slow card takes a moment."""
POWER_OFF_S: Final = 30.0
"""How long the power-off command may take before it counts as failed, s."""


class Devices(msgspec.Struct, frozen=True):
    """What is built in, and tried on the page."""

    sources: Sources
    inputs: Inputs
    sounds: Sounds


def operator_service(
    program: Program,
    store: Store,
    devices: Devices,
    counts: Audit,
    machine: MachineItems,
    stick: StickItems,
    clock: Clock = monotonic_ns,
    *,
    is_desk: bool = False,
) -> "OperatorService":
    """Return the service with all groups, in the order in which their lines of one topic stand.

    `is_desk`: this is no installed cabinet, and nothing on the page is locked.
    """
    refusal, boards = Refusal(), devices.sources.button_boards
    code = OperatorCode(program, store, clock, machine.helper, boards, is_desk=is_desk)
    in_force = SettingsInForce(program, store)
    panels = PanelItems(program, store, in_force, code, devices.sources, devices.inputs)
    audits = AuditItems(program, store, counts, devices.sources, refusal)
    groups = (
        ProgramItems(program),
        OccasionItems(program, store, in_force),
        SettingItems(program, store, in_force, refusal, without=topics_without(program.config, devices.sources)),
        CoinItems(program, store, devices.sources, devices.inputs, is_desk=is_desk),
        SoundItems(program, store, refusal, devices.sounds),
        ScreenItems(program, in_force, panels_there(devices.sources)),
        PeopleItems(store),
        LiveItems(program),
        audits,
        machine,
        WifiItems(program, machine.helper, machine.view),
        stick,
        code,
        panels,
        EveningItems(program),
        PowerItems(program, refusal),
    )
    return OperatorService(program, store, groups, code, refusal, panels=panels, audits=audits, clock=clock)


def topics_without(config: Config, sources: Sources) -> tuple[str, ...]:
    """Return the topics of settings that this cabinet has no use for."""
    wanted = {"lamps": bool(lamps_of(sources)), COINS: has_coins(config)}
    return tuple(topic for topic, is_wanted in wanted.items() if not is_wanted)


class BackgroundChecks:
    """The doctor's checks in a thread of their own, below a line about the machine itself: some take seconds, and the
    loop must not wait.

    What they find is in the language in use.
    """

    def __init__(self, context: CheckContext, more: str = "") -> None:
        """`more` is said of the machine as well."""
        self._context = context
        self._more = more
        self._findings: list[Finding] | None = None
        Thread(target=copy_context().run, args=(self._run,), name="doctor", daemon=True).start()

    def findings(self) -> Sequence[Finding] | None:
        """Return the findings; None while the checks still run."""
        return self._findings

    def _run(self) -> None:
        version = version_text(VERSION)
        number, name = shown_number(cabinet_number()), socket.gethostname()
        about = word("operator.machine", version=version, name=name, address=address_words(), number=number)
        self._findings = [Finding("machine", OK, f"{about} {self._more}".strip()), *examine(self._context)]


class AuditItems(OperatorItems):
    """The audits, as an `AuditReader`, and the line that begins the counts anew."""

    def __init__(self, program: Program, store: Store, counts: Audit, sources: Sources, refusal: Refusal) -> None:
        """`counts` are those of a moment ago, which wait to be saved."""
        self._program = program
        self._store = store
        self._counts = counts
        self._sources = sources
        self._refusal = refusal
        self._unread = ""
        """Why the audits could not be read last."""
        self._found: list[Mapping[str, Audits]] = []
        """What was read last, once it is there."""

    def settings(self) -> Sequence[Item]:
        return [
            Item(
                plain("operator.clear_audits"),
                self._clear,
                dangerous=True,
                needs_code=True,
                help=word("help.clear_audits"),
            )
        ]

    def races(self) -> Sequence[Race]:
        """See `AuditReader.races`."""
        return self._store.closest(judged=self._sources.is_judged)

    def found(self) -> Mapping[str, Audits] | None:
        """See `AuditReader.found`."""
        return self._found[0] if self._found else None

    def read(self) -> None:
        """See `AuditReader.read`; the counts of a moment ago are among them."""
        self._counts.flush()
        if self._refusal.text == self._unread:
            self._refusal.text = ""
        counts, now, folder = dict(self._store.audits()), time.time(), self._store.folder
        streaks, found = self._streaks(now), list[Mapping[str, Audits]]()
        self._found = found

        def read() -> None:

            audits: Mapping[str, Audits] = {"ever": Audits(counts=counts)}
            try:
                if folder is not None:
                    with opened_for_reading(folder) as connection:
                        audits = read_audits(connection, now)
            except CabinetError as problem:
                self._unread = self._refusal.text = str(problem)
            found.append({name: replace(each, streak=streaks.get(name, "")) for name, each in audits.items()})

        self._store.read(read)

    def _streaks(self, now: float) -> Mapping[str, str]:
        """Return the longest streak of each period that has records, in words."""
        day, people = evening_day(now), self._store.people
        best = {period: people.records(STREAK, period, day) for period in PERIODS}
        return {period: f"{rows[0].value} {rows[0].names[0]}" for period, rows in best.items() if rows}

    def _clear(self) -> str:
        """Begin the counts anew; return the receipt, which goes to the journal as well."""
        self._counts.flush()
        self._store.clear(audits=True)
        kept = self._store.audits()
        at = time.strftime(word("form.moment"), time.localtime(kept[SINCE]))
        presses = word("operator.presses", count=kept["since.presses"])
        receipt = word("operator.cleared", at=at, matches=kept["since.matches"], presses=presses)
        self._program.log(receipt)
        return receipt


class ProgramItems(OperatorItems):
    """The lines of the running program: its address, and its restart."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def settings(self) -> Sequence[Item]:
        return [Item(lambda: Row(word("operator.network"), address_words()), is_open=True, help=word("help.network"))]

    def items(self) -> Sequence[Item]:
        return [Item(plain("operator.restart"), self._program.restart, dangerous=True, help=word("help.restart"))]


class EveningItems(OperatorItems):
    """The lines of a running evening."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def items(self) -> Sequence[Item]:
        evening = self._program.running_evening()
        return evening.operator_items() if evening is not None else ()


class PowerItems(OperatorItems):
    """The line that switches the machine off, by the command of the configuration."""

    def __init__(self, program: Program, refusal: Refusal) -> None:
        self._program = program
        self._refusal = refusal
        self._complaints: deque[str] = deque()

    def items(self) -> Sequence[Item]:
        if not self._program.config.operator.power_off:
            return ()
        return [Item(plain("operator.power_off"), self.switch_off, dangerous=True, help=word("help.power_off"))]

    def complaints(self) -> Sequence[str]:
        return [self._complaints.popleft() for _ in range(len(self._complaints))]

    def switch_off(self) -> None:
        """Run the power-off command in a thread of its own."""
        self._refusal.text = ""
        command = shlex.split(self._program.config.operator.power_off)
        Thread(target=self.run, args=(command,), name="power off", daemon=True).start()

    def run(self, command: Sequence[str]) -> None:
        """Run the power-off command; the system then ends this program in the course of its shutdown."""
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=POWER_OFF_S, check=False, stdin=subprocess.DEVNULL
            )
        except (OSError, subprocess.TimeoutExpired) as problem:
            self._complain(command, reason_of(problem))
            return
        if done.returncode:
            reason = done.stderr.strip().partition("\n")[0]
            self._complain(command, reason or word("operator.ended", code=done.returncode))

    def _complain(self, command: Sequence[str], reason: str) -> None:
        """Report on the page, on the title and on the terminal that the machine is still on."""
        self._refusal.text = word("operator.not_done", reason=shortened(reason.rstrip(".")))
        self._complaints.append(word("operator.not_done", reason=f"{shlex.join(command)}: {reason.rstrip('.')}"))


class OperatorService:
    """The page's `Service`: the lines of all groups, and what the page says of them."""

    def __init__(
        self,
        program: Program,
        store: Store,
        groups: Sequence[OperatorItems],
        code: OperatorCode,
        refusal: Refusal,
        *,
        panels: PanelsUnderTest,
        audits: AuditReader,
        clock: Clock = monotonic_ns,
    ) -> None:
        """`code` unlocks what guests are not to do; the groups say what they refused by `refusal`."""
        self._program = program
        self._store = store
        self._groups = groups
        self._refusal = refusal
        self._clock = clock
        self._unsaved_since: int | None = None
        """When something was found unsaved, CLOCK_MONOTONIC, ns."""
        self._checks: BackgroundChecks | None = None
        self.code = code
        self.panels = panels
        self.audits = audits

    def begin_visit(self) -> None:
        """Begin a new visit of the page: locked, and without an earlier visit's failure."""
        self._refusal.text = ""
        self.code.begin_visit()
        more = " ".join(filter(None, (self.code.last_proof(), *(group.state() for group in self._groups))))
        self._checks = BackgroundChecks(self._program.check_context(), more)

    def findings(self) -> Sequence[Finding] | None:
        """See `Service.findings`."""
        return self._checks.findings() if self._checks is not None else None

    def not_done(self) -> str:
        """See `Service.not_done`."""
        refused = (each.not_done for each in self._groups)
        return self._refusal.text or next(filter(None, refused), "") or self._unsaved()

    def acknowledge(self) -> None:
        """See `Service.acknowledge`."""
        self._refusal.text = ""
        for group in self._groups:
            group.not_done = ""

    def complaints(self) -> Sequence[str]:
        """Return the failures of all groups since the last call."""
        return [line for group in self._groups for line in group.complaints()]

    def switch_off(self) -> None:
        """Run the power-off command; what stands against it is a complaint."""
        next(group for group in self._groups if isinstance(group, PowerItems)).switch_off()

    def task(self, question: Enum) -> Page | None:
        """Return the page to which a line leads; None for one of the flow's."""
        pages = (group.tasks().get(question) for group in self._groups)
        return next(filter(None, pages), None)

    def _unsaved(self) -> str:
        """Return the sentence on a disk that has taken nothing for `UNSAVED_NS`; "" while it does."""
        now = self._clock()
        if not self._store.has_unsaved:
            self._unsaved_since = None
        elif self._unsaved_since is None:
            self._unsaved_since = now
        elif now - self._unsaved_since >= UNSAVED_NS:
            return word("operator.unsaved")
        return ""

    def items(self) -> list[Item]:
        """See `Service.items`."""
        items = [Item(plain("operator.locked"))]
        if self._program.config.operator.settings:
            is_set = self.code.is_set
            items = [self._guarded(item, is_set=is_set) for group in self._groups for item in group.settings()]
        items += [item for group in self._groups for item in group.items()]
        return sorted(items, key=lambda item: TOPICS.index(item.topic))

    def _guarded(self, item: Item, *, is_set: bool) -> Item:
        """Return a line; one that needs the operator's code, while it is locked, leads to it, or to how it is set.
        `is_set`: there is a code."""
        row: Callable[[], Row]
        if self.code.is_open or item.is_open:
            return item
        if item.needs_code:
            row = partial(locked_row, item)
        elif is_set:
            row = item.row
        else:
            return item
        return Item(row, leads_to=CodeTask.UNLOCK, topic=item.topic, help=item.help, is_locked=True)


def reason_of(problem: OSError | subprocess.TimeoutExpired) -> str:
    """Return why a command did not run to its end, in words."""
    if isinstance(problem, subprocess.TimeoutExpired):
        return word("operator.too_long", seconds=f"{problem.timeout:g}")
    return problem.strerror or str(problem)


def address_words() -> str:
    """Return the machine's address in its network, by a cable or without; a word where it is in none."""
    return own_address() or word("operator.no_address")


def locked_row(item: Item) -> Row:
    """Return the line of what needs the operator's code."""
    return Row(item.row().title, word("code.locked"))
