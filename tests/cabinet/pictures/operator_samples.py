"""The operator's pages as pictures show them: a cabinet that has been played on, and not all of it is well.

`operators_menu` comes to every page to which the menu leads: topics to the last line, the questions, what can fail.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Any, Final, Self

import pygame
from msgspec.structs import replace

from cabinet.audio.player import Levels, SoundPlayer
from cabinet.config.file import LoadedConfig, parse_config
from cabinet.config.offers import offers
from cabinet.config.schema import Config, Input
from cabinet.display.page import Text, laid
from cabinet.display.scan import Scan
from cabinet.display.toolkit import Toolkit
from cabinet.doctor.checks import CheckContext
from cabinet.doctor.findings import FAIL, OK, WARN, Finding, found
from cabinet.input.assigning import HOLD_NS, Assigning
from cabinet.input.audit import Audit
from cabinet.input.inputs import Inputs, PanelMap
from cabinet.input.sources import PanelSource, Sources, find_keys
from cabinet.machine.client import Helper
from cabinet.machine.wireless import Network
from cabinet.scenes.assigning import AssignButtons
from cabinet.scenes.card_faults import CardFaults, FaultLine
from cabinet.scenes.choice import Answer, Choice
from cabinet.scenes.evening import RunningEvening, ask_who_has_won, ask_who_leaves
from cabinet.scenes.machine_pages import (
    AwaitedQuestion,
    EnterCode,
    Message,
    PickLine,
    ProveOwner,
    Question,
    SetClock,
    Working,
)
from cabinet.scenes.operator import LEAVE_TEST_NS, Item, OperatorPage
from cabinet.scenes.operator_pages import VIEWS, Note, Row, Spans
from cabinet.scenes.people import Waiting, sure_question
from cabinet.scenes.screen_pages import (
    KEEP_NS,
    KEEP_TURNED_NS,
    TURNS,
    ChooseMode,
    KeepPicture,
    ScreenTest,
    SetMargin,
    mode_words,
    rotation_words,
)
from cabinet.scenes.stack import Scene
from cabinet.scenes.tonight import EveningPlan
from cabinet.scenes.write_text import WriteText
from cabinet.screens.modes import Mode
from cabinet.service.machine_items import MachineItems, SystemView
from cabinet.service.operator_code import LENGTH
from cabinet.service.operator_service import Devices, operator_service
from cabinet.service.settings import overlaid
from cabinet.service.stick import moment_of
from cabinet.service.stick_items import StickItems
from cabinet.service.wifi_items import network_row
from cabinet.store.audits import Audits
from cabinet.store.ledger import SINCE, Race, Setting
from cabinet.store.people import Person
from cabinet.strings.catalogue import catalogue, word
from cabinet.tournaments.evening import Evening
from cabinet.tournaments.journal import WinnerStays
from engine.errors import shortened
from engine.games import find_game
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT, Press
from hardware.clock import MS
from hardware.evdev.controls import BTN_JOYSTICK, Control
from hardware.evdev.kernel import EV_KEY, Identity
from hardware.evdev.layouts import Placement
from hardware.fake import FakeSource
from hardware.lamps import FakeLamps
from tests.cabinet.doctor.fake_machine import FakeMachine
from tests.cabinet.scenes.stories import Dialog
from tests.cabinet.store.memory_store import MemoryStore

IMAGINED: Final = Identity(0x0079, 0x0006, "", "usb-1", "DragonRise Inc. Generic USB Joystick")
"""A zero-delay board."""
MODES: Final = (Mode(1920, 1080, 60), Mode(1280, 720, 60), Mode(1280, 720, 50))
"""The modes of a screen."""
NOON: Final = 1_795_262_400
"""A noon, s since 1970: the same day in nearly every place."""


def findings() -> list[Finding]:
    """Findings of every level."""
    return [
        found(OK, "doctor.config.right"),
        found(OK, "doctor.display.kms", screens="card1-HDMI-A-1"),
        found(WARN, "doctor.sound.none"),
        found(OK, "doctor.buttons.kernel", resolution="100"),
        found(OK, "doctor.stamps.first_edge", threads=" (SCHED_FIFO 50)"),
        found(WARN, "doctor.kernel.loses_edges", release="6.1.21-v8+"),
        found(OK, "doctor.disk.room", free="21.4", path="/var/lib/photofinish"),
        found(OK, "doctor.database.whole"),
        found(FAIL, "doctor.power.low"),
        found(OK, "doctor.heat.cool", degrees=48),
        found(OK, "doctor.watchdog.on", seconds="15"),
        found(OK, "doctor.clock.set"),
        found(OK, "doctor.engine.compiled"),
    ]


def counts(panels: int = 2) -> dict[str, int]:
    """An evening's counts; one button seems to be dead, one chatters, and of more than two panels the last is dead."""
    seats = range(min(panels, 3))
    presses = {f"press.{seat}.{button}": 140 + 870 * place for seat in seats for place, button in enumerate(BUTTONS)}
    del presses["press.1.CARD4"]
    counts = {"matches": 38, "race": 214, "dead_heat": 3, "false_start": 11, "starts": 9, "ends": 6}
    counts |= {"lost": 2, "overwritten": 212, "swallowed": 5, "chatter": 1, "chatter.1.CARD3": 1, "restart.operator": 1}
    counts |= {f"hour.{hour}": 900 * (5 - abs(22 - hour)) for hour in range(18, 24)} | {"hour.0": 2100, "hour.1": 700}
    return {**presses, **counts, "presses.speed": 9120, "presses.spit": 2210, "presses.speed_uno": 1807}


