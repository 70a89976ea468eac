"""GEN-1 and GEN-3 where a stamp may be late: the contact closed somewhere in ``[stamp - early_ns, stamp]``.

The kernel overwrites the stamp of a contact that bounces before its thread has run. The model here knows the true
moments: a clean press is stamped within the resolution, a bouncing one up to the bound too late.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

import hypothesis
import hypothesis.strategies as st
import pytest
from hypothesis import given

from engine.chance import Chance
from engine.games.speed.game import Speed
from engine.games.speed.rules import SpeedOptions
from engine.judge import MatchContext, ignored, meaning_of
from engine.log_lines import CommandLine, Entry, PressLine, as_text
from engine.match import Match
from engine.options import settle
from engine.panel import ACTION, CARDS, Press
from engine.setup import Setup, seats_of
from engine.state import State, Step
from engine.table import Draft, Zone
from engine.units import MS
from tests.engine.conftest import on_source

if TYPE_CHECKING:
    from tests.engine.conftest import Desk, SitDown

pytestmark = pytest.mark.once

AMBER, BLUE = 0, 1
CARD1, CARD2, CARD3, *_ = CARDS
RACE = {"hands": ("7H 2H", "7D 2C"), "centre": ("6S", "QD"), "reserves": ("3H", "4H")}
BOUND_NS = MS
RES_NS = 100_000
CONTEST_NS = 300 * MS


class Contact(NamedTuple):
    """A true first contact (ns), and what the header makes of it: its stamp, and how early it may have been."""

    seat: int
    true_ns: int
    stamp_ns: int
    early_ns: int
    button: str = CARD1

    def at(self, ns: int) -> "Contact":
        """The same, so much later."""
        return self._replace(true_ns=self.true_ns + ns, stamp_ns=self.stamp_ns + ns)

    def press(self, res_ns: int = RES_NS) -> Press:
        """What the cabinet hands to the match, of a source without a clock of its own where the resolution is 0."""
        stamp, clock = self.stamp_ns, "monotonic" if res_ns else ""
        return Press(self.seat, self.button, True, stamp, "gpio", res_ns, clock, stamp, early_ns=self.early_ns)


def contacts(seat: int, at_ns: st.SearchStrategy[int], button: str = CARD1) -> st.SearchStrategy[Contact]:
    """Presses of a seat: clean ones, and bounced ones with a stamp up to the bound late."""
    late, overwritten = st.integers(0, RES_NS - 1), st.sampled_from((0, 1, BOUND_NS)) | st.integers(0, BOUND_NS)
    clean = st.builds(lambda at, late: Contact(seat, at, at + late, 0, button), at_ns, late)
    bounced = st.builds(lambda at, late: Contact(seat, at, at + late, BOUND_NS, button), at_ns, overwritten)
    return clean | bounced


def rival_contacts(seats: int) -> st.SearchStrategy[list[Contact]]:
    """A press of each seat for the same pile, within a few milliseconds, in any order of delivery."""
    edges = (0, 1, RES_NS - 1, RES_NS, RES_NS + 1, BOUND_NS, BOUND_NS + RES_NS)
    near = st.sampled_from(edges) | st.integers(0, 3 * MS)
    return st.tuples(*(contacts(seat, near) for seat in range(seats))).flatmap(st.permutations).map(list)


class Sevens(Speed):
    """Speed, rigged: each seat holds a seven, and one pile lies there, a six that takes any one of them."""

    def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
        """See the class."""
        rules = self.rules
        copy = "/1" if rules.seats > 3 else ""
        zones: dict[str, Zone] = dict.fromkeys(super().layout(draft, chance), ())
        for seat, suit in zip(rules.all_seats, "HDSC", strict=False):
            zones[rules.hands[seat][0]] = (f"~7{suit}{copy}",)
            zones[rules.hands[seat][1]] = (f"~2{suit}{copy}",)
        zones[rules.centres[0] if rules.singles else rules.reserves[0]] = (f"~6S{copy}",)
        return zones


@pytest.fixture(autouse=True)
def _on_source() -> None:
    """Here games and matches are subclassed."""
    on_source()


class Remembering(Match):
    """Forgets nothing, so that a test can ask what was at any moment."""

    KEPT = 1 << 30
    EVENTS = 1 << 30

    @property
    def steps(self) -> Sequence[Step]:
        """Every step of the match."""
        return self._line._steps

    @property
    def context(self) -> MatchContext:
        """Where it is judged."""
        return self._reducer.context


def opened(match: Remembering) -> int:
    """Everybody is ready; gives the moment at which the deal opens (ns)."""
    for seat in (0, *range(match.game.seats)):
        at = max(step.t for step in match.steps) + 10 * MS
        match.handle(Press(seat, ACTION, True, at, "test"))
        match.handle(Press(seat, ACTION, False, at + MS, "test"))
    at = 0
    while match.table.phase != "play":
        at = match.next_deadline() or 0
        match.advance(at)
    return at


def race(seats: int, contested: Sequence[Contact], res_ns: int = RES_NS) -> CommandLine:
    """Let the seats race for the one pile; gives the line of whoever got it."""
    setup = Setup("speed", {"countdown": 1, "lockout_ms": 0}, seats_of(*["human"] * seats))
    match = Remembering(setup, game=Sevens(settle(SpeedOptions, "speed", setup.options), seats))
    opening = opened(match)
    for contact in contested:
        match.handle(contact.at(opening + 500 * MS).press(res_ns))
    match.advance(opening + 1000 * MS)
    plays = [line for line in match.final() if isinstance(line, CommandLine) and line.command.do == "play"]
    (won,) = (line for line in plays if line.ok)
    assert len(plays) == seats
    return won


@pytest.mark.parametrize("seats", [2, 3, 4])
@given(data=st.data())
def test_gen_1_the_truly_first_contact_wins_or_is_in_the_lot(seats: int, data: st.DataObject) -> None:
    contested = data.draw(rival_contacts(seats))
    won = race(seats, contested)
    first = min(contact.true_ns for contact in contested)
    # two clean stamps within the resolution may be in either order: then both are in the lot
    firsts = {contact.seat for contact in contested if contact.true_ns == first}
    assert firsts & {won.seat, *won.dead_heat}


@pytest.mark.parametrize("seats", [2, 3, 4])
@given(data=st.data())
def test_gen_1_a_contact_that_is_certainly_later_is_never_in_the_lot(seats: int, data: st.DataObject) -> None:
    contested = data.draw(rival_contacts(seats))
    won = race(seats, contested)
    drawn = won.dead_heat or (won.seat,)
    for contact in contested:
        earlier = [other for other in contested if contact.stamp_ns - contact.early_ns - other.stamp_ns >= RES_NS]
        assert contact.seat not in drawn or not earlier


@given(stamps=st.lists(st.integers(0, 400_000), min_size=2, max_size=2))
def test_gen_1_clean_presses_are_judged_as_finely_as_ever(stamps: list[int]) -> None:
    won = race(2, [Contact(seat, stamp, stamp, 0) for seat, stamp in enumerate(stamps)])
    assert bool(won.dead_heat) is (abs(stamps[0] - stamps[1]) < RES_NS)


def early_press(desk: "Desk", seat: int, *, at_ms: float, early_us: float = 0, button: str = CARD1) -> None:
    """A press whose contact may have closed so much before its stamp."""
    stamp = desk.ns(at_ms)
    desk.handle(Contact(seat, stamp, stamp, round(early_us * 1000), button).press())


@pytest.mark.parametrize(("apart_us", "is_drawn"), [(1099.999, True), (1100, False)])
def test_gen_1_the_later_press_may_have_been_first_within_its_interval(
    sit_down: "SitDown", apart_us: float, is_drawn: bool
) -> None:
    desk = sit_down(**RACE)
    early_press(desk, AMBER, at_ms=500)
    early_press(desk, BLUE, at_ms=500 + apart_us / 1000, early_us=1000)
    won = next(line for line in desk.commands("play") if line.ok)
    assert bool(won.dead_heat) is is_drawn
    desk.assert_log_replays()


def test_gen_1_the_earlier_press_needs_no_interval_to_be_first(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    early_press(desk, AMBER, at_ms=500, early_us=1000)
    early_press(desk, BLUE, at_ms=500.1)
    won = next(line for line in desk.commands("play") if line.ok)
    assert (won.seat, won.dead_heat) == (AMBER, ())


def test_gen_1_the_margin_is_what_is_certain(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    early_press(desk, AMBER, at_ms=500, early_us=1000)
    early_press(desk, BLUE, at_ms=505, early_us=1000)
    assert next(line for line in desk.commands("play") if not line.ok).margin_ns == 4 * MS


def test_gen_1_a_lot_reaches_over_what_the_match_does_in_between(sit_down: "SitDown") -> None:
    """BLUE's contact may have closed before AMBER's play, which is the last before AMBER's lock runs out."""
    desk = sit_down(hands=("7H", "7D 2C"), centre=("6S", "QD"), best_of=1)
    early_press(desk, AMBER, at_ms=500)
    early_press(desk, BLUE, at_ms=500.9, early_us=1000)
    assert next(line for line in desk.commands("play") if line.ok).dead_heat == (AMBER, BLUE)


