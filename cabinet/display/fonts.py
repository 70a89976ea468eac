"""The typefaces, loaded from the package's own files and cached by the object that loaded them.

B612 was made for cockpit screens and is used for all text to be read; Bebas Neue is for titles and names; DSEG7 is for
timing figures. The licences are beside the files (`cabinet/assets/fonts`, `docs/licences.md`).
"""

from importlib.resources import files
from io import BytesIO
from typing import Final, Literal

import pygame

Face = Literal["text", "title", "figures"]
"""`text` for reading, `title` for names and banners, `figures` for times."""

FILES: Final[dict[Face, str]] = {
    "text": "B612-Bold.otf",
    "title": "BebasNeue-Bold.otf",
    "figures": "DSEG7Classic-Bold.ttf",
}


MOST_BYTES: Final = 12_000_000
"""What the loaded fonts may take together, bytes: the least recently used goes first. A page uses a dozen."""
BYTES: Final = 150_000
BYTES_A_SQUARE: Final = 4
"""What a font takes, about: by itself, and for each square pixel of its size, because SDL_ttf keeps the picture of
every letter that it has drawn. The fonts of timing figures, drawn large and shrunk, are hundreds of px high."""


class Fonts:
    """All faces, cached for the sizes last requested. One object serves the program; it starts pygame's font module.

    Each file is read once: a font that is loaded from a path keeps the file open, and there are dozens of sizes.
    """

    def __init__(self) -> None:
        pygame.font.init()
        self._files: dict[Face, bytes] = {}
        self._loaded: dict[tuple[Face, int], pygame.font.Font] = {}
        """The least recently used first."""
        self._size = 0
        self._sizes: dict[tuple[Face, int], int] = {}

    def get(self, face: Face, size: int) -> pygame.font.Font:
        """Return a face at a size in px (the height of a line, roughly 1.35 capitals in B612)."""
        key = (face, size)
        font = self._loaded.pop(key, None) or self._load(face, size)
        self._loaded[key] = font
        return font

    def _load(self, face: Face, size: int) -> pygame.font.Font:
        """Load a face at a size, in the place of those that were not used for the longest time."""
        if face not in self._files:
            self._files[face] = (files("cabinet") / "assets" / "fonts" / FILES[face]).read_bytes()
        self._size += bytes_of(size)
        while self._size > MOST_BYTES and self._loaded:
            oldest = next(iter(self._loaded))
            del self._loaded[oldest]
            self._size -= bytes_of(oldest[1])
        return pygame.font.Font(BytesIO(self._files[face]), size)

    def for_capitals(self, face: Face, height: int) -> pygame.font.Font:
        """Return the face at the size at which a capital H, drawn, is `height` px high or just over."""
        return self.get(face, self.size_for_capitals(face, height))

    def size_for_capitals(self, face: Face, height: int) -> int:
        """Return the size of `for_capitals`, in px."""
        if (face, height) not in self._sizes:
            size = max(1, int(height * 100 / cap_height(self.get(face, 100))))
            while cap_height(self.get(face, size)) < height:
                size += 1
            self._sizes[face, height] = size
        return self._sizes[face, height]


def bytes_of(size: int) -> int:
    """Return about how many bytes a font takes at a size in px."""
    return BYTES + BYTES_A_SQUARE * size * size


def cropped(drawn: pygame.Surface) -> pygame.Surface:
    """Return a drawn text without the space around its ink."""
    return drawn.subsurface(drawn.get_bounding_rect())


def cap_height(font: pygame.font.Font) -> int:
    """Return the height in px of a capital H without the space around it."""
    metrics = font.metrics("H")[0]
    return metrics[3] if metrics else font.get_ascent()
