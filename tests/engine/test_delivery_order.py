"""The result of a match is a function of the presses and their stamps, never of the order in which they were delivered.

The property: the same stamped events, delivered in order of their stamps, and delivered late, each within the horizon,
with ``advance`` in between, give the same table, the same entries and the same log, byte for byte. Stamps are made to
collide: equal ones, some within a resolution of each other, some around the edges of holds and lock-outs. Only edges of
one button from one source with one stamp keep their order, as every source promises (`hardware/source.py`).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from engine.bots import find_brain
from engine.brain import Brain
from engine.game import Game
from engine.games.mod_spit.game import ModSpit
from engine.games.mod_spit.rules import ModSpitOptions
from engine.games.speed.game import Speed
from engine.games.speed.rules import SpeedOptions
from engine.games.spit.game import Spit
from engine.games.spit.rules import SpitOptions
from engine.judge import is_fine
from engine.log import header, read, text_of
from engine.log_lines import Entry, GlitchLine, OutcomeLine, PressLine, Update
from engine.log_replay import verify
from engine.match import Match
from engine.options import settle
from engine.panel import ACTION, BUTTONS, CARDS, Control, Event, Glitch, Press
from engine.phases import STALL
from engine.setup import Setup, seats_of
from engine.units import MS, S
from tests.engine.conftest import on_source

pytestmark = pytest.mark.once

EXAMPLES = settings.default.max_examples // 2 if settings.default else 50
"""Half as many as usual for each of many variants; `--hypothesis-profile=thorough` tries more."""
HORIZON = 250 * MS
SETTLED = 2000 * MS
OPENING = 1320 * MS
"""When the deal of ``start_presses`` opens, or before it."""
PAUSES = (20 * MS, 60 * MS, 150 * MS, 200 * MS, 300 * MS, 600 * MS)
GAPS = (0, 1, 999, 1000, 40_000, 99_999, 100_000, MS, 5 * MS)
SOURCES = (
    ("gpio", 100_000, "", 0),
    ("gpio", 100_000, "monotonic", MS),
    ("pin", 0, "", 300_000),
    ("keyboard", 8 * MS, "", 0),
    ("slow keyboard", 25 * MS, "", 0),
    ("board", 1000, "board", 0),
    ("board2", 400_000, "board2", 0),
    ("evdev", 1000, "evdev1", 9 * MS),
    ("evdev", 1000, "evdev2", 2 * MS),
    ("pad", 60 * MS, "evdev3", 60 * MS),
)
"""Name, resolution (ns), clock, and how early a contact may have been (ns)."""


class Variant(NamedTuple):
    """A game with options, and perhaps a tiny deck of four ranks, in which every race is a contest."""

    game: str
    options: dict[str, object]
    tiny: Callable[[dict[str, object]], Game] | None = None
    seats: int = 2


def tiny_speed(options: dict[str, object]) -> Game:
    return Speed(settle(SpeedOptions, "speed", options), ranks="A234", reserve=1)


def tiniest_speed(options: dict[str, object]) -> Game:
    settled = settle(SpeedOptions, "speed", options)
    return Speed(settled, ranks="A234", suits="SH", reserve=1, hand_size=2)


def tiniest_spit(options: dict[str, object]) -> Game:
    return Spit(settle(SpitOptions, "spit", options), ranks="A234", suits="SH", sizes=(1, 1))


def tiny_spit(options: dict[str, object]) -> Game:
    return Spit(settle(SpitOptions, "spit", options), ranks="A234", sizes=(1, 1, 2))


def tiny_spit_of_three(options: dict[str, object]) -> Game:
    return Spit(settle(SpitOptions, "spit", options), 3, ranks="A234", sizes=(1, 2))


def tiny_speed_of_three(options: dict[str, object]) -> Game:
    return Speed(settle(SpeedOptions, "speed", options), 3, ranks="A234", hand_size=1)


VARIANTS = (
    Variant("speed", {}),
    Variant("speed", {"jokers": True, "declared_joker": True, "consent_flip": True, "doubles": True}),
    Variant("speed", {"quick_play": False, "stuck_call": "shout", "lockout_ms": 0, "false_start_ms": 300}),
    Variant("speed", {"lockout_ms": 0}, tiny_speed),
    Variant("speed", {"replenish": "press", "lockout_ms": 50}, tiny_speed),
    Variant("speed", {"lockout_ms": 0, "best_of": 1}, tiniest_speed),
    Variant("speed", {"finish": "slap", "lockout_ms": 50}, tiny_speed),
    Variant("speed", {"finish": "slap", "turn_from": "stocks", "lockout_ms": 0}, tiniest_speed),
    Variant("speed", {"turn_from": "stocks", "colours": True, "hand_size": 4}),
    Variant("speed_uno", {"lockout_ms": 0}),
    Variant("speed_uno", {"challenge": True, "cards_seen": "peek", "match_window_ms": 300}, seats=3),
    Variant("speah", {"jokers": True}),
    Variant("spit", {}),
    Variant("spit", {"doubles": True}),
    Variant("spit", {"stack_equals": True, "hands": "one", "auto_turn": True, "stuck_call": "auto"}),
    Variant("spit", {"auto_turn": True, "lockout_ms": 0}, tiny_spit),
    Variant("spit", {"auto_turn": True, "lockout_ms": 0, "slap_guard_ms": 1}, tiniest_spit),
    Variant("spit", {"auto_turn": True, "lockout_ms": 0, "claim": "winner", "slap_guard_ms": 0}, tiny_spit),
    Variant("spit", {"running": True, "travel_ms": 100, "teams": "relay", "lockout_ms": 0}, tiny_spit),
    Variant("speed", {"handicap": (0, 3), "lockout_ms": 0}, tiny_speed),
    Variant("speed", {"face_down_ms": (300, 0), "lockout_ms": 0}, tiny_speed),
    Variant("spit", {"handicap": (5, 0), "auto_turn": True, "lockout_ms": 0}, tiny_spit),
    Variant("spit", {"auto_turn": True, "lockout_ms": 0}, tiny_spit_of_three, seats=3),
    Variant("spit", {"running": True, "travel_ms": 100, "lockout_ms": 0}, tiny_spit_of_three, seats=3),
    Variant("speed", {"lockout_ms": 0}, tiny_speed_of_three, seats=3),
)


def tiny_spit_of_calls(options: dict[str, object]) -> Game:
    return Spit(settle(SpitOptions, "spit", options), ranks="A789", suits="SHD", sizes=(1, 1, 1))


def tiny_mod_spit(options: dict[str, object]) -> Game:
    return ModSpit(settle(ModSpitOptions, "mod_spit", options), ranks="A789", suits="SHD", sizes=(1, 1, 1))


AT_ONCE: dict[str, object] = {"auto_turn": True, "lockout_ms": 0}
TWINS: dict[str, object] = {"twin_call": True, "lockout_ms": 0, "turn_ms": 100}
RUNS: dict[str, object] = {"running": True, "travel_ms": 100, "lockout_ms": 0}
WITH_CALLS = (
    Variant("mod_spit", {"lockout_ms": 0}, tiny_mod_spit),
    Variant("mod_spit", {"rule": "drawn", "slap_grace_ms": 1000, "turn_ms": 100}, tiny_mod_spit),
    Variant("mod_spit", RUNS, tiny_mod_spit),
    Variant("spit", TWINS, tiny_spit_of_calls),
    Variant("spit", {**RUNS, **TWINS}, tiny_spit_of_calls),
    Variant("spit", {**AT_ONCE, "claim": "shout", "slap_guard_ms": 0}, tiny_spit_of_calls),
    Variant("spit", {**AT_ONCE, "claim": "slap_smaller", "slap_guard_ms": 1}, tiny_spit_of_calls),
    Variant("spit", {**AT_ONCE, "ghost": True}, tiny_spit_of_calls),
    Variant("spit", {**AT_ONCE, "spit_card_please": True, "slap_guard_ms": 0}, tiny_spit_of_calls),
    Variant("spit", {**AT_ONCE, "reverse": True}, tiny_spit_of_calls),
)
"""Number slaps, twins, slams and shouts for a pile."""


class Delivery(NamedTuple):
    """An event, how late it arrives (ns), whether time is advanced before it, and a lot among equal arrivals."""

    event: Event
    late: int
    advances: bool
    lot: int


def start_presses() -> list[Event]:
    """Every seat is ready, and one of them skips a draw, so that play begins."""
    stamps = ((0, 100 * MS), (0, 200 * MS), (1, 300 * MS), (2, 300 * MS))
    return [
        Press(seat, ACTION, pressed, stamp + (not pressed) * MS, "gpio", 100_000)
        for seat, stamp in stamps
        for pressed in (True, False)
    ]


def bursts() -> st.SearchStrategy[list[tuple[int, list[tuple[int, int, str, bool, tuple[str, int, str, int]]]]]]:
    """Moments, each with a few presses so close together that they may be a race."""
    button = st.sampled_from((*CARDS, *CARDS, *CARDS, *BUTTONS))
    press = st.tuples(st.sampled_from(GAPS), st.integers(0, 5), button, st.booleans(), st.sampled_from(SOURCES))
    burst = st.tuples(st.sampled_from(PAUSES), st.lists(press, min_size=1, max_size=5))
    return st.lists(burst, min_size=2, max_size=14)


@st.composite
def deliveries(draw: st.DrawFn) -> list[Delivery]:
    """Some seconds of mad play: cards and sides, held and let go; sometimes a pause in the middle."""
    stamp = OPENING - 150 * MS
    events = start_presses()
    for pause, presses in draw(bursts()):
        stamp += pause
        for gap, seat, button, is_hold, (source, res, clock, early) in presses:
            stamp += gap
            tick = 0 if not clock else stamp if clock == "monotonic" else stamp // 1000 * 1000
            tick_res = 1000 if source == "evdev" else 0
            events.append(Press(seat, button, True, stamp, source, res, clock, tick, tick_res, early))
            if draw(st.integers(0, 5)) == 0:
                events.append(Glitch(seat, button, stamp, source))
            elif not is_hold:
                events.append(Press(seat, button, False, stamp + 3 * MS, source, res))
    if draw(st.booleans()):
        middle = OPENING + (stamp - OPENING) // 2
        why = draw(st.sampled_from(("test", STALL)))
        events += [Control("pause", middle, why), Control("resume", middle + 50 * MS)]
    lateness = draw(st.sampled_from((0, MS, 20 * MS, HORIZON - 1)))
    how = st.tuples(st.integers(0, lateness), st.booleans(), st.integers(0, 3))
    return [in_time(Delivery(event, *draw(how))) for event in events]


def in_time(delivery: Delivery) -> Delivery:
    """The same, no later than any press so coarse may come."""
    event, setup = delivery.event, Setup("speed")
    is_coarse = isinstance(event, Press) and not is_fine(setup, event)
    return delivery._replace(late=min(delivery.late, HORIZON - 1 - is_coarse * (setup.reach_ns - setup.resolution_ns)))


def of_seats(given: Sequence[Delivery], seats: int) -> list[Delivery]:
    """The same for so many seats, whose presses are as many for each."""
    there: list[Delivery] = []
    for delivery in given:
        event = delivery.event
        if isinstance(event, Press | Glitch) and event.seat >= seats:
            if event.time_ns < OPENING - 150 * MS:
                continue
            event = event._replace(seat=event.seat % seats)
        there.append(delivery._replace(event=event))
    return there


def setup_of(variant: Variant, seed: int) -> Setup:
    """A match of people."""
    return Setup(variant.game, {"countdown": 1, **variant.options}, seats_of(*["human"] * variant.seats), seed)


class Remembering(Match):
    """Forgets nothing."""

    KEPT = 1 << 30
    EVENTS = 1 << 30


class Forgetful(Match):
    """Forgets everything that may be forgotten, as soon as it may."""

    KEPT = 2
    EVENTS = 0

    @property
    def kept(self) -> int:
        """How many moments it has not forgotten."""
        return len(self._line._steps)


class Screen:
    """What a reader of the provisional stream knows: entries told, less those taken back."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.entries: list[Entry] = list(match.opening())
        self.log: list[Entry] = []

    def take(self, update: Update) -> None:
        assert not update.refused
        back = self.entries[len(self.entries) - update.undone :] if update.undone else []
        assert all(update.rewound_to is not None and entry.t >= update.rewound_to for entry in back)
        del self.entries[len(self.entries) - update.undone :]
        self.entries += update.entries
        self.log += self.match.final()
        assert self.entries[: len(self.log)] == self.log


