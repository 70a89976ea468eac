"""A bot that hammers its buttons in turn without looking, ten presses a second: what GEN-3 must make a losing game."""

import random
from collections.abc import Sequence

from engine.bots import hands
from engine.game import MS, Game
from engine.panel import BUTTONS
from engine.seats import Plan
from engine.table import Table

BEAT_NS = 100 * MS
HOLD_NS = 50 * MS


class Masher:
    """See ``Brain``. ``buttons`` are those it hammers, in order; it never looks at the table."""

    name = "masher"

    def __init__(self, buttons: Sequence[str] = BUTTONS) -> None:
        self.buttons = tuple(buttons)

    def reaction_ns(self, stream: random.Random) -> int:
        """See ``Brain.reaction_ns``: it does not wait for anything."""
        return 0

    def plan(self, game: Game, view: Table, seat: int, stream: random.Random) -> Plan:
        """See ``Brain.plan``: once through its buttons."""
        edges = hands.taps(self.buttons, BEAT_NS // 2, BEAT_NS, HOLD_NS)
        return Plan(edges, len(self.buttons) * BEAT_NS)
