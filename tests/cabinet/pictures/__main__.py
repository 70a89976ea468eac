"""Render pictures anew.

Without a flag those that pages show, in docs/pictures; with ``--sheets`` contact sheets of everything, in
build/pictures, to be looked at and never committed; with ``--golden`` those that tests compare with. The same code
always gives the same pictures. Make golden ones anew only for a change that is meant, and look at each that changed
before you commit it.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

import pygame

from tests.cabinet.pictures.golden import table_pictures
from tests.cabinet.pictures.palette import save_in_palette
from tests.cabinet.pictures.scenes import contact_sheets, golden_pictures, page_pictures
from tests.cabinet.pictures.studio import Studio, race_picture, sheets

ROOT: Final = Path(__file__).parents[3]
DOCUMENTS: Final = ROOT / "docs" / "pictures"
SHEETS: Final = ROOT / "build" / "pictures"
GOLDEN_SCENES: Final = ROOT / "tests" / "cabinet" / "scenes" / "golden"
GOLDEN_TABLES: Final = ROOT / "tests" / "cabinet" / "display" / "golden"


def save(
    folder: Path,
    pictures: Iterable[tuple[str, pygame.Surface]],
    write: Callable[[pygame.Surface, Path], object] = pygame.image.save,
) -> None:
    """Write each picture under its name into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures:
        write(picture, folder / name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Render; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.cabinet.pictures", description="Render pictures anew.")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--sheets", action="store_true", help="contact sheets of everything, in build/pictures")
    kinds.add_argument("--golden", action="store_true", help="those of tests, in tests/cabinet/*/golden")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    args = parser.parse_args(arguments)
    if args.golden:
        save(GOLDEN_SCENES, golden_pictures())
        save(GOLDEN_TABLES, table_pictures(Studio()))
    elif args.sheets:
        save(SHEETS, sheets())
        save(SHEETS, contact_sheets())
    else:
        save(DOCUMENTS, [("table.png", race_picture())], save_in_palette)
        save(DOCUMENTS, page_pictures(), save_in_palette)
    return 0


if __name__ == "__main__":
    sys.exit(main())
