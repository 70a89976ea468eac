"""The command line: `photofinish` and its commands.

`main` is the console script. Without a command it runs `play`. A user's mistake gives one message with its remedy
and exit code 2; a traceback always means a bug.
"""

import argparse
import errno
import os
import sys
import textwrap
from collections.abc import Sequence
from importlib import import_module
from shutil import get_terminal_size
from types import MappingProxyType
from typing import Any, Final, NoReturn

from cabinet.commands.arguments import Commands
from cabinet.config.faults import ConfigError
from cabinet.errors import CabinetError, ScreenGone
from cabinet.process import gc_tuning
from cabinet.process.crash_report import write_report
from cabinet.process.engine_build import engine_build
from cabinet.process.revision import version_text
from cabinet.process.streams import close_output, open_standard_streams, print_safely
from cabinet.strings.catalogue import on_one_line, word
from engine.errors import EngineError, instead, shortened
from engine.version import VERSION
from hardware.errors import HardwareError

GROUPS: Final = MappingProxyType(
    {
        "play": ("play", "games", "replay"),
        "operate": ("doctor", "witness", "config", "card", "players", "export", "backup", "restore", "owner"),
        "build": ("buttons", "board", "wiring", "print"),
        "develop": ("certify", "verify", "simulate", "balance", "bundle", "completion", "man"),
    }
)
"""The commands in the order of the help, by who needs them (`cli.group.…`). Each is in the module of its name, in
`cabinet.commands` or in `workshop.commands`, but for those in `ELSEWHERE`."""
ELSEWHERE: Final = MappingProxyType({"restore": "backup", "man": "completion"})
OF_THE_WORKSHOP: Final = frozenset({"replay", "witness", "print", "certify", "verify", "simulate", "balance", "bundle"})
COMMANDS: Final = tuple(command for group in GROUPS.values() for command in group)
ABOUT_US: Final = ("-h", "--help", "--version")
"""What is asked of the program and of no command."""
BAD_INPUT: Final = 2
TRY_AGAIN: Final = 75
"""EX_TEMPFAIL of sysexits.h, a temporary failure: a supervisor restarts the program at once."""
INTERRUPTED: Final = 130
FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""Errors of a disk that does not accept the output. Errors of files that the program opens name their file."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command named by `arguments` (default: the process's own); return the exit code."""
    gc_tuning.calm()
    open_standard_streams()
    print_safely()
    typed = with_command(sys.argv[1:] if arguments is None else arguments)
    try:
        code = run(typed)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        close_output()
        return 0
    except (ConfigError, CabinetError, EngineError, HardwareError) as problem:
        print(word("cli.problem", problem=problem), file=sys.stderr)
        write_report(str(problem), os.environ)
        return TRY_AGAIN if isinstance(problem, ScreenGone) else BAD_INPUT
    except Exception as bug:
        if isinstance(bug, OSError) and bug.filename is None and bug.errno in FULL:
            close_output()
            print(word("cli.problem", problem=word("output.full", reason=bug.strerror)), file=sys.stderr)
            return BAD_INPUT
        write_report(word("error.crash", problem=f"{type(bug).__name__}: {bug}"), os.environ)
        raise


def run(typed: Sequence[str]) -> int:
    """Run the command; return its exit code. Raises SystemExit with 2 for what cannot be parsed, after a message."""
    first = typed[0]
    try:
        if first not in COMMANDS and first not in ABOUT_US:
            parser(first).error(word("cli.unknown", given=shortened(first), instead=instead(first, COMMANDS)))
        args = parser(first).parse_args(typed)
    except SystemExit as left:  # argparse has printed the help or the version, and leaves: what it printed may not fit
        if left.code:
            raise
        return 0
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # pygame prints its name when it is imported
    with gc_tuning.importing():
        command = import_module(module_of(first))  # no other one is waited for
    return int(command.run(args))


def with_command(arguments: Sequence[str]) -> list[str]:
    """Return the arguments, with `play` in front where no command is named."""
    names_none = not arguments or arguments[0].startswith("-")
    asks_about_us = bool(arguments) and arguments[0] in ABOUT_US
    return ["play", *arguments] if names_none and not asks_about_us else list(arguments)


class CommandParser(argparse.ArgumentParser):
    """A parser whose messages are one line: what is typed may be the name of somebody's file."""

    def error(self, message: str) -> NoReturn:
        """Print the usage and the message, and exit with 2."""
        super().error(on_one_line(message))

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Name the nearest of the choices that a value is not among; argparse itself does from Python 3.14 on."""
        if action.choices is not None and value not in action.choices:
            known = [str(each) for each in action.choices]
            text = word("cli.no_choice", given=shortened(str(value)), instead=instead(str(value), known))
            raise argparse.ArgumentError(action, text)


class PrintVersion(argparse.Action):
    """Print the version and end. In a checkout git is asked for it, which takes longer than other commands' start."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print the version, and exit with 0."""
        print(word("cli.version.is", version=version_text(VERSION), build=engine_build()))
        parser.exit()


class CommandLine(CommandParser):
    """The parser of all commands, whose help lists them by who needs them."""

    def format_help(self) -> str:
        """Return the help."""
        left = max(map(len, COMMANDS)) + 4
        lines = [self.format_usage(), word("cli.about")]
        for group, commands in GROUPS.items():
            lines += ["", word(f"cli.group.{group}")]
            for command in commands:
                lines += wrapped(command, word(f"cli.{command}"), left)
        lines += ["", word("cli.help.of_one"), word("cli.help.version")]
        return "\n".join(lines) + "\n"


def wrapped(name: str, text: str, left: int) -> list[str]:
    """Return a name and its text, which begins in the column `left`, within the width of the terminal."""
    width = max(40, get_terminal_size().columns - 2)
    return textwrap.wrap(text, width, initial_indent=f"  {name:<{left - 2}}", subsequent_indent=" " * left)


def parser(command: str = "") -> argparse.ArgumentParser:
    """Return the parser for one command, or for all of them where none is named.

    The module of no command is imported. `whole` of the parsed arguments is this function, for what prints the parser.
    """
    whole = CommandLine(prog="photofinish", description=word("cli.about"))
    whole.add_argument("--version", action=PrintVersion, nargs=0, help=word("cli.version"))
    commands: Commands = whole.add_subparsers(metavar=word("cli.command"), required=True, parser_class=CommandParser)
    wanted = tuple(each for each in COMMANDS if command in ("", each))
    for module in dict.fromkeys(map(module_of, wanted)):
        folder, _, name = module.rpartition(".")
        import_module(f"{folder}.arguments").ADDERS[name](commands)
    whole.set_defaults(whole=parser)
    return whole


def module_of(command: str) -> str:
    """Return the name of a command's module; nobody imports those of the workshop but by this name."""
    folder = "workshop" if command in OF_THE_WORKSHOP else "cabinet"
    return f"{folder}.commands.{ELSEWHERE.get(command, command)}"
