"""The part of a checkout that the installer wants, laid out for a machine that has nothing else of it."""

import shutil
from pathlib import Path
from typing import Final

from cabinet.commands.bundle import LEFT_OUT, PARTS
from tools.vm.cached import REPOSITORY

LOCKED: Final = REPOSITORY / "systemd/locked.txt"
"""The Python packages of a cabinet, by version and hash."""


def parts(checkout: Path) -> list[Path]:
    """Return its files and folders in a checkout."""
    return [checkout / name for name in PARTS]


def lay_out(checkout: Path, folder: Path) -> None:
    """Copy it into a folder, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    for source in parts(checkout):
        if source.is_dir():
            ignore = shutil.ignore_patterns(*LEFT_OUT)
            shutil.copytree(source, folder / source.name, symlinks=True, ignore=ignore)
        else:
            shutil.copy(source, folder)
