"""What the tests of Speed Uno speak: a round of players in virtual time, cards told by their faces.

    uno = sit_round("G7 R1", "B2 B3", "G7 Y1", start="G5")
    uno.play(0, "G7", at_ms=0)

Times are ms after the opening. Seat 0 begins unless ``start`` says otherwise (the last seat deals). Copies are numbered
by the desk. Every update is checked: each card is in one zone, and the effects give the table.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from engine.cards import bare, face_down
from engine.game import RULES
from engine.games.speed_uno.game import SpeedUno
from engine.games.speed_uno.rules import SpeedUnoOptions, face
from engine.log_lines import CommandLine, DealLine, Entry, Update
from engine.match import Match
from engine.options import settle
from engine.panel import Act, Command, Press
from engine.setup import Setup, seats_of
from engine.table import Draft, Table, with_layout
from engine.units import MS
from tests.engine.conftest import on_source, reapply

SPARE = "R1 Y2 B3 G4 R5 Y6 B8 G9 R1 Y2 B3 G4 R5 Y6 B8 G9"
"""A draw pile for tests that do not care."""


class Round:
    """A match of Speed Uno with its first hand opened."""

    def __init__(self, match: Match) -> None:
        self.match = match
        assert isinstance(match.game, SpeedUno)
        self.game: SpeedUno = match.game
        self.entries: list[Entry] = list(match.opening())
        self.opened_ns = 0
        while self.table.phase != "play":
            deadline = match.next_deadline()
            assert deadline is not None
            self.opened_ns = deadline
            self._take(match.advance(deadline))

    # What players do

    def ns(self, at_ms: float) -> int:
        """The match's time of a moment told in ms after the opening."""
        return self.opened_ns + round(at_ms * MS)

    def advance(self, to_ms: float) -> None:
        """Let time come to that moment."""
        self._take(self.match.advance(self.ns(to_ms)))

    def command(self, seat: int, command: Command, *, at_ms: float) -> CommandLine:
        """A command without a button; returns how it was judged."""
        self._take(self.match.handle(Act(seat, command, self.ns(at_ms))))
        return [line for line in self.commands(command.do) if (line.seat, line.command) == (seat, command)][-1]

    def play(self, seat: int, faces: str, *, at_ms: float) -> CommandLine:
        """Cards of the seat, told by their faces, are played together."""
        left = list(self.table.zone(f"seat{seat}.hand"))
        cards = []
        for what in faces.split():
            cards.append(next(card for card in left if face(card) == what))
            left.remove(cards[-1])
        return self.command(seat, played(f"seat{seat}.hand", cards), at_ms=at_ms)

    def say(self, seat: int, do: str, *, at_ms: float, target: int = -1, word: str = "") -> CommandLine:
        """A call, a catch, a challenge, a colour, a draw."""
        return self.command(seat, Command(do, target=target, word=word), at_ms=at_ms)

    def press(self, seat: int, button: str, *, at_ms: float, res_us: float = 100, pressed: bool = True) -> None:
        """One edge of a button; it stays down until it is let go."""
        press = Press(seat, button, pressed, self.ns(at_ms), "test", round(res_us * 1000))
        self._take(self.match.handle(press))

    def tap(self, seat: int, buttons: str, *, at_ms: float) -> None:
        """A press and a release; ``LEFT+CARD3`` is CARD3 while LEFT is down."""
        names = buttons.split("+")
        for place, button in enumerate(names):
            self.press(seat, button, at_ms=at_ms + place)
        for place, button in enumerate(reversed(names)):
            self.press(seat, button, at_ms=at_ms + 5 + place, pressed=False)

    def _take(self, update: Update) -> None:
        if update.undone:
            del self.entries[-update.undone :]
        self.entries += update.entries
        lying = Counter(bare(card) for cards in self.table.zones.values() for card in cards)
        assert lying == Counter(self.game.deck)
        assert replayed(self.entries) == (dict(self.table.zones), dict(self.table.scalars))

    # What is seen

    @property
    def table(self) -> Table:
        """The table as it now is."""
        return self.match.table

    def faces(self, zone: str) -> str:
        """A zone's faces in order."""
        return " ".join(face(card) for card in self.table.zone(zone))

    def hand(self, seat: int) -> str:
        """A hand's faces in order."""
        return self.faces(f"seat{seat}.hand")

    def holds(self, seat: int) -> int:
        """How many cards the seat has."""
        return len(self.table.zone(f"seat{seat}.hand"))

    @property
    def top(self) -> str:
        """The face on top of the discards."""
        return self.faces("discard").split()[-1]

    def scalar(self, key: str) -> Any:
        """A scalar of the table."""
        return self.table.scalars[key]

    def may_play(self, seat: int) -> set[str]:
        """The faces that the seat may play now."""
        plays = [command for command in self.match.legal(seat) if command.do == "play"]
        return {face((command.cards or (command.card,))[0]) for command in plays}

    def commands(self, do: str) -> list[CommandLine]:
        """Commands of one kind as they were judged."""
        return [entry for entry in self.entries if isinstance(entry, CommandLine) and entry.command.do == do]

    def effects(self, kind: str) -> list[tuple[Any, ...]]:
        """All effects of one kind so far."""
        return [effect for entry in self.entries for effect in entry.effects if effect[0] == kind]