def play(
    setup: Setup,
    order: Sequence[Delivery],
    brains: Mapping[int, Brain] | None = None,
    game: Game | None = None,
    kind: type[Match] = Match,
) -> tuple[Match, Screen]:
    """Deliver in this order, at the moment of each arrival, until everything is final."""
    match = kind(setup, brains=brains, game=game)
    screen = Screen(match)
    end = 0
    for delivery in order:
        arrival = delivery.event.time_ns + delivery.late
        end = max(end, arrival)
        if delivery.advances:
            screen.take(match.advance(arrival))
        screen.take(match.handle(delivery.event))
    screen.take(match.advance(end + SETTLED))
    screen.take(match.advance(end + SETTLED + HORIZON + setup.reach_ns))
    return match, screen


def as_it_arrives(given: Sequence[Delivery]) -> list[Delivery]:
    """In the order of arrival; the edges of one button, source and stamp arrive together, in the order given."""
    first: dict[tuple[object, ...], Delivery] = {}
    there = []
    for delivery in given:
        event = delivery.event
        if isinstance(event, Press):
            same = first.setdefault((event.seat, event.button, event.source, event.time_ns), delivery)
            there.append(delivery._replace(late=same.late, lot=same.lot))
        else:
            there.append(delivery)
    return sorted(there, key=lambda delivery: (delivery.event.time_ns + delivery.late, delivery.lot))


