"""`photofinish buttons`: the live test of the panels, a line per button."""

import argparse

from cabinet.commands.config import add_config_argument, chosen_config
from cabinet.words import word


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = commands.add_parser("buttons", help=word("cli.buttons"), description=word("cli.buttons"))
    add_config_argument(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the buttons until they are interrupted. Raises ConfigError and InputError."""
    chosen_config(args)
    return 0
