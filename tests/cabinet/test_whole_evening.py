"""An evening on the whole program, in virtual time: names, matches by turns, a cut, and the journal that is kept."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Self, cast

import pytest

from cabinet.lamp_patterns import Cue
from cabinet.people.results import Result
from cabinet.scenes.attract import Attract
from cabinet.scenes.attract_pages import RecordsPage
from cabinet.scenes.bracket import BigMoment, Bracket
from cabinet.scenes.called_pair import CalledPair, PartyScene, TournamentCall, WinnerStaysScene
from cabinet.scenes.choice import ASKED_NS, Choice
from cabinet.scenes.dialogs import Resume
from cabinet.scenes.lessons import HowTo
from cabinet.scenes.match import MatchScene
from cabinet.scenes.names import TakingNames
from cabinet.scenes.operator import OperatorPage
from cabinet.scenes.title import Title, Tonight
from cabinet.scenes.tonight import EveningPlan, EveningSetup, Format
from cabinet.store.ledger import MatchEnded
from cabinet.store.store import DiskStore
from cabinet.strings.catalogue import word
from cabinet.tournaments.evening import Evening as Journal
from engine.games import GAMES
from engine.log import read
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT
from engine.units import MS, S
from tests.cabinet.scenes.test_names import spelled
from tests.cabinet.test_whole_cabinet import AMBER, BLUE, CONFIG, LINES, Evening, names

if TYPE_CHECKING:
    from cabinet.tournaments.journal import Kind

QUICK = CONFIG + "\n[match]\ngame = 'speed'\n"
WHOLE_MATCH_NS = 60 * S
HOUR_NS = 3600 * S


def begin(evening: Evening, plan: EveningPlan) -> None:
    """Begin an evening at the title."""
    flow, title = evening.cabinet._flow, evening.cabinet._stack.top
    assert flow._evening.begin(plan, flow._on_offer.for_two("")) and isinstance(title, Title)
    title.dismiss(Tonight(""))


class Party(Evening):
    """People who play an evening at the cabinet."""

    def holds(self, format_: Format, *people: str, streak: int = 5, first_to: int = 5) -> Self:
        """The page TONIGHT has its plan: somebody presses the last button."""
        teams = tuple(place % 2 for place in range(len(people))) if format_ == "party" else ()
        plan = EveningPlan(format_, people, teams, streak=streak, first_to=first_to)
        return self.after(S).do(lambda: begin(self, plan))

    def tap(self, button: str, seat: int = AMBER, *, hold_ns: int = 60 * MS) -> Self:
        """Press a button when its time has come, after all edges before it."""
        self.do(lambda: self.source.tap(LINES[(seat, button)], at_ns=self.clock() + MS, hold_ns=hold_ns))
        self.after(300 * MS)
        return self

    def spells(self, name: str, seat: int) -> Self:
        for button in spelled(name):
            self.tap(button, seat)
        return self.tap(ACTION, seat)

    def sits_down(self, *seats: int) -> Self:
        self.after(S)
        for seat in seats:
            self.tap(ACTION, seat)
        return self.do(self._skip_lesson).after(300 * MS)

    def _skip_lesson(self) -> None:
        if isinstance(self.cabinet._stack.top, HowTo):
            self.source.tap(LINES[(AMBER, CARDS[4])], at_ns=self.clock() + MS, hold_ns=60 * MS)

    def plays(self, seat: int, ns: int = WHOLE_MATCH_NS) -> Self:
        """Both press whatever key is lit, the winner six times as often."""
        for turn in range(ns // (250 * MS)):
            self.do(partial(self._press_lit, 1 - seat if turn % 7 == 6 else seat)).after(230 * MS)
        return self

    def _press_lit(self, seat: int) -> None:
        scene = self.cabinet._stack.top
        if not isinstance(scene, MatchScene) or scene._session is None:
            return
        keys = scene._session.match.screen().keys[seat]
        lit = [button for button, meaning in zip(BUTTONS, keys, strict=True) if meaning.lit]
        if lit and scene._session.match.table.phase in ("play", "choose"):
            self.source.tap(LINES[(seat, lit[0])], at_ns=self.clock() + MS, hold_ns=40 * MS)

    def journal(self) -> Journal:
        """The evening as a new program would read it."""
        store = DiskStore(self.folder)
        lines = store.evening()
        store.close()
        return Journal.of(lines)


def party(folder: Path, begins: int = 1000 * S) -> Party:
    return Party(folder, QUICK, begins)


def test_the_page_tonight_is_behind_right_on_the_title_and_begins_a_queue(tmp_path: Path) -> None:
    evening = party(tmp_path).after(S).tap(RIGHT).look()
    evening.tap(CARDS[1])  # winner stays
    for name, seat in (("MIA", AMBER), ("BEN", BLUE)):  # each spells a name of its own
        evening.tap(RIGHT, seat).after(S)
        evening.spells(name, seat).after(S)
    evening.tap(ACTION).after(S).look().run()
    assert evening.seen == names(Choice, WinnerStaysScene)
    assert evening.journal().names == ("MIA", "BEN")


def test_a_list_that_is_being_made_is_there_after_the_clock_and_after_a_kill(tmp_path: Path) -> None:
    first = party(tmp_path).after(S).tap(RIGHT).tap(CARDS[1])
    for name in ("MIA", "BEN"):
        first.tap(RIGHT, AMBER).after(S)
        first.spells(name, AMBER).after(S)
    first.tap(CARDS[0]).after(95 * S).look().run()
    assert first.seen == names(Title)
    again = party(tmp_path, begins=5000 * S).after(S).look().tap(RIGHT).tap(CARDS[1]).after(S)
    again.do(lambda: again.seen.append(listed(again))).tap(ACTION).after(S).look().run()
    assert again.seen == [*names(Title), "MIA BEN 6", *names(WinnerStaysScene)]
    assert again.journal().names == ("MIA", "BEN")


def listed(evening: Party) -> str:
    """The names on the list of the page TONIGHT, and the streak."""
    page = evening.cabinet._stack.top
    assert isinstance(page, EveningSetup)
    return f"{' '.join(page.plan.names)} {page.plan.streak}"


def test_the_winner_stays_the_loser_goes_to_the_end_and_the_result_leads_on(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("winner_stays", "MIA", "BEN", "ZOE", streak=3).after(S).look()
    evening.sits_down(AMBER, BLUE).after(S).look().plays(BLUE).look()
    evening.tap(ACTION).after(2 * S).look().tap(CARDS[4]).after(S).look().run()
    assert evening.seen == names(WinnerStaysScene, MatchScene, MatchScene, WinnerStaysScene, Title)
    queue = evening.journal()
    assert [(played.names, played.winner) for played in queue.results] == [(("MIA", "BEN"), "BEN")]
    assert queue.seat_holder is not None and (queue.seat_holder.name, queue.seat_holder.streak) == ("BEN", 1)
    assert queue.now is not None and set(queue.now.names) == {"BEN", "ZOE"}


@pytest.mark.long
def test_a_third_player_joins_two_guests_at_their_result_and_the_winner_stays(tmp_path: Path) -> None:
    evening = party(tmp_path).after(S).tap(ACTION, AMBER).tap(ACTION, BLUE).after(2 * S).plays(BLUE).look()
    evening.tap(CARDS[0], AMBER).after(S).look().spells("ZOE", AMBER).after(S).look()
    evening.tap(LEFT, BLUE).spells("EVE", BLUE).spells("ADA", AMBER).after(S).look().run()
    assert evening.seen == names(MatchScene, TakingNames, TakingNames, WinnerStaysScene)
    queue = evening.journal()
    assert queue.now is not None and (queue.now.names, queue.names) == (("ZOE", "EVE"), ("ZOE", "EVE", "ADA"))


@pytest.mark.parametrize("kind", ["winner_stays", "tournament"])
def test_who_walks_out_of_a_lost_match_has_lost_it(tmp_path: Path, kind: Format) -> None:
    """What the same two were called again for, at 0 : 0."""
    evening = party(tmp_path).holds(kind, "MIA", "BEN", "ZOE", "TOM")
    if kind == "tournament":
        evening.tap(ACTION, AMBER)
    evening.sits_down(AMBER, BLUE).after(S).plays(BLUE, 6 * S)
    for button in (CARDS[0], CARDS[4], ACTION):
        evening.tap(button, AMBER, hold_ns=3 * S)
    evening.after(4 * S).tap(LEFT).after(2 * S).tap(LEFT).after(8 * S).look().tap(ACTION).after(2 * S).look().run()
    assert evening.seen[0] == MatchScene.__name__, "its result is shown"
    assert evening.seen[1] in names(WinnerStaysScene, TournamentCall, Bracket)
    played = evening.journal().results[0]
    (log,) = (tmp_path / "matches").glob("*.jsonl")
    outcome = read(log.read_bytes()).values[-1]["outcome"]
    assert (outcome["winner"], outcome["reason"], played.winner) == (BLUE, "left", played.names[BLUE])


@pytest.mark.long
def test_the_records_are_a_button_away_from_the_call_the_tournament_and_the_result(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("tournament", "MIA", "BEN", "ZOE", "TOM").tap(CARDS[1]).after(S).look()
    evening.tap(CARDS[4]).after(S).look().tap(ACTION, AMBER).after(S).tap(CARDS[1]).after(S).look()
    evening.tap(CARDS[4]).after(S).look().sits_down(BLUE).after(2 * S).plays(AMBER).tap(RIGHT).after(S).look()
    evening.tap(ACTION).after(S).look().tap(ACTION).after(S).look().run()
    assert evening.seen == names(RecordsPage, Bracket, RecordsPage, TournamentCall, RecordsPage, MatchScene, Bracket), (
        "each leads back to where it was, and the result waits"
    )


@pytest.mark.long
@pytest.mark.parametrize("skips", [AMBER, BLUE])
def test_a_lesson_is_for_whoever_has_not_played_the_game_and_either_of_both_skips_it(
    tmp_path: Path, skips: int
) -> None:
    evening = party(tmp_path).holds("winner_stays", "MIA", "BEN", "ZOE")
    store = evening.store

    def played_before() -> None:
        """A match that was left: no rating, and still they know the game."""
        for name in ("MIA", "BEN"):
            result = Result(name, "speed", "speed", ("human", "human"), (name, ""), None, "left")
            store.end(MatchEnded(name, None, "left", (0, 0), 1.0, result), [])

    evening.do(played_before).after(S).tap(ACTION, AMBER).tap(ACTION, BLUE).after(S).look().plays(BLUE)
    evening.tap(ACTION).after(2 * S).tap(ACTION, AMBER).after(S).look().tap(CARDS[4], skips).after(S).look().run()
    assert evening.seen == names(MatchScene, HowTo, MatchScene), "ZOE has not played it yet"


def test_where_all_games_come_in_turn_the_next_match_is_another_game(tmp_path: Path) -> None:
    plan = EveningPlan("winner_stays", ("MIA", "BEN", "ZOE"), game="speed", games="each_round")
    evening = party(tmp_path).after(S).do(lambda: begin(evening, plan)).after(S)

    def note() -> None:
        scene = evening.cabinet._stack.top
        assert isinstance(scene, MatchScene) and scene._session is not None
        evening.seen.append(scene._session.match.setup.game)

    evening.sits_down(AMBER, BLUE).after(S).do(note).plays(BLUE).tap(ACTION).after(S)
    evening.do(lambda: evening.seen.append(str(evening.cabinet._flow._evening.game)))
    evening.sits_down(AMBER).after(S).do(note).run()
    after = [each.info.id for each in GAMES][1 + [each.info.id for each in GAMES].index("speed")]
    assert evening.seen == ["speed", after, after]


def test_where_the_loser_chooses_the_seat_that_has_lost_is_asked_and_another_game_is_played(tmp_path: Path) -> None:
    plan = EveningPlan("winner_stays", ("MIA", "BEN", "ZOE"), game="speed", games="loser_chooses")
    evening = party(tmp_path).after(S).do(lambda: begin(evening, plan)).after(S)
    ids = [each.info.id for each in GAMES]
    other = next(place for place, game in enumerate(ids) if game != "speed")
    evening.sits_down(AMBER, BLUE).after(S).plays(BLUE).tap(ACTION, BLUE).after(2 * S).look()
    evening.tap(CARDS[other], BLUE).look().tap(CARDS[other], AMBER).after(S).look()
    evening.do(lambda: evening.seen.append(evening.cabinet._flow._evening.game)).run()
    assert evening.seen == [*names(Choice, Choice, WinnerStaysScene), ids[other]], "the winner's press is none"
    assert (evening.journal().chooser, evening.journal().chosen_game) == (None, ids[other]), "asked once, and kept"


@pytest.mark.long
@pytest.mark.parametrize("kind", ["winner_stays", "tournament", "party"])
def test_a_loser_who_does_not_choose_has_the_same_game_go_on(tmp_path: Path, kind: Format) -> None:
    teams = (0, 1, 0) if kind == "party" else ()
    plan = EveningPlan(kind, ("MIA", "BEN", "ZOE"), teams, game="speed", games="loser_chooses")
    evening = party(tmp_path).after(S).do(lambda: begin(evening, plan)).after(S)
    if kind == "tournament":
        evening.tap(ACTION, AMBER).after(S)
    evening.sits_down(AMBER, BLUE).after(S).plays(BLUE).tap(ACTION, BLUE).after(2 * S).look()
    evening.after(ASKED_NS).look().do(lambda: evening.seen.append(evening.cabinet._flow._evening.game)).run()
    scene = {"winner_stays": WinnerStaysScene, "tournament": Bracket, "party": PartyScene}[kind]
    assert evening.seen == [*names(Choice, scene), "speed"]


def test_at_the_title_the_big_buttons_are_those_of_the_two_who_are_up(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("tournament", "MIA", "BEN", "ZOE").tap(CARDS[4]).after(S).look()
    evening.tap(ACTION, AMBER).look().tap(ACTION, BLUE).after(S).look().sits_down().after(S).look().run()
    assert evening.seen == names(Title, TournamentCall, HowTo, MatchScene), "they have never played it here"


def test_who_does_not_come_in_half_a_minute_is_passed_over(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("winner_stays", "MIA", "BEN", "ZOE").sits_down(AMBER).after(31 * S).look().run()
    assert evening.seen == names(WinnerStaysScene)
    now = evening.journal().now
    assert now is not None and set(now.names) == {"MIA", "ZOE"}


@pytest.mark.long
def test_a_tournament_goes_on_after_a_kill_in_a_match_and_counts_each_result_once(tmp_path: Path) -> None:
    first = party(tmp_path).holds("tournament", "MIA", "BEN", "ZOE", "TOM").look()
    first.tap(ACTION, AMBER).after(S).look().sits_down(BLUE).after(3 * S).plays(AMBER).tap(ACTION).after(2 * S).look()
    first.tap(ACTION, AMBER).after(S).sits_down(BLUE).after(6 * S).look().run()
    assert first.seen == names(Bracket, TournamentCall, Bracket, MatchScene)
    before = first.journal()
    assert len(before.results) == 1
    second = party(tmp_path, begins=5000 * S).after(S).look().tap(ACTION).after(8 * S).plays(BLUE)
    second.tap(ACTION).after(2 * S).look().run()
    assert second.seen == names(Resume, Bracket)
    after = second.journal()
    assert [played.match for played in after.results][:1] == [before.results[0].match]
    assert len(after.results) == 2
    assert before.now is not None and after.results[1].winner == before.now.names[BLUE]


@pytest.mark.long
def test_the_last_match_ends_the_evening_with_its_champion(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("party", "MIA", "BEN", first_to=1)
    evening.sits_down(AMBER, BLUE).after(2 * S).plays(AMBER).tap(ACTION).after(2 * S)
    evening.look().tap(CARDS[4]).after(S).look().run()
    assert evening.seen[-1:] == names(Title)
    store = DiskStore(tmp_path)
    assert store.evening() == ()
    store.close()


@pytest.mark.long
def test_who_has_to_change_sides_is_told_so_before_a_press_takes_a_seat(tmp_path: Path) -> None:
    """Both have won at AMBER: the press on the tournament's page would seat whoever stands at the other side."""
    evening, there = party(tmp_path).holds("tournament", "MIA", "BEN", "ZOE", "TOM"), list[set[int]]()

    def note() -> None:
        call = evening.cabinet._stack.top
        assert isinstance(call, TournamentCall)
        there.append(set(call.here))

    for _ in range(2):
        evening.after(S).tap(ACTION).do(note).tap(ACTION, BLUE).do(evening._skip_lesson).after(2 * S)
        evening.plays(AMBER).tap(ACTION).after(2 * S)
    evening.tap(ACTION).do(note).after(S).tap(ACTION).do(note).run()
    assert there == [{AMBER}, {AMBER}, set(), {AMBER}]


