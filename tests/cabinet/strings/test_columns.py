"""Tables for a terminal."""

import pytest

from cabinet.strings.columns import in_columns


@pytest.mark.parametrize(
    ("right", "lines"),
    [
        (False, ["game   right", "spit   7      x", "speed  12"]),
        (True, ["game   right", "spit       7  x", "speed     12"]),
    ],
)
def test_cells_stand_beneath_each_other_and_no_line_ends_in_blanks(right: bool, lines: list[str]) -> None:
    assert in_columns([["game", "right"], ["spit", "7", "x"], ["speed", "12"]], right=right) == lines


def test_no_rows_are_no_lines() -> None:
    assert in_columns([]) == []
