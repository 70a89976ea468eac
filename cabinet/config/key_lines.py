"""The line of every key of a TOML document: for messages, and for the origin of a value."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final

from cabinet.config.faults import KeyPath

EFFORT: Final = 4_000_000
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
        if effort > EFFORT:
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
