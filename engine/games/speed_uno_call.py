"""The call and the catch (UNO-10).

``called.N``: the seat has called and need not call again. ``exposed.N``: it has one card and has not called; it may be
caught at least until that time (play clock, ns; 0 if it may not). ``fades.N``: since then somebody has played or drawn,
so the exposure ends at that time.
"""

from typing import TYPE_CHECKING

from engine.game import MS
from engine.table import Draft, Table

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.speed_uno import SpeedUno

CALL_FROM = 2
"""The greatest number of cards with which a call counts."""
CATCH_NS = 700 * MS
"""The least time for a catch after a seat is exposed."""
FINE = 5


def reset(game: "SpeedUno", draft: Draft, seat: int) -> None:
    """Clear the seat's call and exposure."""
    draft.set(game.called[seat], False)
    draft.set(game.exposed[seat], 0)
    draft.set(game.fades[seat], False)


def may_call(game: "SpeedUno", table: Table, seat: int) -> bool:
    """Return whether a call of the seat would count."""
    return len(table.zones[game.hands[seat]]) <= CALL_FROM and not table.scalars[game.called[seat]]


def may_catch(game: "SpeedUno", table: Table, seat: int, target: int) -> bool:
    """Return whether the target is another seat that may be caught."""
    return target in game.all_seats and target != seat and table.scalars[game.exposed[target]] > 0


def say_uno(game: "SpeedUno", draft: Draft, seat: int) -> None:
    """Record the seat's call."""
    draft.say(seat, "uno")
    reset(game, draft, seat)
    draft.set(game.called[seat], True)


def catch(game: "SpeedUno", draft: Draft, seat: int, target: int) -> None:
    """Catch the target, which draws five cards in the same instant."""
    draft.say(seat, "catch")
    draft.foul(target, "uno")
    reset(game, draft, target)
    draft.set("fined", target)
    draft.set("fine", FINE)


def landed(game: "SpeedUno", draft: Draft, seat: int, now: int) -> None:
    """Update the call after the hand has changed: one card requires a call, three or more cancel it."""
    cards = len(draft.zones[game.hands[seat]])
    if cards > CALL_FROM:
        if draft.scalars[game.called[seat]]:
            draft.change(game.called[seat], False)
    elif cards == 1 and not draft.scalars[game.called[seat]]:
        draft.set(game.exposed[seat], now + CATCH_NS)
        draft.set(game.fades[seat], False)


def something_happened(game: "SpeedUno", draft: Draft, now: int) -> None:
    """After a play or a draw, end all exposures, or limit them to their remaining time."""
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
    """End the seat's exposure."""
    draft.set(game.exposed[seat], 0)
    draft.set(game.fades[seat], False)


def count_from(game: "SpeedUno", draft: Draft, now: int) -> None:
    """Restart the time of every exposure, since nobody could be caught before a colour was named (UNO-4)."""
    for key in game.exposed:
        if draft.scalars[key]:
            draft.set(key, now + CATCH_NS)
