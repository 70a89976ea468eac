"""What was drawn is kept as long as whoever drew it, and no longer: matches come and go all evening."""

import gc
from weakref import ref

import pygame
import pytest

from cabinet.display.cache import cached
from cabinet.display.table.view_state import TableUpdate
from tools.pictures.studio import ARRANGEMENTS, Studio, every_sample


class Painter:
    def __init__(self) -> None:
        self.strokes = 0
        self.paint = cached(2, self._paint)

    def _paint(self, colour: str, *, thick: bool = False) -> str:
        self.strokes += 1
        return f"{colour} {thick}"


def test_the_same_is_drawn_once_and_the_oldest_is_forgotten() -> None:
    painter = Painter()
    assert [painter.paint("red"), painter.paint("red"), painter.paint("red", thick=True)] == [
        "red False",
        "red False",
        "red True",
    ]
    assert painter.strokes == 2
    painter.paint("blue")
    painter.paint("red")
    assert painter.strokes == 4


@pytest.mark.parametrize("name", ["play", "number_slap", "speed_four", "uno_play"])
def test_a_view_that_is_not_used_any_more_leaves_nothing_behind(name: str, prewarmed: Studio) -> None:
    sample, screen = every_sample()[name], pygame.Surface((480, 320))
    gc.collect()
    gc.disable()
    try:
        view = prewarmed.view(sample, (480, 320), ARRANGEMENTS[0])
        view.update(TableUpdate(sample.entries, sample.table, sample.keys, 0, rows=sample.rows, clock=sample.clock))
        view.draw(screen, 0)
        parts = [ref(part) for part in (view, view._seats, view._middle, view._dialogs, view._hands, view._stage)]
        del view
        assert [part() for part in parts] == [None] * len(parts)
    finally:
        gc.enable()


def test_the_plates_of_dialogs_go_with_their_match(studio: Studio) -> None:
    """A dialog's plate takes up to 1 MB, one for each winner's colour and size: too much to keep for the night."""
    for name in ("deal_result", "match_result", "pause"):
        studio.render(every_sample()[name], (800, 480), ARRANGEMENTS[0])
    kit = studio._kits[800, 480]
    plates = [each for each in gc.get_referents(kit.plate) if isinstance(each, pygame.Surface)]
    assert plates
    assert max(plate.get_height() * plate.get_pitch() for plate in plates) < 200_000
