"""A match as a whole: sound whatever people do to it, and the one without what is taken back.

As a state machine it stays sound in any order (GEN-6), and its log verifies. A void takes play back to the table before
a gap, and a glitch takes back a press that was no finger's; both are told, replayed and resumed like everything else.
"""

from typing import TYPE_CHECKING, Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.bots import find_brain
from engine.log import header, read, text_of
from engine.log_lines import CommandLine, Entry, GlitchLine, OutcomeLine, PauseLine, PressLine, Update, VoidLine
from engine.log_replay import resume, verify
from engine.match import Match
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT, Control, Glitch, Press, mask
from engine.phases import STALL
from engine.setup import HUMAN, Setup, seats_of
from engine.units import MS, S
from tools.soundness import every_card_is_there_once

if TYPE_CHECKING:
    from tests.engine.conftest import Desk, SitDown


GAMES: dict[str, list[dict[str, Any]]] = {
    "speed": [
        {},
        {"jokers": True, "declared_joker": True, "replenish": "press", "lockout_ms": 0},
        {"stuck_call": "shout", "consent_flip": True, "quick_play": False, "caps": (10, 30)},
        {"colours": True, "turn_from": "stocks", "finish": "slap", "hand_size": 4, "lockout_ms": 0},
        {"finish": "slap", "stuck_call": "shout", "replenish": "press", "doubles": True},
    ],
    "spit": [
        {},
        {"stack_equals": True, "claim": "winner", "lockout_ms": 0},
        {"auto_turn": True, "caps": (10, 30)},
        {"doubles": True, "twin_call": True},
    ],
    "speed_uno": [{}, {"challenge": True, "cards_seen": "peek", "lockout_ms": 0}, {"match_hands": 2, "caps": (10, 30)}],
    "speah": [{}, {"jokers": True, "turn_s": 3}, {"table_cards": 1, "hand_cards": 1, "caps": (10, 30), "deals": 3}],
}


SETUPS = [(game, options) for game in sorted(GAMES) for options in GAMES[game]]


