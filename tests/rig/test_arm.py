"""What the comparison with an ARM processor plays, what it calls different, and what it asks pip for."""

import tomllib
from pathlib import Path

import pytest

from engine.setup import Setup, seats_of
from tests.cabinet.pictures.preset_sheets import every_offer
from tools.arm import root
from tools.arm.__main__ import main
from tools.arm.logs import PLAYERS, SEEDS, apart, line_of, log_text, matches
from tools.arm.root import command, name_of, pip_command, wanted


def test_every_preset_is_played_by_every_player() -> None:
    played = dict(matches())
    presets = {f"{offer.game}/{offer.name}" for offer in every_offer()}
    assert len(played) == len(presets) * len(PLAYERS) * SEEDS >= 200
    assert {f"{preset}/{player}/{seed}" for preset in presets for player in PLAYERS for seed in range(SEEDS)} == set(
        played
    )


def test_a_line_changes_with_a_byte_of_the_log() -> None:
    first, second = (log_text(Setup("speed", seats=seats_of("bot:random", "bot:random"), seed=seed)) for seed in (1, 2))
    assert line_of("m", first) == line_of("m", first) != line_of("m", second)
    assert line_of("m", first) != line_of("m", first.replace('"t":', '"t": ', 1))


@pytest.mark.parametrize(
    ("there", "names"),
    [
        (["a 1 one", "b 2 two"], []),
        (["b 2 two", "a 1 one"], []),
        (["a 1 one", "c 2 two"], ["two"]),
        (["a 1 one"], ["two"]),
        (["a 1 one", "b 2 two", "c 3 a name with blanks"], ["a name with blanks"]),
        ([], ["one", "two"]),
    ],
)
def test_every_difference_is_named(there: list[str], names: list[str]) -> None:
    assert apart(["a 1 one", "b 2 two"], there) == names


def test_pip_is_asked_for_all_that_the_program_needs_and_for_no_marker(repository: Path) -> None:
    project = tomllib.loads((repository / "pyproject.toml").read_text())
    asked = wanted(project)
    needed = {name_of(line) for line in project["project"]["dependencies"]}
    assert needed | {"pytest", "hypothesis"} <= {name_of(line) for line in asked}
    assert not any(";" in line for line in asked)
    assert asked == pip_command(project)[-len(asked) :]


def test_a_tool_of_the_tests_that_the_project_has_no_more_is_named() -> None:
    project: dict[str, dict[str, object]] = {
        "project": {"dependencies": [], "optional-dependencies": {"dev": ["pytest>=8", "hypothesis", "pytest-xdist"]}}
    }
    with pytest.raises(ValueError, match="no pytest-timeout"):
        wanted(project)


def test_the_root_and_the_checkout_are_mounted_where_nothing_can_be_written() -> None:
    words = command(Path("/kept/root"), "python3", "-c", "pass", checkout=Path("/a checkout"))
    assert words[-3:] == ["python3", "-c", "pass"]
    assert {"/kept/root", "/a checkout", "QEMU_CPU=cortex-a53"} <= set(words)
    script = next(word for word in words if word.startswith("set -eu"))
    assert script.count("remount,bind,ro") == 2


def test_a_fault_ends_the_program_and_its_end_ends_with_the_command() -> None:
    words = command(Path("/kept/root"), "python3")
    script = next(word for word in words if word.startswith("set -eu"))
    assert "exec" not in script, "the first process of a namespace ignores its own SIGILL"
    assert {"--kill-child", "--pdeathsig=KILL"} <= set(words)


def test_without_root_one_line_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert main([]) == 2
    assert capsys.readouterr().err == "arm: a root of Debian is made and entered by root alone: sudo make test-arm\n"


def test_what_is_missing_is_named_with_its_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("shutil.which", lambda name: None if name in {"unshare", "mmdebstrap"} else name)
    assert root.lacking() == "missing on this machine: apt install mmdebstrap util-linux"
