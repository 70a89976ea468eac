"""Spit played at random under every set of options: GEN-6 at every step, and each command by its own buttons."""

import random
from collections.abc import Iterator

import pytest

from engine.games.spit import Spit
from engine.match import Match
from engine.panel import CARDS, Act, Command, Press
from engine.record import CommandLine
from engine.setup import Setup, seats_of
from engine.table import Table

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
)
STEP_NS = 300_000_000


def steps(match: Match, seed: int) -> Iterator[tuple[int, int, Command | None]]:
    """Moments of random play: (time, seat, a legal command of it), or a deadline (time, -1, None)."""
    chance = random.Random(seed)
    now = 0
    while match.outcome is None:
        able = [(seat, commands) for seat in (0, 1) if (commands := match.legal(seat))]
        due = match.next_deadline()
        assert due is not None or able, "a dead end"
        if not able or (due is not None and chance.random() < 0.02):
            assert due is not None
            now = max(now, due)
            yield now, -1, None
        else:
            now += STEP_NS
            match.advance(now - 1)
            seat, _ = chance.choice(able)
            commands = match.legal(seat)
            if commands:
                yield now, seat, chance.choice(commands)


def check(game: Spit, table: Table) -> None:
    """GEN-6, and what Spit adds: piles of one run each, and nobody hears of a face-down card."""
    lying = [card.lstrip("~") for cards in table.zones.values() for card in cards]
    assert sorted(lying) == sorted(game.deck)
    for seat, stocks in enumerate(game.stocks):
        for stock in stocks:
            up = [card[0] for card in table.zone(stock) if card[0] != "~"]
            assert len(set(up)) <= 1 and all(card[0] == "~" for card in table.zone(stock)[: -len(up) or None])
        assert not any(
            "~" in card and card != "~?" for cards in game.view(table, seat).zones.values() for card in cards
        )
        assert all(game.refusal(table, seat, command) is None for command in game.legal(table, seat))
    if table.phase == "play":
        assert table.flag("stuck") == (not any(game.can_go_on(table, seat) for seat in (0, 1)))
        plays = [command.do for seat in (0, 1) for command in game.legal(table, seat)]
        assert not (table.flag("stuck") and ("play" in plays or "turn" in plays))
    if table.phase == "slap":
        assert len(game.spit_piles(table)) == 2 or game.reverse or game.markers


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_gen_6_random_play_always_leads_on_to_an_outcome(options: dict[str, object], seed: int) -> None:
    match = Match(Setup("spit", options, seats_of("bot:random", "bot:random"), seed))
    game = match.game
    assert isinstance(game, Spit)
    for now, seat, command in steps(match, seed):
        if command is not None:
            match.handle(Act(seat, command, now))
        match.advance(now)
        check(game, match.table)
        assert match.table.number("deal") < 200
    assert match.outcome is not None and sum(match.outcome.scores) <= len(game.deck)


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_every_legal_command_has_its_buttons(options: dict[str, object]) -> None:
    match = Match(Setup("spit", options, seats_of("bot:random", "bot:random"), 5))
    game = match.game
    for now, seat, command in steps(match, 5):
        if command is None:
            match.advance(now)
        elif not match.table.text(f"armed.{seat}") and random.Random(now).random() < 0.1:
            tap(match, seat, CARDS[now // STEP_NS % 5], now)
        else:
            due = match.next_deadline()
            is_quiet = match.table.number(f"lock.{seat}") < now and (due is None or due > now + 100)
            taps = game.presses_for(match.table, seat, command)
            told = [line for place, button in enumerate(taps) for line in tap(match, seat, button, now + 10 * place)]
            if taps and is_quiet:
                assert [(line.command, line.ok) for line in told] == [(command, True)]
            elif not taps:
                match.handle(Act(seat, command, now + 10))


def tap(match: Match, seat: int, buttons: str, now: int) -> list[CommandLine]:
    """Press and release: ``CARD3``, or ``LEFT+CARD3`` one on top of the other; the commands that came of it."""
    names = buttons.split("+")
    events = [Press(seat, name, True, now + place, "fake") for place, name in enumerate(names)]
    events += [Press(seat, name, False, now + 5 + place, "fake") for place, name in enumerate(names)]
    told = [entry for event in events for entry in match.handle(event).entries]
    return [entry for entry in told if isinstance(entry, CommandLine) and entry.seat == seat]
