"""From press to decision: the processor's time that a real press takes inside the engine.

Presses at a human pace, with the program's advance between them, through ``Match.handle``; a share of them arrives
late, so that rewinding is measured as well. What other programs take from the processor meanwhile is no part of it: on
a busy machine one press in a hundred waited 1.8 ms for its turn, in a game in which none calls 450 functions.
"""

from collections.abc import Sequence
from random import Random
from time import thread_time_ns

from engine.games import GAMES
from engine.match import Match
from engine.panel import BUTTONS, Press
from engine.setup import Setup
from engine.units import MS
from tools.bench.report import Bench, Row, percentile

PRESSES = 6000
FRAME_NS = 1_000_000_000 // 60
RES_NS = 100_000
LATE = 0.05
"""The share of presses that arrive up to 100 ms late."""


def timings(game: str) -> list[int]:
    """Return the ns of processor inside ``handle`` for each press of two people, at random, some 12 times a second."""
    seed = 1
    draw = Random(seed).random
    spent: list[int] = []
    match, now = Match(Setup(game, seed=seed)), 0
    while len(spent) < PRESSES:
        if match.outcome is not None:
            seed += 1
            match = Match(Setup(game, seed=seed), zero_ns=now)
        now += int(draw() * 4) * FRAME_NS + FRAME_NS
        match.advance(now)
        seat, button = int(draw() * 2), BUTTONS[int(draw() * len(BUTTONS))]
        stamp = now - int(draw() * (100 * MS if draw() < LATE else 2 * MS))
        for press in (
            Press(seat, button, True, stamp, "gpio", RES_NS),
            Press(seat, button, False, stamp + 1 * MS, "gpio", RES_NS),
        ):
            started = thread_time_ns()
            match.handle(press)
            spent.append(thread_time_ns() - started)
        match.final()
    return spent


def run() -> Sequence[Row]:
    """Return a row for each game."""
    rows = []
    for game in GAMES:
        spent = timings(game.info.id)
        p50, p99 = (percentile(spent, per_cent) / 1000 for per_cent in (50, 99))
        note = f"median of processor; {p99:.0f} µs in 99 of 100"
        rows.append(Row(f"{game.info.id}: press to decision", f"{p50:.0f} µs", note))
    return rows


BENCH = Bench("decision", run)
