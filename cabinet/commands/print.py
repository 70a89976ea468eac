"""`photofinish print`: what a builder prints, made from the configuration that plays.

It needs the extra `print`, since a cabinet does without: `fpdf2` for PDF, `segno` for the sticker's code.
"""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, get_args

from msgspec.structs import replace

from cabinet.commands.config import add_config_argument, chosen_config
from cabinet.commands.numbers import between
from cabinet.errors import CabinetError
from cabinet.strings.catalogue import on_one_line, word
from cabinet.strings.language import LanguageCode
from engine.errors import shortened
from hardware.packages import install_line

if TYPE_CHECKING:
    from cabinet.config.schema import Config

SHEETS: Final = ("panel", "wiring", "labels", "cardboard", "rules", "poster", "side", "sticker")
MOST_MM: Final = 200
INCHES: Final = (5, 24)


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    sheets = ", ".join(SHEETS)
    about = word("cli.print.about", sheets=sheets)
    parser = commands.add_parser("print", help=word("cli.print"), description=about)
    parser.add_argument(
        "sheets", nargs="*", type=sheet, metavar=word("cli.print.sheet"), help=word("cli.print.sheets", sheets=sheets)
    )
    parser.add_argument("--out", type=Path, required=True, metavar=word("cli.folder"), help=word("cli.print.out"))
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help=word("cli.print.paper"))
    parser.add_argument("--buttons", type=int, choices=(24, 30), default=30, help=word("cli.print.buttons"))
    length, inches = between(1, MOST_MM, "print.not_a_length"), between(*INCHES, "print.not_inches")
    for option, explained in (("nut", "cli.print.nut"), ("pitch", "cli.print.pitch"), ("rows", "cli.print.rows")):
        parser.add_argument(f"--{option}", type=length, default=0.0, metavar="MM", help=word(explained))
    parser.add_argument("--screen", type=inches, default=10.1, metavar="INCHES", help=word("cli.print.screen"))
    parser.add_argument("--docs", default="", metavar=word("cli.address"), help=word("cli.print.docs"))
    parser.add_argument("--language", choices=get_args(LanguageCode), help=word("cli.print.language"))
    add_config_argument(parser)
    parser.set_defaults(run=run)


def sheet(given: str) -> str:
    """Return the name of a sheet. Raises ArgumentTypeError for any other."""
    if given in SHEETS:
        return given
    raise argparse.ArgumentTypeError(word("print.not_a_sheet", given=shortened(given), sheets=", ".join(SHEETS)))


def run(args: argparse.Namespace) -> int:
    """Write the sheets, and print the path of each file. Raises ConfigError, CabinetError."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    wanted = args.sheets or [name for name in SHEETS if name != "sticker" or args.docs]
    if "sticker" in wanted and not args.docs:
        raise CabinetError(word("print.no_sticker"))
    config = chosen_config(args).config
    if args.language:
        config = replace(config, display=replace(config.display, language=args.language))
    files = contents(args, config, wanted)
    for name, content in files.items():
        path = args.out / name
        try:
            args.out.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        except OSError as problem:
            raise CabinetError(word("print.unwritable", path=path, reason=problem.strerror)) from problem
        print(on_one_line(path))
    if "sticker" not in wanted and not args.sheets:
        print(word("print.no_sticker"))
    print(word("print.at_full_size"))
    return 0


def contents(args: argparse.Namespace, config: "Config", wanted: list[str]) -> dict[str, bytes]:
    """Return each file's content by its name. Raises CabinetError for missing packages and impossible distances."""
    try:
        from cabinet.paper.sheets import Order, files_of
    except ModuleNotFoundError as missing:
        if missing.name not in ("fpdf", "segno"):
            raise
        raise CabinetError(word("cli.no_extra", package=missing.name, line=install_line("print"))) from None
    from cabinet.paper.panel import spacing

    sizes = spacing(args.buttons, args.nut, args.pitch, args.rows)
    order = Order(args.paper, sizes, args.screen, args.docs, config)
    return {name: content for each in wanted for name, content in files_of(each, order).items()}
