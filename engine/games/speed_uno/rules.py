"""The rules of Speed Uno: cards, options, presets, the immutable value that follows, and questions about a table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from sys import intern
from types import MappingProxyType
from typing import Final

from engine.cards import face_down
from engine.options import FOR_GUESTS, GameOptions, Preset, Value, number, yes_no
from engine.panel import CARDS, GLOW_NS, Command, Slots, by_card
from engine.table import Draft, Table, Zone
from engine.units import MS, S

COLOURS: Final = "RGBY"
NUMBERS: Final = "0123456789"
SKIP: Final = "S"
REVERSE: Final = "R"
DRAW: Final = "+"
WILD: Final = "W"
WILD_DRAW: Final = "W+"

WORD_POINTS: Final = 20
WILD_POINTS: Final = 50

DEALT: Final = 10
"""The cards of a hand at its start (UNO-1)."""
CALL_FROM: Final = 2
"""The greatest number of cards with which a call counts (UNO-10)."""
PAGE: Final = len(CARDS)
"""The slots that the panel shows at once."""


# Cards. A face is the printed value of a card: colour then number or symbol (``R7``, ``GS`` skip, ``BR`` reverse,
# ``Y+`` draw two), ``W`` wild, ``W+`` wild draw four. A card's code is its face and the suffix ``/1``, ``/2``, …, since
# every deck here has two packs or more.


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


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedUnoOptions(GameOptions):
    """The options of Speed Uno; none excludes another."""

    colour_only: bool = yes_no(False)
    """Cards follow by colour alone (UNO-2)."""
    match_window_ms: int = number(1500, 300, 3000)
    """How long exact matches stay legal before a seat unable to play draws (UNO-5)."""
    turn_s: int = number(8, 3, 60)
    """How long a seat may take for its turn (UNO-3)."""
    penalty_skips: bool = yes_no(False)
    """A seat that has drawn a penalty does not play (UNO-7), for two seats in any case (UNO-14)."""
    challenge: bool = yes_no(False)
    """A Wild Draw Four may be a bluff, and be challenged (UNO-11)."""
    target: int = number(500, 20, 1000)
    """The points that win the match, unless its hands are counted (UNO-12)."""
    match_hands: int = number(0, 1, 20, zero_off=True)
    """The hands of a match, 0 to play for points (UNO-12)."""


PARTY: Final[Mapping[str, Value]] = MappingProxyType({"match_hands": 1, **FOR_GUESTS})
"""One hand is the match; between two, whose hands are short, it is two."""
PRESETS: Final = (Preset("speed_uno", PARTY, seats=4), Preset("speed_uno_duel", {**PARTY, "match_hands": 2}))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SpeedUnoRules:
    """Flags, times, the deck, sets of cards, names of zones and scalars, and commands. ``make_rules`` makes them.

    The sets and the commands are created once: every play tests several times whether a hand contains cards of a set,
    and listing legal commands dominates random play.
    """

    options: SpeedUnoOptions
    seats: int
    all_seats: range

    penalty_skips: bool
    """True if the turn is over after a penalty: by the option, and always for two seats (UNO-7, UNO-14)."""
    window_ns: int
    """How long a seat that must draw waits, so that others may match (UNO-5)."""
    turn_ns: int
    """The time limit of a turn (UNO-3, GEN-5)."""
    glow_ns: int
    """Time without a play before playable cards glow (GEN-5)."""

    deck: tuple[str, ...]
    face_down: tuple[str, ...]
    """The deck, every card face down."""
    dealt: int
    """The cards of a hand at its start."""

    face: Mapping[str, str]
    """Each card's face (``face``)."""
    alike: Mapping[str, frozenset[str]]
    """For each card the cards of its face, including itself."""
    fitting: Mapping[str, frozenset[str]]
    """The cards that may follow a coloured card, or a named colour, in turn (UNO-2). Wild Draw Fours have a further
    condition."""
    surely: Mapping[str, frozenset[str]]
    """Like ``fitting``, without the Wild Draw Fours."""
    fours: frozenset[str]
    """The Wild Draw Fours."""
    coloured: Mapping[str, frozenset[str]]
    """The cards of each colour."""
    slot_of: Mapping[str, int]
    """Each card's place among all faces by colour, then value, the wilds last: the order of a hand on screen."""

    hands: tuple[str, ...]
    """For each seat its zone."""
    called: tuple[str, ...]
    """For each seat the scalar ``called.N``, as for the next five."""
    exposed: tuple[str, ...]
    fades: tuple[str, ...]
    gaps: tuple[str, ...]
    gap_end: tuple[str, ...]
    scroll: tuple[str, ...]
    ends: tuple[tuple[str, str], ...]
    """Pairs of scalars: a state, and the time at which it ends."""

    plays: tuple[Mapping[str, Command], ...]
    """For each seat and card: the play of that single card."""
    draws: tuple[Command, ...]
    """For each seat: its draw."""
    colours: tuple[Command, ...]
    """The commands that name a colour."""
    call: Command
    catches: tuple[tuple[tuple[str, Command], ...], ...]
    """For each seat the catches of the others: the scalar that permits a catch, and the catch."""


