"""Speed for three or four: the deal, the seats that are out, and the end of a deal (options of Speed, ``seats``).

A seat without cards is out, and the others continue until one is left; the first seat out has won the deal. Scalar
``place.N``: the seat's place once it is out, else 0.
"""

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.exclusions import MANY, Exclusion
from engine.table import Draft, Table

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.speed import Speed

EXCLUSIONS: Final = (
    Exclusion("seats", MANY, "deal", ("20+5+1", "15+10+1"), "what three or four are dealt is fixed"),
)
"""All other combinations are valid."""


class Dealing(NamedTuple):
    """The sizes of a deal: packs, the cards of a reserve pile, and the single cards in each place in the middle."""

    packs: int
    reserve: int
    singles: int


DEALINGS: Final = {3: Dealing(1, 5, 1), 4: Dealing(2, 5, 0)}
"""By the number of seats. Cards that cannot be shared out evenly are put under the first reserve pile."""


def reset(game: "Speed", draft: Draft) -> None:
    """Mark all seats as in."""
    for seat in game.all_seats:
        draft.set(f"place.{seat}", 0)


def is_out(table: Table | Draft, seat: int) -> bool:
    """Return whether the seat has no card left."""
    return table.number(f"place.{seat}") > 0


def note_places(game: "Speed", draft: Draft) -> bool:
    """Set the place of each seat that has just run out of cards; return whether the deal is over.

    Two seats first at the same instant make it void (SPEED-11). After the first, places have no effect.
    """
    place = 1 + sum(is_out(draft, seat) for seat in game.all_seats)
    bare = [seat for seat in game.all_seats if not is_out(draft, seat) and not game.cards_left(draft, seat)]
    if not bare:
        return False
    for seat in bare:
        draft.set(f"place.{seat}", place)
    if place == 1 and len(bare) > 1:
        game.give_deal(draft, None)
    elif place + len(bare) > game.seats - 1:
        game.give_deal(draft, first_out(game, draft))
    else:
        return False
    return True


def first_out(game: "Speed", table: Table | Draft) -> int | None:
    """Return the only seat that was first out of cards; None if there is none yet, or if two were at once."""
    first = [seat for seat in game.all_seats if table.number(f"place.{seat}") == 1]
    return first[0] if len(first) == 1 else None
