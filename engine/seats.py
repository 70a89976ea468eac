"""What the match asks of a bot: a plan of presses, made from that seat's view only."""

import random
from typing import NamedTuple, Protocol

from engine.game import Game
from engine.table import Table


class Plan(NamedTuple):
    """What a bot's hands will do, decided now and not taken back.

    ``presses`` are (delay in ns from now, button, pressed), delays rising. ``rest_ns`` is when it thinks again, counted
    from now; -1: when something happens on the table. No press comes sooner than any source's resolution allows a dead
    heat (``Setup.resolution_ns``): a plan that begins sooner is put off as a whole.
    """

    presses: tuple[tuple[int, str, bool], ...] = ()
    rest_ns: int = -1


class Brain(Protocol):
    """A bot's mind. Stateless: all its chance comes from the stream it is given."""

    def reaction_ns(self, stream: random.Random) -> int:
        """How long after something happened an idle bot first thinks."""
        ...

    def plan(self, game: Game, view: Table, seat: int, stream: random.Random) -> Plan:
        """What to press next, from the seat's view of the table."""
        ...
