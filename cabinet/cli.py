"""The command line: `photofinish` and its commands.

`main` is the console script. Without a command it runs `play`. A user's mistake gives one message with its remedy
and exit code 2; a traceback always means a bug.
"""

import argparse
import errno
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from types import MappingProxyType
from typing import Final

from cabinet.config.faults import ConfigError
from cabinet.errors import CabinetError, ScreenGone
from cabinet.process import gc_tuning
from cabinet.process.crash_report import write_report
from cabinet.process.engine_build import engine_build
from cabinet.strings.catalogue import word
from engine.errors import EngineError
from engine.version import VERSION
from hardware.errors import HardwareError

MODULES: Final = (
    *("play", "replay", "verify", "simulate", "balance", "buttons", "board", "wiring"),
    *("doctor", "config", "card", "games", "players", "backup"),
)
"""The modules of `cabinet.commands`, in the order of the help; each has the command of its name."""
ALSO: Final = MappingProxyType({"restore": "backup"})
"""The commands that are in the module of another one."""
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
    print_anything()
    typed = with_command(sys.argv[1:] if arguments is None else arguments)
    args = parser(typed[0]).parse_args(typed)
    try:
        code = int(args.run(args))
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


def open_standard_streams() -> None:
    """Open the null device where the caller closed a standard stream (`>&-`).

    Otherwise the next file opened, such as the database, would get the stream's number, and printed lines with it.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number, so this one
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def print_anything() -> None:
    """Print characters that the output's encoding lacks (in the name of a file from another system) as escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")


def close_output() -> None:
    """Redirect standard output to the null device; otherwise Python reports the failed write again when it exits."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def with_command(arguments: Sequence[str]) -> list[str]:
    """Return the arguments, with `play` in front where no command is named."""
    names_none = not arguments or arguments[0].startswith("-")
    asks_about_us = bool(arguments) and arguments[0] in ("-h", "--help", "--version")
    return ["play", *arguments] if names_none and not asks_about_us else list(arguments)


def parser(command: str = "") -> argparse.ArgumentParser:
    """Return the parser for `command`, or for all commands where `command` is not one of them.

    Only the module of the named command is imported, because imports delay the start of a cabinet.
    """
    version = word("cli.version.is", version=VERSION, build=engine_build())
    whole = argparse.ArgumentParser(prog="photofinish", description=word("cli.about"))
    whole.add_argument("--version", action="version", version=version, help=word("cli.version"))
    commands = whole.add_subparsers(metavar=word("cli.command"), required=True)
    module = ALSO.get(command, command)
    for name in (module,) if module in MODULES else MODULES:
        import_module(f"cabinet.commands.{name}").add_parser(commands)
    return whole
