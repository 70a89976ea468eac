"""The number slap of Mod-Spit (MOD-1 to MOD-3): its judgement and its consequences.

Scalars: ``right_until``, the time (play clock, ns) until which covered tops still make a slap right; ``wrong``, the
seat that slapped wrongly and waits for the other, -1 for none, -2 in the instant in which both slapped wrongly and the
lot must decide which was last; ``wrong_by``, the end of that wait or, after two wrong slaps, of the choice of a pile by
the seat ``choice``.
"""

from collections.abc import Iterable
from typing import Final

from engine.chance import Chance
from engine.games.mod_spit.rules import ModSpitRules
from engine.games.spit.play import take_both
from engine.games.spit.rules import CLAIM_NS, NOBODY, is_ghost
from engine.panel import Command
from engine.table import Draft, Table

SLAP: Final = Command("number_slap")

BOTH: Final = -2
"""Both seats slapped wrongly at one instant; the lot decides which was last."""


def is_right(rules: ModSpitRules, table: Table | Draft) -> bool:
    """Return whether the product of the two top ranks, modulo the modulus, satisfies the rule (MOD-1)."""
    zones, scalars, spit = table.zones, table.scalars, rules.spit
    one, other = spit.centres
    one_pile, other_pile = zones[one], zones[other]
    if not one_pile or not other_pile or (spit.markers and not _two_lie_there(rules, table)):
        return False
    product: int = rules.values[one_pile[-1]] * rules.values[other_pile[-1]]
    return product % scalars["modulus"] in rules.residues[scalars["rule"]]


def may_slap(rules: ModSpitRules, table: Table, seat: int) -> bool:
    """Return whether there are two piles (MOD-3) and the seat has not already slapped wrongly."""
    scalars = table.scalars
    if scalars["phase"] != "play" or scalars["choice"] != NOBODY or scalars["wrong"] == seat:
        return False
    return _two_lie_there(rules, table)


def _two_lie_there(rules: ModSpitRules, table: Table | Draft) -> bool:
    zones = table.zones
    one, other = rules.spit.centres
    if not zones[one] or not zones[other]:
        return False
    return not (rules.spit.markers and (is_ghost(table, one) or is_ghost(table, other)))


def is_settling(table: Table | Draft) -> bool:
    """Return whether a wrong slap waits, or its seat chooses a pile: no plays meanwhile (MOD-2)."""
    scalars = table.scalars
    return bool(scalars["wrong_by"] and scalars["phase"] == "play")


def note_covered(rules: ModSpitRules, draft: Draft, now: int) -> None:
    """Note, before a card covers right tops, that they stay right for ``slap_grace_ms`` (MOD-2)."""
    if is_right(rules, draft):
        draft.set("right_until", now + rules.grace_ns)


def slap(rules: ModSpitRules, draft: Draft, seat: int, now: int) -> None:
    """Perform a number slap: if right, the other takes both piles; if wrong, wait for the other's slap (MOD-2)."""
    (other,) = rules.spit.others[seat]
    draft.say(seat, "number_slap")
    if is_right(rules, draft) or now < draft.number("right_until"):
        _take(rules, draft, other, now)
    elif draft.number("wrong") == NOBODY:
        draft.foul(seat, "wrong_number")
        draft.set("wrong", seat)
        draft.set("wrong_by", now + rules.window_ns)
    else:  # both were wrong: the later seat chooses its pile
        draft.foul(seat, "wrong_number")
        if draft.number("wrong_by") == now + rules.window_ns:
            draft.set("wrong", BOTH)
        else:
            draft.set("choice", seat)
        draft.set("wrong_by", now + CLAIM_NS)


def draw_the_last(draft: Draft, chance: Chance, now: int) -> None:
    """Draw which of two wrong slaps at one instant was the last (MOD-2, GEN-1)."""
    last = chance.below(2, "both_wrong", draft.number("deal"), now)
    draft.set("wrong", 1 - last)
    draft.set("choice", last)


def is_tie(after: Table, commands: Iterable[Command]) -> bool:
    """Return whether all commands of a dead heat are number slaps and the first, standing alone, was wrong."""
    return after.number("wrong") != NOBODY and all(command.do == "number_slap" for command in commands)


def choose(rules: ModSpitRules, draft: Draft, seat: int, pile: str, now: int) -> None:
    """After two wrong slaps, give the later seat its chosen pile, the other seat the other; both spit anew."""
    (other,) = rules.spit.others[seat]
    for name in rules.spit.centres:
        draft.gather(name, rules.spit.spits[seat if name == pile else other])
    _take(rules, draft, seat, now)


def time_out(rules: ModSpitRules, draft: Draft, now: int) -> None:
    """Give a lone wrong slapper both piles; a seat without a choice the smaller, its own of equals (MOD-2)."""
    seat = draft.number("choice")
    if seat == NOBODY:
        _take(rules, draft, draft.number("wrong"), now)
        return
    own = rules.spit.centres[seat]
    smaller = min(rules.spit.centres, key=lambda pile: (len(draft.zones[pile]), pile != own))
    choose(rules, draft, seat, smaller, now)


def forget(draft: Draft) -> None:
    """Clear the slap being settled and the grace for covered tops."""
    draft.set("right_until", 0)
    draft.set("wrong", NOBODY)
    draft.set("wrong_by", 0)


def _take(rules: ModSpitRules, draft: Draft, seat: int, now: int) -> None:
    """Put all spit piles under the seat's spit cards; both spit anew ``turn_ms`` later (MOD-3)."""
    forget(draft)
    draft.set("choice", NOBODY)
    take_both(rules.spit, draft, seat, now)
