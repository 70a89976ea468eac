"""Soft-keys: the current meaning of each of the eight buttons, drawn at the card or pile it acts on.

A key is lit in the seat's colour with one word when a press would have an effect; otherwise it is not shown: a table
full of empty frames hides the few that count. At a desk each has the cap of its key at its left, lit or not, so that
the player need not look it up.
"""

from typing import Final, Literal, NamedTuple

import pygame

from cabinet.display.table.view_state import Words, said
from cabinet.display.theme import Colour, Face, cap_height, cropped
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import KeyNames
from engine.panel import BUTTONS, Meaning

Sign = Literal["", "left", "right", "star"]
"""The sign of a button that is no card's: an arrow for a pile, the star for ACTION, as on the title screen."""

NUMBERS: Final = ("1", "2", "3", "4", "5")
"""The texts of idle card keys."""

ROUNDED: Final = 0.3
"""Radius of the corners of a soft-key with a cap, in its heights: a pill's end would cut the cap's corners."""

NARROW: Final = 1.5
"""Size of the narrow face, in sizes of the wide face, where that has no room for a word.

Its capitals are lower at the same size; enlarged by this factor they are still narrower.
"""

CONDENSED: Final = 0.5
"""How far a word may be condensed: eight letters beside a cap of three, on the narrowest key of the smallest screen."""

WIDEST_CAP: Final = 0.9
"""Width of the letters of a cap with a longer name, in heights of the cap, above which they are condensed."""


class KeyFace(NamedTuple):
    """The content of a soft-key.

    `text` may be empty for a key with only a sign; `seat` gives its colour when lit. `badge` adds the seat's shape,
    where the keys of two seats are adjacent. `cap` is a key of the keyboard.
    """

    text: str
    lit: bool
    seat: int
    sign: Sign = ""
    badge: bool = False
    cap: str = ""


