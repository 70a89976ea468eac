"""The pages of an evening: winner stays, the party, and tonight's names.

`QueuePicture` is winner stays: the two seats face each other, the line stands below, and its tiles slide left.
`PartyPicture` has a column for each team, `TonightPicture` options and names. All have the same head.
"""

from abc import abstractmethod
from typing import Final, Generic, TypeVar

import pygame
from msgspec.structs import replace

from cabinet.display.evening.pages import (
    OptionTile,
    PartyPage,
    QueuePage,
    QueueSeat,
    Rings,
    Somebody,
    TeamColumn,
    TonightPage,
    flame,
)
from cabinet.display.layout.boxes import Box
from cabinet.display.page import (
    GIANT,
    HEAD,
    LARGE,
    PLAIN,
    SMALL,
    SPACE,
    Cell,
    Flat,
    Mark,
    On,
    Part,
    Space,
    Text,
    key_caps,
    laid,
    marks,
    named,
    plate,
    row,
    sign,
    sprites,
    stack,
    tiles,
)
from cabinet.display.scan import SIDE, Scan, is_narrow, scanned
from cabinet.display.stage import Sprite
from cabinet.display.theme import Colour, mixed
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import chequer, night

AnyPage = TypeVar("AnyPage")

TILES: Final = 6
"""Tiles of the line; with more names the last one counts the rest."""
TINT: Final = 0.14
"""How much of a seat's colour the ground of its side has."""
RADIUS: Final = 12
"""Radius of a tile's corners, px."""
FOOT: Final = 60
"""Height of the foot's room, px."""


class _Picture(Generic[AnyPage]):
    """What all pages share: the ground, the head, and the places of the rings."""

    def __init__(self, toolkit: Toolkit) -> None:
        self._toolkit = toolkit
        self._rings = toolkit.shared(Rings)
        self.ground = _head_ground(toolkit)
        self._marks: dict[str, Box] = {}

    @abstractmethod
    def described(self, page: AnyPage) -> Part:
        """Return the page without what moves."""

    def sprites(self, page: AnyPage) -> list[Sprite]:
        """Return everything but what moves, the rings and the foot."""
        parts = laid(self._toolkit, self.described(page), Box(0, 0, *self._toolkit.size))
        self._marks = marks(self._toolkit, parts)
        return [sprite for each in parts for sprite in each.part.drawn(self._toolkit, each)]

    def ring(self, seat: int, left: float, seconds: int) -> Sprite:
        """Return the ring at the name of a seat or team that is waited for, as `sprites` has shown it."""
        box = self._marks[str(seat)]
        return Sprite(self._rings.ring(seat, box.w, left, seconds), box.x, box.y)

    def _page(self, title: str, rule: str, *cells: Cell) -> Part:
        """Return a page: its title at the left and its rule at the right, and what stands below, 341 px high."""
        colours = self._toolkit.theme.colours
        words = (0.0, Text(title, HEAD, colours.text)), (1.0, Text(rule, SMALL, colours.quiet, across=1))
        head = (14, SPACE), (41, row(*words, gap=16)), (24, SPACE)
        return On(stack(*head, *cells, (FOOT, SPACE)), pad=(20, 0))

    def _sides(self, left: Part, right: Part, versus: str, scan: Scan | None) -> Part:
        """Return two sides with a disc between them, and below it what phones scan."""
        colours = self._toolkit.theme.colours
        disc = On(Text(versus, PLAIN, colours.dark_text, across=0.5), plate(colours.paper), (6, 0))
        if scan is not None:
            versus_disc = row((1, SPACE), (0, On(Space((40, 40)), Flat(disc))), (1, SPACE))
            middle = stack((1, SPACE), (0, versus_disc), (1, SPACE), (0, scanned(scan)), (1, SPACE))
            beside = 312 - (scan.side - SIDE) / 2
            return row((beside, left), (scan.side, middle), (beside, right), gap=4 if is_narrow(scan) else 12)
        middle = stack((1, SPACE), (0, On(Space((58, 58)), Flat(disc))), (1, SPACE))
        return row((0.447, left), (0.106, row((1, SPACE), (0, middle), (1, SPACE))), (0.447, right))

    def _way(self, words: str, mark: str, key: str, side: float, colour: Colour) -> Part:
        """Return a button's cap in a seat's colour, with its sign or its key, and its effect."""
        colours = self._toolkit.theme.colours
        face: Part = sign(mark, side * 0.63, colours.dark_text)
        if key:
            name = Text(key, side * 0.48, colours.dark_text, across=0.5)
            face = stack((0, Space((side * 0.63, 0))), (0, name))
        pad = side * 0.18, (side * 0.52 if key else side * 0.37) / 2
        cap = On(face, plate(colour, radius=7), pad, fits=True)
        return row((0, cap), (0, Text(words, max(SMALL, side * 0.6), colours.text)), gap=10)


