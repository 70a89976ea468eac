"""The two lower packages offer their public names at their front doors, and load a module when a name of it is used."""

import ast
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGES = ("engine", "hardware")
LINES = 15
"""The most lines of the example in docs/engine-as-a-library.md."""


def type_checkers_imports(source: str) -> dict[str, str]:
    """The public names of a package as type checkers see them, each with the module that it comes from."""
    block = next(node for node in ast.parse(source).body if isinstance(node, ast.If))
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: str(node.module) for node in imports for alias in node.names}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_is_what_type_checkers_take_it_for(repository: Path, package: str) -> None:
    offered = importlib.import_module(package)
    imported = type_checkers_imports((repository / package / "__init__.py").read_text(encoding="utf-8"))
    assert sorted(imported) == sorted(offered.__all__)
    for name, module in imported.items():
        if module == package:
            assert getattr(offered, name) is importlib.import_module(f"{package}.{name}")
        else:
            assert getattr(offered, name) is getattr(importlib.import_module(module), name)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_name_that_is_not_offered_is_an_attribute_error(package: str) -> None:
    with pytest.raises(AttributeError, match=f"module '{package}' has no attribute 'Mach'"):
        importlib.import_module(package).Mach  # noqa: B018  # the attribute access is the test


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_loads_none_of_its_modules_by_itself(package: str) -> None:
    program = f"import sys, {package}; print(*[name for name in sys.modules if name.startswith('{package}.')])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "\n"


def test_the_page_plays_a_match_and_verifies_its_log(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (repository / "docs" / "engine-as-a-library.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len([line for line in program.splitlines() if line]) <= LINES
    exec(program, {})
    shown = r"Outcome\(winner=[01], reason='deals', scores=\(\d, \d\)\) \d+ cards moved\n"
    assert re.fullmatch(shown, capsys.readouterr().out)


def test_the_page_gives_the_engine_another_name(repository: Path, tmp_path: Path) -> None:
    page = (repository / "docs" / "engine-as-a-library.md").read_text(encoding="utf-8")
    (shell,) = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    subprocess.run(["sh", "-ec", shell.replace("photo-finish", str(repository))], cwd=tmp_path, check=True)
    program = program.replace("from engine", "from shedding")
    program += 'import sys\nprint([name for name in sys.modules if name.partition(".")[0] == "engine"])\n'
    command = [sys.executable, "-I", "-c", f"import sys; sys.path = [{str(tmp_path)!r}, *sys.path]\n{program}"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[1:] == ["[]"]


def test_the_page_names_nothing_that_is_not_offered(repository: Path) -> None:
    page = (repository / "docs" / "engine-as-a-library.md").read_text(encoding="utf-8")
    engine = importlib.import_module("engine")
    table = [line for line in page.splitlines() if line.startswith("| `")]
    named = {name for line in table for name in re.findall(r"`([\w.]+)`", line.split("|")[1])}
    assert {name for name in named if not attribute(engine, name)} == set()
    assert "Match.legal" in named


def attribute(package: object, dotted: str) -> bool:
    """Whether a dotted name leads somewhere from a package."""
    for part in dotted.split("."):
        if not hasattr(package, part):
            return False
        package = getattr(package, part)
    return True
