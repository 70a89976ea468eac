"""A bot that hammers its buttons in turn without looking, ten presses a second: GEN-3 must make it lose."""

import random
from collections.abc import Sequence

from engine.bots import taps
from engine.brain import Plan
from engine.game import MS, Game
from engine.panel import BUTTONS
from engine.table import Table

BEAT_NS = 100 * MS
HOLD_NS = 50 * MS


class Masher:
    """See ``Brain``. ``buttons`` are the buttons to hammer, in order; it never reads the table."""

    name = "masher"

    def __init__(self, buttons: Sequence[str] = BUTTONS) -> None:
        self.buttons = tuple(buttons)

    def reaction_ns(self, stream: random.Random) -> int:
        """See ``Brain.reaction_ns``: no reaction time."""
        return 0

    def plan(self, game: Game, view: Table, seat: int, stream: random.Random) -> Plan:
        """See ``Brain.plan``: each of its buttons once."""
        edges = taps.in_sequence(self.buttons, BEAT_NS // 2, BEAT_NS, HOLD_NS)
        return Plan(edges, len(self.buttons) * BEAT_NS)
