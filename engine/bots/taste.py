"""What a legal command is worth to a bot: by the game's own taste where it has one, else by a rule for all games."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.bots import taste_speah, taste_speed, taste_spit, taste_uno
from engine.game import Game
from engine.games.mod_spit import SLAP, ModSpit
from engine.games.mod_spit_slap import is_right, is_settling, may_slap_number
from engine.panel import Command
from engine.table import Table

PASS: Final = float("-inf")
"""The rating of a command that is legal and not worth a press."""

Rate = Callable[[Game, Table, int, Command], float]
"""The rating of a command for a seat from its view of the table. 1 is worth as much as one card that can be played."""


Missed = Callable[[Game, Table, int, Command], bool]
"""True for a command that people now and then overlook, since nothing asks for it."""


def nothing_is_missed(_game: Game, _view: Table, _seat: int, _command: Command) -> bool:
    """Where every command is looked for all the time."""
    return False


class Riddle(NamedTuple):
    """A command whose worth must be worked out: right, it wins something, and wrong, it costs as much."""

    command: Command
    is_right: bool


Pose = Callable[[Game, Table, int], Riddle | None]
"""The riddle that the table poses to a seat now, or None."""


def no_riddle(_game: Game, _view: Table, _seat: int) -> Riddle | None:
    """Where nothing need be worked out."""
    return None


class Taste(NamedTuple):
    """How a game is played: what its commands are worth, how much longer than in Speed it takes to find the next one,
    which ones are easily missed, and how long one weighs the others before a press, in times that Speed's take to find;
    and what must be worked out.
    """

    rate: Rate
    effort: float = 1.0
    is_easily_missed: Missed = nothing_is_missed
    weighing: float = 0.0
    riddle: Pose = no_riddle


def of_any_game(game: Game, _view: Table, _seat: int, command: Command) -> float:
    """Whatever keeps the game going before whatever does not."""
    return 1.0 if command.do in game.progress else 0.0


def number_slap(game: Game, view: Table, seat: int) -> Riddle | None:
    """Mod-Spit: is the remainder right? (MOD-1). Once somebody's slap was wrong, everybody has been told."""
    if not isinstance(game, ModSpit) or is_settling(view) or not may_slap_number(game, view, seat):
        return None
    return Riddle(SLAP, is_right(game, view))


TASTES: Mapping[str, Taste] = MappingProxyType(
    {
        "speed": Taste(taste_speed.rate),
        "spit": Taste(taste_spit.rate, taste_spit.EFFORT),
        "mod_spit": Taste(taste_spit.rate, taste_spit.EFFORT, riddle=number_slap),
        "speed_uno": Taste(taste_uno.rate, is_easily_missed=taste_uno.is_easily_missed, weighing=taste_uno.WEIGHING),
        "speah": Taste(taste_speah.rate, taste_speah.EFFORT),
    }
)
"""Tastes by the game's id."""
ANY_GAME: Final = Taste(of_any_game)


def taste_for(game: Game) -> Taste:
    """The game's own taste, or the one for any game."""
    return TASTES.get(game.info.id, ANY_GAME)
