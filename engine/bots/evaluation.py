"""The rating of legal commands for bots: by the game's own evaluation if it has one, else by a rule for all games."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.bots import evaluation_speah, evaluation_speed, evaluation_spit, evaluation_uno
from engine.game import Game
from engine.games.mod_spit import SLAP, ModSpit
from engine.games.mod_spit_slap import is_right, is_settling, may_slap_number
from engine.panel import Command
from engine.table import Table

PASS: Final = float("-inf")
"""The rating of a command that is legal but not worth a press."""

Rate = Callable[[Game, Table, int, Command], float]
"""The rating of a command for a seat from its view of the table. 1 is the value of one playable card."""


Missed = Callable[[Game, Table, int, Command], bool]
"""True for a command that people sometimes overlook, since nothing prompts it."""


def nothing_is_missed(_game: Game, _view: Table, _seat: int, _command: Command) -> bool:
    """Return False: for games in which no command is easily missed."""
    return False


class Riddle(NamedTuple):
    """A command whose value must be worked out: if right, it gains something; if wrong, it costs as much."""

    command: Command
    is_right: bool


Pose = Callable[[Game, Table, int], Riddle | None]
"""Returns the riddle that the table now poses to a seat, or None."""


def no_riddle(_game: Game, _view: Table, _seat: int) -> Riddle | None:
    """Return None: for games without riddles."""
    return None


class Evaluation(NamedTuple):
    """How bots rate the commands of a game, and how long they take for it.

    - ``rate``: the values of its commands.
    - ``effort``: the time to find the next command, relative to Speed's.
    - ``is_easily_missed``: the commands that are easily missed.
    - ``weighing``: the time to weigh the other commands before a press, relative to Speed's time to find the next.
    - ``riddle``: the problem to work out.
    """

    rate: Rate
    effort: float = 1.0
    is_easily_missed: Missed = nothing_is_missed
    weighing: float = 0.0
    riddle: Pose = no_riddle


def of_any_game(game: Game, _view: Table, _seat: int, command: Command) -> float:
    """Rate commands that count as progress 1, others 0."""
    return 1.0 if command.do in game.progress else 0.0


def number_slap(game: Game, view: Table, seat: int) -> Riddle | None:
    """Pose Mod-Spit's riddle: is the remainder right (MOD-1)? None once a wrong slap has revealed the answer."""
    if not isinstance(game, ModSpit) or is_settling(view) or not may_slap_number(game, view, seat):
        return None
    return Riddle(SLAP, is_right(game, view))


EVALUATIONS: Mapping[str, Evaluation] = MappingProxyType(
    {
        "speed": Evaluation(evaluation_speed.rate),
        "spit": Evaluation(evaluation_spit.rate, evaluation_spit.EFFORT),
        "mod_spit": Evaluation(evaluation_spit.rate, evaluation_spit.EFFORT, riddle=number_slap),
        "speed_uno": Evaluation(
            evaluation_uno.rate, is_easily_missed=evaluation_uno.is_easily_missed, weighing=evaluation_uno.WEIGHING
        ),
        "speah": Evaluation(evaluation_speah.rate, evaluation_speah.EFFORT),
    }
)
"""Evaluations by the game's id."""
ANY_GAME: Final = Evaluation(of_any_game)


def evaluation_for(game: Game) -> Evaluation:
    """Return the game's own evaluation, or the evaluation for any game."""
    return EVALUATIONS.get(game.info.id, ANY_GAME)
