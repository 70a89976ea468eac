"""Twins: two tops of one rank in the middle of a deal; the first shout makes the other seat take both piles (SPIT-21).

Until the next spit there are no piles in the middle, so a second call is beaten and has its margin.
"""

from engine.games.spit import running
from engine.games.spit.cancelling import lapse
from engine.games.spit.rules import SHOUT, SpitRules
from engine.table import Draft, Table


def is_twin(rules: SpitRules, table: Table | Draft) -> bool:
    """Return whether the option is on and the tops of both spit piles have the same rank."""
    if not rules.has_twins:
        return False
    left, right = (table.zones[pile] for pile in rules.centres)
    return bool(left and right) and left[-1][0] == right[-1][0]


def call(rules: SpitRules, draft: Draft, seat: int, now: int) -> None:
    """Make the other seat take both piles, after the first call."""
    draft.say(seat, SHOUT)
    (other,) = rules.others[seat]
    take_both(rules, draft, other, now)


def take_both(rules: SpitRules, draft: Draft, seat: int, now: int) -> None:
    """Put both piles under the seat's spit cards; both seats spit anew ``turn_ms`` later. Armed cards stay armed."""
    for pile in rules.centres:
        draft.gather(pile, rules.spits[seat])
    draft.set("spit_on", "")
    running.forget(rules, draft)
    lapse(rules, draft)
    draft.set("turn_at", now + rules.race.turn_ns)
