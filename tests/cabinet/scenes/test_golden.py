"""The scenes but the match, against the pictures that were looked at and found right.

When a change is meant: ``.venv/bin/python -m tests.cabinet.pictures --golden``, look, commit.
"""

from collections.abc import Mapping
from pathlib import Path

import pygame
import pytest

from tests.cabinet.pictures.golden import compare, difference
from tests.cabinet.pictures.scenes import golden_pictures

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(scope="module")
def drawn() -> Mapping[str, pygame.Surface]:
    """Every golden picture as it is drawn now, by its file's name."""
    return dict(golden_pictures())


def test_looks_as_it_was_found_right(drawn: Mapping[str, pygame.Surface], tmp_path: Path) -> None:
    wrong = []
    for file, actual in drawn.items():
        expected = pygame.image.load(GOLDEN / file)
        if not compare(actual, expected).alike:
            wrong.append(file)
            pygame.image.save(actual, tmp_path / f"actual-{file}")
            if actual.get_size() == expected.get_size():
                pygame.image.save(difference(actual, expected), tmp_path / f"difference-{file}")
    assert wrong == [], f"see {tmp_path}"


def test_no_golden_picture_is_left_over(drawn: Mapping[str, pygame.Surface]) -> None:
    assert {path.name for path in GOLDEN.glob("*.png")} == drawn.keys()
