"""The page about a new game runs as it stands: its code makes a game in a copy of the program, and goes again.

It passes `make lint` there, and what the page wants before a merge is what tests miss.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

FILE = re.compile(r"^```python\n# (\S+\.py)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STEP = re.compile(
    r"^\| (?P<what>[^|\n]+) \| (?P<where>[^|\n]+) \| (?:\[[^|\]]+\]\(\.\./(?P<test>[^|)]+)\) )?\|$", re.MULTILINE
)
LINE = re.compile(r"^```python\n(from \S+ import Snap)\n\n(GAMES: .*?)\n```$", re.MULTILINE)
REGISTRY = "engine/games/__init__.py"
MATCHES = 20
MISSING = (
    "tests/repo/test_rules_pages.py::test_every_game_has_its_page_and_every_page_is_listed",
    "tests/repo/test_rules_pages.py::test_every_preset_is_shown_on_the_page_of_its_game[snap]",
    "tests/repo/test_rules_figures_page.py::test_every_preset_has_its_figures_or_is_named_as_not_played",
    "tests/cabinet/strings/test_catalogue.py::test_no_text_lacks_a_translation",
    "tests/cabinet/scenes/test_golden.py::test_looks_as_it_was_found_right_and_no_picture_is_left_over",
)
"""Tests that are red as long as the game has nothing but what the page builds."""
DRAWS = """
import pygame
from cabinet.display.theme import Fonts
from cabinet.display.theme import Theme
from cabinet.display.toolkit import Toolkit
from cabinet.scenes.lessons import HowTo
from cabinet.screens.view_factory import TableSetting
from tests.cabinet.pictures.preset_sheets import plan

LOOK_NS = 600_000_000
toolkit = Toolkit(Theme(), Fonts(), (800, 480))
pygame.image.save(plan(toolkit, "snap"), "plan.png")
lessons = HowTo(toolkit, TableSetting(), "snap", 0)
lessons.enter(0)
picture = pygame.Surface((800, 480), depth=24)
lessons.advance(LOOK_NS, LOOK_NS)
lessons.draw(picture, LOOK_NS, everything=True)
pygame.image.save(picture, "lesson.png")
"""


class Copy:
    """A copy of the program's packages, in which commands are run."""

    def __init__(self, folder: Path, repository: Path) -> None:
        self.folder = folder
        for package in ("engine", "cabinet"):
            shutil.copytree(repository / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
        for shared in ("hardware", "tests", "tools", "docs", "pyproject.toml"):
            (folder / shared).symlink_to(repository / shared)
        self.files: list[str] = []
        """The files that were written or changed."""

    def add(self, page: str) -> None:
        """Do all that the page says."""
        for name, code in FILE.findall(page):
            path = self.folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(code, encoding="utf-8")
            self.files.append(name)
        ((imported, games),) = LINE.findall(page)
        registry = self.folder / REGISTRY
        before = registry.read_text(encoding="utf-8")
        assert games.replace(", Snap)", ")") in before, "the page shows the line as it is, with one name more"
        lines = before.replace(games.replace(", Snap)", ")"), games).splitlines()
        place = next(n for n, line in enumerate(lines) if line.startswith("from engine.") and line > imported)
        registry.write_text("\n".join([*lines[:place], imported, *lines[place:], ""]), encoding="utf-8")
        self.files.append(REGISTRY)

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "SDL_VIDEODRIVER": "dummy"}
        return subprocess.run(
            [sys.executable, *command], cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )

    def logs(self) -> list[str]:
        return sorted(str(path) for path in (self.folder / "logs").iterdir())


