"""Who may import whom, and who puts the parts together.

`cabinet` knows `engine` and `hardware`, and those two know nobody; the cabinet's rooms import downwards. Read from the
source, so that an import inside a function counts as well, and once more from a running interpreter, so that what an
import drags in counts too.
"""

import ast
import subprocess
import sys
from collections.abc import Container, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

STANDARD = frozenset(sys.stdlib_module_names)
MAY_IMPORT = {
    "engine": STANDARD | {"engine"},
    "hardware": STANDARD | {"hardware", "gpiozero", "gpiod", "lgpio", "serial", "cobs"},
}


def imports_in(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (line, top-level name) of every import of a file, wherever it stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.partition(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, "." if node.level else str(node.module).partition(".")[0]


def offences(folder: Path, allowed: frozenset[str]) -> list[str]:
    return [
        f"{path.relative_to(folder.parent)}:{line} imports {name}"
        for path in sorted(folder.rglob("*.py"))
        for line, name in imports_in(path)
        if name not in allowed
    ]


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_a_lower_layer_imports_only_what_it_may(repository: Path, package: str) -> None:
    assert offences(repository / package, MAY_IMPORT[package]) == []


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_the_check_sees_an_import_hidden_in_a_function(tmp_path: Path, package: str) -> None:
    module = tmp_path / package / "sneaky.py"
    module.parent.mkdir()
    module.write_text("def draw() -> None:\n    from pygame import display\n", encoding="utf-8")
    assert offences(module.parent, MAY_IMPORT[package]) == [f"{package}/sneaky.py:2 imports pygame"]


def test_the_check_sees_relative_imports(tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "near.py").write_text("from ..cabinet import app\n", encoding="utf-8")
    assert offences(tmp_path / "engine", MAY_IMPORT["engine"]) == ["engine/near.py:1 imports ."]


def modules(repository: Path, *packages: str) -> dict[str, Path]:
    """Every module of these packages by its name."""
    return {
        ".".join(path.relative_to(repository).with_suffix("").parts).removesuffix(".__init__"): path
        for package in packages
        for path in sorted((repository / package).rglob("*.py"))
    }


def imported_modules(path: Path, known: Container[str]) -> set[str]:
    """The modules among those known that a file imports, in functions and under TYPE_CHECKING as well."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in known else str(node.module) for name in names}
    return {name for name in found if name in known}


def circle_in(graph: Mapping[str, set[str]]) -> list[str]:
    """The modules of the first import circle; none if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_files_import_each_other_in_a_circle(repository: Path) -> None:
    known = modules(repository, "engine", "hardware", "cabinet", "tools")
    assert circle_in({name: imported_modules(path, known) - {name} for name, path in known.items()}) == []


def test_the_check_sees_a_circle() -> None:
    assert sorted(set(circle_in({"a": {"b"}, "b": {"c"}, "c": {"a"}}))) == ["a", "b", "c"]


GROUND = {"theme", "fonts", "shapes", "stage", "motion", "cache", "margin_text", "png"}
FLOORS = (
    *(GROUND, {"layout"}, {"cards"}, {"toolkit"}, {"widgets", "press_light"}, {"table"}, {"result"}, {"evening"}),
    {"attract", "bracket"},
)
"""The rooms of the display, each of which imports its own and those before it."""


def test_the_rooms_of_the_display_import_downwards(repository: Path) -> None:
    known = modules(repository, "cabinet")
    display = {name: path for name, path in known.items() if name.startswith("cabinet.display.")}
    floor = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}
    assert {name.split(".")[2] for name in display} == floor.keys()
    offences = [
        f"{name} imports {other}"
        for name, path in display.items()
        for other in imported_modules(path, known)
        if not other.startswith("cabinet.display.") or floor[other.split(".")[2]] > floor[name.split(".")[2]]
    ]
    assert offences == []


ROOMS = {
    "errors": "",
    "games": "",
    "strings": "games",
    "process": "",
    "machine": "",
    "display": "",
    "regular_file": "strings",
    "config": "errors strings regular_file",
    "card": "errors strings regular_file config",
    "people": "strings",
    "store": "errors strings regular_file people",
    "tournaments": "errors strings",
    "audio": "strings process",
    "input": "strings process config store",
    "lamp_patterns": "input",
    "match": "games strings config people store",
    "research": "errors strings process display config store match",
    "certify": "errors strings config input research",
    "screens": "errors strings process display config input match",
    "doctor": "strings regular_file process card config store input",
    "scenes": (
        "errors games strings display config people store tournaments audio input lamp_patterns match screens doctor"
    ),
    "service": "errors strings machine display card config people store input lamp_patterns screens doctor scenes",
    "paper": "errors games strings display config input scenes screens",
    "replay": "errors strings display config store match screens",
    "error_screen": "errors strings process config display screens",
    "loop": "process display input screens scenes",
    "offscreen": "strings display config match screens scenes",
    "flow": "errors strings process config card people store tournaments audio input match screens scenes service",
    "app": (
        "errors strings process machine display card config store audio input lamp_patterns match screens doctor "
        "scenes service loop offscreen flow"
    ),
    "commands": (
        "errors strings process machine config card people store tournaments input lamp_patterns research screens "
        "doctor service paper replay app certify"
    ),
    "cli": "errors strings process config",
    "__main__": "cli",
}
"""The cabinet's rooms from the ground up, folders and single modules, and the rooms that each imports."""


def room_imports(repository: Path) -> dict[str, set[str]]:
    """The rooms that each room of the cabinet imports."""
    known = modules(repository, "cabinet")
    found: dict[str, set[str]] = {}
    for name, path in known.items():
        if name != "cabinet":
            room = name.split(".")[1]
            imported = {other.split(".")[1] for other in imported_modules(path, known) if other != "cabinet"}
            found[room] = found.get(room, set()) | imported - {room}
    return found


def test_the_rooms_of_the_cabinet_import_what_the_table_says(repository: Path) -> None:
    assert room_imports(repository) == {room: set(imported.split()) for room, imported in ROOMS.items()}


def test_the_rooms_of_the_cabinet_import_downwards() -> None:
    floor = {room: number for number, room in enumerate(ROOMS)}
    upwards = [
        f"{room} imports {other}"
        for room, imported in ROOMS.items()
        for other in imported.split()
        if floor[other] >= floor[room]
    ]
    assert upwards == []


def loaded_by(statement: str) -> set[str]:
    """Run one statement in a bare interpreter; give the top-level names of the modules it loaded."""
    program = f"import sys\nbefore = set(sys.modules)\n{statement}\nprint(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {name.partition(".")[0] for name in done.stdout.split()}


def every_module(repository: Path, package: str) -> str:
    names = (
        ".".join(path.relative_to(repository).with_suffix("").parts).removesuffix(".__init__")
        for path in sorted((repository / package).rglob("*.py"))
    )
    return "import " + ", ".join(name for name in names if not name.endswith("__main__"))


def test_the_whole_engine_loads_nothing_but_the_standard_library(repository: Path) -> None:
    assert loaded_by(every_module(repository, "engine")) <= STANDARD | {"engine"}


def test_no_module_of_hardware_loads_a_device_library_before_it_is_used(repository: Path) -> None:
    loaded = loaded_by(every_module(repository, "hardware"))
    assert not loaded & {"pygame", "engine", "cabinet", "gpiod", "lgpio", "serial"}


def test_the_first_frame_waits_for_no_ratings(repository: Path) -> None:
    assert "openskill" not in loaded_by("import cabinet.app")


def test_dask_waits_until_a_cluster_is_asked_for(repository: Path) -> None:
    loaded = loaded_by("import cabinet.research.cluster; from cabinet.cli import parser; parser()")
    assert not loaded & {"dask", "distributed"}


def test_importing_the_three_packages_does_nothing(repository: Path) -> None:
    program = "import engine, hardware, cabinet"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert loaded_by(program) <= STANDARD | {"engine", "hardware", "cabinet"}


PARTS = frozenset({"Cabinet", "DiskStore", "Notifier"})
"""Each of these is made once in a whole program, by the composition root."""


def makers(folder: Path) -> set[str]:
    """The files in which one of the parts is made."""
    return {
        path.relative_to(folder).as_posix()
        for path in sorted(folder.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path)))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PARTS
    }


def test_one_module_puts_the_parts_together(repository: Path) -> None:
    assert makers(repository / "cabinet") == {"app.py"}


def test_the_check_sees_a_second_maker(tmp_path: Path) -> None:
    (tmp_path / "sly.py").write_text("def begin() -> None:\n    keep(DiskStore(where()))\n", encoding="utf-8")
    assert makers(tmp_path) == {"sly.py"}


def test_no_folder_of_tests_shadows_a_package(repository: Path) -> None:
    assert list((repository / "tests").rglob("__init__.py")) == []
