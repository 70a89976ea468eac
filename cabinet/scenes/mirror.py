"""One screen's picture on another, which may be of another size."""

from collections.abc import Sequence

import pygame


def mirrored(source: pygame.Surface, target: pygame.Surface, changed: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """Show on `target` what `source` shows, of which `changed` has changed; returns what was touched.

    A target of another size shows the whole picture as large as it can, in the middle.
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
