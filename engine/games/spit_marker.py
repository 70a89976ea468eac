"""The marker ``M1``, which is none of the cards: a ghost in the empty place, or lent to who lacks a spit card.

It rests in the zone ``marker``. As a ghost it lies in the empty centre zone (SPIT-24); lent, in ``seatN.marker``
(SPIT-25). Nothing can be played on it, and it counts as no card of anybody.
"""

from typing import TYPE_CHECKING, Final

from engine.table import Draft, Table

if TYPE_CHECKING:  # the game asks this module, and this module asks the game back
    from engine.games.spit import Spit

MARKER: Final = "M1"
REST: Final = "marker"


def lay(game: "Spit", draft: Draft, spitter: int) -> None:
    """After a seat spat alone onto the only pile, the marker goes where the other's would lie, or to the other."""
    if not game.markers or not draft.zones[REST] or len(game.spit_piles(draft)) != 1:
        return
    if game.options["ghost"]:
        (place,) = (pile for pile in game.centres if not draft.zones[pile])
        draft.move(MARKER, REST, place)
        return
    draft.move(MARKER, REST, game.markers[game.others(spitter)[0]])


def put_back(game: "Spit", draft: Draft) -> None:
    """The deal is over: whoever has the marker gives it back."""
    for zone in (*game.markers, *game.centres) if game.markers else ():
        if MARKER in draft.zones[zone]:
            draft.move(MARKER, zone, REST)


def is_ghost(table: Table | Draft, pile: str) -> bool:
    """True if that centre zone holds the ghost (SPIT-24)."""
    return table.zones[pile] == (MARKER,)


def borrower(game: "Spit", table: Table | Draft) -> int:
    """The seat that the marker is lent to (SPIT-25), or -1."""
    lent = [seat for seat, zone in enumerate(game.markers) if table.zones[zone]]
    return lent[0] if lent else -1


def is_slam(game: "Spit", table: Table | Draft) -> bool:
    """True while the borrower, out of stock, is to slam its marker before the other does (SPIT-25)."""
    finisher = table.number("finisher")
    return table.scalars["phase"] == "slap" and finisher != -1 and borrower(game, table) == finisher
