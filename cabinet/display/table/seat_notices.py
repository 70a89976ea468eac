"""The notices across a seat's cards: a foul, a call, the lock and its time."""

from collections.abc import Sequence
from typing import Final

from cabinet.display.layout.parts import SeatLayout
from cabinet.display.stage import Sprite
from cabinet.display.table.overlays import Overlays
from cabinet.display.table.view_state import ViewState, Words, said, said_briefly
from cabinet.display.toolkit import Kit

TENTH_NS: Final = 100_000_000
"""Countdowns on the board are shown in tenths of a second."""

SECOND_NS: Final = 1_000_000_000
"""A lock counts whole seconds: a figure that changes ten times a second draws the eye away from the cards."""

LONGEST_LOCK_S: Final = 4
"""The longest lock after a miss (GEN-3), in s: those up to here are drawn in advance."""

SHOUTED: Final = ("foul.miss", "foul.false_start", "say.stuck", "say.spit")
"""Frequent notices across a seat's cards, drawn in advance."""


class SeatNotices:
    """Draws the seats' notices, upright for the player at the seat."""

    def __init__(self, kit: Kit, overlays: Overlays, words: Words) -> None:
        self._kit = kit
        self._overlays = overlays
        self._words = words

    def prewarm(self, seat: SeatLayout, shouted: Sequence[str] = SHOUTED) -> None:
        """Draw the frequent notices across the seat's cards in advance."""
        for key in shouted:
            self._overlays.notice(self._shouted(key, seat), seat.seat, (seat.notice.w, seat.notice.h), key[0] == "f")
        for seconds in range(1, LONGEST_LOCK_S + 1):
            text = self._locked("foul.miss", seconds, seat)
            self._overlays.notice(text, seat.seat, (seat.notice.w, seat.notice.h), True)

    def notice(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        """Return a foul, a call, or why the seat is locked and for how long, across the seat's cards."""
        notice = next((held for held in moment.feed.notices if held.seat == seat.seat), None)
        left = moment.left_ns(f"lock.{seat.seat}")
        if left:
            text, alarm = self._locked(moment.feed.lock_reason(seat.seat), -(-left // SECOND_NS), seat), True
        elif notice is not None:
            text, alarm = self._shouted(notice.key, seat), notice.alarm
        else:
            return []
        pill = self._overlays.notice(text, seat.seat, (seat.notice.w, seat.notice.h), alarm)
        return [self._kit.put(seat.notice, pill, turned=seat.turned)]

    def _locked(self, reason: str, seconds: int, seat: SeatLayout) -> str:
        """Return the text of a lock: its reason, a foul's key (empty if unknown), and the whole seconds left."""
        reasons = self._long_and_short(reason or "table.locked")
        texts = [said(self._words, "table.locked_for", why=why, seconds=seconds) for why in reasons]
        return self._readable(texts, seat)

    def _shouted(self, key: str, seat: SeatLayout) -> str:
        """Return the text of a foul or a call."""
        return self._readable(self._long_and_short(key), seat)

    def _long_and_short(self, key: str) -> list[str]:
        return [said(self._words, key), said_briefly(self._words, key)]

    def _readable(self, texts: Sequence[str], seat: SeatLayout) -> str:
        """Return the first text that is readable in the seat's notice, else the last."""
        room = self._overlays.notice_room(seat.seat, seat.notice.w)
        return next((text for text in texts if self._kit.fits(text, room, "title")), texts[-1])
