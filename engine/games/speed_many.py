"""Speed for three or four: what is dealt, who is out, and how a deal ends (options of Speed, ``seats``).

Who has no card left is out, and the others play on until one is left; the first out has won the deal. Scalar
``place.N``: the seat's place once it is out, else 0.
"""

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.exclusions import MANY, Exclusion
from engine.table import Draft, Table

if TYPE_CHECKING:  # the game asks this module, and this module asks the game back
    from engine.games.speed import Speed

EXCLUSIONS: Final = (
    Exclusion("seats", MANY, "deal", ("20+5+1", "15+10+1"), "what three or four are dealt is fixed"),
)
"""Everything else may be combined."""


class Dealing(NamedTuple):
    """What is dealt: packs, the cards of a reserve pile, and the single cards in each place in the middle."""

    packs: int
    reserve: int
    singles: int


DEALINGS: Final = {3: Dealing(1, 5, 1), 4: Dealing(2, 5, 0)}
"""By the number of seats. What cannot be shared out evenly lies under the first reserve pile."""


def reset(game: "Speed", draft: Draft) -> None:
    """Nobody is out."""
    for seat in game.all_seats:
        draft.set(f"place.{seat}", 0)


def is_out(table: Table | Draft, seat: int) -> bool:
    """True for a seat that has no card left."""
    return table.number(f"place.{seat}") > 0


def note_places(game: "Speed", draft: Draft) -> bool:
    """Those who have just run out of cards have their place; True if the deal is over.

    Two who are first in the same instant: void (SPEED-11). Behind the first, places mean nothing.
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
    """The only seat that was first out of cards; None while nobody is, or if two were at once."""
    first = [seat for seat in game.all_seats if table.number(f"place.{seat}") == 1]
    return first[0] if len(first) == 1 else None
