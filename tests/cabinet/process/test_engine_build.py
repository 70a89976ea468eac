"""Which engine is loaded, told from the files of its modules."""

from importlib.machinery import EXTENSION_SUFFIXES
from types import ModuleType

import pytest

from cabinet.process.engine_build import COMPILED, MIXED, PLAIN, engine_build, refusal

SOURCE = ".py"
BINARY = EXTENSION_SUFFIXES[0]


def loaded(**suffixes: str) -> dict[str, ModuleType]:
    """Loaded modules by name, with the suffixes of their files; ``__`` in a name stands for a dot."""
    modules = {name.replace("__", "."): ModuleType(name) for name in suffixes}
    for module, suffix in zip(modules.values(), suffixes.values(), strict=True):
        module.__file__ = f"/somewhere/{module.__name__}{suffix}"
    return modules


@pytest.mark.parametrize(
    ("modules", "build"),
    [
        ({}, PLAIN),
        (loaded(cabinet=SOURCE, engineer=BINARY), PLAIN),
        (loaded(engine=SOURCE, engine__table=SOURCE, msgspec=BINARY), PLAIN),
        (loaded(engine=BINARY, engine__table=BINARY, cabinet=SOURCE), COMPILED),
        (loaded(engine=SOURCE, engine__table=BINARY), MIXED),
        (loaded(engine=BINARY, engine__table=SOURCE), MIXED),
    ],
)
def test_the_build_follows_from_the_files(modules: dict[str, ModuleType], build: str) -> None:
    assert engine_build(modules) == build


def test_these_tests_run_the_source() -> None:
    assert engine_build() == PLAIN


def test_the_switch_names_the_reason_of_a_refusal() -> None:
    assert refusal("no: it was built for another Python") == "it was built for another Python"
    assert refusal("no") == refusal("") == ""
