"""Logs that somebody has changed: every field of every line, lines dropped, doubled and swapped."""

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

INPUT = ("press", "glitch", "pause", "resume", "void")
"""The kinds of lines that are input themselves, besides the commands of seats without buttons."""


class Change(NamedTuple):
    """A changed log, without its header; ``is_input`` if the change is in the input of a match, and not in its result.

    A match with another input may have the same lines (a release a nanosecond later), so only such a change may pass.
    """

    name: str
    lines: tuple[str, ...]
    is_input: bool


def changes(lines: Sequence[str], gives_commands: bool) -> Iterator[Change]:
    """Yield every change of the lines after the header. ``gives_commands``: commands are the seats' input."""
    for place, line in enumerate(lines):
        value = json.loads(line)
        is_input = any(kind in value for kind in INPUT) or (gives_commands and "do" in value) or _is_leave(value)
        for path, changed in _fields(value):
            text = json.dumps(changed, separators=(",", ":"), ensure_ascii=False)
            is_result = path[0] in ("effects", "ok", "why", "ignored", "beaten_by", "margin_ns", "dead_heat", "draw")
            yield Change(f"line {place + 2}: {path}", _with(lines, place, text), is_input and not is_result)
        yield Change(f"line {place + 2}: a space", _with(lines, place, line.replace(":", ": ", 1)), False)
        if place < len(lines) - 1:  # without its last line a log is one that was cut off
            yield Change(f"line {place + 2} dropped", (*lines[:place], *lines[place + 1 :]), is_input)
            if lines[place + 1] != line:
                swapped = (*lines[:place], lines[place + 1], line, *lines[place + 2 :])
                yield Change(f"line {place + 2} swapped", swapped, is_input)
        yield Change(f"line {place + 2} doubled", (*lines[: place + 1], *lines[place:]), is_input)


def _with(lines: Sequence[str], place: int, text: str) -> tuple[str, ...]:
    return (*lines[:place], text, *lines[place + 1 :])


def _is_leave(value: dict[str, Any]) -> bool:
    return "outcome" in value and value["outcome"]["reason"] == "left"


def _fields(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yield each path to a scalar of a value, with the value changed there; and with each member taken out."""
    if isinstance(value, dict | list):
        places = list(value) if isinstance(value, dict) else range(len(value))
        for place in places:
            for inner, changed in _fields(value[place], (*path, place)):
                copy = deepcopy(value)
                copy[place] = changed
                yield inner, copy
            copy = deepcopy(value)
            del copy[place]
            yield (*path, place), copy
    else:
        yield path, _other(value)


def _other(value: object) -> object:
    """Return another scalar of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return f"{value}x"
    return 0
