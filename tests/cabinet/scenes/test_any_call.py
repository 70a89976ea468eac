"""Random evenings at the call page, in virtual time: the clock costs nobody anything unseen, or for good.

People come, sleep, press at the wrong side, mistype and step out, and the power is cut.
"""

from itertools import count
from random import Random
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from cabinet.scenes import evening_pages
from cabinet.scenes.called_pair import (
    NO_SHOW_NS,
    BothHere,
    CallBack,
    CalledPair,
    NoShow,
    PartyScene,
    StepOut,
    TournamentCall,
    WinnerStaysScene,
)
from cabinet.scenes.names import TakingNames
from cabinet.screens.view_factory import TableSetting
from cabinet.tournaments.evening import Evening, Refused
from cabinet.tournaments.journal import MOST, AnyStart, Party, Tournament
from engine.panel import ACTION, BUTTONS, Press
from engine.units import S
from tests.cabinet.scenes.test_any_list import SPELLED, TOOLKIT, Writer
from tests.cabinet.tournaments.playing import Night, parties, queues, tournaments

Event = tuple[str, int, int]
SEATS = st.integers(0, 1)
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.tuples(st.just("waits"), st.integers(1, 45), st.just(0)),
    st.tuples(st.just("waits"), st.just(31), st.just(0)),
    st.tuples(st.just("sits"), SEATS, st.just(0)),
    st.tuples(st.just("presses"), SEATS, st.integers(0, len(BUTTONS) - 1)),
    st.tuples(st.just("kill"), st.just(0), st.just(0)),
    st.tuples(st.just("joins"), SEATS, st.integers(0, 2**16)),
)


