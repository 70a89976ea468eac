"""Names: two or three letters, and the words that none may be."""

import time
from collections.abc import Iterator

import pytest

from cabinet.people.names import former, is_name, is_refused, known, name_of, refused_words
from cabinet.people.records import evening_day, month_of
from engine.setup import SEAT_NAMES, SeatInfo


@pytest.mark.parametrize("text", ["MIA", "ZZZ", "BO", "R2D", "007", "JÖ", "ÅSA"])
def test_two_or_three_letters_or_digits_are_a_name(text: str) -> None:
    assert is_name(text)


@pytest.mark.parametrize("text", ["", "M", "MIAU", "mia", "Möa", "M A", "M-A", "M×A", "ŁUK", former(7), *SEAT_NAMES])
def test_anything_else_is_none(text: str) -> None:
    assert not is_name(text)


def test_the_words_of_five_languages_are_refused_and_peoples_names_are_not() -> None:
    assert all(map(is_refused, ("FUK", "NSU", "NTM", "HDP", "KKR", "SS")))
    assert all(map(is_refused, ("N5U", "FÜK", "455"))), "they read like one"
    common = "ANA ASH BEA BEN DAN EVA GUS IAN JAN KAI KIM LEA LEO LIV MAX MIA NIL PAT PIA ROB SAM SUE TOM UWE ZOE"
    assert not [name for name in common.split() if is_refused(name)]


def test_every_refused_word_could_be_spelled() -> None:
    assert len(refused_words()) > 100
    assert [word for word in refused_words() if not is_name(word)] == []


def test_a_seat_has_the_name_of_its_person_and_a_guest_and_a_bot_have_none() -> None:
    seats = [SeatInfo("MIA"), SeatInfo("AMBER"), SeatInfo("BOB", "bot:fast")]
    assert [name_of(seat) for seat in seats] == ["MIA", "", ""]
    assert known(("MIA", "", "MIA", "BEN")) == ("MIA", "BEN")


@pytest.fixture
def central_europe(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "CET-1")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_an_evening_over_midnight_is_one_day_and_the_next_begins_at_noon(central_europe: None) -> None:
    noon = 1_795_863_600  # 2026-11-28 12:00 CET
    assert [evening_day(noon + h * 3600) for h in (-1, 0, 11, 12, 23, 24)] == [
        "2026-11-27", "2026-11-28", "2026-11-28", "2026-11-28", "2026-11-28", "2026-11-29",
    ]  # fmt: skip
    assert month_of(evening_day(noon)) == "2026-11"


def test_a_time_zone_that_is_changed_in_play_counts_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    noon_utc = 1_795_780_800  # 2026-11-27 12:00:00
    monkeypatch.setenv("TZ", "UTC")
    assert evening_day(noon_utc) == "2026-11-27"
    monkeypatch.setenv("TZ", "ZON+5")
    assert evening_day(noon_utc) == "2026-11-26"
    monkeypatch.undo()
    time.tzset()
