"""Sources whose contacts are closed and opened at given times, to the nanosecond, on the fakes of `hardware`.

A rig is the shipped source behind the shipped debounce and the inputs, as in a cabinet; only what lies below the source
is imagined: the kernel, the board and its line, an encoder that is asked now and then.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from cabinet.config.schema import Input
from cabinet.input.inputs import Inputs, PanelMap, Panels, lines_map, panel_map
from engine.log_lines import CommandLine
from engine.match import Match
from engine.panel import CARDS, Press
from hardware.board.fake import Cable, FakeBoard
from hardware.board.source import BoardSource
from hardware.clock import MS, FakeClock
from hardware.debounce import Debounced, Settings
from hardware.evdev.controls import CODES
from hardware.evdev.fake import PAD, FakeDevice, FakeFolder
from hardware.evdev.kernel import Identity
from hardware.evdev.layouts import Layouts
from hardware.evdev.source import EvdevSource
from hardware.fake import FakeSource
from hardware.gpio.fake import FakeGpiod, FakeInterruptTrace
from hardware.gpio.gpiod_factory import GpiodFactory
from hardware.gpio.source import GpioSource
from hardware.source import Event, InputSource, RawEvent, SwitchEdge
from workshop.certify.race import MAP, Starter, winner_of
from workshop.certify.race import run as deliver

US: Final = 1_000
PINS: Final = panel_map(Input().pins)
KEYS: Final = panel_map(Input().keys)
FRAME: Final = 5 * MS
"""The time between two drains."""
USB_NS: Final = (60_000, 1_100_000)
"""How long bytes are on their way, either way: a full-speed bus moves them once a millisecond."""
CRYSTAL: Final = 37e-6
"""By how much an imagined board's crystal is slow or fast: within what makers of such boards allow."""
WARM_UP_NS: Final = 10_000 * MS
"""A board's clock is known so long after its first answer."""


class Change(NamedTuple):
    """A contact of a seat's first card closes or opens."""

    at_ns: int
    seat: int
    closed: bool


class MovableClock(Protocol):
    """A clock whose time passes where it is asked to: imagined, or by waiting for it."""

    def __call__(self) -> int:
        """Return CLOCK_MONOTONIC, in ns."""

    def move_to(self, raw_ns: int) -> None:
        """Let time pass until then."""


class Timed(Debounced):
    """The shipped debounce, and the longest that a press was on its way to the program since `delay_ns` was reset."""

    def __init__(self, raw: InputSource[RawEvent], settings: Settings) -> None:
        super().__init__(raw, settings)
        self.delay_ns: int | None = None

    def drain(self) -> list[Event]:
        events = super().drain()
        presses = [event for event in events if isinstance(event, SwitchEdge) and event.pressed]
        delays = [edge.arrived_ns - edge.time_ns for edge in presses if edge.arrived_ns is not None]
        self.delay_ns = max([self.delay_ns or 0, *delays]) if delays else self.delay_ns
        return events


class Rig(ABC):
    """A source behind the debounce, with its contacts closed and opened at given times."""

    def __init__(
        self,
        source: InputSource[RawEvent],
        buttons: PanelMap,
        clock: MovableClock,
        settings: Settings | None = None,
        beside: Sequence[tuple[InputSource[RawEvent], PanelMap]] = (),
    ) -> None:
        """`beside`: other sources, with buttons of their own."""
        self.clock = clock
        self.raw = source
        panels = [(source, buttons), *beside]
        self.lines = {place: line for _, map_ in panels for line, place in map_.items()}
        self.events: list[Event] = []
        self.debounced = [Timed(each, settings or Settings()) for each, _ in panels]
        behind = [Panels(each, map_) for each, (_, map_) in zip(self.debounced, panels, strict=True)]
        self.inputs = Inputs(behind, self.events.append)
        self.inputs.start()

    def prepare(self, pattern: str) -> None:  # noqa: B027 most rigs have nothing to do
        """Get ready for a race whose contacts close by this pattern."""

    @abstractmethod
    def plan(self, seat: int, changes: Sequence[Change]) -> None:
        """Plan the contact's changes, all of them later than now."""

    def run_until(self, until_ns: int) -> None:
        """Let time pass."""
        self.clock.move_to(until_ns)

    def confirm(self) -> None:  # noqa: B027 what is imagined does as planned
        """After a race: make certain that its contacts did as planned. Raises CertifyError."""

    def line(self, seat: int) -> int:
        """Return the line of a seat's first card."""
        line = self.lines[seat, CARDS[0]]
        assert isinstance(line, int)
        return line

    def close(self) -> None:
        """Close the source."""
        self.inputs.close()


class FakeRig(Rig):
    """The scriptable fake."""

    def __init__(self, clock: FakeClock) -> None:
        self.script = FakeSource(list(PINS), clock)
        super().__init__(self.script, PINS, clock)

    def plan(self, seat: int, changes: Sequence[Change]) -> None:
        for at, _, closed in changes:
            self.script.edge(self.line(seat), closed, at_ns=at)


