"""The finder that has Python import the compiled engine: as a whole, or not at all and not in silence.

A folder of ordinary modules stands for the extension modules.
"""

import json
import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from tools.compiled.build import tag
from tools.compiled.photofinish_compiled import SWITCH, Finder, sources_hash

REPOSITORY = Path(__file__).resolve().parents[2]
GROUP = "group_of_a_test__mypyc"


WATCH = """
import os, sys
class Finder:
    def find_spec(name, path=None, target=None):
        if name == "engine":
            print("engine:", os.environ.get("PHOTOFINISH_COMPILED"), file=sys.__stderr__)
sys.meta_path.insert(0, Finder)
"""
"""A plugin of pytest that says what chooses the engine when it is imported."""


class Installed:
    """An engine's source of two modules, and the build of it, installed."""

    def __init__(self, root: Path) -> None:
        self.source = root / "source" / "engine"
        self.home = root / "photofinish_compiled"
        self.lib = self.home / "lib"
        for folder, origin in ((self.source, "source"), (self.lib / "engine", "binary")):
            folder.mkdir(parents=True)
            (folder / "__init__.py").write_text(f"FROM = {origin!r}\n", encoding="utf-8")
            (folder / "table.py").write_text(f"FROM = {origin!r}\n", encoding="utf-8")
        (self.lib / f"{GROUP}.py").write_text("", encoding="utf-8")
        self.built = {
            "sources": sources_hash(str(self.source)),
            "suffix": EXTENSION_SUFFIXES[0],
            "group": GROUP,
            "mypyc": "0",
            "files": {path.relative_to(self.lib).as_posix(): path.stat().st_size for path in self.lib.rglob("*.py")},
        }
        self.write()

    def write(self, **changed: object) -> None:
        """Write ``built.json``, with some values changed."""
        (self.home / "built.json").write_text(json.dumps({**self.built, **changed}), encoding="utf-8")

    def imported(self, switch: str = "") -> tuple[str, str]:
        """Import both modules in a new process; return the origins, and what stands on its standard error."""
        program = (
            f"import sys; sys.path.insert(0, {str(self.source.parent)!r})\n"
            "import photofinish_compiled as wheel; wheel.install(); wheel.install()\n"
            f"sys.path_importer_cache.clear()\nsys.meta_path[0].__init__({str(self.home)!r})\n"
            "import engine, engine.table, os\n"
            f"print(engine.FROM, engine.table.FROM, os.environ.get({SWITCH!r}, ''), sep=';')"
        )
        settings = {**os.environ, "PYTHONPATH": str(REPOSITORY / "tools" / "compiled"), SWITCH: switch}
        done = subprocess.run(
            [sys.executable, "-c", program], env=settings, capture_output=True, text=True, check=True, cwd="/"
        )
        return done.stdout.rstrip("\n"), done.stderr


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    return Installed(tmp_path)


def test_a_build_of_this_source_is_used(installed: Installed) -> None:
    assert installed.imported() == ("binary;binary;", "")


def test_the_source_is_used_where_it_is_asked_for(installed: Installed) -> None:
    assert installed.imported("no") == ("source;source;no", "")


def test_changed_source_is_used_as_a_whole_and_a_line_says_so(installed: Installed) -> None:
    (installed.source / "table.py").write_text("FROM = 'source'  # mended\n", encoding="utf-8")
    origins, line = installed.imported()
    reason = "the source is not the one that it was built from"
    assert origins == f"source;source;no: {reason}"
    assert line.startswith(f"photofinish: the compiled engine is not used, since {reason}. Build it anew")
    assert line.count("\n") == 1


def test_a_child_of_a_process_that_refused_is_quiet_and_plain(installed: Installed) -> None:
    assert installed.imported("no: it was built for another Python")[0].startswith("source;source;no: it was")
    assert installed.imported("no: it was built for another Python")[1] == ""


def test_a_missing_module_or_a_cut_one_refuses_all(installed: Installed) -> None:
    module = installed.lib / "engine" / "table.py"
    whole = module.read_text(encoding="utf-8")
    module.unlink()
    assert "1 of its files are missing or damaged, engine/table.py first" in installed.imported()[1]
    module.write_text(whole[:-1], encoding="utf-8")
    assert installed.imported()[0].startswith("source;source;")


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"suffix": ".cpython-27.so"}, "it was built for another Python (.cpython-27.so)"),
        ({"group": "not_there__mypyc"}, "it cannot be loaded (No module named 'not_there__mypyc')"),
        ({"sources": "0"}, "is not the one that it was built from"),
    ],
)
def test_whatever_does_not_fit_refuses_all(installed: Installed, changed: dict[str, str], reason: str) -> None:
    installed.write(**changed)
    assert reason in Finder(str(installed.home)).fault(str(installed.source))


def test_a_damaged_list_of_files_refuses_all(installed: Installed) -> None:
    (installed.home / "built.json").write_text("{", encoding="utf-8")
    assert Finder(str(installed.home)).fault(str(installed.source)).startswith("it cannot be loaded (")


def test_the_hash_tells_every_file_and_name_apart(tmp_path: Path) -> None:
    hashes = set()
    for number, files in enumerate(({"a.py": "1"}, {"b.py": "1"}, {"a.py": "2"}, {"a.py": "1", "b.py": ""}, {})):
        folder = tmp_path / str(number)
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        hashes.add(sources_hash(str(folder)))
    assert len(hashes) == 5


def test_the_wheel_fits_this_python_alone() -> None:
    python, abi, _ = tag().split("-", 2)
    assert python == abi == f"cp{sys.version_info.major}{sys.version_info.minor}"


def test_tests_of_a_named_room_run_on_the_source(tmp_path: Path) -> None:
    """Its conftest imports the engine before pytest is configured."""
    (tmp_path / "watch.py").write_text(WATCH, encoding="utf-8")
    settings = {name: value for name, value in os.environ.items() if name != SWITCH} | {"PYTHONPATH": str(tmp_path)}
    room = ("-n0", "-s", "-p", "watch", "-p", "no:cacheprovider", "--collect-only", "tests/engine/test_values.py")
    program = [sys.executable, "-m", "pytest", *room]
    done = subprocess.run(program, env=settings, capture_output=True, text=True, check=False, cwd=REPOSITORY)
    assert done.returncode == 0, done.stdout
    assert "engine: no\n" in done.stderr
