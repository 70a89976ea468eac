"""Every sample, a few in every way to sit, a few at every size, against pictures that were looked at and found right.

When a change is meant: ``.venv/bin/python -m tests.cabinet.pictures --golden``, look, commit.
"""

from pathlib import Path

import pygame
import pytest

from tests.cabinet.pictures.golden import AT_EVERY_SIZE, Golden, compare, difference, shrunk, table_goldens
from tests.cabinet.pictures.studio import ARRANGEMENTS, Studio, every_sample

GOLDEN = Path(__file__).parent / "golden"
SAMPLES = every_sample()
PARAMS = [
    pytest.param(
        golden,
        id=golden.file.removesuffix(".png"),
        marks=[] if golden.arrangement == ARRANGEMENTS[0] else [pytest.mark.once],
    )
    for golden in table_goldens()
]
"""Another Python's pygame has to draw every scene as this one does, in one way to sit."""


@pytest.mark.parametrize("golden", PARAMS)
def test_looks_as_it_was_found_right(golden: Golden, studio: Studio, tmp_path: Path) -> None:
    file = golden.file
    actual = shrunk(studio.render(SAMPLES[golden.name], golden.size, golden.arrangement))
    expected = pygame.image.load(GOLDEN / file)
    comparison = compare(actual, expected)
    if not comparison.alike:
        pygame.image.save(actual, tmp_path / f"actual-{file}")
        if actual.get_size() == expected.get_size():
            pygame.image.save(difference(actual, expected), tmp_path / f"difference-{file}")
        pytest.fail(f"{comparison.differing} of {comparison.blocks} blocks differ: see {tmp_path}/*-{file}")


def test_no_golden_picture_is_left_over() -> None:
    assert {path.name for path in GOLDEN.glob("*.png")} == {golden.file for golden in table_goldens()}
    assert SAMPLES.keys() >= AT_EVERY_SIZE


def test_a_label_that_moved_by_two_pixels_is_found() -> None:
    picture = _with_a_label(at=(300, 200))
    assert not compare(shrunk(_with_a_label(at=(302, 200))), shrunk(picture)).alike
    assert not compare(shrunk(_with_a_label(at=(300, 202))), shrunk(picture)).alike


def test_edges_that_another_library_smooths_otherwise_pass() -> None:
    picture = _with_a_label(at=(300, 200))
    faint = picture.copy()
    faint.fill((9, 9, 9), special_flags=pygame.BLEND_RGB_ADD)
    assert compare(shrunk(faint), shrunk(picture)).alike


def _with_a_label(at: tuple[int, int]) -> pygame.Surface:
    from cabinet.display.theme import Fonts

    picture = pygame.Surface((800, 480))
    picture.fill((20, 24, 36))
    picture.blit(Fonts().get("text", 15).render("PLAY", True, (240, 240, 240)), at)
    return picture
