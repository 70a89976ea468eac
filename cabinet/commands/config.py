"""`photofinish config`: which file is used, whether it is right, and a whole one to begin with."""

import argparse
import os
from pathlib import Path
from typing import Any

from cabinet.config_file import LoadedConfig, load_config, search_path
from cabinet.words import word


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = commands.add_parser("config", help=word("cli.config"), description=word("cli.config"))
    parser.add_argument("--show", action="store_true", help=word("cli.config.show"))
    add_config_argument(parser)
    parser.set_defaults(run=run)


def add_config_argument(parser: argparse.ArgumentParser) -> None:
    """Let a command take ``--config FILE``."""
    parser.add_argument("--config", type=Path, metavar=word("cli.file"), help=word("cli.config.file"))


def run(args: argparse.Namespace) -> int:
    """Print the whole configuration, or say where it comes from. Raises ConfigError for one that is wrong."""
    loaded = checked_config(args)
    if args.show:
        from cabinet.config_text import config_text

        print(config_text(loaded.config, option_lines()), end="")
        return 0
    if loaded.path:
        print(word("config.used", path=loaded.path))
        return 0
    print(word("config.none"))
    for path in search_path(os.environ, here()):
        print(f"  {path}")
    return 0


def chosen_config(args: argparse.Namespace) -> LoadedConfig:
    """The configuration that the command line, the environment or the search path names. Raises ConfigError."""
    return load_config(args.config, os.environ, here())


def here() -> Path:
    """The folder that the program is started from; one that was deleted meanwhile has no path, and no file either."""
    try:
        return Path.cwd()
    except OSError:
        return Path()


def checked_config(args: argparse.Namespace) -> LoadedConfig:
    """The same, with the games asked whether they take its options and presets. Raises ConfigError."""
    from cabinet.presets import check_rules

    loaded = chosen_config(args)
    check_rules(loaded)
    return loaded


def option_lines() -> dict[str, list[tuple[str, Any, str]]]:
    """Every game's options as the printed file shows them."""
    from engine.games import GAMES

    return {
        game.info.id: [(option.name, option.default, option.takes()) for option in game.info.all_options()]
        for game in GAMES
    }
