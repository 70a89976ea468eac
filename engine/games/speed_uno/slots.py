"""Slots of a hand: by colour and then value; identical cards share a slot; an emptied slot stays empty for a moment.

``gaps.N`` are the indices of emptied slots, counted from 0 among all slots of the hand, gaps included, as text with
spaces; ``gap_end.N`` is when they close, or the last ones did (play clock, ns). ``scroll.N`` is the index of the slot
under CARD1.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.game import MS
from engine.games.speed_uno.cards import by_face
from engine.games.speed_uno.rules import SpeedUnoRules
from engine.panel import CARDS
from engine.table import Draft, Table

GAP_NS: Final = 500 * MS
"""How long an emptied slot stays empty, so that no card slides under a finger."""
PAGE: Final = len(CARDS)
"""The slots that the panel shows at once."""

Slots = list[tuple[str, ...]]
"""The cards of each slot, of one face, in the hand's order; () for a gap."""


def slots(rules: SpeedUnoRules, table: Table | Draft, seat: int) -> Slots:
    """Return the seat's slots in order."""
    hand = table.zones[rules.hands[seat]]
    found = list(by_face(sorted(hand, key=rules.slot_of.__getitem__), rules.face).values())
    for place in map(int, table.text(rules.gaps[seat]).split()):
        found.insert(place, ())
    return found


def pages(found: Slots) -> int:
    """Return the number of pages of five slots, at least 1."""
    return max(1, -(-len(found) // PAGE))


def first_shown(rules: SpeedUnoRules, table: Table | Draft, seat: int, found: Slots) -> int:
    """Return the index of the slot under CARD1."""
    return min(table.number(rules.scroll[seat]), (pages(found) - 1) * PAGE)


def reset(rules: SpeedUnoRules, draft: Draft, seat: int) -> None:
    """Reset for a new hand: no gaps, and the first slots under the buttons."""
    draft.set(rules.gaps[seat], "")
    draft.set(rules.gap_end[seat], 0)
    draft.set(rules.scroll[seat], 0)


def leave_gap(rules: SpeedUnoRules, draft: Draft, seat: int, cards: Sequence[str], now: int) -> None:
    """Record a gap, before these identical cards go, if another card would otherwise slide under a finger.

    No gap is needed if some cards of the slot stay, if it is behind the five shown slots, or if it is the last slot,
    unless that is alone under the buttons.
    """
    slot_of = rules.slot_of
    mine = slot_of[cards[0]]
    before: set[int] = set()
    alike, is_last = 0, True
    for card in draft.zones[rules.hands[seat]]:
        slot = slot_of[card]
        if slot < mine:
            before.add(slot)
        elif slot > mine:
            is_last = False
        else:
            alike += 1
    if alike > len(cards):
        return
    scalars = draft.scalars
    place = len(before)
    if gaps := scalars[rules.gaps[seat]]:
        draft.set(rules.gaps[seat], _with(gaps, place))
    else:
        first = scalars[rules.scroll[seat]]
        if place >= first + PAGE or (is_last and place != first):
            return
        draft.set(rules.gaps[seat], str(place))
    draft.set(rules.gap_end[seat], now + GAP_NS)


@lru_cache(2048)  # a few arguments recur in bulk play
def _with(before: str, place: int) -> str:
    """Return the gap indices with a new one; ``place`` is an index among the non-empty slots."""
    gaps = [int(gap) for gap in before.split()]
    for gap in gaps:  # in rising order
        if gap <= place:
            place += 1
    return " ".join(map(str, sorted((*gaps, place))))


def close_gaps(rules: SpeedUnoRules, draft: Draft, seat: int) -> None:
    """Close the gaps, and show the last five slots if the shown ones no longer exist."""
    draft.set(rules.gaps[seat], "")
    if draft.scalars[rules.scroll[seat]]:
        draft.set(rules.scroll[seat], first_shown(rules, draft, seat, slots(rules, draft, seat)))