def audits(panels: int = 2) -> Mapping[str, Audits]:
    """What was played, as the sketch has it."""
    games = {"speed": (148, 51_000.0), "spit": (96, 39_000.0), "speed_uno": (51, 17_500.0), "mod_spit": (22, 5000.0)}
    games["speah"] = (9, 1620.0)
    hours = (41, 33, 26, 17, 8, 2, 1, 1, 1, 1, 1, 3, 3, 4, 2, 6, 8, 7, 11, 18, 28, 39, 48, 45)
    days = tuple((f"2026-11-{14 + place:02}", (0, 3, 12, 30, 61, 74, 22)[place % 7]) for place in range(14))
    found = Audits(326, 114_120.0, games, hours, days, counts(panels), "7 MIA")
    reset = {SINCE: NOON, "since.matches": 1204, "since.presses": 88_310}
    ever = replace(found, counts={**counts(4), "press.1.CARD4": 12, "press.3.CARD1": 3, **reset})
    return {
        "today": replace(found, matches=0, seconds=0.0, games={}, hours=(0,) * 24),
        "ever": ever,
        "week": found,
    }


def races() -> list[Race]:
    """Closest races."""
    margins = (130_000, 1_300_000, 2_460_000, 4_081_000, 5_900_000, 7_770_000, 12_400_000, 18_000_000, 21_500_000)
    games = ("speed", "spit", "speed")
    return [Race(n % 2, 1 - n % 2, margin, games[n % 3], NOON + n * 86_400) for n, margin in enumerate(margins)]


class SampleStore(MemoryStore):
    """A store with a folder: only such a one has something for a stick."""

    def __init__(self) -> None:
        super().__init__(Path("/"))
        for name, value in SampleProgram.changed.items():
            self.set(name, value)


class SampleView(SystemView, frozen=True):
    """A cabinet with everything that the lines about the machine can set."""

    card: Path = Path("/")

    def brightness(self) -> int:
        """See `SystemView.brightness`."""
        return 70

    def wifi(self) -> bool:
        """See `SystemView.wifi`."""
        return True

    def zone(self) -> str:
        """See `SystemView.zone`: the longest name."""
        return "America/Argentina/ComodRivadavia"

    def all_zones(self) -> Sequence[str]:
        """See `SystemView.all_zones`."""
        return ["America/Argentina/ComodRivadavia", "Europe/Berlin"]


