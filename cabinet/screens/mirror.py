"""One screen's picture on another screen, possibly of another size."""

from collections.abc import Sequence

import pygame


def mirrored(source: pygame.Surface, target: pygame.Surface, changed: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """Copy the `changed` rects of `source` to `target`; return the dirty rects.

    A target of another size shows the whole picture as large as possible, in the middle.
    """
    if not changed:
        return []
    if source.get_size() == target.get_size():
        for rect in changed:
            target.blit(source, rect, rect)
        return list(changed)
    share = min(target.get_width() / source.get_width(), target.get_height() / source.get_height())
    size = (round(source.get_width() * share), round(source.get_height() * share))
    picture = pygame.transform.smoothscale(source, size)
    return [target.blit(picture, picture.get_rect(center=target.get_rect().center))]
