"""The configuration and the match of a walk."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from cabinet.config.file import LoadedConfig, parse_config
from cabinet.match.factory import MatchFactory
from cabinet.match.request import PERSON, MatchRequest
from engine.setup import Setup

GAMES: Final[Mapping[str, tuple[str, str]]] = {
    "spit": ("classic_spit", "length = 1"),
    "speed": ("speed", "best_of = 3"),
    "mod_spit": ("mod_spit", "length = 1"),
    "speed_uno": ("speed_uno_duel", "match_hands = 1"),
    "speah": ("speah_short", "turn_s = 5\ncaps = [30, 30]"),
}
"""Each game's way to play and an option that makes the walk short."""
CONFIG: Final = """
[display]
size = [{look.width}, {look.height}]
layout = "{look.layout}"
cocktail = {cocktail}
large = {large}
fps = 30
[sound]
volume = 0
[input]
source = "board"
[input.board]
port = "{port}"
[match]
game = "{game}"
preset = "{preset}"
opponent = "person"
[options.{game}]
{option}
"""


class Look(NamedTuple):
    """A window's size in px, and the way to sit."""

    width: int = 800
    height: int = 480
    layout: str = "facing"
    cocktail: bool = False
    large: bool = False


def config_for(game: str, look: Look, port: str) -> str:
    """Return the configuration of a walk through a game, with a button board at `port`."""
    preset, option = GAMES[game]
    yes_no = {"cocktail": str(look.cocktail).lower(), "large": str(look.large).lower()}
    return CONFIG.format(look=look, port=port, game=game, preset=preset, option=option, **yes_no)


def setup_for(game: str, config: str, seed: int) -> Setup:
    """Return the setup of the match between two people that the program makes from that configuration and seed."""
    factory = MatchFactory(LoadedConfig(parse_config(config), None, ""), Path(), seed)
    return factory.setup(MatchRequest(game, GAMES[game][0], (PERSON, PERSON)))


def setup_of(game: str, seed: int) -> Setup:
    """Return the setup of a match of a walk: the same at every size and in every way to sit."""
    return setup_for(game, config_for(game, Look(), ""), seed)
