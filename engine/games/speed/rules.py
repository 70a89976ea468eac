"""The rules of Speed: its options and presets, the immutable value that follows, and questions about a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.cards import RANKS, SUITS, face_down, is_joker, neighbours, same_suit, standard_deck
from engine.errors import OptionError
from engine.options import (
    ENDED_BY_PLAY,
    FACE_DOWN,
    FOR_GUESTS,
    MANY,
    Exclusion,
    GameOptions,
    Preset,
    check_handicap,
    number,
    one_of,
    per_seat,
    show,
    yes_no,
)
from engine.panel import Command, by_card
from engine.race import NOTHING, RaceRules, Taken, is_out, is_shout_due, race_rules, turn_delay
from engine.table import Draft, Table
from engine.units import MS, S

SHOUT: Final = "stuck"
SLAP_NS: Final = 5 * S
"""How long both seats may slap; after that the deal is the finisher's (SPEED-16)."""
GUARD_NS: Final = 200 * MS
"""How long after the last card the other seat's presses are ignored (SPEED-16)."""


class Dealing(NamedTuple):
    """The sizes of a deal: packs, the cards of a reserve pile, and the single cards in each place in the middle."""

    packs: int
    reserve: int
    singles: int


DEALINGS: Final[Mapping[str, Dealing]] = MappingProxyType(
    {"21+5": Dealing(1, 5, 0), "20+5+1": Dealing(1, 5, 1), "15+10+1": Dealing(1, 10, 1)}
)
"""By the option ``deal`` (SPEED-1)."""
DEALINGS_OF_MANY: Final[Mapping[int, Dealing]] = MappingProxyType({3: Dealing(1, 5, 1), 4: Dealing(2, 5, 0)})
"""By the number of seats. Cards that cannot be shared out evenly are put under the first reserve pile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedOptions(GameOptions):
    """The options of Speed."""

    quick_play: bool = yes_no(True)
    hand_size: int = one_of(5, 4)
    doubles: bool = yes_no(False)
    jokers: bool = yes_no(False)
    declared_joker: bool = yes_no(False)
    replenish: str = one_of("auto", "press")
    stuck_call: str = one_of("auto", "shout")
    turn_ms: int = turn_delay()
    consent_flip: bool = yes_no(False)
    """Seats may agree to turn cards although they could play (SPEED-7)."""
    recycle: str = one_of("all", "keep_tops")
    deal: str = one_of(*DEALINGS)
    score: str = one_of("deals", "points")
    target: int = number(25, 1, 500)
    best_of: int = one_of(3, 1, 5, 7)
    handicap: tuple[int, ...] = per_seat(4)
    """The cards that each seat holds fewer in hand (SPEED-13)."""
    face_down_ms: tuple[int, ...] = per_seat(3000)
    """How long the cards that each seat takes from its stock lie face down, in ms (SPEED-18)."""
    colours: bool = yes_no(False, omit_default=True)
    """Each of two seats has the cards of one colour (SPEED-14)."""
    turn_from: str = one_of("reserves", "stocks", omit_default=True)
    """SPEED-15."""
    finish: str = one_of("last_card", "slap", omit_default=True)
    """SPEED-16."""
    follow: str = one_of("rank", "suit", omit_default=True)
    """What a card and the top that it goes on have in common (SPEED-17)."""


FIVE_CARD: Final[Mapping[str, str | int]] = MappingProxyType(
    {"deal": "15+10+1", "recycle": "keep_tops", "score": "points"}
)
"""The options of five-card-hand Spit."""

PRESETS: Final = (
    Preset("speed", FOR_GUESTS),
    Preset("speed_with_jokers", {"jokers": True, **ENDED_BY_PLAY}),
    Preset("speed_doubles", {"doubles": True, "best_of": 5, **ENDED_BY_PLAY}),
    Preset("four_card_speed", {"hand_size": 4, **ENDED_BY_PLAY}),
    Preset("speed_for_four", FOR_GUESTS, seats=4),
    Preset("five_card_spit_party", {**FIVE_CARD, "target": 10, **FOR_GUESTS, "last_lap": 120}),
    Preset("five_card_spit", {**FIVE_CARD, "target": 25, **ENDED_BY_PLAY, "last_lap": 120}),
    Preset("speed_suits", {"follow": "suit", **FOR_GUESTS}),
)
EXCLUSIONS: Final = (
    Exclusion("seats", MANY, "deal", ("20+5+1", "15+10+1"), "what three or four are dealt is fixed"),
    Exclusion("seats", MANY, "colours", (True,), "cards have two colours"),
    Exclusion("seats", MANY, "finish", ("slap",), "who is out first has won while the others play on"),
    Exclusion("turn_from", ("stocks",), "deal", ("20+5+1", "15+10+1"), "all cards go to the stocks"),
    Exclusion("follow", ("suit",), "doubles", (True,), "ranks count for nothing"),
    Exclusion("follow", ("suit",), "declared_joker", (True,), "ranks count for nothing"),
    Exclusion("finish", ("slap",), "consent_flip", (True,), "ACTION asks for new cards there, and could not be a slap"),
)
"""All other combinations are valid."""


def check_hands(options: SpeedOptions, full: int) -> None:
    """Raise OptionError for a handicap that leaves a seat no card in a hand of ``full`` cards (SPEED-13)."""
    if options.handicap and max(options.handicap) >= full:
        given = f"option handicap = {show(options.handicap)}"
        raise OptionError(f"{given} leaves a hand of {full} no card: each number is {full - 1} at most here")


SlotPlays = tuple[str, Mapping[str, Command], Mapping[str, Command]]
"""A slot of a hand, and the plays from it onto the first and the second pile, by card."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SpeedRules:
    """Flags, zone names, the deck, and the cards that fit each card. ``make_rules`` makes them."""

    options: SpeedOptions
    race: RaceRules
    seats: int
    all_seats: range

    is_many: bool
    """True for more than two seats, who aim (``engine.race``) and continue until one is left."""
    declares: bool
    """True if a joker's player declares it up or down (``declared_joker``)."""
    is_plain: bool
    """True if the tops of two piles alone decide which cards are playable."""
    draws_by_hand: bool
    """True if the player draws (``replenish = press``), false if a gap is filled at once."""
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
    reserves: tuple[str, ...]
    armed: tuple[str, ...]
    """For each seat the scalar with the slot of its armed card."""
    face_down_ns: tuple[int, ...]
    """For each seat how long a new card lies face down in its hand (SPEED-18)."""
    turns_up: Mapping[str, str]
    """By slot the scalar with the play clock, ns, at which its new card turns up, 0 for none; only slots where cards
    lie face down (SPEED-18)."""
    laid: tuple[str, ...]
    """For each seat the scalar with the slot of the card that it lays at the next turn (SPEED-15); else empty."""
    plays: tuple[tuple[SlotPlays, ...], ...]
    """For each seat and slot the plays onto the first two piles. Created once, since listing legal commands dominates
    random play; unused with more piles."""


