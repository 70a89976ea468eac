"""The verdict on the bytes of a match log: right, unfinished, different from its replay, or no log at all.

`photofinish verify` and the page that verifies logs in a browser both give this verdict, so their words are the same.
"""

from codecs import BOM_UTF8
from collections.abc import Callable
from typing import Final, NamedTuple

from engine.errors import Divergence, EngineError
from engine.log import ignore, read, read_header
from engine.log_replay import verify

RIGHT: Final = "right"
UNFINISHED: Final = "unfinished"
DIFFERS: Final = "differs"
UNREADABLE: Final = "unreadable"
VERDICTS: Final = (RIGHT, UNFINISHED, DIFFERS, UNREADABLE)
"""The possible verdicts on a log, from good to bad. An unfinished log is right as far as it goes."""

MOST_BYTES: Final = 100_000_000
"""The largest log accepted: a match writes some 100 bytes for each play."""
HEAD: Final = 1 << 20
"""The most bytes of a first line."""


class Verdict(NamedTuple):
    """The verdict on one log, its game (empty if unreadable), its number of lines, and in words its fault."""

    verdict: str
    game: str = ""
    lines: int = 0
    problem: str = ""


def begins_a_log(line: bytes) -> bool:
    """Return whether a line is a log's first one."""
    try:
        read_header(line.removeprefix(BOM_UTF8).decode().rstrip("\r\n"))
    except (EngineError, ValueError):
        return False
    return True


def log_or_first_line(data: bytes) -> bytes:
    """Return the data if it begins as a log does, else its first line: of other files nothing more is read."""
    head = data[:HEAD]
    line, end, _ = head.partition(b"\n")
    return data if begins_a_log(line) else line + end


def verdict_of(
    data: bytes, on_lines: Callable[[int], object] = ignore, on_read: Callable[[int], object] = ignore
) -> Verdict:
    """Return the verdict on the bytes of a log. Its fault names the line and a remedy.

    ``on_read`` is called now and then with the number of lines that are read, then ``on_lines`` with the number of
    those that are found right.
    """
    try:
        log = read(data, on_read)
        verify(log, on_lines)
    except Divergence as difference:  # two names: mypyc gives a name of both the type of the first
        first = data.removeprefix(BOM_UTF8).partition(b"\n")[0].removesuffix(b"\r")
        return Verdict(DIFFERS, read_header(first.decode()).game, data.count(b"\n"), str(difference))
    except EngineError as problem:
        return Verdict(UNREADABLE, problem=str(problem))
    return Verdict(RIGHT if log.is_finished else UNFINISHED, log.setup.game, len(log.lines))