def make_rules(
    options: SpeedUnoOptions, seats: int, *, deck: Sequence[str] | None = None, dealt: int = DEALT
) -> SpeedUnoRules:
    """Return the rules of a game; see ``SpeedUno`` for the arguments."""
    deck = tuple(deck or uno_deck(max(2, (seats + 3) // 4)))
    face_of = {card: face(card) for card in deck}
    faces = {what: frozenset(cards) for what, cards in by_face(deck, face_of).items()}
    fours = faces.get(WILD_DRAW, frozenset())
    fitting, surely = _followers(deck, options.colour_only)
    slots_of = {what: place for place, what in enumerate(sorted(faces, key=order))}
    hands, called, exposed, fades, gaps, gap_end, scroll = [
        tuple(name.format(seat) for seat in range(seats))
        for name in ("seat{}.hand", "called.{}", "exposed.{}", "fades.{}", "gaps.{}", "gap_end.{}", "scroll.{}")
    ]
    turn_ns = min(options.turn_s, options.stall_s) * S
    catches = [(key, Command("catch", target=seat)) for seat, key in enumerate(exposed)]
    return SpeedUnoRules(
        options=options,
        seats=seats,
        all_seats=range(seats),
        penalty_skips=options.penalty_skips or seats == 2,
        window_ns=options.match_window_ms * MS,
        turn_ns=turn_ns,
        glow_ns=min(GLOW_NS, turn_ns),
        deck=deck,
        face_down=tuple(map(face_down, deck)),
        dealt=dealt,
        face=face_of,
        alike={card: faces[what] for card, what in face_of.items()},
        fitting=fitting,
        surely=surely,
        fours=fours,
        coloured={colour: frozenset(card for card in deck if card[0] == colour) for colour in COLOURS},
        slot_of={card: slots_of[what] for card, what in face_of.items()},
        hands=hands,
        called=called,
        exposed=exposed,
        fades=fades,
        gaps=gaps,
        gap_end=gap_end,
        scroll=scroll,
        ends=(*zip(gaps, gap_end, strict=True), *zip(fades, exposed, strict=True)),
        plays=tuple(by_card("play", deck, hand, "discard") for hand in hands),
        draws=tuple(Command("draw", source="draw", to=hand) for hand in hands),
        colours=tuple(Command("colour", word=colour) for colour in COLOURS),
        call=Command("uno"),
        catches=tuple((*catches[:seat], *catches[seat + 1 :]) for seat in range(seats)),
    )


@lru_cache(maxsize=16)
def _followers(
    deck: tuple[str, ...], colour_only: bool
) -> tuple[Mapping[str, frozenset[str]], Mapping[str, frozenset[str]]]:
    """Return ``fitting`` and ``surely`` of the rules (UNO-2); cards of one face share their sets."""
    face_of = {card: face(card) for card in deck}
    faces = {what: frozenset(cards) for what, cards in by_face(deck, face_of).items()}

    def fits(what: str, top: str) -> bool:
        return is_wild(what) or what[0] == top[0] or (not colour_only and what[1:] == top[1:])

    tops = [*COLOURS, *[what for what in faces if not is_wild(what)]]
    by_top = {top: frozenset().union(*[faces[what] for what in faces if fits(what, top)]) for top in tops}
    coloured = {card: by_top[what] for card, what in face_of.items() if what in by_top}
    fitting = {colour: by_top[colour] for colour in COLOURS} | coloured
    fours = faces.get(WILD_DRAW, frozenset())
    without = {top: cards - fours for top, cards in by_top.items()}
    return fitting, {top: without[face_of.get(top, top)] for top in fitting}


# Cards that fit


def top_face(rules: SpeedUnoRules, table: Table | Draft) -> str:
    """Return the face of the top discard, which plays follow or match."""
    return rules.face[table.zones["discard"][-1]]


def holds_colour(rules: SpeedUnoRules, table: Table | Draft, seat: int) -> bool:
    """Return whether the seat has a card of the colour in force (UNO-11)."""
    return not rules.coloured[table.scalars["colour"]].isdisjoint(table.zones[rules.hands[seat]])


def can_play(rules: SpeedUnoRules, table: Table | Draft, seat: int) -> bool:
    """Return whether the seat could play in turn (UNO-3).

    A Wild Draw Four beside another card is enough: it is legal, or a card of the colour in force is (UNO-11).
    """
    zones = table.zones
    hand, top = zones[rules.hands[seat]], zones["discard"][-1]
    if not rules.surely[top if top[0] != WILD else table.scalars["colour"]].isdisjoint(hand):
        return True
    return len(hand) > 1 and not rules.fours.isdisjoint(hand)


# Commands besides plays


def may_draw(table: Table, seat: int) -> bool:
    """Return whether the seat may draw its next card: it must, and the time for matches is over (UNO-3, UNO-5)."""
    scalars = table.scalars
    return scalars["turn"] == seat and scalars["must_draw"] and not scalars["exact"]


def may_call(rules: SpeedUnoRules, table: Table, seat: int) -> bool:
    """Return whether a call of the seat would count (UNO-10)."""
    return len(table.zones[rules.hands[seat]]) <= CALL_FROM and not table.scalars[rules.called[seat]]


def may_catch(rules: SpeedUnoRules, table: Table, seat: int, target: int) -> bool:
    """Return whether the target is another seat that may be caught (UNO-10)."""
    return target in rules.all_seats and target != seat and table.scalars[rules.exposed[target]] > 0


def may_challenge(table: Table, seat: int) -> bool:
    """Return whether the seat, next in turn, may challenge a Wild Draw Four: until the drawing begins (UNO-11)."""
    scalars = table.scalars
    return bool(scalars["challenged"] >= 0 and scalars["turn"] == seat and scalars["exact"] and scalars["owed"])


# Points


def points_in_hand(rules: SpeedUnoRules, table: Table | Draft, seat: int) -> int:
    """Return the points of the seat's cards (UNO-12)."""
    return sum(map(points, table.zones[rules.hands[seat]]))


def fewest(rules: SpeedUnoRules, table: Table | Draft, among: Sequence[int]) -> int | None:
    """Return the seat among these with the fewest points in hand, or None for a tie."""
    left = [points_in_hand(rules, table, seat) for seat in among]
    return among[left.index(min(left))] if left.count(min(left)) == 1 else None


# The slots of a hand: by colour and then value; identical cards share one; an emptied slot stays empty for a moment


def slots(rules: SpeedUnoRules, table: Table | Draft, seat: int) -> Slots:
    """Return the seat's slots in order; () for a gap."""
    hand = table.zones[rules.hands[seat]]
    found = list(by_face(sorted(hand, key=rules.slot_of.__getitem__), rules.face).values())
    for place in map(int, table.text(rules.gaps[seat]).split()):
        found.insert(place, ())
    return tuple(found)


def pages(found: Slots) -> int:
    """Return the number of pages of five slots, at least 1."""
    return max(1, -(-len(found) // PAGE))


def first_shown(rules: SpeedUnoRules, table: Table | Draft, seat: int, found: Slots) -> int:
    """Return the index of the slot under CARD1."""
    return min(table.number(rules.scroll[seat]), (pages(found) - 1) * PAGE)
