"""The marker ``M1``, which is not a card: a ghost in the empty place, or lent to a seat without spit cards.

It rests in the zone ``marker``. As a ghost it is in the empty centre zone (SPIT-24); lent, in ``seatN.marker``
(SPIT-25). Nothing can be played on it, and it counts as no seat's card.
"""

from typing import Final

from engine.games.spit.queries import spit_piles
from engine.games.spit.rules import MARKER, NOBODY, SpitRules
from engine.table import Draft, Table

REST: Final = "marker"


def lay(rules: SpitRules, draft: Draft, spitter: int) -> None:
    """After a lone spit onto the only pile, put the marker in the empty place, or lend it to the other seat."""
    if not rules.markers or not draft.zones[REST] or len(spit_piles(rules, draft)) != 1:
        return
    if rules.options.ghost:
        (place,) = (pile for pile in rules.centres if not draft.zones[pile])
        draft.move(MARKER, REST, place)
        return
    draft.move(MARKER, REST, rules.markers[rules.others[spitter][0]])


def put_back(rules: SpitRules, draft: Draft) -> None:
    """Return the marker at the end of the deal."""
    for zone in (*rules.markers, *rules.centres) if rules.markers else ():
        if MARKER in draft.zones[zone]:
            draft.move(MARKER, zone, REST)


def borrower(rules: SpitRules, table: Table | Draft) -> int:
    """Return the seat that has borrowed the marker (SPIT-25), or NOBODY."""
    lent = [seat for seat, zone in enumerate(rules.markers) if table.zones[zone]]
    return lent[0] if lent else NOBODY


def is_slam(rules: SpitRules, table: Table | Draft) -> bool:
    """Return whether the borrower, out of stock, must slam its marker before the other seat does (SPIT-25)."""
    finisher = table.number("finisher")
    return table.scalars["phase"] == "slap" and finisher != NOBODY and borrower(rules, table) == finisher
