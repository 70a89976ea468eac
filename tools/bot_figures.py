"""Print the tables of docs/bots.md and docs/handicaps.md in Markdown.

    python -m tools.bot_figures adaptive --seed 1000
    python -m tools.bot_figures first --seed 1000
    python -m tools.bot_figures neighbours --matches 200 --seed 1000
    python -m tools.bot_figures handicaps --matches 500 --seed 1000

A person plays all its matches one after the other, the seats swapped each time; the bot begins as against a stranger,
and each further match where the one before left off. In the table `first` each match is that against a stranger.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple

from cabinet.config.offers import Offer, offers
from cabinet.config.schema import Config
from engine.adaptive import ADAPTIVE, QUICKEST, after_match
from engine.bots import SCALE
from engine.games import GAMES
from engine.options import Handicap, handicap_of
from engine.setup import seats_of
from engine.simulation import play_bots
from workshop.research.balance import NOBODY, STEPS, Balance
from workshop.research.balance_table import Table, as_markdown, minutes
from workshop.research.players import STRENGTHS, find_player

LATE: Final = STEPS * 3 // 4
"""The step of a deal's lead at which its last quarter begins."""
PAIRS: Final = [pair for pair in pairwise(SCALE) if pair[0] <= 20 or pair[0] % 10 == 0 or pair[1] == QUICKEST]
"""Neighbours on the scale: all up to 20 cards a minute, where a step is large, and one in ten above."""


def preset_of_two(number: int) -> Offer:
    """Return the first way to play a game for two."""
    return next(offer for offer in offers(GAMES[number], Config()) if offer.seats == 2)


class Row(NamedTuple):
    """A person's matches of one game in a row: how many of the decided ones it won, and all their figures."""

    won: int
    balance: Balance

    @property
    def share(self) -> float:
        """The share of decided matches that the person won."""
        return self.won / max(self.balance.tally.matches - self.balance.tally.wins[NOBODY], 1)


def in_a_row(number: int, pace: int, matches: int, seed: int, *, goes_on: bool = True) -> Row:
    """Play a person's matches of a game against the bot that adapts; each is as the first unless it ``goes_on``."""
    offer, bot, won = preset_of_two(number), ADAPTIVE, 0
    balance = Balance(offer.game, offer.complete())
    for match_number in range(matches):
        person = match_number % 2
        players = [bot, bot]
        players[person] = f"person:{pace}"
        setup = offer.setup(seats_of(*players), seed + match_number)
        match = play_bots(setup, {seat: find_player(player) for seat, player in enumerate(players)})
        balance.add(match.final())
        has_won = match.outcome is not None and match.outcome.winner == person
        won += has_won
        bot = after_match(match.table, 1 - person, has_lost=not has_won) if goes_on else ADAPTIVE
    return Row(won, balance)


