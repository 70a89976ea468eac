"""Random people make the list of an evening: they mistype, sleep, press at the wrong side and cut the power.

Neither the clock nor a kill loses a name of the list, and whatever was mistyped is mended by the buttons.
"""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.config.offers import Offer
from cabinet.people.names import LENGTH, is_refused
from cabinet.scenes.choice import Choice
from cabinet.scenes.evening import RunningEvening, start_of
from cabinet.scenes.names import TakingNames, half_of
from cabinet.scenes.tonight import FEWEST, FORMATS, IDLE_NS, MOST, EveningPlan, EveningSetup, Format, plan_evening
from cabinet.screens.view_factory import TableSetting
from cabinet.store.store import MemoryStore
from cabinet.tournaments.evening import Evening
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT, Press
from engine.units import S
from tests.cabinet.scenes.stories import Dialog, toolkit_of
from tests.cabinet.scenes.test_names import key_of
from tests.cabinet.tournaments.playing import NAMES

TOOLKIT = toolkit_of()
SPELLED = [name for name in NAMES if not is_refused(name) and not is_refused(name[:2])]
ONE_IN = 10
"""Presses to a mistake, while somebody still makes any."""
PATIENCE = 4000
"""Presses after which the list should be as it was meant to be."""


class Writer:
    """Somebody who spells by the labels; now and then a finger finds any other button, so many times at most."""

    def __init__(self, random: Random, slips: int) -> None:
        self.random = random
        self.slips = slips

    def slipped(self, button: str) -> str:
        """The button, or another one by mistake."""
        if not self.slips or self.random.randrange(ONE_IN):
            return button
        self.slips -= 1
        return self.random.choice(BUTTONS)

    def spells(self, page: TakingNames, seat: int, name: str) -> str:
        """The next button of a seat for a name ("": to leave it out); "" for none, while another seat is waited for."""
        taking = page._taking
        sitter = taking.sitters[seat]
        if sitter.stage == "done":
            return "" if sitter.name == name else LEFT
        half, there = half_of(taking, sitter, "join"), len(sitter.letters)
        if sitter.stage == "tonight":
            return self.slipped(LEFT if not name else RIGHT)
        if not name or sitter.letters != name[:there]:
            return self.slipped(LEFT)
        if sitter.letters == name:
            return self.slipped(ACTION)
        return self.slipped(key_of(half, name[there]))


class ListMakers:
    """People who want these names on the list, of a party at both seats in turn, and a store that outlives programs."""

    def __init__(self, format_: Format, meant: tuple[str, ...], seed: int, slips: int) -> None:
        self.format = format_
        self.meant = meant
        self.random = Random(seed)
        self.now = 0
        self.writer = Writer(self.random, slips)
        self.store = MemoryStore()
        self.starts()

    def starts(self) -> None:
        """The page TONIGHT of a program that has just started, or of one that was left."""
        evening = RunningEvening(self.store, lambda _notice: None)
        self.page = Dialog(
            plan_evening(
                TOOLKIT, TableSetting(), tuple, on_offer="speed", rules=str, plan=evening.plan, keep=evening.keep
            )
        )
        self.now = 0
        self.page.advance(0, 0)

    @property
    def kept(self) -> EveningPlan:
        """The list as a program would read it now."""
        return RunningEvening(self.store, lambda _notice: None).plan or EveningPlan(self.format)

    def press(self, button: str, seat: int = 0) -> None:
        self.now += S
        self.page.handle(Press(seat, button, True, self.now, "fake"))

    def disturb(self) -> None:
        """They sleep, or the power is cut; every name that was taken is there after it."""
        before, scene = set(self.kept.names), self.page.top
        if isinstance(scene, TakingNames) and scene._taking.chosen.get(scene._asks) is not None:
            before.discard(scene._taking.mends)  # it was mended, or left out, by a press
        if self.random.randrange(2):
            self.starts()
        else:
            for _ in range(self.random.choice((10, 35, 130, IDLE_NS // S + 130))):
                self.now += S
                self.page.advance(self.now, self.now)
                if self.page.results:
                    self.starts()
                    break
        assert before <= set(self.kept.names), "a name was lost without a press"

    def step(self) -> None:
        """One press, by the labels or by mistake, at times at the wrong side."""
        scene = self.page.top
        wrong = [name for name in self.kept.names if name not in self.meant]
        missing = [name for name in self.meant if name not in self.kept.names]
        if not wrong and not missing and not self.kept.is_enough:
            wrong = list(self.kept.names[-1:])  # all are in one team
        if isinstance(scene, TakingNames):
            mends = scene._taking.mends
            is_wrong = not mends or mends in wrong
            name = mends if not is_wrong else missing[0] if missing else ""
            seat = scene._asks
            if not self.writer.slips or self.random.randrange(2 * ONE_IN):
                button = self.writer.spells(scene, seat, name)
            else:
                button, seat = self.random.choice(BUTTONS), 1 - seat
            if button:
                self.press(button, seat)
            else:
                self.now += S
                self.page.advance(self.now, self.now)
        elif isinstance(scene, Choice):
            self.press(self.writer.slipped(self.answer(scene, wrong)))
        else:
            assert isinstance(scene, EveningSetup)
            button = CARDS[3] if wrong else RIGHT if missing else ACTION
            seat = len(self.kept.names) % 2 if self.format == "party" else 0
            self.press(self.writer.slipped(button if scene.plan.format == self.format else LEFT), seat)

    def answer(self, scene: "Choice[object]", wrong: list[str]) -> str:
        """The way to the format, or to the first name that is wrong."""
        values = [answer.value for answer in scene._answers]
        place = self.kept.names.index(wrong[0]) if wrong else None
        aim = self.format if self.format in values else place
        return ACTION if values[scene._chosen] == aim else RIGHT

    def makes(self) -> EveningPlan:
        """Go on until the evening begins with the names that were meant."""
        for _ in range(PATIENCE):
            if self.page.results:
                plan = self.page.results[0]
                if isinstance(plan, EveningPlan) and set(plan.names) == set(self.meant) and plan.format == self.format:
                    return plan
                self.starts()  # they left, or began too soon by mistake: an evening that begins is not kept here
            elif self.random.randrange(60):
                self.step()
            else:
                self.disturb()
        raise AssertionError(f"{self.kept.names} after {PATIENCE} presses, not {self.meant}")


@st.composite
def list_makers(draw: st.DrawFn, most: int) -> ListMakers:
    """So many people at most, of two letters and three, who mistype now and then."""
    one = draw(st.sampled_from(FORMATS))
    count = draw(st.integers(FEWEST[one], most))
    random = Random(draw(st.integers(0, 2**16)))
    meant = tuple(dict.fromkeys(name[: random.choice((LENGTH, LENGTH - 1))] for name in random.sample(SPELLED, count)))
    return ListMakers(one, meant, draw(st.integers(0, 2**16)), draw(st.integers(0, count)))


@settings(max_examples=15)
@given(list_makers(6))
def test_whatever_is_mistyped_is_mended_and_neither_clock_nor_kill_loses_a_name(people: ListMakers) -> None:
    plan = people.makes()
    assert set(plan.names) == set(people.meant) and len(plan.names) == len(people.meant)
    if plan.is_enough:
        start = start_of(plan, Offer("speed", "speed", "SPEED", "", 2, {}))
        assert set(Evening.begin(start).evening.names) == set(people.meant)


@settings(max_examples=3)
@given(list_makers(MOST))
def test_so_it_is_with_as_many_names_as_a_list_has(people: ListMakers) -> None:
    assert set(people.makes().names) == set(people.meant)