def in_order(given: Sequence[Delivery]) -> list[Delivery]:
    return [d._replace(late=0, advances=False) for d in sorted(given, key=lambda d: d.event.time_ns)]


@pytest.mark.long
@pytest.mark.parametrize("variant", (*VARIANTS, *WITH_CALLS))
@settings(max_examples=EXAMPLES)
@given(given=deliveries(), late=st.integers(1, HORIZON), seed=st.integers(1, 50))
def test_any_order_of_delivery_within_the_horizon_gives_the_same_match_and_a_press_after_it_changes_nothing(
    variant: Variant, given: list[Delivery], late: int, seed: int
) -> None:
    on_source()
    setup = setup_of(variant, seed)
    given = of_seats(given, variant.seats)
    game = variant.tiny(dict(setup.options)) if variant.tiny else None
    last = max(d.event.time_ns + d.late for d in given)
    results = []
    for order, kind in ((in_order(given), Remembering), (as_it_arrives(given), Forgetful)):
        match, screen = play(setup, order, game=game, kind=kind)
        # both runs end at the same moment, or the later one would only know more
        screen.take(match.advance(last + SETTLED + HORIZON + setup.reach_ns))
        results.append((match, screen))
    (first, first_screen), (second, second_screen) = results
    assert text_of(second_screen.log) == text_of(first_screen.log)
    assert second_screen.entries == first_screen.entries
    assert second.table == first.table
    assert second.state == first.state
    if game is None:
        verify(read(f"{header(setup)}\n{text_of(second_screen.log)}".encode()))
    for match, screen in results:
        assert_refused(match, screen, last + SETTLED + setup.reach_ns - late)