class Cabinet(RuleBasedStateMachine):
    """Two people at the buttons, a clock that only goes forward, and a wire that is sometimes slow."""

    @initialize(setup=st.sampled_from(SETUPS), seed=st.integers(0, 99))
    def sit_down(self, setup: tuple[str, dict[str, Any]], seed: int) -> None:
        game, options = setup
        self.match = Match(Setup(game, {"countdown": 1, **options}, seed=seed))
        self.entries: list[Entry] = list(self.match.opening())
        self.log: list[Entry] = []
        self.now = 0
        self.late = 0
        for seat in (0, 0, 1):
            self.now += 100 * MS
            self.take(self.match.handle(Press(seat, ACTION, True, self.now, "test", 100_000)))
            self.take(self.match.handle(Press(seat, ACTION, False, self.now + MS, "test", 100_000)))

    def take(self, update: Update) -> None:
        if update.undone:
            del self.entries[-update.undone :]
        self.entries += update.entries
        self.log += self.match.final()

    @rule(ms=st.sampled_from((1, 15, 100, 400, 2000, 5000)))
    def time_passes(self, ms: int) -> None:
        self.now += ms * MS
        self.take(self.match.advance(self.now))

    @rule(seat=st.integers(0, 1), button=st.sampled_from((*CARDS, *BUTTONS)), down=st.booleans())
    def an_edge(self, seat: int, button: str, down: bool) -> None:
        self.now += MS
        self.take(self.match.handle(Press(seat, button, down, self.now, "test", 100_000)))

    @rule(seat=st.integers(0, 1), button=st.sampled_from(CARDS), late_ms=st.integers(1, 400))
    def a_late_edge(self, seat: int, button: str, late_ms: int) -> None:
        stamp = max(self.now - late_ms * MS, 1)
        final = list(self.log)
        update = self.match.handle(Press(seat, button, True, stamp, "board", 1000, "board", stamp // 1000 * 1000))
        self.late += update.refused
        self.take(update)
        assert self.log[: len(final)] == final

    @rule(which=st.floats(0, 0.999), seat=st.integers(0, 1))
    def the_right_taps(self, which: float, seat: int) -> None:
        """A person who knows the panel gives a legal command, and it stands; what is due is done without a button."""
        commands = self.match.legal(seat)
        if not commands or self.match.state.sit.held != (0, 0):
            return
        command = commands[int(which * len(commands))]
        taps = self.match.game.presses_for(self.match.table, seat, command)
        if not taps:
            return
        for tap in taps:
            edges = [(button, True) for button in tap.split("+")] + [(button, False) for button in tap.split("+")]
            for button, down in edges:
                self.now += MS
                self.take(self.match.handle(Press(seat, button, down, self.now, "test", 100_000)))
        last = [entry for entry in self.entries if isinstance(entry, CommandLine)][-1:]
        ignored = [entry for entry in self.entries if isinstance(entry, PressLine)][-1].ignored
        presses = [entry for entry in self.entries if isinstance(entry, PressLine) and entry.pressed]
        assert ignored or presses[-1].ignored or (last[0].ok and last[0].command == command) or self.has_ended()

    def has_ended(self) -> bool:
        return self.match.table.phase not in ("play", "slap")

    @rule(kind=st.sampled_from(("pause", "resume")))
    def the_cabinet_pauses(self, kind: str) -> None:
        self.now += MS
        self.take(self.match.handle(Control(kind, self.now, "test" if kind == "pause" else "")))

    @precondition(lambda self: self.match.outcome is not None)
    @rule(seat=st.integers(0, 1))
    def nothing_moves_any_more(self, seat: int) -> None:
        before = self.match.table
        self.now += MS
        self.take(self.match.handle(Press(seat, CARDS[0], True, self.now, "test")))
        assert self.match.table == before

    @invariant()
    def every_card_is_there_once(self) -> None:
        assert every_card_is_there_once(self.match.game, self.match.table)

    @invariant()
    def what_was_told_is_what_becomes_final(self) -> None:
        assert self.entries[: len(self.log)] == self.log
        assert self.match.late == self.late

    @invariant()
    def time_only_goes_forward(self) -> None:
        """But for presses: each is told with its own stamp, also when a contest was judged before it."""
        times = [entry.t for entry in self.entries if not isinstance(entry, PressLine)]
        assert times == sorted(times)

    @invariant()
    def something_can_always_happen(self) -> None:
        is_paused = self.match.state.sit.paused >= 0  # until somebody goes on (GEN-5)
        assert is_paused or self.match.outcome is not None or self.match.next_deadline() is not None
        assert self.match.outcome is None or isinstance(self.entries[-1], OutcomeLine)

    @invariant()
    def an_asked_command_is_refused_or_done(self) -> None:
        """Asking for legal commands and keys changes nothing, and the two agree."""
        for seat in (0, 1):
            legal = self.match.legal(seat)
            assert all(self.match.game.refusal(self.match.table, seat, command) is None for command in legal)
            for meaning in self.match.keys(seat):
                if meaning.command is not None and meaning.command.do == "play" and meaning.lit:
                    assert meaning.command in legal

    def teardown(self) -> None:
        if not hasattr(self, "match"):
            return
        self.take(self.match.advance(self.now + 1))
        self.take(self.match.handle(Control("leave", self.now + 2)))
        self.take(self.match.advance(self.now + 10 * S))
        assert self.log == self.entries
        verify(read(f"{header(self.match.setup)}\n{text_of(self.log)}".encode()))


TestCabinet = Cabinet.TestCase
TestCabinet.settings = settings(max_examples=60, stateful_step_count=60)


AMBER, BLUE = 0, 1
CARD1, CARD2 = "CARD1", "CARD2"
RACE = {"hands": ("7H 2H 9C", "7D 2C 9D"), "centre": ("6S", "QD")}


def void(desk: "Desk", *, since_ms: float, at_ms: float, why: str = "reboot") -> None:
    desk.handle(Control("void", desk.ns(at_ms), why, desk.ns(since_ms)))


def test_the_table_is_the_one_before_and_the_match_stands_still(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    before = desk.table
    desk.press(AMBER, CARD1, at_ms=500)
    assert desk.table != before
    void(desk, since_ms=450, at_ms=600)
    assert desk.table == before
    assert desk.match.state.sit.paused == desk.ns(600)
    assert desk.entries[-1] == VoidLine(desk.ns(600), desk.ns(450), "reboot")


def test_what_lies_before_the_gap_stands(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.tap(AMBER, CARD1, at_ms=400)
    kept = desk.table
    desk.press(BLUE, CARD2, at_ms=500)
    void(desk, since_ms=450, at_ms=600)
    assert desk.table == kept


def test_the_play_clock_goes_back_too_and_on_after_a_countdown(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    then = desk.match.play_clock(desk.ns(450))
    void(desk, since_ms=450, at_ms=600)
    assert desk.match.play_clock(desk.ns(5000)) == then
    desk.control("resume", at_ms=6000)
    desk.advance(to_ms=12_000)
    assert desk.match.state.sit.paused < 0
    assert desk.match.play_clock(desk.ns(12_000)) == then + (6000 * MS - 3000 * MS)


def test_buttons_are_held_as_they_are_now(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.press(BLUE, RIGHT, at_ms=400)
    desk.press(AMBER, LEFT, at_ms=500)
    desk.release(BLUE, RIGHT, at_ms=510)
    void(desk, since_ms=450, at_ms=600)
    assert desk.match.state.sit.held == (mask([LEFT]), 0)


def test_a_press_after_it_was_not_beaten_by_one_that_does_not_count(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE, countdown=1)
    desk.press(AMBER, CARD1, at_ms=500)
    void(desk, since_ms=499, at_ms=501)
    desk.release(AMBER, CARD1, at_ms=502)
    desk.control("resume", at_ms=503)
    desk.advance(to_ms=1504)
    desk.press(BLUE, CARD1, at_ms=1510)
    line = desk.commands("play")[-1]
    assert (line.seat, line.ok, line.beaten_by) == (BLUE, True, -1)


def test_a_late_press_from_before_the_gap_still_counts(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.press(AMBER, CARD1, at_ms=500)
    void(desk, since_ms=450, at_ms=600)
    update = desk.press(BLUE, CARD1, at_ms=440)
    assert update.rewound_to is not None
    commands = (line for line in desk.entries if isinstance(line, CommandLine) and line.ok)
    winner = next(line for line in commands if line.command.do == "play")
    assert winner.seat == BLUE
    assert desk.cards("seat1.hand1") != "7D"
    desk.assert_log_replays()


def test_what_is_final_is_not_undone(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.tap(AMBER, CARD1, at_ms=500)
    stands = desk.table
    desk.advance(to_ms=2000)
    void(desk, since_ms=0, at_ms=2001)
    assert desk.table == stands
    (line,) = (line for line in desk.entries if isinstance(line, VoidLine))
    assert line.since == desk.ns(1750) + 1
    desk.assert_log_replays()


def test_an_outcome_is_taken_back(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H", "7D 2C"), centre=("6S", "QD"), best_of=1)
    desk.press(AMBER, CARD1, at_ms=500)
    desk.advance(to_ms=801, drained_ms=560)
    assert desk.match.outcome is not None
    desk.handle(Control("void", desk.ns(810), "link", desk.ns(490)))
    assert desk.match.outcome is None
    assert desk.cards("seat0.hand1") == "7H"


def test_a_void_after_the_end_does_nothing(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H", "7D 2C"), centre=("6S", "QD"), best_of=1)
    desk.press(AMBER, CARD1, at_ms=500)
    desk.advance(to_ms=10_000)
    outcome = desk.match.outcome
    assert outcome is not None
    void(desk, since_ms=10_000, at_ms=10_001)
    assert desk.match.outcome == outcome


def test_nobody_is_idle_while_buttons_are_out_of_reach(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.control("pause", at_ms=500, why="source")
    desk.advance(to_ms=600_000)
    assert desk.match.outcome is None
    desk.control("resume", at_ms=600_001)
    desk.advance(to_ms=610_000)
    assert desk.match.state.sit.paused < 0
    desk.assert_log_replays()


def test_a_pause_of_the_players_can_lose_its_buttons_and_have_them_back(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.control("pause", at_ms=500, why="covered")
    desk.control("pause", at_ms=600, why="source")
    desk.advance(to_ms=300_000)
    assert desk.match.outcome is None
    desk.control("pause", at_ms=300_001, why="covered")
    assert [line.why for line in desk.entries if isinstance(line, PauseLine)] == ["covered", "source", "covered"]
    assert not desk.match.state.sit.is_broken
    desk.advance(to_ms=400_000)
    assert desk.match.outcome is None, "and then it lasts as any pause"
    desk.control("resume", at_ms=400_001)
    desk.advance(to_ms=410_000)
    assert desk.match.state.sit.paused < 0
    desk.assert_log_replays()


def test_bots_go_on_after_it(sit_down: "SitDown") -> None:
    setup = Setup(
        "speed", {"best_of": 1, "caps": (30, 60), "last_lap": 0}, seats_of("bot:fast", "bot:middling"), 11, "speed"
    )
    match = Match(setup, 0, {seat: find_brain(info.player) for seat, info in enumerate(setup.seats)})
    lines, now = [], 0
    while match.outcome is None or not match.is_final:
        now += 5 * MS
        match.advance(now)
        if now % (4_000 * MS) == 0 and match.table.phase == "play":
            match.handle(Control("void", now, "reboot", now - 200 * MS))
            match.handle(Control("resume", now + 1))
        lines += match.final()
    assert sum(isinstance(line, VoidLine) for line in lines) > 2
    verify(read(f"{header(setup)}\n{text_of(lines)}".encode()))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_log_with_gaps_replays_and_resumes_wherever_it_was_cut(data: st.DataObject) -> None:
    options = {"best_of": 1, "countdown": 1}
    setup = Setup("speed", options, seats_of(HUMAN, HUMAN), data.draw(st.integers(0, 99)), "speed")
    match, now, lines = Match(setup), 0, []
    buttons = st.sampled_from((CARD1, CARD2, "CARD3", "CARD4", "CARD5", "LEFT", "RIGHT", ACTION))
    for _ in range(data.draw(st.integers(1, 60))):
        now += data.draw(st.integers(1, 900)) * MS
        seat, button = data.draw(st.integers(0, 1)), data.draw(buttons)
        match.handle(Press(seat, button, True, now, "board", 500_000, "a", now, 1000))
        match.handle(Press(seat, button, False, now + MS, "board", 500_000, "a", now + MS, 1000))
        if data.draw(st.integers(0, 5)) == 0:
            now += 2 * MS
            match.handle(Control("void", now, "link", now - data.draw(st.integers(0, 240)) * MS))
            match.handle(Control("resume", now + MS))
        elif data.draw(st.integers(0, 5)) == 0:
            match.handle(Control("pause", now - data.draw(st.integers(0, 200)) * MS, STALL))
            kind, why = data.draw(st.sampled_from((("resume", ""), ("pause", "stalled"))))
            match.handle(Control(kind, now + 1, why))
        match.advance(now, now - data.draw(st.integers(0, 100)) * MS)
        lines += match.final()
    match.advance(now + 1000 * MS)
    log = read(f"{header(setup)}\n{text_of([*lines, *match.final()])}".encode())
    verify(log)
    if not log.is_finished:
        kept = data.draw(st.integers(0, len(log.values)))
        cut = log._replace(lines=log.lines[: kept + 1], values=log.values[:kept])
        resumed = resume(cut, 10**12)
        resumed.match.advance(10**12 + 1)
        text = "\n".join([*cut.lines[: resumed.kept], *resumed.missing]) + "\n"
        verify(read((text + text_of(resumed.match.final())).encode()))


def stall(desk: "Desk", since_ms: float, until_ms: float, then: str = "resume") -> None:
    """The program stands still from its last picture to the next turn of its loop."""
    desk.control("pause", at_ms=since_ms, why=STALL)
    desk.control(then, at_ms=until_ms, why="" if then == "resume" else "stalled")


def test_presses_of_a_standstill_are_judged_among_each_other(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    stall(desk, since_ms=500, until_ms=38_000)
    desk.press(AMBER, CARD1, at_ms=30_000)
    desk.press(BLUE, CARD1, at_ms=29_995)
    stands, beaten = desk.commands("play")
    assert (stands.seat, stands.ok, beaten.seat, beaten.beaten_by) == (BLUE, True, AMBER, BLUE)
    assert beaten.margin_ns == 5 * MS
    desk.assert_log_replays()


@pytest.mark.parametrize("then", ["resume", "pause"])
def test_what_is_pressed_after_a_standstill_waits_for_the_match_to_go_on(sit_down: "SitDown", then: str) -> None:
    desk = sit_down(**RACE)
    stall(desk, since_ms=500, until_ms=2000, then=then)
    desk.press(AMBER, CARD1, at_ms=2100)
    assert (desk.last_press().ignored, desk.commands("play")) == ("paused", [])


def test_no_clock_of_the_match_runs_while_the_program_stands_still(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.press(BLUE, CARD2, at_ms=450)
    before = desk.match.play_clock(desk.ns(500))
    stall(desk, since_ms=500, until_ms=60_000)
    assert not any(("say", -1, "still_there") in entry.effects for entry in desk.entries)
    desk.advance(to_ms=63_000)
    assert desk.match.state.sit.paused < 0
    assert desk.match.play_clock(desk.ns(63_000)) == before


def test_a_standstill_in_the_countdown_after_a_pause_lets_nobody_play(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.control("pause", at_ms=500, why="covered")
    desk.control("resume", at_ms=600)
    stall(desk, since_ms=1000, until_ms=5000)
    desk.press(AMBER, CARD1, at_ms=4000)
    assert (desk.last_press().ignored, desk.commands("play")) == ("paused", [])
    desk.advance(to_ms=8000)
    assert desk.match.state.sit.paused < 0
    desk.assert_log_replays()


def test_a_bot_does_nothing_while_the_program_stands_still() -> None:
    setup = Setup("speed", {"best_of": 1}, seats_of(HUMAN, "bot:fast"), 11, "speed")
    match, now, lines = Match(setup, 0, {1: find_brain("bot:fast")}), 0, list[Entry]()
    while match.table.phase != "play":
        now += 5 * MS
        match.handle(Press(AMBER, ACTION, True, now, "test"))
        match.handle(Press(AMBER, ACTION, False, now, "test"))
        match.advance(now)

    def play(seconds: int) -> None:
        nonlocal now
        for _ in range(200 * seconds):
            now += 5 * MS
            match.advance(now)
            lines.extend(match.final())

    play(5)
    shown, now = now - 10 * MS, now + 37 * S  # the last picture, and the first turn after SIGCONT
    match.handle(Control("pause", shown, STALL))
    match.handle(Control("resume", now + 1))
    play(15)
    match.close()
    lines += match.final()
    cards = [line.t for line in lines if isinstance(line, CommandLine) and line.seat == BLUE and line.ok]
    assert any(t < shown for t in cards)
    assert any(t > shown + 40 * S for t in cards)
    assert not any(shown <= t <= shown + 40 * S for t in cards), "it plays on as it would have"
    verify(read(f"{header(setup)}\n{text_of(lines)}".encode()))


def take_back(desk: "Desk", seat: int, button: str, *, at_ms: float) -> Update:
    return desk.handle(Glitch(seat, button, desk.ns(at_ms), "test"))


def test_the_table_is_the_one_without_the_press_and_the_glitch_is_told(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    before = desk.table
    desk.press(AMBER, CARD1, at_ms=500)
    assert desk.table != before
    take_back(desk, AMBER, CARD1, at_ms=500)
    assert (desk.table, desk.match.state.sit.held) == (before, (0, 0))
    assert desk.entries[-1] == GlitchLine(desk.ns(500), AMBER, CARD1, "test")
    desk.assert_log_replays()


def test_whoever_was_beaten_by_a_spike_has_the_pile(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.press(AMBER, CARD1, at_ms=500)
    desk.press(BLUE, CARD1, at_ms=510)
    assert desk.commands("play")[-1].beaten_by == AMBER
    take_back(desk, AMBER, CARD1, at_ms=500)
    (play,) = desk.commands("play")
    assert (play.seat, play.ok) == (BLUE, True)
    desk.assert_log_replays()


def test_a_dead_heat_with_a_spike_was_none(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.press(AMBER, CARD1, at_ms=500)
    desk.press(BLUE, CARD1, at_ms=500.05)
    assert any(isinstance(line, CommandLine) and line.dead_heat for line in desk.entries)
    take_back(desk, BLUE, CARD1, at_ms=500.05)
    assert not any(isinstance(line, CommandLine) and line.dead_heat for line in desk.entries)
    assert desk.commands("play")[-1].seat == AMBER
    desk.assert_log_replays()


def test_a_press_that_comes_after_its_own_glitch_does_nothing(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    before = desk.table
    take_back(desk, AMBER, CARD1, at_ms=500)
    assert desk.press(AMBER, CARD1, at_ms=500) == Update()
    assert desk.table == before


def test_what_is_final_is_not_taken_back(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.tap(AMBER, CARD1, at_ms=500)
    desk.advance(to_ms=2000)
    stands = desk.table
    assert take_back(desk, AMBER, CARD1, at_ms=500).refused
    assert (desk.table, desk.match.late) == (stands, 1)


def test_a_button_that_no_seat_has_is_a_mistake_of_the_caller(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    with pytest.raises(ValueError, match="no such seat or button"):
        take_back(desk, 7, CARD1, at_ms=500)
