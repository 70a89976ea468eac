"""The lessons: each game in three situations, each with a posed table, a few presses and a few words.

`LESSONS` contains the tables; `Demonstration` asks the game itself for the meaning and the effect of each press, so a
lesson always agrees with the rules. `cabinet.scenes.howto` draws it.

Zone names are relative to the demonstrated player: ``me.hand1``, ``you.stock``, further seats ``she``, ``he``. The
piles in the middle, and LEFT and RIGHT, are given for seat 0; for seat 1 they are exchanged, so that each plays on the
nearer pile. A pile is written as its top card and its size, ``9D*3``; face down, ``~9D*3``; the cards below the top
are irrelevant.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from engine import phases
from engine.cards import bare, face_down
from engine.chance import Chance
from engine.effects import Effect, Scalar
from engine.games import find_game
from engine.panel import BUTTONS, LEFT, RIGHT, Command, Meaning
from engine.record import CommandLine
from engine.screen import Screen, keys_on, of_seat
from engine.table import Draft, Table, Zone, with_layout

PEOPLE: Final = ("me", "you", "she", "he")
"""The seats, clockwise from the demonstrated player's."""
MIRRORED: Final = MappingProxyType({LEFT: RIGHT, RIGHT: LEFT})


@dataclass(frozen=True)
class Lesson:
    """One screen: the key of its text in the catalogue, the table, and the buttons to press, in order.

    Zones that are not named are empty. `scalars` override those that a deal begins with; a text in `PEOPLE` stands for
    that player's seat. `look`: the piles to point at in a lesson without presses.
    """

    words: str
    zones: Mapping[str, str]
    presses: tuple[str, ...] = ()
    scalars: Mapping[str, Scalar] = field(default_factory=dict)
    phase: str = "play"
    seats: int = 2
    look: tuple[str, ...] = ()


def _row(name: str, cards: str) -> dict[str, str]:
    """Return the zones of slots or piles in a row; ``_`` is an empty zone."""
    return {f"{name}{number}": "" if card == "_" else card for number, card in enumerate(cards.split(), 1)}


def _speed(mine: str, yours: str, left: str, right: str, stock: str = "~QC*9") -> dict[str, str]:
    rows = _row("me.hand", mine) | _row("you.hand", yours)
    piles = {"me.stock": stock, "you.stock": "~2S*8", "reserve.0": "~2C*4", "reserve.1": "~2C*4"}
    return {**rows, **piles, "centre.0": left, "centre.1": right}


def _spit(mine: str, yours: str, left: str, right: str) -> dict[str, str]:
    rows = _row("me.stock", mine) | _row("you.stock", yours)
    return {**rows, "me.spit": "~2S*8", "you.spit": "~2S*8", "centre.0": left, "centre.1": right}


def _uno(mine: str, top: str) -> dict[str, str]:
    others = {"you.hand": "Y1 B2 R3 G4", "she.hand": "B1 Y2 Y4 G4 R6", "he.hand": "Y5 B4 Y9"}
    return {"me.hand": mine, **others, "draw": "~R9*40", "discard": f"{top}*6"}


def _speahx(mine: str, pile: str) -> dict[str, str]:
    tables = {f"{who}.table{number}": "~2S" for who in ("me", "you") for number in range(1, 6)}
    return {**tables, "me.hand": mine, "you.hand": "2S 3S 4D 5S", "stock": "~5D*20", "pile": pile, "gone": ""}


LESSONS: Final[Mapping[str, tuple[Lesson, ...]]] = MappingProxyType(
    {
        "speed": (
            Lesson(
                "howto.play",
                _speed("JS 7D 8H TC KD", "4S JD QH 4C TS", "7C*5", "2D*5"),
                ("CARD3", "CARD2"),
            ),
            Lesson("howto.both", _speed("QS 9D 6H TC KD", "3S JD QH AC TS", "7C*5", "5D*5"), ("CARD3", "RIGHT")),
            Lesson("howto.out", _speed("_ _ 4S _ _", "9S JD QH AC TS", "7C*9", "5D*12", ""), ("CARD3",)),
        ),
        "spit": (
            Lesson(
                "howto.play",
                _spit("JS 7D*2 8H*3 TC*4 KD*5", "4S JD*2 QH*3 4C*4 TS*5", "7C*3", "2D*3"),
                ("CARD3", "CARD2"),
            ),
            Lesson(
                "howto.turn",
                _spit("JS ~8H*2 TS*3 KC*2 ~4D*5", "4S JD*2 QH*3 4C*4 TS*5", "7C*5", "2D*6"),
                ("CARD2", "CARD2"),
            ),
            Lesson("howto.slap", _spit("_ _ _ _ _", "4S JD*2 QH*3 _ TS*5", "7C*12", "2D*3"), ("RIGHT",), phase="slap"),
        ),
        "mod_spit": (
            Lesson("howto.play", _spit("JS 7D 8H TC KD", "4S JD QH 4C TS", "7C*3", "2D*3"), ("CARD3", "CARD2")),
            Lesson(
                "howto.multiply",
                _spit("JS 7D 9H TC KD", "6S JD QH 9C TS", "3H*3", "4C*4"),
                look=("centre.0", "centre.1"),
            ),
            Lesson("howto.number", _spit("JS 7D 9H TC KD", "6S JD QH 9C TS", "3H*3", "4C*4"), ("ACTION",)),
        ),
        "speed_uno": (
            Lesson("howto.follow", _uno("R8 B2 G7 Y1 B9", "R5"), ("CARD1",), {"turn": "me", "colour": "R"}, seats=4),
            Lesson(
                "howto.exact",
                _uno("R8 B2 G7/2 Y1 B9", "G7"),
                ("CARD2",),
                {"turn": "he", "colour": "G", "exact": True},
                seats=4,
            ),
            Lesson("howto.uno", _uno("R8 B2", "R5"), ("CARD1", "ACTION"), {"turn": "me", "colour": "R"}, seats=4),
        ),
        "speah": (
            Lesson("howto.suit", _speahx("3C 4S 8D JH QS", "8H*7"), ("CARD4", "ACTION"), {"turn": "me"}),
            Lesson("howto.chance", _speahx("3C 4S 5C QS KC", "8H*7"), ("ACTION", "CARD1"), {"turn": "me"}),
            Lesson("howto.ten", _speahx("3C 4S 7C TS QC", "8H*9"), ("CARD4", "ACTION"), {"turn": "me"}),
        ),
    }
)
"""Three lessons for each game, by its id."""


