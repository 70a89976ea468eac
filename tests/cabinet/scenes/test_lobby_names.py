"""Names on their way from the panels to the match: on the whole program, with the people of an evening."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cabinet.flow import PlayMatch
from cabinet.match.request import PERSON, MatchRequest, request_of
from cabinet.people.people import HeadStart
from cabinet.scenes.called_pair import PartyScene, WinnerStaysScene
from cabinet.scenes.choice import Choice
from cabinet.scenes.match import Again, Join, MatchScene
from cabinet.scenes.names import TakingNames
from cabinet.scenes.ready import GUARD_NS, GettingReady
from cabinet.scenes.title import Title
from cabinet.scenes.tonight import EveningSetup
from cabinet.screens.view_factory import table_view
from cabinet.strings.catalogue import word
from engine.options import is_handicapped
from engine.panel import ACTION, CARDS, LEFT, RIGHT
from engine.units import S
from tests.cabinet.test_whole_cabinet import AMBER, BLUE, CONFIG, Evening, names
from tests.cabinet.test_whole_evening import party

TONIGHT = ("MIA", "BEN")
OFFER = HeadStart(AMBER, BLUE, 2)


def evening_with_names(folder: Path, config: str = CONFIG) -> Evening:
    """One life of the program, which knows tonight's names."""
    evening = Evening(folder, config)
    evening.store.seen(TONIGHT[::-1], int(time.time()))
    return evening.after(S)


def lead(evening: Evening, result: object) -> Evening:
    """End the scene that is shown by this result."""

    def dismiss() -> None:
        assert evening.cabinet._stack.top is not None
        evening.cabinet._stack.top.dismiss(result)

    return evening.do(dismiss).after(2 * S)


def header_names(folder: Path) -> list[str]:
    (log,) = (folder / "matches").glob("*.jsonl")
    head = json.loads(log.read_text().splitlines()[0])
    return [seat["name"] for seat in head["seats"]]


def test_where_names_are_off_nobody_takes_one_and_right_leads_to_the_menu(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CONFIG + "[match]\nnames = false\n").after(S)
    evening.tap(ACTION, AMBER).look().tap(LEFT, AMBER).after(S).look().tap(CARDS[4]).after(S).look()
    evening.tap(RIGHT).after(S).do(lambda: evening.seen.append(question(evening))).run()
    assert evening.seen == [*names(GettingReady, GettingReady, Title), word("menu.game")]


def test_a_queue_begins_with_the_streak_of_the_house(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CONFIG + "[match]\nstreak = 3\n").after(S)
    evening.tap(RIGHT).after(S).tap(CARDS[1]).after(S)
    streaks: list[int] = []

    def note() -> None:
        setup = evening.cabinet._stack.top
        assert isinstance(setup, EveningSetup)
        streaks.append(setup.plan.streak)

    evening.do(note).tap(CARDS[4]).run()
    assert streaks == [3]
    assert evening.store.evening() == (), "nothing was chosen: the next list begins as the house has it then"


def question(evening: Evening) -> str:
    """The question that is shown."""
    choice = evening.cabinet._stack.top
    assert isinstance(choice, Choice)
    return choice._question


def test_two_names_are_taken_and_stand_in_the_logs_header(tmp_path: Path) -> None:
    evening = evening_with_names(tmp_path).tap(ACTION, AMBER).look()
    evening.tap(LEFT, AMBER).look().tap(CARDS[0], AMBER).look()
    evening.tap(LEFT, BLUE).tap(CARDS[0], BLUE).after(3 * S).look().run()
    assert evening.seen == names(GettingReady, TakingNames, GettingReady, MatchScene)
    assert header_names(tmp_path) == ["MIA", "BEN"]


def test_who_takes_a_name_is_ready_and_a_guest_stays_a_colour(tmp_path: Path) -> None:
    evening = evening_with_names(tmp_path).tap(ACTION, AMBER)
    evening.tap(LEFT, BLUE).tap(CARDS[1], BLUE).after(3 * S).look().run()
    assert evening.seen == names(MatchScene)
    assert header_names(tmp_path) == ["AMBER", "BEN"]


