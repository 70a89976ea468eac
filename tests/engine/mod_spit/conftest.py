"""Mod-Spit on a given table: the rules asked directly (``place``), and whole matches pressed through (``duel``)."""

from collections.abc import Callable, Mapping

import pytest

from engine.games.mod_spit.game import ModSpit
from engine.games.mod_spit.rules import ModSpitOptions
from engine.log_lines import CommandLine
from engine.match import Match
from engine.options import settle
from engine.panel import Press
from engine.setup import Setup, seats_of
from tests.engine.spit.conftest import Desk, Given, Spot, Zones

ZONES = {
    "seat0.stock1": "3H",
    "seat0.spit": "~2S ~9D",
    "seat1.stock1": "JD",
    "seat1.spit": "~4S ~TC",
    "centre.0": "QH AS",
    "centre.1": "KD",
}
"""Ace and king on top: 13 leaves 6, which is no prime."""
RIGHT_ZONES = {**ZONES, "centre.0": "5S", "centre.1": "AC AD"}
"""Five and ace: 5 is prime."""


class GivenModSpit(Given, ModSpit):
    """Mod-Spit whose first deal is open at once on a given table; the rule is agreed on all the same."""

    def settled(self, given: Mapping[str, object]) -> ModSpitOptions:
        """The options of the game."""
        return settle(ModSpitOptions, "mod_spit", given)


class Place(Spot):
    """A table of Mod-Spit and what is done to it, with no match around it. Times are ms."""

    game: GivenModSpit

    def __init__(self, zones: Zones = ZONES, **options: object) -> None:
        super().__init__(zones, **options)

    def _made(self, zones: Zones, options: Mapping[str, object]) -> GivenModSpit:
        return GivenModSpit(zones, options)


class Duel(Desk):
    """A match of two people on a given table. Times are ms since the opening."""

    def press(self, seat: int, button: str, at_ms: float, res_us: int = 0) -> None:
        """Press a button, without letting time pass before."""
        self._tell(self.match.handle(Press(seat, button, True, self.ns(at_ms), "fake", res_us * 1000)))

    def slaps(self) -> list[CommandLine]:
        """Every number slap so far, as it was judged."""
        return self.commands("number_slap")


MakePlace = Callable[..., Place]
MakeDuel = Callable[..., Duel]


@pytest.fixture
def place() -> MakePlace:
    """A maker of tables: ``place(ZONES, slap_grace_ms=0)``."""
    return Place


@pytest.fixture
def duel() -> MakeDuel:
    """A maker of matches: ``duel(ZONES, seed=3)``."""

    def make(zones: Zones, seed: int = 1, **options: object) -> Duel:
        setup = Setup("mod_spit", options, seats_of("human", "human"), seed)
        return Duel(Match(setup, game=GivenModSpit(zones, options)))

    return make


@pytest.fixture
def wrong() -> dict[str, str]:
    """A table on which a number slap is wrong."""
    return dict(ZONES)


@pytest.fixture
def right() -> dict[str, str]:
    """A table on which a number slap is right."""
    return dict(RIGHT_ZONES)
