"""How the sources are written: who may import whom, house rules that no linter knows (CONTRIBUTING.md), a bound for
whatever is kept, and the front doors of the two lower packages.

`cabinet` knows `engine` and `hardware`, and those two know nobody; of `workshop` the cabinet's commands alone know.
The rooms of both import downwards. Read from the source, so that an import inside a function counts as well, and once
more from a running interpreter, so that what an import drags in counts too.

The program runs for weeks (decision 0129): caches of functions declare how many results they keep, and drawings have
one budget in bytes (`cabinet.display.cache`); a dict, list or set of an object that methods add to is also emptied, or
is named below with what bounds it.

The lower packages offer their public names at their front doors, and load a module when a name of it is used.
"""

import ast
import importlib
import re
import shutil
import subprocess
import sys
from collections.abc import Container, Iterator, Mapping
from dataclasses import fields
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from hardware.source import StampQuality
from tests.engine.conftest import on_source

STANDARD = frozenset(sys.stdlib_module_names)
MAY_IMPORT = {
    "engine": STANDARD | {"engine"},
    "web": STANDARD | {"engine", "cabinet"},  # of the cabinet one drawing, see below
    "hardware": STANDARD | {"hardware", "gpiozero", "gpiod", "lgpio", "serial", "cobs"},
}


def parsed(path: Path) -> ast.Module:
    """A file's tree. The trees of all files would take 190 MB, to make them takes a second."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def import_statements(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """Every import of a file, wherever it stands."""
    return tuple(node for node in ast.walk(parsed(path)) if isinstance(node, ast.Import | ast.ImportFrom))


def imports_in(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (line, top-level name) of every import of a file, wherever it stands."""
    for node in import_statements(path):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.partition(".")[0]) for alias in node.names)
        else:
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


