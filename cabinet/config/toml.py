"""TOML beyond `tomllib`: values and settings written, the lines of keys, and the reasons for a text that is none.

The standard library reads TOML and writes none, and it gives no positions. tomli-w would write whole documents, without
comments and with lists over several lines; here each setting stands on one line, which may have to be a given one.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, takewhile
from types import MappingProxyType
from typing import Any, Final

import msgspec

from cabinet.strings.catalogue import word

KeyPath = tuple[str, ...]
"""A key after the names of its tables: ``("display", "layout")``; an item of an array of tables has its number,
from 1."""

# -- Writing -----------------------------------------------------------------------------------------


def toml_value(value: Any) -> str:
    """Return `value` as TOML on one line: tables inline, dates in TOML's own form."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return "".join(
                sign if sign.isprintable() else _escaped(sign) for sign in msgspec.json.encode(value).decode()
            )
        case list() | tuple():
            return "[" + ", ".join(map(toml_value, value)) + "]"
        case Mapping():
            entries = [f"{toml_value(name)} = {toml_value(item)}" for name, item in value.items()]
            return "{" + ", ".join(entries) + "}"
    return str(value)


def _escaped(sign: str) -> str:
    """Return a sign that nobody sees as TOML writes it, so that messages that quote a value show it as well."""
    return f"\\u{ord(sign):04x}" if ord(sign) < 1 << 16 else f"\\U{ord(sign):08x}"


def dotted(key: KeyPath) -> str:
    """Return a key with its tables, each part in quotes unless TOML takes it bare."""
    return ".".join(part if part.isascii() and part.isidentifier() else toml_value(part) for part in key)


def plain(config: Mapping[str, Any]) -> str:
    """Return the settings one below the other."""
    return "".join(f"{dotted(key)} = {toml_value(value_at(config, key))}\n" for key in leaves(config))


def text_on_lines(config: Mapping[str, Any], text: str) -> str:
    """Return `config` as TOML without comments, each key on its line in `text`, a TOML text that has these keys too.

    Values of one line stand in an inline table. Where line numbers cannot be kept, one setting a line is written.
    """
    placed = statements(config, key_lines(text))
    lines = [""] * max(placed, default=0)
    for line, statement in placed.items():
        lines[line - 1] = statement
    written = "\n".join(lines) + "\n"
    return written if reads_as(written, config) else plain(config)


def statements(config: Mapping[str, Any], lines: Mapping[KeyPath, int]) -> dict[int, str]:
    """Return a statement for each line that has keys of `config`."""
    keys = sorted((key for key in leaves(config) if key in lines), key=lambda key: lines[key])
    return {line: statement(config, list(of_line)) for line, of_line in groupby(keys, key=lambda key: lines[key])}


def statement(config: Mapping[str, Any], keys: list[KeyPath]) -> str:
    """Return the statement that sets the keys of one line; several are written as the inline table they were."""
    if len(keys) == 1:
        return f"{dotted(keys[0])} = {toml_value(value_at(config, keys[0]))}"
    table = common_table(keys)
    return f"{dotted(table)} = {toml_value(value_at(config, table))}"


def common_table(keys: list[KeyPath]) -> KeyPath:
    """Return the innermost table that has all the keys."""
    levels = takewhile(lambda parts: len(set(parts)) == 1, zip(*keys, strict=False))
    return tuple(parts[0] for parts in levels)


def reads_as(text: str, config: Mapping[str, Any]) -> bool:
    """Return whether a text is TOML with the same values."""
    try:
        document = tomllib.loads(text)
    except ValueError:
        return False
    return dict(values(document)) == dict(values(config))


def values(document: Mapping[str, Any]) -> Iterator[tuple[KeyPath, Any]]:
    """Yield every key that is no table, with its value."""
    return ((key, value_at(document, key)) for key in leaves(document))


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


# -- The lines of keys -------------------------------------------------------------------------------

EFFORT: Final = 400_000
"""The most characters parsed to find the line of a fault."""

LINES_EFFORT: Final = 4_000_000
"""The most characters parsed to find the lines of one document's keys; keys found later have no line."""

EMPTY: Final = re.compile(r"\s*(?:#|$)")
"""Matches a line without a key: a blank line or a comment."""


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


# -- Reasons for invalid TOML: Python's own are addressed to programmers -----------------------------

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
