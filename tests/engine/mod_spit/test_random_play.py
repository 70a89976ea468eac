"""Mod-Spit played at random under sets of options: GEN-6 at every step."""

import random
from collections.abc import Iterator

import pytest

from engine.games.spit import Spit
from engine.match import Match
from engine.panel import Act, Command
from engine.setup import Setup, seats_of
from engine.table import Table

OPTION_SETS: tuple[dict[str, object], ...] = (
    {},
    {"rule": "drawn", "rule_each_deal": True},
    {"ghost": True, "stack_equals": True},
    {"reverse": True, "alternate_colours": True, "slap_grace_ms": 0},
    {"packs": 2, "piles": 6, "slap_window_ms": 2000, "turn_ms": 3000},
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


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_gen_6_random_play_always_leads_on_to_an_outcome(options: dict[str, object], seed: int) -> None:
    match = Match(Setup("mod_spit", {"length": 2, **options}, seats_of("bot:random", "bot:random"), seed))
    game = match.game
    assert isinstance(game, Spit)
    for now, seat, command in steps(match, seed):
        if command is not None:
            match.handle(Act(seat, command, now))
        match.advance(now)
        check(game, match.table)
        assert match.table.number("deal") < 200
    assert match.outcome is not None and sum(match.outcome.scores) <= len(game.deck)
