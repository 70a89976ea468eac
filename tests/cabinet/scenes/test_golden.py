"""The scenes but the match against the pictures that were looked at and found right, and every preset's contact sheet.

When a change is meant: ``.venv/bin/python -m tests.cabinet.pictures --golden``, look, commit.
"""

from pathlib import Path

import pygame
import pytest

from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit
from engine.setup import Setup, seats_of
from tests.cabinet.pictures.golden import compare, difference
from tests.cabinet.pictures.preset_sheets import ALONE, TWO, every_offer, mid_play, played, ways_to_sit
from tests.cabinet.pictures.scenes import golden_pictures

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.long
def test_looks_as_it_was_found_right_and_no_picture_is_left_over(tmp_path: Path) -> None:
    wrong, drawn = [], set()
    for file, actual in golden_pictures():
        drawn.add(file)
        expected = pygame.image.load(GOLDEN / file)
        if not compare(actual, expected).alike:
            wrong.append(file)
            pygame.image.save(actual, tmp_path / f"actual-{file}")
            if actual.get_size() == expected.get_size():
                pygame.image.save(difference(actual, expected), tmp_path / f"difference-{file}")
    assert wrong == [], f"see {tmp_path}"
    assert {path.name for path in GOLDEN.glob("*.png")} == drawn


def test_a_match_is_shown_while_it_is_played_and_as_people_see_it() -> None:
    setup = Setup("speah", {}, seats_of("human", "human"), 3, "speah")
    told: list[int] = []
    match, now = played(setup, lambda _update, _match, at: told.append(at))
    assert match.table.phase == "play" and told == sorted(told) and told[-1] <= now
    match.setup = setup
    assert set(match.screen().table.zones["seat0.hand"]) == {"~?"}, "on a shared screen hands lie face down"


def test_with_hands_one_person_has_a_table_of_ones_own() -> None:
    ways = {offer.name: ways_to_sit(offer) for offer in every_offer()}
    assert ways["speed"] == TWO and ways["speed_uno"] == (*TWO, ALONE)


def test_a_picture_is_the_same_every_time() -> None:
    toolkit = Toolkit(Theme(), Fonts(), (480, 320))
    offer = next(offer for offer in every_offer() if offer.name == "speed")
    first, second = (mid_play(offer, TWO[0], toolkit).get_buffer().raw for _ in range(2))
    assert first == second
