"""Turning cards in Speed when nobody can play: reserves, recycled centre piles, then the stocks (SPEED-7 to 10).

With ``turn_from = stocks`` the stocks, then the hands (SPEED-15).
"""

from engine.chance import Chance
from engine.games.speed.ending import give_deal
from engine.games.speed.queries import fewest
from engine.games.speed.rules import SpeedRules
from engine.table import Draft


def turn_cards(rules: SpeedRules, draft: Draft, chance: Chance) -> None:
    """Turn the next card of each reserve; if none are left, recycle; if that cannot help, turn the stocks."""
    if rules.from_stocks:
        _turn_own_cards(rules, draft)
        return
    if not any(draft.zones[reserve] for reserve in rules.reserves):
        if _is_dead_end(rules, draft):
            _turn_stocks(rules, draft)
            return
        _recycle(rules, draft, chance)
    for reserve, centre in zip(rules.reserves, rules.centres, strict=True):
        if draft.zones[reserve]:
            _turn_onto(rules, draft, reserve, centre)


def _turn_onto(rules: SpeedRules, draft: Draft, source: str, centre: str) -> None:
    draft.deal_up(source, centre)
    if rules.declares:
        draft.set(f"declared.{centre[-1]}", "")


def _turn_own_cards(rules: SpeedRules, draft: Draft) -> None:
    """Each seat adds a card to its pile: its stock's top or, without a stock, a card of its hand (SPEED-15).

    That card is the chosen one, else the first from the left. So each turn leaves every seat one card fewer.
    """
    draft.set("choosing", False)
    for seat, centre in enumerate(rules.centres):
        held = [slot for slot in rules.hands[seat] if draft.zones[slot]]
        chosen = draft.text(rules.laid[seat])
        draft.set(rules.laid[seat], "")
        if draft.zones[rules.stocks[seat]]:
            _turn_onto(rules, draft, rules.stocks[seat], centre)
        elif held:
            slot = chosen if chosen in held else held[0]
            _turn_onto(rules, draft, slot, centre)
            if draft.text(rules.armed[seat]).startswith(slot):
                draft.set(rules.armed[seat], "")


def _is_dead_end(rules: SpeedRules, draft: Draft) -> bool:
    """Return whether no card of any hand fits any card in the centre, so that recycling cannot help (SPEED-10)."""
    hands = [draft.zones[slot][0] for slots in rules.hands for slot in slots if draft.zones[slot]]
    lying = [card for pile in rules.centres for card in draft.zones[pile]]
    return not any(card in rules.fits[below] for card in hands for below in lying)


def _recycle(rules: SpeedRules, draft: Draft, chance: Chance) -> None:
    """Make new reserves of the centre piles, or of all their cards but the tops (SPEED-9)."""
    keep = rules.options.recycle == "keep_tops" and any(len(draft.zones[pile]) > 1 for pile in rules.centres)
    first = rules.reserves[0]
    for pile in rules.centres:
        kept = draft.zones[pile][-1:]
        draft.gather(pile, first)
        if keep and kept:
            draft.move(kept[0], first, pile)
            draft.turn_top(pile)
    draft.shuffle(first, chance.order([card[1:] for card in draft.zones[first]], "shuffle", draft.shuffles))
    cards = len(draft.zones[first])
    for place, reserve in enumerate(rules.reserves[1:], start=1):
        for _ in range((cards + rules.seats - 1 - place) // rules.seats):
            draft.move_top(first, reserve)


def _turn_stocks(rules: SpeedRules, draft: Draft) -> None:
    """Turn each stock's top onto its own centre pile; without stocks, fewest cards win, equal is void (SPEED-10)."""
    stocks = [seat for seat in range(rules.seats) if draft.zones[rules.stocks[seat]]]
    if not stocks:
        draft.say(-1, "dead_end")
        give_deal(rules, draft, fewest(rules, draft, rules.all_seats))
        return
    for seat in stocks:
        _turn_onto(rules, draft, rules.stocks[seat], rules.centres[seat])
