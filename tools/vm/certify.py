"""Races of `photofinish certify` on the real kernel's simulated pins, in a virtual machine, as a table of rows.

    sudo .venv/bin/python -m tools.vm.certify TABLE.csv [--races N] [--seed N] [--minutes M] [--load | --keys]
    .venv/bin/photofinish certify --rows TABLE.csv --out REPORT

The schedule is that of `certify`. Each seat's contact is on a pin drawn by lot, so that seats and lines are swapped.
Chip driver, interrupts, stamps and the shipped source run in the guest, whose clock counts instructions
(`Build.counted`); what it delivered is played to the shipped debounce and judge here, each edge when it arrived. With
`--load` the guest's processor is kept busy, and eight more pins chatter. `--keys` is the peer: the kernel's gpio-keys
device of the same pins, of whose presses the one with the earlier stamp wins.
"""

import argparse
import json
import random
import tempfile
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

from tqdm import tqdm

from hardware.clock import MS, FakeClock
from hardware.fake import FakeSource
from hardware.gpio.gpiod_factory import GpiodFactory
from hardware.gpio.source import KERNEL_RESOLUTION_NS
from hardware.pins import DEFAULT_PINS
from hardware.source import Line, RawEvent, SwitchEdge
from tools.vm.gpio import Buttons
from tools.vm.image import installed
from tools.vm.machine import SHARED, Build, Machine
from workshop.certify import trials
from workshop.certify.race import Starter
from workshop.certify.rigs import FRAME, PINS, US, Change, Rig, race
from workshop.certify.trials import Row, Trial, contacts_of, row_of, schedule

COUNTED: Final = Build(counted=True, skips=True)
PATIENCE_S: Final = 3000.0
HELD: Final = "systemd.unit=basic.target systemd.wants=vm-agent.service"
"""The guest boots without the program, whose lines are the reader's."""
TRACE: Final = "systemctl start photofinish-trace.socket"
BATCH: Final = 270
TIGHT_NS: Final = 2 * US
"""A race counts whose contacts closed as planned, within so much."""
TRIES: Final = 10
"""So many times a race is run at most until it counts."""
CHATTER: Final = 8
CHATTER_NS: Final = (-3 * MS, 13 * MS)
"""When other pins chatter, since the first contact."""
CLEAR_NS: Final = 60 * US
"""No chatter comes nearer before a contact that must be exact: who makes the edges also handles their interrupts."""
AFTER_NS: Final = 5 * MS
"""So long around a race its edges are looked for; the next one begins later."""
LINES: Final = tuple(line for panel in DEFAULT_PINS for line in panel.values())


@dataclass(frozen=True)
class Planned:
    """A race for the guest: its trial, the pin of each seat, their contacts since the first one, and the other pins'
    edges, (line, ns)."""

    trial: Trial
    pins: tuple[int, int]
    contacts: Mapping[int, Sequence[Change]]
    chatter: Sequence[tuple[int, int]]

    @property
    def order(self) -> list[tuple[int, int]]:
        """All edges, (line, ns), the first one at 0."""
        mine = [(change.at_ns, self.pins[seat]) for seat, changes in self.contacts.items() for change in changes]
        edges = sorted([*mine, *((at, line) for line, at in self.chatter)])
        return [(line, at - edges[0][0]) for at, line in edges]

    @property
    def starts(self) -> list[int]:
        """The places in `order` of each seat's first edge."""
        lines = [line for line, _ in self.order]
        return [lines.index(pin) for pin in self.pins]

    @property
    def exact_ns(self) -> int:
        """When in `order` the later seat's contact closes."""
        return max(self.order[start][1] for start in self.starts)


def plan_of(trial: Trial, chance: random.Random, *, loaded: bool) -> Planned:
    """Plan a race: contacts, pins, and eight others that chatter on a loaded machine."""
    contacts = contacts_of(trial, 0, chance)
    pins = (chance.choice([*DEFAULT_PINS[0].values()]), chance.choice([*DEFAULT_PINS[1].values()]))
    if chance.random() < 0.5:
        pins = pins[::-1]
    others = chance.sample([line for line in LINES if line not in pins], CHATTER if loaded else 0)
    exact = [changes[0].at_ns for changes in contacts.values()]
    chatter: list[tuple[int, int]] = []
    for line in others:
        times = [chance.randint(*CHATTER_NS) for _ in range(6)]
        kept = [at for at in times if not any(-US <= first - at < CLEAR_NS for first in exact)]
        chatter += [(line, at) for at in kept[len(kept) % 2 :]]  # each is open again at the end
    return Planned(trial, pins, contacts, chatter)


