"""A button board beside a computer whose clock NTP slews: presses reported, play taken back, errors against the bound.

Each session is 80 s of virtual time with 400 presses on a software board. Its answers take longer than the questions,
so that the clock map errs by nearly all that it may. CLOCK_MONOTONIC leaves CLOCK_MONOTONIC_RAW from second 20 on, as
the kernel's PLL, chrony or a step of the frequency make it.

Two seats with a board each then race for one pile: one board's answers are slow, the other's questions, so that the two
maps err in opposite directions, as over two USB ports that differ.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from cabinet.input.inputs import press_of
from engine.judge import is_certainly_later
from engine.panel import Press
from engine.setup import Setup
from hardware.board.fake import Cable, FakeBoard
from hardware.board.source import BoardSource
from hardware.clock import MS, FakeClock
from hardware.source import EdgesLost, SwitchEdge
from tools.bench.report import Bench, Row

S: Final = 1_000 * MS
BEGIN_NS: Final = 10_000 * S
SLEW_NS: Final = BEGIN_NS + 20 * S
"""When the slewing begins."""
PRESSES: Final = 400
HALF_NS: Final = 100 * MS
"""How long a button is down, and how long it is up."""
DRAIN_NS: Final = 4 * MS
QUICK_NS: Final = 60_000
SLOW_NS: Final = 400_000
"""The least time on the line in its slow direction, …"""
MORE_NS: Final = 100_000
"""… and the mean of an exponentially distributed time on top."""
SESSIONS: Final = 5
RACES: Final = 400
LEADS_US: Final = (0, 250, 500, 750, 1_000, 2_000)

Slewed: TypeAlias = Callable[[int], int]
"""CLOCK_MONOTONIC for a time on CLOCK_MONOTONIC_RAW, in ns."""


def pll(offset_ns: int, share: float) -> Slewed:
    """Return a clock whose offset the kernel's PLL slews: `share` of the rest in each second."""

    def slewed(raw_ns: int) -> int:
        seconds, within = divmod(max(raw_ns - SLEW_NS, 0), S)
        rest = offset_ns * (1 - share) ** seconds
        return raw_ns + round(offset_ns - rest + rest * share * within / S)

    return slewed


def faster(by: float, for_s: int = 3_600) -> Slewed:
    """Return a clock that runs faster by a fraction, for so long."""
    return lambda raw_ns: raw_ns + round(min(max(raw_ns - SLEW_NS, 0), for_s * S) * by)


CLOCKS: Final[Mapping[str, Slewed]] = MappingProxyType(
    {
        "steady": faster(0),
        "PLL, 3 ms by 1/16": pll(3 * MS, 1 / 16),
        "PLL, 5 ms by 1/16": pll(5 * MS, 1 / 16),
        "PLL, 10 ms by 1/16": pll(10 * MS, 1 / 16),
        "PLL, 20 ms by 1/16": pll(20 * MS, 1 / 16),
        "PLL, 100 ms by 1/4": pll(100 * MS, 1 / 4),
        "PLL, -400 ms by 1/8": pll(-400 * MS, 1 / 8),
        "a step of +300 ppm": faster(300e-6),
        "a step of -300 ppm": faster(-300e-6),
        "1 % for 5 s": faster(0.01, 5),
        "chrony, +83,333 ppm for 10 s": faster(0.083333, 10),
        "chrony, -83,333 ppm for 10 s": faster(-0.083333, 10),
    }
)


class Session(NamedTuple):
    """What a board's session came to: presses reported, voids, edges stamped further off than published.

    `worst_ns` is the largest error of a stamp, `nearest` the largest share of its bound that an error took, `bound_ns`
    the largest bound after the first second.
    """

    reported: int
    voids: int
    beyond: int
    worst_ns: int
    nearest: float
    bound_ns: int


