"""Twins: two tops of one rank in the middle of a deal; the first shout makes the other seat take both piles (SPIT-21).

Until the next spit there are no piles in the middle, so a second call is beaten and has its margin.
"""

from typing import TYPE_CHECKING

from engine.game import MS
from engine.games import spit_running
from engine.table import Draft, Table

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.spit import Spit


def is_twin(game: "Spit", table: Table | Draft) -> bool:
    """Return whether the option is on and the tops of both spit piles have the same rank."""
    if not game.twins:
        return False
    left, right = (table.zones[pile] for pile in game.centres)
    return bool(left and right) and left[-1][0] == right[-1][0]


def call(game: "Spit", draft: Draft, seat: int, now: int) -> None:
    """Make the other seat take both piles, after the first call."""
    draft.say(seat, game.shout)
    (other,) = game.others(seat)
    take_both(game, draft, other, now)


def take_both(game: "Spit", draft: Draft, seat: int, now: int) -> None:
    """Put both piles under the seat's spit cards; both seats spit anew ``turn_ms`` later. Armed cards stay armed."""
    for pile in game.centres:
        draft.gather(pile, game.spits[seat])
    draft.set("spit_on", "")
    spit_running.forget(game, draft)
    game.lapse(draft)
    turn_ms = game.options["turn_ms"]
    assert isinstance(turn_ms, int)
    draft.set("turn_at", now + turn_ms * MS)
