"""The number slap of Mod-Spit (MOD-1 to MOD-3): what is right, what a right and a wrong one bring.

Scalars: ``right_until``, the moment (play clock, ns) until which tops that are covered still make a slap right;
``wrong``, the seat that slapped wrongly and waits for the other, -1 for none, -2 in the instant in which both did and
it is yet to be drawn who was last; ``wrong_by``, when that wait ends or, once both were wrong, the choice of a pile,
which is then the seat ``choice``'s.
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

if TYPE_CHECKING:  # the game asks this module, and this module asks the game back
    from engine.games.mod_spit import ModSpit


BOTH: Final = -2
"""Both slapped wrongly at one instant: who was last is drawn."""


def is_right(game: "ModSpit", table: Table | Draft) -> bool:
    """MOD-1: the product of the two top ranks, modulo the modulus, satisfies the rule."""
    if not _two_lie_there(game, table):
        return False
    zones, scalars = table.zones, table.scalars
    one, other = game.centres
    product: int = game.values[zones[one][-1]] * game.values[zones[other][-1]]
    return product % scalars["modulus"] in game.rules[scalars["rule"]]


def may_slap_number(game: "ModSpit", table: Table, seat: int) -> bool:
    """True while two piles lie there (MOD-3), and the seat has not slapped wrongly already."""
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
    """True while a wrong slap waits, or its maker chooses a pile: nothing is played meanwhile (MOD-2)."""
    scalars = table.scalars
    return bool(scalars["phase"] == "play" and scalars["wrong_by"])


def covered(game: "ModSpit", draft: Draft, now: int) -> None:
    """MOD-2: a card is about to cover tops that are right; they go on being right for ``slap_grace_ms``."""
    if is_right(game, draft):
        draft.set("right_until", now + game.grace_ns)


def slap(game: "ModSpit", draft: Draft, seat: int, now: int) -> None:
    """A number slap: right, and the other takes both piles; wrong, and the other's is waited for (MOD-2)."""
    (other,) = game.others(seat)
    draft.say(seat, "number_slap")
    if is_right(game, draft) or now < draft.number("right_until"):
        _take(game, draft, other, now)
    elif draft.number("wrong") == NOBODY:
        draft.foul(seat, "wrong_number")
        draft.set("wrong", seat)
        draft.set("wrong_by", now + game.window_ns)
    else:  # both were wrong: who slapped last chooses the pile that it takes
        draft.foul(seat, "wrong_number")
        if draft.number("wrong_by") == now + game.window_ns:
            draft.set("wrong", BOTH)
        else:
            draft.set("choice", seat)
        draft.set("wrong_by", now + CLAIM_NS)


def draw_the_last(draft: Draft, chance: Chance, now: int) -> None:
    """Of two wrong slaps at one instant, one is drawn to have been the last (MOD-2, GEN-1)."""
    last = chance.below(2, "both_wrong", draft.number("deal"), now)
    draft.set("wrong", 1 - last)
    draft.set("choice", last)


def is_tie(after: Table, commands: Iterable[Command]) -> bool:
    """True for number slaps in a dead heat of which the first, standing alone, turned out wrong."""
    return after.number("wrong") != NOBODY and all(command.do == "number_slap" for command in commands)


def choose(game: "ModSpit", draft: Draft, seat: int, pile: str, now: int) -> None:
    """Both slapped wrongly: the later one takes the pile of its choice, the other the other one; both spit anew."""
    (other,) = game.others(seat)
    for name in game.centres:
        draft.gather(name, game.spits[seat if name == pile else other])
    _take(game, draft, seat, now)


def time_out(game: "ModSpit", draft: Draft, now: int) -> None:
    """A lone wrong slapper takes both piles; who does not choose gets the smaller one, its own of equals (MOD-2)."""
    seat = draft.number("choice")
    if seat == NOBODY:
        _take(game, draft, draft.number("wrong"), now)
        return
    own = game.centres[seat]
    choose(game, draft, seat, min(game.centres, key=lambda pile: (len(draft.zones[pile]), pile != own)), now)


def forget(draft: Draft) -> None:
    """No slap is being settled, and no covered tops count any more."""
    draft.set("right_until", 0)
    draft.set("wrong", NOBODY)
    draft.set("wrong_by", 0)


def _take(game: "ModSpit", draft: Draft, seat: int, now: int) -> None:
    """MOD-3: whatever lies there goes under the seat's spit cards; both spit anew ``turn_ms`` later."""
    forget(draft)
    draft.set("choice", NOBODY)
    take_both(game, draft, seat, now)


def window_ns(milliseconds: object) -> int:
    """An option in ms as ns."""
    assert isinstance(milliseconds, int)
    return milliseconds * MS
