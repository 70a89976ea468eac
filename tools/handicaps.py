"""Measure handicaps: the share of wins of a seat that has one, for bots as strong as the other and for stronger ones.

    python -m tools.handicaps                       # the tables of docs/handicaps.md; about an hour on one core
    python -m tools.handicaps --game speed --matches 200

Each figure is of matches with seeds from 1 on, of those with a winner, and with 1,100 of them uncertain by 3 %. The
seat with the handicap is a bot of the level ``middling``, one whose fingers need four fifths of its time, or one of the
level ``fast``; the other seat is always ``middling``. ``engine.handicap`` has the figures of the first as a table.
"""

import argparse
import sys
from dataclasses import replace
from typing import Final, NamedTuple

from cabinet.match.simulate import play_bots
from cabinet.match.tally import interval
from engine.bots.person import FAST, MIDDLING, Level, Person
from engine.handicap import handicap_of
from engine.setup import Setup, seats_of

QUICKER: Final = 0.8
"""The times of a bot a fifth quicker, as a share."""


class Case(NamedTuple):
    """One game to measure: its preset, and the cards of the handicaps for a bot that is equal, quicker, and fast."""

    preset: str
    equal: tuple[int, ...]
    quicker: tuple[int, ...]
    fast: tuple[int, ...]


CASES: Final = {
    "spit": Case("classic_spit", (2, 4, 6, 8, 10, 12, 13, 14, 16, 18), (0, 4, 10, 14), (0, 10, 12, 14)),
    "speed": Case("speed", (1, 2, 3), (0, 1), (0, 1, 2)),
    "mod_spit": Case("mod_spit", (2, 4, 6, 8, 10), (0, 4, 10), (0, 10)),
}


def quicker(level: Level, share: float) -> Level:
    """Return a level whose reactions, moves and searches take that share of the time."""
    return replace(
        level,
        react_ns=int(level.react_ns * share),
        move_ns=int(level.move_ns * share),
        seek_ns=int(level.seek_ns * share),
    )


def wins(game: str, cards: int, level: Level, matches: int) -> tuple[float, float, float]:
    """Return the share of wins of seat 0, a bot of that level with a handicap, and its 95 % confidence interval."""
    won = [0, 0]
    brains = {0: Person(level), 1: Person(MIDDLING)}
    seats = seats_of(f"bot:{level.name}", f"bot:{MIDDLING.name}")
    for seed in range(1, matches + 1):
        setup = Setup(game, handicap_of(2, 0, cards), seats, seed, CASES[game].preset)
        outcome = play_bots(setup, brains).outcome
        if outcome is not None and outcome.winner is not None:
            won[outcome.winner] += 1
    return interval(won[0], sum(won))


def table(game: str, matches: int) -> list[str]:
    """Return a game's table in Markdown: a row for each number of cards, a column for each bot."""
    case = CASES[game]
    columns = ((MIDDLING, case.equal), (quicker(MIDDLING, QUICKER), case.quicker), (FAST, case.fast))
    lines = ["| cards | as strong | a fifth quicker | `fast` |", "|---|---|---|---|"]
    for cards in sorted({*case.equal, *case.quicker, *case.fast}):
        cells = []
        for level, measured in columns:
            share, low, high = wins(game, cards, level, matches) if cards in measured else (0.0, 0.0, 0.0)
            cells.append(f"{share:.1%} ({low:.1%} to {high:.1%})" if cards in measured else "")
        lines.append(f"| {cards} | {' | '.join(cells)} |")
        print(f"{game}: {lines[-1]}", file=sys.stderr, flush=True)
    return lines


def main() -> int:
    """Print the table of every game, or of one."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", choices=CASES, help="only this game")
    parser.add_argument("--matches", type=int, default=1100, metavar="N", help="matches for each figure")
    args = parser.parse_args()
    for game in [args.game] if args.game else CASES:
        print(f"\n{game} ({CASES[game].preset})\n")
        print("\n".join(table(game, args.matches)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
