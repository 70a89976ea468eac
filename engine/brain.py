"""The interface of a bot: it plans presses, from its seat's view only (``engine.bots``)."""

import random
from typing import NamedTuple, Protocol

from engine.game import Game
from engine.table import Table


class Plan(NamedTuple):
    """A sequence of presses that a bot will make; it cannot be withdrawn.

    ``presses`` are (delay in ns from now, button, pressed), delays rising. ``rest_ns`` is the time until its next plan,
    counted from now; -1: until the table changes. No press comes early enough for a dead heat at any source's
    resolution (``Setup.resolution_ns``): a plan that begins too early is delayed as a whole.
    """

    presses: tuple[tuple[int, str, bool], ...] = ()
    rest_ns: int = -1


class Brain(Protocol):
    """A bot's decisions. Stateless: all its chance comes from the given stream."""

    def reaction_ns(self, stream: random.Random) -> int:
        """Return the delay (ns) from a change on the table to an idle bot's plan."""
        ...

    def plan(self, game: Game, view: Table, seat: int, stream: random.Random) -> Plan:
        """Return the next presses, from the seat's view of the table."""
        ...


class Bot(Brain, Protocol):
    """A brain with a name, as in ``bot:NAME``. Names never change: logs outlive code."""

    @property
    def name(self) -> str:
        """The name, one lower-case word."""
        ...
