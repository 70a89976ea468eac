"""The journal's lines as text, one JSON object each: read strictly, written compactly, rewritten with other names."""

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from cabinet.errors import CabinetError
from cabinet.strings.catalogue import word
from cabinet.tournaments.lines import AnyLine, Line

Rewrite = Callable[[str], str]
"""Returns a line with other names; a line without names as it is."""


class JournalError(CabinetError):
    """A line of an evening's journal cannot be used. Raised on reading it, with the line's number and the reason; use
    the version that wrote it, or end the evening."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        super().__init__(word("evening.journal", line=line, reason=reason))


def written(line: Line) -> str:
    """Return a line's text, without a line end."""
    return msgspec.json.encode(line).decode()


def read(lines: Iterable[str]) -> tuple[AnyLine, ...]:
    """Return the lines of a journal. Raises JournalError for kinds, fields and values that this version lacks."""
    decoder = msgspec.json.Decoder(AnyLine)
    return tuple(_line(number, text, decoder) for number, text in enumerate(lines, start=1))


def _line(number: int, text: str, decoder: "msgspec.json.Decoder[AnyLine]") -> AnyLine:
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as problem:
        raise JournalError(number, str(problem)) from problem


DELETED: Final = ""


def renaming(name: str, to: str) -> Rewrite:
    """Return the rewriting that gives a name's places to a name that has none."""
    return lambda line: _rewritten(line, name, to, merged=0)


def merging(name: str, into: str) -> Rewrite:
    """Return the rewriting that merges a name into another, which keeps its own place where it has one."""
    return lambda line: _rewritten(line, name, into, merged=1)


def deleting(name: str) -> Rewrite:
    """Return the rewriting that deletes a name; its results stay, without it."""
    return lambda line: _rewritten(line, name, DELETED, merged=1)


def _rewritten(text: str, name: str, to: str, merged: int) -> str:
    """Replace a name in the lines that bring names in, those of kinds from other versions too. Raises JournalError."""
    if name not in text:
        return text
    try:
        line: Any = msgspec.json.decode(text)
    except msgspec.DecodeError as problem:
        raise JournalError(0, str(problem)) from problem
    if isinstance(line, dict):
        if line.get("name") == name:
            line["name"] = to
            line["merged"] = line.get("merged", 0) + merged
        names = line.get("names")
        if isinstance(names, list) and name in names:
            counts = line.get("merged") or [0] * len(names)
            line["merged"] = [n + merged * (each == name) for each, n in zip(names, counts, strict=True)]
            line["names"] = [to if each == name else each for each in names]
    return msgspec.json.encode(line).decode()
