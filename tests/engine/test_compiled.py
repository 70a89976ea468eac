"""mypyc compiles the engine as it is, and the compiled engine makes the same values and plays the same matches."""

import dataclasses
import importlib
import os
import shutil
import subprocess
import sys
import sysconfig
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from pkgutil import walk_packages

import pytest

import engine
from engine.chance import Chance

PROGRAM = Path(__file__).with_name("compiled_engine.py")
REPOSITORY = Path(__file__).resolve().parents[2]

LITERALS: Mapping[object, str] = {
    int: "2", float: "0.5", bool: "True", str: "'x'", range: "range(2)", type(None): "None"
}  # fmt: skip
"""Expressions by type."""
OBJECTS: Mapping[object, str] = {
    engine.Game: "game", engine.Match: "match", engine.Table: "table", Chance: "chance",
    typing.Any: "'x'", object: "'x'",
}  # fmt: skip
"""The names that the program has for objects that are no values, by type."""
COLLECTIONS: Mapping[object, str] = {frozenset: "frozenset([{}])", Sequence: "({},)", Mapping: "{{{}: {}}}"}


def values() -> Iterator[type]:
    """Every dataclass and named tuple of the engine."""
    for found in walk_packages(engine.__path__, "engine."):
        module = importlib.import_module(found.name)
        for kind in vars(module).values():
            if isinstance(kind, type) and kind.__module__ == module.__name__ and is_value(kind):
                yield kind


def is_value(kind: object) -> bool:
    return isinstance(kind, type) and (dataclasses.is_dataclass(kind) or hasattr(kind, "_fields"))


def expression(hint: object) -> str:
    """An expression that builds a value of a type."""
    if hint in LITERALS or hint in OBJECTS:
        return LITERALS.get(hint) or OBJECTS[hint]
    if isinstance(hint, type) and is_value(hint):
        fields = typing.get_type_hints(hint).items()
        return f"{name_of(hint)}({', '.join(f'{name}={expression(kind)}' for name, kind in fields)})"
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType, typing.Final):
        return expression(arguments[0])
    if origin is typing.Literal:
        return repr(arguments[0])
    if origin is tuple:
        return "(" + "".join(f"{expression(each)}, " for each in arguments if each is not ...) + ")"
    if origin is Callable:
        return "len"
    if origin is type:
        return name_of(arguments[0])
    return COLLECTIONS[origin].format(*map(expression, arguments))


def name_of(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def output(folder: Path) -> list[str]:
    """Run the program with the engine of a folder; return its lines."""
    settings = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, str(PROGRAM), *map(expression, values())]
    done = subprocess.run(command, env=settings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def compiled(command: str, *arguments: str) -> None:
    """Run `tools.compiled`."""
    program = [sys.executable, "-m", "tools.compiled", command, *arguments]
    done = subprocess.run(program, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypyc_translates_every_module() -> None:
    """Where a compiler is, the next test does, on its way to the binary."""
    if shutil.which("gcc") is None or not Path(sysconfig.get_path("include"), "Python.h").exists():
        compiled("check")


@pytest.mark.needs("gcc", "Python.h")
def test_the_compiled_engine_makes_the_same_values_and_plays_the_same_matches(tmp_path: Path) -> None:
    compiled("build", str(tmp_path))
    *from_source, source = output(REPOSITORY)
    *from_binary, binary = output(tmp_path)
    assert (Path(source).suffix, Path(binary).suffix) == (".py", ".so")
    assert from_binary == from_source


def test_the_values_are_found_and_can_be_built() -> None:
    found = {kind.__name__ for kind in values()}
    assert {"Command", "Situation", "State", "Step", "Setup", "Press", "Outcome", "GameInfo", "Plan"} <= found
    assert expression(engine.Act).startswith("engine.panel.Act(seat=2, command=engine.panel.Command(do='x', ")
    assert len(output(REPOSITORY)) == len(list(values())) + len(engine.GAMES) + 1
