"""`photofinish backup FILE`: all records in one file, copied beside a running cabinet; `photofinish restore FILE`: the
records of a backup in the place of those here, which stay under another name.

Exit code 0, 2 for a mistake.
"""

import argparse
import os
import time
from pathlib import Path

from cabinet.commands.config import add_config_argument, chosen_config
from cabinet.config.file import data_folder
from cabinet.strings.catalogue import word


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register both commands."""
    backup = commands.add_parser("backup", help=word("cli.backup"), description=word("cli.backup.about"))
    restore = commands.add_parser("restore", help=word("cli.restore"), description=word("cli.restore.about"))
    for parser, run, about in (
        (backup, run_backup, word("cli.backup.file")),
        (restore, run_restore, word("cli.restore.file")),
    ):
        add_config_argument(parser)
        parser.add_argument("file", type=Path, metavar=word("cli.file"), help=about)
        parser.set_defaults(run=run)


def run_backup(args: argparse.Namespace) -> int:
    """Copy the records; return the exit code. Raises CabinetError, ConfigError."""
    from cabinet.store.backup import back_up

    matches = back_up(data_folder(chosen_config(args).config, os.environ), args.file)
    print(word("backup.done", path=args.file, matches=matches))
    return 0


def run_restore(args: argparse.Namespace) -> int:
    """Put the records back; return the exit code. Raises CabinetError, ConfigError."""
    from cabinet.store.backup import restore

    restored = restore(data_folder(chosen_config(args).config, os.environ), args.file, time.localtime())
    print(word("restore.done", matches=restored.matches))
    if restored.before is not None:
        print(word("restore.before", path=restored.before))
    return 0
