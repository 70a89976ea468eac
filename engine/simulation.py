"""Whole matches in virtual time, of random play or of bots.

This module contains no rules. A random seat asks the game for its legal commands and gives one; bots with a brain press
their buttons as in a real match.
"""

from collections import deque
from collections.abc import Mapping
from typing import Final, TypeAlias

from engine.brain import Brain
from engine.chance import Chance
from engine.game import Game
from engine.games import set_up
from engine.judge import CONTEST_NS, MatchContext
from engine.log_lines import Entry
from engine.match import Match
from engine.panel import Command
from engine.phases import PLAYING
from engine.reducer import Reducer
from engine.scheduler import Scheduler
from engine.setup import Setup
from engine.state import State, Step
from engine.table import Table
from engine.units import MS, NEVER, S

Change: TypeAlias = tuple[int, State, State, int]
"""What a refusal asks of a step: its time (ns), the states before and after, the seat whose command stood, else -1."""
STEP_NS: Final = 100 * MS
"""Virtual time between two random commands, ns: ten a second, so that caps seldom decide."""
FEW: Final = 16
"""Above this number of changes, those are forgotten that judging does not look back to."""
SETTLED_NS: Final = 10 * S
"""The time after which everything is final, for every horizon, ns."""


def play_random(setup: Setup) -> list[Entry]:
    """Play a whole match of random legal commands; each seat that has any is equally likely to be next.

    Return every entry, the same for the same setup, and the same as of a match that is given these commands. None of
    them is late, so no time line keeps the steps, and a legal one is not judged a second time. Raises RuntimeError for
    a dead end, which GEN-6 forbids.
    """
    game = set_up(setup.game, setup.options, setup.base, len(setup.seats), setup.rules)
    scheduler = Scheduler(MatchContext(game, setup, Chance(setup.seed)), 0, {})
    reducer = Reducer(scheduler)
    draw = Chance(setup.seed).stream("simulate").random
    step = scheduler.begin(scheduler.initial())
    entries, state = [*step.entries], step.after
    due, t = scheduler.next_timer(state), 0
    past: deque[Change] = deque()
    while state.sit.outcome is None:
        lot, table = draw(), state.table
        chosen = _random_command(game, table, lot) if table.scalars["phase"] in PLAYING else None
        if chosen is not None:
            t += STEP_NS
        elif due < NEVER:
            t = max(t, due)
        else:
            raise RuntimeError(_dead_end(table))
        is_next = t < due
        while due <= t:
            step = scheduler.fire(state, due)
            entries += step.entries
            past.append((due, state, step.after, -1))
            state = step.after
            due = scheduler.next_timer(state)
        if chosen is not None and state.sit.outcome is None:
            seat, command = chosen
            if is_next:
                after, line = reducer.perform(state, seat, command, t)
            else:  # what came first may have made it illegal
                steps = [Step(at, before, later, (), winner) for at, before, later, winner in past]
                after, line = reducer.command(state, seat, command, t, steps)
            entries.append(line)
            past.append((t, state, after, seat if line.ok else -1))
            state = after
            due = scheduler.next_timer(state)
        if len(past) > FEW:
            while past and past[0][0] < t - CONTEST_NS:
                past.popleft()
    return entries


def _random_command(game: Game, table: Table, lot: float) -> tuple[int, Command] | None:
    """Return a random seat that has legal commands, and one of them; None if no seat has any."""
    if game.seats > 2:
        able = [(seat, commands) for seat in range(game.seats) if (commands := game.legal(table, seat))]
        if not able:
            return None
        lot *= len(able)
        seat, commands = able[int(lot)]
        return seat, commands[int(lot % 1 * len(commands))]
    lot += lot  # draw a seat and fall back on the other: same odds, but mostly one call of `legal`
    seat = int(lot)
    commands = game.legal(table, seat)
    if not commands:
        seat = 1 - seat
        commands = game.legal(table, seat)
    return (seat, commands[int(lot % 1 * len(commands))]) if commands else None


def play_bots(setup: Setup, brains: Mapping[int, Brain], res_ns: int = 0) -> Match:
    """Play a whole match of bots that press their buttons, from deadline to deadline in virtual time.

    ``res_ns`` is the resolution of their stamps; at 0 only presses with the same ns are a dead heat.
    """
    match = Match(setup, brains=brains, bot_res_ns=res_ns)
    t = 0
    while match.outcome is None:
        t = _skipped(match, t)
    match.advance(t + SETTLED_NS)
    return match


def _skipped(match: Match, t: int) -> int:
    """Advance to what is due next; return when that is. Raises RuntimeError for a dead end."""
    due = match.skip(t)
    if due is None:
        raise RuntimeError(_dead_end(match.table))
    return due


def _dead_end(table: Table) -> str:
    return f"a dead end: nobody can do anything, and nothing is due: {table}"
