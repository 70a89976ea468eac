"""Random play with every step checked: no card is lost, no table is a dead end (GEN-6), `legal` and `refusal` agree.

    python -m tools.soundness --matches 1000000 --jobs 2
    python -m tools.soundness --matches 3000 --game speed --option finish=slap --seats 2

Matches of all games' presets, or of one game with options; seeds from 1 or from `--first` on. A step is any legal
command of any seat, or a wait until something happens by itself. The log of each hundredth match is verified as well.
Prints a table in Markdown. The first match that is not sound ends the run with exit code 1, its preset, its seed and
the breach.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from random import Random
from typing import Any, Final

from cabinet.errors import ExecutorFailed
from cabinet.process import gc_tuning
from engine.errors import EngineError
from engine.game import Game
from engine.games import GAMES, find_game, set_up
from engine.log import header, read, text_of
from engine.log_lines import Entry
from engine.log_replay import verify
from engine.match import Match
from engine.options import values_of
from engine.panel import BUTTONS, Act, Command
from engine.setup import Setup, seats_of
from engine.simulation import SETTLED_NS
from engine.table import Table
from engine.units import S
from workshop.commands.arguments import add_executor_arguments
from workshop.commands.executors import executor_of, progress
from workshop.commands.simulate import read_options
from workshop.research.bulk import Task, deliver
from workshop.research.simulate import Numbered

QUICK_NS: Final = S // 5
"""The longest virtual time between two commands, ns."""
SLOW_NS: Final = 4 * S
"""The same in slow play."""
MOST_STEPS: Final = 20_000
"""More than any match of a preset takes: their caps end a match much sooner."""
VERIFIED: Final = 100
"""The log of each match whose number this divides is verified."""


class Unsound(Exception):
    """A match breaks an invariant; the text names its preset, its seed and the breach."""


class RandomMatch:
    """A match under random play, one step at a time; slow play lets deadlines come, and moves cards to no end."""

    def __init__(self, game: str, options: dict[str, Any], seed: int, seats: int = 2, is_slow: bool = False) -> None:
        self.is_slow = is_slow
        self.match = Match(Setup(game, options, seats_of(*["bot:random"] * seats), seed))
        self.draw = Random(seed).random
        self.entries: list[Entry] = list(self.match.opening())
        self.t = 0
        self._legal: list[tuple[int, Command]] | None = None

    def legal(self) -> list[tuple[int, Command]]:
        """Return every seat's legal commands as (seat, command), asked once for each table."""
        if self._legal is None:
            match = self.match
            self._legal = [(seat, command) for seat in range(match.game.seats) for command in match.legal(seat)]
        return self._legal

    def step(self) -> None:
        """One legal command of any seat, or whatever comes next by itself. Raises AssertionError at a dead end."""
        match, commands = self.match, self.legal()
        self._legal = None
        if commands and self.draw() < 0.97:
            idle = [each for each in commands if each[1].do not in match.game.progress] if self.is_slow else []
            commands = idle if idle and self.draw() < 0.8 else commands
            self.t += int(self.draw() * (SLOW_NS if self.is_slow else QUICK_NS)) + 1
            if self.t < (match.next_deadline() or self.t + 1):
                seat, command = commands[int(self.draw() * len(commands))]
                update = match.handle(Act(seat, command, self.t))
                assert any(getattr(entry, "ok", False) for entry in update.entries), f"{command} was legal"
                self.entries += update.entries
                return
        deadline = match.next_deadline()
        assert deadline is not None, f"a dead end: {match.table}"
        self.t = max(self.t, deadline)
        self.entries += match.advance(self.t).entries

    def assert_sound(self) -> None:
        """Raise AssertionError unless everything holds that must hold of any game's table at any moment."""
        match = self.match
        table, game = match.table, match.game
        assert every_card_is_there_once(game, table), f"the zones do not hold the deck: {table}"
        is_stuck = table.flag("stuck")
        for seat, command in self.legal():
            refusal = game.refusal(table, seat, command)
            assert refusal is None, f"seat {seat}'s {command} is legal and refused ({refusal}): {table}"
            assert not (is_stuck and command.do == "play"), f"stuck, and seat {seat} has a legal play: {table}"
        if is_stuck and table.phase == "play":
            plays = [(seat, command) for seat in range(game.seats) for command in hand_plays(match, seat)]
            taken = [play for play in plays if game.would_take(table, *play)]
            assert not taken, f"stuck, and {taken} would be taken: {table}"


@lru_cache(maxsize=8)
def in_order(deck: tuple[str, ...]) -> list[str]:
    """Return the deck sorted, which stays the same for a match."""
    return sorted(deck)


def every_card_is_there_once(game: Game, table: Table) -> bool:
    """Whether the zones together hold the deck."""
    # as one text: a call for each card is half of random play's time
    lying = " ".join(chain.from_iterable(table.zones.values())).replace("~", "").split(" ")
    return sorted(lying) == in_order(game.deck)


