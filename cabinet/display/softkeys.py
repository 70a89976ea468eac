"""Soft-keys: what each of the eight buttons does now, drawn at the card or pile that it does it to.

Lit in the seat's colour with one word when pressing would achieve something; dark with the button's number, arrow
or name when not.
"""

from functools import lru_cache
from typing import Final, Literal, NamedTuple

import pygame

from cabinet.display.kit import Kit

Sign = Literal["", "left", "right", "star"]
"""The sign of a button that is no card's: an arrow for a pile, the star for ACTION, as on the title screen."""

NUMBERS: Final = ("1", "2", "3", "4", "5")
"""What the card keys say while they do nothing."""


class KeyFace(NamedTuple):
    """What a soft-key shows. `text` may be empty for a key with only a sign; `seat` gives its colour when lit;
    `badge` adds the seat's shape, where the keys of two seats stand together."""

    text: str
    lit: bool
    seat: int
    sign: Sign = ""
    badge: bool = False


class SoftKeys:
    """Draws soft-keys and keeps them."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self.key = lru_cache(400)(self._key)

    def _key(self, face: KeyFace, size: tuple[int, int], turned: bool = False) -> pygame.Surface:
        """The key at a size in px; `turned` by 180 degrees. An arrow points outwards from its word."""
        kit, colours = self._kit, self._kit.theme.colours
        fill = kit.theme.seat(face.seat).colour if face.lit else colours.key
        ink = colours.dark_text if face.lit else colours.key_text
        key = kit.plate(size, fill, None if face.lit else colours.key_edge).copy()
        parts = self._parts(face, size, ink)
        gap = kit.px(5, 3)
        x = (size[0] - sum(part.get_width() for part in parts) - gap * (len(parts) - 1)) // 2
        for part in parts:
            key.blit(part, (x, (size[1] - part.get_height()) // 2))
            x += part.get_width() + gap
        return pygame.transform.rotate(key, 180) if turned else key

    def _parts(self, face: KeyFace, size: tuple[int, int], ink: tuple[int, int, int]) -> list[pygame.Surface]:
        """Badge, sign and word, from left to right; a long word drives out the badge, then the sign."""
        kit = self._kit
        side = max(8, round(size[1] * 0.5))
        step = side + kit.px(5, 3)
        room = size[0] - size[1] // 2
        least = kit.fonts.get("text", kit.least_type).size(face.text)[0] if face.text else 0
        has_badge = face.badge and least <= room - step * (2 if face.sign else 1)
        has_sign = bool(face.sign) and least <= room - step
        parts: list[pygame.Surface] = []
        if face.text:
            left = room - step * (has_badge + has_sign)
            parts.append(kit.fitted(face.text, kit.theme.type.key, ink, left))
        if has_sign:
            sign = kit.sign(face.sign, side, ink)
            parts = [sign, *parts] if face.sign != "right" else [*parts, sign]
        if has_badge:
            parts.insert(0, kit.badge(face.seat, side, ink if face.lit else None))
        return parts
