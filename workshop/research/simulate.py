"""Many matches of ``engine.simulation``, cut into tasks for processes and machines, with their logs.

``workshop.research.tally`` counts the results from the entries alone.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path
from typing import Generic, Protocol, Self, TypeVar

import msgspec

from cabinet.process import gc_tuning
from cabinet.store.logs import write_whole_log
from cabinet.strings.catalogue import word
from engine.brain import Brain
from engine.errors import UnknownBot
from engine.log import header, text_of
from engine.log_lines import Entry
from engine.log_replay import SIMULATED
from engine.setup import Setup
from engine.simulation import play_bots, play_random
from workshop.research.bulk import Executor, Task, deliver, no_progress, packed, unpacked
from workshop.research.players import PERSON, find_player


class Counts(Protocol):
    """Figures of matches, such as a `Tally`. ``add`` takes a whole match; merged in any order, they are the same."""

    def add(self, entries: Iterable[Entry]) -> None:
        """Count a whole match."""

    def merge(self, other: Self) -> None:
        """Add the counts of other matches."""


C = TypeVar("C", bound=Counts)


@dataclass(frozen=True, slots=True)
class Series:
    """Many matches of one setup; the first has the setup's seed, each further match the next seed.

    Bots' presses have the resolution ``bot_res_ns``.
    """

    setup: Setup
    matches: int
    bot_res_ns: int = 0


class Played(msgspec.Struct, Generic[C], frozen=True):
    """Some matches of a series: their counts, and their logs, packed, if these are kept."""

    counts: C
    logs: tuple[bytes, ...] = ()


def play_series(series: Series, counts: Callable[[int], C], keep_logs: bool = False) -> Played[C]:
    """Play all matches of a series, one after the other. ``counts(seats)`` makes empty counts."""
    setup = series.setup
    total, logs = counts(len(setup.seats)), []
    brains = simulated_brains(setup)
    with gc_tuning.in_bulk():
        for number in range(series.matches):
            seeded = replace(setup, seed=setup.seed + number)
            entries = play_bots(seeded, brains, series.bot_res_ns).final() if brains else play_random(seeded)
            total.add(entries)
            if keep_logs:
                logs.append(packed(f"{header(seeded)}\n{text_of(entries)}".encode()))
    return Played(total, tuple(logs))


class Numbered:
    """The matches of several series, numbered from 0, one series after the other."""

    def __init__(self, matches: Iterable[int]) -> None:
        """`matches` are the numbers of matches of the series."""
        self._ends = list(accumulate(matches))

    @property
    def items(self) -> int:
        """The number of matches."""
        return self._ends[-1] if self._ends else 0

    def place(self, match: int) -> tuple[int, int]:
        """Return the index of a match's series, and its number in it."""
        index = bisect_right(self._ends, match)
        return index, match - (self._ends[index - 1] if index else 0)


class SeriesJob(Numbered, Generic[C]):
    """Several series as one job: the items are their matches."""

    def __init__(self, parts: Sequence[tuple[Series, Callable[[int], C]]], *, keep_logs: bool) -> None:
        """`parts` are the series, each with the function that makes empty counts of so many seats for it."""
        super().__init__(series.matches for series, _ in parts)
        self._parts = parts
        self._keep_logs = keep_logs

    def task(self, first: int, most: int) -> Task[Played[C]]:
        """Return a task of matches of one series."""
        index, number = self.place(first)
        series, counts = self._parts[index]
        matches = min(most, series.matches - number)
        part = replace(series, setup=replace(series.setup, seed=series.setup.seed + number), matches=matches)
        return Task(first, matches, play_series, (part, counts, self._keep_logs))


def play_all(
    series: Sequence[Series],
    executor: Executor,
    counts: Callable[[int], C],
    logs: Path | None = None,
    on_done: Callable[[int], object] = no_progress,
) -> Iterator[tuple[int, int, C]]:
    """Play several series by an executor; yield (index of a series, number of matches, their counts).

    The matches come in order and each once, so the sums depend neither on the executor nor on how the work was cut.
    ``counts(seats)`` makes empty counts, in whichever process or machine plays; a class such as `Tally` does. With
    `logs`, every match's log is written into that folder before its counts are yielded. `on_done` gets the numbers of
    matches as they are played. Raises ExecutorFailed, and LogFileError if a log cannot be written.
    """
    job = SeriesJob([(each, counts) for each in series], keep_logs=logs is not None)
    for part in deliver(job, executor, on_done):
        index, number = job.place(part.first)
        setup = series[index].setup
        if logs is not None:
            for place, log in enumerate(part.result.logs, start=number):
                write_whole_log(logs / f"{setup.game}-{setup.seed + place}.jsonl", unpacked(log))
        yield index, part.items, part.result.counts


def simulated_brains(setup: Setup) -> dict[int, Brain]:
    """Return the brains by seat; none if all seats play at random. Raises UnknownBot, also for a mixture."""
    players = [seat.player for seat in setup.seats]
    if all(player == SIMULATED for player in players):
        return {}
    if SIMULATED in players or not all(player.startswith(("bot:", PERSON)) for player in players):
        raise UnknownBot(word("simulate.seats", seats=",".join(players)))
    return {seat: find_player(player) for seat, player in enumerate(players)}
