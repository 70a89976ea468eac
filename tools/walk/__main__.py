"""Walk through the cabinet in a real window on Xvfb, and write a picture of each step with contact sheets.

The program is the real one, its panels are an emulated button board, so races have exact margins: 0.3, 8 and 120 ms, a
dead heat, one for a deal's last card, where the cards allow them. Each press is chosen from the log's own state, so a
busy machine makes a walk longer, never another one. It takes one to three minutes a game. Exit code 0, or 1 where the
program did not do as expected, or its outcome is not that of the same presses in a match of the walk's own; needs Xvfb.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import pygame

from cabinet.commands.play import size
from cabinet.strings.catalogue import word
from engine.games import find_game
from engine.setup import SEAT_NAMES
from tools.walk.course import Walk
from tools.walk.guide import Guide, Lost
from tools.walk.matches import GAMES, Look, config_for, setup_for, setup_of
from tools.walk.plan import best_seed
from tools.walk.screen import ScreenFile
from tools.walk.sheet import sheets
from tools.walk.terminal import Terminal
from tools.xserver import x_server

SIZES: Final = ((800, 480), (480, 320), (1280, 720))
WAYS: Final = (("facing", False), ("beside", False), ("facing", True))
"""The ways to sit: layout, and whether the table is a cocktail table."""

TRIES: Final = 3
NICE: Final = -5
COMPLAINTS: Final = "complaints.txt"
"""The file of the program's standard error, beside its data."""


class Walked(NamedTuple):
    """The end of a walk: the races and misses that it showed, its winner, and why it was lost, if it was.

    `is_deaf`: the program missed its board before the walk was lost.
    """

    shown: Sequence[str] = ()
    winner: str = ""
    lost: str = ""
    is_deaf: bool = False


def main(arguments: Sequence[str] | None = None) -> int:
    """Walk; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.walk", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path, metavar="OUT", help="folder of the pictures; one folder a game below it")
    parser.add_argument("--size", type=size, default=(800, 480), help="window, 800x480 by default")
    parser.add_argument("--layout", choices=("facing", "beside"), default="facing")
    parser.add_argument("--cocktail", action="store_true", help="the far half is turned round")
    parser.add_argument("--large", action="store_true", help="display.large")
    parser.add_argument("--game", choices=tuple(GAMES), action="append", help="may be repeated; by default all")
    parser.add_argument("--all", action="store_true", help="every size and way to sit, one after the other")
    args = parser.parse_args(arguments)
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    one = Look(args.size[0], args.size[1], args.layout, args.cocktail, args.large)
    every = [Look(*window, *way, args.large) for window in SIZES for way in WAYS]
    seeds = {game: best_seed(partial(setup_of, game)) for game in args.game or GAMES}
    hurry()
    ended: dict[str, Walked] = {}
    for game, seed in seeds.items():
        for look in every if args.all else [one]:
            name = f"{game} {named(look)}"
            ended[name] = walk(game, look, args.out / (f"{game}-{named(look)}" if args.all else game), seed)
            sys.stdout.write(f"{name:<32} {ended[name].lost or ended[name].winner}: {', '.join(ended[name].shown)}\n")
            sys.stdout.flush()
    lost = [name for name, walked in ended.items() if walked.lost]
    sys.stdout.write(f"{len(ended) - len(lost)} of {len(ended)} walks came to their end as they should\n")
    return 1 if lost else 0


def named(look: Look) -> str:
    """Return a size and a way to sit in short."""
    return f"{look.width}x{look.height}-{'cocktail' if look.cocktail else look.layout}{'-large' if look.large else ''}"


def walk(game: str, look: Look, folder: Path, seed: int) -> Walked:
    """Walk through one game, write its pictures into the folder, and return its end.

    A machine that is too busy for the board to be heard in time (`hardware.board.supervisor`) has the walk anew.
    """
    for _ in range(TRIES - 1):
        walked = walk_once(game, look, folder, seed)
        if not walked.is_deaf:
            return walked
        sys.stdout.write(f"{game} {named(look)}: the program missed its board\n")
    return walk_once(game, look, folder, seed)


def walk_once(game: str, look: Look, folder: Path, seed: int) -> Walked:
    """See `walk`. A lost walk leaves its logs and the program's complaints in the folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    window = f"{look.width}x{look.height}"
    with tempfile.TemporaryDirectory() as name, x_server(size=window, pixels=Path(name)) as display:
        scratch, board = Path(name), Terminal()
        config = config_for(game, look, board.device)
        file = scratch / "config.toml"
        file.write_text(config, encoding="utf-8")
        way = Walk(setup_for(game, config, seed))
        try:
            with started(file, seed, display, scratch) as program:
                matches = scratch / "photofinish" / "matches"
                crossed = look.cocktail and look.layout == "facing" and not find_game(game).info.hands
                guide = Guide(ScreenFile(scratch), board, matches, program, crossed=crossed)
                try:
                    guide.walk(way)
                except Lost as lost:
                    for file in (scratch / COMPLAINTS, *matches.glob("*.jsonl")):
                        shutil.copy(file, folder)
                    return Walked(way.shown, lost=str(lost), is_deaf=is_deaf(scratch))
                finally:
                    write(guide, folder)
        finally:
            board.close()
    winner = way.outcome.winner if way.outcome is not None else None
    return Walked(way.shown, SEAT_NAMES[winner] if winner is not None else "nobody")


def is_deaf(data: Path) -> bool:
    """Return whether the program has missed its board."""
    return word("lost.line", names="board") in (data / COMPLAINTS).read_text(encoding="utf-8")


def hurry() -> None:
    """Come before other work on a busy machine, as the installed cabinet does (``Nice=`` in its service)."""
    with suppress(PermissionError):
        os.nice(NICE)


@contextmanager
def started(config: Path, seed: int, display: str, data: Path) -> "Iterator[subprocess.Popen[str]]":
    """The program in a window on a display, ended with the block; the board, a thread of the walk, comes before it."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("SDL_")}
    environ |= {"DISPLAY": display, "XDG_DATA_HOME": str(data), "SDL_AUDIODRIVER": "dummy"}
    environ.pop("WAYLAND_DISPLAY", None)
    command = [sys.executable, "-m", "cabinet", "play", "--config", str(config), "--seed", str(seed)]
    with (data / COMPLAINTS).open("a", encoding="utf-8") as complaints:
        program = subprocess.Popen(command, env=environ, text=True, stderr=complaints)
        try:
            yield program
        finally:
            program.terminate()
            program.wait()


def write(guide: Guide, folder: Path) -> None:
    """Write the pictures of a walk, and contact sheets of them."""
    for number, picture in enumerate(guide.pictures):
        pygame.image.save(picture.pixels, folder / f"{number:02d}-{picture.name}.png")
    for number, sheet in enumerate(sheets(guide.pictures, columns=3)):
        pygame.image.save(sheet, folder / f"sheet-{number}.png")


if __name__ == "__main__":
    sys.exit(main())
