"""Dealing Speed: the layout, the scalars at the start of a deal, and its opening (SPEED-1, SPEED-3)."""

from collections.abc import Mapping, Sequence

from engine import aim, race
from engine.cards import bare, is_joker, is_red
from engine.chance import Chance
from engine.dealing import deal_round, next_dealer
from engine.games.speed.rules import NOBODY, SpeedRules
from engine.table import Draft, Zone


def layout(rules: SpeedRules, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
    """Deal reserves, single centre cards if the deal has them, the rest in turn; hands off the top (SPEED-1).

    With ``colours`` all that is dealt to a seat, and to its place in the middle, has its colour (SPEED-14).
    """
    dealer = next_dealer(draft, rules.seats)
    draft.set("dealer", dealer)
    cards = list(chance.order(rules.face_down, "deal", draft.number("deal") + 1))
    packs = _by_colour(cards) if rules.by_colour else []
    zones: dict[str, Zone] = {}
    for seat, (reserve, centre) in enumerate(zip(rules.reserves, rules.centres, strict=True)):
        source = packs[seat] if packs else cards
        zones[reserve] = _off_the_top(source, rules.reserve_size)
        zones[centre] = _off_the_top(source, rules.singles)
    if spare := len(cards) % rules.seats if rules.is_many else 0:
        under = rules.centres[0] if rules.from_stocks else rules.reserves[0]
        zones[under] = (*cards[:spare], *zones[under])
        del cards[:spare]
    for seat, stock in enumerate(packs or deal_round(cards, rules.seats, (dealer + 1) % rules.seats)):
        for slot in rules.hands[seat]:
            zones[slot] = (stock.pop(),) if stock else ()
        zones[rules.stocks[seat]] = tuple(stock)
    return zones


def _by_colour(cards: Sequence[str]) -> list[list[str]]:
    """Return each seat's cards, in their order: red for seat 0, black for seat 1, and a joker each (SPEED-14)."""
    red = [card for card in cards if (bare(card) == "X1" if is_joker(card) else is_red(card))]
    return [red, [card for card in cards if card not in red]]


def _off_the_top(cards: list[str], number: int) -> Zone:
    """Remove up to ``number`` cards from the end of the list; return them in the order of removal."""
    first = max(len(cards) - number, 0)
    taken = cards[first:]
    del cards[first:]
    return tuple(reversed(taken))


def reset(rules: SpeedRules, draft: Draft) -> None:
    """See ``Game.reset``."""
    race.reset(rules.race, draft)
    for key in (*rules.armed, *rules.laid):
        draft.set(key, "")
    if rules.from_stocks:
        draft.set("choosing", False)
    if rules.slaps:
        draft.set("finisher", NOBODY)
    if rules.is_many:
        aim.reset(draft, rules.centres)
        for seat in rules.all_seats:
            draft.set(f"place.{seat}", 0)
    if rules.declares:
        for centre in rules.centres:
            draft.set(f"declared.{centre[-1]}", "")


def turn_up(rules: SpeedRules, draft: Draft) -> None:
    """Turn each reserve's top (or the single centre card, or a stock's top) and take the hands up (SPEED-3)."""
    sources = rules.stocks if rules.from_stocks else rules.reserves
    for source, centre in zip(sources, rules.centres, strict=True):
        if not rules.singles and draft.zones[source]:
            draft.move_top(source, centre)
        if draft.zones[centre]:
            draft.turn_top(centre)
    for slots in rules.hands:
        for slot in slots:
            if draft.zones[slot]:
                draft.turn_top(slot)
