"""The rules of one game of Speed: what follows from its options and seats, and never changes in a match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import RANKS, SUITS, face_down, is_joker, neighbours, standard_deck
from engine.game import MS, S
from engine.games.speed.options import DEALINGS, DEALINGS_OF_MANY, SpeedOptions, check_hands
from engine.panel import Command, by_card
from engine.race import RaceRules, Taken, race_rules

SHOUT: Final = "stuck"
NOBODY: Final = -1
"""In a scalar that names a seat: none."""
SLAP_NS: Final = 5 * S
"""How long both seats may slap; after that the deal is the finisher's (SPEED-16)."""
GUARD_NS: Final = 200 * MS
"""How long after the last card the other seat's presses are ignored (SPEED-16)."""

SlotPlays = tuple[str, Mapping[str, Command], Mapping[str, Command]]
"""A slot of a hand, and the plays from it onto the first and the second pile, by card."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SpeedRules:
    """Flags, zone names, the deck, and the cards that fit each card. ``make_rules`` makes them."""

    options: SpeedOptions
    race: RaceRules
    edition: int
    """The edition of the rules (``engine.game.RULES``)."""
    seats: int
    all_seats: range

    is_many: bool
    """True for more than two seats, who aim (``engine.aim``) and continue until one is left (``ending``)."""
    declares: bool
    """True if a joker's player declares it up or down (``declared_joker``)."""
    is_plain: bool
    """True if the tops of two piles alone decide which cards are playable."""
    draws_by_hand: bool
    """True if the player draws (``replenish = press``), false if a gap is filled at once."""
    consents: bool
    """True if seats may agree to turn cards although they could play (``consent_flip``)."""
    by_colour: bool
    """True if each of two seats has the cards of one colour (SPEED-14)."""
    from_stocks: bool
    """True if new cards come from the stocks and, after these, from the hands (SPEED-15)."""
    slaps: bool
    """True if a seat must slap after its last card (SPEED-16)."""

    deck: tuple[str, ...]
    face_down: tuple[str, ...]
    """The deck, every card face down."""
    ranks: str
    fits: Mapping[str, Taken]
    """The cards that fit each card; with declared jokers also each declared rank, ``=A`` to ``=K``."""
    reserve_size: int
    """The cards of a reserve pile at the start (SPEED-1)."""
    singles: int
    """The cards dealt to each place in the middle (SPEED-1)."""

    hands: tuple[tuple[str, ...], ...]
    """For each seat its slots, from the left; a seat with a handicap has fewer (SPEED-13)."""
    slots: tuple[frozenset[str], ...]
    """The same as sets."""
    all_slots: tuple[str, ...]
    stocks: tuple[str, ...]
    centres: tuple[str, ...]
    piles: frozenset[str]
    """The centres as a set."""
    reserves: tuple[str, ...]
    armed: tuple[str, ...]
    """For each seat the scalar with the slot of its armed card."""
    laid: tuple[str, ...]
    """For each seat the scalar with the slot of the card that it lays at the next turn (SPEED-15); else empty."""
    plays: tuple[tuple[SlotPlays, ...], ...]
    """For each seat and slot the plays onto the first two piles. Created once, since listing legal commands dominates
    random play; unused with more piles."""


def make_rules(
    options: SpeedOptions,
    seats: int,
    edition: int,
    *,
    ranks: str = RANKS,
    suits: str = SUITS,
    reserve: int | None = None,
    hand_size: int | None = None,
) -> SpeedRules:
    """Return the rules of a game; see ``Speed`` for the arguments. Raises OptionError for too large a handicap."""
    is_many = seats > 2
    dealing = DEALINGS_OF_MANY[seats] if is_many else DEALINGS[options.deal]
    deck = standard_deck(dealing.packs, jokers=2 if options.jokers else 0, ranks=ranks, suits=suits)
    fits = neighbours(deck, ranks=ranks, doubles=options.doubles, jokers_wild=True)
    declares = options.declared_joker and options.jokers
    full = hand_size or options.hand_size
    fewer = options.handicap or (0,) * seats
    check_hands(options, full)
    hands = tuple(tuple(f"seat{n}.hand{k + 1}" for k in range(full - fewer[n])) for n in range(seats))
    stocks = tuple(f"seat{n}.stock" for n in range(seats))
    centres = tuple(f"centre.{k}" for k in range(seats))
    from_stocks = options.turn_from == "stocks"
    return SpeedRules(
        options=options,
        race=race_rules(options, SHOUT, seats, stocks),
        edition=edition,
        seats=seats,
        all_seats=range(seats),
        is_many=is_many,
        declares=declares,
        is_plain=not (declares or is_many),
        draws_by_hand=options.replenish == "press",
        consents=options.consent_flip,
        by_colour=options.colours,
        from_stocks=from_stocks,
        slaps=options.finish == "slap",
        deck=deck,
        face_down=tuple(map(face_down, deck)),
        ranks=ranks,
        fits={**fits, **_declared_ranks(deck, ranks, options.doubles)} if declares else fits,
        reserve_size=0 if from_stocks else dealing.reserve if reserve is None else reserve,
        singles=0 if from_stocks else dealing.singles,
        hands=hands,
        slots=tuple(map(frozenset, hands)),
        all_slots=tuple(slot for hand in hands for slot in hand),
        stocks=stocks,
        centres=centres,
        piles=frozenset(centres),
        reserves=tuple(f"reserve.{k}" for k in range(seats)),
        armed=tuple(f"armed.{n}" for n in range(seats)),
        laid=tuple(f"laid.{n}" for n in range(seats)) if from_stocks else (),
        plays=tuple(tuple(_slot_plays(deck, slot, centres) for slot in hand) for hand in hands),
    )


def _slot_plays(deck: tuple[str, ...], slot: str, centres: Sequence[str]) -> SlotPlays:
    return slot, by_card("play", deck, slot, centres[0]), by_card("play", deck, slot, centres[1])


def _declared_ranks(deck: Sequence[str], ranks: str, doubles: bool) -> dict[str, frozenset[str]]:
    """Return the cards that fit a joker with a declared rank: keys ``=A`` to ``=K``."""
    steps = (1, len(ranks) - 1, 0) if doubles else (1, len(ranks) - 1)
    return {
        f"={top}": frozenset(
            card for card in deck if is_joker(card) or (ranks.index(card[0]) - ranks.index(top)) % len(ranks) in steps
        )
        for top in ranks
    }
