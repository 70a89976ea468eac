"""Moves a second, compared with another rules engine in the same run.

Our moves take the program's own match path with all effects, judged by stamp, kept for rewinding. The yardstick is
RLCard's bare UNO game class (PyPI ``rlcard``), stepped with random legal actions. A move is counted as it is there: an
accepted command, or the card that a seat without a play must draw, which here the game draws for it when nobody has
matched in time. Penalty cards are no moves there, nor here when the game draws them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time
from typing import Generic, TypeVar

from cabinet.match.simulate import play_random
from cabinet.process import gc_tuning
from engine.games import GAMES
from engine.record import CommandLine, Effects, Entry, OwnLine
from engine.setup import Setup, seats_of
from tools.bench.report import Bench, Row

Played = TypeVar("Played")

ROUNDS = 50
ROUND_S = 0.08
"""Each round measures every game once in processor time, so that other load affects all alike; medians are reported."""


@dataclass(frozen=True)
class Player(Generic[Played]):
    """Plays a random match from a seed; ``moves`` counts the moves in its result.

    The time of counting is not measured.
    """

    play: Callable[[int], Played]
    moves: Callable[[Played], int]

    def __call__(self, seed: int) -> int:
        """Play a match; return the number of its moves."""
        return self.moves(self.play(seed))


def random_matches(game: str) -> Player[list[Entry]]:
    """Return the player of our own matches, up to the entries of the log."""
    seats = seats_of("bot:random", "bot:random")

    def play(seed: int) -> list[Entry]:
        return play_random(Setup(game, seats=seats, seed=seed)).final()

    return Player(play, lambda entries: commands(entries) + draws(entries))


def commands(entries: Sequence[Entry]) -> int:
    """Return the number of accepted commands."""
    return sum(isinstance(entry, CommandLine) and entry.ok for entry in entries)


def draws(entries: Sequence[Entry]) -> int:
    """Return the number of cards that the game drew for a seat that could not play and owed no cards."""
    return sum(isinstance(entry, OwnLine) and _is_draw(entry.effects) for entry in entries)


def _is_draw(effects: Effects) -> bool:
    drawn = any(effect[0] == "move" and effect[2] == "draw" and effect[3].endswith(".hand") for effect in effects)
    return drawn and not any(effect[:2] == ("set", "owed") for effect in effects)


def random_uno() -> Player[int]:
    """Return the player of RLCard's bare UNO game."""
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

    return Player(play, int)


def rate(player: Player[Played], first_seed: int) -> float:
    """Return the moves a second of processor time in one round."""
    moves, spent = 0, 0.0
    seed = first_seed
    while spent < ROUND_S:
        started = process_time()
        played = player.play(seed)
        spent += process_time() - started
        moves += player.moves(played)
        seed += 1
    return moves / spent


def run() -> Sequence[Row]:
    """Return the row of the yardstick, and a row for each game."""
    uno = random_uno()
    players = {game.info.id: random_matches(game.info.id) for game in GAMES}
    yardsticks: list[float] = []
    rates: dict[str, list[float]] = {name: [] for name in players}
    with gc_tuning.in_bulk():  # as ``photofinish simulate`` does, for the yardstick as well
        for round_number in range(ROUNDS):
            yardsticks.append(rate(uno, 1000 * round_number))
            for name, player in players.items():
                rates[name].append(rate(player, 1000 * round_number))
    rows = [Row("RLCard UNO, bare: moves a second", f"{median(yardsticks):,.0f}", "the yardstick of the rows below")]
    for name, figures in rates.items():
        ratio = median(ours / theirs for ours, theirs in zip(figures, yardsticks, strict=True))
        remark = f"{ratio:.2f} of it; 0.5 asked, 1 aimed at"
        rows.append(Row(f"{name}: moves a second", f"{median(figures):,.0f}", remark, ratio >= 0.5))
    return rows


BENCH = Bench("rules", run)
