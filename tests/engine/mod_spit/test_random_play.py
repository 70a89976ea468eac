"""Mod-Spit played at random under sets of options: GEN-6 at every step."""

import pytest

from engine.games.spit.game import Spit
from engine.match import Match
from engine.panel import Act
from engine.setup import Setup, seats_of
from tests.engine.spit.conftest import check, steps

pytestmark = pytest.mark.once

OPTION_SETS: tuple[dict[str, object], ...] = (
    {},
    {"rule": "drawn", "rule_each_deal": True},
    {"ghost": True, "stack_equals": True},
    {"reverse": True, "alternate_colours": True, "slap_grace_ms": 0},
    {"packs": 2, "piles": 6, "slap_window_ms": 2000, "turn_ms": 3000},
)


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
