"""Render pictures anew.

Without a flag those that pages show, in docs/pictures; with ``--sheets`` contact sheets of everything, in
build/pictures, to be looked at and never committed, in the language of ``--language``, and the operator's menu in
every language; with ``--golden`` those that tests compare with. The same code always gives the same pictures. With
``--evening`` a tournament of five is walked in a real window (Xvfb, xdotool) by somebody who presses only what is lit,
from the title to the champion's page: each page goes into build/pictures/evening as it was when a key was pressed, and
the presses are counted. It takes some minutes. With ``--film`` an evening of eleven minutes is filmed there with its
sound, in build/pictures/film: three matches, each with a race at its end; a table of what the announcer said, and how
far above the rest, comes with it. ffmpeg must be installed, and where other programs work `chrt -r 5` before the
command keeps them from the film.

Make golden ones anew only for a change that is meant, and look at each that changed
before you commit it.
"""

import argparse
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, get_args

import pygame

from cabinet.strings.language import ENGLISH, Language, LanguageCode, in_use
from tests.cabinet.pictures.door import write_curves, write_film
from tests.cabinet.pictures.evening_film import film_an_evening
from tests.cabinet.pictures.golden import save_in_palette, table_pictures
from tests.cabinet.pictures.scenes import contact_sheets, golden_pictures, operators_sheets, page_pictures
from tests.cabinet.pictures.studio import Studio, race_picture, sheets
from tests.cabinet.walk import TABLE

ROOT: Final = Path(__file__).parents[3]
DOCUMENTS: Final = ROOT / "docs" / "pictures"
SHEETS: Final = ROOT / "build" / "pictures"
GOLDEN_SCENES: Final = ROOT / "tests" / "cabinet" / "scenes" / "golden"
EVENING: Final = ("MIA", "BEN", "ZOE", "R2D", "BO")
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


def walk_an_evening(folder: Path) -> None:
    """Walk a tournament of five in a real window, keep its pages, and print the presses that led to each match."""
    from tests.cabinet.test_in_a_window import guest_at

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    numbers = count(1)

    def keep(what: str, picture: pygame.Surface) -> None:
        name = "".join(sign if sign.isalnum() else "-" for sign in what)
        pygame.image.save(picture, folder / f"{next(numbers):03d}-{name}.png")

    with TemporaryDirectory() as data, guest_at(Path(data), keep) as (guest, _):
        guest.evening(EVENING, matches=len(EVENING) - 1)
        guest.wait_for("PLAY AGAIN")
        keep("champion", guest.look().pixels)
        words = [word for word, _ in guest.pressed]
    before = words.index(TABLE)
    after = len([word for word in words[before:] if word != TABLE])
    told = f"{before} presses to the first match, {after} from match to match, {guest.taps} at the tables\n"
    sys.stdout.write(told)


def main(arguments: Sequence[str] | None = None) -> int:
    """Render; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.cabinet.pictures", description="Render pictures anew.")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--sheets", action="store_true", help="contact sheets of everything, in build/pictures")
    kinds.add_argument("--golden", action="store_true", help="those of tests, in tests/cabinet/*/golden")
    kinds.add_argument("--film", action="store_true", help="a film of an evening with sound, in build/pictures/film")
    kinds.add_argument("--evening", action="store_true", help="an evening in a real window, in build/pictures/evening")
    parser.add_argument("--language", choices=get_args(LanguageCode), default=ENGLISH, help="of the contact sheets")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    args = parser.parse_args(arguments)
    if args.evening:
        walk_an_evening(SHEETS / "evening")
    elif args.film:
        film_an_evening(SHEETS / "film")
    elif args.golden:
        save(GOLDEN_SCENES, golden_pictures())
        save(GOLDEN_TABLES, table_pictures(Studio()))
    elif args.sheets:
        with in_use(Language(args.language)):
            save(SHEETS, sheets())
            save(SHEETS, contact_sheets())
        save(SHEETS, operators_sheets())
    else:
        save(DOCUMENTS, [("table.png", race_picture())], save_in_palette)
        save(DOCUMENTS, page_pictures(), save_in_palette)
        write_film(DOCUMENTS / "race.gif")
        write_curves(DOCUMENTS / "three-curves.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
