"""The interface of a bot: a brain and its name."""

from typing import Protocol

from engine.brain import Brain


class Bot(Brain, Protocol):
    """A brain with a name, as in ``bot:NAME``. Names never change: logs outlive code."""

    @property
    def name(self) -> str:
        """The name, one lower-case word."""
        ...
