"""A tester: a second board, wired line to line to a cabinet's buttons, that closes contacts at known times.

`docs/fairness.md` says how it is wired. Its state machine carries out steps to 40 ns, and it stamps what its own pins
do, in its own microseconds: that stamp only confirms that the lines moved as planned.
"""

import random
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from cabinet.config.schema import Input
from cabinet.errors import CertifyError
from cabinet.input.inputs import PanelMap
from cabinet.input.sources import debounce_settings, find_sources
from cabinet.strings.catalogue import word
from engine.panel import CARDS
from hardware.board.flash import hello_of
from hardware.board.link import Link, Opener, opener
from hardware.board.protocol import (
    LEAST_TURNS,
    LINES,
    MAX_PAYLOAD,
    MOST_STEPS,
    STEP_NS,
    Edge,
    Edges,
    Hello,
    Message,
    Pong,
    Run,
    Step,
    Steps,
    sizes,
)
from hardware.board.session import MessageDecoder, MessageEncoder
from hardware.board.source import BoardSource
from hardware.clock import MS, monotonic_ns
from hardware.debounce import Settings
from hardware.source import InputSource, Line, RawEvent
from workshop.certify.race import PLACES, Starter
from workshop.certify.recorded import Lengths
from workshop.certify.rigs import FRAME, US, Change, MovableClock, Rig, bouncing
from workshop.certify.trials import RECORDED, WITH_NOISE, Row, on_a_rig, schedule

STEPS_A_FRAME: Final = (MAX_PAYLOAD - sizes()["STEPS_HEAD"]) // sizes()["STEP"]
NOISY_LINES: Final = 8
"""So many other lines bounce at once with the racers, where as many are wired."""
NOISE_NS: Final = 10 * MS
"""They close within so much of the earlier contact."""
STAMP_US: Final = 3
"""The tester's own stamps are as far apart as its steps, within this: 2.5 µs (docs/protocol.md), and whole ticks."""
LATE_NS: Final = 1_000 * MS
"""A tester whose steps have not ended so long after they should have is no tester."""

SENSOR: Final = LINES - 1
"""The line of the light sensor (GP17), where light is measured: it closes in light."""
PRESS_NS: Final = 100 * MS
DARK_NS: Final = 400 * MS
"""The screen has so long to light up after a press, and to be dark again before the next."""


class WallClock:
    """The computer's clock, which moves by itself: a `MovableClock` that waits."""

    def __call__(self) -> int:
        """Return CLOCK_MONOTONIC, in ns."""
        return monotonic_ns()

    def move_to(self, raw_ns: int) -> None:
        """Wait until then."""
        time.sleep(max(0, raw_ns - monotonic_ns()) / 1e9)


class Tester:
    """The line to a tester."""

    def __init__(self, opener: Opener, clock: MovableClock, name: str = "tester") -> None:
        self.name = name
        self.hello: Hello | None = None
        """What it has said of itself."""
        self.edges: list[Edge] = []
        """What its pins did in the latest run so far, in its ticks."""
        self.runs = False
        self._opener, self._clock = opener, clock
        self._link: Link | None = None
        self._encoder, self._decoder = MessageEncoder(), MessageDecoder()
        self._unsent: list[bytes] = []
        self._nonce = 0

    def start(self) -> None:
        """Open the line. Raises HardwareError where it cannot be opened, CertifyError where nothing answers."""
        self._link = self._opener()
        with suppress(OSError):
            self.hello = hello_of(self._link, self._clock, self._encoder)
        if self.hello is None:
            self._link.close()
            raise self.silent()

    def play(self, steps: Sequence[Step]) -> None:
        """Send steps, and have them carried out. Raises ValueError for more than it can hold."""
        if len(steps) > MOST_STEPS:
            raise ValueError(f"a tester holds {MOST_STEPS} steps, not {len(steps)}")
        self._nonce += 1
        self.edges, self.runs = [], True
        starts = range(0, len(steps), STEPS_A_FRAME)
        frames = [Steps(first, tuple(steps[first : first + STEPS_A_FRAME])) for first in starts]
        messages: list[Message] = [*frames, Run(self._nonce, len(steps))]
        self._unsent += [self._encoder.bytes_of(message) for message in messages]
        self.read()

    def read(self) -> None:
        """Take what has arrived, and send what waits. Raises CertifyError where the line is broken."""
        assert self._link is not None, "a started tester has a line"
        try:
            while self._unsent and self._link.write(self._unsent[0]):
                del self._unsent[0]
            for chunk in self._link.read():
                for message in self._decoder.decoded(chunk):
                    self._take(message)
        except OSError as problem:
            raise self.silent() from problem

    def silent(self) -> CertifyError:
        """Return the error for a tester that does not answer."""
        return CertifyError(word("certify.tester.silent", tester=self.name))

    def _take(self, message: Message) -> None:
        if isinstance(message, Edges):
            self.edges += message.edges
        elif isinstance(message, Pong) and message.nonce == self._nonce:
            self.runs = False

    def close(self) -> None:
        """Close the line."""
        if self._link is not None:
            self._link.close()


