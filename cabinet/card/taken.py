"""The settings of a card's file as the program reads them: without comments and secrets, each key on its own line.

A later fault (a pin that is in use) is then reported with its line in the card's file, of which no copy is kept.
"""

import tomllib
from collections.abc import Iterator, Mapping
from itertools import groupby, takewhile
from typing import Any

from cabinet.config.faults import KeyPath, toml_value
from cabinet.config.key_lines import key_lines, leaves, value_at


def taken_text(config: Mapping[str, Any], text: str) -> str:
    """Return the TOML text of the configuration's tables of a card's file, whose whole text gives the lines.

    Values of one line stood in one inline table. A form that this cannot keep on its lines is written without them.
    """
    placed = statements(config, key_lines(text))
    lines = [""] * max(placed, default=0)
    for line, statement in placed.items():
        lines[line - 1] = statement
    written = "\n".join(lines) + "\n"
    return written if reads_as(written, config) else plain(config)


def statements(config: Mapping[str, Any], lines: Mapping[KeyPath, int]) -> dict[int, str]:
    """Return a statement for each line that has keys of the configuration."""
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


def plain(config: Mapping[str, Any]) -> str:
    """Return the settings one below the other."""
    return "".join(f"{dotted(key)} = {toml_value(value_at(config, key))}\n" for key in leaves(config))


def dotted(key: KeyPath) -> str:
    """Return a key with its tables, each part in quotes unless TOML takes it bare."""
    return ".".join(part if part.isascii() and part.isidentifier() else toml_value(part) for part in key)


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