def test_the_page_takes_of_the_cabinet_only_a_drawing_that_needs_nothing_else(repository: Path) -> None:
    trees = [parsed(path) for path in sorted((repository / "web").glob("*.py"))]
    modules = {node.module for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {module for module in modules if module and module.startswith("cabinet")} == {"cabinet.export.strip"}
    assert {name for _, name in imports_in(repository / "cabinet" / "export" / "strip.py")} <= STANDARD


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
    for node in import_statements(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        else:
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
    known = modules(repository, "engine", "hardware", "cabinet", "workshop", "tools")
    assert circle_in({name: imported_modules(path, known) - {name} for name, path in known.items()}) == []


def test_the_check_sees_a_circle() -> None:
    assert sorted(set(circle_in({"a": {"b"}, "b": {"c"}, "c": {"a"}}))) == ["a", "b", "c"]


GROUND = {"theme", "shapes", "stage", "cache", "margin_text", "png"}
FLOORS = (
    *(GROUND, {"layout"}, {"cards"}, {"toolkit"}, {"widgets", "press_light"}, {"page"}, {"table", "scan"}, {"result"}),
    *({"evening", "emblem"}, {"attract", "bracket", "legend"}),
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
    "machine": "process",
    "display": "",
    "regular_file": "strings",
    "config": "errors strings regular_file",
    "card": "errors strings regular_file config machine",
    "people": "strings",
    "store": "errors strings regular_file people",
    "export": "errors strings people store",
    "tournaments": "errors strings",
    "audio": "strings process",
    "input": "strings process config store",
    "lamp_patterns": "input",
    "coins": "strings config store input",
    "match": "games strings config people store",
    "research": "errors strings process display config store match",
    "certify": "errors strings config input research",
    "screens": "errors strings process display config input match",
    "doctor": "strings regular_file process card config store input",
    "scenes": (
        "errors games strings display config people store tournaments audio input lamp_patterns match screens doctor"
    ),
    "live": "errors strings display config people store tournaments match scenes",
    "service": (
        "errors strings process machine display card config people store export tournaments audio input lamp_patterns "
        "coins screens doctor scenes live"
    ),
    "paper": "errors games strings display config input scenes screens",
    "replay": "errors strings process display regular_file config store match screens",
    "error_screen": "errors strings process config store display screens",
    "loop": "process display input screens scenes",
    "offscreen": "strings process display config match screens scenes",
    "context": "display config card coins store audio input match screens scenes service",
    "flow": (
        "errors strings process display config people store tournaments audio input match screens scenes service "
        "context"
    ),
    "app": (
        "errors strings process machine display card config store tournaments audio input lamp_patterns coins match "
        "screens doctor scenes live service loop offscreen context flow"
    ),
    "witness": "errors strings regular_file process config doctor screens app",
    "commands": (
        "errors strings process machine regular_file config card people store export tournaments input "
        "lamp_patterns screens doctor service app certify"
    ),
    "workshop.commands": (
        "errors strings process machine regular_file config store doctor research certify paper replay witness commands"
    ),
    "cli": "errors strings process config commands",
    "__main__": "cli",
}
"""The rooms of the cabinet and of the workshop from the ground up, folders and modules, and what each imports."""


WHOLE = {"cabinet", "workshop"}


def room_of(module: str) -> str:
    """The room of a module; both packages have one of commands."""
    package, room, *_ = module.split(".")
    return f"{package}.{room}" if (package, room) == ("workshop", "commands") else room


def room_imports(repository: Path) -> dict[str, set[str]]:
    """The rooms that each room of the cabinet and of the workshop imports."""
    known = modules(repository, "cabinet", "workshop")
    found: dict[str, set[str]] = {}
    for name, path in known.items():
        if name not in WHOLE:
            room = room_of(name)
            imported = {room_of(other) for other in imported_modules(path, known) if other not in WHOLE}
            found[room] = found.get(room, set()) | imported - {room}
    return found


def test_the_rooms_of_the_cabinet_import_what_the_table_says(repository: Path) -> None:
    assert room_imports(repository) == {room: set(imported.split()) for room, imported in ROOMS.items()}


def test_of_the_cabinet_its_commands_alone_know_the_workshop(repository: Path) -> None:
    workshop = {room_of(name) for name in modules(repository, "workshop") if name not in WHOLE}
    assert {room for room, found in room_imports(repository).items() if found & workshop} - workshop == {"commands"}
    told = {path.name for path in (repository / "cabinet").rglob("*.py") if "workshop.commands." in path.read_text()}
    assert told == {"doctor.py", "arguments.py"}, "who imports one of its commands by its name, and who points to them"


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
    on_source()
    assert loaded_by(every_module(repository, "engine")) <= STANDARD | {"engine"}


def test_no_module_of_hardware_loads_a_device_library_before_it_is_used(repository: Path) -> None:
    loaded = loaded_by(every_module(repository, "hardware"))
    assert not loaded & {"pygame", "engine", "cabinet", "gpiod", "lgpio", "serial"}


def test_the_first_frame_waits_for_no_ratings(repository: Path) -> None:
    assert "openskill" not in loaded_by("import cabinet.app")


def test_dask_waits_until_a_cluster_is_asked_for(repository: Path) -> None:
    loaded = loaded_by("import workshop.research.cluster; from cabinet.cli import parser; parser()")
    assert not loaded & {"dask", "distributed"}


def test_importing_the_four_packages_does_nothing(repository: Path) -> None:
    on_source()
    program = "import engine, hardware, cabinet, workshop"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert loaded_by(program) <= STANDARD | {"engine", "hardware", "cabinet", "workshop"}


PARTS = frozenset({"Cabinet", "DiskStore", "Notifier"})
"""Each of these is made once in a whole program, by the composition root."""


def makers(folder: Path) -> set[str]:
    """The files in which one of the parts is made."""
    return {
        path.relative_to(folder).as_posix()
        for path in sorted(folder.rglob("*.py"))
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PARTS
    }


def test_one_module_puts_the_parts_together(repository: Path) -> None:
    assert makers(repository / "cabinet") == {"app.py"}


def test_the_check_sees_a_second_maker(tmp_path: Path) -> None:
    (tmp_path / "sly.py").write_text("def begin() -> None:\n    keep(DiskStore(where()))\n", encoding="utf-8")
    assert makers(tmp_path) == {"sly.py"}


def test_no_folder_of_tests_shadows_a_package(repository: Path) -> None:
    assert list((repository / "tests").rglob("__init__.py")) == []


# House rules

PACKAGES = ("engine", "hardware", "cabinet", "workshop")
SLEEP = re.compile(r"\btime\.sleep\(|\bsleep\((?!0\))|\bpygame\.time\.(?:wait|delay)\(")
SILENCED = re.compile(r"#\s*(?:type:\s*ignore(?:\[[^\]]*\])?|noqa(?::[\sA-Z0-9,]+)?)\s*$")
LATER = re.compile(r"\b(?:TODO|FIXME|XXX)\b")
MOST_LINES = 900
"""Of a module: what can be read in one sitting. Below 150 the reader pays in imports."""


def sources(repository: Path, *folders: str) -> list[Path]:
    paths = [path for folder in folders for path in sorted((repository / folder).rglob("*.py"))]
    return [path for path in paths if path != Path(__file__)]


def lines_with(pattern: re.Pattern[str], paths: list[Path], root: Path) -> Iterator[str]:
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if pattern.search(line):
                yield f"{path.relative_to(root)}:{number}: {line.strip()}"


def test_no_test_sleeps(repository: Path) -> None:
    assert list(lines_with(SLEEP, sources(repository, "tests"), repository)) == []


def test_nothing_is_left_for_later(repository: Path) -> None:
    assert list(lines_with(LATER, sources(repository, *PACKAGES, "tests", "tools"), repository)) == []


def test_a_checker_is_silenced_only_with_a_reason(repository: Path) -> None:
    everything = sources(repository, *PACKAGES, "tests", "tools")
    assert list(lines_with(SILENCED, everything, repository)) == []


@pytest.mark.parametrize(
    ("line", "silenced"),
    [
        ("x = y  # type: ignore[arg-type]", True),
        ("x = y  # noqa: BLE001", True),
        ("x = y  # type: ignore[arg-type]  # gpiozero has no types", False),
        ("except Exception:  # noqa: BLE001 - a callback that raises stops every button", False),
    ],
)
def test_what_counts_as_a_reason(line: str, silenced: bool) -> None:
    assert bool(SILENCED.search(line)) is silenced


def for_type_checkers_alone(module: ast.Module) -> list[str]:
    """The modules imported for type checkers of which no function imports the library."""
    blocks = [node for node in module.body if isinstance(node, ast.If) and name_of(node.test) == "TYPE_CHECKING"]
    checked = [node for block in blocks for node in ast.walk(block) if isinstance(node, ast.ImportFrom)]
    functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
    late = [node for function in functions for node in ast.walk(function) if isinstance(node, ast.ImportFrom)]
    libraries = {str(node.module).partition(".")[0] for node in late}
    return [str(node.module) for node in checked if str(node.module).partition(".")[0] not in libraries]


def test_what_is_imported_for_type_checkers_alone_is_a_library_that_waits(repository: Path) -> None:
    """All else is imported at the top, or in a function with a reason beside it (ruff's PLC0415). The front doors of
    the lower packages load a module when a name of it is used."""
    found = {
        str(path): offences
        for path, module in python_modules(repository)
        if path.name != "__init__.py" and (offences := for_type_checkers_alone(module))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("late", "offends"), [("from cabinet.flow import Flow", False), ("from pygame import display", True)]
)
def test_the_check_sees_an_import_for_type_checkers_alone(late: str, *, offends: bool) -> None:
    source = f"if TYPE_CHECKING:\n    from cabinet.flow import Step\ndef f():\n    {late}"
    assert for_type_checkers_alone(ast.parse(source)) == (["cabinet.flow"] if offends else [])


def test_a_module_can_be_read_in_one_sitting(repository: Path) -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in sources(repository, *PACKAGES)}
    assert [str(path.relative_to(repository)) for path, length in lengths.items() if length > MOST_LINES] == []


# Bounds

BOUNDED = {
    ("MatchStatistics", "_races"): "the photo finishes of one match",
    ("Watch", "_tests"): "the sources of buttons that are watched",
    ("Fonts", "_files"): "the faces that are shipped",
    ("Fonts", "_sizes"): "faces at the sizes that the screen's layouts ask for",
    ("Inputs", "lost"): "sources of presses",
    ("Samples", "_seen"): "the seconds of a witness",
    ("Samples", "sync_ns"): "the seconds of a witness",
    ("Rehearsal", "frames"): "ten minutes of a witness",
    ("Rehearsal", "shows"): "ten minutes of a witness",
    ("Rehearsal", "stretches"): "ten minutes of a witness",
    ("Rehearsal", "stretches_cpu"): "ten minutes of a witness",
    ("Debounced", "releases"): "lines",
    ("Notices", "_devices"): "the texts about devices",
    ("Toolkit", "_shared"): "the painters that there are; their drawings are in the cache of drawings",
    ("Toolkit", "_sized"): "the sizes of tables on parts of a screen",
    ("HandSeat", "_pressed"): "the keys of one match's seats and what they say",
    ("HandSeat", "_stood"): "seats",
    ("Played", "_matches"): "seats and games",
    ("_Played", "games"): "days and games, while the audits are read",
    ("_Played", "hours"): "days and hours, while the audits are read",
    ("_Played", "seconds"): "days and games, while the audits are read",
    ("PhotoAlbum", "_reported"): "the newest photos and their folder: each look forgets the others",
    ("Report", "_bad"): "MOST_LISTED logs",
    ("Session", "contests"): "the photo finishes of one match",
    ("Session", "_voids"): "seats and misdeals of one match",
    ("Announcer", "_begun"): "the clips that there are",
    ("ASeat", "_known"): "seats",
    ("_Checker", "_ids"): "the matches of one evening, while its journal is read",
    ("_Checker", "_used"): "the matches of one evening, while its journal is read",
    ("_Resolver", "_courses"): "the series of one tournament",
    ("Draft", "effects"): "what one command changes",
    ("Sequence", "_lines"): "lines",
    ("Debounced", "_trains"): "the source's lines",
    ("Debounced", "bounces"): "the source's lines",
    ("FakeGpiod", "requests"): "a fake that tells tests what was asked of it",
    ("FakeInterruptTrace", "_rings"): "a fake's lines",
    ("Confetti", "_pieces"): "a shade each of `SHADES`, made once",
    ("EvdevSource", "_last"): "the seats, one device each",
    ("FakeLamps", "history"): "a fake that tells tests what was shown",
}
"""What only grows while its owner lives, and what bounds it."""

EMPTY = {"dict", "list", "set", "defaultdict", "Counter", "OrderedDict", "WeakValueDictionary", "deque"}
ADDS = {"append", "add", "extend", "insert", "setdefault", "update"}
REMOVES = {"pop", "popitem", "popleft", "remove", "discard", "clear"}


def python_modules(repository: Path) -> Iterator[tuple[Path, ast.Module]]:
    for package in PACKAGES:
        for path in sorted((repository / package).rglob("*.py")):
            yield path.relative_to(repository), parsed(path)


def name_of(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def numbers_in(module: ast.Module) -> set[str]:
    """The module's constants that are numbers above 0."""
    assigned = [node for node in module.body if isinstance(node, ast.AnnAssign) and is_number(node.value, set())]
    return {name_of(node.target) for node in assigned}


def is_number(node: ast.AST | None, constants: set[str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in constants
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value > 0


def unbounded_caches(module: ast.Module) -> list[int]:
    """The lines that ask for a cache without saying how many results it keeps."""
    constants = numbers_in(module)
    calls = {id(node.func): node for node in ast.walk(module) if isinstance(node, ast.Call)}
    lines = []
    for node in ast.walk(module):
        name = name_of(node)
        if not isinstance(node, ast.Name | ast.Attribute):
            continue
        if isinstance(node, ast.Attribute) and name_of(node.value) != "functools":
            continue
        if name == "cache" and isinstance(node.ctx, ast.Load):
            lines.append(node.lineno)
        elif name == "lru_cache":
            call = calls.get(id(node))
            given = [*call.args[:1], *(word.value for word in call.keywords if word.arg == "maxsize")] if call else []
            if not (given and is_number(given[0], constants)):
                lines.append(node.lineno)
    return sorted(lines)


def growing(owner: ast.ClassDef) -> set[str]:
    """The attributes that begin empty, that methods add to, and that nothing ever takes from or replaces."""
    begun, added, emptied = set[str](), set[str](), set[str]()
    for method in [node for node in owner.body if isinstance(node, ast.FunctionDef)]:
        is_first = method.name == "__init__"
        for node in ast.walk(method):
            for target in targets_of(node):
                if (name := own(target)) and not is_first:
                    (added if isinstance(node, ast.AugAssign) else emptied).add(name)
                elif name and is_empty(getattr(node, "value", None)):
                    begun.add(name)
                if isinstance(target, ast.Subscript) and (name := own(target.value)):
                    (emptied if isinstance(node, ast.Delete) else added).add(name)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and (name := own(node.func.value)):
                added |= {name} if node.func.attr in ADDS else set()
                emptied |= {name} if node.func.attr in REMOVES else set()
    return begun & added - emptied


def targets_of(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.AnnAssign | ast.AugAssign):
        return [node.target]
    targets = node.targets if isinstance(node, ast.Assign | ast.Delete) else []
    return [each for target in targets for each in (target.elts if isinstance(target, ast.Tuple) else [target])]


def own(node: ast.AST) -> str:
    """The attribute's name in `self.name`."""
    return node.attr if isinstance(node, ast.Attribute) and name_of(node.value) == "self" else ""


def is_empty(value: ast.AST | None) -> bool:
    if isinstance(value, ast.Call):
        made = value.func.value if isinstance(value.func, ast.Subscript) else value.func
        copied = bool(value.args) and name_of(made) != "defaultdict"
        return name_of(made) in EMPTY and not copied and not any(word.arg == "maxlen" for word in value.keywords)
    return (isinstance(value, ast.Dict) and not value.keys) or (isinstance(value, ast.List) and not value.elts)


def test_every_cache_says_how_much_it_keeps(repository: Path) -> None:
    assert [f"{path}:{line}" for path, module in python_modules(repository) for line in unbounded_caches(module)] == []


def test_what_only_grows_is_bounded_by_something(repository: Path) -> None:
    found = {
        (owner.name, name)
        for _, module in python_modules(repository)
        for owner in ast.walk(module)
        if isinstance(owner, ast.ClassDef)
        for name in growing(owner)
    }
    assert found == set(BOUNDED)


def test_no_module_keeps_anything_by_itself(repository: Path) -> None:
    kept = [
        f"{path}:{node.lineno}"
        for path, module in python_modules(repository)
        for node in module.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and is_empty(node.value)
    ]
    assert kept == []


def asked_by_name(module: ast.Module) -> list[int]:
    """The lines in which an attribute is asked for by a name that is written there: a type checker does not see it."""
    return [
        node.lineno
        for node in ast.walk(module)
        if isinstance(node, ast.Call)
        and name_of(node.func) in ("getattr", "hasattr", "setattr")
        and isinstance(node.args[1], ast.Constant)
    ]


def test_no_attribute_is_asked_for_by_its_written_name(repository: Path) -> None:
    assert [f"{path}:{line}" for path, module in python_modules(repository) for line in asked_by_name(module)] == []


def test_the_check_sees_an_attribute_asked_for_by_name() -> None:
    assert asked_by_name(ast.parse('getattr(a, "b")\nhasattr(a, b)\nsetattr(a, "b", 1)\na.b')) == [1, 3]


@pytest.mark.long
def test_a_renamed_field_of_what_stamps_are_worth_is_an_error_wherever_it_is_read(
    repository: Path, tmp_path: Path
) -> None:
    for package in ("engine", "hardware", "cabinet", "workshop"):
        shutil.copytree(repository / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__", "*.ogg"))
    shutil.copy(repository / "pyproject.toml", tmp_path)
    names = [field.name for field in fields(StampQuality)]
    file = tmp_path / "hardware/source.py"
    text = file.read_text(encoding="utf-8")
    for name in names:
        text = text.replace(f"\n    {name}: ", f"\n    {name}_renamed: ")
    file.write_text(text, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "-p", "hardware", "-p", "cabinet.doctor", "-p", "cabinet.commands"],
        cwd=tmp_path,
        check=False,
        capture_output=True,
        text=True,
    )
    unseen = [name for name in names if f'"StampQuality" has no attribute "{name}"' not in run.stdout]
    assert (run.returncode, unseen) == (1, []), run.stdout


@pytest.mark.parametrize(
    "source",
    [
        "@cache\ndef f(): ...",
        "@functools.lru_cache(None)\ndef f(): ...",
        "@lru_cache\ndef f(): ...",
        "@lru_cache(maxsize=None)\ndef f(): ...",
        "f = lru_cache()(g)",
    ],
)
def test_the_check_sees_caches_without_a_bound(source: str) -> None:
    assert unbounded_caches(ast.parse(source)) == [1]


@pytest.mark.parametrize(
    "source",
    ["@lru_cache(6)\ndef f(): ...", "@lru_cache(maxsize=2)\ndef f(): ...", "N: Final = 7\n@lru_cache(N)\ndef f(): ..."],
)
def test_the_check_lets_bounds_pass(source: str) -> None:
    assert unbounded_caches(ast.parse(source)) == []


@pytest.mark.parametrize(
    ("begins", "goes_on", "grows"),
    [
        ("{}", "self.a[key] = 1", True),
        ("[]", "self.a.append(1)", True),
        ("set()", "self.a |= {1}", True),
        ("deque()", "self.a.append(1)", True),
        ("Counter[str]()", "self.a.update(x)", True),
        ("deque(maxlen=3)", "self.a.append(1)", False),
        ("{}", "self.a[key] = 1; del self.a[other]", False),
        ("[]", "self.a.append(1); self.a.pop(0)", False),
        ("[]", "self.a.append(1); self.a, b = [], 1", False),
        ("{}", "return self.a[key]", False),
        ("dict(given)", "self.a[key] = 1", False),
    ],
)
def test_the_check_sees_what_only_grows(begins: str, goes_on: str, *, grows: bool) -> None:
    source = f"class C:\n    def __init__(self): self.a = {begins}\n    def f(self): {goes_on}"
    owner = ast.parse(source).body[0]
    assert isinstance(owner, ast.ClassDef)
    assert growing(owner) == ({"a"} if grows else set())


MOST_PARAMETERS = 8
"""Of a constructor: who reads a call can hold so many in mind. What belongs together is one value."""
STRUCTS = {"NamedTuple", "Struct"}


def parameters(owner: ast.ClassDef) -> int:
    """How many parameters a constructor has; 0 for that of a plain value, which has as many fields as its subject.

    A plain value is a frozen dataclass, struct or named tuple without functions in it, or a class whose `__init__` does
    no more than store each parameter under its own name. Of a mutable dataclass those fields count that must be given.
    """
    for method in owner.body:
        if isinstance(method, ast.FunctionDef) and method.name == "__init__":
            given = [each.arg for each in (*method.args.posonlyargs, *method.args.args, *method.args.kwonlyargs)][1:]
            stored = [ast.unparse(line) for line in method.body]
            return 0 if stored == [f"self.{name} = {name}" for name in given] else len(given)
    marks = [ast.unparse(each) for each in (*owner.decorator_list, *owner.keywords)]
    bases = {name_of(base) for base in owner.bases}
    is_record = bool(bases & STRUCTS) or any("dataclass" in mark for mark in marks)
    fields = [each for each in owner.body if isinstance(each, ast.AnnAssign)] if is_record else []
    is_frozen = "NamedTuple" in bases or any("frozen=True" in mark for mark in marks)
    if is_frozen and not any("Callable" in ast.unparse(each.annotation) for each in fields):
        return 0
    return sum(each.value is None and "ClassVar" not in ast.unparse(each.annotation) for each in fields)


def test_a_constructor_takes_few_parameters(repository: Path) -> None:
    wide = [
        f"{path}: {owner.name} {parameters(owner)}"
        for path, module in python_modules(repository)
        for owner in ast.walk(module)
        if isinstance(owner, ast.ClassDef) and parameters(owner) > MOST_PARAMETERS
    ]
    assert wide == []


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("class C:\n    def __init__(self, a, b=1, *, c=2): self.a = b", 3),
        ("class C:\n    def __init__(self, a, b):\n        self.a = a\n        self.b = b", 0),
        ("@dataclass\nclass C:\n    a: int\n    b: int = 1", 1),
        ("@dataclass(frozen=True)\nclass C:\n    a: int\n    b: int", 0),
        ("class C(Struct, frozen=True):\n    a: int\n    b: Callable[[], int]", 2),
        ("class C(NamedTuple):\n    a: int", 0),
        ("class C:\n    a: int\n    b: int", 0),
    ],
)
def test_the_check_counts_parameters(source: str, count: int) -> None:
    owner = ast.parse(source).body[0]
    assert isinstance(owner, ast.ClassDef) and parameters(owner) == count


Classes = dict[tuple[str, str], ast.ClassDef]
"""Classes by the module that has them, or imports them, and their names there."""


def classes_of(trees: Mapping[str, ast.Module]) -> Classes:
    """The classes of modules; ruff sees to it that all stand, and are imported, at the top."""
    found: Classes = {}
    for module, tree in trees.items():
        found |= {(module, each.name): each for each in tree.body if isinstance(each, ast.ClassDef)}
    for module, tree in trees.items():
        for each in (node for node in tree.body if isinstance(node, ast.ImportFrom)):
            for alias in each.names:
                if there := found.get((str(each.module), alias.name)):
                    found[module, alias.asname or alias.name] = there
    return found


def undocumented(trees: Mapping[str, ast.Module]) -> list[str]:
    """Public methods of public classes without a docstring that override none which has one."""
    classes = classes_of(trees)
    homes = {id(owner): module for (module, name), owner in classes.items() if owner in trees[module].body}

    def documents(owner: ast.ClassDef, name: str) -> bool:
        own = next((each for each in owner.body if isinstance(each, ast.FunctionDef) and each.name == name), None)
        if own is not None and ast.get_docstring(own):
            return True
        bases = [base.value if isinstance(base, ast.Subscript) else base for base in owner.bases]
        above = [classes.get((homes[id(owner)], name_of(base))) for base in bases]
        return any(each is not None and documents(each, name) for each in above)

    return [
        f"{module}.{owner.name}.{method.name}"
        for (module, _), owner in classes.items()
        if homes[id(owner)] == module and not owner.name.startswith("_")
        for method in owner.body
        if isinstance(method, ast.FunctionDef) and not method.name.startswith("_")
        if not documents(owner, method.name)
    ]


def without_bodies(module: ast.Module) -> ast.Module:
    """The same tree with nothing of a function but its first statement, where a docstring stands."""
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef):
            node.body = node.body[:1]
    return module


def test_a_method_has_a_docstring_or_inherits_it(repository: Path) -> None:
    paths = modules(repository, *PACKAGES, "tools", "firmware")
    assert undocumented({name: without_bodies(parsed(path)) for name, path in paths.items()}) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("class A:\n    def f(self): ...", ["m.A.f"]),
        ("class A:\n    def f(self):\n        'Do.'\nclass B(A):\n    def f(self): ...", []),
        ("class A:\n    def f(self):\n        'Do.'\nclass B(A):\n    def g(self): ...", ["m.B.g"]),
        ("from n import A\nclass B(A[int]):\n    def f(self): ...", []),
        ("from n import C\nclass B(C):\n    def f(self): ...", ["m.B.f"]),
    ],
)
def test_the_check_sees_a_method_without_a_docstring(source: str, found: list[str]) -> None:
    other = "class A:\n    def f(self):\n        'Do.'\nclass C:\n    pass"
    assert undocumented({"m": ast.parse(source), "n": ast.parse(other)}) == found


