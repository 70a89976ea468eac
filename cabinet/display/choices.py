"""Choices where hands are held: what a card button chooses instead of a card, over the lower part of its slot."""

from collections.abc import Sequence
from typing import Final

from cabinet.display.cards import CardSize
from cabinet.display.kit import Kit
from cabinet.display.layout.boxes import Box
from cabinet.display.layout.parts import HandLayout, SeatLayout
from cabinet.display.marks_hands import HandMarks, choice_card
from cabinet.display.moment import Moment
from cabinet.display.stage import Sprite

CHOICE_FROM: Final = 0.42
"""Where on a card the tile of a choice begins, in heights: its index stays to be seen."""


class Choices:
    """Draws the tiles of choices. `names` are what the seats are called: a seat can be chosen."""

    def __init__(self, kit: Kit, hand_marks: HandMarks, names: Sequence[str]) -> None:
        self._kit = kit
        self._hand_marks = hand_marks
        self._names = names

    def sprites(self, moment: Moment, seat: SeatLayout) -> list[Sprite]:
        """The tiles over the seat's slots at a moment."""
        sprites: list[Sprite] = []
        for button, slot in enumerate(seat.slots):
            meaning = moment.meaning(seat.seat, button)
            if meaning is None or not meaning.sign or not meaning.lit:
                continue
            inside = self._box(slot, turned=seat.turned)
            kind, _, which = meaning.sign.partition(".")
            name = self._names[int(which)] if kind == "seat" and int(which) < len(self._names) else ""
            cards = moment.table.zones.get(which, ()) if kind == "zone" else ()
            tile = self._hand_marks.choice(meaning.sign, (inside.w, inside.h), name, cards[-1] if cards else "")
            sprites.append(self._kit.put(inside, tile, turned=seat.turned))
        return sprites

    def _box(self, slot: Box, *, turned: bool) -> Box:
        top = round(slot.h * CHOICE_FROM)
        box = Box(slot.x, slot.y + (0 if turned else top), slot.w, slot.h - top)
        return box.inset(self._kit.px(2, 1), self._kit.px(2, 1))

    def card_sizes(self, layout: HandLayout) -> set[CardSize]:
        """How large the cards are that stand for a choice, so that they can be drawn ahead."""
        boxes = [self._box(slot, turned=False) for seat in layout.seats for slot in seat.slots]
        return {choice_card((box.w, box.h)) for box in boxes}


def is_choosing(moment: Moment, seat: SeatLayout) -> bool:
    """Whether the card buttons stand for choices now and not for cards."""
    keys = [moment.meaning(seat.seat, place) for place in range(len(seat.slots))]
    return any(key is not None and key.sign for key in keys)


def above_choices(seat: SeatLayout) -> Box:
    """Where a notice lies while the card buttons choose: over what is left to see of the cards, and of no choice."""
    slot = seat.slots[0]
    free = round(slot.h * CHOICE_FROM)
    y = slot.y + (slot.h - free if seat.turned else 0)
    return Box(seat.notice.x, y + (free - min(free, seat.notice.h)) // 2, seat.notice.w, min(free, seat.notice.h))
