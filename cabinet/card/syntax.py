"""Faults of a text that is not TOML: all of them, each with its line, and with the remedy of the usual ones.

`tomllib` stops at the first. So its line is left out and the rest read again, which finds the faults after it as well.
"""

import re
import tomllib
from typing import Final, NamedTuple

from cabinet.config.faults import EFFORT, MOST_TOLD, Fault
from cabinet.config.file import DOTTED
from cabinet.config.toml_messages import OURS, toml_problem
from cabinet.strings.catalogue import word

USUAL: Final = (
    ("curly", re.compile(r"""^[^#'"]*[“”„‟‘’‚«»]""")),
    ("header", re.compile(r"^\s*\[[^\]#]*(?:#|$)")),
    ("colon", re.compile(r"^\s*[\w.-]+\s*:")),
    ("capital", re.compile(r"^[^=#]*=\s*(?:True|TRUE|False|FALSE|[Yy]es|YES|[Nn]o|NO|[Oo]n|ON|[Oo]ff|OFF)\s*(?:#|$)")),
    ("value", re.compile(r"^\s*[\w.-]+\s*=\s*(?:#|$)")),
    ("unclosed", re.compile(r"""^[^=#]*=\s*(?:"(?:[^"\\]|\\.)*|'[^']*)$""")),
    ("backslash", re.compile(r"""^[^=#]*=\s*"[^"]*\\""")),
    ("quotes", re.compile(r"""^[^=#]*=\s*[^\s"'\[{]""")),
    ("equals", re.compile(r"^\s*[^\s=#\[]+[^=#]*(?:#|$)")),
)
"""The usual mistakes of a line, the most specific first: the end of the catalogue's key, and a pattern."""

LONGEST: Final = 2_000
"""Longer lines are not looked at for the usual mistakes."""


def syntax_faults(text: str) -> tuple[list[Fault], str | None]:
    """Return the faults of syntax, and the text without their lines; None where the rest cannot be read without them.

    A heading that is left out would put the keys below it into another table; the text is None then, too.
    """
    lines = text.split("\n")
    faults: list[Fault] = []
    is_whole = True
    while (problem := first_problem(lines)) is not None:
        line = problem.line
        if line is None or not lines[line - 1].strip():
            return [*faults, Fault((), problem.reason, line)], None
        begins = statement_begin(lines, line)
        faults.append(Fault((), remedy(lines[begins - 1], problem), begins))
        is_whole = is_whole and not lines[begins - 1].lstrip().startswith("[")
        lines[begins - 1] = ""
        after = first_problem(lines) if begins < line else None
        if len(faults) == MOST_TOLD or (after is not None and (after.line or 0) <= line):
            return faults, None  # one statement over several lines: its other lines are no faults of their own
    return faults, "\n".join(lines) if is_whole else None


class Problem(NamedTuple):
    """A fault of syntax: its line, from 1, the reason, and whether the catalogue has the reason with its remedy."""

    line: int | None
    reason: str
    is_clear: bool = True


def first_problem(lines: list[str]) -> Problem | None:
    """Return the first fault of syntax; None for a text without."""
    text = "\n".join(lines)
    try:
        if not DOTTED.search(text):
            tomllib.loads(text)
            return None
    except RecursionError:
        pass
    except ValueError as problem:
        line, reason = toml_problem(problem)
        clear = tuple(OURS.keys() - {"Illegal character"})  # which is mostly the end of a line within quotes
        return Problem(line or last_line(lines), reason, is_clear=str(problem).startswith(clear))
    return Problem(None, word("config.nested"))


def last_line(lines: list[str]) -> int | None:
    """Return the last line, from 1, that is not blank."""
    return next((number for number in range(len(lines), 0, -1) if lines[number - 1].strip()), None)


def statement_begin(lines: list[str], line: int) -> int:
    """Return the line, from 1, on which the statement begins that reaches `line`: after the longest valid prefix."""
    effort = EFFORT
    for number in range(line, 0, -1):
        if not lines[number - 1].strip():
            continue
        beginning = "\n".join(lines[: number - 1]) + "\n"
        effort -= len(beginning)
        if effort < 0:
            break
        try:
            tomllib.loads(beginning)
        except (ValueError, RecursionError):
            continue
        return number
    return line


def remedy(line: str, problem: Problem) -> str:
    """Return the fault of a line in words: a usual mistake with its remedy, else the reason of the parser."""
    if len(line) <= LONGEST and not problem.is_clear:
        for name, pattern in USUAL:
            if pattern.search(line):
                return word(f"card.toml.{name}")
    return word("card.not_toml", reason=problem.reason)
