"""Matches that were played to write a log of: by people at buttons, by bots, and by commands alone."""

from collections.abc import Sequence
from random import Random

from engine.bots import find_brain
from engine.brain import Brain
from engine.log import Log, header, text_of
from engine.match import Match
from engine.panel import ACTION, CARDS, Act, Control, Press
from engine.setup import Setup, seats_of
from engine.units import MS, S


def people_play(
    game: str, seed: int, seconds: int = 25, clock_errors: object = "margin", **options: object
) -> Match:
    """Two people at the buttons, hasty and close together; then everybody leaves."""
    draw = Random(seed).random
    options = {"countdown": 1, "lockout_ms": 50, **options}
    match = Match(Setup(game, options, seed=seed, clock_errors=str(clock_errors)))
    stamp = 0
    for seat in (0, 0, 1):
        stamp += 100 * MS
        match.handle(Press(seat, ACTION, True, stamp, "test", 100_000))
        match.handle(Press(seat, ACTION, False, stamp + MS, "test", 100_000))
    while stamp < seconds * S and match.outcome is None:
        stamp += int(draw() ** 3 * 400 * MS)
        seat, button = int(draw() * 2), ACTION if draw() < 0.1 else CARDS[int(draw() * 5)]
        clock = "board" if draw() < 0.3 else ""
        match.handle(Press(seat, button, True, stamp, "test", 100_000, clock, stamp // 1000 * 1000 if clock else 0))
        if draw() < 0.8:
            match.handle(Press(seat, button, False, stamp + MS, "test", 100_000))
        if draw() < 0.02:
            match.handle(Control("pause", stamp + 2 * MS, "menu"))
            match.handle(Control("resume", stamp + 300 * MS))
        match.advance(stamp)
    match.handle(Control("leave", stamp + S))
    match.advance(stamp + 60 * S)
    return match


def at_levels(game: str, seed: int, *levels: str, **options: object) -> Setup:
    return Setup(game, options, seats_of(*(f"bot:{level}" for level in levels)), seed)


def bots_play(setup: Setup) -> Match:
    match = Match(setup, brains=brains(setup))
    while match.outcome is None:
        match.advance(match.next_deadline() or 0)
    match.advance((match.next_deadline() or 0) + 1000 * S)
    return match


def simulated(setup: Setup) -> Match:
    """Commands without buttons."""
    match = Match(setup)
    draw = Random(setup.seed).random
    t = 0
    while match.outcome is None:
        commands = [(seat, command) for seat in range(match.game.seats) for command in match.legal(seat)]
        t = t + 100 * MS if commands else match.next_deadline() or 0
        if commands:
            match.handle(Act(*commands[int(draw() * len(commands))], t))
        else:
            match.advance(t)
    match.advance(t + 10 * S)
    return match


def brains(setup: Setup) -> dict[int, Brain]:
    return {n: find_brain(seat.player) for n, seat in enumerate(setup.seats) if not seat.is_human}


def log_of(match: Match) -> bytes:
    return f"{header(match.setup)}\n{text_of(match.final())}".encode()


def lines_of(log: Log) -> list[str]:
    return list(log.lines)


def joined(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