class Contact(NamedTuple):
    """A line of the tester closes or opens."""

    at_ns: int
    line: int
    closed: bool


def steps_of(contacts: Iterable[Contact], now_ns: int) -> list[Step]:
    """Return the steps that do this from now on; the earlier in the list, the more exactly.

    Two steps are never nearer than the tester can carry them out: what would be joins the one that is there already.
    """
    placed: dict[int, list[Contact]] = {}
    for contact in contacts:
        turn = (contact.at_ns - now_ns) // STEP_NS
        near = sorted(range(turn - LEAST_TURNS + 1, turn + LEAST_TURNS), key=lambda other: abs(other - turn))
        placed.setdefault(next((other for other in near if other in placed), turn), []).append(contact)
    closed, steps, last = 0, list[Step](), min(0, min(placed) - LEAST_TURNS)
    for turn in sorted(placed):
        for _, line, down in sorted(placed[turn]):
            closed = closed | 1 << line if down else closed & ~(1 << line)
        steps.append(Step(turn - last, closed))
        last = turn
    return steps


def wires_to(buttons: PanelMap) -> dict[int, Line]:
    """Return tester line -> line of a source with these buttons.

    The tester's line of a button is that of a button board as it comes: whatever the buttons are wired to, a tester is
    wired to them as a board would be.
    """
    return {PLACES[place]: line for line, place in buttons.items() if place in PLACES}


class TesterRig(Rig):
    """A source whose contacts a tester closes. Each race is between two lines drawn by lot, one a seat."""

    def __init__(
        self,
        tester: Tester,
        source: InputSource[RawEvent],
        clock: MovableClock,
        chance: random.Random,
        wires: Mapping[int, Line],
        settings: Settings | None = None,
    ) -> None:
        """`wires`: tester line -> the source's line."""
        self.tester, self.wires, self.chance = tester, wires, chance
        self.coming: list[Contact] = []
        self.noise: list[int] = []
        self.planned: list[Contact] = []
        self.ends_ns = 0
        self.seats = (0, 0)
        tester.start()
        super().__init__(source, {}, clock, settings)

    @property
    def firmware(self) -> Mapping[str, str]:
        """The versions of the programs on the tester and on the board that it is wired to, where it is one."""
        session = self.raw.session if isinstance(self.raw, BoardSource) else None
        hellos = {"tester": self.tester.hello, "board": None if session is None else session.hello}
        return {name: hello.version for name, hello in hellos.items() if hello is not None}

    def prepare(self, pattern: str) -> None:
        """See `Rig.prepare`: draw the lines of the race, and those that bounce beside it."""
        one, other, *others = self.chance.sample(sorted(self.wires), len(self.wires))
        self.seats = (one, other)
        self.noise = others[:NOISY_LINES] if pattern == "noise" else []
        self.lines = {(seat, CARDS[0]): self.wires[line] for seat, line in enumerate(self.seats)}
        self.inputs.rewire([{line: place for place, line in self.lines.items()}])

    def plan(self, seat: int, changes: Sequence[Change]) -> None:
        self.coming += [Contact(at, self.seats[seat], closed) for at, _, closed in changes]

    def run_until(self, until_ns: int) -> None:
        """See `Rig.run_until`. Raises CertifyError where the tester is gone."""
        if self.coming:
            self._play()
        self.tester.read()
        super().run_until(until_ns)

    def _play(self) -> None:
        first = {seat: min(c for c in self.coming if c.line == seat) for seat in self.seats}
        begin = min(contact.at_ns for contact in first.values())
        noise = [
            Contact(at, line, closed)
            for line in self.noise
            for at, _, closed in bouncing(self.chance, 0, begin + self.chance.randrange(-NOISE_NS, NOISE_NS))
        ]
        exact = [*first.values(), *(contact for contact in self.coming if contact not in first.values())]
        steps = steps_of([*exact, *noise], self.clock())
        self.planned, self.coming = list(first.values()), []
        self.ends_ns = self.clock() + sum(step.turns for step in steps) * STEP_NS
        self.tester.play(steps)

    def confirm(self) -> None:
        """See `Rig.confirm`: the tester has done what was planned, and its own pins say so. Raises CertifyError."""
        while self.tester.runs:
            if self.clock() > self.ends_ns + LATE_NS:
                raise self.tester.silent()
            self.clock.move_to(self.clock() + FRAME)
            self.tester.read()
        stamps: dict[int, int] = {}
        for edge in self.tester.edges:
            if edge.closed:
                stamps.setdefault(edge.line, edge.time)
        for line in self.seats:
            if line not in stamps:
                raise CertifyError(word("certify.tester.held", line=line))
        one, other = self.planned
        seen_us, planned_us = stamps[other.line] - stamps[one.line], (other.at_ns - one.at_ns) / US
        if abs(seen_us - planned_us) > STAMP_US:
            raise CertifyError(
                word("certify.tester.wrong", lines=f"{one.line}, {other.line}", planned=planned_us, seen=seen_us)
            )

    def close(self) -> None:
        super().close()
        self.tester.close()