class Recorded(FakeSource):
    """Plays what a source has delivered elsewhere, each edge with its own stamp, interval, and time of arrival."""

    def __init__(self, lines: Sequence[Line], clock: FakeClock, *, resolution_ns: int, promise_ns: int) -> None:
        super().__init__(lines, clock, resolution_ns=resolution_ns, promise_ns=promise_ns)
        self.early: dict[tuple[Line, int], int] = {}

    def drain(self) -> list[RawEvent]:
        """See `FakeSource.drain`."""
        return [
            replace(event, early_ns=self.early.get((event.line, event.time_ns), 0))
            if isinstance(event, SwitchEdge)
            else event
            for event in super().drain()
        ]


class Delivered(NamedTuple):
    """An edge as a source has delivered it: stamp and arrival, ns since the race's first contact, and the interval
    before the stamp."""

    stamp_ns: int
    closed: bool
    arrived_ns: int
    early_ns: int


class RecordedRig(Rig):
    """A rig whose contacts have moved already, elsewhere."""

    def __init__(self, clock: FakeClock) -> None:
        self.recorded = Recorded(list(PINS), clock, resolution_ns=KERNEL_RESOLUTION_NS, promise_ns=GpiodFactory.lag_ns)
        super().__init__(self.recorded, PINS, clock)

    def play(self, begin_ns: int, edges: Mapping[int, Sequence[Delivered]]) -> None:
        """Let a race begin then, of which a source has made these edges of each seat's line."""
        for seat, delivered in edges.items():
            line = self.line(seat)
            for edge in delivered:
                at = begin_ns + edge.stamp_ns
                self.recorded.early[line, at] = edge.early_ns
                self.recorded.edge(line, edge.closed, at_ns=at, delay_ns=edge.arrived_ns - edge.stamp_ns)

    def plan(self, seat: int, changes: Sequence[Change]) -> None:
        """See `Rig.plan`: they are played."""


def delivered(planned: Sequence[Planned], told: Mapping[str, Any]) -> Iterator[dict[int, list[Delivered]]]:
    """Yield what the guest's source made of each race, by seat."""
    by_line: dict[int, list[tuple[int, bool, int, int]]] = {line: [] for line in LINES}
    for (line, pressed, stamp, arrived), early in zip(told["came"], told["early"], strict=True):
        by_line[line].append((stamp, pressed, arrived, early))
    for edges in by_line.values():
        edges.sort()
    for one, made in zip(planned, told["made"], strict=True):
        first, last = min(made[start] for start in one.starts), made[-1] + AFTER_NS
        seats: dict[int, list[Delivered]] = {}
        for seat, pin in enumerate(one.pins):
            edges = by_line[pin]
            own = edges[bisect_left(edges, (made[0] - AFTER_NS,)) : bisect_left(edges, (last,))]
            seats[seat] = [Delivered(at - first, pressed, came - first, early) for at, pressed, came, early in own]
        yield seats


def is_timely(planned: Planned, made: Sequence[int]) -> bool:
    """Return whether both contacts closed as far apart as planned."""
    mine, yours = (made[start] for start in planned.starts)
    return abs(yours - mine - planned.trial.lead_ns) <= TIGHT_NS


def rows_of(name: str, planned: Sequence[Planned], told: Mapping[str, Any], seed: int, starter: Starter) -> list[Row]:
    """Return the rows of those races that count: what the shipped debounce and judge make of what was delivered."""
    chance = random.Random(f"{seed} {name}")
    rig = RecordedRig(FakeClock(10_000 * MS))
    rows = []
    for one, made, edges in zip(planned, told["made"], delivered(planned, told), strict=True):
        if not is_timely(one, made):
            continue
        begin = rig.clock() + 4 * FRAME + chance.randrange(FRAME)
        rig.play(begin, edges)
        contacts = {
            seat: [change._replace(at_ns=begin + change.at_ns) for change in changes]
            for seat, changes in one.contacts.items()
        }
        rows.append(row_of(name, one.trial, race(rig, starter, chance.randrange(1 << 30), contacts)))
    rig.close()
    return rows


