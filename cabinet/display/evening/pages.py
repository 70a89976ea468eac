"""An evening's pages as plain values, and the parts that several of them draw.

All words are finished; names are short or a seat's word. The parts are flames, a ring with seconds, and the band of the
title.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec
import pygame

from cabinet.display.page import Cell, On, Part, Picture, Space, Text, filled, named, row
from cabinet.display.scan import Scan
from cabinet.display.shapes import FINER, paint, painted
from cabinet.display.theme import Colour, mixed
from cabinet.display.toolkit import Toolkit, in_middle
from cabinet.display.widgets import STEPS, Discs, capitals

NO_SEAT: Final = -1
"""The seat of a name that does not sit: its colour is off-white and it has no shape."""


class Somebody(msgspec.Struct, frozen=True):
    """A name, and the seat whose colour and shape it has now."""

    name: str
    seat: int = NO_SEAT


class KeyTile(msgspec.Struct, frozen=True):
    """A tile over a card button: its words, whether it is highlighted, and whether it can be taken."""

    text: str
    is_chosen: bool = False
    is_free: bool = True


class NamesHalf(msgspec.Struct, frozen=True):
    """One sitter's half of the names page.

    `letters` is the name as far as it is spelled, `cursor` the place of the next letter (-1: none). `strip` is the
    first of six letters on the keys in the `alphabet` (-1: names are on the keys). `keys` is () for a name that is
    typed on a keyboard. `is_done`: the name is taken.
    `caps` are the names of the eight buttons' keys at a desk, CARD1 to CARD5, LEFT, RIGHT, ACTION; () at a cabinet.
    `is_full`: ACTION is filled with the seat's colour, because it is the way on.
    """

    seat: int
    who: str
    keys: tuple[KeyTile, ...]
    ask: str = ""
    letters: str = ""
    cursor: int = -1
    heading: str = ""
    strip: int = -1
    alphabet: str = ""
    action: str = ""
    left: str = ""
    right: str = ""
    note: str = ""
    is_done: bool = False
    is_full: bool = False
    is_refused: bool = False
    caps: tuple[str, ...] = ()


class QueueSeat(msgspec.Struct, frozen=True):
    """One of the two seats of winner stays.

    `wins` of `streak` flames burn under the champion, with `wins_words`. `above` is a line over the name. `action` is
    the effect of a button by its sign (``star``, ``right``, ``tick`` for somebody who is here), and `follows` who comes
    in at zero. `moves` are words below the name of somebody who has to come over from the other seat.
    """

    who: Somebody
    is_champion: bool = False
    wins: int = 0
    streak: int = 0
    wins_words: str = ""
    above: str = ""
    action: str = ""
    sign: str = "star"
    follows: str = ""
    cap: str = ""
    moves: str = ""


class QueuePage(msgspec.Struct, frozen=True):
    """Winner stays: the two seats, and the line behind them.

    `line` are the names in line with their places in words, the next first; `more` counts those that have no tile.
    `note` says who has missed a call, `scan` is what phones scan.
    """

    title: str
    rule: str
    seats: tuple[QueueSeat, QueueSeat]
    versus: str
    heading: str
    line: tuple[tuple[str, str], ...]
    more: str = ""
    note: str = ""
    scan: Scan | None = None


class TeamColumn(msgspec.Struct, frozen=True):
    """A team: its name, its score, who is up, and those who follow in their order.

    `above` is a line over who is up (empty: nobody is waited for), `action` the effect of a button by its sign,
    `join` the line that says how one joins.
    """

    name: str
    score: int
    up: str
    names: tuple[str, ...]
    above: str
    action: str
    sign: str
    join: str
    cap: str = ""
    join_cap: str = ""


class PartyPage(msgspec.Struct, frozen=True):
    """Two teams and the score that wins. `winner` is the team that has won (-1: none yet), `scan` what phones scan."""

    title: str
    rule: str
    teams: tuple[TeamColumn, TeamColumn]
    versus: str
    winner: int = NO_SEAT
    scan: Scan | None = None


class TonightBand(msgspec.Struct, frozen=True):
    """The band of the title, from the left: a heading, who stays with the flames of the streak, and who is next.

    `stays` and `next_up` have an empty name for nobody; `stays` holds its words (``MIA STAYS``, ``MATCH 7 OF 14``).
    """

    heading: str
    stays: Somebody
    next_words: str
    next_up: Somebody
    wins: int = 0
    wins_words: str = ""


class OptionTile(NamedTuple):
    """A tile over a card button: its words, its value below, and whether a press does anything.

    `keys` are the names of the button's keys at a desk, in place of its number.
    """

    words: str
    value: str = ""
    is_free: bool = True
    keys: tuple[str, ...] = ()


class TonightPage(msgspec.Struct, frozen=True):
    """The page on which an evening begins: its options on the card buttons, and the list of names.

    `chosen` is the highlighted name (-1: none); a name with a seat is in that seat's team. `state` says how many names
    there are or are lacking, `empty` stands in place of the list, `game` is what will be played.
    """

    title: str
    state: str
    tiles: tuple[OptionTile, ...]
    heading: str
    names: tuple[Somebody, ...]
    chosen: int
    empty: str
    is_enough: bool
    game: str = ""


FLAME: Final = ((0.5, 0.0), (0.66, 0.2), (0.62, 0.36), (0.8, 0.26), (0.94, 0.52), (0.86, 0.84), (0.66, 1.0))
"""The right half of a flame's outline; the left half is drawn lower, as fire leans."""
LEAN: Final = ((0.34, 1.0), (0.13, 0.83), (0.08, 0.56), (0.26, 0.34), (0.33, 0.5), (0.42, 0.3))
HEART: Final = ((0.52, 0.5), (0.68, 0.74), (0.6, 0.94), (0.42, 0.94), (0.34, 0.74))