def test_the_idle_cabinet_shows_what_is_on_tonight_and_its_names(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("winner_stays", "MIA", "BEN", "ZOE").tap(CARDS[4]).after(35 * S).look()
    pages: list[object] = []

    def note_pages() -> None:
        scene = evening.cabinet._stack.top
        assert isinstance(scene, Attract)
        pages.extend(scene._pages())

    evening.do(note_pages).run()
    assert evening.seen == names(Attract)
    assert "ZOE" in str(pages[0])


def test_a_journal_of_another_version_is_told_and_left_alone(tmp_path: Path) -> None:
    store = DiskStore(tmp_path)
    store.note('{"do":"knights_tour","names":["MIA"]}')
    store.close()
    evening = party(tmp_path).after(S).look_at_notice().run()
    assert "Line 1 of tonight's journal" in evening.seen[0]
    store = DiskStore(tmp_path)
    assert len(store.evening()) == 1
    store.close()


def test_left_is_nobodys_way_out_of_a_tournament(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("tournament", "MIA", "BEN", "ZOE").tap(ACTION, AMBER).after(S)
    evening.tap(LEFT, AMBER).tap(LEFT, BLUE).look().tap(RIGHT).after(S).look().run()
    assert evening.seen == names(TournamentCall, Bracket)
    assert len(evening.journal().names) == 3


def test_stepping_out_is_asked_and_taken_back_with_crown_and_streak(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("winner_stays", "MIA", "BEN", "ZOE", "TOM").after(S)
    queue = evening.cabinet._flow._evening

    def wins() -> None:
        assert queue.now is not None and queue.now.now is not None
        queue.award(queue.now.now, "BEN")

    def note() -> None:
        assert queue.now is not None
        evening.seen.append(f"{queue.now.now and queue.now.now.names} {queue.now.seat_holder}")

    evening.do(wins).do(note).tap(LEFT, BLUE).look().tap(ACTION, BLUE).after(S).do(note)  # NOBODY is highlighted
    evening.tap(LEFT, BLUE).tap(CARDS[0], BLUE).after(S).do(note).tap(CARDS[0], BLUE).after(S).do(note).run()
    before, asked, nobody, out, back = evening.seen
    assert (before, asked) == (nobody, "Choice") and before == back
    assert out.startswith("('ZOE', 'TOM')") or "BEN" not in out


def operators_act(evening: Party, title: str) -> None:
    """The operator confirms a line of the page."""
    (item,) = [item for item in evening.cabinet.operator.items() if item.row().title == title]
    item.act()


def operator_asks(evening: Party, title: str) -> Party:
    """The operator opens the page, enters the code, and takes a line that leads to a question."""

    def ask() -> None:
        page = evening.cabinet._stack.top
        assert isinstance(page, OperatorPage)
        evening.cabinet.operator.code.is_open = True
        page._look_at_items()
        (item,) = [item for item in page._items if item.row().title == title]
        assert item.leads_to is not None
        page.dismiss(item.leads_to)

    return evening.do(evening.cabinet._toggle_operator).after(S).do(ask).after(S)


def operator_goes(evening: Party) -> Party:
    """The operator closes the page."""
    return evening.after(S).do(evening.cabinet._toggle_operator).after(S)


@pytest.mark.long
def test_the_operator_takes_the_last_result_of_a_queue_back_and_it_counts_for_nothing(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("winner_stays", "MIA", "BEN", "ZOE").sits_down(AMBER, BLUE).after(2 * S)
    evening.plays(AMBER).do(lambda: operators_act(evening, word("operator.take_back"))).after(S).run()
    queue = evening.journal()
    assert queue.results == ()
    assert queue.now is not None and queue.now.names == ("MIA", "BEN")
    store = DiskStore(tmp_path)
    assert store.people.rating("speed", "MIA") is None
    store.close()


@pytest.mark.long
def test_the_operator_takes_any_result_of_a_tournament_back_on_its_list(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("tournament", "MIA", "BEN", "ZOE", "TOM")
    evening.tap(ACTION, AMBER).after(S).sits_down(BLUE).after(2 * S).plays(AMBER)
    operator_asks(evening, word("operator.take_back")).look().tap(RIGHT).tap(ACTION).tap(ACTION).tap(CARDS[4])
    operator_goes(evening).look().run()
    assert evening.seen == names(Bracket, MatchScene)
    assert evening.journal().results == ()


def test_an_evening_that_the_operator_ends_leads_its_scenes_to_the_title(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("winner_stays", "MIA", "BEN", "ZOE").after(S)
    evening.do(lambda: operators_act(evening, word("operator.end_evening"))).look()
    evening.after(S).tap(LEFT, AMBER).after(S).look().run()
    assert evening.seen == names(WinnerStaysScene, Title)
    store = DiskStore(tmp_path)
    assert store.evening() == ()
    store.close()


def test_an_impatient_operator_ends_an_evening_once_and_its_scene_is_left(tmp_path: Path) -> None:
    """The line goes with the evening; who confirms it twice meets another line. The scene below leads to the title."""
    evening = party(tmp_path).holds("tournament", "MIA", "BEN", "ZOE", "TOM").after(S)
    evening.do(evening.cabinet._toggle_operator).after(S).look().tap(CARDS[3]).after(S)
    evening.do(lambda: choose_line(evening, word("operator.end_evening")))
    for _ in range(2):
        evening.tap(ACTION).tap(ACTION).tap(RIGHT).after(S)
    evening.tap(CARDS[4]).after(S).look().run()
    assert evening.seen == names(OperatorPage, Title)
    store = DiskStore(tmp_path)
    assert store.evening() == ()
    store.close()


def choose_line(evening: Party, title: str) -> None:
    """Highlight a line on the operator's page."""
    page = evening.cabinet._stack.top
    assert isinstance(page, OperatorPage)
    page._chosen = [item.row().title for item in page._items].index(title)


def test_the_operator_takes_a_name_out_of_a_tournament_that_has_begun(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("tournament", "MIA", "BEN", "ZOE", "TOM").after(S)
    operator_asks(evening, word("operator.out")).look().tap(CARDS[0]).after(S).tap(CARDS[0])
    operator_goes(evening).look().run()
    assert evening.seen == names(Choice, Bracket)
    after = evening.journal()
    assert len(after.names) == 3
    assert sum(len(series.names) == 2 for series in after.pairings) == 1, "the other semi-final is left to play"


def test_the_operator_goes_back_from_the_question_who_leaves_and_nobody_does(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("tournament", "MIA", "BEN", "ZOE").after(S)
    operator_asks(evening, word("operator.out")).tap(CARDS[0]).after(S).tap(CARDS[1])
    operator_goes(evening).look().run()
    assert evening.seen == names(Bracket)
    assert len(evening.journal().names) == 3


def disk_has_answered(evening: Party) -> None:
    """Wait for the store's thread: it has no virtual time."""
    done = Event()
    evening.store._thread.put(lambda _worker, _now: done.set())
    assert done.wait(20)


def people_asked(evening: Party, title: str) -> Party:
    """The operator takes a line of PEOPLE, and the names have been read."""

    def read(act: Callable[[], object]) -> None:
        disk_has_answered(evening)
        act()

    evening.store.read = read  # type: ignore[method-assign]  # in virtual time
    return operator_asks(evening, title).after(S)


def page_says(evening: Party) -> str:
    page = evening.cabinet._stack.top
    assert isinstance(page, OperatorPage) and page._told is not None
    return page._told.text


@pytest.mark.long
def test_the_operator_merges_two_names_while_an_evening_runs_and_it_goes_on_with_one_of_them(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("winner_stays", "MIA", "BEN", "ZOE").sits_down(AMBER, BLUE).after(2 * S)
    asked: list[list[str]] = []
    told: list[str] = []
    after: list[Journal | None] = []
    evening.plays(AMBER).after(20 * S).tap(CARDS[4]).after(S).look()
    people_asked(evening, word("people.merge")).look()
    for _ in range(2):
        evening.do(lambda: asked.append(shown_names(evening))).tap(CARDS[0]).after(S)
    evening.do(lambda: told.append(line(evening)))
    evening.tap(CARDS[0]).do(lambda: disk_has_answered(evening)).after(S).do(lambda: told.append(page_says(evening)))
    operator_goes(evening).look().do(lambda: after.append(evening.cabinet._flow._evening.now)).run()
    assert evening.seen == names(Title, Choice, Title)
    old, into = asked[0][0], asked[1][0]
    assert old not in asked[1]
    assert told[0].endswith(word("people.place_lost", name=old))
    assert told[1] == word("players.done.merge", name=old, other=into, matches=1)
    assert after[0] is not None and set(after[0].names) == {"MIA", "BEN", "ZOE"} - {old}
    assert evening.journal().names == after[0].names
    store = DiskStore(tmp_path)
    assert old not in store.people.standings()
    store.close()


def test_the_operator_spells_a_name_anew_and_the_title_has_it_at_once(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("winner_stays", "MIA", "BEN").after(S).tap(CARDS[4]).after(S).look()
    asked: list[list[str]] = []
    up: list[tuple[str, str] | None] = []
    people_asked(evening, word("people.rename")).do(lambda: asked.append(shown_names(evening))).tap(CARDS[0]).after(S)
    evening.tap(LEFT).tap(LEFT).tap(LEFT)
    evening.spells("KAI", AMBER).after(S).tap(CARDS[0]).do(lambda: disk_has_answered(evening)).after(S)
    operator_goes(evening).do(lambda: up.append(evening.cabinet._flow._evening.up())).look().run()
    assert evening.seen == names(Title, Title)
    assert up[0] is not None and set(up[0]) == {"MIA", "BEN", "KAI"} - {asked[0][0]}


def test_names_stay_while_somebody_plays(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("winner_stays", "MIA", "BEN").sits_down(AMBER, BLUE).after(2 * S)
    told: list[str] = []
    operator_asks(evening, word("people.delete")).look().do(lambda: told.append(page_says(evening))).run()
    assert (evening.seen, told) == (names(OperatorPage), [word("operator.lead_to_title")])


def shown_names(evening: Party) -> list[str]:
    """The names among the answers of the question that is shown."""
    choice = evening.cabinet._stack.top
    assert isinstance(choice, Choice)
    return [answer.title for answer in choice._answers[:-1]]


def line(evening: Party) -> str:
    """What the question that is shown says of its first answer."""
    choice = evening.cabinet._stack.top
    assert isinstance(choice, Choice)
    return choice._answers[0].line


def test_the_operator_decides_a_match_and_it_can_be_taken_back(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("tournament", "MIA", "BEN", "ZOE", "TOM").after(S)
    operator_asks(evening, word("operator.award")).look()
    evening.tap(CARDS[0]).after(S).tap(CARDS[1]).after(S).tap(CARDS[0])
    operator_goes(evening).look().run()
    assert evening.seen == names(Choice, Bracket)
    (result,) = evening.journal().results
    assert result.by_hand
    assert result.winner == result.names[1]
    assert evening.journal().take_back(result.match).evening.results == ()


def test_a_final_that_the_operator_decides_beneath_its_call_leads_to_the_champions_page(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("tournament", "MIA", "BEN", "ZOE").after(S)
    operator_asks(evening, word("operator.award")).tap(CARDS[0]).after(S).tap(CARDS[0])
    operator_goes(evening).tap(ACTION, AMBER).after(S).look()
    operator_asks(evening, word("operator.award")).tap(CARDS[0]).after(S).tap(CARDS[0])
    operator_goes(evening).look().do(lambda: evening.seen.append(view(evening))).run()
    assert evening.seen == [*names(TournamentCall, Bracket), "champion"]
    assert evening.journal().is_over


def view(evening: Party) -> str:
    """What the tournament's page shows."""
    page = evening.cabinet._stack.top
    assert isinstance(page, Bracket)
    return page._view


def test_where_both_have_missed_the_call_that_decides_neither_loses_and_the_title_says_nothing(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("tournament", "MIA", "BEN", "ZOE", "TOM").after(S)

    def nobody_comes() -> None:
        running = evening.cabinet._flow._evening
        assert running.now is not None and running.now.now is not None
        pair = running.now.now.names
        for _ in range(2):
            running.no_show(pair)

    evening.do(nobody_comes).after(S).run()
    absent = [played for played in evening.journal().results if played.absent]
    assert len(absent) == 4 and not any(played.winner for played in absent)
    assert len(evening.journal().pairings) == 2, "neither has lost to the other"
    assert evening.cabinet.notices.last == ""


def test_nobody_loses_a_series_by_the_clock_where_no_other_match_is_open(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("tournament", "MIA", "BEN", "ZOE").after(S).tap(ACTION, AMBER).after(S)
    for _ in range(8):
        evening.after(28 * S).tap(ACTION, AMBER)
    evening.look().sits_down(BLUE).after(2 * S).look().run()
    assert evening.seen == names(TournamentCall, MatchScene)
    assert evening.journal().results == ()


def test_a_last_call_is_seen_for_thirty_seconds_and_what_it_costs_is_taken_back_by_a_button(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("tournament", "MIA", "BEN", "ZOE", "TOM").tap(ACTION, AMBER)
    evening.after(31 * S)  # BLUE misses a call
    evening.tap(CARDS[2]).after(31 * S)  # both of the other match do
    evening.after(10 * S).tap(ACTION, AMBER).after(29 * S).do(lambda: evening.seen.append(call(evening)))
    evening.after(2 * S).do(lambda: evening.seen.append(call(evening)))
    evening.tap(CARDS[0]).after(S).do(lambda: evening.seen.append(call(evening))).run()
    one, *_, other = evening.journal().roster.names
    assert evening.seen[0].startswith(f"LAST CALL, AT ZERO {one} WINS, winner; ")
    lost = f"{other} MISSED 2 CALLS: {one} WINS"
    assert evening.seen[1].startswith(f"YOUR TURN, WE WAIT, queue; {lost}")
    assert "WINS" not in evening.seen[2]
    assert all(not played.winner for played in evening.journal().results)


def call(evening: Party) -> str:
    """What the call page says about the seat BLUE, and whom it lets come back."""
    page = evening.cabinet._stack.top
    assert isinstance(page, TournamentCall)
    blue, lamps = page.content().seats[BLUE], page.lamps
    assert isinstance(lamps, Cue)
    return f"{blue.above}, {blue.follows}, {lamps.name}; {page.content().note}"


@pytest.mark.long
@pytest.mark.parametrize("kind", ["single", "double", "round_robin", "swiss", "winner_stays", "party"])
def test_an_evening_that_nobody_plays_for_an_hour_sleeps_as_it_stands(tmp_path: Path, kind: str) -> None:
    people = ("MIA", "BEN", "ZOE", "TOM", "ANA")
    evening = party(tmp_path)
    if kind in ("winner_stays", "party"):
        evening.holds(cast("Format", kind), *people).after(S)
    else:
        plan = EveningPlan("tournament", people, kind=cast("Kind", kind))
        evening.after(S).do(lambda: begin(evening, plan)).after(S).tap(ACTION, AMBER).after(S)
    evening.after(130 * S).do(lambda: asleep(evening)).do(lambda: evening.clock.advance(HOUR_NS)).after(HOUR_NS)
    evening.do(lambda: asleep(evening)).tap(ACTION, AMBER).after(S)
    evening.sits_down(AMBER, BLUE).after(3 * S).look().run()
    assert evening.seen == names(MatchScene)
    after = evening.journal()
    assert sorted(after.names) == sorted(people) and not after.is_over
    assert all(played.absent and not played.winner for played in after.results)


def asleep(evening: Party) -> None:
    """The call page waits for a press."""
    page = evening.cabinet._stack.top
    assert isinstance(page, CalledPair) and page.is_asleep


def test_of_a_queue_the_only_match_is_decided_by_its_winner(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("winner_stays", "MIA", "BEN", "ZOE").after(S)
    operator_asks(evening, word("operator.award")).tap(CARDS[1]).after(S).tap(CARDS[0])
    operator_goes(evening).look().run()
    assert evening.seen == names(WinnerStaysScene)
    queue = evening.journal()
    assert queue.seat_holder is not None
    assert queue.seat_holder.name == "BEN"


def wins(evening: Party, *people: str) -> None:
    """The operator decides matches, one after the other, for these names."""
    running = evening.cabinet._flow._evening
    for name in people:
        assert running.now is not None and running.now.now is not None
        running.award(running.now.now, name)


def moment(evening: Party) -> str:
    """What the page over the whole screen says."""
    page = evening.cabinet._stack.top
    assert isinstance(page, BigMoment)
    return f"{page._page.title}: {page._page.name}, {page._page.line}"


def test_all_change_has_a_moment_of_its_own_once(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("winner_stays", "MIA", "BEN", "ZOE", "TOM", streak=2).tap(CARDS[4]).after(S)
    evening.do(lambda: wins(evening, "MIA", "MIA")).tap(ACTION).after(S).look()
    evening.do(lambda: evening.seen.append(moment(evening))).after(6 * S).look()
    evening.tap(CARDS[4]).after(S).tap(ACTION).after(S).look().run()
    assert evening.seen == ["BigMoment", "ALL CHANGE: MIA, TWO WINS IN A ROW", *names(WinnerStaysScene) * 2]


def test_a_queue_that_ends_has_a_last_page_and_its_people_can_begin_again(tmp_path: Path) -> None:
    evening = party(tmp_path).holds("winner_stays", "MIA", "BEN", "ZOE").after(S)
    evening.do(lambda: wins(evening, "BEN", "ZOE", "ZOE")).after(S)
    evening.do(lambda: operators_act(evening, word("operator.end_evening"))).tap(CARDS[4]).after(S).look()
    evening.do(lambda: evening.seen.append(moment(evening))).tap(ACTION).after(S).look().tap(CARDS[1]).after(S)
    evening.do(lambda: evening.seen.append(listed(evening))).tap(ACTION).after(S).look().run()
    assert evening.seen == [
        "BigMoment", "BEST OF TONIGHT: ZOE, WINNER STAYS · 2 WON, 0 LOST", "Choice", "MIA BEN ZOE 5", "WinnerStaysScene"
    ]  # fmt: skip


def test_the_champion_plays_again_with_the_same_names_and_options(tmp_path: Path) -> None:
    evening = party(tmp_path)
    plan = EveningPlan("tournament", ("MIA", "BEN", "ZOE"), kind="double", best_of=3)
    evening.after(S).do(lambda: begin(evening, plan)).after(S).tap(ACTION).after(S)

    def decide() -> None:
        running = evening.cabinet._flow._evening
        while running.now is not None and running.now.now is not None:
            wins(evening, running.now.now.names[0])

    evening.do(decide).tap(RIGHT).after(S).do(lambda: evening.seen.append(view(evening)))
    evening.tap(ACTION).after(S).look().tap(CARDS[2]).after(S).look()

    def note() -> None:
        page = evening.cabinet._stack.top
        assert isinstance(page, EveningSetup)
        evening.seen.append(f"{page.plan.kind} {page.plan.best_of} {len(page.plan.names)}")

    evening.do(note).run()
    assert evening.seen == ["champion", *names(Choice, EveningSetup), "double 3 3"]
