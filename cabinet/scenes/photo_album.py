"""The newest photos beside the logs, found and read in small pieces, so that no frame waits for the disk.

A photo that is missing or damaged is left out, and reported once.
"""

from collections.abc import Callable, Generator, Iterator
from heapq import nlargest
from itertools import islice
from os import scandir
from pathlib import Path
from typing import Final

import pygame

from cabinet.store.log_file import PHOTO
from cabinet.store.png import bands
from cabinet.strings.catalogue import word

NEWEST: Final = 3
"""So many photos are shown."""
LOOKED_AT: Final = 200
"""Names of files that are looked at in one piece of work: less than a millisecond."""

ROWS: Final = 45
"""Rows of a photo that are unpacked and shrunk in one piece of work."""

Work = Generator[bool, None, pygame.Surface | None]
"""Yields True after each piece of work, and returns the photo; None without one."""


class PhotoAlbum:
    """The photos of a folder of logs. One object serves the whole program, so that a fault is reported once."""

    def __init__(self, folder: Path, report: Callable[[str], None]) -> None:
        self._folder = folder
        self._report = report
        self._newest: list[str] = []
        self._reported: set[str] = set()

    def look(self) -> Iterator[bool]:
        """Find the newest photos, a piece of the folder at a time; their names begin with their time."""
        newest: list[str] = []
        try:
            with scandir(self._folder) as entries:
                while names := [entry.name for entry in islice(entries, LOOKED_AT)]:
                    newest = nlargest(NEWEST, [*newest, *(name for name in names if name.endswith(PHOTO))])
                    yield True
        except FileNotFoundError:
            pass  # no match has been played yet
        except OSError as problem:
            self._complain(str(self._folder), problem.strerror or str(problem))
        self._newest = newest
        self._reported &= {*newest, str(self._folder)}

    def photo(self, place: int, size: tuple[int, int]) -> Work:
        """Read the photo at a place, 0 for the newest, as large as it fits into `size` px; None if it is not there."""
        if place >= len(self._newest):
            return None
        name = self._newest[place]
        try:
            return (yield from _read(self._folder / name, size))
        except OSError as problem:
            self._complain(name, problem.strerror or str(problem))
        except ValueError as problem:
            self._complain(name, str(problem))
        return None

    def _complain(self, name: str, reason: str) -> None:
        if name not in self._reported:
            self._reported.add(name)
            self._report(word("attract.photo", name=name, reason=reason))


def _read(path: Path, size: tuple[int, int]) -> Work:
    """Read a photo band by band, each of which is shrunk at once."""
    picture: pygame.Surface | None = None
    with path.open("rb") as file:
        for (width, height), first, pixels in bands(file, ROWS):
            if picture is None:
                part = min(size[0] / width, size[1] / height)
                picture = pygame.Surface((round(width * part), round(height * part)))
            if pixels:
                count = len(pixels) // (3 * width)
                top, bottom = (row * picture.get_height() // height for row in (first, first + count))
                band = pygame.image.frombuffer(pixels, (width, count), "RGB")
                picture.blit(pygame.transform.smoothscale(band, (picture.get_width(), bottom - top)), (0, top))
            yield True
    return picture
