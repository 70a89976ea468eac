"""The cards of Speed Uno: faces, decks, what follows what, and what a card costs (rules/speed-uno.md).

A face is what can be read on a card: colour then number or symbol (``R7``, ``GS`` skip, ``BR`` reverse, ``Y+`` draw
two), ``W`` wild, ``W+`` wild draw four. A card's code is its face and, since every deck here is made of two packs or
more, ``/1``, ``/2``, … behind it.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from sys import intern
from types import MappingProxyType
from typing import Final

COLOURS: Final = "RGBY"
NUMBERS: Final = "0123456789"
SKIP: Final = "S"
REVERSE: Final = "R"
DRAW: Final = "+"
WILD: Final = "W"
WILD_DRAW: Final = "W+"

WORD_POINTS: Final = 20
WILD_POINTS: Final = 50


def face(card: str) -> str:
    """What stands on a card: its code without the copy's number and without ``~``."""
    return card.lstrip("~").partition("/")[0]


def is_wild(card_face: str) -> bool:
    """True for ``W`` and ``W+``."""
    return card_face[0] == WILD


def order(card_face: str) -> tuple[int, int]:
    """Where a face stands in a hand as its seat sees it: by colour, then by value, the wilds last."""
    return (COLOURS + WILD).index(card_face[0]), (NUMBERS + SKIP + REVERSE + DRAW).find(card_face[1:])


def points(card: str) -> int:
    """UNO-12: numbers at face value, word cards 20, wilds 50."""
    what = face(card)
    if is_wild(what):
        return WILD_POINTS
    return int(what[1]) if what[1] in NUMBERS else WORD_POINTS


def lot(card: str) -> int:
    """What a card counts in the draw for the dealer, the least deals: the highest number does, word cards count 0."""
    what = face(card)
    return -int(what[1]) if what[1:] and what[1] in NUMBERS else 0


def uno_deck(packs: int) -> tuple[str, ...]:
    """So many packs of 108 cards, every copy with its number: the 0 once a colour and pack, a wild four times."""
    times = {"0": 1}
    coloured = [(c + s, times.get(s, 2)) for c in COLOURS for s in NUMBERS + SKIP + REVERSE + DRAW]
    every = [*coloured, (WILD, 4), (WILD_DRAW, 4)]
    return tuple(intern(f"{what}/{copy + 1}") for what, copies in every for copy in range(copies * packs))


def followers(faces: Iterable[str], colour_only: bool) -> Mapping[str, frozenset[str]]:
    """For every coloured face, and for every colour that a wild may be named: the faces that go on it in turn (UNO-2).

    That a Wild Draw Four asks for a hand without the colour in force is not in this table (UNO-11).
    """
    return _followers(tuple(dict.fromkeys(faces)), colour_only)


@cache
def _followers(faces: tuple[str, ...], colour_only: bool) -> Mapping[str, frozenset[str]]:
    """The table itself, made once for each deck: a thousand matches would else make it a thousand times."""

    def fits(what: str, top: str) -> bool:
        return is_wild(what) or what[0] == top[0] or (not colour_only and what[1:] == top[1:])

    tops = [*COLOURS, *(what for what in faces if not is_wild(what))]
    return MappingProxyType({top: frozenset(what for what in faces if fits(what, top)) for top in tops})
