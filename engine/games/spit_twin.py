"""Both spit piles taken away in the middle of a deal: two tops of one rank, called by the first shout (SPIT-21).

Between that and the spit that follows no pile lies in the middle, so a second call is beaten and has its margin.
"""

from typing import TYPE_CHECKING

from engine.game import MS
from engine.games import spit_running
from engine.table import Draft, Table

if TYPE_CHECKING:  # the game asks this module, and this module asks the game back
    from engine.games.spit import Spit


def is_twin(game: "Spit", table: Table | Draft) -> bool:
    """True if the tops of both spit piles have the same rank, and calling it is played."""
    if not game.twins:
        return False
    left, right = (table.zones[pile] for pile in game.centres)
    return bool(left and right) and left[-1][0] == right[-1][0]


def call(game: "Spit", draft: Draft, seat: int, now: int) -> None:
    """The first call makes the other take both piles."""
    draft.say(seat, game.shout)
    (other,) = game.others(seat)
    take_both(game, draft, other, now)


def take_both(game: "Spit", draft: Draft, seat: int, now: int) -> None:
    """Both piles go under the seat's spit cards; both seats spit anew ``turn_ms`` later. Cards in hand stay there."""
    for pile in game.centres:
        draft.gather(pile, game.spits[seat])
    draft.set("spit_on", "")
    spit_running.forget(game, draft)
    game.lapse(draft)
    turn_ms = game.options["turn_ms"]
    assert isinstance(turn_ms, int)
    draft.set("turn_at", now + turn_ms * MS)