class QueuePicture(_Picture[QueuePage]):
    """The page of winner stays."""

    def __init__(self, toolkit: Toolkit) -> None:
        super().__init__(toolkit)
        self._line = toolkit.cached(self._laid_line)

    def described(self, page: QueuePage) -> Part:
        """See `_Picture.described`: everything but the line."""
        colours = self._toolkit.theme.colours
        narrow = is_narrow(page.scan)
        left, right = (Flat(self._seat(seat, number, narrow)) for number, seat in enumerate(page.seats))
        words = (
            (0.0, Text(page.heading, SMALL, colours.quiet)),
            (1.0, Text(page.note, SMALL, colours.caution, across=1)),
        )
        heading = row(*words, gap=16)
        sides = self._sides(left, right, page.versus, page.scan)
        return self._page(page.title, page.rule, (197, sides), (14, SPACE), (20, heading), (9, SPACE), (101, SPACE))

    def line(self, page: QueuePage, off: float = 0.0) -> list[Sprite]:
        """Return the tiles of the line, `off` tiles (0…1) to the right of their places, while they slide."""
        placed = self._line(page.line, page.more)
        pitch = placed[1].x - placed[0].x if len(placed) > 1 else 0
        return [sprite._replace(x=sprite.x + round(off * pitch)) for sprite in placed]

    def _laid_line(self, line: tuple[tuple[str, str], ...], more: str) -> list[Sprite]:
        shown = [*line, *([(more, "")] if more else [])]
        cells = [Flat(self._tile(tile, is_next=not place and bool(tile[1]))) for place, tile in enumerate(shown)]
        page = self._page("", "", (240, SPACE), (94, tiles(cells, TILES, 1, (8, 0))), (7, SPACE))
        return sprites(self._toolkit, page, Box(0, 0, *self._toolkit.size))

    def _seat(self, seat: QueueSeat, number: int, narrow: bool) -> Part:
        """Return a seat's panel; in a narrow one who follows has a line of the own."""
        colours = self._toolkit.theme.colours
        colour, is_waited_for = self._toolkit.theme.seat(number).colour, bool(seat.above)
        above: Part = Text(seat.above, PLAIN, colours.text)
        if seat.is_champion:
            above = row((1, SPACE), (0, sign("crown", 39, colour)), (1, SPACE))
        who = named(self._toolkit, seat.who.name, seat.who.seat, GIANT, across=0 if is_waited_for else 0.5)
        name = stack((70, who), (26, self._moves(seat.moves, number))) if seat.moves else who
        upper: Part = stack((39, above), (96, name))
        if is_waited_for:
            upper = row((1, upper), (0, Mark(size=(102, 102), name=str(number))), gap=8)
        ground = plate(mixed(colours.plate, colour, TINT), colour, RADIUS)
        foot: list[Cell] = [(135, upper), (47, self._seat_foot(seat, colour))]
        if narrow and seat.follows:
            way = self._seat_foot(replace(seat, follows=""), colour)
            foot = [(110, upper), (25, Text(seat.follows, SMALL, colours.text)), (47, way)]
        return On(stack((9, SPACE), *foot, (6, SPACE)), ground, (18, 0))

    def _moves(self, words: str, number: int) -> Part:
        """Return an arrow from the other seat to this one, and the words."""
        ink = self._toolkit.theme.colours.caution
        cells: list[Cell] = [(0, sign("left" if number == 0 else "right", 20, ink)), (0, Text(words, SMALL, ink))]
        return row(*(cells if number == 0 else cells[::-1]), gap=8)

    def _seat_foot(self, seat: QueueSeat, colour: Colour) -> Part:
        """Return the flames with their words, or the button with its effect and who follows."""
        text = self._toolkit.theme.colours.text
        if seat.wins_words and not seat.streak:
            return Text(seat.wins_words, PLAIN, text, across=0.5)
        if seat.wins_words:
            lit = [place < seat.wins for place in range(seat.streak)]
            flames = row(*((0, flame(45, colour, is_lit=is_lit)) for is_lit in lit), gap=6)
            return row((1, flames), (0, Text(seat.wins_words, PLAIN, text)), gap=14)
        way = self._way(seat.action, seat.sign, seat.cap, 37, colour) if seat.action else SPACE
        return row((1, way), (0, Text(seat.follows, SMALL, text)), gap=14 if seat.follows else 0)

    def _tile(self, tile: tuple[str, str], *, is_next: bool) -> Part:
        """Return a name with its place; the next one is light. The number of those behind has no place."""
        colours, (name, place) = self._toolkit.theme.colours, tile
        ink, faint = (colours.dark_text,) * 2 if is_next else (colours.text, colours.quiet)
        ground = plate(colours.paper if is_next else colours.plate, None if is_next else colours.key_edge, RADIUS)
        words = Text(name, HEAD, ink, across=0.5)
        below = Text(place, SMALL, faint, across=0.5, down=0.2)
        return On(stack((2, words), (1, below)) if place else words, ground, (6, 4))


