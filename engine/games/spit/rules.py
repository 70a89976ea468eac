"""The rules of one game of Spit: what follows from its options and seats, and never changes in a match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import RANKS, SUITS, neighbours, standard_deck
from engine.game import MS, S
from engine.games.spit.options import REFILL, SpitOptions, extra_cards, keeps, sizes_of
from engine.panel import CARDS, Command, by_card
from engine.race import RaceRules, Taken, race_rules

SHOUT: Final = "spit"
NOBODY: Final = -1
"""In a scalar that names a seat: none."""
MARKER: Final = "M1"
"""The code of the marker (``engine.games.spit.marker``)."""
CHOICE_NS: Final = 3 * S
"""How long a seat that spits alone may choose its pile (SPIT-8)."""
CLAIM_NS: Final = 5 * S
"""How long a seat may choose a pile to take; after that it is assigned (SPIT-9, SPIT-10)."""
REVERSE_DEALS: Final = 40
"""Reverse Spit can go to and fro without end; after this many deals the most cards win (SPIT-26)."""
SLAPS: Final = frozenset({"slap", "claim"})
"""The commands that take a pile."""
MOVING: Final = frozenset({"move", "stack"})
"""The commands that rearrange a seat's own piles: progress only if they turn a card up automatically (SPIT-4)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SpitRules:
    """Flags, times, zone names, the deck, and the cards that fit each card. ``make_rules`` makes them.

    Times are in ns.
    """

    options: SpitOptions
    race: RaceRules
    edition: int
    """The edition of the rules (``engine.game.RULES``)."""
    seats: int
    all_seats: range
    others: tuple[tuple[int, ...], ...]
    """For each seat the other seats."""

    is_many: bool
    """True for more than two seats, who aim (``engine.aim``) and go out one after the other (``many_seats``)."""
    waits: bool
    """True if a seat may have to wait before it can act (``waiting``)."""
    stacks: bool
    """True if a top may be stacked on an own top of equal rank (SPIT-19)."""
    refills: bool
    """True for the layout in which spit cards refill spaces (SPIT-16)."""
    varies: bool
    """True if a seat may have other commands than turn, play and move."""
    has_twins: bool
    """True if two tops of one rank may be called (SPIT-21)."""
    is_plain: bool
    """True if a seat may only turn, play and move until all are stuck."""
    shouts_race: bool
    """True if the first ACTION can win something (SPIT-20, SPIT-21, SPIT-25): a shout without a cause is a miss."""
    slaps_race: bool
    """True if only the smaller pile can be taken (SPIT-20): a slap on the other is a miss."""
    is_reverse: bool
    """True if the most cards win (SPIT-26)."""
    winner_takes_stock: bool
    """True if the deal's winner gets the cards that are left in the stock piles (SPIT-26)."""
    conceals: int
    """The number of last cards that a seat may pick up (SPIT-22); 0 for none."""
    quick_play: bool
    """True if a card with a single target is played at its own press."""
    auto_turn: bool
    """True if a face-down top turns at the moment it is uncovered (SPIT-4)."""
    turning: frozenset[str]
    """See ``Game.turning``."""
    has_relay: bool
    """True if the two runners of a team run in turn (SPIT-27)."""
    travel_ns: int
    """The duration of a run (SPIT-27); 0 without runs."""
    guard_ns: int
    """How long after the last card the other seat's presses are ignored (SPIT-10)."""
    slam_ns: int
    """How long a finisher has to slam its borrowed marker (SPIT-25)."""
    last_deal: int
    """The deal after which the game ends in any case (SPIT-15, SPIT-26); 0 for none."""

    pack: tuple[str, ...]
    """Every card; the marker is none."""
    deck: tuple[str, ...]
    """Every code on the table: the pack, and the marker if the options include one."""
    by_rank: Mapping[str, Taken]
    """For each card its neighbours in rank (SPIT-3), with ``doubles`` also its equals (SPIT-30)."""
    fits: Mapping[str, Taken]
    """For each card those that may be played on it: the same, or with another colour too (SPIT-18)."""
    sizes: tuple[int, ...]
    """The cards of each stock pile in a full layout (SPIT-16)."""
    extra: tuple[int, ...]
    """For each seat the cards that its handicap adds to the first deal, below 0 those that it takes (SPIT-29); empty
    without a handicap."""

    stocks: tuple[tuple[str, ...], ...]
    """For each seat its stock piles, from the left."""
    buttons: tuple[Mapping[str, str], ...]
    """For each seat the stock piles by card button; a sixth has none of its own (``panel.pile_of``)."""
    spits: tuple[str, ...]
    """For each seat the zone of its spit cards."""
    centres: tuple[str, ...]
    """The places of the spit piles."""
    markers: tuple[str, ...]
    """For each seat the zone for a borrowed marker; empty if the options include no marker."""
    in_hand: tuple[tuple[str, str], ...]
    """For each seat the scalars with its armed card and its marked space."""

    # Created once, since listing legal commands dominates random play.

    turns: Mapping[str, Command]
    """The turns, by stock pile."""
    plays: Mapping[str, Mapping[str, Command]]
    """The plays onto the first spit pile, by stock pile and card."""
    other_plays: Mapping[str, Mapping[str, Command]]
    """The plays onto the second spit pile."""
    moves: Mapping[str, Mapping[str, Mapping[str, Command]]]
    """The moves into a space, by stock pile, space and card."""


