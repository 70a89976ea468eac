"""The games, one file each, listed by hand: a new game needs one more file and one more line in ``GAMES``."""

from collections.abc import Mapping
from functools import lru_cache

from engine.errors import UnknownGame, instead, shortened
from engine.game import RULES, Game, Preset
from engine.games.mod_spit import ModSpit
from engine.games.speah import Speahx
from engine.games.speed import Speed
from engine.games.speed_uno import SpeedUno
from engine.games.spit import Spit
from engine.options import complete

GAMES: tuple[type[Game], ...] = (Spit, Speed, ModSpit, SpeedUno, Speahx)


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


def set_up(
    name: str, given: Mapping[str, object], preset: str = "", seats: int = 2, rules: int = RULES
) -> Game:
    """Return a game by id, with options on top of a preset's; raise UnknownGame or OptionError.

    ``rules`` is the edition of the rules. Games are stateless, so one object may serve many matches.
    """
    game = find_game(name)
    options = dict(find_preset(game, preset).options) if preset else {}
    options.update(given)  # type: ignore[arg-type]  # checked when the game is made
    try:
        return _made(game, options, seats, rules)
    except TypeError:  # an option of a type that cannot be hashed, such as a list
        return _of_edition(game(options, seats), rules)


Given = tuple[tuple[str, type, object], ...]
"""Options with their types, since 1 and True are equal but must stay distinct."""


def _made(game: type[Game], options: Mapping[str, object], seats: int, rules: int) -> Game:
    """Return the game, cached, since its tables of matching cards are expensive to build."""
    settled = complete(game.info.id, game.info.all_options(), options)
    return _settled(game, tuple((key, type(value), value) for key, value in settled.items()), seats, rules)


@lru_cache(maxsize=32)
def _settled(game: type[Game], options: Given, seats: int, rules: int) -> Game:
    """Return one game for equal options, whether defaults are given or left out.

    The bound covers all presets and some of a house's own.
    """
    return _of_edition(game({key: value for key, _, value in options}, seats), rules)


def _of_edition(game: Game, rules: int) -> Game:
    if rules < game.revised:
        game.play_as(rules)
    return game
