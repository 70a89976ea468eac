"""The call and the catch (UNO-10).

``called.N``: the seat has called and need not call again. ``exposed.N``: it has one card and has not called; it may be
caught at least until that time (play clock, ns; 0 if it may not). ``fades.N``: since then somebody has played or drawn,
so the exposure ends at that time.
"""

from typing import Final

from engine.game import MS
from engine.games.speed_uno.rules import CALL_FROM, SpeedUnoRules
from engine.table import Draft

CATCH_NS: Final = 700 * MS
"""The least time for a catch after a seat is exposed."""
FINE: Final = 5
"""The cards that a caught seat draws."""


def reset(rules: SpeedUnoRules, draft: Draft, seat: int) -> None:
    """Clear the seat's call and exposure."""
    draft.set(rules.called[seat], False)
    draft.set(rules.exposed[seat], 0)
    draft.set(rules.fades[seat], False)


def call_uno(rules: SpeedUnoRules, draft: Draft, seat: int) -> None:
    """Record the seat's call."""
    draft.say(seat, "uno")
    reset(rules, draft, seat)
    draft.set(rules.called[seat], True)


def catch(rules: SpeedUnoRules, draft: Draft, seat: int, target: int) -> None:
    """Catch the target, which draws five cards in the same instant."""
    draft.say(seat, "catch")
    draft.foul(target, "uno")
    reset(rules, draft, target)
    draft.set("fined", target)
    draft.set("fine", FINE)


def hand_changed(rules: SpeedUnoRules, draft: Draft, seat: int, now: int) -> None:
    """Update the call after the hand has changed: one card requires a call, three or more cancel it."""
    cards = len(draft.zones[rules.hands[seat]])
    if cards > CALL_FROM:
        called = rules.called[seat]
        if draft.scalars[called]:
            draft.set(called, False)
    elif cards == 1 and not draft.scalars[rules.called[seat]]:
        draft.set(rules.exposed[seat], now + CATCH_NS)
        draft.set(rules.fades[seat], False)


def let_exposures_fade(rules: SpeedUnoRules, draft: Draft, now: int) -> None:
    """After a play or a draw, end all exposures, or limit them to their remaining time."""
    scalars = draft.scalars
    for exposed in rules.exposed:
        if scalars[exposed]:
            _let_fade(rules, draft, rules.exposed.index(exposed), now)


def _let_fade(rules: SpeedUnoRules, draft: Draft, seat: int, now: int) -> None:
    if draft.scalars[rules.exposed[seat]] > now:
        draft.set(rules.fades[seat], True)
    else:
        end_exposure(rules, draft, seat)


def end_exposure(rules: SpeedUnoRules, draft: Draft, seat: int) -> None:
    """End the seat's exposure."""
    draft.set(rules.exposed[seat], 0)
    draft.set(rules.fades[seat], False)


def restart_exposures(rules: SpeedUnoRules, draft: Draft, now: int) -> None:
    """Restart the time of every exposure, since nobody could be caught before a colour was named (UNO-4)."""
    for key in rules.exposed:
        if draft.scalars[key]:
            draft.set(key, now + CATCH_NS)
