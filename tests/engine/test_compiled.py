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
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from pkgutil import walk_packages

import pytest

import engine
from engine.chance import Chance
from tests.engine.conftest import on_source

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


IN_PLACE = (
    "os.environ['PHOTOFINISH_COMPILED'] = ''; sys.modules.pop('photofinish_compiled', None); "
    "sys.meta_path[:] = [each for each in sys.meta_path if type(each).__module__ != 'photofinish_compiled']; "
    "sys.path.insert(0, folder); site.addsitedir(folder); "
)
"""Takes a compiled engine that is installed here away, and puts that of a folder in its place."""


def run(*arguments: str, site: Path | None = None) -> str:
    """Run Python on the source, or on the compiled engine of a folder that stands for ``site-packages``; its output.

    The folder's ``.pth`` files are read, as at Python's start, in place of what is installed here.
    """
    settings = {**os.environ, "PYTHONPATH": str(REPOSITORY), "PHOTOFINISH_COMPILED": "no"}
    start = f"import os, site, sys; folder = {str(site)!r}; {IN_PLACE}" if site else ""
    program = f"{start}import runpy, sys; sys.argv = sys.argv[1:]; runpy.{arguments[0]}"
    command = [sys.executable, "-c", program, *arguments[1:]]
    done = subprocess.run(command, env=settings, capture_output=True, text=True, check=False, cwd="/")
    assert done.returncode == 0, done.stderr
    assert "compiled engine" not in done.stderr, "it was refused"
    return done.stdout


def output(*, site: Path | None = None) -> list[str]:
    """Run `compiled_engine.py`; return its lines."""
    script = "run_path(sys.argv[0], run_name='__main__')"
    return run(script, str(PROGRAM), *map(expression, values()), site=site).splitlines()


def photofinish(*arguments: str, site: Path | None = None) -> str:
    """Run the program; return its output."""
    return run("run_module('cabinet', run_name='__main__')", "photofinish", *arguments, site=site)


def compiled(command: str, *arguments: str) -> None:
    """Run `tools.compiled`."""
    program = [sys.executable, "-m", "tools.compiled", command, *arguments]
    done = subprocess.run(program, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning" not in done.stdout + done.stderr, "mypyc translates something otherwise than it is written"


def test_mypyc_translates_every_module() -> None:
    """Where a compiler is, the next test does, on its way to the binary."""
    if shutil.which("gcc") is None or not Path(sysconfig.get_path("include"), "Python.h").exists():
        compiled("check")


@pytest.mark.long
@pytest.mark.needs("gcc", "Python.h")
def test_the_compiled_engine_makes_the_same_values_and_plays_the_same_matches(tmp_path: Path) -> None:
    """One test, since every process of a run would wait for the build; it is kept for the next run (`make clean`)."""
    on_source()
    compiled("wheel", str(tmp_path), "--quick-build")
    (wheel,) = tmp_path.glob("*.whl")
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)

    *from_source, source = output()
    *from_binary, binary = output(site=site)
    assert from_binary == from_source
    assert source == str(REPOSITORY / "engine" / "__init__.py")
    assert binary.startswith(str(site))
    assert not binary.endswith(".py")

    assert photofinish("--version").endswith("(engine: plain)\n")
    assert photofinish("--version", site=site).endswith("(engine: compiled)\n")
    in_bulk = ("simulate", "--games", "12", "--jobs", "2", "--json")  # setups go to other processes
    assert photofinish(*in_bulk, site=site) == photofinish(*in_bulk)


def test_the_values_are_found_and_can_be_built() -> None:
    on_source()
    found = {kind.__name__ for kind in values()}
    assert {"Command", "Situation", "State", "Step", "Setup", "Press", "Outcome", "GameInfo", "Plan"} <= found
    assert expression(engine.Act).startswith("engine.panel.Act(seat=2, command=engine.panel.Command(do='x', ")
