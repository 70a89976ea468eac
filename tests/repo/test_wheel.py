"""What an installation holds: the three packages, their data, the command, and nothing else."""

import ast
import email
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ENTRIES = {"cabinet.__main__", "cabinet.error_screen", "cabinet.machine.helper"}
"""Modules that are started, not imported; commands are loaded by their names."""
BY_NAME = ("cabinet.commands.", "cabinet.games.")
"""Folders whose modules are loaded by their names: a command, the presentation of a game."""
FAKES = {"cabinet.store.fake_files"}
"""What stands in for hardware is product code: whoever builds on the packages tests with it."""
TRANSLATORS = {".po", ".pot"}
"""What translators edit; an installation reads what is made of it."""
FRONT_DOORS = {"engine/__init__.py", "hardware/__init__.py"}
"""They import to offer; that alone is no use."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The project's wheel, built without a network from what the dev extra installs."""
    root = Path(__file__).resolve().parents[2]
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "cabinet", "engine", "hardware", "tests", "tools"):
        (source / name).symlink_to(root / name)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run(
        [*command, "--no-index", "--disable-pip-version-check", "--wheel-dir", str(folder), str(source)],
        check=True,
        capture_output=True,
        text=True,
    )
    (built,) = folder.glob("*.whl")
    return zipfile.ZipFile(built)


def files(wheel: zipfile.ZipFile) -> list[str]:
    return [name for name in wheel.namelist() if ".dist-info/" not in name]


def test_it_holds_exactly_the_three_packages(wheel: zipfile.ZipFile) -> None:
    assert {name.partition("/")[0] for name in files(wheel)} == {"cabinet", "engine", "hardware"}


def test_it_holds_every_file_of_them(wheel: zipfile.ZipFile, repository: Path) -> None:
    kept = {
        str(path.relative_to(repository))
        for package in ("cabinet", "engine", "hardware")
        for path in (repository / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in TRANSLATORS
    }
    assert kept - set(files(wheel)) == set()


def imported(source: str) -> set[str]:
    """Every name that a module's import statements may mean."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return found


def test_nothing_is_installed_for_tests_and_documents_alone(wheel: zipfile.ZipFile) -> None:
    sources = {name: wheel.read(name).decode() for name in files(wheel) if name.endswith(".py")}
    used = set().union(*(imported(source) for name, source in sources.items() if name not in FRONT_DOORS))
    modules = {name.removesuffix(".py").replace("/", ".") for name in sources if not name.endswith("__init__.py")}
    assert {name for name in modules - used if not name.startswith(BY_NAME)} == ENTRIES | FAKES


def test_it_holds_the_images_that_a_board_is_flashed_with(wheel: zipfile.ZipFile) -> None:
    images = [name for name in files(wheel) if name.endswith(".uf2")]
    assert sorted(images) == [
        f"hardware/board/uf2/photofinish-{image}.uf2"
        for image in (
            *(f"board-{chip}-{line}" for chip in ("rp2040", "rp2350") for line in ("uart", "usb")),
            *("tester-rp2040", "tester-rp2350"),
        )
    ]


def test_it_may_not_be_uploaded(wheel: zipfile.ZipFile) -> None:
    (metadata,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    classifiers = email.message_from_bytes(wheel.read(metadata)).get_all("Classifier") or []
    assert "Private :: Do Not Upload" in classifiers


def test_it_brings_the_command_and_the_licence(wheel: zipfile.ZipFile) -> None:
    (points,) = [name for name in wheel.namelist() if name.endswith("/entry_points.txt")]
    assert "photofinish = cabinet.cli:main" in wheel.read(points).decode()
    assert any(name.endswith("/LICENSE") for name in wheel.namelist())
