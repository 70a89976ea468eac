"""Which seats can still act in Spit (SPIT-7).

Invariant: a stock pile is some face-down cards with face-up cards of one rank on top of them: a single card, or several
after ``stack_equals``. The test for being stuck relies on it.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from engine.cards import DOWN
from engine.games.spit.queries import accepted, is_out
from engine.games.spit.rules import SpitRules
from engine.games.spit.running import is_away
from engine.race import NOTHING
from engine.table import Draft, Table, Zone


def can_go_on(rules: SpitRules, draft: Draft | Table, seat: int) -> bool:
    """See ``Race.can_go_on`` and ``can_help_itself``.

    A seat whose card is about to land is not stuck (SPIT-27); a seat that is out waits for the next deal (SPIT-28). In
    the first edition of the rules such a seat counted as able to refill a space with the pile that it took.
    """
    if rules.travel_ns and is_away(draft, seat):
        return True
    if rules.is_many and rules.edition > 1 and is_out(draft, seat):
        return False
    zones = draft.zones
    piles = [zones[stock] for stock in rules.stocks[seat]]
    if rules.refills and zones[rules.spits[seat]] and _can_make_space(piles, rules.stacks):
        return True
    return can_help_itself(piles, accepted(rules, zones), rules.stacks)


def all_stuck(rules: SpitRules, draft: Draft | Table) -> bool:
    """See ``Race.all_stuck``: ``can_go_on`` of all seats in a single pass, since it runs after every play."""
    if rules.waits or rules.refills or rules.stacks:
        return not any(can_go_on(rules, draft, seat) for seat in rules.all_seats)
    # The cards that the two piles accept, as in Speed; inlined, since a call costs some 2 % of a command.
    zones, fits = draft.zones, rules.fits
    one, other = rules.centres
    pile = zones[one]
    on_one = fits[pile[-1]] if pile else NOTHING
    pile = zones[other]
    on_other = fits[pile[-1]] if pile else NOTHING
    for stocks in rules.stocks:
        has_space = hides_a_card = False
        for stock in stocks:
            cards = zones[stock]
            if not cards:
                has_space = True
                continue
            top = cards[-1]
            if top not in fits or top in on_one or top in on_other:  # face down, or playable
                return False
            if cards[0] not in fits:
                hides_a_card = True
        if has_space and hides_a_card:  # a move into the space uncovers it (SPIT-5)
            return False
    return True


def can_help_itself(piles: Sequence[Zone], taken: AbstractSet[str], stacks: bool) -> bool:
    """Return whether some sequence of own turns, moves and stacks leads to a turn or a play (SPIT-7).

    ``piles`` are the seat's own, ``taken`` the cards that some spit pile accepts now, ``stacks`` is the option
    ``stack_equals``. Mostly one look at the tops decides it: a face-down top can be turned, a fitting top can be
    played. Without either, only uncovering a card helps:

    - Cards can be shifted only into a space or, with ``stacks``, onto an equal top.
    - With a space, the face-up cards of any one pile, being of one rank, can all move there (the first, and the others
      stacked on it). Without a space but with two equal tops, one pile's face-up cards move onto the other's, which
      turns up a card there or, if nothing is under them, makes a space.
    - So if cards can be shifted at all, every card under face-up cards can be reached: any face-down card is enough. A
      face-up card under an equal helps only where it alone fits, by its colour.
    """
    for cards in piles:
        if cards:
            top = cards[-1]
            if top in taken or top[0] == DOWN:
                return True
    if not _can_make_space(piles, stacks):
        return False
    if any(cards and cards[0][0] == DOWN for cards in piles):
        return True
    return stacks and any(card in taken for cards in piles for card in cards)


def _can_make_space(piles: Sequence[Zone], stacks: bool) -> bool:
    """Return whether there is a space, or stacking makes one or uncovers a card (SPIT-7, SPIT-16).

    In the layout with refills every card of a stock pile is face up, so that a whole pile can be stacked away and a
    spit card turned up in its place.
    """
    return not all(piles) or (stacks and _has_equal_tops(piles))


def _has_equal_tops(piles: Sequence[Zone]) -> bool:
    tops = [cards[-1][0] for cards in piles if cards]
    return len(set(tops)) < len(tops)
