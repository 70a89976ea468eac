"""The schedule of races, and what came of each, as a row of a table that anybody can read (CSV).

A schedule follows from its number of races and its seed alone, and so do the rows of a simulated source: twice the same
bytes. Rows of other benches (a virtual machine, a second board that closes contacts) have the same columns, and the
same figures are made of them.
"""

import csv
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeVar

import msgspec

from cabinet.errors import CertifyError
from cabinet.strings.catalogue import word
from engine.judge import distance_ns, limit_ns
from engine.log_lines import CommandLine
from engine.units import MS
from hardware.clock import FakeClock
from hardware.evdev.kernel import duration_of
from workshop.certify.race import Starter
from workshop.certify.recorded import HOLD_US, Lengths
from workshop.certify.rigs import (
    FRAME,
    RIGS,
    US,
    Change,
    EncoderRig,
    HeaderRig,
    Race,
    Rig,
    TwoClocksRig,
    bouncing,
    late_threads,
    race,
    train,
)

LEADS_US: Final = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)
"""By how much one contact closes before the other; each but 0 for either seat."""
PATTERNS: Final = ("clean", "bounce")
"""How contacts close: once, or with bounce of a millisecond or two."""
WITH_NOISE: Final = (*PATTERNS, "noise")
"""With a tester also so: with bounce, and eight other lines that bounce at the same time."""
RECORDED: Final = "recorded"
"""Where recordings of real switches are given also so: each contact as one of their presses."""
LATE_MS: Final = 2.0
"""The median lateness of interrupt threads on a loaded machine."""
POLL_NS: Final = round(1e9 / 60)
"""A loop that asks for all buttons once a frame."""
SETTLED_NS: Final = 5 * MS
"""A debounce that waits until a contact is at rest."""


class Trial(msgspec.Struct, frozen=True):
    """A race as it is planned.

    `lead_ns`: by how much seat 0's contact closes before seat 1's; below 0 seat 1's is the earlier.
    """

    race: int
    lead_ns: int
    pattern: str


class Row(msgspec.Struct, frozen=True):
    """What came of a race.

    `winner` is a seat, -1 for none; `lot` says that a dead heat's lot chose it; `judged` is False where the source said
    itself that its stamps do not decide. `stamped_ns` is the lead by the stamps, None where a press is missing or the
    source has no stamps; `claimed_ns` is the least lead that the source claims to tell. `presses_0` and `presses_1`
    count the presses of each seat: each made one. `delay_ns` is how long after its stamp the later news of a press
    reached the program, None where that is not known.
    """

    source: str
    race: int
    lead_ns: int
    pattern: str
    winner: int
    lot: bool
    judged: bool
    stamped_ns: int | None
    claimed_ns: int
    presses_0: int = 1
    presses_1: int = 1
    delay_ns: int | None = None


def schedule(races: int, seed: int, patterns: Sequence[str] = PATTERNS) -> list[Trial]:
    """Return so many trials: every lead for either seat and every pattern equally often, in an order drawn by lot."""
    leads = [lead * US for lead in (*LEADS_US, *(-lead for lead in LEADS_US[1:]))]
    each = [(lead, pattern) for lead in leads for pattern in patterns]
    chance, drawn = random.Random(seed), list[tuple[int, str]]()
    while len(drawn) < races:
        drawn += chance.sample(each, len(each))
    return [Trial(number, *planned) for number, planned in enumerate(drawn[:races])]


# The sources


def on_a_rig(
    name: str,
    make: Callable[[random.Random], Rig],
    seed: int,
    starter: Starter,
    planned: Iterable[Trial],
    recorded: Sequence[Lengths] = (),
) -> Iterator[Row]:
    """Yield what comes of trials on a rig: the shipped source, debounce and judge over an imagined machine."""
    chance = random.Random(f"{seed} {name}")
    rig = make(chance)
    try:
        for trial in planned:
            rig.prepare(trial.pattern)
            contacts = contacts_of(trial, rig.clock() + 4 * FRAME + chance.randrange(FRAME), chance, recorded)
            row = row_of(name, trial, race(rig, starter, chance.randrange(1 << 30), contacts))
            rig.confirm()
            yield row
    finally:
        rig.close()


