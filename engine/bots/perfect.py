"""A bot without human limits, for tests: it sees at once, chooses well, and never hits the wrong button."""

import random

from engine.bots import hands
from engine.bots.choice import best_presses
from engine.game import MS, Game
from engine.seats import Plan
from engine.table import Table

FIRST_NS = 1 * MS
"""The first press: sooner than a match allows, which puts the whole plan off to the least delay (``Plan``)."""
HOLD_NS = 2 * MS
GAP_NS = 4 * MS


class Perfect:
    """See ``Brain``; uses no chance at all."""

    name = "perfect"

    def reaction_ns(self, stream: random.Random) -> int:
        """See ``Brain.reaction_ns``: none."""
        return 0

    def plan(self, game: Game, view: Table, seat: int, stream: random.Random) -> Plan:
        """See ``Brain.plan``."""
        what = best_presses(game, view, seat)
        if not what:
            return Plan()
        edges = hands.taps(what, FIRST_NS, GAP_NS, HOLD_NS)
        return Plan(edges, hands.last_ns(edges) + 1)
