"""The notices across a seat's cards: a foul, a call, the lock and its time, and the margin on a beaten card."""

from collections.abc import Sequence
from typing import Final

import pygame

from cabinet.display.cache import cached
from cabinet.display.layout.boxes import Box
from cabinet.display.layout.parts import SeatLayout
from cabinet.display.margin_text import tag_texts
from cabinet.display.stage import Sprite
from cabinet.display.table.overlays import Overlays
from cabinet.display.table.view_state import ViewState, Words, said
from cabinet.display.toolkit import Kit

TENTH_NS: Final = 100_000_000
"""Countdowns on the board are shown in tenths of a second."""

SECOND_NS: Final = 1_000_000_000
"""A lock counts whole seconds: a figure that changes ten times a second draws the eye away from the cards."""

LONGEST_LOCK_S: Final = 4
"""The longest lock after a miss (GEN-3), in s: those up to here are drawn in advance."""

CAPITALS: Final = 0.74
"""Height of capitals and figures, in sizes of their letters."""

SHOUTED: Final = ("foul.miss", "foul.false_start", "say.stuck", "say.spit")
"""Frequent notices across a seat's cards, drawn in advance."""


class SeatNotices:
    """Draws the seats' notices, upright for the player at the seat."""

    def __init__(self, kit: Kit, overlays: Overlays, words: Words) -> None:
        self._kit = kit
        self._overlays = overlays
        self._words = words
        self._pill = cached(128, self._draw_pill)

    def prewarm(self, seat: SeatLayout, shouted: Sequence[str] = SHOUTED) -> None:
        """Draw the frequent notices across the seat's cards in advance."""
        for key in shouted:
            self._overlays.notice(said(self._words, key), seat.seat, (seat.notice.w, seat.notice.h), key[0] == "f")
        for seconds in range(1, LONGEST_LOCK_S + 1):
            text = self._locked("foul.miss", seconds)
            self._overlays.notice(text, seat.seat, (seat.notice.w, seat.notice.h), True)

    def tags(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        """Return the margin on each beaten card that is back in its place, between its index and its suit."""
        kit = self._kit
        sprites = []
        for contest, _ in moment.feed.tags:
            place = moment.places.get(contest.zone)
            is_away = any(zone == contest.zone for zone, _ in moment.under_way)
            if contest.loser != seat.seat or place is None or contest.dead_heat or is_away:
                continue
            room = place.box.w - kit.px(4, 2)
            text = next((text for text in tag_texts(contest.margin_ns) if kit.fits(text, room)), None)
            if text is None:  # a truncated figure would be wrong; the timing board has the whole
                continue
            tag = self._pill(text, room, True)
            box = Box(place.box.x, place.box.y + int(place.box.w * 0.525), place.box.w, int(place.box.w * 0.2))
            if seat.turned:
                box = Box(box.x, place.box.bottom - int(place.box.w * 0.725), box.w, box.h)
            sprites.append(kit.put(box, tag, turned=seat.turned))
        return sprites

    def notice(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        """Return a foul, a call, or why the seat is locked and for how long, across the seat's cards."""
        notice = next((held for held in moment.feed.notices if held.seat == seat.seat), None)
        left = moment.left_ns(f"lock.{seat.seat}")
        if left:
            text, alarm = self._locked(moment.feed.lock_reason(seat.seat), -(-left // SECOND_NS)), True
        elif notice is not None:
            text, alarm = said(self._words, notice.key), notice.alarm
        else:
            return []
        pill = self._overlays.notice(text, seat.seat, (seat.notice.w, seat.notice.h), alarm)
        return [self._kit.put(seat.notice, pill, turned=seat.turned)]

    def _locked(self, reason: str, seconds: int) -> str:
        """Return the text of a lock: its reason, a foul's key (empty if unknown), and the whole seconds left."""
        why = said(self._words, reason or "table.locked")
        return said(self._words, "table.locked_for", why=why, seconds=seconds)

    def _draw_pill(self, text: str, width: int, alarm: bool) -> pygame.Surface:
        kit, colours = self._kit, self._kit.theme.colours
        word = kit.fitted(text, kit.theme.type.note, colours.text, width)
        word = word.subsurface(word.get_bounding_rect())
        ink = colours.alarm if alarm else colours.key_edge
        height = round(kit.type_size(kit.theme.type.note) * CAPITALS) + kit.px(6, 4)
        plate = kit.plate((width, height), colours.dark_text, ink).copy()
        plate.blit(word, word.get_rect(center=plate.get_rect().center))
        return plate
