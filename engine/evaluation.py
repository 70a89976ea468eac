"""How bots rate the commands of a game: the interface, and the rating for a game that has none of its own.

A game's own evaluation is a subclass in the module ``bots`` of its folder.
"""

from typing import ClassVar, Final, NamedTuple

from engine.panel import Command
from engine.table import Table

PASS: Final = float("-inf")
"""The rating of a command that is legal but not worth a press."""


class Riddle(NamedTuple):
    """A command whose value must be worked out: if right, it gains something; if wrong, it costs as much."""

    command: Command
    is_right: bool


class Evaluation:
    """The rating of commands that fits any game. All methods take a seat's view of the table.

    - ``effort``: the time to find the next command, relative to Speed's.
    - ``weighing``: the time to weigh the other commands before a press, relative to Speed's time to find the next.
    """

    effort: ClassVar[float] = 1.0
    weighing: ClassVar[float] = 0.0

    def __init__(self, progress: frozenset[str] = frozenset()) -> None:
        self._progress = progress

    def rate(self, view: Table, seat: int, command: Command) -> float:
        """Return the value of a legal command, where 1 is the value of one playable card; ``PASS`` for no value.

        Without an evaluation of its own, a game's progress commands are worth 1 and all others 0.
        """
        return 1.0 if command.do in self._progress else 0.0

    def is_easily_missed(self, view: Table, seat: int, command: Command) -> bool:
        """Return whether people sometimes overlook the command, since nothing prompts it."""
        return False

    def riddle(self, view: Table, seat: int) -> Riddle | None:
        """Return the riddle that the table now poses to the seat, or None."""
        return None
