"""The arguments of the workshop's commands, apart from the commands: see `cabinet.commands.arguments`."""

import argparse
import re
from pathlib import Path
from types import MappingProxyType
from typing import Final, get_args

from cabinet.commands.arguments import Commands, add_config_argument, lines, size
from cabinet.commands.numbers import MOST_SECONDS, MOST_SEED, between, whole
from cabinet.strings.catalogue import word
from cabinet.strings.language import LanguageCode
from engine.errors import shortened

ADDRESS: Final = re.compile(r"(?:tcp://|tls://)?(?:[\w.-]+|\[[0-9A-Fa-f:.]+\]):(?P<port>[0-9]{1,5})", re.ASCII)
MOST_JOBS: Final = 10**9
MOST_PORT: Final = 65_535
MOST_REPLAYED: Final = 100_000
SHEETS: Final = ("panel", "wiring", "labels", "cardboard", "rules", "poster", "side", "sticker")
MOST_MM: Final = 200
INCHES: Final = (5, 24)
MOST_RACES: Final = 10**7
USUAL_RACES: Final = 20_000
NAMES: Final = (
    *("gpio", "gpio-loaded", "gpio-untraced", "board", "board-and-gpio"),
    *("encoder-1", "encoder-4", "encoder-8", "encoder-10", "encoder-1-both", "encoder-8-both", "encoder-1-no-latch"),
    *("polled-60hz", "arrival", "at-rest"),
)
"""`workshop.certify.trials.SOURCES`, which takes the program's inputs to import."""
MOST_MATCHES: Final = 10**9
COARSEST_NS: Final = 20_000_000
"""The upper limit of `input.resolution_us`, in ns."""
USUAL_MATCHES: Final = 200
LIBC: Final = MappingProxyType({"3.11": 36, "3.13": 41})
"""The minor number of the C library 2.x of the Debian that has this Python: bookworm, trixie."""
TARGETS: Final = tuple(f"{processor}-{python}" for processor in ("aarch64", "x86_64") for python in LIBC)
USUAL: Final = "aarch64-3.13"
"""The card image's."""


