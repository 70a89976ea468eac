"""Bots that hammer buttons without looking, ten presses a second: GEN-3 must make that lose, or at least win nothing.

``Masher`` does nothing else; ``Thumb`` does it beside the play of a level.
"""

import random
from collections.abc import Sequence

from engine.bots import taps
from engine.brain import Bot, Plan
from engine.game import Game
from engine.panel import BUTTONS
from engine.table import Table
from engine.units import MS

BEAT_NS = 100 * MS
HOLD_NS = 50 * MS
LOOK_NS = 400 * MS
"""How long a bot with a thumb waits for a change on the table before it looks again: a plan of taps has an end."""


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


class Thumb:
    """See ``Brain``. A bot of a level, one of whose thumbs taps ``buttons`` in turn whatever is on the table.

    Without buttons it is the control: the same plans at the same times, and no taps. The thumb rests while the bot
    itself needs one of the buttons.
    """

    name = "thumb"

    def __init__(self, level: Bot, buttons: Sequence[str] = ()) -> None:
        self.level = level
        self.buttons = tuple(buttons)

    def reaction_ns(self, stream: random.Random) -> int:
        """See ``Brain.reaction_ns``: that of the level."""
        return self.level.reaction_ns(stream)

    def plan(self, game: Game, view: Table, seat: int, stream: random.Random) -> Plan:
        """See ``Brain.plan``: the presses of the level, and taps until its next plan."""
        presses, rest = self.level.plan(game, view, seat, stream)
        end = rest if rest >= 0 else max(LOOK_NS, taps.last_release_ns(presses) + HOLD_NS)
        first = int(stream.random() * BEAT_NS)
        count = max((end - HOLD_NS - first) // BEAT_NS + 1, 0)
        if not self.buttons or any(button in self.buttons for _, button, _ in presses):
            count = 0
        tapped = taps.in_sequence((self.buttons * count)[:count], first, BEAT_NS, HOLD_NS)
        return Plan(tuple(sorted((*presses, *tapped), key=lambda edge: edge[0])), end)
