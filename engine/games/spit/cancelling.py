"""Cancelling whatever was under preparation when the table changes: shouts, armed cards, runs."""

from engine import race
from engine.games.spit import running
from engine.games.spit.queries import spit_piles
from engine.games.spit.rules import SpitRules
from engine.table import Draft


def lapse(rules: SpitRules, draft: Draft) -> None:
    """See ``Race.lapse``; while there is no spit pile, both spit anew in any case (SPIT-21)."""
    turn_at = draft.scalars["turn_at"]
    race.lapse(rules.race, draft)
    if turn_at and draft.scalars["phase"] == "play" and not spit_piles(rules, draft):
        draft.set("turn_at", turn_at)


def disarm(rules: SpitRules, draft: Draft, seat: int) -> None:
    """Disarm the seat's card and unmark its space."""
    for key in rules.in_hand[seat]:
        if draft.scalars[key]:
            draft.set(key, "")


def stop_play(rules: SpitRules, draft: Draft) -> None:
    """Cancel shouts, being stuck, the pile on which a seat spits alone (SPIT-8), and runs."""
    lapse(rules, draft)
    draft.set("stuck", False)
    draft.set("spit_on", "")
    running.forget(rules, draft)
