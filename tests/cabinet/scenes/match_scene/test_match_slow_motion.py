"""The closest race is shown once more, and a press ends it."""

import io
from collections.abc import Iterator

import pygame
import pytest

from cabinet.display.result.slow_motion import SLOW_NS
from cabinet.scenes.match import Again
from cabinet.scenes.result import GUARD_NS, PRINT_NS, SETTLE_NS, SHOWN_NS
from engine.log import read
from engine.log_replay import verify
from engine.panel import ACTION, CARDS, LEFT
from engine.table import Table
from tests.cabinet.scenes.match_scene.evening import AMBER, BLUE, MS, Invite


def zones_of(table: Table, card: str) -> Iterator[str]:
    return (name for name, cards in table.zones.items() if card in cards)


def test_the_closest_race_is_shown_once_more_for_two_and_a_half_seconds_and_then_the_result(invite: Invite) -> None:
    evening = invite("bot:fast", "bot:fast")
    story = evening.to_slow_motion()
    race = story.closest(story.deal)
    assert race is not None
    assert race.cards[0] in race.before.zones[next(iter(zones_of(race.before, race.cards[0])))]
    evening.wait(SLOW_NS // MS - 60)
    assert not evening.scene._ending.covers
    evening.wait(100)
    assert evening.scene._ending.covers


@pytest.mark.parametrize("button", [ACTION, LEFT, *CARDS])
def test_a_press_ends_the_slow_motion_and_does_nothing_else(invite: Invite, button: str) -> None:
    evening = invite("bot:fast", "bot:fast")
    evening.to_slow_motion()
    evening.wait(600)
    log = evening.match.pending()
    evening.tap(AMBER, button)
    assert not evening.scene._ending.is_slow
    assert evening.scene._ending.covers
    assert (evening.went, evening.match.pending()) == ([], log)
    evening.wait(SETTLE_NS // MS + GUARD_NS // MS)
    evening.tap(AMBER, ACTION)
    assert evening.went == [Again(AMBER)]


@pytest.mark.parametrize(("late_ns", "skips"), [(SLOW_NS - MS, True), (SLOW_NS + 3 * MS, False)])
def test_after_a_stall_the_stamp_says_whether_a_press_was_made_in_the_slow_motion(
    invite: Invite, late_ns: int, skips: bool
) -> None:
    evening = invite("bot:fast", "bot:fast", best_of=3)
    evening.wait_for("over")
    evening.wait_for_slow_motion()
    evening.now += late_ns  # nothing has been drawn or advanced since
    evening.edge(BLUE, ACTION, True)
    assert evening.scene._ending.is_slow is not skips


def test_behind_the_slow_motion_of_a_match_of_people_its_photo_fills_the_screen(invite: Invite) -> None:
    evening = invite("person", "bot:fast")
    evening.into_play()
    evening.race_against_the_bot()
    evening.to_slow_motion()
    evening.wait(PRINT_NS // MS - 40)
    assert not evening.scene._ending.covers
    evening.wait(80)
    ((_, picture),) = evening.photos
    width, height = evening.screen.get_size()
    photo = pygame.transform.smoothscale(pygame.image.load(io.BytesIO(picture)), (width, width * 720 // 1280))
    shown = evening.screen.subsurface((0, (height - photo.get_height()) // 2, *photo.get_size()))
    alike = pygame.mask.from_threshold(shown, (0, 0, 0), (40, 40, 40, 255), photo).count()
    assert alike > 0.97 * width * photo.get_height()
    evening.wait(SHOWN_NS // MS)
    assert not evening.scene._ending.is_slow
    assert evening.scene._ending.covers


def test_a_press_at_the_photo_shows_the_result_and_does_nothing_else(invite: Invite) -> None:
    evening = invite("person", "bot:fast")
    evening.into_play()
    evening.race_against_the_bot()
    evening.to_slow_motion()
    evening.wait(PRINT_NS // MS + 200)
    evening.tap(AMBER, ACTION)
    assert not evening.scene._ending.is_slow
    assert evening.went == []


def test_a_press_between_two_deals_skips_the_slow_motion_and_never_reaches_the_match(invite: Invite) -> None:
    evening = invite("bot:fast", "bot:fast", best_of=3)
    evening.wait_for("over")
    evening.wait_for_slow_motion()
    evening.tap(BLUE, ACTION)
    assert not evening.scene._ending.is_slow
    assert evening.scene._ending._has_banner, "the deal's result"
    evening.wait_for("play")
    assert not evening.scene._ending._has_banner
    evening.wait_for("finished")
    evening.wait(1000)
    lines = evening.log.read_text().splitlines()
    assert [line for line in lines if '"source":"fake"' in line and "true" in line] == []
    verify(read(evening.log.read_bytes()))
