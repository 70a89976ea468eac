"""Matches without real time: random play, and level bots in virtual time, through the one way that all matches go.

No rule stands here. A random seat asks the match for its legal commands and gives one; bots with a brain press their
buttons as they do in the real thing. What happened is counted from the entries alone (``cabinet.tally``).
"""

from collections.abc import Mapping
from typing import Final

from engine.chance import Chance
from engine.game import MS, S
from engine.match import Match
from engine.panel import Act, Command
from engine.seats import Brain
from engine.setup import Setup

STEP_NS: Final = 100 * MS
"""Virtual time between two random commands: ten a second, so that caps seldom decide."""
SETTLED_NS: Final = 10 * S
"""After so long everything is final, whatever the horizon."""


def play_random(setup: Setup) -> Match:
    """One whole match of seats that give random legal commands, each seat as likely to be next.

    ``match.final()`` then holds every entry. The same setup always gives the same match.
    """
    match = Match(setup)
    draw = Chance(setup.seed).stream("simulate").random
    t = 0
    while match.outcome is None:
        turn = _next_command(match, draw(), draw())
        if turn is None:
            t = max(t, _due(match))
            match.advance(t)
        else:
            t += STEP_NS
            match.handle(Act(turn[0], turn[1], t))
    match.advance(t + SETTLED_NS)
    return match


def _next_command(match: Match, who: float, which: float) -> tuple[int, Command] | None:
    """A seat drawn from those that have a legal command, and one of its commands; None if no seat has any.

    ``who`` and ``which`` are from 0 to 1. Seats are asked from a random one on, so that mostly one need be asked; with
    two seats that is the same as drawing among those that can go.
    """
    seats = match.game.seats
    first = int(who * seats)
    able = [(first + n) % seats for n in range(seats)]
    if seats > 2:
        able = [seat for seat in range(seats) if match.legal(seat)]
        able = able[int(who * len(able)) :]
    for seat in able:
        commands = match.legal(seat)
        if commands:
            return seat, commands[int(which * len(commands))]
    return None


def play_bots(setup: Setup, brains: Mapping[int, Brain]) -> Match:
    """One whole match of bots that press their buttons, from deadline to deadline in virtual real time."""
    match = Match(setup, brains=brains)
    t = 0
    while match.outcome is None:
        t = _due(match)
        match.advance(t)
    match.advance(t + SETTLED_NS)
    return match


def _due(match: Match) -> int:
    """The next deadline. A match without an outcome always has one (GEN-6): without it, the rules have a hole."""
    deadline = match.next_deadline()
    if deadline is None:
        raise RuntimeError(f"a dead end: nobody can do anything, and nothing is due: {match.table}")
    return deadline
