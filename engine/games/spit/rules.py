"""The rules of Spit: its options and presets, the immutable value that follows, and questions about a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.cards import DOWN, RANKS, SUITS, neighbours, standard_deck
from engine.errors import OptionError
from engine.game import NOBODY
from engine.options import (
    ENDED_BY_PLAY,
    FOR_GUESTS,
    MANY,
    Exclusion,
    GameOptions,
    Preset,
    check_exclusions,
    number,
    one_of,
    per_seat,
    show,
    word_or_number,
    yes_no,
)
from engine.panel import CARDS, Command, by_card
from engine.race import NOTHING, RaceRules, Taken, is_out, is_shout_due, race_rules, turn_delay
from engine.table import Draft, Table, Zone
from engine.units import MS, S

SHOUT: Final = "spit"
MARKER: Final = "M1"
"""The code of the marker (SPIT-24, SPIT-25)."""
REST: Final = "marker"
"""Its zone while it is no ghost and nobody has borrowed it."""
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

SIZES: Final = (1, 2, 3, 4, 5)
"""The cards of each stock pile in a full layout (SPIT-1)."""
REFILL: Final = "1111+refill"

LAYOUTS: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        "12345": SIZES,
        "1234": SIZES[:4],
        "1,1,11,1,1": (1, 1, 11, 1, 1),
        "33333": (3,) * 5,
        "11111": (1,) * 5,
        REFILL: (1,) * 4,
    }
)
"""The cards of each stock pile, by the option ``layout`` (SPIT-16)."""

LOSING_PILES: Final = ("12345", "33333", "11111")
"""The layouts that lose a pile for each seat above two, with one pack (SPIT-28)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpitOptions(GameOptions):
    """The options of Spit."""

    quick_play: bool = yes_no(True)
    length: int | str = word_or_number("full", 1, 99)
    hands: str = one_of("two", "one")
    auto_turn: bool = yes_no(False)
    """A face-down top turns at the moment it is uncovered (SPIT-4)."""
    stuck_call: str = one_of("shout", "auto")
    turn_ms: int = turn_delay()
    layout: str = one_of(*LAYOUTS)
    """SPIT-16."""
    packs: int = one_of(1, 2)
    """SPIT-17."""
    piles: int = one_of(5, 6)
    """SPIT-17."""
    alternate_colours: bool = yes_no(False)
    """SPIT-18."""
    stack_equals: bool = yes_no(False)
    """A top may be stacked on an own top of equal rank (SPIT-19)."""
    claim: str = one_of("slap", "winner", "shout", "slap_smaller")
    """SPIT-20."""
    slap_guard_ms: int = number(200, 1, 1000, zero_off=True)
    """SPIT-10."""
    twin_call: bool = yes_no(False)
    """Two tops of one rank may be called (SPIT-21)."""
    conceal_last: int = number(0, 3, 5, zero_off=True)
    """The number of last cards that a seat may pick up, 0 for none (SPIT-22)."""
    peek_under: bool = yes_no(False)
    """SPIT-23."""
    ghost: bool = yes_no(False)
    """SPIT-24."""
    spit_card_please: bool = yes_no(False)
    """SPIT-25."""
    slam_ms: int = number(3000, 500, 10_000)
    """SPIT-25."""
    reverse: bool = yes_no(False)
    """The most cards win (SPIT-26)."""
    running: bool = yes_no(False)
    """SPIT-27."""
    travel_ms: int = number(800, 100, 3000, zero_off=True)
    """SPIT-27."""
    teams: str = one_of("off", "relay")
    """SPIT-27."""
    handicap: tuple[int, ...] = per_seat(20)
    """The cards that each seat is dealt more, in Reverse Spit fewer (SPIT-29)."""
    doubles: bool = yes_no(False, omit_default=True)
    """SPIT-30."""


