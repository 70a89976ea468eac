"""The rules of Speahx: its options and presets, the immutable value that follows, and questions about a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import RANKS, SUITS, face_down, is_joker, rank, standard_deck, suit
from engine.options import ENDED_BY_PLAY, GameOptions, Preset, number, redefined, yes_no
from engine.panel import Command, by_card
from engine.table import Draft, Table
from engine.units import S

JOKER: Final = 0
TWO: Final = 2
TEN: Final = 10
JACK: Final = 11
FOUR: Final = 4
"""This many cards of a rank on top take the pile out of the game (SPX-9)."""
NAMED: Final = tuple([Command("suit", word=name) for name in SUITS])
"""The commands that name a suit (SPX-7)."""
CHANCES: Final = 3
"""The greatest number of chance cards in a turn (SPX-5)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeahxOptions(GameOptions):
    """The options of Speahx.

    None excludes another: every number of table and hand cards leaves a stock at every number of seats.
    """

    jokers: bool = yes_no(False)
    """A joker gives the pile away (SPX-10); without jokers four jacks do (SPX-11)."""
    table_cards: int = number(5, 1, 5)
    hand_cards: int = number(5, 1, 5)
    """The size to which a hand is refilled (SPX-3)."""
    turn_s: int = number(20, 3, 120)
    deals: int = number(1, 1, 9)
    cards_seen: str = redefined("cards_seen", "peek")


PRESETS: Final = (
    Preset("speah_short", {"turn_s": 8, "table_cards": 3, "hand_cards": 3, **ENDED_BY_PLAY}),
    Preset("speah", ENDED_BY_PLAY),
)
Fitting = frozenset[str]
"""The cards that may begin a play."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SpeahxRules:
    """Numbers, zone names, the deck, and the cards that fit each card. ``make_rules`` makes them."""

    options: SpeahxOptions
    seats: int
    all_seats: range
    others: tuple[tuple[int, ...], ...]
    """For each seat the other seats, clockwise from it."""

    turn_ns: int
    """The time for a turn (SPX-14)."""

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


def make_rules(options: SpeahxOptions, seats: int, *, ranks: str = RANKS, suits: str = SUITS) -> SpeahxRules:
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
        seats=seats,
        all_seats=all_seats,
        others=tuple(tuple((seat + step) % seats for step in range(1, seats)) for seat in all_seats),
        turn_ns=options.turn_s * S,
        deck=deck,
        face_down=tuple(map(face_down, deck)),
        rank_of={card: rank(card) for card in deck},
        suit_of={card: suit(card) for card in deck},
        torkels=frozenset(card for card in deck if card.startswith("JD")),
        fits=_fits(deck, on_any),
        fits_named={name: on_any.union([card for card in deck if suit(card) == name]) for name in SUITS},
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


# The pile


def fitting(rules: SpeahxRules, table: Table | Draft) -> Fitting:
    """Return the cards that the pile accepts as the first of a play (SPX-2, SPX-7, SPX-8, SPX-10)."""
    pile = table.zones["pile"]
    if not pile:
        return rules.fits[""]
    named: str = table.scalars["named"]
    return rules.fits_named[named] if named else rules.fits[pile[-1]]


def suit_in_force(rules: SpeahxRules, table: Table | Draft) -> str:
    """Return the suit that the next card would follow; empty on an empty pile."""
    pile = table.zones["pile"]
    named: str = table.scalars["named"]
    return named or (rules.suit_of[pile[-1]] if pile else "")


def run_on_top(pile: Sequence[str]) -> int:
    """Return the number of cards of one rank on top of the pile, all of whose cards are face up."""
    run = 0
    for card in reversed(pile):
        if card[0] != pile[-1][0]:
            break
        run += 1
    return run


# Plays and choices


def played_cards(command: Command) -> tuple[str, ...]:
    """Return the cards of a play, in order: a single card is in ``card``, several are in ``cards``."""
    return command.cards or ((command.card,) if command.card else ())


def play_of(rules: SpeahxRules, table: Table, seat: int, cards: Sequence[str]) -> Command:
    """Return the play of these cards of a seat, in this order."""
    source = source_of(rules, table, seat, cards)
    if len(cards) == 1:
        return Command("play", cards[0], source, "pile")
    return Command("play", source=source, to="pile", cards=tuple(cards))


def source_of(rules: SpeahxRules, table: Table, seat: int, cards: Sequence[str]) -> str:
    """Return the source of a play of these cards of a seat: a chance card among them makes it a chance play."""
    chance = rules.chances[seat]
    drawn = table.zones[chance]
    return chance if drawn and any(card in drawn for card in cards) else rules.hands[seat]


def choices(rules: SpeahxRules, table: Table, seat: int) -> list[Command]:
    """Return the choices that the seat must make first, in the order of the buttons; empty if there are none.

    A suit (SPX-7), the receiver of the pile (SPX-10), or with four jacks (SPX-11) the kill before the receivers.
    """
    wants = table.text("wants")
    if table.number("turn") != seat or not wants:
        return []
    if wants == "suit":
        return list(NAMED)
    to = [Command("give", target=other) for other in seats_after(rules, table, seat)]
    return [Command("kill"), *to] if wants == "jacks" else to


# Cards and seats


def cards_left(rules: SpeahxRules, table: Table | Draft, seat: int) -> int:
    """Return the number of the seat's cards: in hand, drawn by chance, on the table."""
    zones = table.zones
    on_table = sum(len(zones[slot]) for slot in rules.tables[seat])
    return len(zones[rules.hands[seat]]) + len(zones[rules.chances[seat]]) + on_table


def is_in(rules: SpeahxRules, table: Table | Draft, seat: int) -> bool:
    """Return whether the seat is still in (SPX-12)."""
    return not table.number(rules.places[seat])


def next_seat(rules: SpeahxRules, table: Table | Draft, seat: int) -> int:
    """Return the first of ``seats_after``; there is one while the deal goes on."""
    scalars, places, others = table.scalars, rules.places, rules.others[seat]
    for other in others:
        if not scalars[places[other]]:
            return other
    raise AssertionError("a deal goes on with two seats at least")


def seats_after(rules: SpeahxRules, table: Table | Draft, seat: int) -> list[int]:
    """Return the other seats that are still in, clockwise from this seat."""
    scalars, places = table.scalars, rules.places
    return [other for other in rules.others[seat] if not scalars[places[other]]]


def places(rules: SpeahxRules, table: Table | Draft) -> tuple[int, ...]:
    """Return the places in this deal: seats that are out in order, then by cards left; equals share a place."""
    left = [cards_left(rules, table, seat) for seat in rules.all_seats]
    still_in = [seat for seat in rules.all_seats if is_in(rules, table, seat)]
    first = rules.seats - len(still_in) + 1
    return tuple(
        table.number(rules.places[seat]) or first + sum(left[other] < left[seat] for other in still_in)
        for seat in rules.all_seats
    )


def only_first(of_seats: Sequence[int]) -> int | None:
    """Return the seat with the first place; None if several share it."""
    return of_seats.index(1) if of_seats.count(1) == 1 else None