def _head_ground(toolkit: Toolkit) -> pygame.Surface:
    """Draw the night with a chequered line under the title."""
    ground = night(toolkit).copy()
    square = toolkit.px(4, 2)
    y = round(toolkit.size[1] * 0.115) + toolkit.px(7, 4)
    chequer(ground, Box(0, y, toolkit.size[0], 2 * square), square, toolkit.theme.colours.chequer)
    return ground


# The party: a column for each team with its score, who is up, and those who follow

TEAM_ACROSS, TEAM_DOWN = 4, 2
"""Tiles of those who follow; with more the last one counts the rest."""


class PartyPicture(_Picture[PartyPage]):
    """The page of a party."""

    def described(self, page: PartyPage) -> Part:
        left, right = (
            Flat(self._column(team, seat, has_won=seat == page.winner, pad=8 if is_narrow(page.scan) else 18))
            for seat, team in enumerate(page.teams)
        )
        return self._page(page.title, page.rule, (341, self._sides(left, right, page.versus, page.scan)))

    def _column(self, team: TeamColumn, seat: int, *, has_won: bool, pad: float) -> Part:
        colours, colour = self._toolkit.theme.colours, self._toolkit.theme.seat(seat).colour
        fill, ink = (colour, colours.dark_text) if has_won else (mixed(colours.plate, colour, TINT), colour)
        score = Text(str(team.score), 58, ink)
        title = row((1, named(self._toolkit, team.name, seat, LARGE, ink)), (0, score), gap=10)
        up: Part = SPACE
        if has_won:
            up = row((1, SPACE), (0, sign("crown", 82, colours.dark_text)), (1, SPACE))
        elif team.up:
            name = named(self._toolkit, team.up, seat, GIANT)
            told = stack((0, Text(team.above, SMALL, colours.text)), (1, name), gap=8) if team.above else name
            up = row((1, told), (0, Mark(size=(82, 82), name=str(seat))), gap=8)
        is_up = team.action and not has_won and team.up
        action = self._way(team.action, team.sign, team.cap, 34, colour) if is_up else SPACE
        join = self._way(team.join, "right", team.join_cap, 31, colour) if team.join else SPACE
        cells: tuple[Cell, ...] = ((14, SPACE), (58, title), (12, SPACE), (82, up), (14, SPACE), (34, action))
        rest: tuple[Cell, ...] = ((14, SPACE), (63, self._names(team)), (9, SPACE), (31, join), (10, SPACE))
        return On(stack(*cells, *rest), plate(fill, colour, RADIUS), (pad, 0))

    def _names(self, team: TeamColumn) -> Part:
        """Return the tiles of those who follow."""
        colours, most = self._toolkit.theme.colours, TEAM_ACROSS * TEAM_DOWN
        shown = list(team.names if len(team.names) <= most else team.names[: most - 1])
        if len(team.names) > most:
            shown.append(f"+{len(team.names) - len(shown)}")
        ground = plate(colours.plate, colours.key_edge, RADIUS)
        cells = [On(Text(name, PLAIN, colours.text, across=0.5), ground, (5, 0)) for name in shown]
        return tiles(cells, TEAM_ACROSS, TEAM_DOWN, (5, 5))


