"""Who can still do something in Spit (SPIT-7): the methods ``taken``, ``can_go_on`` and ``all_stuck`` of the game."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from engine.games import spit_wait
from engine.games.spit_piles import can_help_itself, can_make_space
from engine.race import Race
from engine.table import Draft, Table, Zone

if TYPE_CHECKING:  # the game asks this module, and this module asks the game back
    from engine.games.spit import Spit


Taken = frozenset[str]
NOTHING: Final[Taken] = frozenset()


class Unions(dict[tuple[Taken, Taken], Taken]):
    """What goes on one pile or another, each union made when it is first asked for: there are few, and asked often."""

    def __missing__(self, pair: tuple[Taken, Taken]) -> Taken:
        union = self[pair] = pair[0] | pair[1]
        return union


def taken(game: "Spit", zones: Mapping[str, Zone]) -> Taken:
    """The cards that go on at least one of the spit piles (SPIT-3)."""
    found = NOTHING
    for cards in game.middle(zones):
        if cards:
            found = game.unions[found, game.fits[cards[-1]]]
    return found


def can_go_on(game: "Spit", draft: Draft | Table, seat: int) -> bool:
    """See ``Race.can_go_on`` and ``can_help_itself``."""
    if game.waits and spit_wait.is_under_way(game, draft, seat):
        return True
    zones = draft.zones
    piles = game.own_piles[seat](zones)
    if game.refills and zones[game.spits[seat]] and can_make_space(piles, game.stacks):
        return True
    return can_help_itself(piles, taken(game, zones), game.stacks)


def all_stuck(game: "Spit", draft: Draft | Table) -> bool:
    """See ``Race.all_stuck``."""
    if game.waits or game.refills:
        return Race.all_stuck(game, draft)
    zones = draft.zones
    found = taken(game, zones)
    for own in game.own_piles:  # noqa: SIM110  # asked after every play, and twice as fast as all()
        if can_help_itself(own(zones), found, game.stacks):
            return False
    return True
