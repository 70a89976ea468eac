"""Spit on a given table: the rules asked directly (``Spot``), and whole matches pressed through (``desk``).

And random play step by step (``steps``), with what must hold at every step (``check``), for Spit and Mod-Spit.
"""

from collections.abc import Callable, Mapping

import pytest

from engine import phases
from engine.chance import Chance
from engine.game import RULES
from engine.games.spit.game import Spit
from engine.games.spit.rules import MARKER, REST, SpitOptions, is_choosing, spit_piles, stock_left
from engine.log_lines import CommandLine, Entry, Update
from engine.match import Match
from engine.options import settle
from engine.panel import ACTION, Command, Meaning, Press
from engine.setup import Setup, seats_of
from engine.table import Draft, Effect, Table, Zone, with_layout
from engine.units import MS
from tests.engine.conftest import on_source
from tools.soundness import every_card_is_there_once

Zones = Mapping[str, str]
"""What lies where, bottom to top: ``{"seat0.stock2": "~2D 7H", "centre.0": "6S"}``; every other zone is empty."""


class Given(Spit):
    """Spit whose first deal is open at once on a given table, instead of being laid out."""

    def __init__(self, zones: Zones, given: Mapping[str, object], edition: int = RULES, seats: int = 2) -> None:
        super().__init__(self.settled(given), seats, edition=edition)
        rules = self.rules
        names = (*rules.centres, *rules.spits, *(stock for stocks in rules.stocks for stock in stocks), *rules.markers)
        assert set(zones) <= set(names)
        self.zones: dict[str, Zone] = {name: tuple(zones.get(name, "").split()) for name in names}
        if rules.markers:
            self.zones[REST] = () if MARKER in zones.values() else (MARKER,)

    def settled(self, given: Mapping[str, object]) -> SpitOptions:
        """The options of the game."""
        return settle(SpitOptions, "spit", given)

    def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
        """The given table first, then as always; what else a layout brings comes in either case."""
        first = not draft.number("deal")
        later = super().layout(draft, chance)
        return self.zones if first else later

    def open(self, draft: Draft, chance: Chance, now: int) -> None:
        """Nothing is turned on the given table."""
        if draft.number("deal") == 1:
            draft.phase("play")
        else:
            super().open(draft, chance, now)


class Spot:
    """A table of Spit and what is done to it, with no match around it. Times are ms.

    Play is on if all seats have stock cards; else the deal is over.
    """

    game: Given

    def __init__(self, zones: Zones, *, seats: int = 2, rules: int = RULES, **options: object) -> None:
        self.game = self._made(zones, options, rules, seats)
        self.chance = Chance(1)
        draft = Draft(phases.initial(self.game))
        layout = self.game.layout(draft, self.chance)
        draft = Draft(with_layout(draft.table(), layout))
        draft.set("deal", 1)
        phases.begin_deal(self.game, draft)
        if all(stock_left(self.game.rules, draft, seat) for seat in range(seats)):
            self.game.open(draft, self.chance, 0)
            self.game.settle(draft, self.chance, 0)
        else:
            draft.phase("over")
        self.table = draft.table()
        self.effects: tuple[Effect, ...] = ()

    def _made(self, zones: Zones, options: Mapping[str, object], rules: int, seats: int) -> Given:
        on_source()
        return Given(zones, options, rules, seats)

    def do(
        self, seat: int, do: str, card: str = "", source: str = "", to: str = "", at_ms: int = 0
    ) -> tuple[Effect, ...]:
        """Do a command, which must be legal; zones without their seat: ``stock2``. Returns the effects."""
        command = Command(do, card, self._own(seat, source), self._own(seat, to))
        assert self.game.refusal(self.table, seat, command) is None
        assert command in self.game.legal(self.table, seat)
        draft = Draft(self.table)
        self.game.perform(draft, seat, command, at_ms * MS)
        return self._settled(draft, at_ms)

    def why(self, seat: int, do: str, card: str = "", source: str = "", to: str = "") -> str | None:
        """Why such a command is refused, or None if it is not; ``legal`` agrees either way."""
        command = Command(do, card, self._own(seat, source), self._own(seat, to))
        why = self.game.refusal(self.table, seat, command)
        assert (why is None) == (command in self.game.legal(self.table, seat))
        return why

    def due(self, at_ms: int, since_ms: int = 0) -> tuple[Effect, ...]:
        """What the game does by itself, which must be due just then."""
        assert self.game.deadline(self.table, since_ms * MS) == at_ms * MS
        draft = Draft(self.table)
        self.game.due(draft, self.chance, at_ms * MS, since_ms * MS)
        return self._settled(draft, at_ms)

    def cap(self, at_ms: int = 0) -> tuple[Effect, ...]:
        """The deal reaches its cap."""
        draft = Draft(self.table)
        draft.phase("cap")
        self.game.cap(draft, self.chance, at_ms * MS)
        return self._settled(draft, at_ms)

    def deal(self) -> tuple[Effect, ...]:
        """The next deal, laid out and ready to be opened; returns the effects before it."""
        draft = Draft(self.table)
        layout = self.game.layout(draft, self.chance)
        draft.set("deal", draft.number("deal") + 1)
        gathered = tuple(draft.effects)
        dealt = Draft(with_layout(draft.table(), layout))
        phases.begin_deal(self.game, dealt)
        self.table = dealt.table()
        return gathered

    def open(self) -> tuple[Effect, ...]:
        """The opening of the deal."""
        draft = Draft(self.table)
        self.game.open(draft, self.chance, 0)
        return self._settled(draft, 0)

    def set(self, key: str, value: str) -> None:
        """Set a scalar, as a button does."""
        draft = Draft(self.table)
        draft.set(key, value)
        self.table = draft.table()

    def key(self, seat: int, button: str, held: int = 0) -> Meaning:
        """What a button means now."""
        return self.game.press(self.table, seat, button, held)

    def zone(self, name: str) -> str:
        """What lies in a zone, bottom to top."""
        return " ".join(self.table.zone(name))

    def is_stuck(self) -> bool:
        """True if nobody can go on."""
        return self.table.flag("stuck")

    def _own(self, seat: int, zone: str) -> str:
        return zone if not zone or "." in zone else f"seat{seat}.{zone}"

    def _settled(self, draft: Draft, at_ms: int) -> tuple[Effect, ...]:
        self.game.settle(draft, self.chance, at_ms * MS)
        self.table = draft.table()
        self.effects = tuple(draft.effects)
        return self.effects