class Rings:
    """Draws the rings of seats that are waited for, with the seconds inside, and caches them."""

    def __init__(self, toolkit: Toolkit) -> None:
        self._toolkit = toolkit
        self._discs = toolkit.shared(Discs)
        self._ring = toolkit.cached(self._ring_with_seconds)

    def ring(self, seat: int, side: int, left: float, seconds: int) -> pygame.Surface:
        """Return a ring that has run down to the share `left` (0…1), with the seconds inside."""
        return self._ring(seat, side, STEPS - round(max(0.0, min(1.0, left)) * STEPS), seconds)

    def _ring_with_seconds(self, seat: int, side: int, step: int, seconds: int) -> pygame.Surface:
        toolkit, text = self._toolkit, str(max(0, seconds))
        if side >= toolkit.px(72, 48):
            inside = toolkit.figures(text, round(side * 0.34), toolkit.theme.colours.segments)
        else:
            cap = round(side * 0.36 / toolkit.scale)
            inside = capitals(toolkit, text, cap, toolkit.theme.colours.text, round(side * 0.7))
        return in_middle(self._discs.ring(seat, side, step), inside)


def flame(high: float, colour: Colour, *, is_lit: bool = True) -> Picture:
    """Return a flame, `high` px high; an unlit one is dim and has no bright heart."""
    return Picture(_draw_flame, (high * 0.8, high), (colour, is_lit), least=0.2)


def _draw_flame(toolkit: Toolkit, size: tuple[int, int], colour: Colour, is_lit: bool) -> pygame.Surface:
    outside = colour if is_lit else mixed(toolkit.theme.colours.plate, colour, 2 / 7)

    def draw(big: pygame.Surface) -> None:
        square = (0.0, 0.0, float(size[1] * FINER))
        paint(big, ([(x * 0.8, y) for x, y in (*FLAME, *LEAN)],), square, outside)
        if is_lit:
            paint(big, ([(x * 0.8, y) for x, y in HEART],), square, toolkit.theme.colours.paper)

    return painted((round(size[1] * 0.8), size[1]), outside, draw)


# The band of the title: who stays, the streak, who is next, in as many words as there is room for


def band_part(toolkit: Toolkit, band: TonightBand, cap: float, width: int) -> Part:
    """Return the band with capitals `cap` px high; the least important parts are left out where `width` px are short.

    The order in which they are kept: who stays, who is next, the flames, the number of wins, the heading.
    """
    lines = [row(*_pieces(toolkit, band, cap, kept), gap=12) for kept in (5, 4, 3, 2)]
    return next((line for line in lines if line.width(toolkit).wished <= width), lines[-1])


def _pieces(toolkit: Toolkit, band: TonightBand, cap: float, kept: int) -> Iterator[Cell]:
    """Yield the first `kept` parts in importance, in the order in which they are read."""
    colours, seat = toolkit.theme.colours, band.stays.seat
    yield 0, Text(band.heading if kept >= 5 else "", cap, colours.quiet)
    if band.stays.name:
        yield 0, named(toolkit, band.stays.name, seat, cap)
    if kept >= 3 and band.wins:
        colour = toolkit.theme.seat(seat).colour if seat >= 0 else colours.text
        yield 0, row(*((0, flame(cap * 1.4, colour)) for _ in range(band.wins)), gap=1)
    if kept >= 4 and band.wins_words:
        yield 0, Text(band.wins_words, cap, colours.text)
    if band.next_up.name:
        yield 0, On(Space((2, cap * 1.6)), filled(colours.key_edge), fits=True)
        yield 0, Text(band.next_words, cap, colours.quiet)
        yield 0, named(toolkit, band.next_up.name, band.next_up.seat, cap)