class BoardRig(Rig):
    """A button board on an imagined line."""

    def __init__(self, clock: FakeClock) -> None:
        self.board = FakeBoard(clock, booted_ns=1_234_567)
        self.coming: list[Change] = []
        super().__init__(BoardSource(self.board.open, clock=clock), MAP, clock)

    def plan(self, seat: int, changes: Sequence[Change]) -> None:
        self.coming = sorted([*self.coming, *changes])

    def run_until(self, until_ns: int) -> None:
        while self.coming and self.coming[0].at_ns <= until_ns:
            at, seat, closed = self.coming.pop(0)
            self.clock.move_to(at)
            self.board.edge(self.line(seat), closed)
        self.clock.move_to(until_ns)


class HeaderRig(Rig):
    """The header over a model of the kernel, whose threads begin after `latency` (ns), traced or not."""

    def __init__(
        self,
        clock: FakeClock,
        *,
        is_traced: bool,
        latency: Callable[[], int] = lambda: 100 * US,
        buttons: PanelMap = PINS,
        beside: Sequence[tuple[InputSource[RawEvent], PanelMap]] = (),
    ) -> None:
        self.gpiod = FakeGpiod()
        self.gpiod.latency = latency
        trace = FakeInterruptTrace(clock) if is_traced else None
        if trace is not None:
            self.gpiod.on_interrupt = lambda line, at: trace.interrupt(line, at_ns=at)
        self.factory = GpiodFactory(FakeGpiod.PATH, gpiod=self.gpiod, clock=clock, trace=lambda: trace)
        pins = [line for line in buttons if isinstance(line, int)]
        source = GpioSource(self.factory.header, pins, clock=clock, on_close=self.factory.close)
        super().__init__(source, buttons, clock, beside=beside)
        self.gpiod.requests[0].stall()  # the reading thread lives in real time

    def plan(self, seat: int, changes: Sequence[Change]) -> None:
        self.gpiod.contact(self.line(seat), [(at, not closed) for at, _, closed in changes])

    def run_until(self, until_ns: int) -> None:
        while (step := min(self.clock() + MS // 4, until_ns)) > self.clock():
            self.clock.move_to(step)
            self.gpiod.run(step)
            if self.gpiod.requests[0].wait_edge_events(0):
                self.factory.lines.pump()  # as the reading thread does, which sleeps until then


class TwoClocksRig(HeaderRig):
    """Seat 0 on a button board, whose crystal is off and whose line is as late as USB; seat 1 on traced pins."""

    def __init__(self, clock: FakeClock, chance: random.Random) -> None:
        def late() -> int:
            return chance.randint(*USB_NS)

        self.board = FakeBoard(clock, booted_ns=1_234_567, ppm=CRYSTAL * 1e6, cable=Cable(delay=late, delay_back=late))
        on_board = lines_map(Input().lines, (0,))
        on_pins = {line: place for line, place in PINS.items() if place[0] == 1}
        self.coming: list[Change] = []
        source = BoardSource(self.board.open, clock=clock)
        super().__init__(clock, is_traced=True, buttons=on_pins, beside=[(source, on_board)])
        for _ in range(WARM_UP_NS // FRAME):  # until the board's clock is known
            self.run_until(clock() + FRAME)
            self.inputs.drain(clock())

    def plan(self, seat: int, changes: Sequence[Change]) -> None:
        if seat:
            super().plan(seat, changes)
        else:
            self.coming = sorted([*self.coming, *changes])

    def run_until(self, until_ns: int) -> None:
        while self.coming and self.coming[0].at_ns <= until_ns:
            at, seat, closed = self.coming.pop(0)
            super().run_until(at)
            self.board.edge(self.line(seat), closed)
        super().run_until(until_ns)


class EncoderRig(Rig):
    """Encoders, one for each seat or one for both; `intervals_ns` says how often each is asked, None if it does not say
    (1 ms then), and `identities` what they are, where that matters.

    One that `latches` keeps a contact's first touch until it is asked, as firmware of arcade encoders does; another
    says how the contact is just then, in the middle of its bounce perhaps.
    """

    def __init__(
        self,
        clock: FakeClock,
        intervals_ns: Sequence[int | None],
        chance: random.Random,
        *,
        latches: bool = False,
        identities: Sequence[Identity] = (PAD, PAD),
        latency: Callable[[int], int] = lambda _place: 0,
    ) -> None:
        """`latency` says how late the next answer of an encoder is stamped, ns."""
        self.latches = latches
        codes = [CODES[str(key)] for key in KEYS]
        self.encoders = [
            FakeDevice(codes, clock, interval_ns=interval, identity=identity)
            for interval, identity in zip(intervals_ns, identities, strict=False)
        ]
        self.chance, self.latency = chance, latency
        self.phases: list[int] = []
        self.coming: list[Change] = []
        folder = FakeFolder(*self.encoders)
        source = EvdevSource(
            Layouts({str(key): seat for key, (seat, _) in KEYS.items()}),
            clock=clock,
            devices=folder.paths,
            open_device=folder.open,
        )
        super().__init__(source, KEYS, clock)

    def plan(self, seat: int, changes: Sequence[Change]) -> None:
        """Plan the answers: each says how the contact is when the encoder is asked, in a phase drawn for each race."""
        if not self.coming:
            self.phases = [self.chance.randrange(encoder.interval_ns or MS) for encoder in self.encoders]
        place = self.place(seat)
        interval, phase = self.encoders[place].interval_ns or MS, self.phases[place]
        changes = (changes[0], changes[-1]) if self.latches else changes
        answers = {at + (phase - at) % interval: Change(at, seat, closed) for at, _, closed in changes}
        stamped = 0
        for at, change in answers.items():
            stamped = max(stamped, at + self.latency(place))  # it is asked again only then
            self.coming.append(change._replace(at_ns=stamped))
        self.coming.sort()

    def run_until(self, until_ns: int) -> None:
        while self.coming and self.coming[0].at_ns <= until_ns:
            at = self.coming[0].at_ns
            now = [each for each in self.coming if each.at_ns == at]
            self.coming = self.coming[len(now) :]
            self.clock.move_to(at)
            for encoder in self.encoders:
                self.answer(encoder, [each for each in now if self.encoders[self.place(each.seat)] is encoder])
        self.clock.move_to(until_ns)

    def answer(self, encoder: FakeDevice, changes: Sequence[Change]) -> None:
        """Let an encoder tell these changes in one report, now."""
        encoder.report([(CODES[str(self.lines[seat, CARDS[0]])], closed) for _, seat, closed in changes])

    def place(self, seat: int) -> int:
        """Return which encoder has a seat's contact."""
        return min(seat, len(self.encoders) - 1)


def train(seat: int, begin_ns: int, lengths_us: Sequence[float]) -> list[Change]:
    """Closed for the first length, open for the second, and so on; open after the last."""
    changes, at = [], begin_ns
    for place, length in enumerate(lengths_us):
        changes.append(Change(at, seat, place % 2 == 0))
        at += round(length * US)
    return [*changes, Change(at, seat, False)]


class Race(NamedTuple):
    """What a race came to: its match, the entries that it has told, the presses of both seats that stand, whether the
    race counts as judged, and how long the later news of a press was on its way, ns; None where nothing is known."""

    match: Match
    told: list[object]
    presses: list[Press]
    is_judged: bool
    delay_ns: int | None = None

    @property
    def winner(self) -> CommandLine:
        """The play that stands. Raises ValueError where there is none, or more than one."""
        return winner_of(self.told)


def race(rig: Rig, starter: Starter, seed: int, trains: dict[int, list[Change]]) -> Race:
    """Both seats race for one pile, by these contacts; all of them after now."""
    match, told = starter.ready(seed, rig.clock()), list[object]()
    presses: list[Press] = []
    for debounced in rig.debounced:
        debounced.delay_ns = None
    for seat, changes in trains.items():
        rig.plan(seat, changes)
    end = max(changes[-1].at_ns for changes in trains.values()) + 150 * MS
    while rig.clock() < end:
        rig.run_until(rig.clock() + FRAME)
        came = rig.inputs.drain(rig.clock())
        gone = rig.inputs.glitches()
        deliver(match, came, told)
        deliver(match, gone, told)
        taken_back = {(glitch.seat, glitch.time_ns) for glitch in gone}
        presses += [press for press in came if press.pressed]
        presses = [press for press in presses if (press.seat, press.time_ns) not in taken_back]
    races = [line for line in told if isinstance(line, CommandLine) and line.command.do == "play"]
    delays = [each.delay_ns for each in rig.debounced if each.delay_ns is not None]
    return Race(match, told, presses, all(line.judged for line in races), max(delays, default=None))


def late_threads(chance: random.Random, median_ms: float, tail: float) -> Callable[[], int]:
    """Threads of that median latency; a share of them anywhere up to 50 ms."""

    def latency() -> int:
        if chance.random() < tail:
            return chance.randrange(48 * MS)
        return min(round(chance.lognormvariate(0, 0.8) * median_ms * MS), 48 * MS)

    return latency


def bouncing(chance: random.Random, seat: int, begin_ns: int) -> list[Change]:
    """A press on a switch that bounces for up to a millisecond or two."""
    lengths: list[float] = []
    for _ in range(chance.choice((1, 2, 3, 5))):
        lengths += [chance.lognormvariate(0, 1) * 60, chance.lognormvariate(0, 1) * 60]
    return train(seat, begin_ns, [*lengths, 40_000, 50, 80])


RIGS: Final[Mapping[str, Callable[[FakeClock], Rig]]] = MappingProxyType(
    {
        "fake": FakeRig,
        "board": BoardRig,
        "header, traced": lambda clock: HeaderRig(clock, is_traced=True),
        "header, by the request alone": lambda clock: HeaderRig(clock, is_traced=False),
    }
)
"""The sources by name; the interrupt threads of the header take 0.1 ms."""
