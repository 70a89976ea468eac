"""Which seats can still act in Spit (SPIT-7): the methods ``taken``, ``can_go_on`` and ``all_stuck`` of the game."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.games import spit_many, spit_wait
from engine.games.spit_piles import can_help_itself, can_make_space
from engine.race import NOTHING, Race, Taken
from engine.table import Draft, Table, Zone

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.spit import Spit


def taken(game: "Spit", zones: Mapping[str, Zone]) -> Taken:
    """Return the cards that fit on at least one of the spit piles (SPIT-3)."""
    found = NOTHING
    for pile in game.centres:
        if zones[pile]:
            found |= game.fits[zones[pile][-1]]
    return found


def can_go_on(game: "Spit", draft: Draft | Table, seat: int) -> bool:
    """See ``Race.can_go_on`` and ``can_help_itself``; a seat that is out waits for the next deal (SPIT-28).

    In the first edition of the rules such a seat counted as able to refill a space with the pile that it took.
    """
    if game.waits and spit_wait.is_under_way(game, draft, seat):
        return True
    if game.many and game.edition > 1 and spit_many.is_out(draft, seat):
        return False
    zones = draft.zones
    piles = [zones[stock] for stock in game.stocks[seat]]
    if game.refills and zones[game.spits[seat]] and can_make_space(piles, game.stacks):
        return True
    return can_help_itself(piles, taken(game, zones), game.stacks)


def all_stuck(game: "Spit", draft: Draft | Table) -> bool:
    """See ``Race.all_stuck``: ``can_go_on`` of all seats in a single pass, since it runs after every play."""
    if game.waits or game.refills or game.stacks:
        return Race.all_stuck(game, draft)
    # The cards that the two piles accept, as in Speed; inlined, since a call costs some 2 % of a command, by its
    # bytecodes.
    zones, fits = draft.zones, game.fits
    one, other = game.centres
    pile = zones[one]
    on_one = fits[pile[-1]] if pile else NOTHING
    pile = zones[other]
    on_other = fits[pile[-1]] if pile else NOTHING
    for stocks in game.stocks:
        has_space = False
        for stock in stocks:
            cards = zones[stock]
            if cards:
                top = cards[-1]
                if top not in fits or top in on_one or top in on_other:  # face down, or playable
                    return False
            else:
                has_space = True
        if has_space and _hides_a_card(game, zones, stocks):
            return False
    return True


def _hides_a_card(game: "Spit", zones: Mapping[str, Zone], stocks: Sequence[str]) -> bool:
    """Return whether one of these piles has a face-down card, which a move into a space uncovers (SPIT-5)."""
    for stock in stocks:
        cards = zones[stock]
        if cards and cards[0] not in game.fits:
            return True
    return False
