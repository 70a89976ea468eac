"""The middle of the table: piles, reserves, the piles that LEFT and RIGHT act on, and the boards of `messages`."""

from collections.abc import Iterable, Mapping, Sequence

from cabinet.display.layout.boxes import Board, HandLayout
from cabinet.display.stage import Sprite
from cabinet.display.table.messages import Boards, Content, StatusText, has_banner
from cabinet.display.table.overlays import Overlays
from cabinet.display.table.places import Place
from cabinet.display.table.race import Race
from cabinet.display.table.softkeys import BUTTON_LEFT, BUTTON_RIGHT
from cabinet.display.table.view_state import Dialog, ViewState, Words, said, targets
from cabinet.display.toolkit import Toolkit


class Middle:
    """Draws the middle; `status` composes the content of its boards, which a `race` may take for its wings."""

    def __init__(self, toolkit: Toolkit, words: Words, status: StatusText, race: Race) -> None:
        self._toolkit = toolkit
        self._overlays = toolkit.shared(Overlays)
        self._words = words
        self._status = status
        self._race = race
        self._drawn = toolkit.shared(Boards)
        self._places: Mapping[str, Place] = {}
        self._zones: tuple[str, ...] = ()
        self._loose_zones: tuple[str, ...] = ()
        self._kept: tuple[tuple[object, ...], list[Sprite]] = ((), [])

    def sprites(self, moment: ViewState) -> list[Sprite]:
        """Return the middle at a moment, from the bottom to the top."""
        self._look_round(moment)
        return [*self._cards(moment), *self._targets(moment), *self.status(moment)]

    def ground(self, moment: ViewState) -> list[Sprite]:
        """Return the finishing line, which lies below a race's light."""
        if isinstance(moment.layout, HandLayout) or len(moment.layout.piles) != 2 or has_banner(moment):
            return []
        return [self._overlays.finishing_line(moment.layout)]

    def prewarm(self, contents: Iterable[Content], boards: Sequence[Board]) -> None:
        """Draw contents of the boards in advance."""
        for content in contents:
            for board in boards:
                self._drawn.show(board, content)

    def status(self, moment: ViewState) -> list[Sprite]:
        """Return the boards alone: timing, information, the banner before a deal."""
        self._look_round(moment)
        return [*self._boards(moment), *self._info(moment), *self._banner(moment)]

    def question(self, left_s: int, of_s: int) -> Dialog:
        """Return the dialog "Still there?" (GEN-5).

        `left_s` is the time in s until the match ends without a press, `of_s` that time at first.
        """
        lines = (said(self._words, "table.any_button"), said(self._words, "table.ends"))
        return Dialog(said(self._words, "say.still_there"), lines, wait=(left_s, of_s))

    def _look_round(self, moment: ViewState) -> None:
        """Find the zones in the middle, and those of them in the information corner."""
        if moment.places is self._places:
            return
        self._places = moment.places
        kinds = ("pile", "deck", "reserve", "loose")
        self._zones = tuple(zone for zone, place in moment.places.items() if place.kind in kinds)
        self._loose_zones = tuple(zone for zone in self._zones if moment.places[zone].kind == "loose")
        self._kept = ((), [])

    # Cards

    def _cards(self, moment: ViewState) -> list[Sprite]:
        """Return all cards in the middle; composed again only after a change."""
        zones = moment.table.zones
        cards = [zones.get(zone) for zone in self._zones]
        on = (cards, [under for under in moment.under_way if under[0] in self._zones], has_banner(moment))
        if self._kept[0] != on:
            self._kept = (on, [*self._piles(moment), *self._reserves(moment), *self._loose(moment)])
        return self._kept[1]

    def _piles(self, moment: ViewState) -> list[Sprite]:
        if has_banner(moment):
            return []
        sprites: list[Sprite] = []
        for zone, place in moment.places.items():
            if place.kind in ("pile", "deck"):
                sprites += self._overlays.pile(moment.cards(zone), place, deep=2)
        return sprites

    def _reserves(self, moment: ViewState) -> list[Sprite]:
        sprites: list[Sprite] = []
        for zone, place in moment.places.items():
            if place.kind != "reserve":
                continue
            sprites += self._overlays.pile(moment.cards(zone), place, deep=3)
            box = moment.layout.reserve_counts[place.number]
            count = str(len(moment.table.zones.get(zone, ())))
            figure = self._toolkit.fitted(
                count, self._toolkit.theme.type.count, self._toolkit.theme.colours.quiet, box.w
            )
            across = 0.5 if box.x == place.box.x else 1.0 if box.x < place.box.x else 0.0
            sprites.append(self._toolkit.put(box, figure, across))
        return sprites

    def _loose(self, moment: ViewState) -> list[Sprite]:
        sprites: list[Sprite] = []
        for zone in self._loose_zones:
            if moment.table.zones.get(zone):
                sprites += self._overlays.pile(moment.cards(zone), moment.places[zone], deep=2)
        return sprites

    def _targets(self, moment: ViewState) -> list[Sprite]:
        """Return a bracket at a seat's side of every pile that its LEFT or RIGHT acts on, or that it aims at."""
        layout = moment.layout
        if len(layout.seats) > 2:
            return self._aims(moment)
        sprites = []
        for seat in layout.seats:
            meanings = moment.meanings(seat.seat)
            if not meanings or moment.is_disabled(seat.seat):
                continue
            is_near = seat.inward < 0
            side = ("left", "right")[seat.seat] if layout.name == "beside" else "bottom" if is_near else "top"
            for button, box in ((BUTTON_LEFT, layout.piles[0]), (BUTTON_RIGHT, layout.piles[-1])):
                meaning = meanings[button]
                acts_on = moment.places.get(meaning.zone)
                if meaning.lit and acts_on is not None and acts_on.kind == "pile":
                    sprites.append(self._overlays.bracket(box, self._toolkit.theme.seat(seat.seat).colour, side))
        return sprites

    def _aims(self, moment: ViewState) -> list[Sprite]:
        """Return each seat's badge at its side of the pile that it aims at; people have a bracket as well."""
        sprites = []
        if moment.phase != "play":
            return []
        for seat, place in targets(moment).items():
            at = moment.layout.seats[seat]
            if at.card_keys:
                sprites.append(self._overlays.bracket(place.box, self._toolkit.theme.seat(seat).colour, at.edge))
            sprites.append(self._overlays.tab(place.box, seat, at.edge))
        return sprites

    # Boards

    def _boards(self, moment: ViewState) -> list[Sprite]:
        if "board" in self._race.covered(moment):
            return []
        content = self._status.on_the_board(moment)
        return [sprite for board in moment.layout.boards for sprite in self._drawn.show(board, content)]

    def _info(self, moment: ViewState) -> list[Sprite]:
        if len(moment.layout.boards) > 1 or not moment.layout.info.box.w or "info" in self._race.covered(moment):
            return []
        if any(moment.table.zones.get(zone) for zone in self._loose_zones):
            return []
        return self._drawn.show(moment.layout.info, self._status.in_the_corner(moment))

    def _banner(self, moment: ViewState) -> list[Sprite]:
        if not has_banner(moment):
            return []
        content = self._status.on_the_banner(moment)
        return [sprite for board in moment.layout.banners for sprite in self._drawn.show(board, content)]
