"""The rules of one game of Speahx: what follows from its options and seats, and never changes in a match."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.cards import RANKS, SUITS, face_down, is_joker, rank, standard_deck, suit
from engine.game import S
from engine.games.speah.options import SpeahxOptions
from engine.panel import Command, by_card

JOKER: Final = 0
TWO: Final = 2
TEN: Final = 10
JACK: Final = 11
FOUR: Final = 4
"""This many cards of a rank on top take the pile out of the game (SPX-9)."""
CHANCES: Final = 3
"""The greatest number of chance cards in a turn (SPX-5)."""
NOBODY: Final = -1

Fitting = frozenset[str]
"""The cards that may begin a play."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SpeahxRules:
    """Numbers, zone names, the deck, and the cards that fit each card. ``make_rules`` makes them."""

    options: SpeahxOptions
    edition: int
    """The edition of the rules (``engine.game.RULES``)."""
    seats: int
    all_seats: range
    others: tuple[tuple[int, ...], ...]
    """For each seat the other seats, clockwise from it."""

    hand_size: int
    """The size to which a hand is refilled (SPX-3)."""
    turn_ns: int
    """The time for a turn (SPX-14)."""
    has_jokers: bool
    """True if a joker gives the pile away, false if four jacks do (SPX-10, SPX-11)."""

    deck: tuple[str, ...]
    face_down: tuple[str, ...]
    """The deck, every card face down."""
    rank_of: Mapping[str, int]
    """By card 1 (ace) to 13 (king), ``JOKER`` for a joker."""
    suit_of: Mapping[str, str]
    """By card its suit, ``""`` for a joker."""
    torkels: frozenset[str]
    """The jacks of diamonds (SPX-13)."""
    fits: Mapping[str, Fitting]
    """The cards that fit each top card of the pile; all of them for ``""``, an empty pile (SPX-2)."""
    fits_named: Mapping[str, Fitting]
    """The cards that fit a two, by the suit that it requires (SPX-7)."""

    tables: tuple[tuple[str, ...], ...]
    """For each seat the zones of its table cards, from the left."""
    hands: tuple[str, ...]
    chances: tuple[str, ...]
    places: tuple[str, ...]
    """For each seat the scalar with its place."""
    marks: tuple[str, ...]
    """For each seat the scalar with its marked cards."""
    scrolls: tuple[str, ...]
    """For each seat the scalar with the start of its window."""
    menus: tuple[str, ...]
    """For each seat the scalar with its open menu."""
    singles: tuple[Mapping[str, Command], ...]
    """For each seat and card the play of that single card from the hand. Created once, since listing legal commands
    dominates random play."""


def make_rules(
    options: SpeahxOptions, seats: int, edition: int, *, ranks: str = RANKS, suits: str = SUITS
) -> SpeahxRules:
    """Return the rules of a game; see ``Speahx`` for the arguments.

    The deck is one pack, one more for every fifth seat, and two jokers in any case (SPX-10).
    """
    all_seats = range(seats)
    cards = standard_deck(1 + seats // 5, ranks=ranks, suits=suits)
    deck = (*cards, "X1", "X2") if options.jokers else cards
    hands = tuple(f"seat{n}.hand" for n in all_seats)
    on_any = frozenset(card for card in deck if is_joker(card) or rank(card) in (TWO, TEN))
    return SpeahxRules(
        options=options,
        edition=edition,
        seats=seats,
        all_seats=all_seats,
        others=tuple(tuple((seat + step) % seats for step in range(1, seats)) for seat in all_seats),
        hand_size=options.hand_cards,
        turn_ns=options.turn_s * S,
        has_jokers=options.jokers,
        deck=deck,
        face_down=tuple(map(face_down, deck)),
        rank_of={card: rank(card) for card in deck},
        suit_of={card: suit(card) for card in deck},
        torkels=frozenset(card for card in deck if card.startswith("JD")),
        fits=_fits(deck, on_any),
        fits_named={name: on_any.union(card for card in deck if suit(card) == name) for name in SUITS},
        tables=tuple(tuple(f"seat{n}.table{k + 1}" for k in range(options.table_cards)) for n in all_seats),
        hands=hands,
        chances=tuple(f"seat{n}.chance" for n in all_seats),
        places=tuple(f"place.{n}" for n in all_seats),
        marks=tuple(f"marks.{n}" for n in all_seats),
        scrolls=tuple(f"scroll.{n}" for n in all_seats),
        menus=tuple(f"menu.{n}" for n in all_seats),
        singles=tuple(by_card("play", deck, hand, "pile") for hand in hands),
    )


def _fits(deck: tuple[str, ...], on_any: Fitting) -> dict[str, Fitting]:
    """Return the cards that follow each card: same rank, same suit, and those that go on anything (SPX-2)."""
    alike: dict[int | str, list[str]] = {}  # by rank and by suit
    for card in deck:
        alike.setdefault(rank(card), []).append(card)
        alike.setdefault(suit(card), []).append(card)
    same: dict[str, Fitting] = {}  # several packs have several cards of a rank and a suit
    fits = {"": frozenset(deck)}
    for top in deck:
        kind = top[:2]
        if kind not in same:
            same[kind] = on_any.union(alike[rank(top)], alike[suit(top)])
        fits[top] = same[kind]
    return fits