def row_of(name: str, trial: Trial, result: Race) -> Row:
    """Return the row of a race that was run."""
    lines = [line for line in result.told if isinstance(line, CommandLine) and line.command.do == "play"]
    plays = [line for line in lines if line.ok]
    won = plays[0] if len(plays) == 1 else None
    presses = [[press for press in result.presses if press.seat == seat] for seat in (0, 1)]
    stamped, claimed = None, 0
    if all(len(each) == 1 for each in presses):
        (mine,), (yours,) = presses
        stamped = distance_ns(mine, yours)
        first, second = (mine, yours) if stamped >= 0 else (yours, mine)
        claimed = limit_ns(result.match.setup, first, second) + second.early_ns
    return Row(
        name,
        trial.race,
        trial.lead_ns,
        trial.pattern,
        -1 if won is None else won.seat,
        bool(won and won.dead_heat),
        result.is_judged,
        stamped,
        claimed,
        len(presses[0]),
        len(presses[1]),
        result.delay_ns,
    )


def by_a_rule(
    name: str,
    rule: Callable[[Sequence[Change], random.Random], int],
    seed: int,
    planned: Iterable[Trial],
    recorded: Sequence[Lengths] = (),
) -> Iterator[Row]:
    """Yield what comes of trials where a program has no stamps: whichever press it has first, wins; seat 0's of two.

    `rule` returns when the program has the press of these contacts, ns.
    """
    chance = random.Random(f"{seed} {name}")
    for trial in planned:
        contacts = contacts_of(trial, 100 * MS + chance.randrange(POLL_NS), chance, recorded)
        had = [rule(contacts[seat], chance) for seat in (0, 1)]
        yield Row(name, trial.race, trial.lead_ns, trial.pattern, int(had[1] < had[0]), False, True, None, 0)


def contacts_of(
    trial: Trial, begin_ns: int, chance: random.Random, recorded: Sequence[Lengths] = ()
) -> dict[int, list[Change]]:
    """Return the contacts of both seats; the earlier closes at `begin_ns`. `recorded` are presses of real switches."""
    starts = {0: begin_ns + max(0, -trial.lead_ns), 1: begin_ns + max(0, trial.lead_ns)}
    if trial.pattern == "clean":
        return {seat: train(seat, at, (HOLD_US,)) for seat, at in starts.items()}
    if trial.pattern == RECORDED:
        return {seat: train(seat, at, chance.choice(recorded)) for seat, at in starts.items()}
    return {seat: bouncing(chance, seat, at) for seat, at in starts.items()}


def in_a_polled_loop(contacts: Sequence[Change], _chance: random.Random) -> int:
    """A loop that asks 60 times a second how the contact is."""
    polls = range(0, contacts[-1].at_ns + POLL_NS, POLL_NS)
    return next((at for at in polls if is_closed(contacts, at)), polls[-1])


def by_arrival(contacts: Sequence[Change], chance: random.Random) -> int:
    """A callback for each pin, called by a thread that is late by a tenth of a millisecond or so."""
    return contacts[0].at_ns + late_threads(chance, 0.1, 0.0)()


def at_rest(contacts: Sequence[Change], _chance: random.Random) -> int:
    """A debounce that tells a press when its contact has been closed for 5 ms."""
    changes = [*contacts, Change(1 << 62, 0, False)]
    rests = (one for one, other in pairwise(changes) if other.at_ns - one.at_ns >= SETTLED_NS)
    return next((change.at_ns + SETTLED_NS for change in rests if change.closed), contacts[-1].at_ns)


def is_closed(contacts: Sequence[Change], at_ns: int) -> bool:
    """Return whether the contact is closed at that time."""
    past = [change.closed for change in contacts if change.at_ns <= at_ns]
    return bool(past and past[-1])


def encoders(interval_ms: int, latches: bool, count: int = 2) -> Callable[[random.Random], Rig]:
    """Return what makes two USB encoders that are asked so often, or one that has the buttons of both seats."""
    intervals = (duration_of(f"{interval_ms}ms"),) * count
    return lambda chance: EncoderRig(FakeClock(10_000 * MS), intervals, chance, latches=latches)


