"""docs/rules-figures.md has the tables that tools/rules_figures.py writes, and the program still plays its figures."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from engine.games import GAMES
from engine.version import VERSION
from tools.rules_figures import BEGIN, DRAWING, NOT_PLAYED, PAGE, PARTS, between, block, replaced
from workshop.research.balance import Balance, Report, Rung, play_plans
from workshop.research.balance_table import Table
from workshop.research.bulk import no_progress, processes

TABLES = [pytest.param(part, name, id=name) for part in PARTS for name in PARTS[part].tables]
PRESETS = [preset.name for game in GAMES for preset in game.info.presets]
MADE = re.compile(
    r"`python -m tools\.rules_figures (?P<part>\w+)(?: --matches (?P<given>\d+))?`, version (?P<version>\S+), "
    r"(?P<matches>\d+) matches a figure, seeds from 1 on:"
)
"""The line above a table."""
CELL = re.compile(r"[\d. ]*")


def unplayed(part: str) -> Sequence[Any]:
    """What a part plays, without any match: its tables have the right heads and rows."""
    plans = PARTS[part].plans(1)
    return [
        Report(
            plan,
            {level: Balance(plan.setup.game, plan.setup.options, plan.seats) for level in plan.levels},
            [Rung(higher, lower, 0, 0, 0, 0) for higher, lower in plan.pairs],
        )
        for plan in plans
    ]


def table(lines: Sequence[str]) -> Table:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return [rows[0], *rows[2:]]


@pytest.fixture(scope="module")
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize(("part", "name"), TABLES)
def test_a_table_has_the_form_that_the_tool_writes(page: str, part: str, name: str) -> None:
    lines = between(page, name)
    made = MADE.fullmatch(lines[0])
    assert made is not None, lines[0]
    assert (made["part"], made["version"]) == (part, VERSION)
    assert int(made["given"] or PARTS[part].matches) == int(made["matches"])
    written, expected = table(lines), table(block(name, part, 1, unplayed(part)))
    assert written[0] == expected[0]
    for row in written[1:]:
        assert len(row) == len(written[0])
        assert all(CELL.fullmatch(cell) for cell in row[1:]), row


@pytest.mark.parametrize(("part", "name"), TABLES)
def test_every_preset_has_its_figures_or_is_named_as_not_played(page: str, part: str, name: str) -> None:
    lines = between(page, name)
    rows = [row[0].strip("`") for row in table(lines)[1:]]
    missing = re.findall(r"`(\w+)`", lines[-1]) if lines[-1].startswith(NOT_PLAYED) else []
    expected = [game.info.presets[0].name for game in GAMES] if PARTS[part].only_first else PRESETS
    assert sorted([*rows, *missing]) == sorted(expected), "run python -m tools.rules_figures"
    assert rows == [preset for preset in expected if preset in rows]


def test_a_run_of_some_presets_names_the_others() -> None:
    whole, some = unplayed("levels"), unplayed("levels")[:-2]
    assert block("seats", "levels", 1, whole)[-1].startswith(f"| `{PRESETS[-1]}` |")
    assert block("seats", "levels", 1, some)[-1] == f"{NOT_PLAYED}`{PRESETS[-2]}`, `{PRESETS[-1]}`."


def test_the_sample_is_played_again(page: str) -> None:
    part = PARTS["sample"]
    with processes(1) as executor:
        found = play_plans(part.plans(part.matches), executor, no_progress)
    assert between(page, "sample") == block("sample", "sample", part.matches, found)


def test_the_drawing_is_of_the_same_run(page: str) -> None:
    made = MADE.fullmatch(between(page, "seats")[0])
    assert made is not None
    assert f"{made['matches']} matches of bots" in DRAWING.read_text(encoding="utf-8")


def test_only_the_lines_between_the_marks_change() -> None:
    page = f"before\n{BEGIN.format(name='a')}\nold\n<!-- end of figures -->\nafter\n"
    assert replaced(page, "a", ["new", "lines"]) == page.replace("old", "new\nlines")
    assert between(page, "a") == ["old"]
    with pytest.raises(ValueError, match="write them where"):
        replaced(page, "b", [])


def test_marks_stand_once_each(page: str) -> None:
    names = re.findall(r"<!-- figures: (\w+) -->", page)
    assert sorted(names) == sorted(name for part in PARTS.values() for name in part.tables)
    assert page.count("<!-- end of figures -->") == len(names)
