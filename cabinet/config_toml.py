"""What is wrong with a text that is no TOML, in our own words where Python's are those of a programmer."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cabinet.words import word

PLACE: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
"""How `tomllib` says where it stopped."""

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
"""How a message of `tomllib` begins -> the key of ours."""


def toml_problem(problem: ValueError) -> tuple[int | None, str]:
    """The line (from 1; None where there is none to name) and the reason that an error of `tomllib` tells."""
    text = str(problem)
    place = PLACE.search(text)
    reason = text[: place.start()] if place else text
    line = int(place[1]) if place and place[1] else None
    for begins, key in OURS.items():
        if reason.startswith(begins):
            named = ".".join(re.findall(r"'((?:[^'\\]|\\.)*)'", reason))
            return line, word(key, name=named)
    return line, f"{reason[:1].lower()}{reason[1:]}"
