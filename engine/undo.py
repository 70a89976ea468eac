"""Going back to an earlier moment of a match, because what happened since cannot be known for certain.

Where edges of a button were lost, nobody can say who would have been first: what was decided since is void, and play
goes back to the table before. What stood in the log stays in it, and a ``void`` line says that it does not count.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.state import BotState, State, Step


def before(past: Sequence[Step], t: int) -> State:
    """The state in which the match was just before a log time, as far back as ``past`` goes."""
    for step in reversed(past):
        if step.t < t:
            return step.after
    return past[0].before


def gone_back(now: State, then: State, t: int, since: int) -> State:
    """The match as it was (``then``, at log time ``since``), standing still at ``t``.

    The play clock goes back as well. Buttons that are down now are down; bots think anew, with plans of their own.
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
        taken=now.sit.taken,
        is_broken=now.sit.is_broken,
    )
    return State(then.table, then.since, sit)
