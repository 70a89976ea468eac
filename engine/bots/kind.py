"""What every bot has besides a mind: the name by which a seat asks for it."""

from typing import Protocol

from engine.seats import Brain


class Bot(Brain, Protocol):
    """A brain with a name, as in ``bot:NAME``. Names are for ever: logs outlive code."""

    @property
    def name(self) -> str:
        """The name, one lower-case word."""
        ...
