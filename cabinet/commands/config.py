"""`photofinish config`: name the file in use, check it, or print a complete file to begin with."""

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any, Final

import msgspec

from cabinet.config.file import CARD_FILE, LoadedConfig, data_folder
from cabinet.config.load import load_config, origins_of, search_path
from cabinet.config.offers import check_rules
from cabinet.config.schema import Config
from cabinet.config.text import config_text
from cabinet.config.toml import KeyPath
from cabinet.service.settings import overlaid, overridden_keys
from cabinet.store.people import opened_report
from cabinet.strings.catalogue import word
from engine.games import GAMES

WRONG: Final = 2
"""The exit code for faults that do not keep the cabinet from playing."""


def run(args: argparse.Namespace) -> int:
    """Print the whole configuration, or the path of its file; return 2 if the card's settings have faults.

    Raises ConfigError for a file with faults.
    """
    loaded = checked_config(args)
    if args.json:
        print(json.dumps(as_json(loaded)))
    else:
        show(loaded, whole=args.show)
    return WRONG if loaded.aside else 0


def show(loaded: LoadedConfig, *, whole: bool) -> None:
    """Print the `whole` configuration with its origins, or the files that are used."""
    if whole:
        config, origins = with_settings(loaded)
        print(config_text(config, option_lines(), origins), end="")
        return
    if loaded.path:
        print(word("config.used", path=loaded.path))
    if loaded.card:
        print(word("config.used_card", path=CARD_FILE))
    if loaded.path:
        return
    print(word("config.none"))
    for path in search_path(os.environ, here()):
        print(f"  {path}")


def as_json(loaded: LoadedConfig) -> dict[str, object]:
    """Return the files in use, and the whole configuration with the origin of every value that is no default."""
    config, origins = with_settings(loaded)
    return {
        "file": str(loaded.path) if loaded.path else None,
        "card": CARD_FILE.name if loaded.card else None,
        "problem": str(loaded.aside) if loaded.aside else None,
        "settings": msgspec.to_builtins(config),
        "origins": {".".join(key): origin for key, origin in origins.items()},
    }


def with_settings(loaded: LoadedConfig) -> tuple[Config, dict[KeyPath, str]]:
    """Return the configuration overridden by the operator's page, and the origin of every value that is no default.

    Raises CabinetError for records that cannot be read.
    """
    with opened_report(data_folder(loaded.config, os.environ)) as report:
        settings = report.settings()
    page = dict.fromkeys(overridden_keys(settings), word("config.origin.page"))
    return overlaid(loaded, settings)[0].config, origins_of(loaded) | page


def chosen_config(args: argparse.Namespace) -> LoadedConfig:
    """Return the configuration named by the command line, the environment or the search path. Raises ConfigError.

    Print the faults for which the card's settings were left out.
    """
    loaded = load_config(args.config, os.environ, here())
    if loaded.aside:
        print(f"{word('config.aside')}\n{loaded.aside}", file=sys.stderr)
    return loaded


def here() -> Path:
    """Return the working directory; an empty path if it has been deleted, in which no file is found."""
    try:
        return Path.cwd()
    except OSError:
        return Path()


def checked_config(args: argparse.Namespace) -> LoadedConfig:
    """Return the configuration after the games have checked its options and presets. Raises ConfigError."""
    loaded = chosen_config(args)
    check_rules(loaded)
    return loaded


def option_lines() -> dict[str, list[tuple[str, Any, str]]]:
    """Return every game's options for the printed file."""
    return {
        game.info.id: [(option.name, option.default, option.takes()) for option in game.info.all_options()]
        for game in GAMES
    }
