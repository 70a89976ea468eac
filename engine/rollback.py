"""Rollback: return to an earlier moment of a match, because the events since then are uncertain.

Where edges of a button were lost, the true order of presses is unknown: all decisions since then are void, and play
returns to the earlier table. The log keeps its lines; a ``void`` line marks them as not counting.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.state import BotState, State, Step


def state_before(past: Sequence[Step], t: int) -> State:
    """Return the state just before a log time, as far back as ``past`` reaches."""
    for step in reversed(past):
        if step.t < t:
            return step.after
    return past[0].before


def rolled_back(now: State, then: State, t: int, since: int) -> State:
    """Return the earlier state ``then`` (at log time ``since``), paused at ``t``.

    The play clock goes back as well. Held buttons are the present ones; bots plan anew, with unused plan numbers.
    """
    was = then.sit
    clock = (was.paused if was.paused >= 0 else since) - was.offset
    bots = tuple(BotState(number=bot.number) for bot in now.sit.bots)
    sit = replace(
        was,
        held=now.sit.held,
        chord=(-1,) * len(was.chord),
        offset=t - clock,
        paused=t,
        resume=-1,
        touched=t,
        nagged=False,
        bots=bots,
        judged_early=now.sit.judged_early,
        is_broken=now.sit.is_broken,
    )
    return State(then.table, then.since, sit)
