"""Questions about a table of Speed Uno that several modules ask. Pure functions of the rules and a table or a draft."""

from collections.abc import Sequence

from engine.games.speed_uno.cards import WILD, points
from engine.games.speed_uno.rules import CALL_FROM, SpeedUnoRules
from engine.table import Draft, Table

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


# Views


def hidden_scalars(rules: SpeedUnoRules, table: Table, seat: int) -> dict[str, bool]:
    """Return the scalars that the seat may not know, with the value that it sees instead, while a hand is played.

    A bluff; with hidden hands also ``must_draw`` of another seat, until the draw shows it.
    """
    hidden = {"bluff": False}
    if rules.options.cards_seen != "open" and table.flag("exact") and table.number("turn") != seat:
        hidden["must_draw"] = table.number("owed") > 0
    return hidden
