"""The choices in games with hands: options of the card buttons, drawn over the lower part of each slot."""

from collections.abc import Sequence
from typing import Final

from cabinet.display.cards import CardSize
from cabinet.display.layout.boxes import Box
from cabinet.display.layout.parts import HandLayout, SeatLayout
from cabinet.display.stage import Sprite
from cabinet.display.table.hand_overlays import HandOverlays, choice_card
from cabinet.display.table.view_state import ViewState
from cabinet.display.toolkit import Kit

CHOICE_FROM: Final = 0.42
"""Upper edge of a choice's tile, in heights of a card: the card's index stays visible."""


class Choices:
    """Draws the tiles of choices. `names` are the seats' names, because a seat can be chosen."""

    def __init__(self, kit: Kit, hand_overlays: HandOverlays, names: Sequence[str]) -> None:
        self._kit = kit
        self._hand_overlays = hand_overlays
        self._names = names

    def sprites(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        """Return the tiles over the seat's slots at a moment."""
        sprites: list[Sprite] = []
        for button, slot in enumerate(seat.slots):
            meaning = moment.meaning(seat.seat, button)
            if meaning is None or not meaning.sign or not meaning.lit:
                continue
            inside = self._box(slot, turned=seat.turned)
            kind, _, which = meaning.sign.partition(".")
            name = self._names[int(which)] if kind == "seat" and int(which) < len(self._names) else ""
            cards = moment.table.zones.get(which, ()) if kind == "zone" else ()
            tile = self._hand_overlays.choice(meaning.sign, (inside.w, inside.h), name, cards[-1] if cards else "")
            sprites.append(self._kit.put(inside, tile, turned=seat.turned))
        return sprites

    def _box(self, slot: Box, *, turned: bool) -> Box:
        top = round(slot.h * CHOICE_FROM)
        box = Box(slot.x, slot.y + (0 if turned else top), slot.w, slot.h - top)
        return box.inset(self._kit.px(2, 1), self._kit.px(2, 1))

    def card_sizes(self, layout: HandLayout) -> set[CardSize]:
        """Return the sizes of cards in choice tiles, so that they can be drawn in advance."""
        boxes = [self._box(slot, turned=False) for seat in layout.seats for slot in seat.slots]
        return {choice_card((box.w, box.h)) for box in boxes}


def is_choosing(moment: ViewState, seat: SeatLayout) -> bool:
    """Return whether the card buttons currently mean choices, not cards."""
    keys = [moment.meaning(seat.seat, place) for place in range(len(seat.slots))]
    return any(key is not None and key.sign for key in keys)


def above_choices(seat: SeatLayout) -> Box:
    """Return the box of a notice during a choice: over the visible part of the cards, clear of the choices."""
    slot = seat.slots[0]
    free = round(slot.h * CHOICE_FROM)
    y = slot.y + (slot.h - free if seat.turned else 0)
    return Box(seat.notice.x, y + (free - min(free, seat.notice.h)) // 2, seat.notice.w, min(free, seat.notice.h))