class SampleProgram:
    """A program that has everything, and does nothing."""

    modes = MODES
    displays: int | None = None
    file = LoadedConfig(
        parse_config(
            '[operator]\npower_off = "systemctl poweroff"\n[display]\nmode = "1920x1080@60"\n'
            "[options.speed]\ncards_seen = 'own_screen'\n"
            "[live]\nenabled = true\n[coins]\nfree_play = false\n[input.coin1]\npin = 12\n"
        ),
        None,
        "",
    )
    changed: Mapping[str, Setting] = MappingProxyType({"volume": 60, "lockout_ms": 1000, "spit.length": 5})
    config = overlaid(file, changed)[0].config
    is_typing = False

    def adopt_settings(self) -> None:
        """See `Program.adopt_settings`."""

    def restart(self) -> None:
        """See `Program.restart`."""

    def check_context(self) -> CheckContext:
        """See `Program.check_context`."""
        return CheckContext(FakeMachine(), self.config, Path("/"))

    def running_evening(self) -> RunningEvening:
        """An evening on which something has been played."""
        running = RunningEvening(MemoryStore(), lambda _line: None)
        plan = EveningPlan("winner_stays", ("MIA", "BEN", "ZOE"), game="speed")
        running.begin(plan, offers(find_game(plan.game), Config())[0])
        evening = running.now
        assert evening is not None and evening.now is not None
        running.award(evening.now, "MIA")
        return running

    def scan(self) -> Scan:
        """See `Program.scan`."""
        return Scan("192.168.1.20:8080", word("scan.code", code="4711"))

    def readers(self) -> int:
        """See `Program.readers`."""
        return 3

    def log(self, line: str) -> None:
        """See `Program.log`."""


def lines(panels: int = 2, *, is_open: bool = True) -> Sequence[Item]:
    """Every line of a cabinet that has everything; those that need the code are locked unless it `is_open`."""
    program, store, helper = SampleProgram(), SampleStore(), Helper(Path("/"))
    buttons: PanelMap = dict(enumerate((seat, button) for seat in range(panels) for button in BUTTONS))
    header = PanelSource(FakeSource(list(buttons), lambda: 0), buttons, FakeLamps())
    sources = Sources(header, None, keys=find_keys(Input(), (0, 1)))
    service = operator_service(
        program,
        store,
        Devices(sources, Inputs((), lambda _event: None), SoundPlayer(Levels(0))),
        Audit(store),
        MachineItems(store, helper, SampleView(), later=lambda _name, _errand: None),
        StickItems(program, store, helper),
    )
    service.code.is_open = is_open
    return [replace(item, row=partial(shown_row, item)) for item in service.items()]


def shown_row(item: Item) -> Row:
    """A line with the same clock and address in every picture."""
    row = item.row()
    same = {word("operator.clock"): "27.11.2026 20:15", word("operator.network"): "192.168.178.117"}
    return row._replace(value=same.get(row.title, row.value))


@dataclass
class SampleService:
    """A service that does nothing: what there is to be seen on each part of the page."""

    lines: Sequence[Item]
    seats: Sequence[int] = (0, 1)
    refused: str = ""
    doctor: Sequence[Finding] | None = field(default_factory=findings)
    counted: Mapping[str, Audits] | None = field(default_factory=audits)
    longest: dict[tuple[int, str], int] = field(default_factory=dict)
    keys: Mapping[tuple[int, str], str] = field(default_factory=dict)
    can_be_assigned: bool = True
    needs_longer_wait: bool = False

    @property
    def panels(self) -> Self:
        """See `Service.panels`."""
        return self

    @property
    def audits(self) -> Self:
        """See `Service.audits`."""
        return self

    def findings(self) -> Sequence[Finding] | None:
        """See `Service.findings`."""
        return self.doctor

    def items(self) -> Sequence[Item]:
        """See `Service.items`."""
        return self.lines

    def not_done(self) -> str:
        """See `Service.not_done`."""
        return self.refused

    def acknowledge(self) -> None:
        """See `Service.acknowledge`; what was refused stays for its picture."""

    def read(self) -> None:
        """See `AuditReader.read`."""

    def found(self) -> Mapping[str, Audits] | None:
        """See `AuditReader.found`."""
        return self.counted

    def races(self) -> Sequence[Race]:
        """See `AuditReader.races`."""
        return races()

    def measure_bounces(self) -> None:
        """See `PanelsUnderTest.measure_bounces`."""

    def bounces(self) -> Spans:
        """See `PanelsUnderTest.bounces`."""
        return self.longest

    def shared_keys(self) -> Mapping[tuple[int, str], str]:
        """See `PanelsUnderTest.shared_keys`."""
        return self.keys


def service(panels: int = 2, *, refused: str = "") -> SampleService:
    """The lines of a cabinet that has everything."""
    bounces = {(0, "CARD2"): 1_300_000, (1, "LEFT"): 3_100_000}
    counted = audits(panels)
    return SampleService(lines(panels), range(panels), refused, counted=counted, longest=bounces)


