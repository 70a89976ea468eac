"""Dealing Speahx: the layout, and the scalars at the start of a deal (SPX-1)."""

from collections.abc import Mapping

from engine.chance import Chance
from engine.games.speah.rules import NOBODY, SpeahxRules
from engine.games.speah.window import reset_window
from engine.table import Draft, Zone


def layout(rules: SpeahxRules, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
    """Deal table cards and hand cards round; the rest is the stock. The last deal's loser deals (SPX-1)."""
    if draft.number("deal"):
        draft.set("dealer", draft.number("loser"))
    dealer = draft.number("dealer")
    cards = list(chance.order(rules.face_down, "deal", draft.number("deal") + 1))
    seats = (*rules.others[dealer], dealer)
    zones: dict[str, Zone] = {slot: () for slots in rules.tables for slot in slots}
    for round_ in range(len(rules.tables[0])):
        for seat in seats:
            zones[rules.tables[seat][round_]] = (cards.pop(),)
    zones |= dict.fromkeys((*rules.hands, *rules.chances), ())
    for _ in range(rules.hand_size):
        for seat in seats:
            zones[rules.hands[seat]] += (cards.pop(),)
    return {**zones, "stock": tuple(cards), "pile": (), "gone": ()}


def reset(rules: SpeahxRules, draft: Draft) -> None:
    """See ``Game.reset``."""
    for key in ("wants", "named", "left_suit"):
        draft.set(key, "")
    for key in ("won", "loser", "turn"):
        draft.set(key, NOBODY)
    draft.set("turn_ends", 0)
    draft.set("capped", False)
    for seat in rules.all_seats:
        draft.set(rules.places[seat], 0)
        reset_window(rules, draft, seat)