@pytest.fixture(scope="module")
def page(repository: Path) -> str:
    return (repository / "docs" / "a-new-game.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory, repository: Path, page: str) -> Copy:
    made = Copy(tmp_path_factory.mktemp("copy"), repository)
    made.add(page)
    return made


@pytest.fixture(scope="module")
def simulated(copy: Copy) -> subprocess.CompletedProcess[str]:
    seats = "--seats=bot:slow,bot:fast"
    return copy.run("-m", "cabinet", "simulate", "--game=snap", f"--games={MATCHES}", seats, "--log=logs", "--json")


def test_the_game_is_one_folder_one_line_and_one_module(page: str) -> None:
    folders = {Path(name).parent.as_posix() for name, _ in FILE.findall(page)}
    assert folders == {"engine/games/snap", "cabinet/games"}
    assert len([name for name, _ in FILE.findall(page) if name.startswith("cabinet")]) == 1


@pytest.mark.parametrize(
    "tool", [("ruff", "check"), ("ruff", "format", "--check"), ("mypy", "--no-error-summary")], ids=" ".join
)
def test_what_it_builds_passes_lint(copy: Copy, tool: tuple[str, ...]) -> None:
    found = copy.run("-m", *tool, *copy.files)
    assert found.returncode == 0, found.stdout + found.stderr


def test_each_step_to_a_merge_names_what_is_there(page: str, repository: Path) -> None:
    table = page.partition("\n## To be merged\n")[2]
    steps = STEP.findall(table)
    assert len(steps) == table.count("\n| ") - 1, "a row has a form that this test does not read"
    assert {test for *_, test in steps if test} == {name.partition("::")[0] for name in MISSING}
    for _, where, test in steps:
        for name in re.findall(r"`([A-Z]+)`", where):
            assert f"\n{name} = " in (repository / test).read_text(encoding="utf-8")
        for module in re.findall(r"`python -m ([\w.]+)", where):
            assert find_spec(module) is not None


@pytest.mark.long
@pytest.mark.once
def test_without_a_step_to_a_merge_a_test_is_red(copy: Copy) -> None:
    found = copy.run("-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *MISSING)
    red = re.findall(r"^FAILED (\S+)", found.stdout, re.MULTILINE)
    assert {name.partition("[")[0] for name in red} == {name.partition("[")[0] for name in MISSING}, found.stdout


def test_bots_play_it_to_its_end(simulated: subprocess.CompletedProcess[str]) -> None:
    assert simulated.returncode == 0, simulated.stderr
    assert json.loads(simulated.stdout)["matches"] == MATCHES


def test_its_logs_replay_to_the_byte(copy: Copy, simulated: subprocess.CompletedProcess[str]) -> None:
    verified = copy.run("-m", "cabinet", "verify", *copy.logs())
    assert (len(copy.logs()), verified.returncode) == (MATCHES, 0), verified.stderr


def test_a_changed_log_is_found(copy: Copy, simulated: subprocess.CompletedProcess[str]) -> None:
    first = Path(copy.logs()[0])
    changed = copy.folder / "changed.jsonl"
    changed.write_text(first.read_text(encoding="utf-8").replace('"do":"snap","ok":true', '"do":"snap","ok":false', 1))
    assert copy.run("-m", "cabinet", "verify", str(changed)).returncode == 1


def test_it_is_drawn(copy: Copy) -> None:
    drawn = copy.run("-c", DRAWS)
    assert drawn.returncode == 0, drawn.stderr
    assert min((copy.folder / name).stat().st_size for name in ("plan.png", "lesson.png")) > 10_000


def test_its_balance_needs_no_line_of_its_own(copy: Copy) -> None:
    found = copy.run("-m", "cabinet", "balance", "snap", "--games=2", "--level=fast", "--json")
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)["levels"]["fast"]["matches"] == 2


def test_it_is_listed_and_goes_again(copy: Copy, repository: Path) -> None:
    assert "SNAP" in copy.run("-m", "cabinet", "games").stdout.upper()
    shutil.rmtree(copy.folder / "engine" / "games" / "snap")
    (copy.folder / "cabinet" / "games" / "snap.py").unlink()
    shutil.copy(repository / REGISTRY, copy.folder / REGISTRY)
    without = copy.run("-m", "cabinet", "games")
    assert (without.returncode, "SNAP" in without.stdout.upper()) == (0, False)
