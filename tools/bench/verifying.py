"""Verifying logs: ms a log and matches a second for each game, beside the yardstick of the rules (RLCard's bare UNO).

The logs are those of random play, which have commands only, and of bots, which have presses. The engine is measured
plain and compiled. One core, processor time, all programs in turn.

    python -m tools.bench verify                        # part of `make bench`
    python -m tools.bench.verifying --against CHECKOUT  # the engine of another checkout in the same run
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from cabinet.process import gc_tuning
from engine.games import GAMES
from engine.log import header, text_of
from engine.setup import Setup, seats_of
from engine.simulation import play_bots, play_random
from tools.bench import verify_worker
from tools.bench.report import Bench, Row, as_text
from tools.bench.speed_of_rules import builds, path_of, random_uno, rate, worker
from workshop.research.simulate import simulated_brains

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = {"random": "bot:random", "presses": "bot:middling"}
LOGS = 8
"""The logs of each game and kind; every round verifies all of them."""
ROUNDS = 9
KNOWN = 3
"""The edition of the rules that the logs follow: between bots all later ones agree, and an older checkout reads it."""

Folders = Mapping[str, Path]
"""The folder of each kind of log, by name: ``speed random``."""


@contextmanager
def made_logs() -> Iterator[Folders]:
    """Play the matches, and return the folders of their logs while the context lasts."""
    with TemporaryDirectory() as root:
        folders: dict[str, Path] = {}
        for game in GAMES:
            for name, player in PLAYERS.items():
                folder = folders[f"{game.info.id} {name}"] = Path(root) / f"{game.info.id}-{name}"
                folder.mkdir()
                for seed in range(LOGS):
                    setup = Setup(game.info.id, seats=seats_of(player, player), seed=seed, rules=KNOWN)
                    (folder / f"{seed}.jsonl").write_bytes(log_of(setup))
        yield folders


def log_of(setup: Setup) -> bytes:
    """Play a match; return its log."""
    brains = simulated_brains(setup)
    entries = play_bots(setup, brains).final() if brains else play_random(setup)
    return f"{header(setup)}\n{text_of(entries)}".encode()


def lines_in(folder: Path) -> int:
    """Return the number of lines of a folder's logs."""
    return sum(data.count(b"\n") for data in verify_worker.contents(folder))


def run() -> Sequence[Row]:
    """Return the row of the yardstick, and a row for each game, kind of log and engine."""
    uno = random_uno()
    names, missing = builds()
    with made_logs() as folders, gc_tuning.in_bulk(), ExitStack() as stack:
        workers = {name: stack.enter_context(worker(path_of(name), verify_worker.__file__)) for name in names}
        yardsticks: list[float] = []
        spent: dict[tuple[str, str], list[float]] = {(kind, name): [] for kind in folders for name in names}
        for number in range(ROUNDS):
            yardsticks.append(rate(uno, 1000 * number))
            for (kind, name), rounds in spent.items():
                rounds.append(float(workers[name].ask(str(folders[kind]))))
        counts = {kind: lines_in(folder) for kind, folder in folders.items()}
    rows = [Row("RLCard UNO, bare: moves a second", f"{median(yardsticks):,.0f}", "the yardstick of the rows below")]
    for (kind, name), rounds in spent.items():
        a_log = median(rounds) / LOGS
        a_move = median(counts[kind] / each / moves for each, moves in zip(rounds, yardsticks, strict=True))
        remark = f"{1 / a_log:,.0f} matches a second; {a_move:.2f} lines in the time of a move of the yardstick's"
        rows.append(Row(f"{kind}, {name}: verify a log", f"{a_log * 1000:.1f} ms", remark))
    if missing:
        rows.append(Row("compiled", "not measured", missing))
    return rows


BENCH = Bench("verify", run)


# Two checkouts in one run


def compare(other: Path) -> Sequence[Row]:
    """Return a row for each game and kind of log: ms a log of the other checkout and of this, and their ratio."""
    with made_logs() as folders, ExitStack() as stack:
        both = [stack.enter_context(worker(str(checkout), verify_worker.__file__)) for checkout in (other, ROOT)]
        rounds: dict[str, list[tuple[float, float]]] = {name: [] for name in folders}
        for _ in range(ROUNDS):
            for name, folder in folders.items():
                theirs, ours = (float(each.ask(str(folder))) for each in both)
                rounds[name].append((theirs, ours))
    return [ratio_row(name, pairs) for name, pairs in rounds.items()]


def ratio_row(name: str, pairs: Sequence[tuple[float, float]]) -> Row:
    """Return the row of a kind of log: the medians of both checkouts, and of the ratio."""
    before, after = (median(times) / LOGS * 1000 for times in zip(*pairs, strict=True))
    share = median(ours / theirs for theirs, ours in pairs)
    return Row(f"{name}: verify a log", f"{share:.2f}", f"{after:.1f} ms, there {before:.1f} ms")


def main() -> None:
    """Compare with another checkout; one table."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.verifying", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--against", type=Path, required=True, metavar="CHECKOUT")
    print(as_text(compare(parser.parse_args().against.resolve())))


if __name__ == "__main__":
    main()
