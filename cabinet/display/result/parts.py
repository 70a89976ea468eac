"""A picture that is drawn part by part, so that no frame has to draw it all."""

from collections.abc import Callable, Sequence

import pygame


class DrawnInParts:
    """A picture and the functions that draw its parts, in their order."""

    def __init__(self, picture: pygame.Surface, parts: Sequence[Callable[[], None]]) -> None:
        self._picture = picture
        self._parts = list(parts)

    def prepare(self) -> bool:
        """Draw the next part; return True while more parts are left."""
        if self._parts:
            self._parts.pop(0)()
        return bool(self._parts)

    def drop(self) -> None:
        """Give up the parts that are left, for a picture that nobody will see: they hold it, as it holds them."""
        self._parts.clear()

    @property
    def picture(self) -> pygame.Surface:
        """The finished picture: shared, not to be drawn on."""
        while self.prepare():
            pass
        return self._picture
