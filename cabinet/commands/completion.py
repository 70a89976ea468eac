"""`photofinish completion` and `photofinish man`: the command line for a shell and for `man`.

Both need the extra `shell`, since a cabinet does without: `shtab` for completion, `argparse-manpage` for the page.
"""

import argparse
from collections.abc import Callable
from typing import Final

from cabinet.errors import CabinetError
from cabinet.strings.catalogue import word
from engine.version import VERSION
from hardware.packages import install_line

SHELLS: Final = ("bash", "zsh", "fish")


def add_parser(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", whole: Callable[[], argparse.ArgumentParser]
) -> None:
    """Register both commands; `whole` returns the parser of all commands, which they print."""
    completion = commands.add_parser(
        "completion", help=word("cli.completion"), description=word("cli.completion.about")
    )
    completion.add_argument("shell", choices=SHELLS, help=word("cli.completion.shell"))
    completion.set_defaults(run=print_completion, whole=whole)
    man = commands.add_parser("man", help=word("cli.man"), description=word("cli.man.about"))
    man.set_defaults(run=print_page, whole=whole)


def print_completion(args: argparse.Namespace) -> int:
    """Print a shell's script. Raises CabinetError where `shtab` is not installed."""
    try:
        import shtab
    except ImportError:
        raise CabinetError(word("cli.no_extra", package="shtab", line=install_line("shell"))) from None
    print(shtab.complete(args.whole(), args.shell))
    return 0


def print_page(args: argparse.Namespace) -> int:
    """Print the page for `man`. Raises CabinetError where `argparse-manpage` is not installed."""
    try:
        from argparse_manpage.manpage import Manpage
    except ImportError:
        raise CabinetError(word("cli.no_extra", package="argparse-manpage", line=install_line("shell"))) from None
    about = {"project_name": "Photo Finish", "version": VERSION, "description": word("cli.about"), "manual_title": ""}
    print(Manpage(args.whole(), about), end="")
    return 0
