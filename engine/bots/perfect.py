"""A bot without human limits, for tests: no reaction time, the best choice, and no slips."""

import random

from engine.bots import taps
from engine.bots.choice import best_presses
from engine.brain import Plan
from engine.game import Game
from engine.table import Table
from engine.units import MS

FIRST_NS = 1 * MS
"""The first press: earlier than a match allows, which delays the whole plan by the least amount (``Plan``)."""
HOLD_NS = 2 * MS
GAP_NS = 4 * MS


class Perfect:
    """See ``Brain``; uses no chance."""

    name = "perfect"

    def reaction_ns(self, stream: random.Random) -> int:
        """See ``Brain.reaction_ns``: no reaction time."""
        return 0

    def plan(self, game: Game, view: Table, seat: int, stream: random.Random) -> Plan:
        """See ``Brain.plan``."""
        keys = best_presses(game, view, seat)
        if not keys:
            return Plan()
        edges = taps.in_sequence(keys, FIRST_NS, GAP_NS, HOLD_NS)
        return Plan(edges, taps.last_release_ns(edges) + 1)
