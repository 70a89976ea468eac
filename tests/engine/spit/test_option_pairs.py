"""Every allowed pair of the options of Spit, Speed and Mod-Spit, the number of seats among them, played at random:
nowhere a dead end, and GEN-6 at every step (GEN-8, GEN-10). Of what has no names, one end stands for all."""

import re
from itertools import product
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from engine.errors import OptionError
from engine.game import Game
from engine.games.mod_spit.game import ModSpit
from engine.games.speed.game import Speed
from engine.games.speed.rules import EXCLUSIONS as SPEED_EXCLUSIONS
from engine.games.spit.game import Spit
from engine.games.spit.rules import EXCLUSIONS as SPIT_EXCLUSIONS
from engine.match import Match
from engine.options import Exclusion
from engine.panel import Act
from engine.setup import Setup, seats_of
from tests.engine.option_sets import LEAVE_OUT, NEEDS, SHORT, at_table, is_allowed, pairs, values
from tests.engine.spit.random_play import steps

pytestmark = pytest.mark.once

GAMES: tuple[type[Game], ...] = (Spit, Speed, ModSpit)


def begin(game: type[Game], options: dict[str, Any], seed: int) -> Match:
    """A short match of random bots. Raises OptionError for options that exclude each other."""
    given, seats = at_table({**SHORT[game.info.id], **options})
    return Match(Setup(game.info.id, given, seats_of(*["bot:random"] * seats), seed))


def play(match: Match, seed: int) -> None:
    """Play at random to the end, and look at the table after every step."""
    cards = sorted(match.game.deck)
    for now, seat, command in steps(match, seed):
        if command is not None:
            match.handle(Act(seat, command, now))
        match.advance(now)
        look(match.game, match, cards)
    assert match.outcome is not None


def look(game: Game, match: Match, cards: list[str]) -> None:
    """GEN-6: every card in one zone; what is legal is not refused; stuck means that nobody has a play."""
    table = match.table
    assert sorted(card.lstrip("~") for zone in table.zones.values() for card in zone) == cards
    is_stuck = table.flag("stuck")
    for seat in range(game.seats):
        for command in match.legal(seat):
            assert game.refusal(table, seat, command) is None
            assert not (is_stuck and command.do in ("play", "turn", "refill", "draw"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.id)
def test_gen_6_no_pair_of_options_leads_to_a_dead_end(game: type[Game]) -> None:
    played = refused = 0
    for number, options in enumerate(pairs(game)):
        try:
            match = begin(game, options, number)
        except OptionError as error:
            assert "exclude each other" in str(error) and sum(name in str(error) for name in options) > 1, error
            refused += 1
            continue
        play(match, number)
        played += 1
    assert played > 80
    assert refused > 0 or game is ModSpit


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.id)
@settings(max_examples=15, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data(), seed=st.integers(0, 10_000))
def test_gen_6_nor_does_any_set_of_options(game: type[Game], data: st.DataObject, seed: int) -> None:
    named = {
        option.name: st.sampled_from([option.default, *values(option)])
        for option in game.info.options
        if option.name not in LEAVE_OUT
    }
    named["seats"] = st.integers(*game.info.seats)
    options = data.draw(st.fixed_dictionaries({}, optional=named).filter(lambda some: is_allowed(game, some)))
    play(begin(game, options, seed), seed)


@pytest.mark.parametrize(("game", "table"), [(Spit, SPIT_EXCLUSIONS), (Speed, SPEED_EXCLUSIONS)])
def test_gen_10_what_excludes_what_stands_in_a_table_with_the_reason_which_is_told(
    game: type[Game], table: tuple[Exclusion, ...]
) -> None:
    known = {option.name: option for option in game.info.options}
    for one, of, other, excluded, why in table:
        for value, against in product(of, excluded):
            options = {**NEEDS.get((one, value), {}), **NEEDS.get((other, against), {}), one: value, other: against}
            assert all(name == "seats" or known[name].check(options[name]) == options[name] for name in options)
            with pytest.raises(OptionError, match=f"exclude each other: {re.escape(why)}"):
                begin(game, options, 0)
