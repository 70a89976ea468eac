"""The card's file in the whole program, in virtual time: mistakes, the settings that count meanwhile, notices."""

from pathlib import Path

import pytest

from cabinet.card.report import CardFault, CardReport, report_text
from cabinet.config.load import load_config
from cabinet.doctor.checks import check_card
from cabinet.scenes.attract import Attract
from cabinet.scenes.card_faults import PAGE_NS, CardFaults
from cabinet.scenes.dialogs import Resume
from cabinet.scenes.match import MatchScene
from cabinet.scenes.title import Title
from cabinet.store.store import DiskStore
from engine.panel import ACTION, CARDS, RIGHT
from engine.units import S
from tests.cabinet.doctor.fake_machine import FakeMachine
from tests.cabinet.test_whole_cabinet import BLUE, CONFIG, Evening, begun, names

WRONG = CardReport((CardFault(3, "sound.volume", "is 200; it takes a whole number from 0 to 100"),))


def test_mistakes_on_the_card_come_before_the_title_and_before_the_records_and_any_button_plays(tmp_path: Path) -> None:
    evening = Evening(tmp_path, card=WRONG).after(S).look().tap(ACTION).look()
    evening.after(31 * S).look().after(PAGE_NS).look().tap(RIGHT).look()
    evening.after(31 * S).look().tap(CARDS[2], BLUE).look().run()
    assert evening.seen == names(CardFaults, Title, CardFaults, Attract, Title, CardFaults, Title)


def test_mistakes_on_the_card_that_nobody_reads_give_way_to_the_title(tmp_path: Path) -> None:
    evening = Evening(tmp_path, card=WRONG).after(S).look().after(PAGE_NS).look().run()
    assert evening.seen == names(CardFaults, Title)


def test_a_match_that_was_cut_off_is_offered_before_mistakes_on_the_card_are_shown(tmp_path: Path) -> None:
    begun(Evening(tmp_path)).run()
    assert Evening(tmp_path, card=WRONG).after(S).look().run().seen == names(Resume)


def test_a_card_that_was_taken_is_said_on_the_title_and_so_is_a_setting_of_it_that_does_not_count(
    tmp_path: Path,
) -> None:
    taken = CardReport(news="photofinish.toml was taken: 1 settings.", changed=("sound.volume",))
    assert Evening(tmp_path, card=taken).after(S).look_at_notice().run().seen == [taken.news]
    store = DiskStore(tmp_path)
    store.set("volume", 70)
    store.close()
    [notice] = Evening(tmp_path, card=taken).after(S).look_at_notice().run().seen
    assert notice.startswith("photofinish.toml has sound.volume = 0; the operator's page has 70")


@pytest.mark.parametrize(
    ("taken", "place", "told"),
    [
        ("display.cocktail = true\nsound.tenson = true\n", "LINE 2", "did you mean tension?"),
        ("display.cocktail = true\nsound.volume = 200\n", "LINE 2", "is 200; it takes a whole number from 0 to 100"),
        ("display.cocktail = true\ninput.pins.seat0.CARD2 = 12\n", "LINE 2", "is 12, and so is input.pins.seat0.CARD2"),
        ("display.cocktail = true\noptions.speed.jokers = 3\n", "LINE 2", "it takes true or false"),
        ("display.cocktail = tr", "THE FILE", "cannot be read. Start again with the file on the card"),
    ],
    ids=["a key of another version", "a value out of range", "a clash with the file", "an option", "a damaged copy"],
)
def test_settings_of_a_card_that_do_not_fit_any_more_are_shown_and_the_cabinet_plays_without_them(
    taken: str, place: str, told: str, tmp_path: Path
) -> None:
    """None of them counts, the right ones neither: the machine's own file and the defaults do."""
    card, own = tmp_path / "card.toml", tmp_path / "config.toml"
    card.write_text(taken, encoding="utf-8")
    own.write_text(CONFIG, encoding="utf-8")
    loaded = load_config(own, {"PHOTOFINISH_CARD": str(card)}, tmp_path)
    evening, seen = Evening(tmp_path, loaded=loaded).after(S).look(), list[CardFaults]()

    def read() -> None:
        page = evening.cabinet._stack.top
        assert isinstance(page, CardFaults)
        seen.append(page)

    evening.do(read)
    evening.tap(CARDS[1]).look().tap(ACTION).tap(ACTION, BLUE).after(S).look().run()
    assert evening.seen == names(CardFaults, Title, MatchScene)
    [fault] = seen[0].faults
    assert fault.place == place
    assert told in fault.problem
    assert "none of its game settings counts" in seen[0].remedy
    assert evening.cabinet.config.display.cocktail is False
    assert evening.cabinet.config.input.service_pin == 12
    assert "no setting of the card counts" in check_card(evening.cabinet._status.context(FakeMachine())).message


def test_mistakes_found_by_the_boot_come_before_those_of_the_file_that_was_taken_last(tmp_path: Path) -> None:
    card = tmp_path / "card.toml"
    card.write_text("sound.tenson = true\n", encoding="utf-8")
    loaded = load_config(None, {"PHOTOFINISH_CARD": str(card), "HOME": str(tmp_path)}, tmp_path)
    evening = Evening(tmp_path, loaded=loaded, card=WRONG)
    assert [fault.line for fault in evening.cabinet.card.faults] == [3]


@pytest.mark.parametrize(
    ("before", "after", "anew"),
    [
        (WRONG, CardReport(news="taken", changed=("sound.volume",)), True),
        (WRONG, CardReport(), True),
        (CardReport(), WRONG, True),
        (CardReport(notices=("nobody looked",)), CardReport(), True),
        (CardReport(news="taken", changed=("sound.volume",)), CardReport(), False),
        (WRONG, WRONG, False),
    ],
    ids=["mended", "without its faults", "with faults", "late at the boot", "taken again", "looked at again"],
)
def test_a_report_that_was_made_since_the_start_is_taken_at_the_next_title(
    before: CardReport, after: CardReport, anew: bool, tmp_path: Path
) -> None:
    """`photofinish card apply` by hand left the page of mistakes until somebody restarted the program."""
    report = tmp_path / "report.json"
    report.write_bytes(report_text(before))
    evening = Evening(tmp_path, card=before).after(S)
    evening.do(lambda: report.write_bytes(b'{"faults": [{"li'))  # half a report is none
    evening.after(3 * S).do(lambda: report.write_bytes(report_text(after))).after(3 * S).run()
    assert evening.anew is anew


def test_a_report_ends_no_match(tmp_path: Path) -> None:
    evening = begun(Evening(tmp_path))
    evening.do(lambda: (tmp_path / "report.json").write_bytes(report_text(WRONG))).after(3 * S).look().run()
    assert (evening.anew, evening.seen) == (False, names(MatchScene))
