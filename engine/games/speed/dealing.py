"""Dealing Speed: the layout, the scalars at the start of a deal, and its opening (SPEED-1, SPEED-3)."""

from collections.abc import Mapping

from engine import aim, race
from engine.chance import Chance
from engine.dealing import deal_round, next_dealer
from engine.games.speed.rules import SpeedRules
from engine.table import Draft, Zone


def layout(rules: SpeedRules, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
    """Deal reserves, single centre cards if the deal has them, the rest in turn; hands off the top (SPEED-1)."""
    dealer = next_dealer(draft, rules.seats)
    draft.set("dealer", dealer)
    cards = list(chance.order(rules.face_down, "deal", draft.number("deal") + 1))
    zones: dict[str, Zone] = {}
    for reserve, centre in zip(rules.reserves, rules.centres, strict=True):
        zones[reserve] = _off_the_top(cards, rules.reserve_size)
        zones[centre] = _off_the_top(cards, rules.singles)
    if spare := len(cards) % rules.seats if rules.is_many else 0:
        zones[rules.reserves[0]] = (*cards[:spare], *zones[rules.reserves[0]])
        del cards[:spare]
    for seat, stock in enumerate(deal_round(cards, rules.seats, (dealer + 1) % rules.seats)):
        for slot in rules.hands[seat]:
            zones[slot] = (stock.pop(),) if stock else ()
        zones[rules.stocks[seat]] = tuple(stock)
    return zones


def _off_the_top(cards: list[str], number: int) -> Zone:
    """Remove up to ``number`` cards from the end of the list; return them in the order of removal."""
    first = max(len(cards) - number, 0)
    taken = cards[first:]
    del cards[first:]
    return tuple(reversed(taken))


def reset(rules: SpeedRules, draft: Draft) -> None:
    """See ``Game.reset``."""
    race.reset(rules.race, draft)
    for armed in rules.armed:
        draft.set(armed, "")
    if rules.is_many:
        aim.reset(draft, rules.centres)
        for seat in rules.all_seats:
            draft.set(f"place.{seat}", 0)
    if rules.declares:
        for centre in rules.centres:
            draft.set(f"declared.{centre[-1]}", "")


def turn_up(rules: SpeedRules, draft: Draft) -> None:
    """Turn each reserve's top (or the single centre card) and take the hands up, in one instant (SPEED-3)."""
    for reserve, centre in zip(rules.reserves, rules.centres, strict=True):
        if not rules.singles and draft.zones[reserve]:
            draft.move_top(reserve, centre)
        if draft.zones[centre]:
            draft.turn_top(centre)
    for slots in rules.hands:
        for slot in slots:
            if draft.zones[slot]:
                draft.turn_top(slot)
