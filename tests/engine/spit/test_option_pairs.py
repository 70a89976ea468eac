"""Every allowed pair of Spit's options, and of Mod-Spit's, played at random: nowhere a dead end (GEN-6, GEN-8)."""

from itertools import combinations

import pytest

from engine.errors import OptionError
from engine.games.mod_spit import ModSpit
from engine.games.spit import Spit
from engine.match import Match
from engine.options import GENERAL, Option, Value
from engine.panel import Act
from engine.setup import Setup, seats_of
from tests.engine.spit.random_play import steps

LEAVE_OUT = {option.name for option in GENERAL} | {"length", "custom_rules"}


def values(option: Option) -> list[Value]:
    """The values of an option besides its default, or the ends of what it takes."""
    ends = option.choices or option.span or ()
    return [value for value in ends if value != option.default]


def pairs(game: type[Spit]) -> list[dict[str, Value]]:
    """Every two options, each with every value that it has besides its default."""
    given = [
        (option.name, value)
        for option in game.info.options
        if option.name not in LEAVE_OUT
        for value in values(option)
        if (option.name, value) != ("rule", "custom")
    ]
    both = [{one[0]: one[1], other[0]: other[1]} for one, other in combinations(given, 2) if one[0] != other[0]]
    return [{"packs": 2, **options} if "piles" in options else options for options in both]


@pytest.mark.parametrize("game", [Spit, ModSpit])
def test_gen_6_no_pair_of_options_leads_to_a_dead_end(game: type[Spit]) -> None:
    played = 0
    for number, options in enumerate(pairs(game)):
        try:
            setup = Setup(game.info.id, {"length": 1, **options}, seats_of("bot:random", "bot:random"), number)
            match = Match(setup)
        except OptionError as error:
            assert all(name in str(error) for name in options if name != "packs"), error
            continue
        cards = sorted(match.game.deck)
        for now, seat, command in steps(match, number):
            if command is not None:
                match.handle(Act(seat, command, now))
            match.advance(now)
        lying = [card.lstrip("~") for zone in match.table.zones.values() for card in zone]
        assert match.outcome is not None and sorted(lying) == cards, options
        played += 1
    assert played > 150