PRESETS: Final = (
    Preset("classic_spit", {"length": 3, **FOR_GUESTS}),
    Preset("classic_spit_full", {"caps": (120, 0)}),  # to the end, however long
    Preset("slap_spit", {"length": 3, "claim": "slap_smaller", "twin_call": True, **ENDED_BY_PLAY}),
    Preset("ghost_spit", {"ghost": True, "caps": (120, 0)}),
    Preset("reverse_spit", {"length": 3, "reverse": True, **ENDED_BY_PLAY}),
    Preset("chinese_spit", {"length": 3, "layout": "1234", **ENDED_BY_PLAY}),
    Preset("running_spit", {"length": 3, "running": True, **ENDED_BY_PLAY}),
    Preset("spit_for_four", {"length": 3, "packs": 2, **FOR_GUESTS}, seats=4),
)
EXCLUSIONS: Final[tuple[Exclusion, ...]] = (
    Exclusion("piles", (6,), "packs", (1,), "six piles take the cards of two packs"),
    Exclusion("ghost", (True,), "spit_card_please", (True,), "the one marker cannot lie in the middle and be lent"),
    Exclusion("reverse", (True,), "ghost", (True,), "who takes nothing wins nothing where cards are what is wanted"),
    Exclusion("reverse", (True,), "spit_card_please", (True,), "to slam is to win without cards, which is to lose"),
    Exclusion("teams", ("relay",), "running", (False,), "nobody runs"),
    Exclusion("seats", MANY, "claim", ("shout", "slap_smaller"), "who runs out chooses, and nobody races for it"),
    Exclusion("seats", MANY, "twin_call", (True,), "with more than one other seat nobody is the other"),
    Exclusion("seats", MANY, "ghost", (True,), "the place that is empty is not one of two"),
    Exclusion("seats", MANY, "spit_card_please", (True,), "there is one marker, and more than one to lend it to"),
    Exclusion("seats", MANY, "reverse", (True,), "who cannot lay out wins the game by running out of cards"),
    Exclusion("piles", (6,), "layout", ("1234", "1,1,11,1,1", REFILL), "that layout says how many piles there are"),
)
"""All other combinations are valid."""


def check(options: SpitOptions, seats: int) -> None:
    """Raise OptionError for options that exclude each other, or a layout that leaves no spit card (GEN-10)."""
    check_exclusions(EXCLUSIONS, options, seats)
    each = 52 * options.packs // seats
    if sum(sizes_of(options, seats)) >= each:
        both = f"options layout = {options.layout} and seats = {seats}"
        raise OptionError(f"{both} exclude each other: {each} cards leave no spit card. Set packs = 2.")


def sizes_of(options: SpitOptions, seats: int) -> tuple[int, ...]:
    """Return the cards of each stock pile in a full layout; a sixth pile continues the series (SPIT-16, SPIT-17).

    With one pack, every seat above two costs each layout a pile (SPIT-28), unless the layout itself fixes their number.
    """
    sizes = LAYOUTS[options.layout]
    if options.piles == 6:
        return (*sizes, 2 * sizes[-1] - sizes[-2])
    if options.packs == 1 and options.layout in LOSING_PILES:
        return sizes[: len(sizes) + 2 - seats]
    return sizes


def keeps(sizes: Sequence[int], seats: int) -> int:
    """Return how many cards a seat keeps when others have a handicap (SPIT-29).

    Of two seats one for each stock pile. Of more a layout and a spit card: each begins its pile, since the card that
    cannot be dealt evenly lies under the first one (SPIT-28).
    """
    return len(sizes) if seats == 2 else sum(sizes) + 1


