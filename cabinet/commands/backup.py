"""`photofinish backup FILE`: all records in one file, copied beside a running cabinet.

Exit code 0, 2 for a mistake.
"""

import argparse
import os
from pathlib import Path

from cabinet.commands.config import add_config_argument, chosen_config
from cabinet.config.file import data_folder
from cabinet.strings.catalogue import word


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = commands.add_parser("backup", help=word("cli.backup"), description=word("cli.backup.about"))
    add_config_argument(parser)
    parser.add_argument("file", type=Path, metavar=word("cli.file"), help=word("cli.backup.file"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Copy the records; return the exit code. Raises CabinetError, ConfigError."""
    from cabinet.store.backup import back_up

    matches = back_up(data_folder(chosen_config(args).config, os.environ), args.file)
    print(word("backup.done", path=args.file, matches=matches))
    return 0
