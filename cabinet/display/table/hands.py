"""The table of games with hands: pile and colour in force in the middle, people at the edges, tiles for other seats.

It reads zones and scalars and knows no game: ``turn``, ``direction``, ``colour`` and ``named`` (a suit) in force,
``naming``, ``owed``; for each seat ``marks``, ``called``, ``exposed``, ``place``. A scalar that a game does not have is
not shown.
"""

from collections.abc import Collection, Sequence
from typing import Final

from cabinet.display.cards import CardSize
from cabinet.display.layout.parts import HandLayout
from cabinet.display.shapes import SUITS
from cabinet.display.stage import Sprite
from cabinet.display.table.hand_overlays import HandOverlays
from cabinet.display.table.hand_prewarm import PILED, SUPPLIED
from cabinet.display.table.hand_seat import HandSeat
from cabinet.display.table.middle import Middle
from cabinet.display.table.overlays import Overlays
from cabinet.display.table.seat_notices import SeatNotices
from cabinet.display.table.status_text import has_banner
from cabinet.display.table.tiles import Tiles
from cabinet.display.table.view_state import ViewState, Words
from cabinet.display.toolkit import Kit
from cabinet.display.widgets.keycaps import KeyNames
from cabinet.display.widgets.softkeys import SoftKeys

SHOUTED: Final = ("foul.miss", "say.uno", "say.catch", "say.speah", "say.torkel")
"""Calls and fouls drawn in advance."""


class HandTable:
    """Draws all standing sprites of such a table."""

    def __init__(
        self,
        kit: Kit,
        softkeys: SoftKeys,
        overlays: Overlays,
        words: Words,
        names: Sequence[str],
        key_names: KeyNames,
        middle: Middle,
        notes: SeatNotices,
    ) -> None:
        """`middle` draws the boards and banners, `notes` the notices across cards; the slot table shares both."""
        self._kit = kit
        self._overlays = overlays
        self._hand_overlays = kit.shared(HandOverlays)
        self._middle = middle
        self._notes = notes
        self._sides = HandSeat(kit, softkeys, overlays, self._hand_overlays, words, names, key_names, notes)
        self._tiles = Tiles(kit, overlays, self._hand_overlays, words, names)

    def card_sizes(self, layout: HandLayout) -> set[CardSize]:
        """Return the sizes of cards in addition to the layout's own."""
        return self._sides.card_sizes(layout)

    def sprites(self, moment: ViewState, layout: HandLayout) -> list[Sprite]:
        """Return all standing sprites at a moment, from the bottom to the top."""
        sprites: list[Sprite] = []
        if not has_banner(moment):
            sprites += self._pile(moment, layout)
            sprites += self._supply(moment, layout)
            sprites += self._signs(moment, layout)
        sprites += self._middle.status(moment)
        for tile in layout.tiles:
            sprites += self._tiles.sprites(moment, tile)
        for seat, lap in zip(layout.seats, layout.laps, strict=True):
            sprites += self._sides.sprites(moment, seat, lap)
        return sprites

    def prewarm(self, layout: HandLayout, zones: Collection[str]) -> None:
        """Draw in advance the frequent calls at each seat and the usual figures."""
        for seat in layout.seats:
            self._notes.prewarm(seat, SHOUTED)
            self._sides.prewarm(seat)
        for tile in layout.tiles:
            self._tiles.prewarm(tile, SHOUTED, zones)
        for count in SUPPLIED:
            self._left(count, layout)
        for count in PILED:
            self._piled(count, layout)
            self._owed(count, layout)

    # The middle

    def _pile(self, moment: ViewState, layout: HandLayout) -> list[Sprite]:
        """Return the pile in the frame of the colour in force, and the bar of the shared time."""
        sprites: list[Sprite] = []
        box, theme = layout.piles[0], self._kit.theme
        for zone, place in moment.places.items():
            if place.kind in ("pile", "deck"):
                sprites += self._overlays.pile(moment.cards(zone), place, deep=2)
        if colour := moment.text("colour"):
            sprites.append(self._overlays.ring(box, theme.card_colour(colour)))
        clock = moment.clock
        if clock is not None and clock.kind == "match":
            sprites.append(self._hand_overlays.running(layout.window, moment.time_left(), theme.colours.text))
        return sprites

    def _supply(self, moment: ViewState, layout: HandLayout) -> list[Sprite]:
        """Return the supply with its size, the number of cards owed, and the cards out of the game."""
        kit = self._kit
        sprites: list[Sprite] = []
        for zone, place in moment.places.items():
            count = len(moment.table.zones.get(zone, ()))
            if place.kind == "supply":
                sprites += self._overlays.pile(moment.cards(zone), place, deep=3)
                sprites.append(self._left(count, layout))
            elif place.kind == "gone" and count:
                size = CardSize(place.box.w, place.box.h)
                sprites.append(Sprite(kit.art.back(size), place.box.x, place.box.y))
                sprites.append(self._overlays.veil(place.box))
        if owed := moment.number("owed"):
            sprites.append(self._owed(owed, layout))
        return sprites

    def _left(self, count: int, layout: HandLayout) -> Sprite:
        """Return the number of cards left to draw."""
        kit = self._kit
        return kit.put(layout.supply_count, kit.text(str(count), kit.theme.type.count, kit.theme.colours.quiet))

    def _owed(self, count: int, layout: HandLayout) -> Sprite:
        """Return the number of cards that a seat has to draw."""
        colours = self._kit.theme.colours
        pill = self._hand_overlays.pill(f"+{count}", colours.dark_text, colours.alarm, 44, layout.supply.w)
        return self._kit.put(layout.supply, pill)

    def _signs(self, moment: ViewState, layout: HandLayout) -> list[Sprite]:
        """Return the colour or suit in force, and the direction or the size of a pile that a seat may have to take."""
        if moment.phase != "play":
            return []
        sprites: list[Sprite] = []
        force, way = layout.signs
        size = (force.w, force.h)
        colour, named = moment.text("colour"), moment.text("named")
        if "naming" in moment.table.scalars and moment.number("naming") >= 0:
            sprites.append(Sprite(self._hand_overlays.colour("W", size), force.x, force.y))
        elif colour:
            sprites.append(Sprite(self._hand_overlays.colour(colour, size), force.x, force.y))
        elif named in SUITS:
            sprites.append(Sprite(self._hand_overlays.suit(named, size), force.x, force.y))
        pile = len(moment.table.zones.get("pile", ()))
        if pile > 1:
            sprites.append(self._piled(pile, layout))
        direction = moment.number("direction")
        if direction and self._is_round(layout):
            sprites.append(self._kit.put(way, self._hand_overlays.direction(direction > 0, min(way.w, way.h))))
        return sprites

    def _piled(self, count: int, layout: HandLayout) -> Sprite:
        """Return the size of the pile that a seat may have to take."""
        colours, way = self._kit.theme.colours, layout.signs[1]
        return self._kit.put(way, self._hand_overlays.pill(f"×{count}", colours.text, colours.key, 26, way.w))

    def _is_round(self, layout: HandLayout) -> bool:
        """Return whether there are more than two seats, so that a direction matters."""
        return len(layout.seats) + len(layout.tiles) > 2
