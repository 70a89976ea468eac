"""Render pictures anew: those of docs/pictures, or with ``--golden`` those that tests compare with.

The same code always gives the same pictures. Make golden ones anew only for a change that is meant, and look at each
that changed before you commit it.
"""

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import pygame

from tools.pictures.golden import table_pictures
from tools.pictures.scenes import card_picture, contact_sheets, golden_pictures, plan_pictures, preset_pictures, strips
from tools.pictures.studio import Studio, sheets

ROOT: Final = Path(__file__).parents[2]
DOCUMENTS: Final = ROOT / "docs" / "pictures"
GOLDEN_SCENES: Final = ROOT / "tests" / "cabinet" / "scenes" / "golden"
GOLDEN_TABLES: Final = ROOT / "tests" / "cabinet" / "display" / "golden"


def save(folder: Path, pictures: Iterable[tuple[str, pygame.Surface]]) -> None:
    """Write each picture under its name into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures:
        pygame.image.save(picture, folder / name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Render; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.pictures", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--golden", action="store_true", help="those of tests, in tests/cabinet/*/golden")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    if parser.parse_args(arguments).golden:
        save(GOLDEN_SCENES, golden_pictures())
        save(GOLDEN_TABLES, table_pictures(Studio()))
        return 0
    save(DOCUMENTS, sheets())
    contact_sheets(DOCUMENTS)
    strips(DOCUMENTS)
    plan_pictures(DOCUMENTS)
    card_picture(DOCUMENTS)
    preset_pictures(DOCUMENTS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
