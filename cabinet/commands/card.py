"""`photofinish card`: check the card's file at a desk, take it at boot, or print the example of one."""

import argparse
import os
import sys
from pathlib import Path

from cabinet.errors import CabinetError
from cabinet.strings.catalogue import on_one_line, word


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    from cabinet.card.take import Places

    parser = commands.add_parser("card", help=word("cli.card"), description=word("cli.card.about"))
    acts = parser.add_subparsers(metavar=word("cli.command"), required=True)
    check = acts.add_parser("check", help=word("cli.card.check"))
    check.add_argument("file", type=Path, metavar=word("cli.file"))
    check.set_defaults(run=run_check)
    apply = acts.add_parser("apply", help=word("cli.card.apply"))
    usual = Places()
    for name in ("card", "data", "run", "root"):
        folder, about = getattr(usual, name), word(f"cli.card.{name}")
        apply.add_argument(f"--{name}", type=Path, default=folder, dest=f"{name}_folder", metavar="FOLDER", help=about)
    apply.set_defaults(run=run_apply)
    acts.add_parser("example", help=word("cli.card.example")).set_defaults(run=run_example)


def run_check(args: argparse.Namespace) -> int:
    """Say that a file is right. Raises ConfigError with all of its faults."""
    from cabinet.card.check import read_card
    from cabinet.card.outputs import count
    from cabinet.card.take import MOST_BYTES
    from cabinet.config.file import LoadedConfig, read_text
    from cabinet.regular_file import read_named_file

    text = read_text(args.file, MOST_BYTES, read_named_file)
    card = read_card(text, args.file, LoadedConfig())
    print(word("card.right", path=args.file, count=count(card.raw)))
    return 0


def run_apply(args: argparse.Namespace) -> int:
    """Take the card's file; faults of it are printed, kept for the screen, and no failure.

    Raises CabinetError, also on a machine that is no card: its program would show that report.
    """
    from cabinet.card.disk import Disk
    from cabinet.card.take import IMAGE, Places, take

    usual = Places()
    if (args.run_folder == usual.run or args.root_folder == usual.root) and not IMAGE.exists():
        raise CabinetError(word("card.no_card", path=IMAGE))
    places = Places(args.card_folder, args.data_folder, args.run_folder, args.root_folder)
    machine = {"PHOTOFINISH_CONFIG": str(places.root / "etc/photofinish/config.toml")}
    report = take(places, Disk(), {**machine, **os.environ})
    for fault in report.faults:
        where = f"{places.file}:{fault.line}" if fault.line else str(places.file)
        told = on_one_line(": ".join(part for part in (where, fault.key, fault.problem) if part))
        print(told, file=sys.stderr)
    for notice in (*report.notices, report.news):
        if notice:
            print(notice)
    return 0


def run_example(_args: argparse.Namespace) -> int:
    """Print the example."""
    from cabinet.card.check import example_text

    print(example_text(), end="")
    return 0
