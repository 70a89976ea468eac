"""The marker ``M1``, which is not a card: a ghost in the empty place, or lent to a seat without spit cards.

It rests in the zone ``marker``. As a ghost it is in the empty centre zone (SPIT-24); lent, in ``seatN.marker``
(SPIT-25). Nothing can be played on it, and it counts as no seat's card.
"""

from typing import TYPE_CHECKING, Final

from engine.table import Draft, Table

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.spit import Spit

MARKER: Final = "M1"
REST: Final = "marker"


def lay(game: "Spit", draft: Draft, spitter: int) -> None:
    """After a lone spit onto the only pile, put the marker in the empty place, or lend it to the other seat."""
    if not game.markers or not draft.zones[REST] or len(game.spit_piles(draft)) != 1:
        return
    if game.options["ghost"]:
        (place,) = (pile for pile in game.centres if not draft.zones[pile])
        draft.move(MARKER, REST, place)
        return
    draft.move(MARKER, REST, game.markers[game.others(spitter)[0]])


def put_back(game: "Spit", draft: Draft) -> None:
    """Return the marker at the end of the deal."""
    for zone in (*game.markers, *game.centres) if game.markers else ():
        if MARKER in draft.zones[zone]:
            draft.move(MARKER, zone, REST)


def is_ghost(table: Table | Draft, pile: str) -> bool:
    """Return whether that centre zone holds the ghost (SPIT-24)."""
    return table.zones[pile] == (MARKER,)


def borrower(game: "Spit", table: Table | Draft) -> int:
    """Return the seat that has borrowed the marker (SPIT-25), or -1."""
    lent = [seat for seat, zone in enumerate(game.markers) if table.zones[zone]]
    return lent[0] if lent else -1


def is_slam(game: "Spit", table: Table | Draft) -> bool:
    """Return whether the borrower, out of stock, must slam its marker before the other seat does (SPIT-25)."""
    finisher = table.number("finisher")
    return table.scalars["phase"] == "slap" and finisher != -1 and borrower(game, table) == finisher
