"""The call and the catch (UNO-10).

``called.N``: the seat has called, and need not any more. ``exposed.N``: it has one card and has not called, and may be
caught at least until that moment (play clock, ns; 0 if it may not); ``fades.N``: since then somebody has played or
drawn, so that it is over at that moment.
"""

from typing import TYPE_CHECKING

from engine.game import MS
from engine.table import Draft, Table

if TYPE_CHECKING:  # the game asks this module, and this module asks the game back
    from engine.games.speed_uno import SpeedUno

CALL_FROM = 2
"""A call counts from so many cards on."""
CATCH_NS = 700 * MS
"""For so long at least, a catch counts."""
FINE = 5


def reset(game: "SpeedUno", draft: Draft, seat: int) -> None:
    """Nothing called, nothing to catch."""
    draft.set(game.called[seat], False)
    draft.set(game.exposed[seat], 0)
    draft.set(game.fades[seat], False)


def may_call(game: "SpeedUno", table: Table, seat: int) -> bool:
    """True if a call of the seat would count."""
    return len(table.zones[game.hands[seat]]) <= CALL_FROM and not table.scalars[game.called[seat]]


def may_catch(game: "SpeedUno", table: Table, seat: int, target: int) -> bool:
    """True if the target is another seat that may be caught."""
    return target in game.all_seats and target != seat and table.scalars[game.exposed[target]] > 0


def say_uno(game: "SpeedUno", draft: Draft, seat: int) -> None:
    """The call."""
    draft.say(seat, "uno")
    reset(game, draft, seat)
    draft.set(game.called[seat], True)


def catch(game: "SpeedUno", draft: Draft, seat: int, target: int) -> None:
    """The target will draw five cards, in this same instant."""
    draft.say(seat, "catch")
    draft.foul(target, "uno")
    reset(game, draft, target)
    draft.set("fined", target)
    draft.set("fine", FINE)


def landed(game: "SpeedUno", draft: Draft, seat: int, now: int) -> None:
    """The hand has changed: with one card a seat must have called, with three or more a call lapses."""
    cards = len(draft.zones[game.hands[seat]])
    if cards > CALL_FROM:
        if draft.scalars[game.called[seat]]:
            draft.change(game.called[seat], False)
    elif cards == 1 and not draft.scalars[game.called[seat]]:
        draft.set(game.exposed[seat], now + CATCH_NS)
        draft.set(game.fades[seat], False)


def something_happened(game: "SpeedUno", draft: Draft, now: int) -> None:
    """A play or a draw: who could be caught before it can so no longer, or only for what is left of the time."""
    scalars = draft.scalars
    for exposed in game.exposed:
        if scalars[exposed]:
            _let_fade(game, draft, game.exposed.index(exposed), now)


def _let_fade(game: "SpeedUno", draft: Draft, seat: int, now: int) -> None:
    if draft.scalars[game.exposed[seat]] > now:
        draft.set(game.fades[seat], True)
    else:
        end_exposure(game, draft, seat)


def end_exposure(game: "SpeedUno", draft: Draft, seat: int) -> None:
    """The time is over in which a catch counted."""
    draft.set(game.exposed[seat], 0)
    draft.set(game.fades[seat], False)


def count_from(game: "SpeedUno", draft: Draft, now: int) -> None:
    """A colour has been named, and only now can anybody be caught: the time counts from here (UNO-4)."""
    for key in game.exposed:
        if draft.scalars[key]:
            draft.set(key, now + CATCH_NS)