@pytest.mark.parametrize(("early_ns", "misses"), [(0, 1), (BOUND_NS, 0)])
def test_gen_3_the_time_in_which_a_late_card_is_no_miss_begins_as_much_earlier(
    sit_down: "SitDown", early_ns: int, misses: int
) -> None:
    desk = sit_down(**RACE)
    desk.press(AMBER, CARD1, at_ms=500)
    stamp = desk.ns(500) + CONTEST_NS + BOUND_NS // 2
    desk.handle(Press(BLUE, CARD1, True, stamp, "gpio", RES_NS, early_ns=early_ns))
    assert desk.table.number("misses.1") == misses


# Different clocks


def clocked(desk: "Desk", seat: int, *, at_ms: float, res_us: int, clock: str) -> None:
    """A press of a board with a clock of its own."""
    stamp = desk.ns(at_ms)
    press = Press(seat, CARD1, True, stamp, clock, res_us * 1000, clock, stamp // 1000 * 1000 + 5000, 1000)
    desk.handle(press)


@pytest.mark.parametrize(("apart_ms", "is_drawn"), [(5.99, True), (6, False)])
def test_gen_1_the_errors_of_two_clocks_add_up(sit_down: "SitDown", apart_ms: float, is_drawn: bool) -> None:
    desk = sit_down(**RACE)
    clocked(desk, AMBER, at_ms=500, res_us=3000, clock="board")
    clocked(desk, BLUE, at_ms=500 + apart_ms, res_us=3000, clock="board2")
    assert bool(next(line for line in desk.commands("play") if line.ok).dead_heat) is is_drawn


def test_gen_1_two_clocks_that_are_too_far_off_are_not_judged(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    clocked(desk, AMBER, at_ms=500, res_us=12_000, clock="board")
    clocked(desk, BLUE, at_ms=521, res_us=9_000, clock="board2")
    lost = next(line for line in desk.commands("play") if not line.ok)
    assert (lost.beaten_by, lost.judged) == (AMBER, False)


@given(
    errors=st.tuples(st.integers(-3 * MS, 3 * MS), st.integers(-3 * MS, 3 * MS)),
    apart_ns=st.integers(1, 10 * MS),
)
def test_gen_1_of_two_clocks_a_later_press_never_wins_alone(errors: tuple[int, int], apart_ns: int) -> None:
    setup = Setup("speed", {"countdown": 1, "lockout_ms": 0})
    match = Remembering(setup, game=Sevens(SpeedOptions(), 2))
    opening = opened(match)
    for seat, (true_ns, error) in enumerate(zip((0, apart_ns), errors, strict=True)):
        stamp = opening + 500 * MS + true_ns + error
        match.handle(Press(seat, CARD1, True, stamp, f"board{seat}", 3 * MS, f"clock{seat}", stamp, 1000))
    match.advance(opening + 1000 * MS)
    won = next(line for line in match.final() if isinstance(line, CommandLine) and line.ok and line.command.card)
    assert AMBER in (won.seat, *won.dead_heat)


def test_gen_1_beside_a_coarse_first_press_the_later_of_two_finer_ones_is_not_drawn() -> None:
    setup = Setup("speed", {"countdown": 1, "lockout_ms": 0}, seats_of("human", "human", "human"))
    match = Remembering(setup, game=Sevens(SpeedOptions(), 3))
    opening = opened(match)
    for seat, (at, res, clock) in enumerate(((0, 5 * MS, "board"), (MS, RES_NS, "gpio"), (2 * MS, RES_NS, "gpio"))):
        stamp = opening + 500 * MS + at
        match.handle(Press(seat, CARD1, True, stamp, clock, res, clock, stamp))
    match.advance(opening + 1000 * MS)
    won = next(line for line in match.final() if isinstance(line, CommandLine) and line.ok and line.command.card)
    assert won.dead_heat == (0, 1)


# Misses


@st.composite
def hasty_play(draw: st.DrawFn) -> list[Contact]:
    """Both seats press any card at any moment; many presses bounce, many come when a lock has just run out.

    A clean press has its true stamp here: what the resolution may do to it is no matter of bounce. One button gives no
    two presses within the debounce's lockout.
    """
    moment = 0
    made: list[Contact] = []
    gaps = (1, RES_NS, 400_000, BOUND_NS, 50 * MS, 50 * MS + 1, 100 * MS, 299 * MS, 300 * MS, 300 * MS + 500_000)
    for _ in range(draw(st.integers(2, 12))):
        moment += draw(st.sampled_from(gaps))
        seat, button = draw(st.integers(0, 1)), draw(st.sampled_from((CARD1, CARD2, CARD3)))
        late, early = draw(st.sampled_from((0, 0, 1, 400_000, BOUND_NS))), draw(st.booleans()) * BOUND_NS
        if all(moment - other.true_ns >= 6 * MS for other in made if (other.seat, other.button) == (seat, button)):
            made.append(Contact(seat, moment, moment + (late if early else 0), early, button))
    return made


def states_between(steps: Sequence[Step], begin: int, end: int) -> list[State]:
    """Every state in which the match was at some moment from ``begin`` to ``end`` (log time, ns)."""
    spans = [*((one.after, one.t, other.t) for one, other in pairwise(steps)), (steps[-1].after, steps[-1].t, end)]
    return [state for state, since, until in spans if since <= end and until >= begin]


@given(play=hasty_play(), seed=st.integers(1, 20))
def test_gen_3_nobody_is_locked_for_a_miss_that_the_true_moment_would_not_give(play: list[Contact], seed: int) -> None:
    setup = Setup("speed", {"countdown": 1, "lockout_ms": 50}, seed=seed)
    options = settle(SpeedOptions, "speed", setup.options)
    match = Remembering(setup, game=Speed(options, ranks="A234", suits="SH", reserve=1, hand_size=2))
    opening = opened(match)
    stamped = sorted((contact.at(opening) for contact in play), key=lambda contact: contact.stamp_ns)
    for contact in stamped:
        match.handle(contact.press())
    match.advance(max(contact.stamp_ns for contact in stamped) + 2000 * MS)
    told = match.pending()
    for contact in stamped:
        if is_locked_for(told, contact.press()):
            assert_is_a_miss(match, contact, contact.press())


def is_locked_for(told: Sequence[Entry], press: Press) -> bool:
    """True if this press was told to be a miss."""
    for line, command in pairwise(told):
        if (
            isinstance(line, PressLine)
            and isinstance(command, CommandLine)
            and key_of(line) == (press.time_ns, press.seat, press.button, press.early_ns)
        ):
            return ("foul", press.seat, "miss") in command.effects
    return False


def key_of(line: PressLine) -> tuple[int, int, str, int]:
    """Which press a line is of."""
    return line.t, line.seat, line.button, line.early_ns


def is_of(step: Step, press: Press) -> bool:
    """True if the step is what came of this press."""
    wanted = (press.time_ns, press.seat, press.button, press.early_ns)
    return any(isinstance(line, PressLine) and key_of(line) == wanted for line in step.entries)


def assert_is_a_miss(match: Remembering, contact: Contact, press: Press) -> None:
    """At its true moment the press was an attempt, and no pile took its card then or in the 300 ms before."""
    own = next(place for place, step in enumerate(match.steps) if is_of(step, press))
    steps = [step for step in match.steps[:own] if step.t <= contact.true_ns]
    now = steps[-1].after
    hypothesis.event("a miss")
    assert now.table.phase == "play"
    assert not ignored(match.context, now, contact.seat, contact.true_ns)
    command = meaning_of(match.context, now, press).command
    if command is None:
        return
    deal = now.table.number("deal")
    for state in states_between(steps, contact.true_ns - CONTEST_NS, contact.true_ns):
        if state.table.number("deal") == deal and state.table.phase == "play":
            assert not match.game.would_take(state.table, contact.seat, command)


# Whatever arrives first, the same presses are the same match


def exact_presses() -> st.SearchStrategy[list[Press]]:
    """Presses of sources without any error of their own but the interval, whose distances are often the interval."""
    early = st.sampled_from((0, 1, 300_000))
    gap = st.builds(lambda early, off: max(early + off, 0), early, st.integers(-1, 1))
    press = st.tuples(st.integers(0, 1), st.sampled_from((CARD1, CARD2)), early, gap)

    def stamped(drawn: list[tuple[int, str, int, int]]) -> list[Press]:
        stamps = accumulate(gap for *_, gap in drawn)
        return [
            Press(seat, button, True, stamp, "pin", 0, early_ns=early)
            for (seat, button, early, _), stamp in zip(drawn, stamps, strict=True)
        ]

    return st.lists(press, min_size=2, max_size=4, unique_by=lambda drawn: drawn[:2]).map(stamped)


@given(presses=exact_presses(), data=st.data())
def test_gen_1_a_distance_of_exactly_the_interval_is_judged_alike_whichever_press_arrives_first(
    presses: list[Press], data: st.DataObject
) -> None:
    logs = []
    for order in (presses, data.draw(st.permutations(presses))):
        setup = Setup("speed", {"countdown": 1, "lockout_ms": 0}, seats_of("human", "human"))
        match = Remembering(setup, game=Sevens(settle(SpeedOptions, "speed", setup.options), 2))
        opening = opened(match) + 500 * MS
        for press in order:
            match.handle(press._replace(time_ns=press.time_ns + opening))
        match.advance(opening + 500 * MS)
        logs.append([as_text(entry) for entry in match.final()])
    assert logs[0] == logs[1]


def test_gen_1_a_dead_heat_at_exactly_the_interval_is_one_when_the_later_press_arrives_after() -> None:
    """Both resolutions are 0, as a bot's is."""
    won = race(2, [Contact(AMBER, 0, 0, 0), Contact(BLUE, 0, BOUND_NS, BOUND_NS)], res_ns=0)
    assert won.dead_heat == (AMBER, BLUE)
