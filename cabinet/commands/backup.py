"""`photofinish backup FILE`: all records in one file, copied beside a running cabinet; `photofinish restore FILE`: the
records of a backup in the place of those here, which stay under another name.

Exit code 0, 2 for a mistake.
"""

import argparse
import os
import time

from cabinet.commands.config import chosen_config
from cabinet.config.file import data_folder
from cabinet.store.backup import back_up, restore
from cabinet.strings.catalogue import word


def run(args: argparse.Namespace) -> int:
    """Run either command; return the exit code. Raises CabinetError, ConfigError."""
    return _back_up(args) if args.act == "backup" else _restore(args)


def _back_up(args: argparse.Namespace) -> int:

    matches = back_up(data_folder(chosen_config(args).config, os.environ), args.file)
    print(word("backup.done", path=args.file, matches=matches))
    return 0


def _restore(args: argparse.Namespace) -> int:

    restored = restore(data_folder(chosen_config(args).config, os.environ), args.file, time.localtime())
    print(word("restore.done", matches=restored.matches))
    if restored.before is not None:
        print(word("restore.before", path=restored.before))
    return 0
