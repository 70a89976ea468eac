"""The tool that shows that a change of rooms changed nothing: it must see a change, and only a change."""

from pathlib import Path

import pytest

from engine.log_replay import SIMULATED
from engine.setup import Setup, seats_of
from tools.fingerprint import compare, log_hash, option_setups, preset_setups, write

FOUND = {"log a": "1", "table b": "2"}


def test_every_preset_and_hundreds_of_matches_are_played() -> None:
    names = [name for name, _ in [*preset_setups(), *option_setups()]]
    assert len(names) == len(set(names)) >= 448


def test_the_same_match_has_the_same_hash_and_another_seed_another() -> None:
    first, again, other = (log_hash(("m", Setup("speed", seats=seats_of(*[SIMULATED] * 2), seed=n))) for n in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize(
    ("found", "only", "lines"),
    [
        (FOUND, None, ["2 compared, 0 differ"]),
        ({**FOUND, "log a": "9"}, None, ["differs: log a", "2 compared, 1 differ"]),
        ({"log a": "1"}, None, ["gone: table b", "1 compared, 1 differ"]),
        ({**FOUND, "log c": "3"}, None, ["new: log c", "3 compared, 1 differ"]),
        ({"log a": "1"}, "logs", ["1 compared, 0 differ"]),
        ({"table b": "2"}, "pictures", ["1 compared, 0 differ"]),
    ],
)
def test_compare_names_each_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], found: dict[str, str], only: str | None, lines: list[str]
) -> None:
    write(tmp_path / "before", FOUND)
    capsys.readouterr()
    assert compare(tmp_path / "before", found, only) == (len(lines) > 1)
    assert capsys.readouterr().out.splitlines() == lines
