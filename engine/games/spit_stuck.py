"""Who can still do something in Spit (SPIT-7): the methods ``takes``, ``can_go_on`` and ``all_stuck`` of the game."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.games import spit_wait
from engine.games.spit_piles import can_help_itself, can_make_space
from engine.race import Race
from engine.table import Draft, Table, Zone

if TYPE_CHECKING:  # the game asks this module, and this module asks the game back
    from engine.games.spit import Spit


def takes(game: "Spit", zones: Mapping[str, Zone]) -> list[frozenset[str]]:
    """What goes on each of the spit piles that were started (SPIT-3)."""
    fits, taken = game.fits, []
    for cards in game.middle(zones):
        if cards:
            taken.append(fits[cards[-1]])  # noqa: PERF401  # asked after every play, and quicker so
    return taken


def can_go_on(game: "Spit", draft: Draft | Table, seat: int) -> bool:
    """See ``Race.can_go_on`` and ``can_help_itself``."""
    if game.waits and spit_wait.is_under_way(game, draft, seat):
        return True
    zones = draft.zones
    piles = game.own_piles[seat](zones)
    if game.refills and zones[game.spits[seat]] and can_make_space(piles, game.stacks):
        return True
    return can_help_itself(piles, takes(game, zones), game.stacks)


def all_stuck(game: "Spit", draft: Draft | Table) -> bool:
    """See ``Race.all_stuck``."""
    if game.waits or game.refills:
        return Race.all_stuck(game, draft)
    zones = draft.zones
    taken = takes(game, zones)
    for own in game.own_piles:  # noqa: SIM110  # as in ``takes``
        if can_help_itself(own(zones), taken, game.stacks):
            return False
    return True