def make_rules(
    options: SpeedOptions,
    seats: int,
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
    by_rank = neighbours(deck, ranks=ranks, doubles=options.doubles, jokers_wild=True)
    fits = same_suit(deck) if options.follow == "suit" else by_rank
    declares = options.declared_joker and options.jokers
    full = hand_size or options.hand_size
    fewer = options.handicap or (0,) * seats
    check_hands(options, full)
    hands = tuple(tuple(f"seat{n}.hand{k + 1}" for k in range(full - fewer[n])) for n in range(seats))
    check_handicap(options.face_down_ms, seats, FACE_DOWN)
    face_down_ns = tuple(ms * MS for ms in options.face_down_ms or (0,) * seats)
    stocks = tuple(f"seat{n}.stock" for n in range(seats))
    centres = tuple(f"centre.{k}" for k in range(seats))
    from_stocks = options.turn_from == "stocks"
    return SpeedRules(
        options=options,
        race=race_rules(options, SHOUT, seats, stocks, GUARD_NS, has_own_times=any(face_down_ns)),
        seats=seats,
        all_seats=range(seats),
        is_many=is_many,
        declares=declares,
        is_plain=not (declares or is_many),
        draws_by_hand=options.replenish == "press",
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
        reserves=tuple(f"reserve.{k}" for k in range(seats)),
        armed=tuple(f"armed.{n}" for n in range(seats)),
        face_down_ns=face_down_ns,
        turns_up={slot: f"up.{slot}" for n in range(seats) if face_down_ns[n] for slot in hands[n]},
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


# Piles


def fitting(rules: SpeedRules, table: Table | Draft, pile: str) -> Taken:
    """Return the cards that the pile accepts now (SPEED-4; options ``doubles``, ``jokers``, ``declared_joker``)."""
    cards = table.zones[pile]
    if not cards:
        return NOTHING
    top = cards[-1]
    if rules.declares and is_joker(top):
        return rules.fits[table.text(f"declared.{pile[-1]}") or top]
    return rules.fits[top]


def takers(rules: SpeedRules, table: Table | Draft, card: str) -> list[str]:
    """Return the piles that accept the card now, from the left."""
    return [pile for pile in rules.centres if card in fitting(rules, table, pile)]


# Hands and stocks


def first_gap(rules: SpeedRules, table: Table | Draft, seat: int) -> str:
    """Return the lowest empty slot of a hand, or ``""`` (SPEED-5)."""
    return next((slot for slot in rules.hands[seat] if not table.zones[slot]), "")


def take_card(rules: SpeedRules, draft: Draft, seat: int, slot: str, now: int) -> None:
    """Take the top card of the stock into an empty slot, face down for a while with ``face_down_ms`` (SPEED-18)."""
    stock = rules.stocks[seat]
    if not rules.face_down_ns[seat]:
        draft.deal_up(stock, slot)
        return
    draft.move_top(stock, slot)
    draft.set(rules.turns_up[slot], now + rules.face_down_ns[seat])


def turn_up_new_cards(rules: SpeedRules, draft: Draft, now: int) -> bool:
    """Turn up the new cards whose time has come; return whether there were any (SPEED-18)."""
    due = [slot for slot, key in rules.turns_up.items() if 0 < draft.scalars[key] <= now]
    for slot in due:
        draft.set(rules.turns_up[slot], 0)
        if draft.zones[slot]:
            draft.turn_top(slot)
    return bool(due)


def drawing(rules: SpeedRules, table: Table, seat: int) -> Command | None:
    """Return the draw command, if the seat itself draws and has a gap and a card for it (SPEED-5)."""
    stock = rules.stocks[seat]
    if not rules.draws_by_hand or not table.zones[stock]:
        return None
    gap = first_gap(rules, table, seat)
    return Command("draw", source=stock, to=gap) if gap else None


def is_choice_due(rules: SpeedRules, table: Table | Draft) -> bool:
    """Return whether the choice of cards to lay is still to be opened: all are stuck, and a seat has no stock."""
    if not rules.from_stocks or not table.scalars["stuck"] or table.scalars["choosing"]:
        return False
    return any(not table.zones[rules.stocks[seat]] and cards_left(rules, table, seat) for seat in rules.all_seats)


def is_choosing(rules: SpeedRules, table: Table | Draft, seat: int) -> bool:
    """Return whether the seat's card buttons choose the card that it lays at the coming turn (SPEED-15)."""
    return rules.from_stocks and table.flag("choosing") and not table.zones[rules.stocks[seat]]


def may_lay(rules: SpeedRules, table: Table | Draft, seat: int) -> bool:
    """Return whether the seat may choose and has not yet; a choice stands until the turn (SPEED-15)."""
    return is_choosing(rules, table, seat) and not table.scalars[rules.laid[seat]]


def cards_left(rules: SpeedRules, table: Table | Draft, seat: int) -> int:
    """Return the number of cards in a seat's hand and stock."""
    zones = table.zones
    return len(zones[rules.stocks[seat]]) + sum(len(zones[slot]) for slot in rules.hands[seat])


def fewest(rules: SpeedRules, table: Table | Draft, among: Sequence[int]) -> int | None:
    """Return the first of these seats to go out, else the seat with the fewest cards; None for a tie."""
    if rules.is_many and (first := first_out(rules, table)) in among:
        return first
    left = [cards_left(rules, table, seat) for seat in among]
    return among[left.index(min(left))] if left.count(min(left)) == 1 else None


# Seats that are out, with three or four


def first_out(rules: SpeedRules, table: Table | Draft) -> int | None:
    """Return the only seat that was first out of cards; None if there is none yet, or if two were at once."""
    first = [seat for seat in rules.all_seats if table.number(f"place.{seat}") == 1]
    return first[0] if len(first) == 1 else None


# Shouts and slaps


def may_slap(rules: SpeedRules, table: Table) -> bool:
    """Return whether a slap counts: a seat has just played its last card (SPEED-16)."""
    return rules.slaps and table.phase == "slap"


def has_action(rules: SpeedRules, table: Table, seat: int) -> bool:
    """Return whether ACTION is more than a slap without cause: a slap, a draw, or a shout that counts or has counted.

    Only where this is false, and was in the moments before, such a slap is a miss (GEN-3, SPEED-16).
    """
    if table.phase != "play":
        return may_slap(rules, table)
    return table.flag("stuck") or drawing(rules, table, seat) is not None or may_shout(rules, table, seat)


def may_shout(rules: SpeedRules, table: Table, seat: int) -> bool:
    """Return whether a shout of the seat counts.

    As in every race; with ``consent_flip`` also a seat that could play, or that no turn helps (SPEED-7).
    """
    if rules.is_many and is_out(table, seat):
        return False
    if not rules.options.consent_flip:
        return is_shout_due(rules.race, table, seat)
    is_turning = table.flag("stuck") and table.number("turn_at") > 0
    return table.phase == "play" and not table.flag(rules.race.said[seat]) and not is_turning
