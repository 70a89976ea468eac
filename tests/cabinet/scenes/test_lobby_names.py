"""Names on their way from the panels to the match: on the whole program, with the people of an evening."""

import json
from dataclasses import replace
from pathlib import Path

from cabinet.match.request import PERSON, MatchRequest, request_of
from cabinet.people.people import HeadStart
from cabinet.scenes.called_pair import PairWays, PartyScene, PartyState, QueueState, WinnerStaysScene
from cabinet.scenes.lobby import Lobby
from cabinet.scenes.match import MatchScene
from cabinet.scenes.names import TakingNames
from cabinet.scenes.people import People
from cabinet.scenes.ready import GUARD_NS, GettingReady
from cabinet.scenes.stack import Scene
from cabinet.scenes.title import Title
from cabinet.scenes.tonight import EveningPlan, Tonight
from cabinet.screens.view_factory import table_view
from engine.panel import ACTION, CARDS, LEFT, RIGHT
from engine.units import S
from tests.cabinet.test_whole_cabinet import AMBER, BLUE, Evening, names

TONIGHT = ("MIA", "BEN")
OFFER = HeadStart(AMBER, BLUE, 2)


def evening_with_names(folder: Path, *, offer: HeadStart | None = None) -> Evening:
    """One life of the program whose lobby knows tonight's names."""
    evening = Evening(folder)
    plain = evening.cabinet._routes.lobby
    people = People(
        tonight=lambda: TONIGHT,
        refuses=lambda name: name == "BAD",
        head_start=lambda _game, _names: offer,
        with_head_start=lambda request, agreed: replace(request, preset=f"head start of {agreed.cards}"),
    )
    lobby = Lobby(plain._stack, plain._played, plain._house, plain._begin, plain._title, people)
    evening.cabinet._routes.__dict__["lobby"] = lobby
    return evening.after(S)


def header_names(folder: Path) -> list[str]:
    (log,) = (folder / "matches").glob("*.jsonl")
    head = json.loads(log.read_text().splitlines()[0])
    return [seat["name"] for seat in head["seats"]]


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
    assert {head[1] for head in heads} == {("BLUE", "bot:middling"), ("BLUE", "human")}


def test_who_joins_on_a_result_plays_at_once_and_the_player_keeps_the_name(tmp_path: Path) -> None:
    evening = evening_with_names(tmp_path)
    request = MatchRequest("speed", "speed", (PERSON, "bot:slow"), names=("MIA", ""))
    scenes = evening.cabinet._routes.matches
    evening.do(lambda: scenes._join(request, BLUE, True)).after(2 * S).look().run()
    assert evening.seen == names(MatchScene)
    assert headers(tmp_path) == [[("MIA", "human"), ("BLUE", "human")]]


def test_who_came_in_while_nobody_answered_waits_for_others_without_their_names(tmp_path: Path) -> None:
    evening = evening_with_names(tmp_path)
    request = MatchRequest("speed", "speed", (PERSON, "bot:slow"), names=("MIA", ""))
    scenes = evening.cabinet._routes.matches
    evening.do(lambda: scenes._join(request, BLUE, False)).after(2 * S).look()
    evening.tap(ACTION, AMBER).after(2 * S).look().run()
    assert evening.seen == names(GettingReady, MatchScene)
    assert headers(tmp_path) == [[("AMBER", "human"), ("BLUE", "human")]]


def test_the_next_guests_at_the_title_have_no_names(tmp_path: Path) -> None:
    evening = evening_with_names(tmp_path).tap(ACTION, AMBER).tap(LEFT, AMBER).tap(CARDS[0], AMBER)
    evening.tap(CARDS[4], AMBER).after(S).tap(ACTION, AMBER).tap(ACTION, BLUE).after(S).run()
    assert header_names(tmp_path) == ["AMBER", "BLUE"]