def hand_plays(match: Match, seat: int) -> list[Command]:
    """Return every card that the panel could play now, as a command."""
    meanings = [match.game.press(match.table, seat, button, 0) for button in BUTTONS]
    return [m.command for m in meanings if m.command is not None and m.command.do == "play"]


@dataclass(frozen=True, slots=True)
class Way:
    """A preset of a game, and the number of its matches."""

    name: str
    game: str
    options: dict[str, Any]
    seats: int
    matches: int
    first_seed: int = 1


@dataclass(frozen=True, slots=True)
class Counted:
    """Some sound matches of one way to play: their number, all their steps, the most of one, the logs verified."""

    matches: int = 0
    steps: int = 0
    longest: int = 0
    verified: int = 0

    def with_more(self, other: "Counted") -> "Counted":
        """Return the counts of both."""
        longest = max(self.longest, other.longest)
        return Counted(self.matches + other.matches, self.steps + other.steps, longest, self.verified + other.verified)


def play_sound(way: Way, first: int, matches: int) -> Counted:
    """Play matches from number ``first`` on, with every step checked. Raises Unsound."""
    counted = Counted()
    with gc_tuning.in_bulk():
        for seed in range(way.first_seed + first, way.first_seed + first + matches):
            counted = counted.with_more(play_one(way, seed))
    return counted


def play_one(way: Way, seed: int) -> Counted:
    """Play one match; each fourth of them slowly. Raises Unsound."""
    run = RandomMatch(way.game, way.options, seed, way.seats, is_slow=seed % 4 == 0)
    steps, verified = 0, seed % VERIFIED == 0
    try:
        while run.match.outcome is None:
            assert steps < MOST_STEPS, f"no end after {steps} steps: {run.match.table}"
            run.step()
            run.assert_sound()
            steps += 1
        if verified:
            run.match.advance(run.t + SETTLED_NS)
            verify(read(f"{header(run.match.setup)}\n{text_of(run.match.final())}".encode()))
    except Exception as problem:
        raise Unsound(f"{way.name}, seed {seed}, step {steps}: {problem!r}") from problem
    return Counted(1, steps, steps, int(verified))


class SoundJob(Numbered):
    """All ways to play as one job: the items are their matches."""

    def __init__(self, ways: Sequence[Way]) -> None:
        super().__init__(way.matches for way in ways)
        self._ways = ways

    def task(self, first: int, most: int) -> Task[Counted]:
        """Return a task of matches of one way to play."""
        index, number = self.place(first)
        way = self._ways[index]
        matches = min(most, way.matches - number)
        return Task(first, matches, play_sound, (way, number, matches))


def ways_of(matches: int, first_seed: int = 1) -> list[Way]:
    """Return all games' presets, with about as many matches each, ``matches`` together."""
    presets = [(game, preset) for game in GAMES for preset in game.info.presets]
    each, more = divmod(matches, len(presets))
    return [
        Way(preset.name, game.info.id, dict(preset.options), preset.seats, each + (place < more), first_seed)
        for place, (game, preset) in enumerate(presets)
    ]


def way_of(game: str, options: Sequence[str], seats: int, matches: int, first_seed: int) -> Way:
    """Return a game with options as a command line has them, `NAME=VALUE`. Raises EngineError for invalid ones."""
    given = read_options(find_game(game).info.all_options(), options)
    values = dict(values_of(set_up(game, given, seats=seats).options))
    return Way(" ".join((game, *options)), game, values, seats, matches, first_seed)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and print the table; return the exit code. See the module."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=1, metavar="SEED", help="the first seed of each preset")
    parser.add_argument("--game", help="this game with --option in place of all presets")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="may be repeated")
    parser.add_argument("--seats", type=int, default=2)
    add_executor_arguments(parser)
    args = parser.parse_args(arguments)
    try:
        ways = ways_of(args.matches, args.first)
        if args.game:
            ways = [way_of(args.game, args.option, args.seats, args.matches, args.first)]
    except EngineError as problem:
        parser.error(str(problem))
    counts = [Counted()] * len(ways)
    job, began = SoundJob(ways), time.monotonic()
    try:
        with executor_of(args, job.items, "matches") as executor, progress(job.items, "matches") as on_done:
            for part in deliver(job, executor, on_done):
                index, _ = job.place(part.first)
                counts[index] = counts[index].with_more(part.result)
    except (Unsound, ExecutorFailed) as problem:
        print(f"soundness: {problem}", file=sys.stderr)
        return 1
    print("| preset | game | matches | steps, all checked | most steps of one | logs verified |")
    print("|---|---|---|---|---|---|")
    for way, count in zip(ways, counts, strict=True):
        print(row(f"`{way.name}`", way.game, count))
    total = Counted()
    for count in counts:
        total = total.with_more(count)
    print(row("all", "", total), f"\n\n{time.monotonic() - began:.0f} s", sep="")
    return 0


def row(name: str, game: str, count: Counted) -> str:
    """Return a row of the table."""
    figures = (count.matches, count.steps, count.longest, count.verified)
    return " | ".join([f"| {name}", game, *(f"{figure:,}" for figure in figures)]) + " |"


if __name__ == "__main__":
    sys.exit(main())
