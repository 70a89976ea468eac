"""`photofinish balance`: the tables, the drawing and the JSON of one way to play, and of all."""

import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from cabinet.cli import main
from engine.games import GAMES
from hardware.packages import install_line

PRESETS = [preset.name for game in GAMES for preset in game.info.presets]


def balance(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["balance", *arguments]) == 0
    return capsys.readouterr().out


def test_a_preset_has_a_column_for_each_level_and_a_ladder(capsys: pytest.CaptureFixture[str]) -> None:
    printed = balance(capsys, "speed", "--games", "2").splitlines()
    assert printed[0] == "speed (speed), 2 seats"
    assert "seeds 1 to 2" in printed[1]
    assert printed[3].split() == ["slow", "middling", "fast"]
    rows = {line.split("  ")[0] for line in printed}
    for figure in ("won by AMBER", "won by BLUE", "lead changes a deal", "matches won from behind", "decided by a cap"):
        assert figure in rows
    assert {"middling beats slow", "fast beats slow", "fast beats middling"} <= rows
    assert len({line.find("%") for line in printed if line.startswith("won by")}) == 1


def test_one_level_has_no_ladder(capsys: pytest.CaptureFixture[str]) -> None:
    printed = balance(capsys, "mod_spit", "--games", "2", "--level", "fast", "--level", "fast")
    assert "beats" not in printed
    assert printed.splitlines()[3].split() == ["fast"]


def test_paces_and_simulated_people_are_levels_and_the_ladder_ranks_them(capsys: pytest.CaptureFixture[str]) -> None:
    levels = ("--level", "40", "--level", "person:20", "--level", "slow", "--level", "random")
    printed = balance(capsys, "speed", "--games", "1", *levels).splitlines()
    assert printed[3].split() == ["40", "person:20", "slow", "random"]
    assert [line.split("  ")[0] for line in printed if " beats " in line] == [
        *("slow beats person:20", "40 beats person:20", "40 beats slow")
    ]


def test_markdown_has_the_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("four_card_speed", "--games", "2", "--level", "fast", "--level", "slow")
    plain, marked = balance(capsys, *arguments), balance(capsys, *arguments, "--markdown")
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in marked.splitlines() if line[:1] == "|"]
    for row in cells:
        if not set("".join(row)) <= {"-"}:
            assert any(line.split() == " ".join(row).split() for line in plain.splitlines()), row


def test_json_has_counts_and_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    found: dict[str, Any] = json.loads(balance(capsys, "speed_for_four", "--games", "1", "--seed", "5", "--json"))
    assert (found["game"], found["preset"], found["seats"], found["seed"]) == ("speed", "speed_for_four", 4, 5)
    assert list(found["levels"]) == ["slow", "middling", "fast"]
    fast = found["levels"]["fast"]
    assert fast["matches"] == sum(fast["wins"]) + fast["drawn"] == 1
    assert len(fast["share_of_wins"]) == 4
    assert fast["winner_led"][-1] == 1.0
    assert [rung["matches"] for rung in found["ladder"]] == [4, 4, 4]
    assert all(low <= share <= high for share, low, high in [rung["share"] for rung in found["ladder"]])


def test_processes_print_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("speed", "--games", "4", "--level", "random", "--json")
    assert balance(capsys, *arguments, "--jobs", "2") == balance(capsys, *arguments)


def test_all_presets_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    marked = balance(capsys, "--all", "--games", "1", "--level", "random", "--markdown")
    assert [line.split("`")[1] for line in marked.splitlines() if line.startswith("| `")] == PRESETS * 3
    found = json.loads(balance(capsys, "--all", "--games", "1", "--level", "random", "--json"))
    assert [each["preset"] for each in found] == PRESETS


def test_the_drawing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "speed.svg"
    balance(capsys, "speed", "--games", "1", "--level", "fast", "--svg", str(path))
    assert ElementTree.parse(path).getroot().tag.endswith("svg")


def test_a_preset_of_the_operator_is_known(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[[presets]]\nname = "Joker night"\ngame = "speed"\noptions = { jokers = true }\n')
    printed = balance(capsys, "Joker night", "--config", str(config), "--games", "1", "--level", "fast")
    assert printed.startswith("Joker night (speed), 2 seats")


def test_a_drawing_that_cannot_be_written_is_a_message_before_any_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workshop.commands.balance.play_plans", lambda *_: pytest.fail("a match was played"))
    assert main(["balance", "speed", "--svg", str(tmp_path / "no" / "speed.svg")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_drawing_without_matplotlib_is_a_message_before_any_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workshop.commands.balance.play_plans", lambda *_: pytest.fail("a match was played"))
    monkeypatch.delitem(sys.modules, "workshop.research.charts", raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    path = tmp_path / "speed.svg"
    assert main(["balance", "speed", "--svg", str(path)]) == 2
    printed = capsys.readouterr().err
    assert "matplotlib is not installed" in printed
    assert install_line("certify") in printed
    assert not path.exists()


def test_a_drawing_that_is_there_stays_until_the_new_one_is_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "speed.svg"
    path.write_text("the old one", encoding="utf-8")

    def cut_off(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("workshop.commands.balance.play_plans", cut_off)
    assert main(["balance", "speed", "--svg", str(path)]) == 130
    assert path.read_text(encoding="utf-8") == "the old one"
