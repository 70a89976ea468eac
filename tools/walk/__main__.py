"""Walk through the cabinet in a real window on Xvfb, and write a picture of each step with contact sheets.

The program is the real one, its panels are an emulated button board, so races have exact margins: 0.3, 8 and 120 ms, a
dead heat, one for a deal's last card, where the cards allow them. It takes one to two minutes a game. Exit code 0, or 1
where the program did not do as expected; needs Xvfb.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pygame

from cabinet.commands.play import size
from engine.games import find_game
from tools.walk.guide import Guide, Lost
from tools.walk.matches import GAMES, Look, config_for, setup_for
from tools.walk.plan import best_seed, planned
from tools.walk.screen import ScreenFile
from tools.walk.sheet import sheets
from tools.walk.terminal import Terminal
from tools.xserver import x_server


def main(arguments: Sequence[str] | None = None) -> int:
    """Walk; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.walk", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path, metavar="OUT", help="folder of the pictures; one folder a game below it")
    parser.add_argument("--size", type=size, default=(800, 480), help="window, 800x480 by default")
    parser.add_argument("--layout", choices=("facing", "beside"), default="facing")
    parser.add_argument("--cocktail", action="store_true", help="the far half is turned round")
    parser.add_argument("--large", action="store_true", help="display.large")
    parser.add_argument("--game", choices=tuple(GAMES), action="append", help="may be repeated; by default all")
    args = parser.parse_args(arguments)
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    look = Look(args.size[0], args.size[1], args.layout, args.cocktail, args.large)
    return max([walk(game, look, args.out / game) for game in args.game or GAMES])


def walk(game: str, look: Look, folder: Path) -> int:
    """Walk through one game, write its pictures into the folder, and return the exit code."""
    folder.mkdir(parents=True, exist_ok=True)
    window = f"{look.width}x{look.height}"
    with tempfile.TemporaryDirectory() as name, x_server(size=window, pixels=Path(name)) as display:
        scratch, board = Path(name), Terminal()
        config = config_for(game, look, board.device)
        file = scratch / "config.toml"
        file.write_text(config, encoding="utf-8")
        seed = best_seed(lambda seed: setup_for(game, config, seed))
        plan = planned(setup_for(game, config, seed))
        sys.stdout.write(f"{game}: seed {seed}, {len(plan.steps)} taps, {', '.join(plan.shown) or 'no race'}\n")
        try:
            with started(file, seed, display, scratch) as program:
                matches = scratch / "photofinish" / "matches"
                crossed = look.cocktail and look.layout == "facing" and not find_game(game).info.hands
                guide = Guide(ScreenFile(scratch), board, matches, program, crossed=crossed)
                try:
                    guide.walk(plan)
                except Lost as lost:
                    sys.stdout.write(f"{game}: {lost}\n")
                    return 1
                finally:
                    write(guide, folder)
        finally:
            board.close()
    return 0


@contextmanager
def started(config: Path, seed: int, display: str, data: Path) -> "Iterator[subprocess.Popen[str]]":
    """The program in a window on a display, ended with the block; the board, a thread of the walk, comes before it."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("SDL_")}
    environ |= {"DISPLAY": display, "XDG_DATA_HOME": str(data), "SDL_AUDIODRIVER": "dummy"}
    environ.pop("WAYLAND_DISPLAY", None)
    command = ["nice", sys.executable, "-m", "cabinet", "play", "--config", str(config), "--seed", str(seed)]
    program = subprocess.Popen(command, env=environ, text=True)
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
