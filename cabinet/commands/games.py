"""`photofinish games`: the games, their presets, and every option with its default and what it takes."""

import argparse

from cabinet.words import word


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = commands.add_parser("games", help=word("cli.games"), description=word("cli.games"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:  # noqa: ARG001 - every command takes its arguments
    """Print the list."""
    from engine.games import GAMES
    from engine.options import show

    for game in GAMES:
        info = game.info
        print(f"{info.id}: {word(f'game.{info.id}.line')}")
        print(word("games.presets", presets=", ".join(preset.name for preset in info.presets)))
        width = max(len(option.name) for option in info.all_options())
        for option in info.all_options():
            text = word("games.option", default=show(option.default), takes=option.takes())
            print(f"    {option.name:<{width}}  {text}")
        print()
    return 0