def test_guests_reach_the_table_in_two_presses(tmp_path: Path) -> None:
    evening = evening_with_names(tmp_path).tap(ACTION, AMBER).tap(ACTION, BLUE).after(S).look().run()
    assert evening.seen == names(MatchScene)
    assert header_names(tmp_path) == ["AMBER", "BLUE"]


def options_of(folder: Path) -> list[dict[str, Any]]:
    """Return the options of every match, in order."""
    logs = sorted((folder / "matches").glob("*.jsonl"), key=lambda log: log.stat().st_mtime_ns)
    return [json.loads(log.read_text().splitlines()[0])["options"] for log in logs]


def handicap_in(options: dict[str, Any]) -> tuple[int, ...]:
    return tuple(options.get("handicap", ()))


def headers(folder: Path) -> list[list[tuple[str, str]]]:
    """Return names and players of every match, in order."""
    logs = sorted((folder / "matches").glob("*.jsonl"), key=lambda log: log.stat().st_mtime_ns)
    heads = [json.loads(log.read_text().splitlines()[0]) for log in logs]
    return [[(seat["name"], seat["player"]) for seat in head["seats"]] for head in heads]


def test_who_is_let_in_at_a_bots_panel_plays_at_once_and_the_player_keeps_the_name(tmp_path: Path) -> None:
    evening = evening_with_names(tmp_path).tap(ACTION, AMBER).tap(LEFT, AMBER).tap(CARDS[0], AMBER).after(S)
    evening.tap(ACTION, AMBER).after(5 * S).tap(CARDS[2], BLUE).after(S).tap(LEFT, AMBER).after(2 * S).look().run()
    assert evening.seen == names(MatchScene)
    heads = headers(tmp_path)
    assert [head[0] for head in heads] == [("MIA", "human")] * 2
    assert {head[1] for head in heads} == {("BLUE", "bot:adaptive"), ("BLUE", "human")}


def test_who_joins_on_a_result_plays_at_once_and_the_player_keeps_the_name(tmp_path: Path) -> None:
    evening = evening_with_names(tmp_path)
    request = MatchRequest("speed", "speed", (PERSON, "bot:slow"), names=("MIA", ""))
    lead(lead(evening, PlayMatch(request)), Join(BLUE, are_there=True)).look().run()
    assert evening.seen == names(MatchScene)
    assert headers(tmp_path)[1:] == [[("MIA", "human"), ("BLUE", "human")]]


def test_who_came_in_while_nobody_answered_waits_for_others_without_their_names(tmp_path: Path) -> None:
    evening = evening_with_names(tmp_path)
    request = MatchRequest("speed", "speed", (PERSON, "bot:slow"), names=("MIA", ""))
    lead(lead(evening, PlayMatch(request)), Join(BLUE, are_there=False)).look()
    evening.tap(ACTION, AMBER).after(2 * S).look().run()
    assert evening.seen == names(GettingReady, MatchScene)
    assert headers(tmp_path)[1:] == [[("AMBER", "human"), ("BLUE", "human")]]


def test_the_next_guests_at_the_title_have_no_names(tmp_path: Path) -> None:
    evening = evening_with_names(tmp_path).tap(ACTION, AMBER).tap(LEFT, AMBER).tap(CARDS[0], AMBER)
    evening.tap(CARDS[4], AMBER).after(S).tap(ACTION, AMBER).tap(ACTION, BLUE).after(S).run()
    assert header_names(tmp_path) == ["AMBER", "BLUE"]


