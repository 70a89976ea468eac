"""An evening's pages: winner stays and the party call two people, every plan is shown, the title says who is next."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cabinet.config.schema import Config
from cabinet.display.bracket.sheet import TournamentSheets
from cabinet.display.cache import LEAST_BYTES, DrawingCache
from cabinet.display.evening.pages import TonightBand, band_part
from cabinet.display.evening.queue import TILES
from cabinet.display.layout.boxes import Box
from cabinet.display.page import laid
from cabinet.display.theme import Fonts, with_theme
from cabinet.display.toolkit import Toolkit
from cabinet.lamp_patterns import IDLE, Cue
from cabinet.scenes import evening_pages as pages
from cabinet.scenes.bases import GUARD_NS, LATE_NS, Leave, Uncovered
from cabinet.scenes.called_pair import (
    FLAMES,
    IDLE_NS,
    LEAVE,
    NO_SHOW_NS,
    SLIDE_NS,
    BothHere,
    JoinIn,
    NoShow,
    PairResult,
    PartyScene,
    PartyState,
    QueueState,
    StepOut,
    TournamentCall,
    WinnerStaysScene,
)
from cabinet.scenes.evening import plan_of
from cabinet.scenes.evening_pages import band, match_band, next_names, next_words, stays_band
from cabinet.scenes.title import GetReady, Title, TitleEvening, TitleState, Tonight, sit_down_words
from cabinet.screens.view_factory import TableSetting, theme_of
from cabinet.strings.catalogue import word
from cabinet.tournaments.evening import Evening
from cabinet.tournaments.journal import AnyStart, Kind, Party, Tournament, WinnerStays
from cabinet.tournaments.series import MISSED
from engine.panel import ACTION, BUTTONS, LEFT, RIGHT, Press
from engine.units import S
from hardware.keyboard import DEFAULT_KEYS
from tests.cabinet.display.page_faults import faults
from tests.cabinet.scenes.stories import out_of_place, returned, title_faults, toolkit_of
from tests.cabinet.tournaments.playing import Choice, Night, act, choices, parties, queues, tournament, tournaments

AMBER, BLUE = 0, 1
SIZES = ((480, 320), (800, 480), (1280, 720), (480, 800), (720, 1280))
FIVE = QueueState(("MIA", "BEN"), AMBER, 3, 5, ("ZOE", "TOM", "ANA"))
KEYS = {(seat, button): "SPC" for seat in (0, 1) for button in BUTTONS}


class Queue:
    """A queue in front of the scene; the simplest rules that move it."""

    def __init__(self, state: QueueState = FIVE, *, size: tuple[int, int] = (480, 320), still: bool = False) -> None:
        self.state = state
        theme = with_theme(theme_of(Config()), two_colour=False, reduced_motion=still)
        self.toolkit = Toolkit(theme, Fonts(), size, drawn=DrawingCache(LEAST_BYTES))
        self.scene = WinnerStaysScene(self.toolkit, TableSetting(key_names=KEYS), self.state)
        self.now = 0
        self.scene.enter(0)

    @property
    def went(self) -> list[PairResult]:
        """Where the scene has led to."""
        return returned(self.scene)

    def answer(self) -> None:
        """Move the queue as the scene has it."""
        for result in self.went:
            match result:
                case NoShow(names):
                    for name in names:
                        self.leaves(name)
                case Uncovered():
                    pass
                case _:
                    return
            self.scene.take_result()
            self.scene.update(self.state)

    def leaves(self, name: str) -> None:
        """The next in line takes the place of a name that goes."""
        seats, line = list(self.state.seats), list(self.state.line)
        seats[seats.index(name)] = line.pop(0) if line else ""
        stays = self.state.champion is not None and name != self.state.seats[self.state.champion]
        champion = self.state.champion if stays else None
        self.state = replace(self.state, seats=(seats[0], seats[1]), line=tuple(line), champion=champion)

    def wait(self, ns: int) -> "Queue":
        self.now += ns
        return self.advance(self.now, self.now)

    def advance(self, now: int, drained: int) -> "Queue":
        self.scene.advance(now, drained)
        self.answer()
        return self

    def tap(self, seat: int, button: str = ACTION) -> "Queue":
        for pressed in (True, False):
            self.scene.handle(Press(seat, button, pressed, self.now, "fake"))
            self.answer()
        return self


def test_the_challenger_sits_down_and_the_match_begins() -> None:
    assert Queue().wait(S).tap(BLUE).went == [BothHere()]


def test_the_champion_is_here_already_and_decides_nothing() -> None:
    assert Queue().wait(S).tap(AMBER).went == []


def test_before_the_first_match_both_sit_down() -> None:
    queue = Queue(replace(FIVE, champion=None, wins=0)).wait(S).tap(AMBER)
    assert queue.went == []
    assert queue.tap(BLUE).went == [BothHere()]


def test_who_does_not_come_within_thirty_seconds_is_left_out_and_the_next_is_called() -> None:
    queue = Queue().wait(NO_SHOW_NS - 1)
    assert queue.state.seats == ("MIA", "BEN")
    assert queue.wait(1).state.seats == ("MIA", "ZOE")
    assert queue.wait(NO_SHOW_NS - 1).state.seats == ("MIA", "ZOE")
    assert queue.tap(BLUE).went == [BothHere()]


def test_a_press_in_the_last_moment_counts_although_it_comes_late() -> None:
    queue = Queue().wait(NO_SHOW_NS - 1)
    queue.advance(NO_SHOW_NS + LATE_NS - 1, NO_SHOW_NS - 1)
    assert queue.tap(BLUE).went == [BothHere()]
    queue = Queue()
    queue.advance(NO_SHOW_NS + LATE_NS, 0)
    assert queue.state.seats == ("MIA", "ZOE")


def test_if_neither_comes_both_are_left_out() -> None:
    assert Queue(replace(FIVE, champion=None)).wait(NO_SHOW_NS).state.seats == ("ZOE", "TOM")


def test_a_press_for_the_pair_before_seats_nobody() -> None:
    queue = Queue().wait(NO_SHOW_NS).tap(BLUE)
    assert queue.went == []
    assert queue.wait(GUARD_NS).tap(BLUE).went == [BothHere()]


def test_left_asks_who_steps_out() -> None:
    assert Queue().wait(S).tap(BLUE, LEFT).went == [StepOut(BLUE)]


def test_right_joins_in_and_5_leaves() -> None:
    assert Queue().tap(BLUE, RIGHT).went == [JoinIn(1)]
    assert Queue().tap(AMBER, LEAVE).wait(NO_SHOW_NS).went == [Leave()]


def test_with_nobody_at_the_other_seat_nobody_is_counted_down_and_the_scene_is_left_in_time() -> None:
    queue = Queue(replace(FIVE, seats=("MIA", ""), line=())).wait(IDLE_NS - 1)
    assert (queue.state.seats, queue.went, queue.scene.rings(queue.now)) == (("MIA", ""), [], [])
    assert queue.wait(1).went == [Leave()]


def test_who_could_be_replaced_by_nobody_is_called_again_and_not_left_out() -> None:
    queue = Queue(replace(FIVE, line=())).wait(NO_SHOW_NS)
    assert (queue.state.seats, queue.went) == (("MIA", "BEN"), [])
    assert (queue.scene.content().seats[BLUE].above, queue.scene.content().seats[BLUE].follows) == (
        "CALLED AGAIN", "WE WAIT",
    )  # fmt: skip
    assert queue.scene.lamps == Cue("winner", (BLUE,))
    assert queue.tap(BLUE).went == [BothHere()]


@pytest.mark.parametrize("button", [ACTION, LEFT, RIGHT, LEAVE])
def test_after_a_round_of_calls_without_a_press_the_queue_sleeps_as_it_stands_until_any_press(button: str) -> None:
    queue = Turning(FIVE)
    for _ in range(100):
        queue.wait(NO_SHOW_NS)
    page = queue.scene.content()
    assert (queue.went, page.title, queue.scene.next_deadline(), queue.scene.lamps) == ([], "GO ON?", None, IDLE)
    assert sorted((*queue.state.seats, *queue.state.line)) == sorted((*FIVE.seats, *FIVE.line))
    assert queue.scene.rings(queue.now) == []
    queue.tap(BLUE, button)
    assert (queue.went, queue.scene.is_asleep) == ([], False)
    assert queue.wait(GUARD_NS).tap(BLUE).went == [BothHere()]


class Turning(Queue):
    """A queue in which whoever goes comes back at its end."""

    def leaves(self, name: str) -> None:
        super().leaves(name)
        self.state = replace(self.state, line=(*self.state.line, name))


def test_a_press_of_anybody_puts_the_sleep_off_by_a_whole_round() -> None:
    queue = Turning(FIVE)
    for _ in range(3):
        queue.wait(3 * NO_SHOW_NS)
        queue.tap(AMBER)
    for _ in range(4):
        assert not queue.scene.is_asleep
        queue.wait(NO_SHOW_NS)
    assert queue.wait(NO_SHOW_NS).scene.is_asleep


def test_of_two_who_are_missed_one_stays_where_one_is_in_line() -> None:
    queue = Queue(replace(FIVE, champion=None, line=("ZOE",))).wait(NO_SHOW_NS)
    assert queue.state.seats == ("ZOE", "BEN")


def test_after_names_have_joined_the_line_is_longer_and_the_ring_goes_on() -> None:
    queue = Queue().wait(10 * S)
    queue.state = replace(queue.state, line=(*queue.state.line, "LEO"))
    queue.scene.resume(queue.now)
    queue.answer()
    assert [name for name, _ in queue.scene.content().line] == ["ZOE", "TOM", "ANA", "LEO"]
    assert queue.wait(NO_SHOW_NS - 10 * S).state.seats == ("MIA", "ZOE")


def test_the_line_slides_left_once_and_stands_with_reduced_motion() -> None:
    queue = Queue().wait(NO_SHOW_NS)
    queue.scene.sprites()
    begun = queue.scene.moving(queue.now)[0].x
    middle = queue.wait(SLIDE_NS // 2).scene.moving(queue.now)[0].x
    end = queue.wait(SLIDE_NS).scene.moving(queue.now)[0].x
    assert begun > middle > end
    still = Queue(still=True).wait(NO_SHOW_NS)
    still.scene.sprites()
    assert still.scene.moving(still.now)[0].x == end


@pytest.mark.parametrize("count", [0, 1, TILES, TILES + 1, 30])
def test_names_without_a_tile_are_counted(count: int) -> None:
    line = tuple(f"N{chr(65 + n // 26)}{chr(65 + n % 26)}" for n in range(count))
    page = Queue(replace(FIVE, line=line)).scene.content()
    hidden = int(page.more or 0)
    assert len(page.line) + hidden == count
    assert len(page.line) + bool(hidden) <= TILES
    assert hidden != 1, "a tile that counts one name is that name's"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("streak", [min(FLAMES), max(FLAMES)])
@pytest.mark.parametrize("champion", [None, AMBER, BLUE])
def test_everything_of_a_queue_stands_apart(size: tuple[int, int], streak: int, champion: int | None) -> None:
    queue = Queue(QueueState(("MWM", "WMW"), champion, 2, streak, ("ZOE",) * 9), size=size).wait(S)
    sprites = queue.scene.sprites()
    rings = queue.scene.rings(queue.now)
    sprites = [*sprites, *(each for each in queue.scene.moving(queue.now) if each not in rings)]
    assert out_of_place(size, sprites) == []
    assert found_on(queue) == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_sleeping_queue_stands_apart(size: tuple[int, int]) -> None:
    queue = Queue(replace(FIVE, line=()), size=size).wait(NO_SHOW_NS).wait(NO_SHOW_NS)
    assert queue.scene.is_asleep
    lit = [queue.scene.boxes_of(Press(AMBER, button, True, queue.now, "fake")) for button in (LEFT, ACTION, RIGHT)]
    assert list(map(len, lit)) == [0, 1, 0], "a press is answered where a button is drawn"
    assert out_of_place(size, [*queue.scene.sprites(), *queue.scene.moving(queue.now)]) == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", ["MIA", "AMBER"])
def test_a_name_that_is_waited_for_can_be_read_beside_its_ring(size: tuple[int, int], name: str) -> None:
    queue = Queue(QueueState((name, name), None, 0, 5, ()), size=size).wait(S)
    queue.scene.sprites()
    assert len(queue.scene.rings(queue.now)) == 2
    assert found_on(queue) == []


def found_on(there: "Queue | Guests") -> list[str]:
    """What is wrong with the page, by its boxes."""
    scene: Any = there.scene
    room = Box(0, 0, *scene.toolkit.size)
    return faults(scene.toolkit, laid(scene.toolkit, scene._picture.described(scene.content()), room), room)


@pytest.mark.parametrize(
    ("champion", "said"),
    [(None, ["gong", "say.next"]), (AMBER, ["gong", "say.winner_stays", "say.next"])],
    ids=["nobody", "amber"],
)
def test_a_call_says_who_stays_and_who_is_next(champion: int | None, said: list[str]) -> None:
    toolkit, heard = toolkit_of(), list[str]()
    scene = WinnerStaysScene(toolkit, TableSetting(), replace(FIVE, champion=champion), play=heard.extend)
    scene.enter(0)
    assert heard == said


def test_who_has_sat_down_does_not_have_the_other_called_anew_unless_for_the_last_time() -> None:
    def heard_as_one_sits(missed: tuple[int, int]) -> list[str]:
        heard = list[str]()
        state = QueueState(("MIA", "BEN"), None, 0, 5, ("TOM",), missed=missed)
        scene = WinnerStaysScene(toolkit_of(), TableSetting(), state, play=heard.extend)
        scene.enter(0)
        heard.clear()
        scene.handle(Press(AMBER, ACTION, True, 5 * S, "fake"))
        return heard

    assert heard_as_one_sits((0, 0)) == []
    assert heard_as_one_sits((0, MISSED - 1)) == ["call", "say.next"]


PARTY = PartyState((("MIA", "TOM"), ("BEN", "ANA", "LEO")), (2, 3), 5)


class Guests:
    """Guests of a party in front of its scene."""

    def __init__(self, state: PartyState = PARTY, *, size: tuple[int, int] = (480, 320)) -> None:
        self.state = state
        self.scene = PartyScene(toolkit_of(size), TableSetting(), self.state)
        self.now = 0
        self.scene.enter(0)

    @property
    def went(self) -> list[PairResult]:
        """Where the scene has led to."""
        return returned(self.scene)

    def is_late(self, name: str) -> None:
        """A name that has not come goes to the end of its team."""
        first, second = ((*team[1:], name) if team[:1] == (name,) else team for team in self.state.teams)
        self.state = replace(self.state, teams=(first, second))

    def wait(self, ns: int) -> "Guests":
        self.now += ns
        self.scene.advance(self.now, self.now)
        for result in self.went:
            if isinstance(result, NoShow):
                for name in result.names:
                    self.is_late(name)
                self.scene.take_result()
                self.scene.update(self.state)
        return self

    def tap(self, seat: int, button: str = ACTION) -> "Guests":
        self.scene.handle(Press(seat, button, True, self.now, "fake"))
        return self


def test_the_match_begins_when_both_who_are_up_have_sat_down() -> None:
    guests = Guests().wait(S).tap(AMBER)
    assert guests.went == []
    assert guests.tap(BLUE).went == [BothHere()]


def test_whoever_does_not_come_is_left_out_for_this_turn() -> None:
    guests = Guests().wait(S).tap(AMBER).wait(NO_SHOW_NS)
    assert guests.state.teams == (("MIA", "TOM"), ("ANA", "LEO", "BEN"))
    assert [team.up for team in guests.scene.content().teams] == ["MIA", "ANA"]


def test_who_is_alone_in_a_team_is_called_again() -> None:
    guests = Guests(replace(PARTY, teams=(("MIA",), ("BEN", "ANA")))).wait(NO_SHOW_NS)
    assert guests.state.teams == (("MIA",), ("ANA", "BEN"))
    assert Guests(replace(PARTY, teams=(("MIA",), ("BEN",)))).wait(2 * NO_SHOW_NS).went == []


@pytest.mark.parametrize("seat", [AMBER, BLUE])
def test_right_joins_the_team_at_whose_side_it_is_pressed(seat: int) -> None:
    assert Guests().tap(seat, RIGHT).went == [JoinIn(seat)]
    assert Guests().scene.content().teams[seat].join == ("JOIN AMBER", "JOIN BLUE")[seat]


def test_left_steps_out_and_5_leaves() -> None:
    assert Guests().wait(S).tap(BLUE, LEFT).went == [StepOut(BLUE)]
    assert Guests().tap(BLUE, LEAVE).went == [Leave()]


def test_a_team_without_names_waits_for_some_and_counts_nobody_down() -> None:
    guests = Guests(replace(PARTY, teams=(("MIA",), ()))).wait(IDLE_NS - 1)
    assert guests.scene.rings(guests.now) == [] and guests.went == []
    assert guests.wait(1).went == [Leave()]


def test_the_first_to_n_ends_the_party_and_only_leaving_is_left() -> None:
    guests = Guests(replace(PARTY, score=(2, 5))).wait(S).tap(AMBER).tap(BLUE).tap(AMBER, RIGHT).tap(AMBER, LEFT)
    page = guests.scene.content()
    assert (guests.went, page.winner, page.title) == ([], BLUE, "BLUE WINS THE EVENING")
    assert page.teams[BLUE].names == ("BEN", "ANA", "LEO")
    assert guests.tap(AMBER, LEAVE).went == [Leave()]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("names", [0, 1, 16])
@pytest.mark.parametrize("score", [(0, 0), (11, 12)])
def test_everything_of_a_party_stands_apart(size: tuple[int, int], names: int, score: tuple[int, int]) -> None:
    team = tuple(f"{chr(65 + number)}WM" for number in range(names))
    guests = Guests(PartyState((team, ("BEN",)), score, 12), size=size).wait(S)
    assert out_of_place(size, guests.scene.sprites()) == []
    assert found_on(guests) == []


SIZE = (480, 320)


@pytest.fixture(scope="module")
def toolkit() -> Toolkit:
    return toolkit_of(SIZE)


@settings(max_examples=60)
@given(st.one_of(tournaments(), queues(), parties()), choices(25))
def test_every_evening_has_its_pages(start: AnyStart, happens: list[Choice]) -> None:
    night = Night(start)
    for choice in happens:
        act(night, choice)
    evening = night.evening
    assert pages.band(evening).heading
    assert pages.board(evening).title
    if isinstance(start, Tournament):
        page = pages.tournament_page(evening)
        assert (page.now.names if page.now is not None else None) == (evening.now.names if evening.now else None)
        assert [line.key for line in pages.result_lines(evening)] == [each.match for each in reversed(evening.results)]
        assert (pages.champion_page(evening) is not None) is evening.is_over
        assert pages.called(evening).title
    elif isinstance(start, Party):
        assert (pages.party_state(evening).winner is not None) is evening.is_over
    else:
        state = pages.queue_state(evening)
        assert {name for name in (*state.seats, *state.line) if name} == set(evening.names)


@pytest.mark.parametrize("kind", ["single", "double", "round_robin", "swiss"])
@pytest.mark.parametrize("count", [3, 6, 16])
def test_every_page_of_a_tournament_is_drawn_until_its_champion(toolkit: Toolkit, kind: str, count: int) -> None:
    night = Night(tournament(kind, count))  # type: ignore[arg-type]  # one of the four
    steps = 0
    while True:
        if steps % 7 == 0 or night.evening.is_over:
            sheets = TournamentSheets(toolkit, word, pages.tournament_page(night.evening), SIZE[1] - 40)
            for number in range(sheets.count):
                sheet = sheets.sheet(number)
                while sheet.prepare():
                    pass
                assert sheet.picture.get_size()[0] == SIZE[0]
        if night.evening.is_over:
            break
        night.seat_wins(steps % 2)
        steps += 1
    champion = pages.champion_page(night.evening)
    assert champion is not None and champion.name == night.evening.champion[0]
    assert pages.sounds(champion) == (f"win.{champion.seat}", "cheer", "say.champion", "music.result")
    assert pages.sounds(None) == ("board",)


def test_a_second_final_takes_the_place_of_the_first() -> None:
    night = Night(tournament("double", 4))
    while night.evening.now is not None and night.up.stage not in ("final", "reset"):
        night.seat_wins(0)
    lower = night.up.stakes.index("reset")
    first = pages.tournament_page(night.evening).final
    assert first is not None and first.title == word("evening.stage.final", round=1)
    night.seat_wins(lower)  # the one who had lost once
    second = pages.tournament_page(night.evening).final
    assert second is not None and second.title == word("evening.stage.reset")
    assert second.bout.state == "now"


def test_the_call_says_that_it_is_the_final_and_who_has_to_change_sides(toolkit: Toolkit) -> None:
    night = Night(tournament("single", 4))
    for _ in range(2):
        night.seat_wins(1)
    said: list[str] = []
    call = TournamentCall(toolkit, TableSetting(), pages.called(night.evening), said.extend)
    call.enter(0)
    assert [seat.moves for seat in call.content().seats] == [word("queue.change_sides"), ""]
    assert said == ["gong", "say.final", "say.next", "say.change_sides"]
    tree = pages.tournament_page(night.evening).final
    assert tree is not None and tree.bout.seats == (0, 1)


def test_names_that_play_have_the_colours_of_their_seats_in_the_tree() -> None:
    night = Night(tournament("single", 4))
    night.seat_wins(1)
    night.seat_wins(0)  # the winner of the first match sits at seat 1, and that of the second at seat 0
    final = pages.tournament_page(night.evening).final
    assert final is not None and final.bout.seats == (1, 0)


def test_an_expired_call_says_who_was_passed_over_how_often_and_what_that_cost(toolkit: Toolkit) -> None:
    night = Night(WinnerStays(("ANA", "BEN", "KAI", "LEO")))

    def note() -> str:
        return WinnerStaysScene(toolkit, TableSetting(), pages.queue_state(night.evening)).missed_words()

    assert note() == ""
    night.is_absent("ANA", "BEN")
    assert note() == "BEN MISSED A CALL: TO THE END OF THE LINE. ANA MISSED ONE TOO"
    night.is_absent("KAI", "LEO")
    night.is_absent("ANA")
    assert note() == "ANA MISSED 2 CALLS: OUT. LEO MISSED ONE TOO"
    night.seat_wins(0)
    assert note() == ""


def test_a_tournaments_expired_call_says_that_the_match_is_played_later(toolkit: Toolkit) -> None:
    night = Night(tournament("single", ("ANA", "BEN", "KAI", "LEO")))
    night.is_absent(night.up.names[0])
    words = TournamentCall(toolkit, TableSetting(), pages.called(night.evening)).missed_words()
    assert words.endswith("MISSED A CALL: PLAYED LATER")


def test_whoever_has_gone_is_marked_in_the_tree_whatever_became_of_the_name() -> None:
    night = Night(tournament("single", ("ANA", "BEN", "KAI", "LEO")))
    night.leaves("ANA")
    night.deleted("BEN")
    night.merged("KAI", "LEO")
    bouts = pages.tournament_page(night.evening).trees[0].columns[0]
    sides = {side.name: side.is_out for bout in bouts for side in bout.sides}
    assert sides["ANA"] and sides[word("evening.former")]
    assert [side.is_out for bout in bouts for side in bout.sides].count(True) == 3, "LEO has one place"


@pytest.mark.parametrize("kind", ["round_robin", "swiss"])
def test_one_line_below_a_table_says_what_decides_between_equals(kind: Kind) -> None:
    page = pages.tournament_page(Night(tournament(kind, 6)).evening)
    table = page.cross or page.standings
    assert table is not None and table.note
    heads = page.standings.heads if page.standings is not None else ()
    assert all(head in table.note for head in heads[1:])


SCREENS = ((480, 320), (800, 480), (1280, 720))
PEOPLE = ("MIA", "BEN", "ZOE")
BANDS = {
    "stays": stays_band("MIA", 0, 3, "BEN"),
    "nine": stays_band("MWM", 1, 9, "WMW"),
    "nobody": match_band("WINNER STAYS", "", "", ""),
    "match": match_band("ROUND ROBIN", "MATCH 107 OF 120", "MWM", "WMW"),
}


def test_who_is_next_is_one_line_and_nobody_is_none() -> None:
    assert (next_words("ZOE"), next_words("MIA", "BEN")) == ("NEXT: ZOE", "NEXT: MIA – BEN")
    assert next_words() == next_words("") == ""


def test_the_challenger_has_the_other_seat() -> None:
    band = stays_band("MIA", 1, 1, "BEN")
    assert (band.stays.seat, band.next_up.seat, band.wins_words) == (1, 0, "1 WIN")


@pytest.mark.parametrize("band", BANDS.values(), ids=BANDS)
def test_the_band_leaves_out_what_has_no_room(band: TonightBand) -> None:
    toolkit = toolkit_of(SIZE)
    wides = [band_part(toolkit, band, 14, room).width(toolkit).wished for room in (SIZE[0], 300, 0)]
    assert wides == sorted(wides, reverse=True) and wides[0] <= SIZE[0]
    assert not band.wins or wides[1] <= 300


@pytest.mark.parametrize("keys", [None, DEFAULT_KEYS], ids=["panels", "desk"])
@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_title_with_an_evening_has_nothing_on_top_of_another(
    size: tuple[int, int], keys: tuple[dict[str, str], ...] | None
) -> None:
    for shown in BANDS.values():
        evening = TitleEvening(("MWM", "WMW"), "speed_uno", shown)
        title = Title(toolkit_of(size), keys, TitleState(has_evenings=True, evening=evening))
        assert title_faults(title) == []


def test_in_an_evening_action_is_for_the_names_that_are_up_and_right_for_guests() -> None:
    evening = TitleEvening(("MIA", "BEN"), "spit")
    title = Title(toolkit_of(), None, TitleState("speed", has_evenings=True, evening=evening))
    assert sit_down_words(evening.game) == "SIT DOWN: SPIT", "whichever game guests would play"
    down = Press(1, ACTION, True, 5, "fake")
    title.handle(down)
    title.handle(down._replace(pressed=False))
    assert title.take_result() == Tonight("speed", (down,))
    title.handle(Press(0, RIGHT, True, 9, "fake"))
    assert title.take_result() == GetReady("speed", frozenset({0}))


def test_another_evening_begins_with_those_who_are_in_and_if_nobody_is_with_all_who_were() -> None:
    night = Night(WinnerStays(("MIA", "BEN", "ZOE"), streak=5))
    night.leaves("BEN")
    assert (plan_of(night.evening).names, plan_of(night.evening).streak) == (("MIA", "ZOE"), 5)
    night.leaves("MIA")
    night.leaves("ZOE")
    assert plan_of(night.evening).names == ("MIA", "BEN", "ZOE")


@pytest.mark.parametrize("start", [WinnerStays(PEOPLE), Tournament(PEOPLE, kind="single")])
def test_foot_lobby_and_title_name_the_same_two_before_anybody_stays(start: AnyStart) -> None:
    evening = Evening.begin(start).evening
    assert evening.now is not None
    names = evening.now.names
    assert band(evening).next_up.name == " – ".join(names)
    assert next_words(*next_names(evening)) == f"NEXT: {names[0]} – {names[1]}"


def test_right_leads_to_tonight_with_the_game_on_offer() -> None:
    title = Title(toolkit_of(), None, TitleState("speed", has_evenings=True))
    title.handle(Press(1, RIGHT, True, 0, "fake"))
    assert returned(title) == [Tonight("speed")]