class Desk:
    """A match of two people on a given table. Times are ms since the opening."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.entries: list[Entry] = list(match.opening())
        for seat in (0, 1):
            self._tell(match.handle(Press(seat, ACTION, True, 1 + seat, "fake")))
            self._tell(match.handle(Press(seat, ACTION, False, 3 + seat, "fake")))
        self.zero_ns = 0
        while match.table.phase != "play":
            self.zero_ns = match.next_deadline() or 0
            self._tell(match.advance(self.zero_ns))

    def press(self, seat: int, button: str, at_ms: float, res_us: int = 0) -> CommandLine | None:
        """Press a button; returns the command as it was judged, if it was one."""
        self.advance(at_ms - 0.001)
        update = self.match.handle(Press(seat, button, True, self.ns(at_ms), "fake", res_us * 1000))
        self._tell(update)
        return next((entry for entry in update.entries if isinstance(entry, CommandLine) and entry.seat == seat), None)

    def release(self, seat: int, button: str, at_ms: float) -> None:
        """Let a button go."""
        self._tell(self.match.handle(Press(seat, button, False, self.ns(at_ms), "fake")))

    def tap(self, seat: int, button: str, at_ms: float) -> CommandLine | None:
        """Press a button and let it go 20 ms later."""
        line = self.press(seat, button, at_ms)
        self.release(seat, button, at_ms + 20)
        return line

    def advance(self, to_ms: float) -> None:
        """Let time pass."""
        self._tell(self.match.advance(self.ns(to_ms)))

    def ns(self, at_ms: float) -> int:
        """CLOCK_MONOTONIC of a moment."""
        return self.zero_ns + round(at_ms * MS)

    @property
    def phase(self) -> str:
        """The match's phase."""
        return self.match.table.phase

    def commands(self, do: str) -> list[CommandLine]:
        """Every command of that kind so far, as it was judged."""
        return [entry for entry in self.entries if isinstance(entry, CommandLine) and entry.command.do == do]

    def effects(self) -> list[Effect]:
        """Every effect so far."""
        return [effect for entry in self.entries for effect in entry.effects]

    def _tell(self, update: Update) -> None:
        if update.undone:
            del self.entries[-update.undone :]
        self.entries += update.entries


MakeDesk = Callable[..., Desk]
MakeSpot = Callable[..., Spot]


@pytest.fixture
def desk() -> MakeDesk:
    """A maker of matches on a given table: ``desk({"seat0.stock1": "7H", …}, claim="winner")``."""

    def make(zones: Zones, seed: int = 1, rules: int = RULES, **options: object) -> Desk:
        setup = Setup("spit", options, seats_of("human", "human"), seed)
        on_source()
        return Desk(Match(setup, game=Given(zones, options, rules)))

    return make


@pytest.fixture
def spot() -> MakeSpot:
    """A maker of tables: ``spot({"seat0.stock1": "7H", …}, auto_turn=True)``."""
    return Spot


def check(game: Spit, table: Table) -> None:
    """GEN-6, and what Spit adds: piles of one run each, and nobody hears of a face-down card."""
    rules = game.rules
    assert every_card_is_there_once(game, table)
    for seat, stocks in enumerate(rules.stocks):
        for stock in stocks:
            up = [card[0] for card in table.zone(stock) if card[0] != "~"]
            assert len(set(up)) <= 1 and all(card[0] == "~" for card in table.zone(stock)[: -len(up) or None])
        assert not any(
            "~" in card and card != "~?" for cards in game.view(table, seat).zones.values() for card in cards
        )
        assert all(game.refusal(table, seat, command) is None for command in game.legal(table, seat))
    if table.phase == "play":
        commands = [command.do for seat in rules.all_seats for command in game.legal(table, seat)]
        assert not (table.flag("stuck") and {"play", "turn"}.intersection(commands))
        if not rules.is_many or not is_choosing(table):
            assert table.flag("stuck") == (not any(game.can_go_on(table, seat) for seat in rules.all_seats))
        else:
            assert set(commands) == {"slap"}
    if table.phase == "slap":
        assert len(spit_piles(rules, table)) == 2 or rules.options.reverse or rules.markers