def extra_cards(options: SpitOptions, spare: int, seats: int) -> tuple[int, ...]:
    """Return for each seat the cards that its handicap adds to the first deal, below 0 those that it takes (SPIT-29).

    What the seats with a handicap get more comes from the others, clockwise, card by card; in Reverse Spit, where cards
    are what is wanted, the other way round. Raises OptionError if more than ``spare`` cards go from a seat.
    """
    givers = [seat for seat in range(seats) if not options.handicap[seat]]
    each, odd = divmod(sum(options.handicap), len(givers))
    extra = list(options.handicap)
    for place, seat in enumerate(givers):
        extra[seat] = -each - (place < odd)
    if options.reverse:
        extra = [-cards for cards in extra]
    if spare + min(extra) < 0:
        both = f"options handicap = {show(options.handicap)} and seats = {seats}"
        why = f"it takes {-min(extra)} cards from a seat, which can give {spare}"
        raise OptionError(f"{both} exclude each other: {why}. Set a lower one.")
    return tuple(extra)


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
    """True for more than two seats, who aim (``engine.race``) and go out one after the other."""
    waits: bool
    """True if a seat may have to wait before it can act (``may_act``)."""
    refills: bool
    """True for the layout in which spit cards refill spaces (SPIT-16)."""
    varies: bool
    """True if a seat may have other commands than turn, play and move."""
    is_plain: bool
    """True if a seat may only turn, play and move until all are stuck."""
    has_piles: bool
    """False if no stock pile ever has two cards in a plain game: then there is nothing to turn up or to move."""
    shouts_race: bool
    """True if the first ACTION can win something (SPIT-20, SPIT-21, SPIT-25): a shout without a cause is a miss."""
    slaps_race: bool
    """True if only the smaller pile can be taken (SPIT-20): a slap on the other is a miss."""
    winner_takes_stock: bool
    """True if the deal's winner gets the cards that are left in the stock piles (SPIT-26)."""
    quick_play: bool
    """True if a card with a single target is played at its own press."""
    turning: frozenset[str]
    """See ``Game.turning``."""
    has_relay: bool
    """True if the two runners of a team run in turn (SPIT-27)."""
    travel_ns: int
    """The duration of a run (SPIT-27); 0 without runs."""
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
    """For each seat the stock piles by card button; a sixth has none of its own (SPIT-17)."""
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
    last_out = () if is_many else tuple(own[sizes.index(max(sizes))] for own in stocks)  # mostly the last of a seat
    centres = tuple(f"centre.{k}" for k in range(seats))
    return SpitRules(
        options=options,
        race=race_rules(options, SHOUT, seats, last_out, options.slap_guard_ms * MS, has_own_times=waits),
        edition=edition,
        seats=seats,
        all_seats=range(seats),
        others=tuple(tuple(other for other in range(seats) if other != seat) for seat in range(seats)),
        is_many=is_many,
        waits=waits,
        refills=refills,
        varies=varies,
        is_plain=not (waits or varies or options.twin_call),
        has_piles=max(sizes) > 1,
        shouts_race=edition > 2 and (options.twin_call or options.claim == "shout" or options.spit_card_please),
        slaps_race=edition > 2 and options.claim == "slap_smaller",
        winner_takes_stock=edition > 2 and options.reverse,
        quick_play=options.quick_play and not options.stack_equals and not has_far_panels,
        turning=MOVING if options.auto_turn and edition > 1 else frozenset(),
        has_relay=options.running and options.teams == "relay",
        travel_ns=travel_ns,
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


# Piles


def is_ghost(table: Table | Draft, pile: str) -> bool:
    """Return whether that centre zone holds the ghost (SPIT-24)."""
    return table.zones[pile] == (MARKER,)


def spit_piles(rules: SpitRules, table: Table | Draft) -> list[str]:
    """Return the spit piles that were started, without a ghost (SPIT-24)."""
    zones = table.zones
    if not rules.markers:
        return [pile for pile in rules.centres if zones[pile]]
    return [pile for pile in rules.centres if zones[pile] and not is_ghost(table, pile)]


def accepted(rules: SpitRules, zones: Mapping[str, Zone]) -> Taken:
    """Return the cards that fit on at least one of the spit piles (SPIT-3)."""
    found = NOTHING
    for pile in rules.centres:
        if zones[pile]:
            found |= rules.fits[zones[pile][-1]]
    return found


# A seat's cards


def stock_left(rules: SpitRules, table: Table | Draft, seat: int) -> int:
    """Return the number of cards in a seat's stock piles."""
    zones = table.zones
    return sum([len(zones[stock]) for stock in rules.stocks[seat]])


def cards_left(rules: SpitRules, table: Table | Draft, seat: int) -> int:
    """Return the number of a seat's own cards: its stock and its spit cards."""
    return stock_left(rules, table, seat) + len(table.zones[rules.spits[seat]])


# Spitting


def spitters(rules: SpitRules, table: Table | Draft) -> list[int]:
    """Return the seats that spit next, and must call before: those with spit cards that are not out (SPIT-28)."""
    able = [seat for seat, hand in enumerate(rules.spits) if table.zones[hand]]
    return [seat for seat in able if not is_out(table, seat)] if rules.is_many else able


def may_shout(rules: SpitRules, table: Table, seat: int) -> bool:
    """Return whether a call of the seat counts; while no piles are left, after a call of twins, none does (SPIT-21)."""
    if not is_shout_due(rules.race, table, seat) or not table.zones[rules.spits[seat]]:
        return False
    return not (rules.is_many and is_out(table, seat)) and bool(spit_piles(rules, table))


def chooser(rules: SpitRules, table: Table | Draft) -> int:
    """Return the seat that must spit alone and has not yet chosen one of two piles (SPIT-8), or NOBODY."""
    scalars, zones = table.scalars, table.zones
    if not scalars["stuck"] or scalars["spit_on"]:
        return NOBODY
    for hand in rules.spits:
        if not zones[hand]:
            break
    else:  # the usual case
        return NOBODY
    able = spitters(rules, table)
    return able[0] if len(able) == 1 and len(spit_piles(rules, table)) > 1 else NOBODY


def is_twin(rules: SpitRules, table: Table | Draft) -> bool:
    """Return whether the option is on and the tops of both spit piles have the same rank."""
    if not rules.options.twin_call:
        return False
    left, right = [table.zones[pile] for pile in rules.centres]
    return bool(left and right) and left[-1][0] == right[-1][0]


# The marker


def borrower(rules: SpitRules, table: Table | Draft) -> int:
    """Return the seat that has borrowed the marker (SPIT-25), or NOBODY."""
    lent = [seat for seat, zone in enumerate(rules.markers) if table.zones[zone]]
    return lent[0] if lent else NOBODY


def is_slam(rules: SpitRules, table: Table | Draft) -> bool:
    """Return whether the borrower, out of stock, must slam its marker before the other seat does (SPIT-25)."""
    finisher = table.number("finisher")
    return table.scalars["phase"] == "slap" and finisher != NOBODY and borrower(rules, table) == finisher


# Which piles may be claimed


def may_slap(rules: SpitRules, table: Table, seat: int) -> bool:
    """Return whether the seat may choose a pile now; with ``shout``, only the first seat to say "Spit" (SPIT-20)."""
    choice = table.number("choice")
    if is_slam(rules, table):
        return False
    return choice == seat or (choice == NOBODY and rules.options.claim != "shout")


def may_claim_by_shout(rules: SpitRules, table: Table) -> bool:
    """Return whether the choice is open, so that a shout would win it (SPIT-20)."""
    return rules.options.claim == "shout" and table.number("choice") == NOBODY and not is_slam(rules, table)


def claimable(rules: SpitRules, table: Table | Draft) -> list[str]:
    """Return all piles: the spit piles, and a ghost."""
    return [pile for pile in rules.centres if table.zones[pile]]


def allowed(rules: SpitRules, table: Table | Draft) -> list[str]:
    """Return the spit piles that may be slapped; with ``slap_smaller`` only the smaller, or both if equal (SPIT-20)."""
    return best_piles(rules, table) if rules.options.claim == "slap_smaller" else claimable(rules, table)


def best_piles(rules: SpitRules, table: Table | Draft) -> list[str]:
    """Return the smallest spit piles, a ghost counting 0; in Reverse Spit the largest (SPIT-26)."""
    piles = claimable(rules, table)
    sizes = [0 if is_ghost(table, pile) else len(table.zones[pile]) for pile in piles]
    wanted = max(sizes) if rules.options.reverse else min(sizes)
    return [pile for pile, size in zip(piles, sizes, strict=True) if size == wanted]


def claim_of(table: Table, pile: str) -> Command:
    """Return the command that claims a pile, or a ghost in its place."""
    return Command("claim" if is_ghost(table, pile) else "slap", to=pile)


# More than two seats


def in_play(rules: SpitRules, table: Table | Draft) -> list[int]:
    """Return the seats that are not out."""
    return [seat for seat in rules.all_seats if not is_out(table, seat)]


def fewest_left(rules: SpitRules, table: Table | Draft) -> list[int]:
    """Return the seats in play with the fewest stock cards (SPIT-9)."""
    left = {seat: stock_left(rules, table, seat) for seat in in_play(rules, table)}
    return [seat for seat, cards in left.items() if cards == min(left.values())]


def is_choosing(table: Table | Draft) -> bool:
    """Return whether a seat is choosing a pile and the others wait."""
    return table.number("choose_by") > 0


def may_choose(rules: SpitRules, table: Table, seat: int) -> bool:
    """Return whether the seat may take a pile now; between seats with the fewest the first slap wins (SPIT-9)."""
    choice = table.number("choice")
    return is_choosing(table) and (choice == seat or (choice == NOBODY and seat in fewest_left(rules, table)))


# Who is under way


def away(table: Table | Draft) -> list[int]:
    """Return the seats under way, in the order of setting off."""
    return [int(seat) for seat in table.text("away").split()]


def is_away(table: Table | Draft, seat: int) -> bool:
    """Return whether the seat carries a card to the middle."""
    return table.number(f"lands.{seat}") > 0


def lands_at(table: Table | Draft) -> int:
    """Return when the next card lands (play clock, ns); 0 if none is under way."""
    seats = away(table)
    return table.number(f"lands.{seats[0]}") if seats else 0


# Which cards fit, once those under way have landed


def after_arrivals(table: Table) -> Table:
    """Return the table after all cards under way have landed; use it only to test which cards fit."""
    if not table.scalars["away"]:
        return table
    zones = dict(table.zones)
    for seat in away(table):
        source, pile = table.text(f"run.{seat}").split()
        zones[pile] = (*zones[pile], zones[source][-1])
    return Table(zones, table.scalars, table.shuffles)


def takers(rules: SpitRules, table: Table, card: str) -> list[str]:
    """Return the spit piles that accept the card now (SPIT-3), or once the cards under way land (SPIT-27)."""
    zones = after_arrivals(table).zones if rules.travel_ns else table.zones
    return [pile for pile in rules.centres if zones[pile] and card in rules.fits[zones[pile][-1]]]


# A seat's other commands


def may_conceal(rules: SpitRules, table: Table, seat: int) -> bool:
    """Return whether the seat may pick up its stock cards (SPIT-22): few enough, all face up, not yet picked up.

    The option ``conceal_last`` limits their number. Not while ACTION is a shout.
    """
    if not rules.options.conceal_last or table.scalars["phase"] != "play" or table.flag(f"concealed.{seat}"):
        return False
    if table.flag("stuck") or is_twin(rules, table):
        return False
    cards = [card for stock in rules.stocks[seat] for card in table.zones[stock]]
    return 0 < len(cards) <= rules.options.conceal_last and not any(card[0] == DOWN for card in cards)


def may_act(rules: SpitRules, table: Table, seat: int) -> bool:
    """Return False for a seat that cannot act now: it runs, it is out, or another seat chooses a pile."""
    if rules.travel_ns and is_away(table, seat):
        return False
    if not rules.is_many:
        return True
    if is_choosing(table):
        return may_choose(rules, table, seat)
    return not is_out(table, seat)
