"""Cards as codes, faces, decks and the order of ranks.

A card is a short string, as the match log writes it (``docs/match-log.md``): rank then suit (``"7H"``), jokers ``X1``
and ``X2``; a card that a deck holds more than once has the suffix ``/1``, ``/2``. In a zone, a leading ``~`` marks a
face-down card. Plain strings keep tables hashable, logs readable and comparisons fast. They are interned, so that set
lookups compare by identity.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from sys import intern
from types import MappingProxyType
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
DOWN: Final = "~"
HIDDEN: Final = "~?"
"""A card whose identity the seat may not know, in that seat's view."""


class _Faces(dict[str, str]):
    """A cache of card codes with another face, filled on demand: turning cards is a hot path."""

    def __init__(self, turn: Callable[[str], str]) -> None:
        super().__init__()
        self._turn = turn

    def __missing__(self, card: str) -> str:
        code = self[card] = intern(self._turn(card))
        return code


UP: Final[Mapping[str, str]] = _Faces(lambda card: card[1:] if card[0] == DOWN else card)
"""Each card's face-up code, by its code with either face."""
FACE_DOWN: Final[Mapping[str, str]] = _Faces(lambda card: card if card[0] == DOWN else DOWN + card)
"""Each card's face-down code, by its code with either face."""


def is_down(card: str) -> bool:
    """Return whether the card, as coded in a zone, is face down."""
    return card[0] == DOWN


def bare(card: str) -> str:
    """Return the card's code without its face."""
    return UP[card]


def face_down(card: str) -> str:
    """Return the card's face-down code, as coded in a zone."""
    return FACE_DOWN[card]


def is_joker(card: str) -> bool:
    """True for ``X1``, ``X2`` and their copies; the face does not matter."""
    return bare(card)[0] == "X"


def rank(card: str) -> int:
    """Return 1 (ace) to 13 (king), the position in ``RANKS`` plus one; 0 for a joker and for cards without a rank."""
    return RANKS.find(bare(card)[0]) + 1


def suit(card: str) -> str:
    """Return the suit's letter, or ``""`` for a joker."""
    code = bare(card)
    return "" if code[0] == "X" else code[1]


def is_red(card: str) -> bool:
    """True for hearts and diamonds."""
    return suit(card) in ("H", "D")


def standard_deck(packs: int = 1, jokers: int = 0, ranks: str = RANKS, suits: str = SUITS) -> tuple[str, ...]:
    """Return one or more packs, in order, every card face up.

    ``jokers`` is the number per pack (0 to 2). ``ranks`` and ``suits`` make the tiny decks that exhaustive play needs.
    With two packs or more every card has a suffix ``/1``, ``/2``, … so that each code is unique in its deck.
    """
    single = [r + s for s in suits for r in ranks] + [f"X{n + 1}" for n in range(jokers)]
    if packs == 1:
        return tuple(map(intern, single))
    return tuple(intern(f"{card}/{copy + 1}") for copy in range(packs) for card in single)


def neighbours(
    deck: Iterable[str],
    *,
    ranks: str = RANKS,
    doubles: bool = False,
    jokers_wild: bool = False,
    alternate_colours: bool = False,
) -> dict[str, frozenset[str]]:
    """Return, for every card of the deck, the cards that may be played on it; ranks are circular (SPEED-1, SPIT-3).

    ``doubles`` allows equal ranks (SPEED options, SPIT-30), ``jokers_wild`` allows a joker on anything and anything on
    a joker, ``alternate_colours`` also requires a change of colour (SPIT-18). The result is a table because play looks
    it up millions of times.
    """
    return dict(_neighbours(tuple(deck), ranks, doubles, jokers_wild, alternate_colours))


@lru_cache(maxsize=16)
def same_suit(deck: tuple[str, ...]) -> Mapping[str, frozenset[str]]:
    """Return, for every card of the deck, the others of its suit, and the jokers; all cards for a joker (SPEED-17)."""
    by_suit = {of: frozenset(card for card in deck if suit(card) in ("", of)) for of in map(suit, deck)}
    every = frozenset(deck)
    return MappingProxyType({top: (every if is_joker(top) else by_suit[suit(top)]) - {top} for top in deck})


@lru_cache(maxsize=64)  # decks: every option that changes one, and every number of packs
def _neighbours(
    cards: tuple[str, ...], ranks: str, doubles: bool, jokers_wild: bool, alternate_colours: bool
) -> Mapping[str, frozenset[str]]:
    """Compute the table, cached per deck: a bulk run of a thousand matches would compute it a thousand times."""
    size = len(ranks)

    def fits(card: str, top: str) -> bool:
        if is_joker(card) or is_joker(top):
            return jokers_wild
        if alternate_colours and is_red(card) == is_red(top):
            return False
        gap = (ranks.index(card[0]) - ranks.index(top[0])) % size
        return gap in (1, size - 1) or (doubles and gap == 0)

    alike: dict[tuple[str, bool], list[str]] = {}  # by rank and colour: these fit alike
    for card in cards:
        alike.setdefault(("X", False) if is_joker(card) else (card[0], is_red(card)), []).append(card)
    takes: dict[str, frozenset[str]] = {}
    for tops in alike.values():
        fitting = frozenset(card for kind in alike.values() if fits(kind[0], tops[0]) for card in kind)
        takes |= {top: fitting - {top} for top in tops}
    same: dict[frozenset[str], frozenset[str]] = {}  # equal sets share one object, so that few pairs exist
    return MappingProxyType({top: same.setdefault(takes[top], takes[top]) for top in cards})
