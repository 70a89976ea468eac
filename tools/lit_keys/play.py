"""Moments of play: random play with presses of any button, and matches of bots."""

import random
from collections.abc import Iterator, Sequence
from typing import Final

from engine.bots import find_brain
from engine.match import Match
from engine.panel import ACTION, BUTTONS, Act, Press
from engine.setup import Setup

NOISE: Final = 0.4
"""The share of steps of random play that press any button, whatever its meaning."""
STEP_NS: Final = 200_000_000


def random_tables(setup: Setup, steps: int) -> Iterator[tuple[Match, int]]:
    """Return the moments of random play: the match, and how long its state lasts (ns)."""
    return ((match, STEP_NS) for match, _ in random_play(setup, steps))


def random_play(setup: Setup, steps: int) -> Iterator[tuple[Match, int]]:
    """Yield the moments of random play, with presses of any button among the commands: the match, and its time (ns).

    It ends with the match, or after `steps`.
    """
    match = Match(setup)
    chance = random.Random(setup.seed)
    now = 0
    while match.outcome is None and steps > 0:
        able = [(seat, commands) for seat in range(match.game.seats) if (commands := match.legal(seat))]
        due = match.next_deadline()
        if match.table.phase in ("draw", "ready") and (people := _not_ready(match)):
            now += STEP_NS
            _tap(match, people[0], (ACTION,), now)
        elif not able or (due is not None and chance.random() < 0.05):
            assert due is not None, "a dead end"
            now = max(now, due)
            match.advance(now)
        else:
            now += STEP_NS
            match.advance(now - 1)
            seat = chance.choice(able)[0]
            if chance.random() < NOISE:
                _press_something(match, seat, chance, now)
            elif commands := match.legal(seat):
                match.handle(Act(seat, chance.choice(commands), now))
            match.advance(now)
        if match.table.phase in ("play", "slap"):
            steps -= 1
            yield match, now


def _not_ready(match: Match) -> list[int]:
    """Return the seats of the people who have not pressed ACTION."""
    people = [seat for seat, info in enumerate(match.setup.seats) if info.is_human]
    return [seat for seat in people if not match.table.flag(f"ready.{seat}")]


def _press_something(match: Match, seat: int, chance: random.Random, now: int) -> None:
    """Press one or two random buttons together and release them; most of them give no command."""
    _tap(match, seat, chance.sample(BUTTONS, chance.choice((1, 1, 2))), now)


def _tap(match: Match, seat: int, buttons: Sequence[str], now: int) -> None:
    for place, button in enumerate(buttons):
        match.handle(Press(seat, button, True, now + place, "fake"))
    held = match.state.sit.held[seat]
    for place, button in enumerate(BUTTONS):
        if held >> place & 1:
            match.handle(Press(seat, button, False, now + 1000 + place, "fake"))


def bot_tables(setup: Setup) -> Iterator[tuple[Match, int]]:
    """Yield the moments of a match of level bots, who press buttons: the match, and how long its state lasts (ns)."""
    match = Match(setup, brains={seat: find_brain(info.player) for seat, info in enumerate(setup.seats)})
    now = 0
    while match.outcome is None:
        due = match.next_deadline()
        assert due is not None
        if due > now and match.table.phase in ("play", "slap"):
            yield match, due - now
        now = due
        match.advance(now)
