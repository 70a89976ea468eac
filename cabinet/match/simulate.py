"""Matches in virtual time, by random play or by bots of a level, on the same engine as all other matches.

This module contains no rules. A random seat asks the match for its legal commands and gives one; bots with a brain
press their buttons as in a real match. ``cabinet.match.tally`` counts the results from the entries alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from math import floor
from pathlib import Path
from typing import Final

from cabinet.errors import LogFileError
from cabinet.match.tally import Tally
from cabinet.process import gc_tuning
from cabinet.strings.catalogue import word
from engine.bots import find_brain
from engine.brain import Brain
from engine.chance import Chance
from engine.errors import UnknownBot
from engine.game import MS, Game, S
from engine.log import header, text_of
from engine.log_replay import SIMULATED
from engine.match import Match
from engine.panel import Act, Command
from engine.record import Entry
from engine.setup import Setup
from engine.table import Table

STEP_NS: Final = 100 * MS
"""Virtual time between two random commands, ns: ten a second, so that caps seldom decide."""
SETTLED_NS: Final = 10 * S
"""The time after which everything is final, for every horizon, ns."""
CHUNK: Final = 10
"""The number of matches that a process plays before it reports."""


@dataclass(frozen=True, slots=True)
class Series:
    """Many matches of one setup; the first has the setup's seed, each further match the next seed.

    With ``logs`` every match writes its log into that folder. Bots' presses have the resolution ``bot_res_ns``.
    """

    setup: Setup
    matches: int
    logs: Path | None = None
    bot_res_ns: int = 0

    def chunks(self) -> Iterator["Series"]:
        """Yield the series in parts of at most ``CHUNK`` matches."""
        for first in range(0, self.matches, CHUNK):
            part = replace(self.setup, seed=self.setup.seed + first)
            yield replace(self, setup=part, matches=min(CHUNK, self.matches - first))


def play_series(series: Series) -> Tally:
    """Play all matches of a series, one after the other. Raises LogFileError if a log cannot be written."""
    tally = Tally(seats=len(series.setup.seats))
    brains = simulated_brains(series.setup)
    with gc_tuning.in_bulk():
        for number in range(series.matches):
            setup = replace(series.setup, seed=series.setup.seed + number)
            match = play_bots(setup, brains, series.bot_res_ns) if brains else play_random(setup)
            entries = match.final()
            tally.add(entries)
            if series.logs is not None:
                _write_log(series.logs, setup, entries)
    return tally


def play_all(series: Sequence[Series], jobs: int) -> Iterator[tuple[int, Tally]]:
    """Play several series on `jobs` processes; yield the index of a series and the tally of a part of it."""
    parts = [(place, part) for place, whole in enumerate(series) for part in whole.chunks()]
    if jobs <= 1:
        for place, part in parts:
            yield place, play_series(part)
        return
    with ProcessPoolExecutor(jobs) as pool:
        tallies = pool.map(play_series, [part for _, part in parts])
        for (place, _), tally in zip(parts, tallies, strict=True):
            yield place, tally


def simulated_brains(setup: Setup) -> dict[int, Brain]:
    """Return the bots' brains by seat; none if all seats play at random. Raises UnknownBot, also for a mixture."""
    players = [seat.player for seat in setup.seats]
    if all(player == SIMULATED for player in players):
        return {}
    if SIMULATED in players or not all(player.startswith("bot:") for player in players):
        raise UnknownBot(word("simulate.seats", seats=",".join(players)))
    return {seat: find_brain(player) for seat, player in enumerate(players)}


def play_random(setup: Setup) -> Match:
    """Play a whole match of random legal commands; each seat that has any is equally likely to be next.

    Afterwards ``match.final()`` returns every entry. The same setup always gives the same match.
    """
    match = Match(setup)
    give, skip, legal, seats = match.give, match.skip, match.game.legal, match.game.seats  # here nothing ever pauses
    draw = Chance(setup.seed).stream("simulate").random
    t = 0
    while True:
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
        elif match.outcome is None:
            due = skip(t)
            if due is None:
                raise _dead_end(match)
            t = due
        else:  # the match is over, and no seat has a command left
            break
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


def _write_log(folder: Path, setup: Setup, entries: Sequence[Entry]) -> None:
    path = folder / f"{setup.game}-{setup.seed}.jsonl"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{header(setup)}\n{text_of(entries)}", encoding="utf-8", newline="\n")
    except OSError as problem:
        raise LogFileError(word("simulate.unwritable", path=path, reason=problem.strerror)) from problem
