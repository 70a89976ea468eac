"""Title and menu at every size, against the pictures that were looked at and found right.

When a change is meant: ``.venv/bin/python -m tools.pictures --golden``, look, commit.
"""

from pathlib import Path

import pygame
import pytest

from cabinet.display.fonts import Fonts
from cabinet.display.theme import Theme
from cabinet.display.toolkit import Kit
from tools.pictures.golden import compare, difference, shrunk
from tools.pictures.scenes import golden_name, posters
from tools.pictures.studio import SIZES

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_looks_as_it_was_found_right(size: tuple[int, int], tmp_path: Path) -> None:
    wrong = []
    for name, picture in posters(Kit(Theme(), Fonts(), size)).items():
        file = golden_name(name, size)
        actual, expected = shrunk(picture), pygame.image.load(GOLDEN / file)
        if not compare(actual, expected).alike:
            wrong.append(file)
            pygame.image.save(actual, tmp_path / f"actual-{file}")
            if actual.get_size() == expected.get_size():
                pygame.image.save(difference(actual, expected), tmp_path / f"difference-{file}")
    assert wrong == [], f"see {tmp_path}"


def test_no_golden_picture_is_left_over() -> None:
    names = posters(Kit(Theme(), Fonts(), SIZES[0]))
    assert {path.name for path in GOLDEN.glob("*.png")} == {golden_name(name, size) for name in names for size in SIZES}