class House:
    """A call page, the evening behind it, and what the page has said about zero, and since when."""

    def __init__(self, start: AnyStart) -> None:
        self.night = Night(start)
        self.now = 0
        self.said: dict[int, tuple[object, int]] = {}
        self.enter()

    def enter(self) -> None:
        """The page comes up, as it does after a kill."""
        self.scene: CalledPair[Any] = self.new_scene()
        self.scene.enter(self.now)
        self.said = {}
        self.look()

    def new_scene(self) -> CalledPair[Any]:
        evening, setting = self.night.evening, TableSetting()
        if isinstance(evening.start, Tournament):
            return TournamentCall(TOOLKIT, setting, evening_pages.called(evening))
        if isinstance(evening.start, Party):
            return PartyScene(TOOLKIT, setting, evening_pages.party_state(evening))
        return WinnerStaysScene(TOOLKIT, setting, evening_pages.queue_state(evening))

    def state(self) -> object:
        evening = self.night.evening
        if isinstance(evening.start, Tournament):
            return evening_pages.called(evening)
        return evening_pages.party_state(evening) if evening.teams else evening_pages.queue_state(evening)

    def look(self) -> None:
        """Note what each seat that is counted down loses at zero, and since when the page says so."""
        scene = self.scene
        said = {
            seat: (scene.pair, seat in scene.passed_over, scene.is_last_call(seat))
            for seat in (scene.awaited if scene.is_waiting else ())
        }
        self.said = {
            seat: self.said[seat] if self.said.get(seat, (None, 0))[0] == words else (words, self.now)
            for seat, words in said.items()
        }

    def press(self, seat: int, button: str) -> None:
        self.now += S
        self.scene.advance(self.now, self.now)
        self.answer()
        self.scene.handle(Press(seat, button, True, self.now, "fake"))
        self.answer()

    def happens(self, kind: str, which: int, button: int) -> None:
        """One event; after a kill the evening is what its journal says."""
        if kind == "waits":
            self.wait(which)
        elif kind == "joins":
            self.joins(which, Random(button))
        elif kind == "kill":
            self.night.evening = Evening.of(self.night.lines)
            self.enter()
        else:
            self.press(which, ACTION if kind == "sits" else BUTTONS[button])

    def joins(self, seat: int, random: Random) -> None:
        """Somebody new spells a name at a seat, mistypes and sleeps; what was taken is in, and all others stay.

        The call's clock stands still meanwhile.
        """
        evening = self.night.evening
        if isinstance(evening.start, Tournament) or evening.is_over:
            return
        name = random.choice([each for each in SPELLED if each not in evening.names])
        scene = TakingNames(TOOLKIT, TableSetting(), asks=seat, taken=evening.names, purpose="join")
        scene.enter(0)
        writer, now = Writer(random, slips=2), 0
        while not scene.is_dismissed:
            now += random.choice((S, S, S, 31 * S))
            button = writer.spells(scene, seat, name)
            scene.advance(now, now)
            if button and not scene.is_dismissed:
                scene.handle(Press(seat, button, True, now, "fake"))
        before, taken = set(evening.names), scene.take_result()[seat]
        if taken and len(before) < MOST:
            self.night.comes(taken, seat)
        assert set(self.night.evening.names) == before | ({taken} - {""} if len(before) < MOST else set())
        self.scene.resume(self.now)
        self.answer()

    def wait(self, seconds: int) -> None:
        for _ in range(seconds):
            self.now += S
            self.scene.advance(self.now, self.now)
            self.answer()

    def answer(self) -> None:
        """Change the evening as the page has it."""
        if self.scene.is_dismissed:
            match self.scene.take_result():
                case NoShow(names):
                    self.is_missed(names)
                case BothHere() if self.night.evening.now is not None:
                    self.night.seat_wins(self.now // S % 2)
                case CallBack():
                    self.night.is_here()
                case StepOut(seat) if self.scene.pair[seat]:
                    self.steps_out(self.scene.pair[seat])
                case _:
                    pass
            self.scene.update(self.state())
        self.look()

    def is_missed(self, names: tuple[str, ...]) -> None:
        """The clock has run out: all of it was seen, and a button brings back what it cost."""
        seats = [self.scene.pair.index(name) for name in names]
        assert all(self.now - self.said[seat][1] >= NO_SHOW_NS - S for seat in seats), "not seen for long enough"
        before = standing(self.night.evening)
        self.night.is_absent(*names)
        after = self.night.evening
        for _ in names:
            if standing(after) != before:
                assert after.missed_call is not None, "nobody is called back"
                after = after.take_back(after.missed_call.match).evening
        assert standing(after) == before

    def steps_out(self, name: str) -> None:
        before, seats = standing(self.night.evening), self.night.evening.seat_holder
        try:
            self.night.leaves(name)
        except Refused:
            return
        if not isinstance(self.night.evening.start, Tournament):
            missed = self.night.evening.missed_call
            assert missed is not None
            back = self.night.evening.take_back(missed.match).evening
            assert (standing(back), back.seat_holder) == (before, seats)


def standing(evening: Evening) -> tuple[object, ...]:
    """What nobody may lose: the names, the champion, the results, and the series that are open."""
    results = [played for played in evening.results if not played.absent]
    return set(evening.names), evening.champion, results, {each.series for each in evening.pairings if each.series}


@settings(max_examples=6)
@given(st.one_of(tournaments(MOST), queues(MOST), parties(MOST // 2)), st.lists(EVENTS, max_size=12))
def test_so_it_is_with_as_many_names_as_an_evening_has(start: AnyStart, happens: list[Event]) -> None:
    house = House(start)
    for kind, which, button in happens:
        house.happens(kind, which, button)
    if isinstance(start, Tournament):
        assert set(house.night.evening.names) == set(start.names)
    if isinstance(start, Tournament) and start.kind != "round_robin":  # 496 series: of these a dozen names must do
        evening = house.night.evening
        for match in count():
            if evening.now is None:
                break
            evening = evening.result(evening.now, evening.now.names[0], f"last-{match}").evening
        assert evening_pages.champion_page(evening) is not None


@example(
    Party(("AAX", "ABX"), sides=(0, 1), first_to=1),
    [("waits", 32, 0), ("joins", 0, 1), ("waits", 31, 0)],  # only since then somebody could play in the place of one
)
@settings(max_examples=40)
@given(st.one_of(tournaments(8), queues(), parties()), st.lists(EVENTS, max_size=25))
def test_the_clock_costs_nothing_that_was_not_seen_and_that_no_button_brings_back(
    start: AnyStart, happens: list[Event]
) -> None:
    house = House(start)
    for kind, which, button in happens:
        if house.night.evening.is_over:
            break
        house.happens(kind, which, button)
    if isinstance(start, Tournament):
        house.night.finish()
        assert evening_pages.champion_page(house.night.evening) is not None
