"""A match in which both seats race for one pile with their first card, as it stands when the race begins."""

from collections.abc import Iterator, Sequence
from itertools import count, islice

from cabinet.config.schema import Input
from cabinet.input.inputs import lines_map
from engine.log_lines import CommandLine
from engine.match import Match
from engine.panel import ACTION, Command, Glitch, Press
from engine.setup import HUMAN, Setup, seats_of
from hardware.clock import MS

MAP = lines_map(Input().lines, (0, 1))
PLACES = {place: int(line) for line, place in MAP.items()}
OPTIONS = {"countdown": 1, "best_of": 1, "quick_play": True}
OPENING_NS = 2_000 * MS
"""The time from the beginning of a match to its race: the deal is open by then."""


DEALS = 40
"""So many deals are raced in, in turn; a lot follows from the stamp as well."""


class Starter:
    """Brings race after race to its start."""

    def __init__(self) -> None:
        self._seeds = list(islice(seeds_of_races(), DEALS))

    def ready(self, number: int, at_ns: int) -> Match:
        """Return the match of that race at its opening: whoever is first with CARD1 has the pile."""
        return opened(self._seeds[number % DEALS], at_ns)


def seeds_of_races() -> Iterator[int]:
    """Yield the seeds of the deals in which both seats' first cards go to one and the same pile, and to no other."""
    for seed in count():
        match = opened(seed, OPENING_NS)
        first, second = (pile_of(match.keys(seat)[0].command) for seat in (0, 1))
        if first and first == second:
            yield seed


def pile_of(command: Command | None) -> str:
    """Return the pile to which a button plays its card by itself, because no other takes it; empty if there is none."""
    return command.to if command is not None and command.do == "play" else ""


def opened(seed: int, at_ns: int) -> Match:
    """Return a match whose deal has been opened by `at_ns`."""
    setup = Setup("speed", OPTIONS, seats_of(HUMAN, HUMAN), seed, "speed")
    match, now = Match(setup, at_ns - OPENING_NS), at_ns - OPENING_NS
    for seat in (0, 0, 1):  # the first press skips the draw
        now += MS
        match.handle(Press(seat, ACTION, True, now, "start", 0))
        match.handle(Press(seat, ACTION, False, now + 1, "start", 0))
    match.advance(at_ns)
    assert match.table.phase == "play"
    return match


def run(match: Match, events: Sequence[Press | Glitch], told: list[object]) -> None:
    """Hand a match what was pressed; `told` is what it has told by now, a rewind included."""
    for event in events:
        update = match.handle(event)
        del told[len(told) - update.undone :]
        told += update.entries


def winner_of(told: Sequence[object]) -> CommandLine:
    """Return the one play that stands."""
    (winner,) = (line for line in told if isinstance(line, CommandLine) and line.ok and line.command.do == "play")
    return winner