# Front doors

LOWER = ("engine", "hardware")
LINES = 15
"""The most lines of the example in docs/engine-as-a-library.md."""


def type_checkers_imports(source: str) -> dict[str, str]:
    """The public names of a package as type checkers see them, each with the module that it comes from."""
    block = next(node for node in ast.parse(source).body if isinstance(node, ast.If))
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: str(node.module) for node in imports for alias in node.names}


@pytest.mark.parametrize("package", LOWER)
def test_every_public_name_is_what_type_checkers_take_it_for(repository: Path, package: str) -> None:
    offered = importlib.import_module(package)
    imported = type_checkers_imports((repository / package / "__init__.py").read_text(encoding="utf-8"))
    assert sorted(imported) == sorted(offered.__all__)
    for name, module in imported.items():
        if module == package:
            assert getattr(offered, name) is importlib.import_module(f"{package}.{name}")
        else:
            assert getattr(offered, name) is getattr(importlib.import_module(module), name)


@pytest.mark.parametrize("package", LOWER)
def test_a_name_that_is_not_offered_is_an_attribute_error(package: str) -> None:
    with pytest.raises(AttributeError, match=f"module '{package}' has no attribute 'Mach'"):
        importlib.import_module(package).Mach  # noqa: B018  # the attribute access is the test


