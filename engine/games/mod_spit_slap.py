"""The number slap of Mod-Spit (MOD-1 to MOD-3): its judgement and its consequences.

Scalars: ``right_until``, the time (play clock, ns) until which covered tops still make a slap right; ``wrong``, the
seat that slapped wrongly and waits for the other, -1 for none, -2 in the instant in which both slapped wrongly and the
lot must decide which was last; ``wrong_by``, the end of that wait or, after two wrong slaps, of the choice of a pile by
the seat ``choice``.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from engine.chance import Chance
from engine.game import MS
from engine.games.spit_claim import CLAIM_NS, NOBODY
from engine.games.spit_marker import is_ghost
from engine.games.spit_twin import take_both
from engine.panel import Command
from engine.table import Draft, Table

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.mod_spit import ModSpit


BOTH: Final = -2
"""Both seats slapped wrongly at one instant; the lot decides which was last."""


def is_right(game: "ModSpit", table: Table | Draft) -> bool:
    """Return whether the product of the two top ranks, modulo the modulus, satisfies the rule (MOD-1)."""
    if not _two_lie_there(game, table):
        return False
    zones, scalars = table.zones, table.scalars
    one, other = game.centres
    product: int = game.values[zones[one][-1]] * game.values[zones[other][-1]]
    return product % scalars["modulus"] in game.rules[scalars["rule"]]


def may_slap_number(game: "ModSpit", table: Table, seat: int) -> bool:
    """Return whether there are two piles (MOD-3) and the seat has not already slapped wrongly."""
    scalars = table.scalars
    if scalars["phase"] != "play" or scalars["choice"] != NOBODY or scalars["wrong"] == seat:
        return False
    return _two_lie_there(game, table)


def _two_lie_there(game: "ModSpit", table: Table | Draft) -> bool:
    zones = table.zones
    one, other = game.centres
    if not zones[one] or not zones[other]:
        return False
    return not (game.markers and (is_ghost(table, one) or is_ghost(table, other)))


def is_settling(table: Table | Draft) -> bool:
    """Return whether a wrong slap waits, or its seat chooses a pile: no plays meanwhile (MOD-2)."""
    scalars = table.scalars
    return bool(scalars["phase"] == "play" and scalars["wrong_by"])


def covered(game: "ModSpit", draft: Draft, now: int) -> None:
    """Note, before a card covers right tops, that they stay right for ``slap_grace_ms`` (MOD-2)."""
    if is_right(game, draft):
        draft.set("right_until", now + game.grace_ns)


def slap(game: "ModSpit", draft: Draft, seat: int, now: int) -> None:
    """Perform a number slap: if right, the other takes both piles; if wrong, wait for the other's slap (MOD-2)."""
    (other,) = game.others(seat)
    draft.say(seat, "number_slap")
    if is_right(game, draft) or now < draft.number("right_until"):
        _take(game, draft, other, now)
    elif draft.number("wrong") == NOBODY:
        draft.foul(seat, "wrong_number")
        draft.set("wrong", seat)
        draft.set("wrong_by", now + game.window_ns)
    else:  # both were wrong: the later seat chooses its pile
        draft.foul(seat, "wrong_number")
        if draft.number("wrong_by") == now + game.window_ns:
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


def choose(game: "ModSpit", draft: Draft, seat: int, pile: str, now: int) -> None:
    """After two wrong slaps, give the later seat its chosen pile, the other seat the other; both spit anew."""
    (other,) = game.others(seat)
    for name in game.centres:
        draft.gather(name, game.spits[seat if name == pile else other])
    _take(game, draft, seat, now)


def time_out(game: "ModSpit", draft: Draft, now: int) -> None:
    """Give a lone wrong slapper both piles; a seat without a choice the smaller, its own of equals (MOD-2)."""
    seat = draft.number("choice")
    if seat == NOBODY:
        _take(game, draft, draft.number("wrong"), now)
        return
    own = game.centres[seat]
    choose(game, draft, seat, min(game.centres, key=lambda pile: (len(draft.zones[pile]), pile != own)), now)


def forget(draft: Draft) -> None:
    """Clear the slap being settled and the grace for covered tops."""
    draft.set("right_until", 0)
    draft.set("wrong", NOBODY)
    draft.set("wrong_by", 0)


def _take(game: "ModSpit", draft: Draft, seat: int, now: int) -> None:
    """Put all spit piles under the seat's spit cards; both spit anew ``turn_ms`` later (MOD-3)."""
    forget(draft)
    draft.set("choice", NOBODY)
    take_both(game, draft, seat, now)


def window_ns(milliseconds: object) -> int:
    """Convert an option from ms to ns."""
    assert isinstance(milliseconds, int)
    return milliseconds * MS
