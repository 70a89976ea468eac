"""Mod-Spit on a given table: the rules asked directly (``place``), and whole matches pressed through (``duel``)."""

from collections.abc import Callable, Mapping

import pytest

from engine import phases
from engine.chance import Chance
from engine.effects import Effect
from engine.games.mod_spit.game import ModSpit
from engine.games.mod_spit.rules import ModSpitOptions
from engine.log_lines import CommandLine, Entry, Update
from engine.match import Match
from engine.options import settle
from engine.panel import ACTION, Command, Press
from engine.setup import Setup, seats_of
from engine.table import Draft, Zone, with_layout
from engine.units import MS

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


class Given(ModSpit):
    """Mod-Spit whose first deal is open at once on a given table, instead of being laid out."""

    def __init__(self, zones: Mapping[str, str], given: Mapping[str, object]) -> None:
        super().__init__(settle(ModSpitOptions, "mod_spit", given))
        rules = self.rules
        names = (*rules.centres, *rules.spits, *(stock for stocks in rules.stocks for stock in stocks))
        assert set(zones) <= set(names)
        self.zones: dict[str, Zone] = {name: tuple(zones.get(name, "").split()) for name in names}

    def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
        """The given table first, then as always; the rule is agreed on in either case."""
        first = not draft.number("deal")
        later = super().layout(draft, chance)
        return self.zones if first else later

    def open(self, draft: Draft, chance: Chance, now: int) -> None:
        """Nothing is turned on the given table."""
        if draft.number("deal") == 1:
            draft.phase("play")
        else:
            super().open(draft, chance, now)


class Place:
    """A table of Mod-Spit and what is done to it, with no match around it. Times are ms."""

    def __init__(self, zones: Mapping[str, str] = ZONES, **options: object) -> None:
        self.game = Given(zones, options)
        self.chance = Chance(1)
        draft = Draft(phases.initial(self.game))
        layout = self.game.layout(draft, self.chance)
        draft = Draft(with_layout(draft.table(), layout))
        draft.set("deal", 1)
        phases.begin_deal(self.game, draft)
        self.game.open(draft, self.chance, 0)
        self.game.settle(draft, self.chance, 0)
        self.table = draft.table()

    def do(
        self, seat: int, do: str, card: str = "", source: str = "", to: str = "", *, at_ms: int
    ) -> tuple[Effect, ...]:
        """Do a command, which must be legal; returns the effects."""
        command = Command(do, card, source, to)
        assert self.why(seat, do, card, source, to) is None
        draft = Draft(self.table)
        self.game.perform(draft, seat, command, at_ms * MS)
        return self._settled(draft, at_ms)

    def why(self, seat: int, do: str, card: str = "", source: str = "", to: str = "") -> str | None:
        """Why such a command is refused, or None if it is not; ``legal`` agrees either way."""
        command = Command(do, card, source, to)
        why = self.game.refusal(self.table, seat, command)
        assert (why is None) == (command in self.game.legal(self.table, seat))
        return why

    def due(self, at_ms: int) -> tuple[Effect, ...]:
        """What the game does by itself, which must be due just then."""
        assert self.game.deadline(self.table, 0) == at_ms * MS
        draft = Draft(self.table)
        self.game.due(draft, self.chance, at_ms * MS, 0)
        return self._settled(draft, at_ms)

    def zone(self, name: str) -> str:
        """What lies in a zone, bottom to top."""
        return " ".join(self.table.zone(name))

    def _settled(self, draft: Draft, at_ms: int) -> tuple[Effect, ...]:
        self.game.settle(draft, self.chance, at_ms * MS)
        self.table = draft.table()
        return tuple(draft.effects)


class Duel:
    """A match of two people on a given table. Times are ms since the opening."""

    def __init__(self, zones: Mapping[str, str], seed: int = 1, **options: object) -> None:
        self.match = Match(Setup("mod_spit", options, seats_of("human", "human"), seed), game=Given(zones, options))
        self.entries: list[Entry] = list(self.match.opening())
        for seat in (0, 1):
            self._tell(self.match.handle(Press(seat, ACTION, True, 1 + seat, "fake")))
            self._tell(self.match.handle(Press(seat, ACTION, False, 3 + seat, "fake")))
        self.zero_ns = 0
        while self.match.table.phase != "play":
            self.zero_ns = self.match.next_deadline() or 0
            self._tell(self.match.advance(self.zero_ns))

    def press(self, seat: int, button: str, at_ms: float, res_us: int = 0) -> None:
        """Press a button."""
        self._tell(
            self.match.handle(Press(seat, button, True, self.zero_ns + round(at_ms * MS), "fake", res_us * 1000))
        )

    def advance(self, to_ms: float) -> None:
        """Let time pass."""
        self._tell(self.match.advance(self.zero_ns + round(to_ms * MS)))

    def slaps(self) -> list[CommandLine]:
        """Every number slap so far, as it was judged."""
        lines = (entry for entry in self.entries if isinstance(entry, CommandLine))
        return [line for line in lines if line.command.do == "number_slap"]

    def _tell(self, update: Update) -> None:
        if update.undone:
            del self.entries[-update.undone :]
        self.entries += update.entries


MakePlace = Callable[..., Place]
MakeDuel = Callable[..., Duel]


@pytest.fixture
def place() -> MakePlace:
    """A maker of tables: ``place(ZONES, slap_grace_ms=0)``."""
    return Place


@pytest.fixture
def duel() -> MakeDuel:
    """A maker of matches: ``duel(ZONES, seed=3)``."""
    return Duel


@pytest.fixture
def wrong() -> dict[str, str]:
    """A table on which a number slap is wrong."""
    return dict(ZONES)


@pytest.fixture
def right() -> dict[str, str]:
    """A table on which a number slap is right."""
    return dict(RIGHT_ZONES)