class Demonstration:
    """A lesson in progress: the game, the table and the buttons. `me` is the demonstrated seat, 0 or 1."""

    def __init__(self, game: str, lesson: Lesson, me: int = 0) -> None:
        self.me = me
        self.presses = tuple(MIRRORED.get(button, button) if me else button for button in lesson.presses)
        """The buttons to press, in order."""
        self.seats = lesson.seats
        self.look = tuple(map(self._zone, lesson.look))
        """The zones to point at."""
        self.game = find_game(game)({}, lesson.seats)
        self._chance = Chance(1)
        self.table = self._posed(lesson)

    def screen(self) -> Screen:
        """Return the screen as the demonstrated seat may see it. No deadline passes in a lesson."""
        held = (0,) * self.seats
        shown = of_seat(self.game, self.table, self.me, held)
        keys = [self.game.keys(self.table, seat, 0) for seat in range(self.seats)]
        told = [
            own if seat == self.me else keys_on(shown, self.game, self.table, seat, own, 0)
            for seat, own in enumerate(keys)
        ]
        return Screen(shown, tuple(told), tuple(self.game.row(shown, seat) for seat in range(self.seats)))

    def meaning(self, button: str) -> Meaning:
        """Return the present meaning of a button of the demonstrated seat."""
        return self.game.keys(self.table, self.me, 0)[BUTTONS.index(button)]

    def press(self, button: str, now: int) -> CommandLine:
        """Press a button; return the entry that a match would make of it at `now` (ns)."""
        meaning = self.meaning(button)
        draft = Draft(self.table)
        command = meaning.command
        if command is not None and self.game.refusal(self.table, self.me, command) is None:
            self.game.perform(draft, self.me, command, now)
            self._settle(draft, now)
        else:
            for key, value in meaning.select:
                draft.set(key, value)
        effects: tuple[Effect, ...] = tuple(draft.effects)
        self.table = draft.table()
        return CommandLine(now, self.me, command or Command(""), True, effects)

    # Posing

    def _posed(self, lesson: Lesson) -> Table:
        """Return the table of a lesson, with the scalars of a new deal unless the lesson overrides them.

        Raises ValueError for zones that the game does not have.
        """
        begun = Draft(phases.initial(self.game))
        names = self.game.layout(begun, self._chance)
        given = {self._zone(name): _cards(text, self.game.deck) for name, text in lesson.zones.items()}
        draft = Draft(with_layout(begun.table(), {name: given.pop(name, ()) for name in names}))
        if given:
            raise ValueError(f"{self.game.info.id} has no zones {', '.join(given)}")
        draft.set("deal", 1)
        phases.begin_deal(self.game, draft)
        draft.phase(lesson.phase)
        for key, value in lesson.scalars.items():
            draft.set(key, self._seat(value) if value in PEOPLE else value)
        if lesson.phase == "play":
            self._settle(draft, 0)
        return draft.table()

    def _settle(self, draft: Draft, now: int) -> None:
        """Let the game settle, but clear "stuck": a lesson shows one rule, and its table may allow no other move."""
        self.game.settle(draft, self._chance, now)
        if draft.flag("stuck"):
            draft.set("stuck", False)
            draft.set("turn_at", 0)

    def _seat(self, who: Scalar) -> int:
        """Return the seat of one of `PEOPLE`, clockwise from the demonstrated seat."""
        return (self.me + PEOPLE.index(str(who))) % self.seats

    def _zone(self, name: str) -> str:
        who, _, rest = name.partition(".")
        if who in ("centre", "reserve"):
            return f"{who}.{(int(rest) + self.me) % 2}"
        return f"seat{self._seat(who)}.{rest}" if who in PEOPLE else name


def _cards(text: str, deck: Container[str]) -> Zone:
    """Return the cards of a zone, bottom to top."""
    return tuple(card for pile in text.split() for card in _pile(pile, deck))


def _pile(text: str, deck: Container[str]) -> Zone:
    """Parse a pile, its top card and its size; without a copy number, take the first copy in a deck of several."""
    top, _, size = text.partition("*")
    if bare(top) not in deck:
        top = f"{top}/1"
    return (*[face_down(bare(top))] * (int(size or 1) - 1), top)