def rows_of_keys(name: str, planned: Sequence[Planned], told: Mapping[str, Any]) -> list[Row]:
    """Return the rows of those races that count, where the earlier stamp of evdev wins, of equal ones the first read.

    A press's stamp is in whole microseconds, and of a gpio-keys device the moment when its contact was at rest.
    """
    rows = []
    for one, made, edges in zip(planned, told["made"], delivered(planned, {**told, "early": [0] * len(told["came"])}),
                                strict=True):  # fmt: skip
        if not is_timely(one, made):
            continue
        presses = [[edge for edge in edges[seat] if edge.closed] for seat in (0, 1)]
        first = [each[0].stamp_ns if each else None for each in presses]
        mine, yours = first
        stamped = None if mine is None or yours is None else yours - mine
        winner = -1 if stamped is None else int(stamped < 0)
        trial = one.trial
        rows.append(
            Row(name, trial.race, trial.lead_ns, trial.pattern, winner, False, True, stamped, 0, *map(len, presses))
        )
    return rows


class Track:
    """A booted machine with the simulated chip."""

    def __init__(self, machine: Machine) -> None:
        self.buttons = Buttons(machine)
        self.machine = machine

    def prepare(self, *, has_keys: bool) -> str:
        """Bring chip and rig; return the guest's kernel."""
        self.buttons.make_chip()
        if has_keys:
            self.machine.run("modprobe -a gpio_keys evdev", seconds=PATIENCE_S)
            self.buttons.chip("keys")
        else:
            self.machine.run(TRACE, seconds=PATIENCE_S)
        return self.machine.out("uname -r", seconds=PATIENCE_S)

    def run(self, way: str, planned: Sequence[Planned], *, loaded: bool) -> Any:
        """Run races and return what the rig has told."""
        plan = [(one.exact_ns, one.order) for one in planned]
        (self.machine.share / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
        load = ["--load"] if loaded else []
        return self.buttons.rig("contacts", "races", way, f"{SHARED}/plan.json", *load, seconds=PATIENCE_S)


def raced(
    track: Track, name: str, races: int, seed: int, *, loaded: bool, has_keys: bool, minutes: float = inf
) -> Iterator[Row]:
    """Yield a row of each race of the schedule, batch by batch; a race that was not timely is run again.

    After so many minutes no further batch begins. Raises AssertionError where the source's stamps were not traced, or
    too many races are not timely.
    """
    chance, starter = random.Random(f"{seed} {name}"), Starter()
    end = monotonic() + 60 * minutes
    left = schedule(races, seed)
    with tqdm(total=races, unit="race", disable=None) as bar:
        for attempt in count():
            batch, left = left[:BATCH], left[BATCH:]
            if not batch or monotonic() > end:
                return
            assert attempt < TRIES + races // BATCH, f"{len(batch) + len(left)} races do not come out in time"
            planned = [plan_of(trial, chance, loaded=loaded) for trial in batch]
            told = track.run("keys" if has_keys else "gpiod", planned, loaded=loaded)
            assert has_keys or told["is_traced"], "the helper gave no trace"
            rows = (
                rows_of_keys(name, planned, told) if has_keys else rows_of(name, planned, told, seed + attempt, starter)
            )
            counted = {row.race for row in rows}
            left += [trial for trial in batch if trial.race not in counted]
            bar.update(len(rows))
            yield from rows


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("table", type=Path)
    parser.add_argument("--races", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=inf, help="begin no further batch after so long")
    more = parser.add_mutually_exclusive_group()
    more.add_argument("--load", action="store_true")
    more.add_argument("--keys", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Machine(installed(), Path(folder), build=COUNTED) as machine:
        machine.boot(HELD, seconds=PATIENCE_S)
        track = Track(machine)
        kind = "vm-keys" if args.keys else "vm-gpio-loaded" if args.load else "vm-gpio"
        name = f"{kind}-{track.prepare(has_keys=args.keys)}"
        rows = raced(track, name, args.races, args.seed, loaded=args.load, has_keys=args.keys, minutes=args.minutes)
        trials.write(rows, args.table)


if __name__ == "__main__":
    main()
