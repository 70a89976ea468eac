"""Faults of a configuration in words: `ConfigError`, which names each with its file, line and remedy.

Apart from `check`, which finds faults: every command catches this error, and loads no more for it. Below it stand the
lines of keys in a TOML text, the reasons of `tomllib` in plain words, and values as TOML (`toml_value`).
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec

from cabinet.strings.catalogue import word
from engine.errors import shortened

EFFORT: Final = 400_000
"""The most characters parsed to find the line of a fault."""

MOST_TOLD: Final = 20
"""The most faults listed in one message."""

KeyPath = tuple[str, ...]
"""A key after the names of its tables: ``("display", "layout")``; an item of an array of tables has its number,
from 1."""


@dataclass(frozen=True)
class Fault:
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
    `MOST_TOLD` faults, the last line gives the number of the others.
    """

    def __init__(
        self, faults: Sequence[Fault], path: Path | None, text: str, over: tuple[Path, str] | None = None
    ) -> None:
        """`over`: path and text of a second file, which overrides the first; a fault of a key in it is located there.
        """
        self.faults = tuple(faults)
        told = [located(fault, *file_of(fault, (path, text), over)) for fault in faults[:MOST_TOLD]]
        if len(faults) > MOST_TOLD:
            told.append(located(Fault((), word("config.more_faults", count=len(faults) - MOST_TOLD)), path, text))
        super().__init__("\n".join(told))

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
    listed = [replace(fault, line=place_of(fault, text)) for fault in faults[:MOST_TOLD]]
    return [*sorted(listed, key=lambda fault: fault.line or len(text)), *faults[MOST_TOLD:]]


def located(fault: Fault, path: Path | None, text: str) -> str:
    """Return the message for one fault: file, line (if the key is found in the text), key, problem."""
    place = str(path) if path else word("config.nameless")
    line = place_of(fault, text)
    where = f"{place}:{line}" if line else place
    return ": ".join([where, *([key_text(fault.key)] if fault.key else []), fault.problem])


def key_text(key: KeyPath) -> str:
    """Return a key with its tables as messages show it, on one line."""
    return shortened(".".join(part if part.isprintable() else toml_value(part) for part in key))


def line_of(key: Sequence[str], text: str) -> int | None:
    """Return the line, from 1, on which `key` or the table of that name begins in the TOML `text`; None if nowhere.

    tomllib reports no positions, but it does report whether a text is valid: a key begins on the line after the
    longest valid prefix of the text that lacks the key. So every form of TOML (dotted and quoted keys, inline
    tables, values over several lines) works without a grammar of our own. Binary search parses even a long text
    only some ten times. Return None as well if that would take more than `EFFORT` characters.
    """
    lines = text.split("\n")
    without, behind, effort = 0, len(lines) + 1, EFFORT  # prefixes of `without` lines lack it, of `behind` have it
    top = behind
    while top - without > 1:
        middle = (without + top) // 2
        for end in range(middle, top):
            beginning = "\n".join(lines[:end]) + "\n"
            effort -= len(beginning)
            if effort < 0:
                return None
            found = found_in(beginning, key)
            if found is not None:
                break
        else:
            top = middle  # no prefix from there on is valid
            continue
        if found:
            top = behind = end
        else:
            without = end
    return without + 1 if behind <= len(lines) else None


def found_in(beginning: str, key: Sequence[str]) -> bool | None:
    """Return whether the prefix of a text has a key; None where it is not valid TOML."""
    try:
        return has(tomllib.loads(beginning), key)
    except (ValueError, RecursionError):
        return None


def has(document: Any, key: Sequence[str]) -> bool:
    """Return whether the nested tables of `document` have `key`."""
    for part in key:
        if isinstance(document, list):
            document = {str(number): item for number, item in enumerate(document, start=1)}
        if not isinstance(document, Mapping) or part not in document:
            return False
        document = document[part]
    return True


# -- The lines of a document's keys, and its values by them ------------------------------------------

LINES_EFFORT: Final = 4_000_000
"""The most characters parsed to find the lines of one document's keys; keys found later have no line."""

EMPTY: Final = re.compile(r"\s*(?:#|$)")
"""Matches a line without a key: a blank line or a comment."""


def key_lines(text: str) -> dict[KeyPath, int]:
    """Return the line, from 1, on which each key of a valid document begins; its items in a list have none.

    `tomllib` reports no positions, so it parses growing prefixes of the text: a key is on the first line that is
    neither blank nor a comment after the longest prefix that lacks it.
    """
    lines = text.split("\n")
    known: set[KeyPath] = set()
    found: dict[KeyPath, int] = {}
    done = effort = size = 0
    for end, line in enumerate(lines, start=1):
        size += len(line) + 1
        if EMPTY.match(line):
            continue
        effort += size
        if effort > LINES_EFFORT:
            break
        try:
            document = tomllib.loads("\n".join(lines[:end]) + "\n")
        except (ValueError, RecursionError):
            continue
        begins = next(number for number in range(done + 1, end + 1) if not EMPTY.match(lines[number - 1]))
        for key in leaves(document):
            if key not in known:
                known.add(key)
                found[key] = begins
        done = end
    return found


def leaves(document: Mapping[str, Any], above: KeyPath = ()) -> Iterator[KeyPath]:
    """Yield the path of every value that is no table; a list of tables is one value."""
    for name, value in document.items():
        key = (*above, name)
        if isinstance(value, Mapping):
            yield from leaves(value, key)
        else:
            yield key


def value_at(document: Mapping[str, Any], key: KeyPath) -> Any:
    """Return the value of a key of `leaves`."""
    value: Any = document
    for part in key:
        value = value[part]
    return value


# -- Readable reasons for invalid TOML: Python's own are addressed to programmers --------------------

PLACE: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
"""The position at the end of a message of `tomllib`."""

OURS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Cannot declare": "config.toml.declare",
        "Cannot mutate": "config.toml.mutate",
        "Cannot redefine": "config.toml.mutate",
        "Cannot overwrite": "config.toml.overwrite",
        "Duplicate inline": "config.toml.overwrite",
        "Illegal character": "config.toml.control",
        "Exceeds the limit": "config.toml.number",
    }
)
"""The beginning of a message of `tomllib` -> the catalogue's key."""


def toml_problem(problem: ValueError) -> tuple[int | None, str]:
    """Return the line (from 1; None if the error names none) and the reason in an error of `tomllib`."""
    text = str(problem)
    place = PLACE.search(text)
    reason = text[: place.start()] if place else text
    line = int(place[1]) if place and place[1] else None
    for begins, key in OURS.items():
        if reason.startswith(begins):
            named = ".".join(re.findall(r"'((?:[^'\\]|\\.)*)'", reason))
            return line, word(key, name=named)
    return line, f"{reason[:1].lower()}{reason[1:]}"


# -- Values as TOML ----------------------------------------------------------------------------------


# tomli-w would write whole documents, without comments and with lists over several lines; these stand on one line.


def toml_value(value: Any) -> str:
    """Return `value` as TOML on one line: tables inline, dates in TOML's own form."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")
        case list() | tuple():
            return "[" + ", ".join(map(toml_value, value)) + "]"
        case Mapping():
            entries = [f"{toml_value(name)} = {toml_value(item)}" for name, item in value.items()]
            return "{" + ", ".join(entries) + "}"
    return str(value)
