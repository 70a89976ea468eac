"""`photofinish verify`: replay match logs and compare every line.

Exit code 0 if all are right, 1 if a log differs from its replay, 2 if a log cannot be read.
"""

import argparse
import sys
from pathlib import Path
from typing import Final

from cabinet.errors import LogFileError
from cabinet.store.log_file import read_log
from cabinet.strings.catalogue import word

RIGHT: Final = 0
DIFFERS: Final = 1
UNREADABLE: Final = 2


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = commands.add_parser("verify", help=word("cli.verify"), description=word("cli.verify.about"))
    parser.add_argument("logs", type=Path, nargs="+", metavar="LOG", help=word("cli.verify.logs"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Verify every named log and print a line for each; return the worst exit code."""
    return max(verify_file(path) for path in args.logs)


def verify_file(path: Path) -> int:
    """Verify one log; print a line if it is right, or its fault to the standard error. Return its exit code."""
    from engine.errors import Divergence, EngineError
    from engine.log import read
    from engine.log_replay import verify

    try:
        log = read(read_log(path))
        verify(log)
    except LogFileError as problem:
        _complain(str(problem))
        return UNREADABLE
    except Divergence as problem:
        _complain(word("verify.differs", path=path, problem=problem))
        return DIFFERS
    except EngineError as problem:
        _complain(word("verify.unreadable", path=path, problem=problem))
        return UNREADABLE
    key = "verify.right" if log.is_finished else "verify.unfinished"
    print(word(key, path=path, lines=len(log.lines)))
    return RIGHT


def _complain(text: str) -> None:
    print(text, file=sys.stderr)
