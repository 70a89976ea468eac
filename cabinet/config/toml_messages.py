"""Readable messages for invalid TOML, where Python's own are addressed to programmers."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cabinet.strings.catalogue import word

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
