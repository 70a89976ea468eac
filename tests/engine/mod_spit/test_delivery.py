"""The order in which presses are delivered decides nothing, with number slaps, twins, slams and shouts for a pile."""

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from engine.game import Game
from engine.games.mod_spit.game import ModSpit
from engine.games.mod_spit.rules import ModSpitOptions
from engine.games.spit.game import Spit
from engine.games.spit.rules import SpitOptions
from engine.log import text_of
from engine.options import settle
from engine.setup import Setup
from tests.engine.test_delivery_order import (
    EXAMPLES,
    HORIZON,
    SETTLED,
    Delivery,
    as_it_arrives,
    deliveries,
    in_order,
    of_seats,
    play,
)

pytestmark = pytest.mark.once

TINY: dict[str, tuple[str, dict[str, object]]] = {
    "number slaps": ("mod_spit", {"lockout_ms": 0}),
    "number slaps by a drawn rule": ("mod_spit", {"rule": "drawn", "slap_grace_ms": 1000, "turn_ms": 100}),
    "twins": ("spit", {"twin_call": True, "lockout_ms": 0, "turn_ms": 100}),
    "shouts for a pile": ("spit", {"claim": "shout", "auto_turn": True, "lockout_ms": 0, "slap_guard_ms": 0}),
    "the smaller pile": ("spit", {"claim": "slap_smaller", "auto_turn": True, "lockout_ms": 0, "slap_guard_ms": 1}),
    "a ghost": ("spit", {"ghost": True, "auto_turn": True, "lockout_ms": 0}),
    "a slam": ("spit", {"spit_card_please": True, "auto_turn": True, "lockout_ms": 0, "slap_guard_ms": 0}),
    "runs, and number slaps": ("mod_spit", {"running": True, "travel_ms": 100, "lockout_ms": 0}),
    "runs, and twins": (
        "spit",
        {"running": True, "travel_ms": 100, "twin_call": True, "lockout_ms": 0, "turn_ms": 100},
    ),
    "reversed": ("spit", {"reverse": True, "auto_turn": True, "lockout_ms": 0}),
}


def tiny(game: str, options: dict[str, object]) -> Game:
    if game == "mod_spit":
        return ModSpit(settle(ModSpitOptions, game, options), ranks="A789", suits="SHD", sizes=(1, 1, 1))
    return Spit(settle(SpitOptions, game, options), ranks="A789", suits="SHD", sizes=(1, 1, 1))


@pytest.mark.parametrize("name", TINY)
@settings(max_examples=EXAMPLES)
@given(given=deliveries(), seed=st.integers(1, 50))
def test_any_order_of_delivery_within_the_horizon_gives_the_same_match(
    name: str, given: list[Delivery], seed: int
) -> None:
    kind, options = TINY[name]
    given = of_seats(given, 2)
    setup = Setup(kind, {"countdown": 1, **options}, seed=seed)
    game = tiny(kind, options | {"countdown": 1})
    last = max(d.event.time_ns + d.late for d in given)
    results = []
    for order in (in_order(given), as_it_arrives(given)):
        match, screen = play(setup, order, game=game)
        screen.take(match.advance(last + SETTLED + HORIZON + setup.resolution_ns))
        results.append((text_of(screen.log), screen.entries, match.table))
    assert results[0] == results[1]
