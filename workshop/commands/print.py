"""`photofinish print`: what a builder prints, made from the configuration that plays.

It needs the extra `print`, since a cabinet does without: `fpdf2` for PDF, `segno` for the sticker's code.
"""

import argparse

from msgspec.structs import replace

from cabinet.commands.config import chosen_config
from cabinet.config.schema import Config
from cabinet.errors import CabinetError
from cabinet.strings.catalogue import on_one_line, word
from hardware.packages import install_line
from workshop.commands.arguments import SHEETS
from workshop.paper.panel import spacing


def run(args: argparse.Namespace) -> int:
    """Write the sheets, and print the path of each file. Raises ConfigError, CabinetError."""
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


def contents(args: argparse.Namespace, config: Config, wanted: list[str]) -> dict[str, bytes]:
    """Return each file's content by its name. Raises CabinetError for missing packages and impossible distances."""
    try:
        from workshop.paper.sheets import Order, files_of  # noqa: PLC0415 - fpdf2 and segno are extras
    except ModuleNotFoundError as missing:
        if missing.name not in ("fpdf", "segno"):
            raise
        raise CabinetError(word("cli.no_extra", package=missing.name, line=install_line("print"))) from None

    sizes = spacing(args.buttons, args.nut, args.pitch, args.rows, args.action, args.action_hole)
    order = Order(args.paper, sizes, args.screen, args.docs, config)
    return {name: content for each in wanted for name, content in files_of(each, order).items()}