CARD_FAULTS: Final = (
    FaultLine("LINE 12", 'locale.timezone: is "Berlin", and there is no such time zone; did you mean "Europe/Berlin"?'),
    FaultLine("LINE 16", 'wlan.country: is no country; write its two capital letters, as "DE", "GB" or "US"'),
    FaultLine("LINE 18", 'has curly quotes; write straight ones: "…"'),
    FaultLine("LINE 31", "display.layot: there is no such key; did you mean layout?"),
    FaultLine("LINE 48", "sound.volume: is 200; it takes a whole number from 0 to 100"),
    FaultLine("LINE 56", 'input.source: is "pins"; it takes one of "auto", "board", "gpio", "keyboard"'),
    FaultLine("LINE 104", "operator.page: is 1; it takes true or false"),
)
"""Mistakes in a card's file."""


def card_pictures(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """The page of mistakes in the card's file: many, and one."""
    for name, faults in (("card_faults", CARD_FAULTS), ("card_faults_one", CARD_FAULTS[2:3])):
        scene = CardFaults(toolkit, faults)
        screen = pygame.Surface(toolkit.size)
        scene.draw(screen, 0, everything=True)
        yield name, screen


def assign_pictures(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """The page that asks for an encoder's buttons: in the middle of it, and before the last while a button is held."""
    encoders = [Placement("numbered", IMAGINED._replace(port=f"usb-{number}"), 1, {}) for number in (1, 2)]
    asking, now = Assigning(), 0

    def hold(seat: int, number: int, ns: int) -> None:
        nonlocal now
        control = Control(EV_KEY, BTN_JOYSTICK + number)
        asking.hear(encoders[seat], control, True, now)
        now += ns
        asking.hear(encoders[seat], control, False, now)

    def picture() -> pygame.Surface:
        scene = AssignButtons(toolkit, asking)
        scene.enter(now)
        scene.advance(now, now)
        screen = pygame.Surface(toolkit.size)
        scene.draw(screen, now, everything=True)
        return screen

    for number in (*range(6), 2):
        hold(0, number, MS)
    yield "assign_twice", picture()
    hold(0, 6, HOLD_NS)
    hold(0, 7, MS)
    for number in (11, 10, 9, 8, 7, 6, 5):
        hold(1, number, MS)
    asking.hear(encoders[1], Control(EV_KEY, BTN_JOYSTICK + 4), True, now)
    now += HOLD_NS * 5 // 8
    yield "assign_held", picture()


def operator_pictures(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """Every part of the page, by name."""
    page = OperatorPage(toolkit, service())
    page.enter(0)

    def press(button: str, seat: int = 0, *, down: bool = True, at_ms: int = 0) -> None:
        page.handle(Press(seat, button, down, at_ms * 1_000_000, "gpio"))

    def picture() -> pygame.Surface:
        screen = pygame.Surface(toolkit.size)
        page.draw(screen, 0, everything=True)
        return screen

    for _ in range(5):
        press(RIGHT)
    yield "operator_state", picture()
    press(CARDS[2])
    yield "operator_audits_today", picture()
    press(CARDS[2])
    for view in VIEWS:
        yield f"operator_audits_{view}", picture()
        press(RIGHT)
    press(CARDS[3])
    yield "operator_play", picture()
    press(CARDS[3])
    yield "operator_games", picture()
    press(CARDS[3])
    yield "operator_settings", picture()
    press(CARDS[0])
    press(CARDS[3])
    press(LEFT)
    press(ACTION)
    yield "operator_sure", picture()
    press(CARDS[0])
    yield "operator_not_done", not_done(toolkit)
    press(CARDS[1])
    for place, button in enumerate((*BUTTONS[:5], BUTTONS[0], BUTTONS[6])):
        press(button, place % 2, at_ms=100 + 87 * place)
        press(button, place % 2, down=place == 6, at_ms=150 + 87 * place)
    yield "operator_buttons", picture()
    for number in range(40):
        press(BUTTONS[number * 5 % 8], number % 2, at_ms=1000 + 160 * number + number % 7 * 13)
        press(BUTTONS[number * 5 % 8], number % 2, down=False, at_ms=1046 + 160 * number + number % 7 * 18)
    press(ACTION, at_ms=9000)
    page.advance(9_000_000_000 + LEAVE_TEST_NS, 0)
    yield "operator_edges", picture()
    for name in ("shortest", "bounce"):
        press(ACTION, down=False, at_ms=12_000)
        press(ACTION, at_ms=12_000)
        page.advance(12_000_000_000 + LEAVE_TEST_NS, 0)
        yield f"operator_{name}", picture()
    yield from four_panels(toolkit)
    yield from card_pictures(toolkit)
    yield from assign_pictures(toolkit)
    yield "people_merge", merging(toolkit)
    screen = pygame.Surface(toolkit.size)
    ScreenTest(toolkit).draw(screen, 0, everything=True)
    yield "screen_test", screen


def merging(toolkit: Toolkit) -> pygame.Surface:
    """What becomes of a name that is merged into another of the same evening."""
    evening = Evening.begin(WinnerStays(("MIA", "BEN"))).evening
    mia, ben = (Person(name, NOON, NOON, 1000 + place, 317) for place, name in enumerate(("MIA", "BEN")))
    scene = sure_question(toolkit, "merge", mia, "BEN", ben, evening)
    screen = pygame.Surface(toolkit.size)
    scene.enter(0)
    scene.draw(screen, 0, everything=True)
    return screen


def not_done(toolkit: Toolkit) -> pygame.Surface:
    """The settings after the machine could not be switched off."""
    reason = "Call to PowerOff failed: Interactive authentication required"
    told = word("operator.not_done", reason=shortened(reason))
    page = OperatorPage(toolkit, service(refused=told))
    page.enter(0)
    page.handle(Press(0, CARDS[3], True, 0, "gpio"))
    page.handle(Press(0, LEFT, True, 0, "gpio"))
    page.advance(0, 0)
    screen = pygame.Surface(toolkit.size)
    page.draw(screen, 0, everything=True)
    return screen


def four_panels(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """The parts that tell of every panel, where there are four."""
    page = OperatorPage(toolkit, service(panels=4))
    page.enter(0)
    for name, part in (("operator_audits_four", CARDS[2]), ("operator_buttons_four", CARDS[1])):
        page.handle(Press(0, part, True, 0, "board"))
        for _ in range(VIEWS.index("buttons") if part == CARDS[2] else 0):
            page.handle(Press(0, RIGHT, True, 0, "board"))
        for seat, button in ((0, BUTTONS[0]), (1, BUTTONS[4]), (2, BUTTONS[5]), (3, BUTTONS[7])):
            if part == CARDS[1]:
                page.handle(Press(seat, button, True, 87_000_000 * seat, "board" if seat < 2 else "board2"))
        screen = pygame.Surface(toolkit.size)
        page.draw(screen, 0, everything=True)
        yield name, screen


MENU: Final = "operators_"
"""What the names of these pictures begin with: none of them is a golden one, since each is lines that others show."""
PEOPLE: Final = tuple(Person(name, NOON, NOON, 1000 + place, 317) for place, name in enumerate(("MIA", "BEN", "ZOE")))
AIR: Final = (
    Network(b"Fritz!Box 7590 AB", 88, "phrase", is_joined=True),
    Network(b"W" * 32, 71, "phrase"),
    Network("Café zur Post – Gäste".encode(), 64, "open"),
    Network(b"eduroam", 12, "other"),
    *(Network(f"Neighbour {number}".encode(), 10 - number, "phrase") for number in range(10)),
)
BACKUP: Final = "backup-2026-11-27-20-15"
MOMENT: Final = time.struct_time((2026, 11, 27, 20, 15, 0, 4, 331, 0))
VALUES: Final = {
    "detail": "No space left on device", "free": "12", "needed": "340", "reason": "database disk image is malformed",
    "stick": "KINGSTON", "name": "export-2026-11-27-20-15", "files": 1204, "count": 12, "moment": "27.11.2026 20:15",
    "matches": 1204, "presses": 88_310, "at": "27.11.26 20:15", "seconds": 60, "output": "USB Audio Device", "other":
    "BEN", "problem": "The records cannot be saved now.", "device": "DragonRise Inc. Generic USB Joystick",
    "mode": "1920x1080 at 60 Hz",
}  # fmt: skip
"""Long values of the texts about what was done and what could not be."""
OF_MESSAGES: Final = ("stick.fault.", "stick.exported.about", "stick.backed_up.about", "stick.restored.about")
OF_FOOT: Final = (
    "machine.error.", "operator.unsaved", "operator.no_sound", "operator.no_output", "operator.last_way",
    "operator.cleared", "operator.restarting", "operator.lead_to_title", "people.not_done", "people.one",
    "players.nobody", "players.done.", "assign.saved", "assign.nothing", "mode.kept", "mode.taken_back", "mode.refused",
)  # fmt: skip
"""The texts that stand on a page of their own, and those at the foot of the settings."""


def operators_menu(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """Every page but those of `operator_samples`, by name."""
    yield from topics(toolkit)
    yield from questions(toolkit)
    for name, scene in dialogs(toolkit):
        yield f"{MENU}{name}", drawn(scene, toolkit)
    yield from said(toolkit)


def drawn(scene: Scene[Any], toolkit: Toolkit) -> pygame.Surface:
    """A scene when it has just come."""
    screen = pygame.Surface(toolkit.size)
    scene.enter(0)
    scene.draw(screen, 0, everything=True)
    return screen


def opened(toolkit: Toolkit) -> OperatorPage:
    """The operator's page with its first topic open."""
    page = OperatorPage(toolkit, service())
    page.enter(0)
    press(page, CARDS[3])
    return page


def press(page: OperatorPage, button: str) -> None:
    """Press a button of AMBER's panel."""
    page.handle(Press(0, button, True, 0, "gpio"))


def words_on(page: OperatorPage) -> frozenset[str]:
    """Every text of the page."""
    parts = laid(page.toolkit, page.described(), page.page)
    return frozenset(each.part.words for each in parts if isinstance(each.part, Text))


def topics(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """The lines of each topic, as many pictures as it has pages; and each line that is confirmed, with its question."""
    page, items = opened(toolkit), service().items()
    for topic, group in groupby(items, lambda item: item.topic):
        shown = frozenset[str]()
        for line, item in enumerate(group):
            if item.row().title not in shown:
                shown = words_on(page)
                yield f"{MENU}{topic}_{line}", drawn(page, toolkit)
            if item.dangerous:
                press(page, ACTION)
                yield f"{MENU}{topic}_{line}_sure", drawn(page, toolkit)
                press(page, CARDS[0])
            press(page, RIGHT)


def prove(key: str, **parts: str) -> str:
    """How the owner is proved, in words; `parts` are keys."""
    return word(key, number="4821 9033", **{name: f"{word(part)} " for name, part in parts.items()}).replace("  ", " ")


def never() -> bool:
    """Nobody has proved it."""
    return False


def dialogs(toolkit: Toolkit) -> Iterator[tuple[str, Scene[Any]]]:
    """The pages that the lines lead to, as they come."""
    mia, ben = PEOPLE[:2]
    evening = Evening.begin(WinnerStays(("MIA", "BEN"))).evening
    back = Answer(word("menu.back"), word("desk.back.line"), "", ("left",))
    backups = [Answer(moment_of(BACKUP).replace(" ", "\n"), word("stick.restore.line", name=BACKUP), BACKUP)] * 3
    phrase = WriteText(toolkit, word("wifi.phrase", name="W" * 32), "a long secret " * 4, 63, least=8, is_exact=True)
    typed = WriteText(toolkit, word("house.title"), "THE CROWN", 24, is_typed=True)
    yes = Answer(word("desk.yes"), word("stick.restore.yes", moment=moment_of(BACKUP)), BACKUP)
    title = word("own_screens.title")
    yield "code", EnterCode(toolkit, word("code.enter"), LENGTH)
    yield "code_wrong", EnterCode(toolkit, word("code.enter"), LENGTH, word("code.wrong"))
    yield "code_new", EnterCode(toolkit, word("code.new"), LENGTH, word("code.new.about"))
    yield "code_again", EnterCode(toolkit, word("code.again"), LENGTH)
    yield "code_differs", EnterCode(toolkit, word("code.new"), LENGTH, word("code.differs"))
    yield "code_set", Message(toolkit, word("code.set"), word("code.set.about"))
    yield "code_none", ProveOwner(toolkit, word("code.none"), prove("code.prove", hold="code.prove.either"), never)
    yield (
        "code_old",
        ProveOwner(toolkit, word("code.forgotten"), prove("code.prove.stick", why="code.prove.old"), never),
    )
    yield "code_wait", Message(toolkit, word("code.locked"), word("code.wait", seconds=60), is_alarm=True)
    yield (
        "coin_slot",
        AwaitedQuestion(toolkit, word("coins.slot", slot=1), word("coins.slot.about"), never, "coins.slot.hint"),
    )
    yield (
        "coin_slot_set",
        Message(toolkit, word("coins.slot", slot=1), word("coins.slot.set", line="BTN_TRIGGER_HAPPY12")),
    )
    yield "clock", SetClock(toolkit, MOMENT)
    yield "margin", SetMargin(toolkit, 3)
    yield "wifi_which", PickLine(toolkit, word("wifi.which"), [*map(network_row, AIR), Row(word("wifi.other_name"))], 1)
    yield "wifi_phrase", phrase
    yield "house_typed", typed
    yield "wifi_joining", Working(toolkit, word("wifi.joining"), word("wifi.joining.about"), lambda: 0.0)
    yield "wifi_other", Message(toolkit, word("wifi.failed"), word("wifi.other"), is_alarm=True)
    yield "wifi_joined", Message(toolkit, word("wifi.joined"), word("wifi.joined.about", name="W" * 32))
    yield "mode", ChooseMode(toolkit, MODES, MODES[0])
    yield "rotate", PickLine(toolkit, word("rotate.title"), [Row(rotation_words(turn)) for turn in TURNS], 1)
    yield "screens_begin", Question(toolkit, title, word("own_screens.begin"), "own_screens.hint")
    yield "screens_end", Question(toolkit, title, word("own_screens.end"), "own_screens.hint")
    yield "screens_few", Message(toolkit, title, word("own_screens.too_few", needed=4, found=1), is_alarm=True)
    yield "rotate_keep", KeepPicture(toolkit, rotation_words(270), KEEP_TURNED_NS)
    yield "mode_keep", KeepPicture(toolkit, mode_words(MODES[0]), KEEP_NS)
    yield "stick_exporting", Working(toolkit, word("stick.exporting"), word("stick.leave_it"), lambda: 0.4)
    yield "stick_backing_up", Working(toolkit, word("stick.backing_up"), word("stick.leave_it"), lambda: 0.4)
    yield "stick_looking", Working(toolkit, word("stick.looking"), word("stick.leave_it"), lambda: 0.4)
    yield "stick_restoring", Working(toolkit, word("stick.restoring"), word("stick.leave_it"), lambda: 0.4)
    yield "stick_which", Choice(toolkit, word("stick.restore.which"), backups, len(backups), [back])
    yield "stick_sure", Choice(toolkit, word("stick.restore.sure"), [yes], 1, [back])
    yield "stick_none", Message(toolkit, word("stick.failed"), word("stick.no_backup"), is_alarm=True)
    yield "people_waiting", Waiting(toolkit, word("people.working"), lambda: None)
    yield "people_rename_sure", sure_question(toolkit, "rename", mia, "AMY", None, evening)
    yield "people_delete_sure", sure_question(toolkit, "delete", mia, "", None, evening)
    yield "people_merge_away", sure_question(toolkit, "merge", mia, "BEN", ben, None)


def questions(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """The questions about the evening, from the first to the last."""
    pairings = Evening.begin(WinnerStays(("MIA", "BEN"))).evening.pairings
    stories: dict[str, Callable[[], Any]] = {
        "out": lambda: ask_who_leaves(toolkit, ("MIA", "BEN", "ZOE"), {}),
        "award": lambda: ask_who_has_won(toolkit, [*pairings, *pairings], {}),
    }
    for name, story in stories.items():
        dialog, number = Dialog(story()), 0
        while not dialog.results:
            number += 1
            yield f"{MENU}{name}_{number}", drawn(dialog.top, toolkit)
            dialog.handle(Press(0, CARDS[0], True, 0, "picture"))


def said(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """Every sentence on what was done, and on what could not be: on a page of its own, or at the foot."""
    page = opened(toolkit)
    wanted = (*OF_MESSAGES, *OF_FOOT)
    for key, text in ((key, text) for key, text in catalogue().items() if key.startswith(wanted)):
        values = {name: VALUES[name] for _, name, _, _ in Formatter().parse(text) if name}
        if key.startswith((*OF_MESSAGES, "machine.error.stick.")):
            is_alarm = not key.endswith(".about")
            title = word("stick.failed" if is_alarm else "stick.exported")
            yield f"{MENU}{key}", drawn(Message(toolkit, title, word(key, **values), is_alarm=is_alarm), toolkit)
        else:
            page.tell(Note(word(key, **values), "alarm"))
            yield f"{MENU}{key}", drawn(page, toolkit)