@st.composite
def edges_of_lines(draw: st.DrawFn) -> list[Delivery]:
    """Some seconds of contacts that close and open in turn, each button on a source of its own, many at one stamp."""
    stamp = OPENING - 150 * MS
    events = start_presses()
    down: set[tuple[int, str]] = set()
    button = st.tuples(st.integers(0, 5), st.sampled_from((*CARDS, *BUTTONS)))
    edge = st.tuples(st.sampled_from((0, 0, 0, 1, MS)), button)
    burst = st.tuples(st.sampled_from(PAUSES), st.lists(edge, max_size=8))
    for pause, edges in draw(st.lists(burst, min_size=2, max_size=14)):
        stamp += pause
        for gap, line in edges:
            stamp += gap
            down ^= {line}
            source, res, clock, early = SOURCES[(line[0] + BUTTONS.index(line[1])) % len(SOURCES)]
            tick, tick_res = stamp if clock else 0, 1000 if source == "evdev" else 0
            events.append(Press(*line, line in down, stamp, source, res, clock, tick, tick_res, early))
    how = st.tuples(st.integers(0, draw(st.sampled_from((0, MS, HORIZON - 1)))), st.booleans(), st.integers(0, 3))
    return [in_time(Delivery(event, *draw(how))) for event in events]


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
@settings(max_examples=max(EXAMPLES // 4, 1))
@given(given=edges_of_lines(), seed=st.integers(1, 50))
def test_presses_and_releases_of_a_button_alternate_whatever_their_stamps(
    variant: Variant, given: list[Delivery], seed: int
) -> None:
    setup = setup_of(variant, seed)
    given = [d for d in given if not isinstance(d.event, Press) or d.event.seat < variant.seats]
    game = variant.tiny(dict(setup.options)) if variant.tiny else None
    match, screen = play(setup, as_it_arrives(given), game=game)
    down: set[tuple[int, str]] = set()
    for line in screen.log:
        if isinstance(line, PressLine):
            assert line.pressed == ((line.seat, line.button) not in down), line
            down ^= {(line.seat, line.button)}
    if match.outcome is None:  # presses after the end have no line
        held = {(d.event.seat, d.event.button) for d in given if isinstance(d.event, Press)}
        assert down == {place for place in held if is_down(place, given)}
    if game is None:
        verify(read(f"{header(setup)}\n{text_of(screen.log)}".encode()))


@pytest.mark.parametrize("order", [(True, False), (False, True)])
def test_a_log_verifies_in_its_own_order_of_one_buttons_edges_with_one_stamp(order: tuple[bool, bool]) -> None:
    """The keys of one reading once had one stamp, and the engine put releases first."""
    setup = setup_of(VARIANTS[0], 6)
    edges = [Press(0, "CARD1", pressed, OPENING + 500 * MS, "keyboard", 250 * MS) for pressed in order]
    events = [event for event in start_presses() if isinstance(event, Press) and event.seat < len(setup.seats)]
    _, screen = play(setup, [Delivery(event, 0, False, 0) for event in (*events, *edges)])
    told = [line.pressed for line in screen.log if isinstance(line, PressLine) and line.source == "keyboard"]
    assert told == list(order)
    verify(read(f"{header(setup)}\n{text_of(screen.log)}".encode()))


def is_down(place: tuple[int, str], given: Sequence[Delivery]) -> bool:
    """Whether the last edge of a button closed it."""
    events = [d.event for d in given if isinstance(d.event, Press)]
    return [event.pressed for event in events if (event.seat, event.button) == place][-1]


def assert_refused(match: Match, screen: Screen, stamp: int) -> None:
    """A press that comes after the horizon of its stamp changes nothing that is final."""
    final, table = list(screen.log), match.table
    assert match.handle(Press(0, "CARD1", True, stamp, "gpio", 100_000)).refused
    assert match.late == 1
    assert (match.table, match.final(), screen.log) == (table, [], final)


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
@settings(max_examples=EXAMPLES)
@given(given=deliveries(), seed=st.integers(1, 50))
def test_a_match_with_glitches_is_the_match_without_their_presses(
    variant: Variant, given: list[Delivery], seed: int
) -> None:
    setup, given = setup_of(variant, seed), of_seats(given, variant.seats)
    game = variant.tiny(dict(setup.options)) if variant.tiny else None
    gone = {(d.event.seat, d.event.button, d.event.time_ns) for d in given if isinstance(d.event, Glitch)}
    without = [
        d
        for d in given
        if isinstance(d.event, Control)
        or (isinstance(d.event, Press) and not (d.event.pressed and (*d.event[:2], d.event.time_ns) in gone))
    ]
    last = max(d.event.time_ns + d.late for d in given)

    def log_of(some: list[Delivery]) -> list[Entry]:
        match, screen = play(setup, as_it_arrives(some), game=game)
        screen.take(match.advance(last + SETTLED + HORIZON + setup.reach_ns))
        return screen.log

    log = log_of(given)
    assert [entry for entry in log if not isinstance(entry, GlitchLine)] == log_of(without)
    told = {(entry.seat, entry.button, entry.t) for entry in log if isinstance(entry, GlitchLine)}
    assert told <= gone
    assert told == gone or isinstance(log[-1], OutcomeLine)


@pytest.mark.long
@pytest.mark.parametrize("game", ["speed", "spit"])
@pytest.mark.parametrize("bot", ["fast", "masher"])
@settings(max_examples=EXAMPLES)
@given(given=deliveries(), seed=st.integers(1, 50))
def test_a_bot_that_saw_the_wrong_table_thinks_again(game: str, bot: str, given: list[Delivery], seed: int) -> None:
    setup = Setup(game, {"countdown": 1}, seats_of("human", f"bot:{bot}"), seed)
    mine = [d for d in of_seats(given, 2) if isinstance(d.event, Control) or d.event.seat == 0]
    brains = {1: find_brain(bot)}
    last = max(d.event.time_ns + d.late for d in mine)
    logs = []
    for order in (in_order(mine), as_it_arrives(mine)):
        match, screen = play(setup, order, brains)
        screen.take(match.advance(last + SETTLED + HORIZON + setup.reach_ns))
        logs.append(text_of(screen.log))
    assert logs[0] == logs[1]
    verify(read(f"{header(setup)}\n{logs[0]}".encode()))


@pytest.mark.parametrize("game", ["speed", "spit", "speed_uno", "speah"])
def test_what_is_forgotten_before_it_is_asked_for_is_told_all_the_same(game: str) -> None:
    on_source()
    setup = Setup(game, {}, seats_of("bot:fast", "bot:slow"), 1)
    brains = {0: find_brain("fast"), 1: find_brain("slow")}
    asked, not_asked = Remembering(setup, brains=brains), Forgetful(setup, brains=brains)
    log: list[Entry] = []
    kept = end = 0
    while asked.outcome is None and (due := asked.next_deadline()) is not None:
        end = due
        asked.advance(due)
        log += asked.final()
        not_asked.advance(due)
        kept = max(kept, not_asked.kept)
        assert not_asked.pending()[: len(log)] == log
        if len(log) > 200:
            break
    asked.advance(end + SETTLED)
    not_asked.advance(end + SETTLED)
    assert not_asked.final() == [*log, *asked.final()]
    assert kept < 50


def test_two_mashers_without_a_lull_fill_no_memory() -> None:
    match, t = Match(Setup("speed", {"countdown": 1}, seed=4)), 2 * S
    for seat in (0, 1):
        match.handle(Press(seat, ACTION, True, 100 * MS + seat, "gpio", 0))
    most = 0
    for number in range(1_200):  # forty edges a second for half a minute
        t += 25 * MS
        match.handle(Press(number // 2 % 2, "LEFT", number % 2 == 0, t, "gpio", 0))
        match.advance(t)
        most = max(most, len(match._line._steps))
    assert most < 3 * Match.KEPT
