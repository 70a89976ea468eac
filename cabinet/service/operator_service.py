"""The functions of the operator's page: settings, counts, restart, power, and the doctor in the background."""

import shlex
import socket
import subprocess
import time
from collections import deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextvars import copy_context
from enum import Enum, auto
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from cabinet.config.offers import Offer, each_offer, hidden_faults
from cabinet.config.schema import Config
from cabinet.display.toolkit import Toolkit
from cabinet.doctor.findings import OK, Finding
from cabinet.errors import CabinetError
from cabinet.input.assigning import place_words
from cabinet.lamp_patterns import IDLE, PATTERNS, Cue, Light, colour_of
from cabinet.people.records import PERIODS, STREAK, evening_day
from cabinet.scenes.operator import TOPICS, Item, Measure, Service, Task
from cabinet.scenes.operator_pages import Row
from cabinet.scenes.screen_pages import ScreenTest, mode_words
from cabinet.screens.modes import Mode, mode_of
from cabinet.service.operator_code import OperatorCode, set_code, unlock
from cabinet.service.settings import BETWEEN, EXCLUDED, HIDDEN, KNOBS, MARGIN, OUTPUT, SCREEN_MODE, Knob, turned_value
from cabinet.store.audits import Audits, read_audits
from cabinet.store.ledger import BESIDE, SINCE
from cabinet.store.store import Store
from cabinet.strings.catalogue import in_one_line, word
from engine.errors import shortened
from engine.games import GAMES
from engine.panel import BUTTONS
from engine.version import VERSION
from hardware.clock import Clock, monotonic_ns
from hardware.lamps import Lamp

if TYPE_CHECKING:
    from cabinet.doctor.checks import CheckContext
    from cabinet.service.machine_items import MachineItems
    from cabinet.service.stick_items import StickItems
    from engine.game import Game

TO_LEFT: Final = "finish.0@L"
TO_RIGHT: Final = "finish.1@R"
"""Sounds that come from one side."""
INDENT: Final = " " * 5
"""Sets the ways to play below their game."""
ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that is nobody's (RFC 5737)."""
UNSAVED_NS: Final = 2_000_000_000
"""How long changes may wait to be saved before the page says so: a slow card takes a moment."""
POWER_OFF_S: Final = 30.0
"""How long the power-off command may take before it counts as failed, s."""


class CodeTask(Enum):
    """What lines about the operator's code lead to."""

    UNLOCK = auto()
    CHANGE = auto()


class BackgroundChecks:
    """The doctor's checks in a thread of their own, below a line about the machine itself: some take seconds, and the
    loop must not wait.

    What they find is in the language in use.
    """

    def __init__(self, context: "CheckContext") -> None:
        self._context = context
        about = word("operator.machine", version=VERSION, name=socket.gethostname(), address=address_words())
        self._machine = Finding("machine", OK, about)
        self._findings: list[Finding] | None = None
        Thread(target=copy_context().run, args=(self._run,), name="doctor", daemon=True).start()

    def findings(self) -> Sequence[Finding] | None:
        """Return the findings; None while the checks still run."""
        return self._findings

    def _run(self) -> None:
        from cabinet.doctor.checks import examine  # slow to import, and the first frame does not need it

        self._findings = [self._machine, *examine(self._context)]


