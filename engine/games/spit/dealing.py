"""Dealing Spit: each seat's layout, and the scalars at the start of a deal (SPIT-1, SPIT-11, SPIT-12)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine import aim, race
from engine.cards import FACE_DOWN, UP, bare
from engine.chance import Chance
from engine.games.spit import many_seats, running
from engine.games.spit.marker import REST
from engine.games.spit.options import SIZES
from engine.games.spit.rules import MARKER, NOBODY, SpitRules
from engine.table import Draft, Zone


def layout(rules: SpitRules, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
    """Deal (SPIT-1); after the first deal each seat shuffles its own cards and lays them out (SPIT-11, SPIT-12)."""
    zones: dict[str, Zone] = dict.fromkeys(rules.centres, ())
    hands, zones[rules.centres[0]] = _hands(rules, draft, chance)
    for seat, hand in enumerate(hands):
        piles, left = lay_out(hand, rules.sizes)
        zones |= zip(rules.stocks[seat], piles, strict=True)
        zones[rules.spits[seat]] = left
    if rules.markers:
        zones |= dict.fromkeys(rules.markers, ())
        zones[REST] = (MARKER,)
    return zones


def _hands(rules: SpitRules, draft: Draft, chance: Chance) -> tuple[list[Zone], Zone]:
    """Return each seat's face-down cards for its layout, bottom to top, and the undealt cards.

    Undealt are those that cannot be shared out evenly (SPIT-28); they are put under a spit pile.
    """
    if not draft.number("deal"):
        cards = tuple(map(FACE_DOWN.__getitem__, chance.order(rules.pack, "deal", 1)))
        even = len(cards) // rules.seats * rules.seats
        return _handicapped(rules, [cards[seat : even : rules.seats] for seat in rules.all_seats]), cards[even:]
    for hand in rules.spits:
        codes = list(map(UP.__getitem__, draft.zones[hand]))
        draft.shuffle(hand, chance.order(codes, "shuffle", draft.shuffles))
    return [draft.zones[hand] for hand in rules.spits], ()


def _handicapped(rules: SpitRules, hands: list[Zone]) -> list[Zone]:
    """Move cards between the hands for a handicap, from bottom to bottom (SPIT-29).

    The layouts stay as they are, unless a hand becomes too small for one (SPIT-12).
    """
    moved: Zone = ()
    for seat, extra in enumerate(rules.extra):
        if extra < 0:
            moved += hands[seat][:-extra]
            hands[seat] = hands[seat][-extra:]
    for seat, extra in enumerate(rules.extra):
        if extra > 0:
            hands[seat] = moved[:extra] + hands[seat]
            moved = moved[extra:]
    return hands


def lay_out(cards: Sequence[str], sizes: Sequence[int] = SIZES) -> tuple[list[Zone], Zone]:
    """Deal a seat's face-down cards (bottom to top) from the top into stock piles; return the piles and the rest.

    Row by row: one card on every pile, then one on every pile that takes a second, and so on, until the layout is full
    or the cards run out (SPIT-1, SPIT-12). The top card of each pile is face up.
    """
    piles = [_top_up([cards[place] for place in places]) for places in _places(len(cards), tuple(sizes))]
    return piles, tuple(cards[: -sum(sizes)])


@lru_cache(maxsize=512)  # hands of up to 208 cards, for a handful of layouts
def _places(cards: int, sizes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return each stock pile's card indices in a hand of this size; cached, since they are the same in every deal."""
    left = list(range(cards))
    piles: list[list[int]] = [[] for _ in sizes]
    for row in range(max(sizes)):
        for pile, size in zip(piles, sizes, strict=True):
            if size > row and left:
                pile.append(left.pop())
    return tuple(map(tuple, piles))


def _top_up(pile: list[str]) -> Zone:
    return (*pile[:-1], bare(pile[-1])) if pile else ()


def reset(rules: SpitRules, draft: Draft) -> None:
    """See ``Game.reset``."""
    race.reset(rules.race, draft)
    for keys in rules.in_hand:
        for key in keys:
            draft.set(key, "")
    draft.set("spit_on", "")
    draft.set("finisher", NOBODY)
    draft.set("choice", NOBODY)
    if rules.options.claim == "shout" or rules.options.spit_card_please:
        draft.set("choose_by", 0)
    if rules.conceals:
        for seat in rules.all_seats:
            draft.set(f"concealed.{seat}", False)
    if rules.is_many:
        aim.reset(draft, rules.centres)
        many_seats.reset(rules, draft)
    running.reset(rules, draft)
