"""The cards of Speed Uno: faces, decks, the matching rule, and card points (rules/speed-uno.md).

A face is the printed value of a card: colour then number or symbol (``R7``, ``GS`` skip, ``BR`` reverse, ``Y+`` draw
two), ``W`` wild, ``W+`` wild draw four. A card's code is its face and the suffix ``/1``, ``/2``, …, since every deck
here has two packs or more.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from sys import intern
from types import MappingProxyType
from typing import Final

from engine.table import Zone

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
    """Return a card's face: its code without the copy's number and without ``~``."""
    return card.lstrip("~").partition("/")[0]


def by_face(cards: Iterable[str], face_of: Mapping[str, str]) -> dict[str, Zone]:
    """Group cards by face, keeping their order; ``face_of`` has each card's face, since ``face`` is slow."""
    faces: dict[str, Zone] = {}
    for card in cards:
        what = face_of[card]
        faces[what] = (*faces[what], card) if what in faces else (card,)
    return faces


def is_wild(card_face: str) -> bool:
    """True for ``W`` and ``W+``."""
    return card_face[0] == WILD


def order(card_face: str) -> tuple[int, int]:
    """Return the sort key of a face in a hand as its seat sees it: by colour, then by value, the wilds last."""
    return (COLOURS + WILD).index(card_face[0]), (NUMBERS + SKIP + REVERSE + DRAW).find(card_face[1:])


def points(card: str) -> int:
    """Return a card's points (UNO-12): numbers at face value, word cards 20, wilds 50."""
    what = face(card)
    if is_wild(what):
        return WILD_POINTS
    return int(what[1]) if what[1] in NUMBERS else WORD_POINTS


def lot(card: str) -> int:
    """Return a card's value in the draw for the dealer, where the least deals: minus its number, else 0."""
    what = face(card)
    return -int(what[1]) if what[1:] and what[1] in NUMBERS else 0


def uno_deck(packs: int) -> tuple[str, ...]:
    """Return packs of 108 cards, every copy numbered: per pack each 0 once a colour, each wild four times."""
    times = {"0": 1}
    coloured = [(c + s, times.get(s, 2)) for c in COLOURS for s in NUMBERS + SKIP + REVERSE + DRAW]
    every = [*coloured, (WILD, 4), (WILD_DRAW, 4)]
    return tuple(intern(f"{what}/{copy + 1}") for what, copies in every for copy in range(copies * packs))


def followers(faces: Iterable[str], colour_only: bool) -> Mapping[str, frozenset[str]]:
    """Return, for every coloured face and every colour of a wild, the faces that may follow it in turn (UNO-2).

    This table omits the condition of a Wild Draw Four: no card of the colour in force in hand (UNO-11).
    """
    return _followers(tuple(dict.fromkeys(faces)), colour_only)


@lru_cache(maxsize=16)  # decks
def _followers(faces: tuple[str, ...], colour_only: bool) -> Mapping[str, frozenset[str]]:
    """Compute the table, cached per deck: a bulk run of a thousand matches would compute it a thousand times."""

    def fits(what: str, top: str) -> bool:
        return is_wild(what) or what[0] == top[0] or (not colour_only and what[1:] == top[1:])

    tops = [*COLOURS, *(what for what in faces if not is_wild(what))]
    return MappingProxyType({top: frozenset(what for what in faces if fits(what, top)) for top in tops})
