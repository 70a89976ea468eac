"""A match as a state machine: whatever people do to it, in any order, it stays sound (GEN-6) and its log verifies."""

from typing import Any

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.log import header, read, text_of
from engine.log_lines import CommandLine, Entry, OutcomeLine, PressLine, Update
from engine.log_replay import verify
from engine.match import Match
from engine.panel import ACTION, BUTTONS, CARDS, Control, Press
from engine.setup import Setup
from engine.units import MS, S
from tools.soundness import every_card_is_there_once

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
        """A person who knows the panel gives a legal command, and it stands."""
        commands = self.match.legal(seat)
        if not commands or self.match.state.sit.held != (0, 0):
            return
        command = commands[int(which * len(commands))]
        for tap in self.match.game.presses_for(self.match.table, seat, command):
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
