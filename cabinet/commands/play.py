"""`photofinish play`: play the games."""

import argparse
import ctypes
import os
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Final, NoReturn

import msgspec

from cabinet.commands.config import add_config_argument, chosen_config
from cabinet.commands.numbers import MOST_SEED, is_whole, whole
from cabinet.config.schema import LARGEST, SMALLEST, Config
from cabinet.process.crash_report import delete_report
from cabinet.strings.catalogue import word
from engine.errors import shortened

DRIVERS: Final = ("dri/*_dri.so", "libgbm.so.1", "libEGL_mesa.so.0", "libEGL.so.1", "libGLESv2.so.2")
"""Mesa's drivers, and the libraries through which SDL uses them, the largest first."""

LIBRARIES: Final = tuple(Path(f"/usr/lib/{machine}-linux-gnu") for machine in ("aarch64", "x86_64"))
"""The folders of these libraries on Debian."""


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = commands.add_parser("play", help=word("cli.play"), description=word("cli.play"))
    add_config_argument(parser)
    parser.add_argument("--seed", type=whole(1, MOST_SEED), metavar="N", help=word("cli.play.seed"))
    parser.add_argument("--size", type=size, metavar=word("cli.size"), help=word("cli.play.size"))
    parser.add_argument("--fullscreen", action="store_true", default=None, help=word("cli.play.fullscreen"))
    parser.add_argument("--resume", type=Path, metavar="LOG", help=word("cli.play.resume"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play until somebody quits. Raises the errors of `cabinet.app.play`."""
    from msgspec.structs import replace

    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    if os.environ.get("SDL_VIDEODRIVER") == "kmsdrm":
        import pygame  # noqa: F401  its own libraries first: two cannot be loaded at once, but Python beside one can

        Thread(target=load_drivers, name="drivers", daemon=True).start()
    from cabinet.app import STARTS_ANEW, Start, play
    from cabinet.card.report import await_report

    delete_report(os.environ)
    await_report(os.environ)  # only now: the imports and the card's file take their time side by side
    loaded = chosen_config(args)
    code = play(replace(loaded, config=overridden(loaded.config, args)), Start(args.seed, args.resume), os.environ)
    if code != STARTS_ANEW:
        return code
    if "NOTIFY_SOCKET" not in os.environ:  # under systemd the service restarts by itself
        begin_anew()
    return 0


def load_drivers() -> None:
    """Load the libraries that draw on a bare console in parallel with the import of the program.

    They take the larger half of the time to the first frame. Missing libraries are ignored; SDL reports them later.
    """
    for pattern in DRIVERS:
        for folder in LIBRARIES:
            for library in sorted(folder.glob(pattern))[:1]:  # all drivers are one file under many names
                with suppress(OSError):
                    ctypes.CDLL(str(library))


def begin_anew() -> NoReturn:
    """Replace this process by a new one with the same arguments."""
    os.execv(sys.executable, [sys.executable, "-m", "cabinet", *sys.argv[1:]])


def overridden(config: Config, args: argparse.Namespace) -> Config:
    """Return the configuration with the command line's size and fullscreen mode."""
    given = {"size": args.size, "fullscreen": args.fullscreen}
    changes = {name: value for name, value in given.items() if value is not None}
    return msgspec.structs.replace(config, display=msgspec.structs.replace(config.display, **changes))


def size(text: str) -> tuple[int, int]:
    """Parse a window's size such as ``800x480``; the limits are those of ``display.size``. Raises ArgumentTypeError."""
    width, by, height = text.lower().partition("x")
    given = (int(width), int(height)) if by and is_whole(width) and is_whole(height) else (0, 0)
    if not all(least <= side <= most for side, least, most in zip(given, SMALLEST, LARGEST, strict=True)):
        limits = {"least": "x".join(map(str, SMALLEST)), "most": "x".join(map(str, LARGEST))}
        raise argparse.ArgumentTypeError(word("cli.not_a_size", given=shortened(text), **limits))
    return given
