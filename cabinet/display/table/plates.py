"""The name plate of a seat whose cards lie in slots: badge and name, the score, and one word about the seat.

Plates are cached by their content, so that an unchanged plate is the same object and is not drawn again.
"""

from collections.abc import Sequence
from typing import Final

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.layout.parts import SeatLayout
from cabinet.display.stage import Sprite
from cabinet.display.table.overlays import Overlays
from cabinet.display.table.view_state import ViewState, Words, said
from cabinet.display.toolkit import Kit, beside, stacked

LETTERS: Final = 0.8
"""Largest height of letters on a plate, as a share of the plate's height."""


class Plates:
    """Draws the plates of all seats.

    `names` are the seats' names; `goal` is the number of scores to win. Up to five scores are shown as pips, more as a
    figure; with 0 the score is a number of cards.
    """

    def __init__(self, kit: Kit, overlays: Overlays, words: Words, names: Sequence[str], goal: int) -> None:
        self._kit = kit
        self._overlays = overlays
        self._words = words
        self._names = names
        self._goal = goal
        self._plate = kit.cached(self._draw)

    def plate(self, moment: ViewState, seat: SeatLayout, score: int) -> Sprite:
        """Return the seat's plate at a moment, with its score then."""
        number = seat.seat
        chip = chip_key(moment, number, moment.phase)
        name = self._names[number] if number < len(self._names) else self._kit.theme.seat(number).word
        plate = self._plate(number, name, score, chip, (seat.plate.w, seat.plate.h), seat.turned)
        return Sprite(plate, seat.plate.x, seat.plate.y)

    def _draw(self, seat: int, name: str, score: int, chip: str, size: tuple[int, int], turned: bool) -> pygame.Surface:
        kit = self._kit
        box = Box(0, 0, *size)
        look = kit.theme.seat(seat)
        tall = size[1] > size[0] // 2
        low = int(size[1] / kit.scale * LETTERS)
        points = self._score(score, look.colour, low)
        beside_points = min(box.w // 2, box.w - points.get_width() - kit.px(16, 8))
        head = heading(kit, seat, name, size, box.w if tall else beside_points)
        tag = self._chip(chip, look.colour, box.w) if chip else None
        if tall:
            return kit.panel(size, stacked(box, [s for s in (head, points, tag) if s], kit.px(9, 5)), turned=turned)
        inside = box.inset(kit.px(4), 0)
        parts = [kit.put(inside, head, 0.0), kit.put(inside, points, 1.0)]
        if tag is not None:
            chipped = kit.put(box, tag, 0.62)
            if any(chipped.rect.colliderect(part.rect) for part in parts):  # not enough room for all three
                narrow = self._chip(chip, look.colour, inside.w - head.get_width() - kit.px(8, 4))
                parts, chipped = parts[:1], kit.put(inside, narrow, 1.0)
            parts.append(chipped)
        return kit.panel(size, parts, turned=turned)

    def _score(self, score: int, colour: tuple[int, int, int], most: int) -> pygame.Surface:
        """Draw pips for up to five scores to win, else a figure in letters of at most the size `most`."""
        kit, type_, colours = self._kit, self._kit.theme.type, self._kit.theme.colours
        if has_pips(self._goal):
            return self._overlays.pips(min(score, self._goal), self._goal, colour)
        figure = kit.text(str(score), min(type_.figure, most), colours.text, "title")
        if self._goal:
            return figure
        unit = kit.text(said(self._words, "table.cards" if score != 1 else "table.card"), type_.note, colours.quiet)
        return beside([figure, unit], kit.px(7, 4))

    def _chip(self, key: str, colour: tuple[int, int, int], room: int) -> pygame.Surface:
        """Draw a word on a seat's colour, no wider than `room` px; without its tick where the tick does not fit."""
        kit = self._kit
        air = kit.px(18, 10)
        text = said(self._words, key)
        face = kit.face_for(text, room - air)
        word = kit.fitted(text, kit.theme.type.note, kit.theme.colours.dark_text, room - air, face)
        tick = kit.sign("tick", kit.px(11, 8), kit.theme.colours.dark_text)
        inside = beside([tick, word], kit.px(5, 3))
        inside = inside if inside.get_width() + air <= room else word
        plate = kit.plate((inside.get_width() + air, inside.get_height() + kit.px(4, 2)), colour).copy()
        plate.blit(inside, inside.get_rect(center=plate.get_rect().center))
        return plate


def heading(kit: Kit, seat: int, name: str, size: tuple[int, int], room: int) -> pygame.Surface:
    """Draw a seat's shape and name for a plate of that size; the shape alone where the name would be cut."""
    badge = kit.badge(seat, kit.px(26 if size[1] > size[0] // 2 else 30, 18))
    room -= badge.get_width() + kit.px(8)
    if not kit.fits(name, room, "title"):
        return badge
    most = min(kit.theme.type.name, int(size[1] / kit.scale * LETTERS))
    return beside([badge, kit.fitted(name, most, kit.theme.seat(seat).colour, room, "title")], kit.px(8, 5))


def has_pips(goal: int) -> bool:
    """Return whether so many scores to win are shown as pips."""
    return 0 < goal <= 5


def chip_key(moment: ViewState, number: int, phase: str) -> str:
    """Return the key of the seat's most important state; empty if there is none."""
    if phase == "draw" and moment.number("dealer") == number:
        return "table.deals"
    if phase == "ready" and moment.number(f"ready.{number}"):
        return "table.ready"
    if moment.number(f"said.{number}"):
        return "table.said"
    if phase != "play":
        return ""
    if place := moment.number(f"place.{number}"):
        return f"table.place.{place}"
    runner = moment.number(f"runner.{number}")
    return f"table.runner.{runner}" if runner else ""
