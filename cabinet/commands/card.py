"""`photofinish card`: check the card's file at a desk, take it at boot, or print the example of one."""

import argparse
import os
import sys

from msgspec import structs

from cabinet.card.disk import Disk
from cabinet.card.take import IMAGE, MOST_BYTES, Places, take
from cabinet.errors import CabinetError
from cabinet.regular_file import read_named_file
from cabinet.strings.catalogue import on_one_line, word


def run(args: argparse.Namespace) -> int:
    """Do the named work; return the exit code. Raises what `check` and `apply` raise."""
    match args.act:
        case "check":
            return check(args)
        case "apply":
            return apply(args)
    from cabinet.card.check import example_text  # noqa: PLC0415 - with all games, as below

    print(example_text(), end="")
    return 0


def check(args: argparse.Namespace) -> int:
    """Say that a file is right. Raises ConfigError with all of its faults."""
    from cabinet.card.check import read_card  # noqa: PLC0415 - with all games, for which `apply` at boot does not wait
    from cabinet.card.outputs import count  # noqa: PLC0415 - as above
    from cabinet.config.file import LoadedConfig, read_text  # noqa: PLC0415 - as above

    text = read_text(args.file, MOST_BYTES, read_named_file)
    card = read_card(text, args.file, LoadedConfig())
    print(word("card.right", path=args.file, count=count(card.raw)))
    return 0


def apply(args: argparse.Namespace) -> int:
    """Take the card's file; faults of it are printed, kept for the screen, and no failure.

    Raises CabinetError, also on a machine that is no card: its program would show that report.
    """
    usual = Places()
    given = (args.card_folder, args.data_folder, args.run_folder, args.root_folder)
    places = Places(*(folder or known for folder, known in zip(given, structs.astuple(usual), strict=True)))
    if (places.run == usual.run or places.root == usual.root) and not IMAGE.exists():
        raise CabinetError(word("card.no_card", path=IMAGE))
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
