"""Speahx on a given table: the rules asked directly (``Spot``), and whole matches (``seated``)."""

from collections.abc import Callable, Mapping

import pytest

from engine import phases
from engine.brain import Brain
from engine.cards import bare
from engine.chance import Chance
from engine.game import Game
from engine.games.speah.game import Speahx
from engine.games.speah.play import begin_turn
from engine.games.speah.rules import SpeahxOptions, cards_left
from engine.match import Match
from engine.options import settle
from engine.panel import CARDS, Command, Meaning
from engine.setup import Setup, seats_of
from engine.table import Draft, Effect, Zone, with_layout
from engine.units import S

Zones = Mapping[str, str]
"""What lies where, bottom to top: ``{"seat0.hand": "7H 9C", "pile": "5H", "stock": "~2D"}``; other zones are empty."""


class Spot:
    """A table of Speahx in the middle of play, and what is done to it, with no match around it. Times are seconds."""

    def __init__(self, zones: Zones, seats: int = 2, turn: int = 0, named: str = "", **options: object) -> None:
        self.game = Speahx(settle(SpeahxOptions, "speah", options), seats)
        rules = self.game.rules
        self.chance = Chance(1)
        names = (*rules.hands, *rules.chances, *(slot for slots in rules.tables for slot in slots))
        all_zones = dict.fromkeys((*names, "stock", "pile", "gone"), ())
        assert set(zones) <= set(all_zones)
        told = {bare(card) for cards in zones.values() for card in cards.split()}
        self._copy = "" if told <= set(self.game.deck) else "/1"
        given: dict[str, Zone] = {name: tuple(map(self._real, zones.get(name, "").split())) for name in all_zones}
        draft = Draft(with_layout(phases.initial(self.game), given))
        draft.set("deal", 1)
        phases.begin_deal(self.game, draft)
        for seat in range(seats):
            if not cards_left(rules, draft, seat):
                draft.set(f"place.{seat}", 1 + sum(draft.number(f"place.{n}") > 0 for n in range(seats)))
        draft.set("named", named)
        draft.phase("play")
        begin_turn(rules, draft, turn, 0)
        self.table = draft.table()
        self.effects: tuple[Effect, ...] = ()

    def do(self, command: Command, at_s: int = 0) -> tuple[Effect, ...]:
        """The seat whose turn it is gives a command, which must be legal. Returns the effects."""
        seat = self.turn
        assert self.game.refusal(self.table, seat, command) is None
        draft = Draft(self.table)
        self.game.perform(draft, seat, command, at_s * S)
        return self._done(draft, at_s)

    def play(self, cards: str) -> tuple[Effect, ...]:
        """The seat whose turn it is plays these cards in this order."""
        return self.do(self.play_of(cards))

    def play_of(self, cards: str) -> Command:
        """The play of these cards by the seat whose turn it is; from the chance cards if one of them is."""
        codes = tuple(map(self._real, cards.split()))
        chance = f"seat{self.turn}.chance"
        source = chance if set(codes) & set(self.table.zone(chance)) else f"seat{self.turn}.hand"
        if len(codes) == 1:
            return Command("play", codes[0], source, "pile")
        return Command("play", source=source, to="pile", cards=codes)

    def draw(self) -> tuple[Effect, ...]:
        """A chance card."""
        return self.do(Command("chance"))

    def pick_up(self) -> tuple[Effect, ...]:
        """The pile is picked up."""
        return self.do(Command("pick_up"))

    def try_table(self, place: int) -> tuple[Effect, ...]:
        """The seat's table card of that number is tried."""
        return self.do(Command("table", source=f"seat{self.turn}.table{place}"))

    def name(self, suit: str) -> tuple[Effect, ...]:
        """The suit that the next must follow."""
        return self.do(Command("suit", word=suit))

    def give(self, to: int) -> tuple[Effect, ...]:
        """The pile is given away."""
        return self.do(Command("give", target=to))

    def why(self, what: str | Command, seat: int | None = None) -> str | None:
        """Why these cards, or this command, are refused, or None if they are not."""
        command = self.play_of(what) if isinstance(what, str) else what
        return self.game.refusal(self.table, self.turn if seat is None else seat, command)

    def moves(self) -> set[str]:
        """The kinds of legal moves of the seat whose turn it is."""
        return {command.do for command in self.game.legal(self.table, self.turn)}

    def plays(self) -> set[str]:
        """The legal plays of the seat whose turn it is, as they are listed."""
        legal = self.game.legal(self.table, self.turn)
        return {" ".join(command.cards) or command.card for command in legal if command.do == "play"}

    def time_up(self) -> tuple[Effect, ...]:
        """The turn's time is over."""
        due = self.game.deadline(self.table, 0)
        assert due is not None
        draft = Draft(self.table)
        assert self.game.due(draft, self.chance, due, 0)
        return self._done(draft, due // S)

    def press(self, seat: int, button: str) -> Meaning:
        """Press a button that selects; a command is given if it is legal. Returns what the press meant."""
        meaning = self.key(seat, button)
        if meaning.command is not None and self.game.refusal(self.table, seat, meaning.command) is None:
            self.do(meaning.command)
            return meaning
        draft = Draft(self.table)
        for key, value in meaning.select:
            draft.set(key, value)
        self.table = draft.table()
        return meaning

    def key(self, seat: int, button: str, held: int = 0) -> Meaning:
        """What a button means now."""
        return self.game.press(self.table, seat, button, held)

    def shown(self, seat: int) -> list[str]:
        """The cards that CARD1 to CARD5 stand for."""
        return [card for button in CARDS if (card := self.key(seat, button).card)]

    def cards(self, zone: str) -> str:
        """What lies in a zone, bottom to top; told without the numbers of copies if the table was."""
        return " ".join(card.removesuffix(self._copy) for card in self.table.zone(zone))

    def said(self) -> list[tuple[int, str]]:
        """The words of the last move: (seat, key)."""
        return [(effect[1], effect[2]) for effect in self.effects if effect[0] == "say"]

    def _real(self, card: str) -> str:
        """A card told without the number of its copy is the first where there are several packs."""
        return card if bare(card) in self.game.deck else card + self._copy

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return self.table.number("turn")

    @property
    def wants(self) -> str:
        """What must be chosen now."""
        return self.table.text("wants")

    def _done(self, draft: Draft, at_s: int) -> tuple[Effect, ...]:
        self.game.settle(draft, self.chance, at_s * S)
        self.table = draft.table()
        self.effects = tuple(draft.effects)
        return self.effects


MakeSpot = Callable[..., Spot]
Seated = Callable[..., Match]


@pytest.fixture
def spot() -> MakeSpot:
    """A maker of tables: ``spot({"seat0.hand": "7H", …}, seats=3, turn=1, named="S", jokers=True)``."""
    return Spot


@pytest.fixture(scope="session")
def seated() -> Seated:
    """A maker of matches: ``seated(5, {"jokers": True}, seed=3)``."""

    def make(
        seats: int = 2,
        options: Mapping[str, object] | None = None,
        seed: int = 1,
        players: tuple[str, ...] = (),
        brains: Mapping[int, Brain] | None = None,
        game: Game | None = None,
    ) -> Match:
        given = options or {}
        names = players or ("bot:random",) * seats
        infos = seats_of(*names)
        played = game or Speahx(settle(SpeahxOptions, "speah", given), len(infos))
        return Match(Setup("speah", given, infos, seed), brains=brains, game=played)

    return make
