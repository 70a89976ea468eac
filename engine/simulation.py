"""Whole matches in virtual time, of random play or of bots, on the same path as all other matches.

This module contains no rules. A random seat asks the game for its legal commands and gives one; bots with a brain press
their buttons as in a real match.
"""

from collections.abc import Mapping
from typing import Final

from engine.brain import Brain
from engine.chance import Chance
from engine.game import Game
from engine.match import Match
from engine.panel import Act, Command
from engine.phases import PLAYING
from engine.setup import Setup
from engine.table import Table
from engine.units import MS, S

STEP_NS: Final = 100 * MS
"""Virtual time between two random commands, ns: ten a second, so that caps seldom decide."""
FORGET_NS: Final = 64 * STEP_NS
"""The virtual time, ns, after which random play without a deadline lets the match forget its past: that takes the
time of a command, and the tables of many commands would fill the processor's cache."""
SETTLED_NS: Final = 10 * S
"""The time after which everything is final, for every horizon, ns."""


def play_random(setup: Setup) -> Match:
    """Play a whole match of random legal commands; each seat that has any is equally likely to be next.

    Afterwards ``match.final()`` returns every entry. The same setup always gives the same match.
    """
    match = Match(setup)
    game, seats = match.game, match.game.seats
    draw = Chance(setup.seed).stream("simulate").random
    t = forgotten = seat = 0
    while (state := match.state).sit.outcome is None:
        lot, table = draw(), state.table
        commands: list[Command] = []
        phase: str = table.scalars["phase"]
        if phase in PLAYING:  # here nothing ever pauses
            if seats > 2:
                seat, commands, lot = _one_of_many(game, table, lot)
            else:  # draw a seat and fall back on the other: same odds, but mostly one call of `legal`
                lot += lot
                seat = int(lot)
                lot -= seat
                commands = game.legal(table, seat)
                if not commands:
                    seat = 1 - seat
                    commands = game.legal(table, seat)
        if commands:
            t += STEP_NS
            match.give(Act(seat, commands[int(lot * len(commands))], t))
            if t - forgotten > FORGET_NS:
                match.advance(t)
                forgotten = t
        else:
            forgotten = t = _skipped(match, t)
    match.advance(t + SETTLED_NS)
    return match


def _one_of_many(game: Game, table: Table, lot: float) -> tuple[int, list[Command], float]:
    """Return a random seat with legal commands, the commands and the rest of the lot; no commands if none has any."""
    able = [(seat, commands) for seat in range(game.seats) if (commands := game.legal(table, seat))]
    if not able:
        return -1, [], lot
    lot *= len(able)
    seat, commands = able[int(lot)]
    return seat, commands, lot % 1


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
    """Advance to what is due next; return when that is. Raises RuntimeError for a dead end, which GEN-6 forbids."""
    due = match.skip(t)
    if due is None:
        raise RuntimeError(f"a dead end: nobody can do anything, and nothing is due: {match.table}")
    return due