def make_rules(
    options: SpitOptions,
    seats: int,
    edition: int,
    *,
    ranks: str = RANKS,
    suits: str = SUITS,
    sizes: Sequence[int] | None = None,
) -> SpitRules:
    """Return the rules of a game; see ``Spit`` for the arguments and errors."""
    pack = standard_deck(options.packs, ranks=ranks, suits=suits)
    if sizes is None:
        sizes = sizes_of(options, seats)
    each = len(pack) // seats
    if each <= sum(sizes):
        raise ValueError(f"{len(pack)} cards leave nobody a spit card beside layouts of {sum(sizes)}")
    by_rank = fits = neighbours(pack, ranks=ranks, doubles=options.doubles)
    if options.alternate_colours:
        fits = neighbours(pack, ranks=ranks, doubles=options.doubles, alternate_colours=True)
    has_marker = options.ghost or options.spit_card_please
    if has_marker:
        fits = {**fits, MARKER: frozenset()}
        by_rank = {**by_rank, MARKER: frozenset()}
    is_many = seats > 2
    travel_ns = options.travel_ms * MS if options.running else 0
    waits = is_many or travel_ns > 0
    refills = options.layout == REFILL
    varies = options.stack_equals or refills or options.conceal_last > 0
    has_far_panels = options.running and not travel_ns
    stocks = tuple(tuple(f"seat{n}.stock{k + 1}" for k in range(len(sizes))) for n in range(seats))
    largest = tuple(own[sizes.index(max(sizes))] for own in stocks)  # mostly the last of a seat to be empty
    centres = tuple(f"centre.{k}" for k in range(seats))
    return SpitRules(
        options=options,
        race=race_rules(options, SHOUT, seats, () if is_many else largest, has_own_times=waits),
        edition=edition,
        seats=seats,
        all_seats=range(seats),
        others=tuple(tuple(other for other in range(seats) if other != seat) for seat in range(seats)),
        is_many=is_many,
        waits=waits,
        stacks=options.stack_equals,
        refills=refills,
        varies=varies,
        has_twins=options.twin_call,
        is_plain=not (waits or varies or options.twin_call),
        shouts_race=edition > 2 and (options.twin_call or options.claim == "shout" or options.spit_card_please),
        slaps_race=edition > 2 and options.claim == "slap_smaller",
        winner_takes_stock=edition > 2 and options.reverse,
        is_reverse=options.reverse,
        conceals=options.conceal_last,
        quick_play=options.quick_play and not options.stack_equals and not has_far_panels,
        auto_turn=options.auto_turn,
        turning=MOVING if options.auto_turn and edition > 1 else frozenset(),
        has_relay=options.running and options.teams == "relay",
        travel_ns=travel_ns,
        guard_ns=options.slap_guard_ms * MS,
        slam_ns=options.slam_ms * MS,
        last_deal=_last_deal(options),
        pack=pack,
        deck=(*pack, MARKER) if has_marker else pack,
        by_rank=by_rank,
        fits=fits,
        sizes=tuple(sizes),
        extra=extra_cards(options, each - keeps(sizes, seats), seats) if options.handicap else (),
        stocks=stocks,
        buttons=tuple(dict(zip(CARDS, own, strict=False)) for own in stocks),
        spits=tuple(f"seat{n}.spit" for n in range(seats)),
        centres=centres,
        markers=tuple(f"seat{n}.marker" for n in range(seats)) if has_marker else (),
        in_hand=tuple((f"armed.{n}", f"marked.{n}") for n in range(seats)),
        turns={stock: Command("turn", "", stock) for own in stocks for stock in own},
        plays=_plays_onto(centres[0], pack, stocks),
        other_plays=_plays_onto(centres[1], pack, stocks),
        moves={
            stock: {space: by_card("move", pack, stock, space) for space in own if space != stock}
            for own in stocks
            for stock in own
        },
    )


def _last_deal(options: SpitOptions) -> int:
    if isinstance(options.length, int):
        return options.length
    return REVERSE_DEALS if options.reverse else 0


def _plays_onto(pile: str, pack: tuple[str, ...], stocks: Sequence[Sequence[str]]) -> dict[str, Mapping[str, Command]]:
    return {stock: by_card("play", pack, stock, pile) for own in stocks for stock in own}
