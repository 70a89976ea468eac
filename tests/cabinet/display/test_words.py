"""The display asks for no word that the catalogue lacks, whatever it shows."""

from itertools import cycle

import pygame
import pytest

from cabinet.display.table.view import TableView
from cabinet.display.table.view_state import TableSetup, TableUpdate
from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.strings.catalogue import catalogue, word
from tests.cabinet.pictures.studio import ARRANGEMENTS, every_sample


@pytest.mark.once
def test_every_word_that_the_table_asks_for_is_in_the_catalogue() -> None:
    asked: set[str] = set()

    def noted(key: str, **values: object) -> str:
        asked.add(key)
        return word(key, **values)

    toolkit = Toolkit(Theme(), Fonts(), (480, 320))
    known = set[object]()
    screen = pygame.Surface((480, 320))
    # the golden pictures ask with players facing, and a text that is missing fails there too
    for sample, arrangement in zip(every_sample().values(), cycle(ARRANGEMENTS[1:]), strict=False):
        setup = TableSetup(
            (480, 320), tuple("ABCDEFGH"[: sample.seats]), arrangement.layout, arrangement.cocktail,
            judged=sample.judged, hands=sample.hands, viewers=sample.viewers,
        )  # fmt: skip
        kind = (sample.seats, arrangement, sample.judged, sample.hands, sample.viewers)
        view = TableView(setup, noted, toolkit)
        if kind not in known:  # the words of whatever else a match may show: once a kind of table
            view.draw_ahead()
        known.add(kind)
        view.update(TableUpdate(sample.entries, sample.table, sample.keys, 0, rows=sample.rows, clock=sample.clock))
        view.show(sample.dialog)
        view.draw(screen, sample.after_ns)
    assert asked > {"table.lot", "table.stuck", "table.locked", "label.play", "button.ACTION"}
    assert {key for key in asked if key not in catalogue()} == set()