def played(hand: str, cards: list[str]) -> Command:
    """The command for one card, or for several together."""
    if len(cards) == 1:
        return Command("play", cards[0], hand, "discard")
    return Command("play", source=hand, to="discard", cards=tuple(cards))


def replayed(entries: list[Entry]) -> tuple[dict[str, tuple[str, ...]], dict[str, Any]]:
    """The zones and scalars that come of every layout and effect in order."""
    table = Table({}, {})
    for entry in entries:
        draft = Draft(with_layout(table, entry.layout) if isinstance(entry, DealLine) else table)
        reapply(draft, entry.effects)
        table = draft.table()
    seats = sum(name.endswith(".hand") for name in table.zones)
    unset: dict[str, Any] = {"deal": 0, "dealer": 0, "won": -1, "beat": 0}
    unset |= {f"score.{seat}": 0 for seat in range(seats)}
    if not table.scalars.get("deal"):
        return dict(table.zones), {**unset, **{f"score.{seat}": 0 for seat in range(8)}, **table.scalars}
    return dict(table.zones), {**unset, **table.scalars}


def numbered(*zones: str) -> list[list[str]]:
    """Faces as codes: the first R7 of all is ``R7/1``, and so on."""
    seen: Counter[str] = Counter()
    told: list[list[str]] = []
    for zone in zones:
        told.append([])
        for what in zone.split():
            seen[what] += 1
            told[-1].append(f"{what}/{seen[what]}")
    return told


SitRound = Callable[..., Round]


@pytest.fixture
def sit_round() -> SitRound:
    """Give a function that deals hands as told, one a seat, and opens.

    ``start`` are the cards turned to start, the first first (more than one if it goes back); ``pile`` is the draw pile
    under it, top first; ``edition`` is that of the rules; everything else is an option of the game.
    """

    def begin(
        *hands: str, start: str = "G5", pile: str = SPARE, seed: int = 1, edition: int = RULES, **options: object
    ) -> Round:
        *held, draw = numbered(*hands, f"{start} {pile}")
        deck = [card for zone in (*held, draw) for card in zone]
        seats = len(hands)
        on_source()
        game = SpeedUno(settle(SpeedUnoOptions, "speed_uno", options), seats, edition, deck=deck)
        layout = {f"seat{seat}.hand": tuple(map(face_down, cards)) for seat, cards in enumerate(held)}
        layout |= {"draw": tuple(face_down(card) for card in reversed(draw)), "discard": ()}
        game.layout = lambda draft, chance: layout  # type: ignore[method-assign]  # a rigged deal, for tests alone
        game.prologue = lambda chance: None  # type: ignore[method-assign,assignment,return-value]  # as above
        game.draw_dealer = lambda draft, chance: draft.set("dealer", seats - 1)  # type: ignore[method-assign]  # and again
        setup = Setup("speed_uno", options, seats_of(*["bot:random"] * seats), seed)
        return Round(Match(setup, game=game))

    return begin