class OperatorService:
    """Makes the page's `Service`, with the actions of its lines."""

    def __init__(
        self,
        store: Store,
        config: Callable[[], Config],
        context: "Callable[[], CheckContext]",
        *,
        judged: bool,
        seats: Sequence[int],
        adopt: Callable[[], None],
        restart: Callable[[], None],
        sounds: Callable[[], Sequence[str]],
        try_sound: Callable[[str], bool],
        outputs: Callable[[], Mapping[str, str]] = dict,
        try_output: Callable[[str], bool] = bool,
        audits: Callable[[], Mapping[str, int]],
        evening: Callable[[], Sequence[Item]] = tuple,
        code: OperatorCode,
        machine: "MachineItems",
        stick: "StickItems",
        assigns: bool = False,
        has_lamps: bool = True,
        modes: Callable[[], Sequence[Mode]] = tuple,
        measure: Measure = lambda: dict,
        shared_keys: Callable[[], Mapping[tuple[int, str], str]] = dict,
        log: Callable[[str], None] = lambda _line: None,
        clock: Clock = monotonic_ns,
    ) -> None:
        """`config` returns the present configuration; `seats` are those with panels.

        `adopt` is called when a setting has changed, `restart` to restart the program. `sounds` returns the names of
        all sounds, `try_sound` plays one and returns False where there is no sound card. `outputs` returns the names of
        the sound cards by their ids, `try_output` plays on one ("": the first), or returns False. `audits` returns the
        counts, those of a moment ago among them. `evening` returns the lines of a running evening; `code` unlocks what
        guests are not to do; `machine` has the lines of the machine itself, `stick` those of the stick. `assigns`:
        encoders and gamepads may be told their buttons. `has_lamps`: there are lamps in the buttons. `modes`
        returns those of the screen that can be chosen. `measure` and `shared_keys` are as in `Service`, `log` writes a
        line for the operator.
        """
        self._store = store
        self._config = config
        self._context = context
        self._judged = judged
        self._seats = seats
        self._adopt = adopt
        self._restart = restart
        self._sounds = sounds
        self._try_sound = try_sound
        self._tried = ""
        self._outputs = outputs
        self._try_output = try_output
        self._ways: list[tuple[type[Game], tuple[Offer, ...]]] = []
        self._listed_by: Mapping[str, object] = {}
        """The options by which `_ways` are."""
        self._lamp: int | None = None
        """The place of the last light in `_lamp_shows`."""
        self._tried_output: str | None = None
        """The output that is being tried, and not taken yet."""
        self._audits = audits
        self._evening = evening
        self._machine = machine
        self._stick = stick
        self._code = code
        self._assigns = assigns
        self._has_lamps = has_lamps
        self._modes = modes
        self._measure = measure
        self._shared_keys = shared_keys
        self._log = log
        self._complaints: deque[str] = deque()
        self._clock = clock
        self._unsaved_since: int | None = None
        """When something was found unsaved, CLOCK_MONOTONIC, ns."""
        self._not_done = ""
        self._unread = ""
        """Why the audits could not be read last."""

    def service(self) -> Service:
        """Return the service of a new page without an earlier page's failure."""
        self._not_done = ""
        self._code.begin_visit()
        return Service(
            BackgroundChecks(self._context()).findings,
            self._read_audits,
            lambda: self._store.closest(judged=self._judged),
            self._items,
            self._seats,
            lambda: self._not_done or self._machine.not_done or self._unsaved(),
            self._tasks(),
            self._measure,
            self._shared_keys,
        )

    def _tasks(self) -> Mapping[Enum, Callable[[Toolkit], Coroutine[Any, Any, None]]]:
        """Return the pages to which lines lead."""
        return {
            CodeTask.UNLOCK: partial(unlock, code=self._code),
            CodeTask.CHANGE: partial(set_code, code=self._code),
            Task.SCREEN_TEST: show_test_card,
            **self._machine.tasks(),
            **self._stick.tasks(),
        }

    def _guarded(self, *items: Item) -> list[Item]:
        """Return lines that need the operator's code: locked ones lead to it, or to how it is set."""
        if self._code.is_open:
            return list(items)
        return [Item(partial(locked_row, item), leads_to=CodeTask.UNLOCK, topic=item.topic) for item in items]

    def _code_items(self) -> list[Item]:
        """Return the line of the code itself."""
        if self._code.is_in_file:
            return []
        state = "code.change" if self._code.is_open else "code.locked" if self._code.is_set else "code.unset"
        task = CodeTask.CHANGE if self._code.is_open else CodeTask.UNLOCK
        return [Item(lambda: Row(word("operator.code"), word(state)), leads_to=task)]

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

    def _read_audits(self) -> Callable[[], Mapping[str, Audits] | None]:
        """Begin to read the audits, with the counts of a moment ago; return what returns them when they are there."""
        self._audits()
        if self._not_done == self._unread:
            self._not_done = ""
        counts, now, folder = dict(self._store.audits()), time.time(), self._store.folder
        streaks, found = self._streaks(now), list[Mapping[str, Audits]]()

        def read() -> None:
            from cabinet.store.people import opened_for_reading  # slow to import, and no frame waits for it

            audits: Mapping[str, Audits] = {"ever": Audits(counts=counts)}
            try:
                if folder is not None:
                    with opened_for_reading(folder) as connection:
                        audits = read_audits(connection, now)
            except CabinetError as problem:
                self._unread = self._not_done = str(problem)
            found.append({name: replace(each, streak=streaks.get(name, "")) for name, each in audits.items()})

        self._store.read(read)
        return lambda: found[0] if found else None

    def _streaks(self, now: float) -> Mapping[str, str]:
        """Return the longest streak of each period that has records, in words."""
        day, people = evening_day(now), self._store.people
        best = {period: people.records(STREAK, period, day) for period in PERIODS}
        return {period: f"{rows[0].value} {rows[0].names[0]}" for period, rows in best.items() if rows}

    def _clear_audits(self) -> str:
        """Begin the counts anew; return the receipt, which goes to the journal as well."""
        self._audits()
        self._store.clear(audits=True)
        kept = self._store.audits()
        at = time.strftime(word("form.moment"), time.localtime(kept[SINCE]))
        presses = word("operator.presses", count=kept["since.presses"])
        receipt = word("operator.cleared", at=at, matches=kept["since.matches"], presses=presses)
        self._log(receipt)
        return receipt

    def complaints(self) -> Sequence[str]:
        """Return the failures since the last call, in words."""
        return [self._complaints.popleft() for _ in range(len(self._complaints))]

    def _items(self) -> list[Item]:
        operator = self._config().operator
        items = [
            Item(partial(self._knob_row, knob), turn=partial(self._turn, knob), topic=knob.topic) for knob in KNOBS
        ]
        items.append(
            Item(self._output_row, self._take_output, turn=self._next_output, drop=self._drop_output, topic="sound")
        )
        items += self._offer_items()
        items.append(Item(self._margin_row, leads_to=Task.MARGIN, topic="screen"))
        if self._modes():
            items.append(Item(self._mode_row, leads_to=Task.MODE, topic="screen"))
        items.append(Item(lambda: Row(word("operator.network"), address_words())))
        items += self._guarded(
            *(
                Item(plain(f"people.{task.value}"), leads_to=task, topic="people")
                for task in (Task.RENAME, Task.MERGE, Task.DELETE)
            ),
            Item(plain("operator.clear_races"), partial(self._store.clear, races=True), dangerous=True, topic="people"),
            Item(plain("operator.forget"), self._forget, dangerous=True),
            Item(plain("operator.clear_audits"), self._clear_audits, dangerous=True),
        )
        items += self._machine.settings()
        items += self._guarded(*self._machine.locked_items(), *self._stick.items())
        items += self._code_items()
        if self._assigns:
            items.append(Item(plain("operator.assign"), leads_to=Task.ASSIGN))
        if not operator.settings:
            items = [Item(plain("operator.locked"))]
        items += [replace(item, topic="tonight") for item in self._evening()]
        items.append(Item(self._sound_row, turn=self._play_next, topic="sound"))
        items.append(Item(self._lamp_row, turn=self._next_lamp, light=self._lamp_light, topic="lamps"))
        items.append(Item(plain("operator.screen_test"), leads_to=Task.SCREEN_TEST, topic="screen"))
        items.append(Item(plain("operator.restart"), self._restart, dangerous=True))
        items += self._machine.items()
        if operator.power_off:
            items.append(Item(plain("operator.power_off"), self._power_off, dangerous=True))
        if not self._has_lamps:
            items = [item for item in items if item.topic != "lamps"]
            items.append(Item(plain("operator.no_lamps"), topic="lamps"))
        return sorted(items, key=lambda item: TOPICS.index(item.topic))

    def _knob_row(self, knob: Knob) -> Row:
        return Row(word(f"setting.{knob.name}"), value_text(knob, self._config()))

    def _turn(self, knob: Knob, step: int) -> None:
        value = turned_value(knob, self._config(), step)
        for name, each in ((knob.name, value), *EXCLUDED.get((knob.name, value), ())):
            self._store.set(name, each)
        self._adopt()

    def _sound_row(self) -> Row:
        side = {TO_LEFT: "operator.sound_test.left", TO_RIGHT: "operator.sound_test.right"}.get(self._tried)
        if not self._config().sound.volume:
            side = "operator.sound_test.silent"
        return Row(word("operator.sound_test"), word(side) if side else self._tried)

    def _play_next(self, step: int) -> None:
        """Play the sound after the last one, or before it: the left loudspeaker, the right one, then every sound."""
        names = (TO_LEFT, TO_RIGHT, *self._sounds())
        place = names.index(self._tried) + step if self._tried else 0
        self._tried = names[place % len(names)]
        is_heard = not self._config().sound.volume or self._try_sound(self._tried)
        self._not_done = "" if is_heard else word("operator.no_sound")

    def _margin_row(self) -> Row:
        return Row(word(f"setting.{MARGIN.name}"), f"{self._config().display.margin:g} %")

    def _mode_row(self) -> Row:
        return Row(word(f"setting.{SCREEN_MODE.name}"), mode_words(mode_of(self._config().display.mode)))

    def _offer_items(self) -> list[Item]:
        """Return a line for each game and, below it, for each way to play it, unless there is one alone."""
        config = self._config()
        if config.options != self._listed_by or not self._ways:
            self._listed_by = config.options
            self._ways = [(game, tuple(each_offer(game, config))) for game in GAMES]
        items = []
        for game, ways in self._ways:
            name = game.info.id
            items.append(self._offer_item(HIDDEN[0], name, word(f"game.{name}")))
            if len(ways) > 1 and name not in config.match.hidden_games:
                for way in ways:
                    title = INDENT + in_one_line(way.title)
                    items.append(self._offer_item(HIDDEN[1], way.name, title))
        return items

    def _offer_item(self, knob: Knob, name: str, title: str) -> Item:
        def row() -> Row:
            is_on = name not in getattr(self._config().match, knob.name)
            return Row(title, word("operator.on" if is_on else "operator.off"))

        return Item(row, turn=lambda _step: self._turn_offer(knob, name), topic=knob.topic)

    def _turn_offer(self, knob: Knob, name: str) -> None:
        """Hide a game or a way to play, or offer it again; the last one stays."""
        config, hidden = self._config(), getattr(self._config().match, knob.name)
        names = tuple(each for each in hidden if each != name) if name in hidden else (*hidden, name)
        value = BETWEEN.join(names)
        if hidden_faults(knob.write(config, value)):
            self._not_done = word("operator.last_way")
            return
        self._not_done = ""
        self._store.set(knob.name, value)
        self._adopt()

    def _output_row(self) -> Row:
        output = self._config().sound.output if self._tried_output is None else self._tried_output
        return Row(word(f"setting.{OUTPUT.name}"), self._output_name(output))

    def _output_name(self, output: str) -> str:
        return self._outputs().get(output, output) or word("output.first")

    def _next_output(self, step: int) -> None:
        """Play on the output after the one that is tried, or before it."""
        there = self._outputs()
        if not there:
            self._not_done = word("operator.no_outputs")
            return
        before = self._config().sound.output if self._tried_output is None else self._tried_output
        ids = ("", *there)
        self._tried_output = ids[(ids.index(before) + step if before in ids else 0) % len(ids)]
        is_heard = not self._config().sound.volume or self._try_output(self._tried_output)
        output = self._output_name(self._tried_output)
        self._not_done = "" if is_heard else word("operator.no_output", output=output)

    def _take_output(self) -> None:
        if self._tried_output is not None:
            self._store.set(OUTPUT.name, self._tried_output)
            self._drop_output()

    def _drop_output(self) -> None:
        """Play on the output that is set."""
        if self._tried_output is not None:
            self._tried_output, self._not_done = None, ""
            self._adopt()

    @property
    def _lamp_shows(self) -> Sequence[tuple[str, Light]]:
        """What the lamps can be asked to show, by name: all of them, each alone, and every pattern."""
        places = [(seat, button) for seat in self._seats for button in BUTTONS]
        bright = {place: Lamp(colour_of(place[0])) for place in places}
        each = [(place_words(seat, button), {(seat, button): bright[seat, button]}) for seat, button in places]
        cues = [(word(f"lamp_test.{name}"), Cue(name, tuple(self._seats))) for name in PATTERNS]
        return ((word("lamp_test.all"), bright), *each, *cues)

    def _lamp_row(self) -> Row:
        return Row(word("operator.lamp_test"), self._lamp_shows[self._lamp][0] if self._lamp is not None else "")

    def _next_lamp(self, step: int) -> None:
        """Show the next light: first all lamps."""
        count = len(self._lamp_shows)
        self._lamp = (self._lamp + step) % count if self._lamp is not None else 0 if step > 0 else count - 1

    def _lamp_light(self) -> Light:
        return self._lamp_shows[self._lamp][1] if self._lamp is not None else IDLE

    def _forget(self) -> None:
        for name in set(self._store.settings()) - {*BESIDE}:  # what is wired how is not a matter of taste
            self._store.set(name, None)
        self._adopt()

    def _power_off(self) -> None:
        self._not_done = ""
        command = shlex.split(self._config().operator.power_off)
        Thread(target=self._run, args=(command,), name="power off", daemon=True).start()

    def _run(self, command: Sequence[str]) -> None:
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
        self._not_done = word("operator.not_done", reason=shortened(reason.rstrip(".")))
        self._complaints.append(word("operator.not_done", reason=f"{shlex.join(command)}: {reason.rstrip('.')}"))