def test_a_head_start_is_asked_for_names_and_changes_the_request_if_both_agree(tmp_path: Path) -> None:
    requests: list[MatchRequest] = []
    evening = evening_with_names(tmp_path, offer=OFFER)
    lobby = evening.cabinet._routes.lobby
    begin = lobby._begin

    def noted(request: MatchRequest) -> Scene:
        requests.append(request)
        return begin(replace(request, preset="speed"))

    lobby._begin = noted
    evening.tap(ACTION, AMBER).tap(LEFT, AMBER).tap(LEFT, BLUE).tap(CARDS[0], AMBER).tap(CARDS[1], BLUE)
    evening.after(GUARD_NS).tap(RIGHT, AMBER).tap(RIGHT, BLUE).after(S).look().run()
    assert [request.preset for request in requests] == ["head start of 2"]
    assert requests[0].names == TONIGHT


def test_a_logs_names_come_back_with_its_request(tmp_path: Path) -> None:
    factory = Evening(tmp_path).cabinet._factory
    request = MatchRequest("speed", "speed", (PERSON, "bot:slow"), names=("ZOE", ""))
    setup = factory.setup(request)
    assert [seat.name for seat in setup.seats] == ["ZOE", "BLUE"]
    assert request_of(setup).names == ("ZOE", "")
    assert request_of(factory.setup(replace(request, names=()))).names == ()
    assert request.seat_names == ("ZOE", "BLUE")


def test_the_table_has_the_names_on_its_plates(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    cabinet, kit = evening.cabinet, evening.cabinet._seating.kit
    request = MatchRequest("speed", "speed", (PERSON, PERSON), names=("ZOE", ""))
    view = table_view(cabinet._config, cabinet._factory, request, kit, judged=True)
    assert view._setup.names == ("ZOE", "BLUE")


def test_the_page_tonight_leads_on_with_a_plan(tmp_path: Path) -> None:
    evening, plans = evening_with_names(tmp_path), list[EveningPlan]()
    evening.do(lambda: evening.cabinet._routes.lobby.evening.plan(plans.append)).look()
    evening.tap(CARDS[1]).tap(RIGHT).tap(CARDS[0]).tap(RIGHT).tap(CARDS[0]).tap(ACTION).run()
    assert evening.seen == names(Tonight)
    assert plans == [EveningPlan("winner_stays", TONIGHT)]


def test_a_name_that_joins_a_list_is_taken_over_the_scene_that_has_it(tmp_path: Path) -> None:
    evening, joined = evening_with_names(tmp_path), list[tuple[str, int]]()
    lobby = evening.cabinet._routes.lobby
    evening.do(lambda: lobby.evening.ask_name(BLUE, ("MIA",), lambda *name: joined.append(name)))
    evening.look().tap(CARDS[0], BLUE).look().run()
    assert evening.seen == names(TakingNames, Title)
    assert joined == [("BEN", BLUE)]


def test_who_joins_the_line_from_winner_stays_comes_back_to_it_and_can_play(tmp_path: Path) -> None:
    evening = evening_with_names(tmp_path)
    lobby, queue, went = evening.cabinet._routes.lobby.evening, [QueueState(("ZOE", "TOM"), AMBER, 1, 5)], list[str]()

    def joins(name: str, _seat: int) -> None:
        queue[0] = replace(queue[0], line=(*queue[0].line, name))

    ways = PairWays(
        play=lambda: went.append("play"), no_show=went.append, step_out=went.append,
        join=lambda seat: lobby.ask_name(seat, ("ZOE", "TOM"), joins), leave=lobby.title,
    )  # fmt: skip
    evening.do(lambda: lobby.winner_stays(lambda: queue[0], ways)).look()
    evening.tap(RIGHT, BLUE).look().tap(CARDS[1], BLUE).look().after(S).tap(ACTION, BLUE).run()
    assert evening.seen == names(WinnerStaysScene, TakingNames, WinnerStaysScene)
    assert (queue[0].line, went) == (("BEN",), ["play"])


def test_leaving_the_party_leads_to_the_title(tmp_path: Path) -> None:
    evening = evening_with_names(tmp_path)
    lobby = evening.cabinet._routes.lobby.evening
    ways = PairWays(lambda: None, lambda _name: None, lambda _name: None, lambda _seat: None, lobby.title)
    evening.do(lambda: lobby.party(lambda: PartyState((("ZOE",), ("TOM",)), (0, 0), 3), ways)).look()
    evening.tap(CARDS[4]).look().run()
    assert evening.seen == names(PartyScene, Title)