def session(slewed: Slewed, seed: int = 0, presses: int = PRESSES) -> Session:
    """Return what came of so many presses on a board, 5 a second, with the computer's clocks like that."""
    chance = random.Random(seed)
    clock = FakeClock(BEGIN_NS, slewed)
    board = FakeBoard(
        clock,
        ppm=chance.uniform(-30, 30),
        booted_ns=123_456,
        cable=Cable(lambda: SLOW_NS + round(chance.expovariate(1 / MORE_NS)), lambda: QUICK_NS),
    )
    source = BoardSource(board.open, clock=clock)
    source.start()
    happened: dict[int, int] = {}
    errors: list[tuple[int, int]] = []
    reported = voids = bound = 0
    for edge in range(2 * presses):
        clock.advance(chance.randrange(DRAIN_NS))
        happened[board.tick(clock.raw_ns)] = clock()
        board.edge(edge // 2 % 16, edge % 2 == 0)
        for _ in range(HALF_NS // DRAIN_NS):
            clock.advance(DRAIN_NS)
            for event in source.drain():
                if isinstance(event, SwitchEdge):
                    reported += event.pressed
                    errors.append((abs(event.time_ns - happened[event.tick]), source.stamps.resolution_ns))
                elif isinstance(event, EdgesLost):
                    voids += event.since_ns is not None
            bound = max(bound, source.stamps.resolution_ns if edge >= 10 else 0)
    source.close()
    beyond = sum(error > claimed for error, claimed in errors)
    nearest = max(error / claimed for error, claimed in errors)
    return Session(reported, voids, beyond, max(error for error, _ in errors), nearest, bound)


class Races(NamedTuple):
    """The races of two boards at one lead: won outright by each seat while it was earlier, by the later seat, drawn."""

    outright: tuple[int, int]
    wrong: int
    drawn: int


class TwoBoards:
    """A board for each seat. Seat 0's answers are slow, seat 1's questions are."""

    def __init__(self) -> None:
        self._chance = random.Random(0)
        self._clock = FakeClock(BEGIN_NS)
        self._boards = [
            FakeBoard(self._clock, board_id=b"board  0", cable=Cable(delay=self._slow, delay_back=lambda: QUICK_NS)),
            FakeBoard(self._clock, board_id=b"board  1", cable=Cable(delay=lambda: QUICK_NS, delay_back=self._slow)),
        ]
        self._sources = [BoardSource(board.open, clock=self._clock) for board in self._boards]
        for source in self._sources:
            source.start()
        self._listen(10 * S)

    def races(self, lead_ns: int, races: int = RACES) -> Races:
        """Return what the judge says of so many races, in every other of which seat 0 is earlier."""
        setup, outright, wrong = Setup("speed"), [0, 0], 0
        for number in range(races):
            first = number % 2
            presses = self._race(first, lead_ns)
            outright[first] += is_certainly_later(setup, presses[first], presses[1 - first])
            wrong += is_certainly_later(setup, presses[1 - first], presses[first])
        return Races((outright[0], outright[1]), wrong, races - sum(outright) - wrong)

    def _race(self, first: int, lead_ns: int) -> dict[int, Press]:
        self._clock.advance(self._chance.randrange(DRAIN_NS))
        self._boards[first].edge(0, True)
        self._clock.advance(lead_ns)
        self._boards[1 - first].edge(0, True)
        presses = self._listen(HALF_NS)
        for board in self._boards:
            board.edge(0, False)
        self._listen(HALF_NS)
        return {press.seat: press for press in presses}

    def _listen(self, for_ns: int) -> list[Press]:
        presses = []
        for _ in range(for_ns // DRAIN_NS):
            self._clock.advance(DRAIN_NS)
            for seat, source in enumerate(self._sources):
                edges = [event for event in source.drain() if isinstance(event, SwitchEdge) and event.pressed]
                presses += [press_of(edge, (seat, "CARD1"), source.stamps.resolution_ns) for edge in edges]
        return presses

    def _slow(self) -> int:
        return SLOW_NS + round(self._chance.expovariate(1 / MORE_NS))


def run() -> Sequence[Row]:
    """Return a row for each clock, and for each lead between two boards."""
    clocks = [row(name, [session(slewed, seed) for seed in range(SESSIONS)]) for name, slewed in CLOCKS.items()]
    boards = TwoBoards()
    return clocks + [race_row(lead_us, boards.races(lead_us * 1000)) for lead_us in LEADS_US]


def race_row(lead_us: int, races: Races) -> Row:
    """Return the row of the races at one lead."""
    halves = RACES // 2
    remark = f"won outright, of {halves} while earlier: seat 0 {races.outright[0]}, seat 1 {races.outright[1]}"
    return Row(f"two boards, {lead_us} µs ahead", f"{races.drawn} of {RACES} drawn", remark, races.wrong == 0)


def row(name: str, sessions: Sequence[Session]) -> Row:
    """Return the row of some sessions with one clock."""
    reported, voids, beyond = (sum(values) for values in list(zip(*sessions, strict=True))[:3])
    presses = PRESSES * len(sessions)
    worst, bound = (max(values) / 1000 for values in zip(*((s.worst_ns, s.bound_ns) for s in sessions), strict=True))
    remark = f"{voids} voids, {beyond} edges beyond the bound; worst error {worst:.0f} µs, bound at most {bound:.0f} µs"
    is_met = reported == presses and not voids and not beyond
    return Row(f"board, clock {name}", f"{reported} of {presses}", remark, is_met)


BENCH = Bench("clocks", run)