SIMULATED: Final[Mapping[str, Callable[[random.Random], Rig]]] = MappingProxyType(
    {
        "gpio": lambda _: RIGS["header, traced"](FakeClock(10_000 * MS)),
        "gpio-loaded": lambda chance: HeaderRig(
            FakeClock(10_000 * MS), is_traced=True, latency=late_threads(chance, LATE_MS, 0.0)
        ),
        "gpio-untraced": lambda _: RIGS["header, by the request alone"](FakeClock(10_000 * MS)),
        "board": lambda _: RIGS["board"](FakeClock(10_000 * MS)),
        "board-and-gpio": lambda chance: TwoClocksRig(FakeClock(10_000 * MS), chance),
        **{f"encoder-{interval}": encoders(interval, True) for interval in (1, 4, 8, 10)},
        **{f"encoder-{interval}-both": encoders(interval, True, 1) for interval in (1, 8)},
        "encoder-1-no-latch": encoders(1, False),
    }
)
"""Our sources over an imagined machine, by name."""
PEERS: Final = MappingProxyType({"polled-60hz": in_a_polled_loop, "arrival": by_arrival, "at-rest": at_rest})
"""What others do, by name: a model of each, without stamps."""
SOURCES: Final = (*SIMULATED, *PEERS)
UNCLAIMED: Final = frozenset({*PEERS, "encoder-1-no-latch"})
"""Of these nothing is claimed: what others do, and an encoder that may miss a first touch (decision 0148)."""


def is_claimed(source: str) -> bool:
    """Return whether anything is claimed of a source: not of what others do, in a virtual machine or imagined."""
    return source not in UNCLAIMED and not source.startswith("vm-keys-")


def run_source(name: str, races: int, seed: int, recorded: Sequence[Lengths] = ()) -> list[Row]:
    """Run the schedule on one of `SOURCES`. Raises KeyError for another name."""
    planned = schedule(races, seed, (*PATTERNS, RECORDED) if recorded else PATTERNS)
    if name in PEERS:
        return list(by_a_rule(name, PEERS[name], seed, planned, recorded))
    return list(on_a_rig(name, SIMULATED[name], seed, Starter(), planned, recorded))


# The table

COLUMNS: Final = Row.__struct_fields__
FIRST_COLUMNS: Final = COLUMNS[: COLUMNS.index("delay_ns")]
"""Those of a table that was made before how long news is on its way was known."""
TRUTH: Final = MappingProxyType({"0": False, "1": True})


def write(rows: Iterable[Row], path: Path) -> None:
    """Write rows as CSV. Raises CertifyError where that fails."""
    write_table(map(msgspec.structs.astuple, rows), COLUMNS, path)


def write_table(rows: Iterable[Iterable[object]], columns: Sequence[str], path: Path) -> None:
    """Write a table as CSV. Raises CertifyError where that fails."""
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows(map(cell, row) for row in rows)
    except OSError as problem:
        raise CertifyError(word("certify.write", path=path, reason=problem.strerror)) from problem


def cell(value: object) -> object:
    """Return a value as it stands in the table: truth as 0 and 1, None as nothing."""
    return "" if value is None else int(value) if isinstance(value, bool) else value


Line = TypeVar("Line", bound=msgspec.Struct)


def read_table(path: Path, kind: type[Line]) -> list[Line]:
    """Return the lines of a table of numbers. Raises CertifyError for a file that is none, with the line's number."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        if tuple(reader.fieldnames or ()) != kind.__struct_fields__:
            raise CertifyError(word("certify.columns", path=path, columns=",".join(kind.__struct_fields__)))
        try:
            return [msgspec.convert(cells, kind, strict=False) for cells in reader]
        except msgspec.ValidationError as problem:
            raise CertifyError(word("certify.row", path=path, line=reader.line_num, reason=problem)) from problem


def read(path: Path) -> Iterator[Row]:
    """Yield the rows of a table. Raises CertifyError for a file that is none, with the line's number."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            if tuple(reader.fieldnames or ()) not in (COLUMNS, FIRST_COLUMNS):
                raise CertifyError(word("certify.columns", path=path, columns=",".join(COLUMNS)))
            for cells in reader:
                yield parsed(cells, path, reader.line_num)
    except (OSError, UnicodeDecodeError, csv.Error) as problem:
        raise CertifyError(word("certify.read", path=path, reason=problem)) from problem


def parsed(cells: Mapping[str, str], path: Path, line: int) -> Row:
    """Return the row of a line's cells. Raises CertifyError."""
    try:
        truths = {name: TRUTH[cells[name]] for name in ("lot", "judged")}
        known = {name: cells.get(name) or None for name in ("stamped_ns", "delay_ns")}
        row = msgspec.convert({**cells, **truths, **known}, Row, strict=False)
        if row.winner not in (-1, 0, 1):
            raise ValueError(f"winner {row.winner}")
    except (KeyError, ValueError, msgspec.ValidationError) as problem:
        raise CertifyError(word("certify.row", path=path, line=line, reason=problem)) from problem
    return row
