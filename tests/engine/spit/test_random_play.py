"""Spit and Mod-Spit under every set of options: played at random, by each command's own buttons, and by bots."""

import random
from collections import Counter

import pytest

from engine.bots import find_brain
from engine.games.spit.game import Spit
from engine.log_lines import CommandLine
from engine.match import Match
from engine.panel import CARDS, Act
from engine.setup import Setup, seats_of
from tests.engine.conftest import STEP_NS, play_out, steps, tap
from tests.engine.spit.conftest import check

OPTION_SETS: tuple[dict[str, object], ...] = (
    {},
    {"stuck_call": "auto"},
    {"auto_turn": True, "claim": "winner"},
    {"alternate_colours": True},
    {"stack_equals": True},
    {"stack_equals": True, "alternate_colours": True, "auto_turn": True, "stuck_call": "auto"},
    {"quick_play": False, "hands": "one", "turn_ms": 100, "slap_guard_ms": 0},
    {"length": 2, "caps": (10, 0)},
    {"layout": "1111+refill", "stack_equals": True},
    {"layout": "1111+refill", "twin_call": True, "claim": "slap_smaller"},
    {"layout": "1,1,11,1,1", "claim": "shout", "length": 6},
    {"packs": 2, "piles": 6, "twin_call": True, "length": 3},
    {"reverse": True, "length": 12},
    {"ghost": True, "conceal_last": 5, "claim": "shout"},
    {"ghost": True, "layout": "11111", "claim": "slap_smaller", "twin_call": True},
    {"spit_card_please": True, "conceal_last": 3, "peek_under": True, "slam_ms": 500},
    {"spit_card_please": True, "layout": "1111+refill", "claim": "shout", "twin_call": True},
    {"reverse": True, "claim": "slap_smaller", "layout": "1234", "twin_call": True, "length": 6},
    {"running": True, "travel_ms": 500, "teams": "relay"},
    {"running": True, "twin_call": True, "stack_equals": True, "auto_turn": True, "length": 4},
    {"running": True, "travel_ms": 0, "teams": "relay", "length": 2},
    {"seats": 3},
    {"seats": 4, "length": 8},
    {"seats": 3, "packs": 2, "piles": 6, "length": 6},
    {"seats": 4, "packs": 2, "stack_equals": True, "conceal_last": 5, "claim": "winner", "length": 6},
    {"seats": 3, "layout": "1111+refill", "stack_equals": True, "stuck_call": "auto", "length": 6},
    {"seats": 4, "layout": "1111+refill", "running": True, "teams": "relay", "hands": "one", "length": 6},
    {"seats": 3, "layout": "33333", "quick_play": False, "auto_turn": True, "length": 6},
    {"seats": 4, "caps": (10, 60), "alternate_colours": True, "conceal_last": 3},
)


MOD_SPIT: tuple[dict[str, object], ...] = (
    {},
    {"rule": "drawn", "rule_each_deal": True},
    {"ghost": True, "stack_equals": True},
    {"reverse": True, "alternate_colours": True, "slap_grace_ms": 0},
    {"packs": 2, "piles": 6, "slap_window_ms": 2000, "turn_ms": 3000},
)
PLAYED = [("spit", options, seed) for options in OPTION_SETS for seed in range(2)]
PLAYED += [("mod_spit", {"length": 2, **options}, seed) for options in MOD_SPIT for seed in range(3)]


def begin(game: str, options: dict[str, object], seed: int) -> Match:
    """A match of random bots; ``seats`` among the options is how many."""
    given = dict(options)
    seats = given.pop("seats", 2)
    assert isinstance(seats, int)
    return Match(Setup(game, given, seats_of(*["bot:random"] * seats), seed))


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize(("name", "options", "seed"), PLAYED, ids=str)
def test_gen_6_random_play_always_leads_on_to_an_outcome(name: str, options: dict[str, object], seed: int) -> None:
    match = begin(name, options, seed)
    game = match.game
    assert isinstance(game, Spit)
    for now, seat, command in steps(match, seed):
        if command is not None:
            match.handle(Act(seat, command, now))
        match.advance(now)
        check(game, match.table)
        assert match.table.number("deal") < 200
    assert match.outcome is not None and sum(match.outcome.scores) <= len(game.deck)


@pytest.mark.once
@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_every_legal_command_has_its_buttons(options: dict[str, object]) -> None:
    match = begin("spit", options, 5)
    game = match.game
    for now, seat, command in steps(match, 5):
        if command is None:
            match.advance(now)
        elif not match.table.text(f"armed.{seat}") and random.Random(now).random() < 0.1:
            tap(match, seat, CARDS[now // STEP_NS % 5], now)
        else:
            due = match.next_deadline()
            is_quiet = match.table.number(f"lock.{seat}") < now and (due is None or due > now + 100)
            is_quiet = is_quiet and not game.guarded(match.table, seat, match.state.since, now)
            taps = game.presses_for(match.table, seat, command)
            told = [line for place, button in enumerate(taps) for line in tap(match, seat, button, now + 10 * place)]
            if taps and is_quiet:
                assert [(line.command, line.ok) for line in told] == [(command, True)]
            elif not taps:
                match.handle(Act(seat, command, now + 10))


VARIATIONS: tuple[tuple[str, dict[str, object], str], ...] = (
    ("spit", {"layout": "1111+refill"}, "refill"),
    ("spit", {"packs": 2, "piles": 6}, "turn"),
    ("spit", {"twin_call": True}, "spit"),
    ("spit", {"claim": "shout"}, "slap"),
    ("spit", {"claim": "slap_smaller"}, "slap"),
    ("spit", {"conceal_last": 5}, "conceal"),
    ("spit", {"ghost": True, "peek_under": True, "length": 40}, "claim"),
    ("spit", {"spit_card_please": True, "length": 40}, "claim"),
    ("spit", {"reverse": True}, "slap"),
    ("spit", {"running": True, "teams": "relay"}, "slap"),
    ("spit", {"running": True, "travel_ms": 0}, "slap"),
    ("mod_spit", {"running": True}, "number_slap"),
    ("mod_spit", {}, "number_slap"),
    ("mod_spit", {"rule": "drawn", "rule_each_deal": True}, "number_slap"),
)


@pytest.mark.parametrize(("game", "options", "used"), VARIATIONS, ids=str)
def test_bots_play_it_to_the_end(game: str, options: dict[str, object], used: str) -> None:
    done: Counter[str] = Counter()
    for seed in range(2):
        setup = Setup(game, {"length": 4, "caps": (0, 0), **options}, seats_of("bot:fast", "bot:slow"), seed)
        match = Match(setup, brains={0: find_brain("fast"), 1: find_brain("slow")})
        done.update(entry.command.do for entry in play_out(match) if isinstance(entry, CommandLine) and entry.ok)
    assert done[used]
