"""Faults of a configuration in words: `ConfigError`, which names each with its file, line and remedy.

Apart from `check`, which finds faults: every command catches this error, and loads no more for it.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from cabinet.config.toml import KeyPath, line_of, toml_value
from cabinet.strings.catalogue import on_one_line, word
from engine.errors import shortened

MOST_LISTED: Final = 20
"""The most faults listed in one message."""


class Fault(msgspec.Struct, frozen=True):
    """One fault: its key (empty for the whole file) and the problem, as a clause for people."""

    key: KeyPath
    problem: str
    line: int | None = None
    """The line, from 1, where it is known; otherwise it is that of the key."""
    other: KeyPath = ()
    """The other key of a conflict: its line is named where `key` itself is in no file."""


class ConfigError(Exception):
    """The configuration cannot be used. Raised on reading it, or by a part for which its values do not fit.

    Remedy: mend the lines named by `str`, which has a line for each fault: ``file:line: key: problem``. Beyond
    `MOST_LISTED` faults, the last line gives the number of the others.
    """

    def __init__(
        self, faults: Sequence[Fault], path: Path | None, text: str, over: tuple[Path, str] | None = None
    ) -> None:
        """`over`: path and text of a second file, which overrides the first; a fault of its key is located there."""
        self.faults = tuple(faults)
        lines = [located(fault, *file_of(fault, (path, text), over)) for fault in faults[:MOST_LISTED]]
        if len(faults) > MOST_LISTED:
            lines.append(located(Fault((), word("config.more_faults", count=len(faults) - MOST_LISTED)), path, text))
        super().__init__("\n".join(lines))

    @property
    def first(self) -> str:
        """The message of the first fault."""
        return str(self).partition("\n")[0]


def file_of(fault: Fault, file: tuple[Path | None, str], over: tuple[Path, str] | None) -> tuple[Path | None, str]:
    """Return the file that has the fault's key: `over` if it is there, else `file`."""
    return over if over and fault.key and place_of(fault, over[1]) is not None else file


def place_of(fault: Fault, text: str) -> int | None:
    """Return the line, from 1, of a fault in its file's text; None if it has none there."""
    if fault.line is not None or not fault.key:
        return fault.line
    line = line_of(fault.key, text)
    return line_of(fault.other, text) if line is None and fault.other else line


def by_line(faults: Sequence[Fault], text: str) -> list[Fault]:
    """Return the faults with their lines and in that order, as far as they are listed; those without come last."""
    listed = [replace(fault, line=place_of(fault, text)) for fault in faults[:MOST_LISTED]]
    return [*sorted(listed, key=lambda fault: fault.line or len(text)), *faults[MOST_LISTED:]]


def located(fault: Fault, path: Path | None, text: str) -> str:
    """Return the message for one fault, on one line: file, line (if the key is found in the text), key, problem."""
    place = str(path) if path else word("config.nameless")
    line = place_of(fault, text)
    where = f"{place}:{line}" if line else place
    return on_one_line(": ".join([where, *([key_text(fault.key)] if fault.key else []), fault.problem]))


def key_text(key: KeyPath) -> str:
    """Return a key with its tables as messages show it, on one line."""
    return shortened(".".join(part if part.isprintable() else toml_value(part) for part in key))
