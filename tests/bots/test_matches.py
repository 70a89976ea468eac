"""Whole matches: every pair of bots comes to an end in every game, and the log of it can be played again."""

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Any

import pytest

from engine.bots import BOTS, find_brain
from engine.log import header, read, text_of
from engine.log_lines import CommandLine, Entry
from engine.log_replay import verify
from engine.match import Match
from engine.panel import BUTTONS, Press
from engine.setup import Setup, seats_of
from engine.units import MS, S

Sit = Callable[..., Any]
NAMES = [bot.name for bot in BOTS]
PRESETS = {
    "speed": ("", "five_card_spit_party"),
    "spit": ("classic_spit",),
    "speed_uno": ("speed_uno_duel",),
    "speah": ("speah_short",),
}


TIRELESS = (("speah", "perfect", "perfect"), ("speah", "fumbler", "fumbler"))
"""Pairs that play until a cap ends it, as a masher does with anybody; `test_masher.py` plays its matches to the end."""


def verified(setup: Setup, entries: list[Entry]) -> None:
    log = read(f"{header(setup)}\n{text_of(entries)}".encode())
    assert log.values[-1]["outcome"]
    verify(log)


@pytest.mark.parametrize("game", PRESETS)
@pytest.mark.parametrize(("one", "other"), list(combinations_with_replacement(NAMES, 2)))
def test_every_pair_of_bots_ends_its_match_and_the_log_verifies(game: str, one: str, other: str, sit: Sit) -> None:
    for preset in PRESETS[game]:
        brief = {"caps": [20, 60]} if "masher" in (one, other) or (game, one, other) in TIRELESS else {}
        match = sit(game, one, other, preset=preset, options=brief).match
        assert match.is_final
        verified(match.setup, match.final())


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("speed", {"stuck_call": "shout"}),
        ("speed", {"stuck_call": "shout", "consent_flip": True}),
        ("speed", {"replenish": "press", "hand_size": 4}),
        ("speed", {"quick_play": False}),
        ("speed", {"jokers": True, "declared_joker": True, "doubles": True}),
        ("speed", {"cards_seen": "peek", "jokers": True}),
        ("spit", {"quick_play": False, "length": 2}),
        ("spit", {"hands": "one", "auto_turn": True, "length": 2}),
        ("spit", {"stack_equals": True, "alternate_colours": True, "length": 2}),
        ("spit", {"claim": "winner", "stuck_call": "auto", "cards_seen": "peek", "length": 2}),
    ],
    ids=str,
)
def test_bots_keep_every_variation_going(game: str, options: dict[str, object], sit: Sit) -> None:
    """Nothing is forced on them: no card glows for long, no shout is given for them, no cap is reached."""
    match = sit(game, "fast", "middling", options=options).match
    final = match.final()
    effects = [effect for entry in final for effect in entry.effects]
    assert match.outcome.reason in ("deals", "out")
    assert effects.count(("set", "glow", True)) <= match.table.number("deal")
    verified(match.setup, final)


def test_full_spit_ends_by_somebody_getting_rid_of_every_card(sit: Sit) -> None:
    match = sit("spit", "middling", "fast", options={"caps": [0, 0]}, seed=3).match
    assert match.outcome.reason == "out"


@pytest.mark.parametrize("game", ["speed", "spit", "speed_uno"])
def test_a_late_press_takes_nothing_from_a_bot_but_what_followed_it(game: str) -> None:
    """A person's presses delivered at once or up to 240 ms late: the bot does the same, and so the log is the same."""

    def played(late_ms: int) -> list[Entry]:
        setup = Setup(game, {"countdown": 1, "stall_s": 5}, seats_of("human", "bot:fast"), seed=5)
        match = Match(setup, brains={1: find_brain("fast")})
        presses = [Press(0, "ACTION", down, 100 * MS + n * 40 * MS, "gpio") for n, down in enumerate((True, False))]
        presses += [press._replace(time_ns=press.time_ns + S) for press in presses]
        for n in range(60):
            button, at = BUTTONS[n * 3 % len(BUTTONS)], 4 * S + n * 230 * MS
            presses += [Press(0, button, True, at, "gpio"), Press(0, button, False, at + 60 * MS, "gpio")]
        for press in presses:
            match.advance(press.time_ns + late_ms * MS)
            match.handle(press)
        match.advance(25 * S)
        assert match.late == 0
        return match.final()

    in_time = played(late_ms=0)
    assert sum(isinstance(entry, CommandLine) and entry.seat == 1 for entry in in_time) > 5
    assert in_time == played(late_ms=90) == played(late_ms=240)
