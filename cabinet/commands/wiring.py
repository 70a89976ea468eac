"""`photofinish wiring`: print the configured wiring as a table, and draw it as a picture."""

import argparse
from pathlib import Path

from cabinet.commands.config import add_config_argument, chosen_config
from cabinet.errors import CabinetError
from cabinet.strings.catalogue import word


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = commands.add_parser("wiring", help=word("cli.wiring"), description=word("cli.wiring"))
    parser.add_argument(
        "way", nargs="?", choices=("header", "board", "board2"), default="header", help=word("cli.wiring.way")
    )
    parser.add_argument("--svg", type=Path, metavar=word("cli.file"), help=word("cli.wiring.svg"))
    add_config_argument(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the table, and write the picture to the file of `--svg`. Raises ConfigError, CabinetError."""
    from cabinet.input.wiring import on_board, on_header, picture, tables

    wanted = chosen_config(args).config.input
    wirings = [on_header(wanted)] if args.way == "header" else on_board(wanted, getattr(wanted, args.way))
    print(tables(wirings), end="")
    if args.svg is not None:
        try:
            args.svg.write_text(picture(wirings), encoding="utf-8")
        except OSError as problem:
            raise CabinetError(word("wiring.unwritable", path=args.svg, reason=problem.strerror)) from problem
    return 0