class SoftKeys:
    """Draws soft-keys and caches them."""

    def __init__(self, toolkit: Toolkit) -> None:
        self._toolkit = toolkit
        self.key = toolkit.cached(self._key)

    def _key(self, face: KeyFace, size: tuple[int, int], turned: bool = False) -> pygame.Surface:
        """Draw the key at a size in px; `turned` rotates it by 180 degrees. An arrow points outwards from its word."""
        toolkit = self._toolkit
        if not face.lit:
            key = pygame.Surface(size if face.cap else (1, 1), pygame.SRCALPHA)
            if face.cap:
                cap = self._cap(face, size)
                key.blit(cap, ((size[1] - cap.get_height()) // 2, (size[1] - cap.get_height()) // 2))
        else:
            radius = round(size[1] * ROUNDED) if face.cap else -1
            key = toolkit.plate(size, toolkit.theme.seat(face.seat).colour, radius=radius).copy()
            if face.cap:
                self._put_capped(key, face)
            else:
                self._put(key, self._parts(face, size[1], size[0] - size[1] // 2), 0, size[0])
        return pygame.transform.rotate(key, 180) if turned else key

    def _put(self, key: pygame.Surface, parts: list[pygame.Surface], left: int, width: int) -> None:
        """Put the parts side by side in the middle of `width` px from `left` on."""
        gap = self._toolkit.px(5, 3)
        x = left + (width - sum(part.get_width() for part in parts) - gap * (len(parts) - 1)) // 2
        for part in parts:
            key.blit(part, (x, (key.get_height() - part.get_height()) // 2))
            x += part.get_width() + gap

    def _put_capped(self, key: pygame.Surface, face: KeyFace) -> None:
        """Put the cap at the left end, and the key's meaning in the middle of the rest."""
        toolkit, (width, height) = self._toolkit, key.get_size()
        cap = self._cap(face, (width, height))
        margin = (height - cap.get_height()) // 2
        key.blit(cap, (margin, margin))
        left = margin + cap.get_width() + toolkit.px(4, 2)
        room = width - left - toolkit.px(5, 2)
        self._put(key, self._parts(face, height, room, "text" if self._holds("MMMM", room) else "title"), left, room)

    def _narrow(self, text: str, ink: Colour, room: int) -> pygame.Surface:
        """Draw a word in the narrow face, cropped to its ink; condense it, if necessary, before truncating it."""
        toolkit = self._toolkit
        least = cropped(toolkit.text(text, 0, ink, "title"))
        if room < least.get_width() <= room / CONDENSED:
            return pygame.transform.smoothscale(least, (room, least.get_height()))
        if least.get_width() <= room < toolkit.fonts.get("title", toolkit.least_type("title")).size(text)[0]:
            return least  # only the space around its letters is too wide
        return toolkit.inked(text, round(toolkit.theme.type.key * NARROW), ink, room, "title")

    def _holds(self, text: str, room: int) -> bool:
        """Return whether the wide face has letters small enough for `room` px."""
        return self._toolkit.fonts.get("text", self._toolkit.least_type("text")).size(text)[0] <= room

    def _cap(self, face: KeyFace, size: tuple[int, int]) -> pygame.Surface:
        """Draw the cap for a soft-key of that size: the key's name in letters of legible size, never truncated."""
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        letters = toolkit.type_size(toolkit.theme.type.key)
        side = min(size[1] - 2 * toolkit.px(2), round(letters * 1.4))
        font = toolkit.fonts.get("text" if len(face.cap) == 1 else "title", letters)
        name = font.render(face.cap, True, colours.text)
        most = round(side * WIDEST_CAP)
        if name.get_bounding_rect().w > most:
            name = pygame.transform.smoothscale_by(name, (most / name.get_bounding_rect().w, 1))
        ink = name.get_bounding_rect()
        cap_size = (max(side, ink.w + 2 * toolkit.px(4, 1)), side)
        corner = max(1, round(size[1] * ROUNDED) - (size[1] - side) // 2)
        cap = toolkit.plate(cap_size, colours.dark_text, None if face.lit else colours.key_edge, radius=corner).copy()
        base = (side + cap_height(font)) // 2
        cap.blit(name, ((cap_size[0] - ink.w) // 2 - ink.x, base - font.get_ascent()))
        return cap

    def _parts(self, face: KeyFace, height: int, room: int, type_face: Face = "text") -> list[pygame.Surface]:
        """Return badge, sign and word, left to right, in `room` px; a long word displaces the badge, then the sign."""
        toolkit = self._toolkit
        ink: Colour = toolkit.theme.colours.dark_text if face.lit else toolkit.theme.colours.key_text
        type_face = type_face if self._holds(face.text, room) else "title"
        side = max(8, round(height * 0.5))
        step = side + toolkit.px(5, 3)
        least = toolkit.fonts.get(type_face, toolkit.least_type(type_face)).size(face.text)[0] if face.text else 0
        has_badge = face.badge and least <= room - step * (2 if face.sign else 1)
        has_sign = bool(face.sign) and least <= room - step
        parts: list[pygame.Surface] = []
        if face.text:
            left = room - step * (has_badge + has_sign)
            wide = type_face == "text"
            parts.append(
                toolkit.fitted(face.text, toolkit.theme.type.key, ink, left)
                if wide
                else self._narrow(face.text, ink, left)
            )
        if has_sign:
            sign = toolkit.sign(face.sign, side, ink)
            parts = [sign, *parts] if face.sign != "right" else [*parts, sign]
        if has_badge:
            parts.insert(0, toolkit.badge(face.seat, side, ink if face.lit else None))
        return parts


# The face of each button: its meaning, or the face of an idle button

FIFTH, BUTTON_LEFT, BUTTON_RIGHT, BUTTON_ACTION = 4, 5, 6, 7
"""Indices of the last four buttons in the panel's order; the fifth card's serves a sixth pile as well (SPIT-17)."""


class KeyFaces:
    """Chooses the faces. `key_names` label the caps of the soft-keys; a button without a key name has no cap."""

    def __init__(self, words: Words, key_names: KeyNames) -> None:
        self._words = words
        self._key_names = key_names

    def face(
        self, seat: int, button: int, meaning: Meaning | None, *, swapped: bool = False, badge: bool = False
    ) -> KeyFace:
        """Return the face of a button (0…7 in the panel's order) with that meaning; None is an idle button.

        With `swapped` LEFT points to the right and RIGHT to the left; `badge` gives these two the seat's shape.
        """
        lit = meaning is not None and meaning.lit
        word = said(self._words, f"label.{meaning.label}") if meaning is not None and lit and meaning.label else ""
        cap = self._key_names.get((seat, BUTTONS[button]), "")
        if button < BUTTON_LEFT:
            idle = "" if cap else NUMBERS[button]
            return KeyFace(word if lit else idle, lit, seat, cap=cap)
        if button == BUTTON_ACTION:
            return KeyFace(word if lit else said(self._words, "button.ACTION"), lit, seat, "star", cap=cap)
        side: Sign = "left" if (button == BUTTON_LEFT) != swapped else "right"
        return KeyFace(word, lit, seat, side, badge=badge, cap=cap)
