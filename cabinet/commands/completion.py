"""`photofinish completion` and `photofinish man`: the command line for a shell and for `man`.

Both need the extra `shell`, since a cabinet does without: `shtab` for completion, `argparse-manpage` for the page.
"""

import argparse

from cabinet.errors import CabinetError
from cabinet.strings.catalogue import word
from engine.version import VERSION
from hardware.packages import install_line


def run(args: argparse.Namespace) -> int:
    """Print either; return the exit code. Raises CabinetError where its library is not installed."""
    return print_completion(args) if args.act == "completion" else print_page(args)


def print_completion(args: argparse.Namespace) -> int:
    """Print a shell's script. Raises CabinetError where `shtab` is not installed."""
    try:
        import shtab  # noqa: PLC0415 - of the extra `shell`
    except ImportError:
        raise CabinetError(word("cli.no_extra", package="shtab", line=install_line("shell"))) from None
    print(shtab.complete(args.whole(), args.shell))
    return 0


def print_page(args: argparse.Namespace) -> int:
    """Print the page for `man`. Raises CabinetError where `argparse-manpage` is not installed."""
    try:
        from argparse_manpage.manpage import Manpage  # noqa: PLC0415 - of the extra `shell`
    except ImportError:
        raise CabinetError(word("cli.no_extra", package="argparse-manpage", line=install_line("shell"))) from None
    about = {"project_name": "Photo Finish", "version": VERSION, "description": word("cli.about"), "manual_title": ""}
    print(Manpage(args.whole(), about), end="")
    return 0
