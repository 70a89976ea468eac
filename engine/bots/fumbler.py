"""A bot that plays at random by its buttons, with slips: random play in which presses count.

The random seats of ``simulate`` give commands without buttons. Those commands have no stamp that could contest
another's (GEN-1), and no button held during the next press (SPIT-6); the levels always release a button before the next
press.
"""

import random
from collections.abc import Sequence
from typing import Final, TypeVar

from engine.bots import taps
from engine.bots.taps import Edge
from engine.brain import Plan
from engine.game import Game
from engine.panel import BUTTONS
from engine.table import Table
from engine.units import MS

T = TypeVar("T")

LONGEST_NS: Final = 200 * MS
"""The longest wait before a press, and before the next plan."""
GAP_NS: Final = 60 * MS
HOLD_NS: Final = 40 * MS
ASTRAY: Final = 0.1
"""The share of plans that press a random button instead of those of a legal command."""
BOTH: Final = 0.1
"""The share of plans that press another button before the last one is up."""


class Fumbler:
    """See ``Brain``. All legal commands are equally likely."""

    name = "fumbler"

    def reaction_ns(self, stream: random.Random) -> int:
        """See ``Brain.reaction_ns``: any time up to ``LONGEST_NS``."""
        return _up_to(LONGEST_NS, stream)

    def plan(self, game: Game, view: Table, seat: int, stream: random.Random) -> Plan:
        """See ``Brain.plan``: the buttons of one command, or a random button; sometimes nothing."""
        commands = game.legal(view, seat)
        is_astray = stream.random() < ASTRAY
        if not commands and not is_astray:
            return Plan()
        keys = () if is_astray else tuple(game.presses_for(view, seat, _any(commands, stream)))
        keys = keys or (_any(BUTTONS, stream),)
        edges = taps.in_sequence(keys, MS + _up_to(LONGEST_NS, stream), GAP_NS, HOLD_NS)
        if stream.random() < BOTH:
            edges = _with_another(edges, keys[-1], stream)
        return Plan(edges, taps.last_release_ns(edges) + MS + _up_to(LONGEST_NS, stream))


def _with_another(edges: tuple[Edge, ...], held: str, stream: random.Random) -> tuple[Edge, ...]:
    """Add a button that is not in the last tap: it goes down while that tap is held and up after it."""
    last = held.split("+")
    button = _any([button for button in BUTTONS if button not in last], stream)
    down = next(at for at, name, pressed in reversed(edges) if pressed and name == last[-1]) + HOLD_NS // 2
    more = ((down, button, True), (taps.last_release_ns(edges) + HOLD_NS // 2, button, False))
    return tuple(sorted((*edges, *more), key=lambda edge: edge[0]))


def _any(some: Sequence[T], stream: random.Random) -> T:
    return some[int(stream.random() * len(some))]


def _up_to(most_ns: int, stream: random.Random) -> int:
    return int(stream.random() * most_ns)
