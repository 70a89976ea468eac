"""`photofinish games`: a table of the games; with a game, its presets with the operator's, and every option."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from cabinet.commands.config import checked_config
from cabinet.config.file import LoadedConfig
from cabinet.config.offers import Offer, offers
from cabinet.strings.catalogue import word
from cabinet.strings.columns import in_columns
from engine.game import Game
from engine.games import GAMES, find_game, id_of
from engine.options import show


def run(args: argparse.Namespace) -> int:
    """Print the table, or what there is to know of one game. Raises ConfigError and UnknownGame."""
    loaded = checked_config(args)
    if args.json:
        chosen = GAMES if args.game is None else [find_game(id_of(args.game))]
        print(json.dumps([as_json(game, loaded) for game in chosen]))
        return 0
    print("\n".join(table(loaded) if args.game is None else lines_of(find_game(id_of(args.game)), loaded)))
    return 0


def as_json(game: type[Game], loaded: LoadedConfig) -> dict[str, object]:
    """Return what there is to know of a game."""
    presets = [
        {
            "name": offer.name,
            "line": offer.line,
            "seats": offer.seats,
            "own": offer.is_own,
            "options": {**offer.options},
        }
        for offer in offers(game, loaded.config)
    ]
    options = [
        {"name": option.name, "default": option.default, "takes": option.takes()} for option in game.info.all_options()
    ]
    return {"game": game.info.id, "line": word(f"game.{game.info.id}.line"), "presets": presets, "options": options}


def table(loaded: LoadedConfig) -> Iterator[str]:
    """Yield a line for each game with its number of presets, and what shows more."""
    rows = [(game.info.id, len(offers(game, loaded.config)), word(f"game.{game.info.id}.line")) for game in GAMES]
    width = max(len(name) for name, _, _ in rows)
    for name, presets, line in rows:
        yield word("games.row", name=f"{name:<{width}}", presets=presets, line=line)
    yield ""
    yield word("games.more")


def lines_of(game: type[Game], loaded: LoadedConfig) -> Iterator[str]:
    """Yield the lines about one game."""
    info = game.info
    yield f"{info.id}: {word(f'game.{info.id}.line')}"
    yield word("games.presets")
    yield from beside((offer.name, line_of(offer, loaded.path)) for offer in offers(game, loaded.config))
    yield word("games.options")
    yield from beside(
        (option.name, word("games.option", default=show(option.default), takes=option.takes()))
        for option in info.all_options()
    )


def line_of(offer: Offer, path: Path | None) -> str:
    """Return a preset's description, with its seats unless it has two, and its file if the operator wrote it."""
    line = offer.line if offer.seats == 2 else word("games.seats", line=offer.line, seats=offer.seats)
    return word("games.own", line=line, path=path or word("config.nameless")) if offer.is_own else line


def beside(pairs: Iterator[tuple[str, str]]) -> Iterator[str]:
    """Yield each name with its text, the texts aligned in one column."""
    return (f"    {line}" for line in in_columns(list(pairs)))
