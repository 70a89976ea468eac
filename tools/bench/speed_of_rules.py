"""Accepted game commands a second, beside another rules engine's moves a second in the same run.

Ours go through the program's own match path with all effects, judged by stamp, kept for rewinding. The yardstick is
RLCard's bare UNO game class (PyPI ``rlcard``), stepped with random legal actions.
"""

from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import perf_counter

from cabinet.simulate import play_random
from engine.games import GAMES
from engine.record import CommandLine
from engine.setup import Setup, seats_of
from tools.bench.report import Bench, Row

ROUNDS = 20
ROUND_S = 0.2
"""Each round measures everything once, so that what else the machine does hits all alike; medians are told."""


def random_matches(game: str) -> Callable[[int], int]:
    """A function that plays one random match with the seed it is given; it returns how many commands stood."""

    def play(seed: int) -> int:
        match = play_random(Setup(game, seats=seats_of("bot:random", "bot:random"), seed=seed))
        return sum(isinstance(entry, CommandLine) and entry.ok for entry in match.final())

    return play


def random_uno() -> Callable[[int], int]:
    """The same for RLCard's bare UNO game; it returns the moves made."""
    from rlcard.games.uno import Game

    game = Game(num_players=2)

    def play(seed: int) -> int:
        draw = Random(seed).random
        game.np_random.seed(seed)
        game.init_game()
        moves = 0
        while not game.is_over():
            actions = game.get_legal_actions()
            game.step(actions[int(draw() * len(actions))])
            moves += 1
        return moves

    return play


def rate(play: Callable[[int], int], first_seed: int) -> float:
    """Moves a second of one round."""
    moves = 0
    seed = first_seed
    started = perf_counter()
    while (spent := perf_counter() - started) < ROUND_S:
        moves += play(seed)
        seed += 1
    return moves / spent


def run() -> Sequence[Row]:
    """One row a game, and the yardstick."""
    uno = random_uno()
    plays = {game.info.id: random_matches(game.info.id) for game in GAMES}
    yardsticks: list[float] = []
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for round_number in range(ROUNDS):
        yardsticks.append(rate(uno, 1000 * round_number))
        for name, play in plays.items():
            rates[name].append(rate(play, 1000 * round_number))
    rows = [Row("RLCard UNO, bare: moves a second", f"{median(yardsticks):,.0f}", "the yardstick of the rows below")]
    for name, figures in rates.items():
        ratio = median(ours / theirs for ours, theirs in zip(figures, yardsticks, strict=True))
        remark = f"{ratio:.2f} of it; 0.5 asked, 1 aimed at"
        rows.append(Row(f"{name}: commands a second", f"{median(figures):,.0f}", remark, ratio >= 0.5))
    return rows


BENCH = Bench("rules", run)