def wired_rig(port: str, config: Input, chance: random.Random, lines: Collection[int] | None = None) -> TesterRig:
    """Return a tester at this serial port and the cabinet's own source, both started, in real time.

    `config.source` is the source, "gpio" or "board"; of two boards it is the first. `lines` are the tester's that are
    wired, all by default. Raises HardwareError, and CertifyError where no tester answers.
    """
    panel = find_sources(config).played[0]
    wires = {int(line): line for line in panel.buttons} if config.source == "board" else wires_to(panel.buttons)
    if lines is not None and not wires.keys() >= set(lines):
        raise CertifyError(word("certify.tester.lines", lines=named(set(lines) - wires.keys()), known=named(wires)))
    wires = {line: wire for line, wire in wires.items() if lines is None or line in lines}
    clock = WallClock()
    tester = Tester(opener(port), clock, port)
    return TesterRig(tester, panel.source, clock, chance, wires, debounce_settings(config))


def race_with(rig: TesterRig, name: str, races: int, seed: int, recorded: Sequence[Lengths] = ()) -> Iterator[Row]:
    """Yield what comes of races on a tester's rig, and close it. `recorded` are presses of real switches.

    Raises HardwareError, and CertifyError where the tester or its wires fail.
    """
    planned = schedule(races, seed, (*WITH_NOISE, RECORDED) if recorded else WITH_NOISE)
    yield from on_a_rig(name, lambda _: rig, seed, Starter(), planned, recorded)


def named(lines: Iterable[int]) -> str:
    """Return numbers of lines as a list in words."""
    return ", ".join(map(str, sorted(lines)))


# Press to light


class Light(NamedTuple):
    """A press that the tester made on one of its lines, and how much later its sensor saw light; None: not at all."""

    press: int
    line: int
    light_us: int | None


def presses_to_light(
    tester: Tester, clock: MovableClock, presses: int, seed: int, lines: Sequence[int]
) -> Iterator[Light]:
    """Press these lines in turn, and yield what the sensor at the tester's line 15 saw of each; by the tester's clock.

    The cabinet's program runs as ever and shows what it shows. Raises HardwareError, and CertifyError where the tester
    or a wire fails.
    """
    chance = random.Random(seed)
    tester.start()
    try:
        for press in range(presses):
            line = lines[press % len(lines)]
            rest_ns = chance.randrange(DARK_NS, 2 * DARK_NS)  # no press is in step with the screen
            tester.play([Step(rest_ns // STEP_NS, 1 << line), Step(PRESS_NS // STEP_NS, 0)])
            until = clock() + rest_ns + PRESS_NS + DARK_NS
            while clock() < until:
                clock.move_to(min(until, clock() + FRAME))
                tester.read()
            if tester.runs:
                raise tester.silent()
            pressed = next((edge.time for edge in tester.edges if edge.line == line and edge.closed), None)
            if pressed is None:
                raise CertifyError(word("certify.tester.held", line=line))
            seen = (edge.time for edge in tester.edges if edge.line == SENSOR and edge.closed and edge.time > pressed)
            lit = next(seen, None)
            yield Light(press, line, None if lit is None else lit - pressed)
    finally:
        tester.close()


def light_on(port: str, presses: int, seed: int, lines: Iterable[int]) -> Iterator[Light]:
    """Yield what a tester at this serial port sees of the screen's light, in real time; see `presses_to_light`."""
    clock = WallClock()
    pressed = sorted(set(lines) - {SENSOR})
    return presses_to_light(Tester(opener(port), clock, port), clock, presses, seed, pressed)
