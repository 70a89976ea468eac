"""Moves and matches a second of both engines, compared with other rules engines in the same run.

Our matches are random play (``engine.simulation``) up to the entries of the log, with all effects and deadlines. The
yardstick is RLCard's bare UNO game class (PyPI ``rlcard``), stepped with random legal actions. Neither judges an action
that its list of legal ones holds, and neither keeps what was. A move is counted as it is there: an
accepted command, or the card that a seat without a play must draw, which here the game draws for it when nobody has
matched in time. Penalty cards are no moves there, nor here when the game draws them. Beside it stands OpenSpiel's
``crazy_eights`` (PyPI ``open_spiel``), in C++ and stepped from Python: a decision of a player is a move there, a card
that chance deals is none.

The engines, the source, the compiled one or another checkout's, are measured each in a process of its own: a worker is
a program that reads a request a line and prints an answer a line. All workers live through the whole measurement and
are asked in turn, so that other load affects all alike. This program is one: for each request, ``GAME FIRST_SEED
ROUND_S``, it plays random matches of one game and answers ``MOVES MATCHES SECONDS``.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from random import Random
from statistics import median
from time import process_time
from typing import Final, Generic, NamedTuple, TypeVar

from cabinet.process import gc_tuning
from engine.games import GAMES
from engine.log_lines import CommandLine, Effects, Entry, OwnLine
from engine.setup import Setup, seats_of
from engine.simulation import play_random
from tools.bench.report import Bench, Row
from tools.compiled.build import QUICK_CODE, ROOT, NoCompiler, kept

Played = TypeVar("Played")

PLAIN: Final = "plain"
COMPILED: Final = "compiled"
AIMS: Final = {PLAIN: 0.5, COMPILED: 1.2}
"""The share of the yardstick that is asked of each engine."""

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
        return play_random(Setup(game, seats=seats, seed=seed))

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


def random_eights() -> Player[int]:
    """Return the player of OpenSpiel's crazy eights, for two."""
    import pyspiel

    game = pyspiel.load_game("crazy_eights(players=2)")

    def play(seed: int) -> int:
        draw = Random(seed).random
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            actions = state.legal_actions()  # at a chance node its outcomes, all equally likely
            moves += not state.is_chance_node()
            state.apply_action(actions[int(draw() * len(actions))])
        return moves

    return Player(play, int)


class Round(NamedTuple):
    """The matches of one round: moves, matches, processor time (s)."""

    moves: int
    matches: int
    spent_s: float


def round_of(player: Player[Played], first_seed: int, round_s: float = ROUND_S) -> Round:
    """Play whole matches from one seed on until a round is over."""
    moves, matches, spent = 0, 0, 0.0
    while spent < round_s:
        started = process_time()
        played = player.play(first_seed + matches)
        spent += process_time() - started
        moves += player.moves(played)
        matches += 1
    return Round(moves, matches, spent)


def rate(player: Player[Played], first_seed: int) -> float:
    """Return the moves a second of processor time in one round."""
    moves, _, spent = round_of(player, first_seed)
    return moves / spent


def run() -> Sequence[Row]:
    """Return the rows of the yardsticks, and a row for each game and engine."""
    yardsticks = {"RLCard UNO, bare": random_uno(), "OpenSpiel crazy eights, C++": random_eights()}
    pace: dict[str, list[float]] = {name: [] for name in yardsticks}
    names, missing = builds()
    rounds: dict[tuple[str, str], list[Round]] = {(game.info.id, name): [] for game in GAMES for name in names}
    with gc_tuning.in_bulk(), ExitStack() as stack:  # as ``photofinish simulate`` does, for the yardsticks as well
        program = ("-m", "tools.bench.speed_of_rules")
        workers = {name: stack.enter_context(worker(path_of(name), *program)) for name in names}
        for number in range(ROUNDS):
            for name, player in yardsticks.items():
                pace[name].append(rate(player, 1000 * number))
            for (game, name), measured in rounds.items():
                moves, matches, spent = workers[name].ask(f"{game} {1000 * number} {ROUND_S}").split()
                measured.append(Round(int(moves), int(matches), float(spent)))
    uno, *others = pace.items()
    rows = [Row(f"{uno[0]}: moves a second", f"{median(uno[1]):,.0f}", "the yardstick of the rows below")]
    for other, figures in others:
        share = median(each / one for each, one in zip(figures, uno[1], strict=True))
        rows.append(Row(f"{other}: moves a second", f"{median(figures):,.0f}", f"{share:.2f} of it"))
    rows += [row_of(game, name, measured, uno[1]) for (game, name), measured in rounds.items()]
    if missing:
        rows.append(Row("compiled", "not measured", missing))
    return rows


def row_of(game: str, build: str, rounds: Sequence[Round], yardstick: Sequence[float]) -> Row:
    """Return the row of a game on an engine."""
    pace = median(each.moves / each.spent_s for each in rounds)
    share = median(each.moves / each.spent_s / one for each, one in zip(rounds, yardstick, strict=True))
    matches = sum(each.matches for each in rounds) / sum(each.spent_s for each in rounds)
    remark = f"{share:.2f} of it; {AIMS[build]} aimed at; {matches:,.0f} matches a second"
    return Row(f"{game}, {build}: moves a second", f"{pace:,.0f}", remark, share >= AIMS[build])


BENCH = Bench("rules", run)


# Engines in processes of their own


def path_of(build: str) -> str:
    """Return the PYTHONPATH of a process that imports this engine and this checkout.

    The first time it compiles the engine, which takes some minutes. Raises NoCompiler where it cannot.
    """
    path = [str(ROOT)] if build == PLAIN else [str(kept(QUICK_CODE) / "lib"), str(ROOT)]
    return os.pathsep.join(path)


def builds() -> tuple[list[str], str]:
    """Return the engines that can be measured here, and why the compiled one is not among them; empty if it is."""
    try:
        path_of(COMPILED)
    except NoCompiler as reason:
        return [PLAIN], str(reason)
    return [PLAIN, COMPILED], ""


class Worker:
    """A process on one of the engines."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def ask(self, request: str) -> str:
        """Return the answer to a request. Raises RuntimeError if the worker has ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{request}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the worker ended at {request!r}: see its message above")
        return answer.rstrip("\n")


@contextmanager
def worker(path: str, *program: str) -> Iterator[Worker]:
    """Start a program (arguments of Python's) as a worker with this PYTHONPATH, and end it with the context."""
    command = [sys.executable, "-P", *program]
    env = {**os.environ, "PYTHONPATH": path, "PHOTOFINISH_COMPILED": "no"}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env) as process:
        yield Worker(process)


def answer() -> None:
    """Answer until the standard input ends."""
    gc_tuning.calm()
    player = cache(random_matches)
    with gc_tuning.in_bulk():  # as ``photofinish simulate`` does
        for line in sys.stdin:
            game, first_seed, round_s = line.split()
            print(*round_of(player(game), int(first_seed), float(round_s)), flush=True)


if __name__ == "__main__":
    answer()
