"""What a legal command is worth to a bot: by the game's own taste where it has one, else by a rule for all games."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.bots import taste_speed, taste_spit
from engine.game import Game
from engine.panel import Command
from engine.table import Table

PASS = float("-inf")
"""The rating of a command that is legal and not worth a press."""

Taste = Callable[[Game, Table, int, Command], float]
"""The rating of a command for a seat from its view of the table. 1 is worth as much as one card that can be played."""


def of_any_game(game: Game, _view: Table, _seat: int, command: Command) -> float:
    """Whatever keeps the game going before whatever does not."""
    return 1.0 if game.is_progress(command) else 0.0


TASTES: Mapping[str, Taste] = MappingProxyType({"speed": taste_speed.rate, "spit": taste_spit.rate})
"""Tastes by the game's id."""


def taste_for(game: Game) -> Taste:
    """The game's own taste, or the one for any game."""
    return TASTES.get(game.info.id, of_any_game)