def share_of_the_higher(number: int, pair: tuple[float, float], matches: int, seed: int) -> float:
    """Return the share of decided matches that the higher of two bots wins, the seats swapped with the same cards."""
    offer, (low, high), wins, decided = preset_of_two(number), pair, 0, 0
    for match_number in range(matches):
        higher = match_number % 2
        players = [f"bot:{low:g}"] * 2
        players[higher] = f"bot:{high:g}"
        setup = offer.setup(seats_of(*players), seed + match_number // 2)
        outcome = play_bots(setup, {seat: find_player(player) for seat, player in enumerate(players)}).outcome
        assert outcome is not None
        decided += outcome.winner is not None
        wins += outcome.winner == higher
    return wins / max(decided, 1)


QUICKER: Final = (("as strong", "bot:66", 2), ("a fifth quicker", "bot:79", 1), ("`fast`", "bot:fast", 1))
"""Who plays the harder deal against ``bot:66``, which is `middling`, and how many times as many matches."""
HARDER: Final[tuple[tuple[str, tuple[Handicap, ...]], ...]] = (
    ("classic_spit", tuple(map(Handicap, (0, 2, 4, 6, 8, 10, 12, 13, 14, 16, 18)))),
    ("speed", (*[Handicap(0, ms) for ms in (0, 500, 1000, 2000, 3000)], Handicap(1), Handicap(2), Handicap(3))),
    ("mod_spit", tuple(map(Handicap, (0, 2, 4, 6, 8, 10)))),
    ("slap_spit", (Handicap(4),)),
    ("running_spit", (Handicap(4),)),
    ("chinese_spit", (Handicap(4),)),
    ("reverse_spit", (Handicap(4), Handicap(14))),
    ("speed_doubles", (Handicap(1),)),
    ("five_card_spit_party", (Handicap(1),)),
    ("four_card_speed", (Handicap(1),)),
)
"""The harder deals of docs/handicaps.md, by preset."""


def share_with_handicap(preset: str, harder: Handicap, player: str, matches: int, seed: int) -> float:
    """Return the share of decided matches that a player of a harder deal wins against ``bot:66``, the seats swapped."""
    offer = next(offer for game in GAMES for offer in offers(game, Config()) if offer.name == preset)
    wins, decided = 0, 0
    for match_number in range(matches):
        seat = match_number % 2
        players = ["bot:66"] * 2
        players[seat] = player
        setup = offer.setup(seats_of(*players), seed + match_number // 2)
        setup = replace(setup, options={**setup.options, **handicap_of(2, seat, *harder)})
        outcome = play_bots(setup, {place: find_player(each) for place, each in enumerate(players)}).outcome
        assert outcome is not None
        decided += outcome.winner is not None
        wins += outcome.winner == seat
    return wins / max(decided, 1)


FIGURES: Final[tuple[tuple[str, Callable[[Row], str]], ...]] = (
    ("won by the person, %", lambda row: f"{100 * row.share:.0f}"),
    ("deals decided in the last quarter, %", lambda row: f"{100 - 100 * row.balance.deal_curve.share_led(LATE):.0f}"),
    ("median minutes", lambda row: f"{minutes(row.balance)[1]:.1f}"),
    ("ended by a cap, %", lambda row: f"{100 * row.balance.by_cap[0]:.0f}"),
)


def adaptive_tables(pool: ProcessPoolExecutor, matches: int, seed: int) -> list[Table]:
    """Return a table for each figure: a row a game, a column a strength."""
    cells = {(n, pace): pool.submit(in_a_row, n, pace, matches, seed) for n in range(len(GAMES)) for pace in STRENGTHS}
    found = {cell: future.result() for cell, future in cells.items()}
    games = range(len(GAMES))
    tables = []
    for title, figure in FIGURES:
        rows = [[f"`{preset_of_two(n).name}`", *(figure(found[n, pace]) for pace in STRENGTHS)] for n in games]
        tables.append([[title, *map(str, STRENGTHS)], *rows])
    return tables


def first_tables(pool: ProcessPoolExecutor, matches: int, seed: int) -> list[Table]:
    """Return one table of first matches against the bot that adapts: a row a game, a column a strength."""
    play = partial(in_a_row, goes_on=False)
    games = range(len(GAMES))
    cells = {(n, pace): pool.submit(play, n, pace, matches, seed) for n in games for pace in STRENGTHS}
    rows = [[f"`{preset_of_two(n).name}`", *(FIGURES[0][1](cells[n, p].result()) for p in STRENGTHS)] for n in games]
    return [[["first matches won by the person, %", *map(str, STRENGTHS)], *rows]]


def neighbours_tables(pool: ProcessPoolExecutor, matches: int, seed: int) -> list[Table]:
    """Return one table: a row a pair of neighbours, a column a game."""
    games = range(len(GAMES))
    cells = {(n, pair): pool.submit(share_of_the_higher, n, pair, matches, seed) for n in games for pair in PAIRS}
    head = ["the higher wins, %", *(f"`{preset_of_two(n).name}`" for n in games)]
    rows = [[f"{p[0]:g}, {p[1]:g}", *(f"{100 * cells[n, p].result():.0f}" for n in games)] for p in PAIRS]
    return [[head, *rows]]


def handicaps_tables(pool: ProcessPoolExecutor, matches: int, seed: int) -> list[Table]:
    """Return one table for each preset: a row a harder deal, a column a player of it."""
    tables = []
    for preset, harder in HARDER:
        rows = []
        for deal in harder:
            shares = [
                pool.submit(share_with_handicap, preset, deal, player, matches * times, seed)
                for _, player, times in QUICKER
            ]
            deal_name = f"{deal.face_down_ms / 1000:g} s" if deal.face_down_ms else str(deal.cards)
            rows.append([deal_name, *(f"{100 * share.result():.1f} %" for share in shares)])
        tables.append([[f"`{preset}`", *(title for title, _, _ in QUICKER)], *rows])
    return tables


TABLES: Final = {
    "adaptive": adaptive_tables,
    "first": first_tables,
    "handicaps": handicaps_tables,
    "neighbours": neighbours_tables,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the matches of one table and print it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("table", choices=tuple(TABLES))
    parser.add_argument("--matches", type=int, default=100, metavar="N", help="matches a figure (default: 100)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the first match's seed (default: 1)")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes (default: one a processor)")
    args = parser.parse_args(arguments)
    with ProcessPoolExecutor(args.jobs) as pool:
        for table in TABLES[args.table](pool, args.matches, args.seed):
            print("\n".join([*as_markdown(table), ""]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
