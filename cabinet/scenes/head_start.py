"""A head start: offered to two people when all are ready, and agreed only if both say yes within a while.

RIGHT is yes; ACTION plays level at once, and so does the end of the wait. The presses that made a seat ready answer
nothing: a press counts `GUARD_NS` after the question at the earliest.
"""

from collections.abc import Sequence
from typing import Final

import pygame

from cabinet.display.toolkit import Kit, beside
from cabinet.display.widgets.capitals import capitals
from cabinet.display.widgets.keycaps import KeyNames
from cabinet.people.handicap import HeadStart
from cabinet.scenes.legend import cap_words
from cabinet.strings.catalogue import word
from engine.game import S
from engine.panel import ACTION, RIGHT, Press

WAIT_NS: Final = 10 * S
"""How long both have for their answer."""
GUARD_NS: Final = 700_000_000
"""Time after the question in which a press is not an answer."""
BOTH: Final = frozenset({0, 1})


class Question:
    """The question about one head start. Times are ns on the scene's clock."""

    def __init__(self, kit: Kit, offer: HeadStart, names: Sequence[str]) -> None:
        """`names` are those of both seats."""
        self._kit = kit
        self._offer = offer
        self._names = names
        self._asked_at: int | None = None
        self._yes: frozenset[int] = frozenset()
        self._plays_level = False

    @property
    def is_asked(self) -> bool:
        """Whether the question is on the screen."""
        return self._asked_at is not None

    @property
    def ends_at(self) -> int:
        """When the match begins without an answer. Only of a question that is asked."""
        assert self._asked_at is not None, "the question has been asked"
        return self._asked_at + WAIT_NS

    @property
    def is_answered(self) -> bool:
        """Whether both have said yes, or one plays level."""
        return self._plays_level or self._yes >= BOTH

    @property
    def agreed(self) -> HeadStart | None:
        """The offer if both have said yes, else None."""
        return self._offer if self._yes >= BOTH and not self._plays_level else None

    def says_yes(self, seat: int) -> bool:
        """Return whether a seat has agreed."""
        return seat in self._yes

    def ask(self, at: int) -> None:
        """Put the question; asked already, it goes on."""
        if self._asked_at is None:
            self._asked_at = at

    def press(self, press: Press) -> None:
        """Handle a press after the question."""
        if self._asked_at is None or press.time_ns < self._asked_at + GUARD_NS:
            return
        if press.button == RIGHT and press.seat in BOTH:
            self._yes |= {press.seat}
        elif press.button == ACTION:
            self._plays_level = True

    # The picture

    def line(self, width: int) -> pygame.Surface:
        """Draw the question."""
        cards, name = self._offer.cards, self._names[self._offer.weaker]
        key = "ready.head_start.1" if cards == 1 else "ready.head_start"
        text = word(key, name=name) if cards == 1 else word(key, name=name, cards=cards)
        return capitals(self._kit, text, 26, self._kit.theme.seat(self._offer.weaker).colour, width)

    def answer(self, seat: int, width: int, keys: KeyNames) -> list[pygame.Surface]:
        """Draw a seat's answer, or the button for it, and that both must agree."""
        kit, colours = self._kit, self._kit.theme.colours
        if seat in self._yes:
            yes = capitals(kit, word("ready.head_start.agreed"), 22, colours.text, width)
        else:
            text = capitals(kit, word("ready.head_start.yes"), 22, colours.text, width // 2)
            side = text.get_height() + kit.px(10, 6)
            key = keys.get((seat, RIGHT), "")
            sign = (
                capitals(kit, cap_words(key), 16, colours.dark_text, width // 3)
                if key
                else kit.sign("right", side * 2 // 3, colours.dark_text)
            )
            cap = kit.plate((max(side, sign.get_width() + kit.px(10, 6)), side), kit.theme.seat(seat).colour).copy()
            cap.blit(sign, sign.get_rect(center=cap.get_rect().center))
            yes = beside([text, cap], kit.px(10, 6))
        return [yes, capitals(kit, word("ready.head_start.both"), 14, colours.quiet, width)]