def reason_of(problem: OSError | subprocess.TimeoutExpired) -> str:
    """Return why a command did not run to its end, in words."""
    if isinstance(problem, subprocess.TimeoutExpired):
        return word("operator.too_long", seconds=f"{problem.timeout:g}")
    return problem.strerror or str(problem)


def address_words() -> str:
    """Return the machine's address in its network, by a cable or without; a word where it is in none."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as towards:
            towards.connect(ELSEWHERE)  # of a datagram socket: chooses the address to send from, and sends nothing
            return str(towards.getsockname()[0])
    except OSError:
        return word("operator.no_address")


async def show_test_card(toolkit: Toolkit) -> None:
    """Show the test card."""
    await ScreenTest(toolkit)


def locked_row(item: Item) -> Row:
    """Return the line of what needs the operator's code."""
    return Row(item.row().title, word("code.locked"))


def plain(key: str) -> Callable[[], Row]:
    """Return the maker of a line without a value."""
    return lambda: Row(word(key))


def value_text(knob: Knob, config: Config) -> str:
    """Return the present value of a setting, in words."""
    value = knob.read(config)
    if value is None:
        return word("operator.as_rules")
    if isinstance(value, bool):
        return word("operator.on" if value else "operator.off")
    return f"{value}{knob.unit}" if isinstance(value, int) else in_one_line(word(f"{knob.words}.{value}"))
