"""Questions about a table of Spit that several modules ask. Pure functions of the rules and a table or a draft."""

from collections.abc import Mapping

from engine.games.spit.rules import MARKER, SpitRules
from engine.race import NOTHING, Taken
from engine.table import Draft, Table, Zone

# Piles


def is_ghost(table: Table | Draft, pile: str) -> bool:
    """Return whether that centre zone holds the ghost (SPIT-24)."""
    return table.zones[pile] == (MARKER,)


def spit_piles(rules: SpitRules, table: Table | Draft) -> list[str]:
    """Return the spit piles that were started, without a ghost (SPIT-24)."""
    zones = table.zones
    if not rules.markers:
        return [pile for pile in rules.centres if zones[pile]]
    return [pile for pile in rules.centres if zones[pile] and not is_ghost(table, pile)]


def accepted(rules: SpitRules, zones: Mapping[str, Zone]) -> Taken:
    """Return the cards that fit on at least one of the spit piles (SPIT-3)."""
    found = NOTHING
    for pile in rules.centres:
        if zones[pile]:
            found |= rules.fits[zones[pile][-1]]
    return found


# A seat's cards


def stock_left(rules: SpitRules, table: Table | Draft, seat: int) -> int:
    """Return the number of cards in a seat's stock piles."""
    return sum(len(table.zones[stock]) for stock in rules.stocks[seat])


def cards_left(rules: SpitRules, table: Table | Draft, seat: int) -> int:
    """Return the number of a seat's own cards: its stock and its spit cards."""
    return stock_left(rules, table, seat) + len(table.zones[rules.spits[seat]])


def is_out(table: Table | Draft, seat: int) -> bool:
    """Return whether the seat has run out of stock cards and sits out, with more than two seats (SPIT-28)."""
    return table.number(f"place.{seat}") > 0
