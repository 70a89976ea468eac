"""Golden pictures: kept small, compared so that another FreeType passes and a label that moved does not.

`scenes` lists the samples, `python -m tests.cabinet.pictures` makes them anew, two `test_golden.py` compare them. They
are of 256 colours, chosen for each: a third of the bytes. The colours of the look itself are always among them: a
seat's small name must not fade into another seat's.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import pygame
from PIL import Image

from cabinet.display.theme import Colour, Theme
from tests.cabinet.pictures.studio import ARRANGEMENTS, SIZES, Arrangement, Studio, every_sample, shows

REFERENCE: Final = (800, 480)
"""The screen in px of which every scene has a golden picture."""

AT_EVERY_SIZE: Final = frozenset(
    ("play", "photo_finish", "match_result", "spit_four", "speed_four_people", "uno_play", "speah_table")
)
"""The samples with golden pictures at all of `SIZES`, players facing: a table of every kind, a race, a dialog. Geometry
at any size is a property of `tests/cabinet/display/test_layout.py`; these few show that letters, cards and keys grow
with it.
"""

IN_EVERY_WAY: Final = AT_EVERY_SIZE | frozenset(
    ("dead_heat", "locked", "pause", "spit", "number_slap", "peek_looking", "spit_three_people", "uno_colour",
     "uno_four_people", "uno_result", "speah_three_people")
)  # fmt: skip
"""The samples with golden pictures in every way to sit: a table of every kind, a dialog, and the words at a seat.

That a cocktail table is the same from both sides, and that nothing overlaps, are properties of the same tests.
"""

SEEN: Final = 40
"""Difference of one channel, 0…255, from which a block of pixels counts as different."""

SPARE: Final = 4000
"""One block in so many may differ."""


class Comparison(NamedTuple):
    """How many of the blocks of a shrunk picture an eye would see differ."""

    differing: int
    blocks: int

    @property
    def alike(self) -> bool:
        """A curve that is rounded elsewhere changes a block or two; a label that moved changes dozens."""
        return self.differing <= max(3, self.blocks // SPARE)


def shrunk(picture: pygame.Surface) -> pygame.Surface:
    """The picture as it is kept and compared: opaque, at half its size (a third, if it is large)."""
    factor = 3 if picture.get_width() > 1000 else 2
    whole = pygame.Surface(picture.get_size(), depth=24)
    whole.blit(picture, (0, 0))
    return pygame.transform.smoothscale(whole, (picture.get_width() // factor, picture.get_height() // factor))


def compare(actual: pygame.Surface, expected: pygame.Surface) -> Comparison:
    """Compare two shrunk pictures, pixel by pixel, each of which stands for a block. Another size: all differ."""
    if actual.get_size() != expected.get_size():
        return Comparison(1 << 30, 1)
    if pygame.image.tobytes(actual, "RGB") == pygame.image.tobytes(expected, "RGB"):  # under the same FreeType
        return Comparison(0, actual.get_width() * actual.get_height())
    apart = difference(actual, expected)
    worst = bytes(map(max, *(pygame.image.tobytes(apart, "RGB")[channel::3] for channel in range(3))))
    return Comparison(sum(value >= SEEN for value in worst), len(worst))


def difference(actual: pygame.Surface, expected: pygame.Surface) -> pygame.Surface:
    """A picture of where two pictures of one size differ: black where they do not."""
    apart, other = actual.copy(), expected.copy()
    apart.blit(expected, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    other.blit(actual, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    apart.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return apart


class Golden(NamedTuple):
    """A golden picture of the table: the sample's name, the screen in px, the way to sit."""

    name: str
    size: tuple[int, int]
    arrangement: Arrangement

    @property
    def file(self) -> str:
        """Return the name of its file."""
        return f"{self.name}-{self.arrangement.name}-{self.size[0]}x{self.size[1]}.png"


def table_goldens() -> Iterator[Golden]:
    """Yield every golden picture of the table: all samples once, a few at every size, a few in every way to sit."""
    facing, *others = ARRANGEMENTS
    for name, sample in every_sample().items():
        yield from (Golden(name, size, facing) for size in (SIZES if name in AT_EVERY_SIZE else (REFERENCE,)))
        if name in IN_EVERY_WAY:
            yield from (Golden(name, REFERENCE, way) for way in others if shows(sample, way))


def table_pictures(studio: Studio) -> Iterator[tuple[str, pygame.Surface]]:
    """Render every golden picture of the table, shrunk, with the name of its file."""
    drawn = every_sample()
    for golden in table_goldens():
        yield golden.file, shrunk(studio.render(drawn[golden.name], golden.size, golden.arrangement))


COLOURS = 256


def colours_in(look: object) -> Iterator[Colour]:
    """Every colour that a part of the theme names."""
    if isinstance(look, tuple) and len(look) == 3 and all(isinstance(part, int) for part in look):
        yield look
    elif isinstance(look, tuple):
        for part in look:
            yield from colours_in(part)
    elif isinstance(look, msgspec.Struct):
        for field in msgspec.structs.fields(look):
            yield from colours_in(getattr(look, field.name))


def save_in_palette(picture: pygame.Surface, path: Path) -> None:
    """Write the picture as PNG, in a palette of its own."""
    whole = Image.frombytes("RGB", picture.get_size(), pygame.image.tobytes(picture, "RGB"))
    named = [part for colour in dict.fromkeys(colours_in(Theme())) for part in colour]
    others = COLOURS - len(named) // 3
    common = whole.quantize(others, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette((named + common[: 3 * others])[: 3 * COLOURS])
    whole.quantize(palette=palette, dither=Image.Dither.NONE).save(path, optimize=True)
