"""House rules that no linter knows (CONTRIBUTING.md)."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGES = ("engine", "hardware", "cabinet")
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


def test_a_module_can_be_read_in_one_sitting(repository: Path) -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in sources(repository, *PACKAGES)}
    assert [str(path.relative_to(repository)) for path, length in lengths.items() if length > MOST_LINES] == []
