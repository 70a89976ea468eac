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

from cabinet.card.report import await_report
from cabinet.commands.config import chosen_config
from cabinet.config.schema import Config
from cabinet.process import gc_tuning
from cabinet.process.crash_report import delete_report

DRIVERS: Final = ("dri/*_dri.so", "libgbm.so.1", "libEGL_mesa.so.0", "libEGL.so.1", "libGLESv2.so.2")
"""Mesa's drivers, and the libraries through which SDL uses them, the largest first."""

LIBRARIES: Final = tuple(Path(f"/usr/lib/{machine}-linux-gnu") for machine in ("aarch64", "x86_64"))
"""The folders of these libraries on Debian."""


def run(args: argparse.Namespace) -> int:
    """Play until somebody quits. Raises the errors of `cabinet.app.play`."""
    if os.environ.get("SDL_VIDEODRIVER") == "kmsdrm":
        # its own libraries first: two cannot be loaded at once, but Python beside one can
        import pygame  # noqa: F401, PLC0415 - before the drivers

        Thread(target=load_drivers, name="drivers", daemon=True).start()
    with gc_tuning.importing():
        from cabinet.app import STARTS_ANEW, Start, play  # noqa: PLC0415 - while the drivers are loaded

    delete_report(os.environ)
    await_report(os.environ)  # only now: the imports and the card's file take their time side by side
    loaded = chosen_config(args)
    code = play(
        msgspec.structs.replace(loaded, config=overridden(loaded.config, args)),
        Start(args.seed, args.resume),
        os.environ,
    )
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
