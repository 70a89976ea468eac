"""The rules of Photo Finish, and nothing else: no clock, no I/O, no hidden chance.

May import: the standard library and `engine`. Never `hardware`, `cabinet`, pygame or gpiozero
(`tests/repo/test_sources.py` enforces it). Time is a compulsory integer argument in nanoseconds;
chance is a seed.

To use it: the names below are the whole offer, `Match` first (`docs/engine-as-a-library.md`); `log` and `log_lines` are
modules. Each name is imported when it is first used, so that a program that needs one module does not load every game.

To read it: start with `engine/table.py` (the whole state as one immutable value, and the small vocabulary of changes),
then one game under `engine/games/`, and last `engine/match.py` and `engine/timeline.py`, which orders presses by their
stamps.
"""

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine import log, log_lines
    from engine.bots import BOTS, LEVELS, find_brain
    from engine.brain import Brain, Plan
    from engine.errors import Divergence, EngineError, LogError, OptionError, RuleBreach, UnknownBot, UnknownGame
    from engine.game import Game, GameInfo, Outcome
    from engine.games import GAMES, find_game, find_preset
    from engine.log_lines import Update
    from engine.log_replay import rebuild, resume, verify
    from engine.match import Match
    from engine.options import Preset
    from engine.panel import BUTTONS, Act, Command, Control, Glitch, Meaning, Press
    from engine.screen import EVERYBODY, Screen
    from engine.setup import HUMAN, SeatInfo, Setup, seats_of
    from engine.table import Table

__all__ = [  # noqa: RUF022  # in the order of a reader's questions
    # a match, its input and its output
    "Match", "Setup", "SeatInfo", "seats_of", "HUMAN",
    "Press", "Glitch", "Act", "Control", "Command", "Meaning", "BUTTONS",
    "Update", "log_lines", "Outcome", "Table", "Screen", "EVERYBODY",
    # games and bots
    "GAMES", "Game", "GameInfo", "Preset", "find_game", "find_preset",
    "BOTS", "LEVELS", "Brain", "Plan", "find_brain",
    # logs
    "log", "rebuild", "resume", "verify",
    # errors
    "EngineError", "UnknownGame", "UnknownBot", "OptionError", "LogError", "Divergence", "RuleBreach",
]  # fmt: skip

_HOMES: Final = MappingProxyType(
    {
        "bots": ("BOTS", "LEVELS", "find_brain"),
        "brain": ("Brain", "Plan"),
        "errors": ("Divergence", "EngineError", "LogError", "OptionError", "RuleBreach", "UnknownBot", "UnknownGame"),
        "game": ("Game", "GameInfo", "Outcome"),
        "games": ("GAMES", "find_game", "find_preset"),
        "log_replay": ("rebuild", "resume", "verify"),
        "match": ("Match",),
        "options": ("Preset",),
        "panel": ("BUTTONS", "Act", "Command", "Control", "Glitch", "Meaning", "Press"),
        "log_lines": ("Update",),
        "screen": ("EVERYBODY", "Screen"),
        "setup": ("HUMAN", "SeatInfo", "Setup", "seats_of"),
        "table": ("Table",),
    }
)
"""The public names of each module; `tests/repo/test_sources.py` compares them with the imports above."""


def _load(name: str) -> object:
    """Import a public name when it is first used; raise AttributeError for any other name."""
    if name in ("log", "log_lines"):
        return import_module(f"{__name__}.{name}")
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__getattr__ = _load  # mypyc's module would call a function of that name before the module has its globals
