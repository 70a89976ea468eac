"""Faults of a configuration, each with its line, the given value and the values that the key takes.

`faults_of` compares a parsed TOML document with the struct that describes it and returns all faults at once;
`ConfigError` puts them into words that an operator can act on. Types and limits come from msgspec, so each limit is
written only in the struct.
"""

import difflib
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import inspect

from cabinet.strings.catalogue import word
from engine.errors import SHOWN, shortened

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


def faults_of(raw: Mapping[str, Any], shape: type[msgspec.Struct]) -> list[Fault]:
    """Return every fault of the parsed TOML document `raw` against `shape`, in the document's order."""
    described = inspect.type_info(shape)
    assert isinstance(described, inspect.StructType)
    return table_faults(raw, described, ())


def table_faults(raw: Mapping[str, Any], shape: inspect.StructType, above: KeyPath) -> list[Fault]:
    """Return the faults of one table: unknown keys, and values that do not fit. A missing key is no fault."""
    fields = {field.encode_name: field for field in shape.fields}
    faults: list[Fault] = []
    for name, value in raw.items():
        key = (*above, name)
        if name not in fields:
            many = len(faults) >= MOST_TOLD  # not shown, so skip the slow search for the nearest name
            faults.append(Fault(key, "" if many else unknown(name, list(fields))))
        else:
            faults += value_faults(value, fields[name].type, key)
    return faults


def value_faults(value: Any, shape: inspect.Type, key: KeyPath) -> list[Fault]:
    """Return the faults of one value, which may itself be a table."""
    if isinstance(shape, inspect.StructType) and isinstance(value, Mapping):
        return table_faults(value, shape, key)
    if isinstance(shape, inspect.DictType) and isinstance(value, Mapping):
        entries = ((inner, shape.value_type, (*key, name)) for name, inner in value.items())
        return [fault for entry in entries for fault in value_faults(*entry)]
    if isinstance(shape, inspect.VarTupleType) and isinstance(shape.item_type, inspect.StructType):
        return list_faults(value, shape.item_type, key)
    if fits(value, shape):
        return []
    if isinstance(shape, inspect.StrType) and isinstance(value, str) and has_control(value):
        return [Fault(key, word("config.control", given=shortened(toml_value(value))))]
    return [wrong(key, value, taken(shape))]


def wrong(key: KeyPath, value: Any, takes: str) -> Fault:
    """Return the fault of a value that its key does not take."""
    return Fault(key, word("config.wrong", given=shortened(toml_value(value)), takes=takes))


def has_control(text: str) -> bool:
    """Return whether a text has a control character; names, paths, commands and keys have none."""
    return any(unicodedata.category(sign) == "Cc" for sign in text)


def list_faults(value: Any, shape: inspect.StructType, key: KeyPath) -> list[Fault]:
    """Return the faults of an array of tables (``[[presets]]``), missing required keys included."""
    if not isinstance(value, list) or not all(isinstance(item, Mapping) for item in value):
        return [wrong(key, value, word("takes.tables", name=key[-1]))]
    faults: list[Fault] = []
    for number, item in enumerate(value, start=1):
        place = (*key, str(number))
        faults += table_faults(item, shape, place)
        lacking = (field for field in shape.fields if field.required and field.encode_name not in item)
        faults += [
            Fault(place, word("config.lacks", name=field.encode_name, takes=taken(field.type))) for field in lacking
        ]
    return faults


def fits(value: Any, shape: inspect.Type) -> bool:
    """Return whether a TOML value other than a table has the type `shape`; an integer also fits a float."""
    match shape:
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool) and within(value, shape)
        case inspect.FloatType():
            return isinstance(value, int | float) and not isinstance(value, bool) and within(value, shape)
        case inspect.StrType():
            is_text = isinstance(value, str) and not has_control(value)
            return is_text and (shape.min_length or 0) <= len(value) <= (shape.max_length or len(value))
        case inspect.LiteralType():
            return value in shape.values
        case inspect.VarTupleType():
            return isinstance(value, list) and all(fits(item, shape.item_type) for item in value)
        case inspect.TupleType():
            right_length = isinstance(value, list) and len(value) == len(shape.item_types)
            return right_length and all(map(fits, value, shape.item_types))
        case inspect.UnionType():
            return any(fits(value, kind) for kind in shape.types)
    return False


def within(value: float, shape: inspect.IntType | inspect.FloatType) -> bool:
    """Return whether a number is within the limits of its type."""
    return (shape.ge is None or value >= shape.ge) and (shape.le is None or value <= shape.le)


def taken(shape: inspect.Type) -> str:
    """Return the values that `shape` takes, in words."""
    match shape:
        case inspect.BoolType():
            return word("takes.bool")
        case inspect.IntType():
            return word("takes.int_range", low=shape.ge, high=shape.le)
        case inspect.FloatType():
            return word("takes.float_range", low=f"{shape.ge or 0:g}", high=f"{shape.le:g}")
        case inspect.LiteralType():
            return word("takes.one_of", values=", ".join(map(toml_value, shape.values)))
        case inspect.TupleType():
            return "[" + ", ".join(map(taken, shape.item_types)) + "]"
        case inspect.VarTupleType():
            return word("takes.list", each=taken(shape.item_type))
        case inspect.UnionType():
            return word("takes.option")
        case inspect.StructType() | inspect.DictType():
            return word("takes.table")
        case inspect.StrType() if shape.max_length is not None:
            return word("takes.text_of", least=shape.min_length, most=shape.max_length)
    return word("takes.text")


def unknown(name: str, known: Sequence[str]) -> str:
    """Return the message for an unknown key, with the nearest known key or else all of them."""
    near = nearest(name, known)
    if near:
        return word("config.unknown_near", nearest=near)
    return word("config.unknown", known=", ".join(known))


def nearest(name: str, known: Sequence[str]) -> str | None:
    """Return the known name most similar to `name`, ignoring case; None if none is close."""
    folded = {each.casefold(): each for each in known}
    found = difflib.get_close_matches(name[:SHOWN].casefold(), list(folded), n=1)
    return folded[found[0]] if found else None


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
