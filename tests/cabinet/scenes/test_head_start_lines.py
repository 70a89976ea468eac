"""A match with a head start says so at the table and on its result, in full at every size."""

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config
from cabinet.display.result.sheet import ResultSheet
from cabinet.display.theme import Colour, Face
from cabinet.display.toolkit import Toolkit
from cabinet.match.factory import MatchFactory
from cabinet.match.played import RunningScore
from cabinet.match.request import PERSON, MatchRequest
from cabinet.match.story import begun
from cabinet.scenes.result import result_page
from cabinet.screens.view_factory import head_start_words, table_view
from cabinet.screens.views import Look, Views
from cabinet.strings.catalogue import word
from engine.bots import find_brain
from engine.log_lines import Update
from engine.match import Match
from engine.options import handicap_of
from engine.units import S
from tests.cabinet.scenes.stories import toolkit_of

NAMES = ("MWM", "WMW")
FACTORY = MatchFactory(LoadedConfig(Config(), None, ""), Path(), 5)
EVEN = MatchRequest("speed", "speed", (PERSON, PERSON), names=NAMES)
REQUEST = replace(EVEN, options={**FACTORY.rules(EVEN), **handicap_of(2, 0, 3)})


@pytest.fixture
def widths(monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[int, int]]:
    """Each line that is drawn to fit, with the width that it needs in the smallest letters, and its room."""
    drawn: dict[str, tuple[int, int]] = {}
    fitted = Toolkit._fitted

    def noted(
        toolkit: Toolkit, text: str, size: int, colour: Colour, width: int, face: Face = "text"
    ) -> pygame.Surface:
        font = toolkit.fonts.get(face, toolkit.least_type(face))
        drawn[text] = (font.size(text)[0], width)
        return fitted(toolkit, text, size, colour, width, face)

    monkeypatch.setattr(Toolkit, "_fitted", noted)
    return drawn


def test_the_words_name_whoever_has_it_and_a_level_match_has_none() -> None:
    assert head_start_words(handicap_of(2, 0, 3), NAMES) == "HEAD START WMW +3"
    assert head_start_words(handicap_of(2, 1, 1), NAMES, "head_start.table") == "MWM: HEAD START"
    assert head_start_words({}, NAMES) == ""


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (1280, 720)])
def test_it_is_read_in_full_at_the_table_and_on_the_result(
    size: tuple[int, int], widths: dict[str, tuple[int, int]]
) -> None:
    toolkit = toolkit_of(size)
    match = Match(FACTORY.setup(REQUEST), 0)
    views = Views({0: Look(table_view(Config(), FACTORY, REQUEST, toolkit, judged=True))})
    views.update([Update(match.opening())], match, 0)
    for now in range(0, 8 * S, S):  # the draw, and then the deal that waits for both
        views.update([match.advance(now)], match, now)
    views.draw([pygame.Surface(size)], 8 * S, everything=True)
    played = Match(FACTORY.setup(replace(REQUEST, players=("bot:fast", "bot:slow"), names=())), 0, BRAINS)
    while not played.is_final and (deadline := played.next_deadline()) is not None:
        played.advance(deadline)
    assert played.outcome is not None
    story = begun(played.game)
    story.add(played.pending())
    words = head_start_words(played.setup.options, NAMES)
    page = result_page(
        played.outcome, NAMES, story, RunningScore((), (3, 1)), deals=played.table.number("deal"), head_start=words
    )
    assert ResultSheet(toolkit, word, page).picture.get_size() == size
    said = {text: room for text, room in widths.items() if "HEAD START" in text}
    assert {text for text in said if "DEALS" not in text} == {"WMW: HEAD START"}
    assert any(text.endswith(words) for text in said)
    assert all(needed <= room for needed, room in said.values()), said


BRAINS = {seat: find_brain(level) for seat, level in enumerate(("bot:fast", "bot:slow"))}
