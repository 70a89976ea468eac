"""One seat's side of the table: plate, stock, card slots, soft-keys, and the notice across its cards.

Everything is drawn upright and rotated as a whole for the player opposite. The methods that compose surfaces are cached
by content, so that an unchanged look is the same object and is not drawn again. `PeekFan` shows the hidden cards of a
pile while its owner looks under it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import pygame

from cabinet.display.cards import DOWN, MARKER, CardSize
from cabinet.display.layout.boxes import Box, card_size
from cabinet.display.layout.parts import SeatLayout
from cabinet.display.stage import Sprite
from cabinet.display.table.overlays import Overlays, Plates, SeatNotices
from cabinet.display.table.places import Place
from cabinet.display.table.softkeys import FIFTH, KeyFace, KeyFaces, SoftKeys
from cabinet.display.table.view_state import MeaningLike, ViewState, Words, said
from cabinet.display.toolkit import Kit
from cabinet.display.widgets.keycaps import KeyNames
from engine.panel import BUTTONS


class SlotSeat:
    """Draws seats.

    `names` are the seats' names; `goal` is the number of scores to win. Up to five scores are shown as pips, more as a
    figure; with 0 the game keeps no score, and the seat's cards are counted. `key_names` label the caps of the
    soft-keys; `notes` draws the notices across the cards.
    """

    def __init__(
        self,
        kit: Kit,
        softkeys: SoftKeys,
        overlays: Overlays,
        words: Words,
        names: Sequence[str],
        goal: int,
        key_names: KeyNames,
        notes: SeatNotices,
    ) -> None:
        self._kit = kit
        self._keys = softkeys
        self._overlays = overlays
        self._words = words
        self._notes = notes
        self._goal = goal
        self._plates = Plates(kit, overlays, words, names, goal)
        self._faces = KeyFaces(words, key_names)
        self._peek_fan = kit.shared(PeekFan)
        self._pressed: dict[tuple[int, int, str | None], Sprite] = {}
        self._places: Mapping[str, Place] = {}
        self._zones: dict[int, tuple[str, ...]] = {}
        self._parts: dict[tuple[str, int], tuple[tuple[object, ...], list[Sprite]]] = {}
        self._count = kit.cached(self._draw_count)

    def sprites(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        """Return the seat's side at a moment, from the bottom to the top."""
        if moment.places is not self._places:
            self._places, self._zones, self._parts, self._pressed = moment.places, {}, {}, {}
        lying = self._lying(moment, seat.seat)
        return [
            self._plate(moment, seat),
            *self._as_before("stocks", self._stocks, moment, seat, lying),
            *self._as_before("slots", self._slots, moment, seat, (*lying, *self._shows_on_slots(moment, seat.seat))),
            *self._peek_fan.sprites(moment, seat),
            *self._as_before("keys", self._soft_keys, moment, seat, self._shows_on_keys(moment, seat.seat)),
            *self._notes.notice(moment, seat),
        ]

    def _as_before(
        self,
        what: str,
        draw: Callable[[ViewState, SeatLayout], list[Sprite]],
        moment: ViewState,
        seat: SeatLayout,
        on: tuple[object, ...],
    ) -> list[Sprite]:
        """Return the previous sprites where the inputs `on` and the seat's layout are unchanged; otherwise draw anew.

        Most moments change one part of one seat, and the comparison costs less than composing everything again.
        """
        drawn = self._parts.get((what, seat.seat))
        if drawn is None or drawn[0] != (on, seat):
            drawn = self._parts[what, seat.seat] = ((on, seat), draw(moment, seat))
        return drawn[1]

    def _lying(self, moment: ViewState, number: int) -> tuple[object, ...]:
        """Return the seat's cards, and those of them in motion."""
        mine, zones = self._zones_of(number), moment.table.zones
        return [zones.get(zone) for zone in mine], [under for under in moment.under_way if under[0] in mine]

    def _shows_on_slots(self, moment: ViewState, number: int) -> tuple[object, ...]:
        """Return the inputs of the seat's slots other than cards."""
        scalars = moment.table.scalars
        glow = _glow_of(moment, number)
        return scalars.get(f"armed.{number}"), scalars.get(f"marked.{number}"), glow, moment.is_locked(number)

    def _shows_on_keys(self, moment: ViewState, number: int) -> tuple[object, ...]:
        """Return the inputs of the seat's soft-keys."""
        return _looks_of(moment, number), moment.is_shut(number), moment.layout.piles

    def _owned(self, moment: ViewState, number: int) -> int:
        """Return the number of the seat's own cards in all its zones; a marker does not count."""
        zones = moment.table.zones
        lying = [zones.get(zone, ()) for zone in self._zones_of(number)]
        return sum([len(cards) for cards in lying if cards != (MARKER,)])

    def _zones_of(self, number: int) -> tuple[str, ...]:
        """Return the zones of a seat."""
        if number not in self._zones:
            self._zones[number] = tuple(zone for zone, place in self._places.items() if place.seat == number)
        return self._zones[number]

    # The plate

    def _plate(self, moment: ViewState, seat: SeatLayout) -> Sprite:
        score = moment.number(f"score.{seat.seat}") if self._goal else self._owned(moment, seat.seat)
        return self._plates.plate(moment, seat, score)

    # Stocks

    def _stocks(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        """Return the seat's face-down pile with its size; an empty pile is a well with a 0."""
        sprites: list[Sprite] = []
        for zone, place in moment.places.items():
            if place.seat != seat.seat or place.kind not in ("stock", "marker"):
                continue
            cards = moment.cards(zone)
            if place.kind == "stock" and not sprites:
                sprites += self._overlays.pile(cards, place, deep=3)
                sprites.append(self._size(len(moment.table.zones.get(zone, ())), seat))
            elif place.kind == "marker" and cards:
                sprites += self._overlays.pile(cards, place, deep=0)
        return sprites

    def _size(self, count: int, seat: SeatLayout) -> Sprite:
        figure = self._count(count, seat.count.w)
        across = 0.5 if seat.count.w < 2 * seat.stock.w else 0.12
        return self._kit.put(seat.count, figure, across, turned=seat.turned)

    def _draw_count(self, count: int, width: int) -> pygame.Surface:
        kit = self._kit
        return kit.fitted(str(count), kit.theme.type.figure, kit.theme.colours.text, width, "title")

    # Card slots

    def _slots(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        armed = moment.text(f"armed.{seat.seat}").partition(" ")[0]
        marked = moment.text(f"marked.{seat.seat}")
        locked = moment.is_locked(seat.seat)
        glow = () if locked else _glow_of(moment, seat.seat)
        sprites: list[Sprite] = []
        for zone, place in moment.places.items():
            if place.seat != seat.seat or place.kind not in ("slot", "draw"):
                continue
            cards = moment.cards(zone)
            lift = seat.inward * moment.layout.lift if zone == armed and cards else 0
            at = place.box.moved(dy=lift)
            colour = self._kit.theme.seat(seat.seat).colour
            if zone in glow or place.number - 1 in glow:
                sprites.append(self._overlays.halo(at, colour))
            sprites += self._overlays.pile(cards, place, deep=3, at=at)
            if len(cards) > 1:
                sprites.append(self._overlays.count_badge(len(cards), at, turned=seat.turned))
            if zone in (armed, marked):
                sprites.append(self._overlays.ring(at, colour))
            if locked and cards:
                sprites.append(self._overlays.veil(at))
        return sprites

    # Soft-keys

    def _soft_keys(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        if not seat.card_keys:
            return []
        shared = not seat.turned and seat.left_key.y > moment.layout.piles[0].bottom
        sprites: list[Sprite] = []
        meanings = moment.meanings(seat.seat) or (None,) * len(BUTTONS)
        fifth = meanings[FIFTH]
        place = moment.places.get(fifth.zone) if fifth is not None else None
        is_sixth = place is not None and place.kind == "slot" and place.number > FIFTH + 1
        shut = moment.is_shut(seat.seat)
        for button, box in enumerate(seat.keys):
            meaning = None if shut or (is_sixth and button == FIFTH) else meanings[button]
            if meaning is not None and meaning.glows and button > FIFTH:
                sprites.append(self._overlays.halo(box, self._kit.theme.seat(seat.seat).colour))
            sprites.append(self._soft_key(seat, button, box, meaning, shared))
        for box in seat.card_keys[FIFTH + 1 :]:
            face = self._faces.face(seat.seat, FIFTH, fifth if is_sixth and not shut else None)
            face = face if face.lit else KeyFace(said(self._words, "button.CARD6"), False, seat.seat)
            sprites.append(Sprite(self._keys.key(face._replace(cap=""), (box.w, box.h), seat.turned), box.x, box.y))
        return sprites

    def _soft_key(self, seat: SeatLayout, button: int, box: Box, meaning: MeaningLike | None, shared: bool) -> Sprite:
        """Return one key, from the cache where its meaning is unchanged."""
        said_so = (seat.seat, button, meaning.label if meaning is not None and meaning.lit else None)
        key = self._pressed.get(said_so)
        if key is None:
            face = self._faces.face(seat.seat, button, meaning, swapped=seat.turned, badge=shared)
            key = Sprite(self._keys.key(face, (box.w, box.h), seat.turned), box.x, box.y)
            self._pressed[said_so] = key
        return key


def _looks_of(moment: ViewState, seat: int) -> list[tuple[str, bool, str, bool]]:
    """Return label, lit state, zone and glow of each of a seat's keys."""
    return [(key.label, key.lit, key.zone, key.glows) for key in moment.meanings(seat)]


def _glow_of(moment: ViewState, seat: int) -> tuple[int | str, ...]:
    """Return where a seat's cards and spaces glow: card keys by number, other keys and a sixth pile by zone."""
    glow: list[int | str] = []
    for button, key in enumerate(moment.meanings(seat)):
        if key.glows:
            place = moment.places.get(key.zone)
            is_own_card = button <= FIFTH and (place is None or place.number <= FIFTH + 1)
            glow.append(button if is_own_card else key.zone)
    return tuple(glow)


# The peek fan (SPIT-23): the scalar ``looks.N`` names the piles under which seat N looks; only then does a screen know
# the hidden cards.

PEEKED: Final = 0.62
"""Width of the cards in the fan, in widths of a card in a row."""

LEAST_STEP: Final = 0.5
"""Smallest distance between them, in their own widths, so that every index can be read."""


class PeekFan:
    """Draws peek fans and caches them."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._fan = kit.cached(self._draw)

    def sprites(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        """Return the hidden cards of each pile of the seat that its owner looks under, over the foot of its row."""
        sprites = []
        for zone in moment.text(f"looks.{seat.seat}").split():
            place = moment.places[zone]
            known = tuple(card.lstrip(DOWN) for card in moment.cards(zone) if card.startswith(DOWN))
            if known:
                fan = self._fan(known, place.size, seat.seat)
                sprites.append(self._placed(fan, place.box, seat))
        return sprites

    def _placed(self, fan: pygame.Surface, box: Box, seat: SeatLayout) -> Sprite:
        """Place the fan over the foot of the pile, moved inwards at the ends of the row."""
        left = min(slot.x for slot in seat.slots if slot.y == box.y)
        right = max(slot.right for slot in seat.slots if slot.y == box.y)
        x = box.centre[0] - fan.get_width() // 2
        x = max(min(x, right - fan.get_width()), min(left, right - fan.get_width()))
        x = max(0, min(x, self._kit.size[0] - fan.get_width()))
        y = box.y if seat.turned else box.bottom - fan.get_height()
        return Sprite(self._kit.turned(fan) if seat.turned else fan, x, y)

    def _draw(self, cards: tuple[str, ...], size: CardSize, seat: int) -> pygame.Surface:
        """Draw the cards from bottom to top on a plate with a rim in the seat's colour; many cards overlap."""
        kit = self._kit
        card = CardSize(*card_size(round(size.width * PEEKED)))
        rim = kit.px(6, 4)
        step = card.width + kit.px(3, 2)
        most = round(4.2 * size.width)
        if len(cards) > 1:
            step = max(round(card.width * LEAST_STEP), min(step, (most - card.width) // (len(cards) - 1)))
        whole = (card.width + step * (len(cards) - 1) + 2 * rim, card.height + 2 * rim)
        colours = kit.theme.colours
        fan = kit.plate(whole, colours.dark_text, kit.theme.seat(seat).colour, radius=rim + kit.px(3, 2)).copy()
        for place, code in enumerate(cards):
            fan.blit(kit.art.face(code, card, False, False), (rim + place * step, rim))
        return fan
