"""The games, a folder each, listed by hand: a new game needs one more folder, and its class in ``GAMES``.

How people see it (its texts, lessons, emblem) is for whoever shows it: the cabinet's module of the same name.

Each folder's ``__init__`` names the game's zones and scalars. Every game has the same six modules, each importing only
from those before it:

- ``rules``: the options, the presets, the immutable value that follows, and questions about a table;
- ``play``: a seat's commands, which are legal and what each does;
- ``course``: what happens without a command: deals, stuck seats, deadlines, the ends of a deal and of a match;
- ``panel``: what each button means now, and which presses give a command;
- ``bots``: how bots rate the commands;
- ``game``: the class that the match calls.

That class is written in layers, each a subclass of the one before: ``SpeedPlay``, ``SpeedCourse`` and
``SpeedPanel`` have the methods of ``engine.game.Game`` in the module of their subject, above the functions that these
use; ``Speed`` has the metadata and is made of options. Functions take the rules, only methods take the game (decision
0132).
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from engine.errors import UnknownGame, instead, shortened
from engine.game import RULES, Game
from engine.games.mod_spit.game import ModSpit
from engine.games.speah.game import Speahx
from engine.games.speed.game import Speed
from engine.games.speed_uno.game import SpeedUno
from engine.games.spit.game import Spit
from engine.options import GameOptions, Preset, settle

GAMES: tuple[type[Game], ...] = (Spit, Speed, ModSpit, SpeedUno, Speahx)


OTHER_NAMES: Mapping[str, str] = MappingProxyType({"speahx": "speah"})
"""What people call a game -> its id, which stands in every log."""


def id_of(name: str) -> str:
    """Return the id of a game that is called by its id or by another name; other text as it is."""
    return OTHER_NAMES.get(name, name)


def find_game(name: str) -> type[Game]:
    """Return the game with that id; raise UnknownGame with the known ids."""
    for game in GAMES:
        if game.info.id == name:
            return game
    known = [game.info.id for game in GAMES]
    raise UnknownGame(f"no game is called {shortened(name) or '(nothing)'}{instead(name, known)}")


def find_preset(game: type[Game], name: str) -> Preset:
    """Return the game's preset of that name; raise UnknownGame with the known names."""
    for preset in game.info.presets:
        if preset.name == name:
            return preset
    known = [preset.name for preset in game.info.presets]
    raise UnknownGame(f"{game.info.id} has no preset {shortened(name)}{instead(name, known)}")


def set_up(name: str, given: Mapping[str, object], preset: str = "", seats: int = 2, rules: int = RULES) -> Game:
    """Return a game by id, with options on top of a preset's; raise UnknownGame or OptionError.

    ``rules`` is the edition of the rules. Games are stateless, so one object may serve many matches.
    """
    game = find_game(name)
    chosen = {**find_preset(game, preset).options, **given} if preset else given
    return _made(name, settle(game.info.schema, name, chosen), seats, rules)


def settled(name: str, given: Mapping[str, object], seats: int = 2) -> GameOptions:
    """Return all options of the game that `set_up` returns for the same arguments; raises the same errors.

    A game is made only to see whether it takes them, once for each combination: pages of settings ask again and again.
    """
    game = find_game(name)
    return _taken(name, settle(game.info.schema, name, given), seats)


@lru_cache(maxsize=1024)
def _taken(name: str, options: GameOptions, seats: int) -> GameOptions:
    return _made(name, options, seats, RULES).options


@lru_cache(maxsize=32)
def _made(name: str, options: GameOptions, seats: int, rules: int) -> Game:
    """Return one game for equal options, since its tables of matching cards are expensive to build.

    The bound covers all presets and some of a house's own.
    """
    return find_game(name)(options, seats, rules)