@pytest.mark.parametrize("package", LOWER)
def test_a_package_loads_none_of_its_modules_by_itself(package: str) -> None:
    program = f"import sys, {package}; print(*[name for name in sys.modules if name.startswith('{package}.')])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "\n"


def test_the_page_plays_a_match_and_verifies_its_log(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (repository / "docs" / "engine-as-a-library.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len([line for line in program.splitlines() if line]) <= LINES
    exec(program, {})
    shown = r"Outcome\(winner=[01], reason='deals', scores=\(\d, \d\)\) \d+ cards moved\n"
    assert re.fullmatch(shown, capsys.readouterr().out)


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


DECODERS = ("json.loads", "json.load", "json.decode", "tomllib.loads", "tomllib.load")
OUR_OWN = {"bundle.version_of", "toml.reads_as", "rehearsal.main"}
"""Functions that decode what this program has written itself."""


def test_whatever_decodes_a_file_or_a_message_expects_brackets_within_brackets(repository: Path) -> None:
    """Four thousand of them end a program otherwise, root's helper too: Python's decoders raise RecursionError."""
    bare = []
    for package in ("cabinet", "engine", "hardware", "workshop"):
        for path in sorted((repository / package).rglob("*.py")):
            for function in ast.walk(parsed(path)):
                if isinstance(function, ast.FunctionDef) and f"{path.stem}.{function.name}" not in OUR_OWN:
                    calls = set(decoders_in(function))
                    bare += [f"{path.name}:{line}" for line in sorted(calls - guarded_lines(function))]
    assert bare == []


def decoders_in(function: ast.FunctionDef) -> Iterator[int]:
    """The lines of a function on which something is decoded."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(DECODERS):
            yield node.lineno


def guarded_lines(function: ast.FunctionDef) -> set[int]:
    """The lines of a function on which a RecursionError is caught."""
    return {
        line
        for node in ast.walk(function)
        if (isinstance(node, ast.Try) and any("RecursionError" in ast.unparse(each) for each in node.handlers))
        or (isinstance(node, ast.With) and any("RecursionError" in ast.unparse(item) for item in node.items))
        for line in range(node.body[0].lineno, (node.body[-1].end_lineno or 0) + 1)
    }
