"""The order in which presses are delivered decides nothing, with number slaps, twins, slams and shouts for a pile."""

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from engine.game import Game
from engine.games.mod_spit import ModSpit
from engine.games.spit import Spit
from engine.log import text_of
from engine.setup import Setup
from tests.engine.test_delivery_order import (
    EXAMPLES,
    HORIZON,
    SETTLED,
    Delivery,
    by_arrival,
    deliveries,
    in_order,
    of_seats,
    play,
)

TINY: dict[str, tuple[type[Spit], dict[str, object]]] = {
    "number slaps": (ModSpit, {"lockout_ms": 0}),
    "number slaps by a drawn rule": (ModSpit, {"rule": "drawn", "slap_grace_ms": 1000, "turn_ms": 100}),
    "twins": (Spit, {"twin_call": True, "lockout_ms": 0, "turn_ms": 100}),
    "shouts for a pile": (Spit, {"claim": "shout", "auto_turn": True, "lockout_ms": 0, "slap_guard_ms": 0}),
    "the smaller pile": (Spit, {"claim": "slap_smaller", "auto_turn": True, "lockout_ms": 0, "slap_guard_ms": 1}),
    "a ghost": (Spit, {"ghost": True, "auto_turn": True, "lockout_ms": 0}),
    "a slam": (Spit, {"spit_card_please": True, "auto_turn": True, "lockout_ms": 0, "slap_guard_ms": 0}),
    "runs, and number slaps": (ModSpit, {"running": True, "travel_ms": 100, "lockout_ms": 0}),
    "runs, and twins": (Spit, {"running": True, "travel_ms": 100, "twin_call": True, "lockout_ms": 0, "turn_ms": 100}),
    "reversed": (Spit, {"reverse": True, "auto_turn": True, "lockout_ms": 0}),
}


@pytest.mark.parametrize("name", TINY)
@settings(max_examples=EXAMPLES)
@given(given=deliveries(), seed=st.integers(1, 50))
def test_any_order_of_delivery_within_the_horizon_gives_the_same_match(
    name: str, given: list[Delivery], seed: int
) -> None:
    kind, options = TINY[name]
    given = of_seats(given, 2)
    setup = Setup(kind.info.id, {"countdown": 1, **options}, seed=seed)
    game: Game = kind(options | {"countdown": 1}, ranks="A789", suits="SHD", sizes=(1, 1, 1))
    last = max(d.event.time_ns + d.late for d in given)
    results = []
    for order in (in_order(given), sorted(given, key=by_arrival)):
        match, screen = play(setup, order, game=game)
        screen.take(match.advance(last + SETTLED + HORIZON + setup.resolution_ns))
        results.append((text_of(screen.log), screen.told, match.table))
    assert results[0] == results[1]