def add_replay(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("replay", help=word("cli.replay"), description=word("cli.replay.about"))
    parser.add_argument("log", type=Path, metavar="LOG", help=word("cli.replay.log"))
    out = parser.add_mutually_exclusive_group()
    out.add_argument("--png", type=Path, metavar=word("cli.file"), help=word("cli.replay.png"))
    out.add_argument("--gif", type=Path, metavar=word("cli.file"), help=word("cli.replay.gif"))
    out.add_argument("--mp4", type=Path, metavar=word("cli.file"), help=word("cli.replay.mp4"))
    moment = between(0, MOST_SECONDS, "cli.not_a_moment")
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--race", type=whole(1, MOST_REPLAYED), metavar="N", help=word("cli.replay.race"))
    part.add_argument("--whole", action="store_true", help=word("cli.replay.whole"))
    part.add_argument("--from", type=moment, dest="start_s", metavar="S", help=word("cli.replay.from"))
    parser.add_argument("--to", type=moment, dest="end_s", metavar="S", help=word("cli.replay.to"))
    parser.add_argument("--size", type=size, metavar=word("cli.size"), help=word("cli.replay.size"))
    add_config_argument(parser)


def add_witness(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("witness", help=word("cli.witness"), description=word("cli.witness.about"))
    parser.add_argument("files", type=Path, nargs="+", metavar=word("cli.file"), help=word("cli.witness.files"))
    parser.add_argument("--table", action="store_true", help=word("cli.witness.table"))


def add_print(commands: Commands) -> None:
    """Register the command."""
    sheets = ", ".join(SHEETS)
    about = word("cli.print.about", sheets=sheets)
    parser = commands.add_parser("print", help=word("cli.print"), description=about)
    parser.add_argument(
        "sheets", nargs="*", type=sheet, metavar=word("cli.print.sheet"), help=word("cli.print.sheets", sheets=sheets)
    )
    parser.add_argument("--out", type=Path, required=True, metavar=word("cli.folder"), help=word("cli.print.out"))
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help=word("cli.print.paper"))
    parser.add_argument("--buttons", type=int, choices=(24, 28, 30), default=30, help=word("cli.print.buttons"))
    sizes = (24, 28, 30, 33, 60)
    parser.add_argument("--action", type=int, choices=sizes, default=0, help=word("cli.print.action"))
    length, inches = between(1, MOST_MM, "print.not_a_length"), between(*INCHES, "print.not_inches")
    distances = (
        ("nut", "cli.print.nut"),
        ("pitch", "cli.print.pitch"),
        ("rows", "cli.print.rows"),
        ("action-hole", "cli.print.action_hole"),
    )
    for option, explained in distances:
        parser.add_argument(f"--{option}", type=length, default=0.0, metavar="MM", help=word(explained))
    parser.add_argument("--screen", type=inches, default=10.1, metavar="INCHES", help=word("cli.print.screen"))
    parser.add_argument("--docs", default="", metavar=word("cli.address"), help=word("cli.print.docs"))
    parser.add_argument("--language", choices=get_args(LanguageCode), help=word("cli.print.language"))
    add_config_argument(parser)


def add_certify(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("certify", help=word("cli.certify"), description=word("cli.certify.about"))
    about = word("cli.certify.source", sources=", ".join(NAMES))
    parser.add_argument("--source", action="append", choices=NAMES, dest="sources", metavar="NAME", help=about)
    parser.add_argument(
        "--races", type=whole(1, MOST_RACES), metavar="N", help=word("cli.certify.races", races=USUAL_RACES)
    )
    parser.add_argument("--seed", type=whole(0, MOST_SEED), default=1, metavar="N", help=word("cli.certify.seed"))
    parser.add_argument("--rows", action="append", type=Path, metavar=word("cli.file"), help=word("cli.certify.rows"))
    parser.add_argument("--tester", metavar="PORT", help=word("cli.certify.tester"))
    parser.add_argument(
        "--recorded",
        action="append",
        default=[],
        type=Path,
        metavar=word("cli.file"),
        help=word("cli.certify.recorded"),
    )
    parser.add_argument("--light", action="store_true", help=word("cli.certify.light"))
    parser.add_argument("--lines", type=lines, metavar="0,1,…", help=word("cli.certify.lines"))
    add_config_argument(parser)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help=word("cli.certify.out"))


def add_verify(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("verify", help=word("cli.verify"), description=word("cli.verify.about"))
    parser.add_argument("logs", type=Path, nargs="+", metavar="LOG", help=word("cli.verify.logs"))
    add_executor_arguments(parser)
    parser.add_argument("--shared", action="store_true", help=word("cli.verify.shared"))
    parser.add_argument("--json", action="store_true", help=word("cli.bulk.json"))


def add_simulate(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("simulate", help=word("cli.simulate"), description=word("cli.simulate.about"))
    add_config_argument(parser)
    parser.add_argument("--game", metavar="GAME", help=word("cli.simulate.game"))
    parser.add_argument("--preset", default="", metavar="NAME", help=word("cli.bulk.preset"))
    parser.add_argument(
        "--option", action="append", default=[], dest="options", metavar="NAME=VALUE", help=word("cli.simulate.option")
    )
    parser.add_argument("--seats", metavar="BOT,BOT,…", help=word("cli.simulate.seats"))
    parser.add_argument(
        "--resolution-us", type=resolution, default=0, metavar="N", help=word("cli.simulate.resolution_us")
    )
    parser.add_argument("--games", type=whole(1, MOST_MATCHES), metavar="N", help=word("cli.simulate.games"))
    parser.add_argument("--seed", type=whole(0, MOST_SEED), default=1, metavar="N", help=word("cli.bulk.seed"))
    add_executor_arguments(parser)
    parser.add_argument("--log", type=Path, metavar="DIR", help=word("cli.simulate.log"))
    parser.add_argument("--json", action="store_true", help=word("cli.bulk.json"))
    parser.add_argument("--timed", action="store_true", help=word("cli.simulate.timed"))


def add_balance(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("balance", help=word("cli.balance"), description=word("cli.balance.about"))
    add_config_argument(parser)
    parser.add_argument("preset", nargs="?", metavar="PRESET", help=word("cli.bulk.preset"))
    parser.add_argument("--all", action="store_true", help=word("cli.balance.all"))
    parser.add_argument(
        "--games", type=whole(1, MOST_MATCHES), default=USUAL_MATCHES, metavar="N", help=word("cli.balance.games")
    )
    parser.add_argument("--level", action="append", dest="levels", metavar="LEVEL", help=word("cli.balance.level"))
    parser.add_argument("--seed", type=whole(0, MOST_SEED), default=1, metavar="N", help=word("cli.bulk.seed"))
    add_executor_arguments(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=word("cli.bulk.json"))
    form.add_argument("--markdown", action="store_true", help=word("cli.balance.markdown"))
    parser.add_argument("--svg", type=Path, metavar=word("cli.file"), help=word("cli.balance.svg"))


def add_bundle(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("bundle", help=word("cli.bundle"), description=word("cli.bundle.about"))
    parser.add_argument("--key", type=Path, required=True, metavar=word("cli.file"), help=word("cli.bundle.key"))
    parser.add_argument(
        "--for", dest="targets", choices=TARGETS, action="append", help=word("cli.bundle.for", target=USUAL)
    )
    parser.add_argument("--wheels", type=Path, metavar=word("cli.folder"), help=word("cli.bundle.wheels"))
    parser.add_argument("--out", type=Path, metavar=word("cli.file"), help=word("cli.bundle.out"))


# What several have, and values


def add_executor_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``--jobs N`` and ``--cluster ADDRESS``; one of them may be given."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--jobs", type=whole(1, MOST_JOBS), metavar="N", help=word("cli.bulk.jobs"))
    group.add_argument("--cluster", type=address, metavar=word("cli.address"), help=word("cli.bulk.cluster"))


def address(text: str) -> str:
    """Return a scheduler's address. Raises ArgumentTypeError for anything but ``tcp://HOST:PORT`` or ``tls://…``."""
    parts = ADDRESS.fullmatch(text)
    if parts is None or not 0 < int(parts["port"]) <= MOST_PORT:
        raise argparse.ArgumentTypeError(word("bulk.address", given=shortened(text)))
    return text


def sheet(given: str) -> str:
    """Return the name of a sheet. Raises ArgumentTypeError for any other."""
    if given in SHEETS:
        return given
    raise argparse.ArgumentTypeError(word("print.not_a_sheet", given=shortened(given), sheets=", ".join(SHEETS)))


def resolution(text: str) -> int:
    """Parse a resolution in µs; return ns. Raises ArgumentTypeError for no number, or one above `COARSEST_NS`."""
    try:
        ns = round(float(text) * 1000)
    except (ValueError, OverflowError):
        ns = -1
    if not 0 <= ns <= COARSEST_NS:
        raise argparse.ArgumentTypeError(word("simulate.resolution", text=text, most=COARSEST_NS // 1000))
    return ns


ADDERS: Final = MappingProxyType(
    {
        "replay": add_replay,
        "witness": add_witness,
        "print": add_print,
        "certify": add_certify,
        "verify": add_verify,
        "simulate": add_simulate,
        "balance": add_balance,
        "bundle": add_bundle,
    }
)
"""What registers the command of each module of `workshop.commands`."""
