"""Questions about a table of Speed that several modules ask. Pure functions of the rules and a table or a draft."""

from collections.abc import Sequence

from engine.cards import is_joker
from engine.games.speed.rules import SpeedRules
from engine.panel import Command
from engine.race import NOTHING, Taken, is_shout_due
from engine.table import Draft, Table

# Piles


def fitting(rules: SpeedRules, table: Table | Draft, pile: str) -> Taken:
    """Return the cards that the pile accepts now (SPEED-4; options ``doubles``, ``jokers``, ``declared_joker``)."""
    cards = table.zones[pile]
    if not cards:
        return NOTHING
    top = cards[-1]
    if rules.declares and is_joker(top):
        return rules.fits[table.text(f"declared.{pile[-1]}") or top]
    return rules.fits[top]


def takers(rules: SpeedRules, table: Table | Draft, card: str) -> list[str]:
    """Return the piles that accept the card now, from the left."""
    return [pile for pile in rules.centres if card in fitting(rules, table, pile)]


# Hands and stocks


def first_gap(rules: SpeedRules, table: Table | Draft, seat: int) -> str:
    """Return the lowest empty slot of a hand, or ``""`` (SPEED-5)."""
    return next((slot for slot in rules.hands[seat] if not table.zones[slot]), "")


def drawing(rules: SpeedRules, table: Table, seat: int) -> Command | None:
    """Return the draw command, if the seat itself draws and has a gap and a card for it (SPEED-5)."""
    stock = rules.stocks[seat]
    if not rules.draws_by_hand or not table.zones[stock]:
        return None
    gap = first_gap(rules, table, seat)
    return Command("draw", source=stock, to=gap) if gap else None


def is_choice_due(rules: SpeedRules, table: Table | Draft) -> bool:
    """Return whether the choice of cards to lay is still to be opened: all are stuck, and a seat has no stock."""
    if not rules.from_stocks or not table.scalars["stuck"] or table.scalars["choosing"]:
        return False
    return any(not table.zones[rules.stocks[seat]] and cards_left(rules, table, seat) for seat in rules.all_seats)


def is_choosing(rules: SpeedRules, table: Table | Draft, seat: int) -> bool:
    """Return whether the seat's card buttons choose the card that it lays at the coming turn (SPEED-15)."""
    return rules.from_stocks and table.flag("choosing") and not table.zones[rules.stocks[seat]]


def may_lay(rules: SpeedRules, table: Table | Draft, seat: int) -> bool:
    """Return whether the seat may choose and has not yet; a choice stands until the turn (SPEED-15)."""
    return is_choosing(rules, table, seat) and not table.scalars[rules.laid[seat]]


def cards_left(rules: SpeedRules, table: Table | Draft, seat: int) -> int:
    """Return the number of cards in a seat's hand and stock."""
    zones = table.zones
    return len(zones[rules.stocks[seat]]) + sum(len(zones[slot]) for slot in rules.hands[seat])


def fewest(rules: SpeedRules, table: Table | Draft, among: Sequence[int]) -> int | None:
    """Return the first of these seats to go out, else the seat with the fewest cards; None for a tie."""
    if rules.is_many and (first := first_out(rules, table)) in among:
        return first
    left = [cards_left(rules, table, seat) for seat in among]
    return among[left.index(min(left))] if left.count(min(left)) == 1 else None


# Seats that are out, with three or four


def is_out(table: Table | Draft, seat: int) -> bool:
    """Return whether the seat has no card left."""
    return table.number(f"place.{seat}") > 0


def first_out(rules: SpeedRules, table: Table | Draft) -> int | None:
    """Return the only seat that was first out of cards; None if there is none yet, or if two were at once."""
    first = [seat for seat in rules.all_seats if table.number(f"place.{seat}") == 1]
    return first[0] if len(first) == 1 else None


# Shouts and slaps


def may_slap(rules: SpeedRules, table: Table) -> bool:
    """Return whether a slap counts: a seat has just played its last card (SPEED-16)."""
    return rules.slaps and table.phase == "slap"


def has_action(rules: SpeedRules, table: Table, seat: int) -> bool:
    """Return whether ACTION is more than a slap without cause: a slap, a draw, or a shout that counts or has counted.

    Only where this is false, and was in the moments before, such a slap is a miss (GEN-3, SPEED-16).
    """
    if table.phase != "play":
        return may_slap(rules, table)
    return table.flag("stuck") or drawing(rules, table, seat) is not None or may_shout(rules, table, seat)


def callers(rules: SpeedRules, table: Table | Draft) -> Sequence[int]:
    """Return the seats that still have cards: they all must shout before cards turn (SPEED-7)."""
    return [seat for seat in rules.all_seats if not is_out(table, seat)] if rules.is_many else rules.all_seats


def may_shout(rules: SpeedRules, table: Table, seat: int) -> bool:
    """Return whether a shout of the seat counts.

    As in every race; with ``consent_flip`` also a seat that could play, or that no turn helps (SPEED-7).
    """
    if rules.is_many and is_out(table, seat):
        return False
    if not rules.consents:
        return is_shout_due(rules.race, table, seat)
    is_turning = table.flag("stuck") and table.number("turn_at") > 0
    return table.phase == "play" and not table.flag(rules.race.said[seat]) and not is_turning