# Tonight: the options over their card buttons, and up to 32 names below

NAMES_ACROSS, NAMES_DOWN = 8, 4
"""Names: as many as a tournament has."""


class TonightPicture(_Picture[TonightPage]):
    """The page on which an evening begins."""

    def described(self, page: TonightPage) -> Part:
        colours = self._toolkit.theme.colours
        options = row(
            *((1, Flat(self._tile(tile, place)) if tile.words else SPACE) for place, tile in enumerate(page.tiles)),
            gap=10,
        )
        ink = colours.good if page.is_enough else colours.caution
        heading = row(
            (0, Text(page.heading, SMALL, colours.quiet)), (1, Text(page.state, SMALL, ink, across=1)), gap=16
        )
        names: Part = Text(page.empty, PLAIN, colours.quiet, across=0.5)
        if page.names:
            shown = [Flat(self._name(who, is_chosen=place == page.chosen)) for place, who in enumerate(page.names)]
            names = tiles(shown, NAMES_ACROSS, NAMES_DOWN, (7, 7))
        cells: tuple[Cell, ...] = ((127, options), (17, SPACE), (22, heading), (9, SPACE), (166, names))
        return self._page(page.title, page.game, *cells)

    def _name(self, who: Somebody, *, is_chosen: bool) -> Part:
        colours = self._toolkit.theme.colours
        ground = plate(colours.paper if is_chosen else colours.plate, colours.key_edge, RADIUS)
        ink = colours.dark_text if is_chosen else None
        return On(named(self._toolkit, who.name, who.seat, PLAIN, ink, across=0.5), ground, (4, 0))

    def _tile(self, tile: OptionTile, place: int) -> Part:
        """Return an option with the number or the keys of its button hanging from it."""
        colours = self._toolkit.theme.colours
        ink = colours.text if tile.is_free else colours.key_edge
        words: Part = Text(tile.words, PLAIN, colours.quiet if tile.value else ink, across=0.5)
        if tile.value:
            words = stack((1, SPACE), (0, words), (0, Text(tile.value, LARGE, ink, across=0.5)), (1, SPACE), gap=12)
        number: Part = Text(str(place + 1), 16, colours.text, across=0.5)
        if tile.keys:
            number = row((1, SPACE), (0, key_caps(self._toolkit, tile.keys)), (1, SPACE))
        pill = On(number, plate(colours.key, colours.key_edge)) if tile.is_free else SPACE
        face = On(words, pad=(8, 0))
        hung = stack((95, face), (32, row((1, SPACE), (8, pill), (1, SPACE))))
        return On(hung, stack((111, plate(colours.plate, colours.key_edge, RADIUS)), (16, SPACE)))
