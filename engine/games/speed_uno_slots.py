"""Slots of a hand: by colour and then value; identical cards share a slot; an emptied slot stays empty for a moment.

``gaps.N`` are the indices of emptied slots, counted from 0 among all slots of the hand, gaps included, as text with
spaces; ``gap_end.N`` is when they close, or the last ones did (play clock, ns). ``scroll.N`` is the index of the slot
under CARD1.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.game import MS
from engine.games.speed_uno_legal import legal
from engine.panel import CARDS
from engine.shown import Row, unseen_row
from engine.table import Draft, Table

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.speed_uno import SpeedUno

GAP_NS = 500 * MS
"""How long an emptied slot stays empty, so that no card slides under a finger."""
PAGE = len(CARDS)

Slots = list[tuple[str, ...]]
"""The cards of each slot, of one face, in the hand's order; () for a gap."""


def slots(game: "SpeedUno", table: Table | Draft, seat: int) -> Slots:
    """Return the seat's slots in order."""
    hand = table.zones[game.hands[seat]]
    found = list(game.by_face(sorted(hand, key=game.slot_of.__getitem__)).values())
    for place in map(int, table.text(game.gaps[seat]).split()):
        found.insert(place, ())
    return found


def row(game: "SpeedUno", table: Table, seat: int) -> Row:
    """Return the row of the seat's slots, as far as a screen may show them."""
    if unseen := unseen_row(table.zones[game.hands[seat]]):
        return unseen
    found = slots(game, table, seat)
    may = {command.card for command in legal(game, table, seat) if command.do == "play"}
    lit = tuple(place for place, cards in enumerate(found) if not may.isdisjoint(cards))
    return Row(tuple(found), first_shown(game, table, seat, found), lit)


def pages(found: Slots) -> int:
    """Return the number of pages of five slots, at least 1."""
    return max(1, -(-len(found) // PAGE))


def first_shown(game: "SpeedUno", table: Table | Draft, seat: int, found: Slots) -> int:
    """Return the index of the slot under CARD1."""
    return min(table.number(game.scroll[seat]), (pages(found) - 1) * PAGE)


def reset(game: "SpeedUno", draft: Draft, seat: int) -> None:
    """Reset for a new hand: no gaps, and the first slots under the buttons."""
    draft.set(game.gaps[seat], "")
    draft.set(game.gap_end[seat], 0)
    draft.set(game.scroll[seat], 0)


def leave_gap(game: "SpeedUno", draft: Draft, seat: int, cards: Sequence[str], now: int) -> None:
    """Record a gap, before these identical cards go, if another card would otherwise slide under a finger.

    No gap is needed if some cards of the slot stay, if it is behind the five shown slots, or if it is the last slot,
    unless that is alone under the buttons.
    """
    slot_of = game.slot_of
    mine = slot_of[cards[0]]
    before: set[int] = set()
    alike, is_last = 0, True
    for card in draft.zones[game.hands[seat]]:
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
    if gaps := scalars[game.gaps[seat]]:
        draft.change(game.gaps[seat], _with(gaps, place))
    else:
        first = scalars[game.scroll[seat]]
        if place >= first + PAGE or (is_last and place != first):
            return
        draft.change(game.gaps[seat], str(place))
    draft.set(game.gap_end[seat], now + GAP_NS)


@lru_cache(2048)  # a few arguments recur in bulk play
def _with(before: str, place: int) -> str:
    """Return the gap indices with a new one; ``place`` is an index among the non-empty slots."""
    gaps = [int(gap) for gap in before.split()]
    for gap in gaps:  # in rising order
        if gap <= place:
            place += 1
    return " ".join(map(str, sorted((*gaps, place))))


def close_gaps(game: "SpeedUno", draft: Draft, seat: int) -> None:
    """Close the gaps, and show the last five slots if the shown ones no longer exist."""
    draft.change(game.gaps[seat], "")
    if draft.scalars[game.scroll[seat]]:
        draft.set(game.scroll[seat], first_shown(game, draft, seat, slots(game, draft, seat)))
