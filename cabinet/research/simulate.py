"""Matches in virtual time, by random play or by bots of a level, on the same engine as all other matches.

This module contains no rules. A random seat asks the match for its legal commands and gives one; bots with a brain
press their buttons as in a real match. ``cabinet.research.tally`` counts the results from the entries alone.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import floor
from pathlib import Path
from typing import Final, Generic, Protocol, Self, TypeVar

import msgspec

from cabinet.process import gc_tuning
from cabinet.research.bulk import Executor, Task, deliver, no_progress, packed, unpacked
from cabinet.research.players import PERSON, find_player
from cabinet.store.logs import write_whole_log
from cabinet.strings.catalogue import word
from engine.brain import Brain
from engine.chance import Chance
from engine.errors import UnknownBot
from engine.game import Game
from engine.log import header, text_of
from engine.log_lines import Entry
from engine.log_replay import SIMULATED
from engine.match import Match
from engine.panel import Act, Command
from engine.setup import Setup
from engine.table import Table
from engine.units import MS, S

STEP_NS: Final = 100 * MS
"""Virtual time between two random commands, ns: ten a second, so that caps seldom decide."""
SETTLED_NS: Final = 10 * S
"""The time after which everything is final, for every horizon, ns."""


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
            match = play_bots(seeded, brains, series.bot_res_ns) if brains else play_random(seeded)
            entries = match.final()
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


def play_random(setup: Setup) -> Match:
    """Play a whole match of random legal commands; each seat that has any is equally likely to be next.

    Afterwards ``match.final()`` returns every entry. The same setup always gives the same match.
    """
    match = Match(setup)
    give, skip, legal, seats = match.give, match.skip, match.game.legal, match.game.seats  # here nothing ever pauses
    draw = Chance(setup.seed).stream("simulate").random
    t = 0
    while match.outcome is None:
        lot, table = draw(), match.table
        if seats == 2:  # draw a seat and fall back on the other: same odds, but mostly one call of `legal`
            lot += lot
            seat = 0
            if lot >= 1.0:
                seat = 1
                lot -= 1.0
            commands = legal(table, seat)
            if not commands:
                seat = 1 - seat
                commands = legal(table, seat)
        else:
            seat, commands, lot = _one_of_many(match.game, table, lot)
        if commands:
            t += STEP_NS
            give(Act(seat, commands[floor(lot * len(commands))], t))
        else:
            due = skip(t)
            if due is None:
                raise _dead_end(match)
            t = due
    match.advance(t + SETTLED_NS)
    return match


def _one_of_many(game: Game, table: Table, lot: float) -> tuple[int, list[Command], float]:
    """Return a random seat with legal commands, the commands and the rest of the lot; no commands if none has any."""
    able = [(seat, commands) for seat in range(game.seats) if (commands := game.legal(table, seat))]
    if not able:
        return -1, [], lot
    lot *= len(able)
    return *able[int(lot)], lot % 1


def play_bots(setup: Setup, brains: Mapping[int, Brain], res_ns: int = 0) -> Match:
    """Play a whole match of bots that press their buttons, from deadline to deadline in virtual time.

    ``res_ns`` is the resolution of their stamps; at 0 only presses with the same ns are a dead heat.
    """
    match = Match(setup, brains=brains, bot_res_ns=res_ns)
    t = 0
    while match.outcome is None:
        due = match.skip(t)
        if due is None:
            raise _dead_end(match)
        t = due
    match.advance(t + SETTLED_NS)
    return match


def _dead_end(match: Match) -> RuntimeError:
    """Return the error for a match without outcome and deadline: the rules have a gap, because GEN-6 forbids it."""
    return RuntimeError(f"a dead end: nobody can do anything, and nothing is due: {match.table}")
