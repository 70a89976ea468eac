"""The lot of a dead heat, drawn without races: a million draws of the shipped judge.

A lot follows from the match's seed and the earlier stamp. So each row of the table is a seed, and its draws are at
stamps that follow one another by a microsecond, as a board's ticks do.
"""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from engine.chance import Chance
from engine.judge import MatchContext, draw
from hardware.clock import MS
from workshop.certify import trials
from workshop.certify.race import OPENING_NS, opened, seeds_of_races
from workshop.certify.rigs import US

A_RACE: Final = 50
"""So many lots are drawn for each race of a source: a million beside 20,000 races."""
A_SEED: Final = 1_000
LONGEST_NS: Final = 3_600_000 * MS
"""Stamps lie within an hour of a match's beginning."""


class Lots(msgspec.Struct, frozen=True):
    """The lots of a match's seed at so many stamps, `US` apart, from the first one on: how many seat 0 won."""

    seed: int
    first_ns: int
    draws: int
    seat_0: int


def draw_lots(seed: int, races: int) -> Iterator[Lots]:
    """Draw the lots that go with so many races on each source, `A_SEED` at a time."""
    chance = random.Random(f"{seed} lots")
    match = opened(next(seeds_of_races()), OPENING_NS)
    commands = {seat: command for seat in (0, 1) if (command := match.keys(seat)[0].command)}
    for begin in range(0, races * A_RACE, A_SEED):
        drawn, first = chance.randrange(1 << 30), chance.randrange(LONGEST_NS)
        context = MatchContext(match.game, match.setup, Chance(drawn))
        stamps = range(first, first + min(A_SEED, races * A_RACE - begin) * US, US)
        winners = [draw(context, commands, match.table, match.table, stamp)[0] for stamp in stamps]
        yield Lots(drawn, first, len(winners), winners.count(0))


def write(lots: Sequence[Lots], path: Path) -> None:
    """Write lots as CSV. Raises CertifyError."""
    trials.write_table(map(msgspec.structs.astuple, lots), Lots.__struct_fields__, path)


def read(path: Path) -> list[Lots]:
    """Return the lots of a table. Raises CertifyError for a file that is none, with the line's number."""
    return trials.read_table(path, Lots)