@pytest.mark.parametrize("config", ["", "[match]\nhead_start = false\n"])
def test_a_head_start_is_asked_for_names_and_changes_the_request_if_both_agree(
    config: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cabinet.match.played.head_start", lambda *_: OFFER)
    evening = evening_with_names(tmp_path, CONFIG + config)
    evening.tap(ACTION, AMBER).tap(LEFT, AMBER).tap(LEFT, BLUE).tap(CARDS[0], AMBER).tap(CARDS[1], BLUE)
    evening.after(GUARD_NS).tap(RIGHT, AMBER).tap(RIGHT, BLUE).after(S).look().run()
    assert header_names(tmp_path) == list(TONIGHT)
    (log,) = (tmp_path / "matches").glob("*.jsonl")
    assert is_handicapped(json.loads(log.read_text().splitlines()[0])["options"]) == (not config)


@pytest.mark.parametrize("answer", [RIGHT, ACTION])
def test_guests_are_offered_a_head_start_after_a_lopsided_match_and_one_press_answers(
    answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cabinet.match.played.Played.head_start", lambda *_: OFFER)
    evening = Evening(tmp_path)
    lead(lead(evening, PlayMatch(MatchRequest("spit", "classic_spit", (PERSON, PERSON)))), Again(AMBER)).look()
    evening.tap(ACTION, BLUE).after(S).look().tap(answer, BLUE).after(S).look().run()
    assert evening.seen == names(GettingReady, GettingReady, MatchScene)
    (_, options) = options_of(tmp_path)
    assert handicap_in(options) == ((2, 0) if answer == RIGHT else ())


def test_with_the_agreed_head_start_it_goes_on_without_a_question_and_a_level_match_needs_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    after: list[HeadStart | None] = [OFFER, None]
    monkeypatch.setattr("cabinet.match.played.Played.head_start", lambda *_: after[0])
    evening = Evening(tmp_path)
    request = MatchRequest("spit", "classic_spit", (PERSON, PERSON))
    with_start = replace(request, options={**evening.cabinet.setup.factory.rules(request), "handicap": (2, 0)})
    lead(lead(evening, PlayMatch(with_start)), Again(AMBER)).look().do(lambda: after.pop(0))
    lead(evening, Again(BLUE)).look().run()
    assert evening.seen == names(MatchScene, MatchScene)
    assert [handicap_in(options) for options in options_of(tmp_path)] == [(2, 0), (2, 0), ()]


def test_a_logs_names_come_back_with_its_request(tmp_path: Path) -> None:
    factory = Evening(tmp_path).cabinet.setup.factory
    request = MatchRequest("speed", "speed", (PERSON, "bot:slow"), names=("ZOE", ""))
    setup = factory.setup(request)
    assert [seat.name for seat in setup.seats] == ["ZOE", "BLUE"]
    assert request_of(setup).names == ("ZOE", "")
    assert request_of(factory.setup(replace(request, names=()))).names == ()
    assert request.seat_names == ("ZOE", "BLUE")


def test_the_table_has_the_names_on_its_plates(tmp_path: Path) -> None:
    setup = Evening(tmp_path).cabinet.setup
    request = MatchRequest("speed", "speed", (PERSON, PERSON), names=("ZOE", ""))
    view = table_view(setup.config, setup.factory, request, setup.seating.toolkit, judged=True)
    assert view.setup.names == ("ZOE", "BLUE")


def test_the_page_tonight_leads_on_with_a_plan(tmp_path: Path) -> None:
    evening = evening_with_names(tmp_path).tap(RIGHT).look()
    evening.tap(CARDS[1]).tap(RIGHT).tap(CARDS[0]).tap(RIGHT).tap(CARDS[0]).tap(ACTION).look().run()
    assert evening.seen == names(Choice, WinnerStaysScene)
    running = evening.cabinet._flow._evening.now
    assert running is not None and running.names == TONIGHT


def test_who_joins_the_line_from_winner_stays_comes_back_to_it_and_can_play(tmp_path: Path) -> None:
    """The name is taken over the scene that has the list."""
    evening = party(tmp_path)
    evening.store.seen(TONIGHT, int(time.time()))
    evening.holds("winner_stays", "ZOE", "TOM").after(S).look()
    evening.tap(RIGHT, BLUE).after(S).look().tap(CARDS[0], BLUE).after(S).look()
    evening.sits_down(AMBER, BLUE).after(2 * S).look().run()
    assert evening.seen == names(WinnerStaysScene, TakingNames, WinnerStaysScene, MatchScene)
    assert evening.journal().names == ("ZOE", "TOM", "BEN")


def test_leaving_the_party_leads_to_the_title(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("party", "ZOE", "TOM").after(S).look().tap(CARDS[4]).after(S).look().run()
    assert evening.seen == names(PartyScene, Title)
