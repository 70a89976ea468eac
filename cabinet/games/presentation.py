"""The presentation of a game, found by the game's id: the types, and helpers to write one down.

Zone names in a lesson are relative to the demonstrated player: ``me.hand1``, ``you.stock``, further seats ``she``,
``he``. The piles in the middle, and LEFT and RIGHT, are given for seat 0; for seat 1 they are exchanged, so that each
plays on the nearer pile. A pile is written as its top card and its size, ``9D*3``; face down, ``~9D*3``; the cards
below the top are irrelevant.
"""

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from typing import Final

import msgspec
from msgspec.structs import replace

from engine.options import OptionValues
from engine.table import Scalar

PEOPLE: Final = ("me", "you", "she", "he")
"""The seats, clockwise from the demonstrated player's."""


class Lesson(msgspec.Struct, frozen=True):
    """One screen: the key of its text in the catalogue, the table, and the buttons to press, in order.

    Zones that are not named are empty. `scalars` override those that a deal begins with; a text in `PEOPLE` stands for
    that player's seat. `look`: the piles to point at in a lesson without presses. `options`: those that the lesson is
    about and its table has, besides the defaults. `hidden` is the key of the text while the hand lies hidden, in a game
    that hides it by default: LEFT is held first, to look. `instead_of`: the key of the lesson whose place it
    takes in matches with its options.
    """

    words: str
    zones: Mapping[str, str]
    presses: tuple[str, ...] = ()
    scalars: Mapping[str, Scalar] = msgspec.field(default_factory=dict)
    phase: str = "play"
    seats: int = 2
    look: tuple[str, ...] = ()
    options: OptionValues = msgspec.field(default_factory=dict)
    hidden: str = ""
    instead_of: str = ""

    @property
    def is_hidden(self) -> bool:
        """Whether the hand lies hidden until LOOK is held."""
        return bool(self.hidden) and self.options.get("cards_seen", "peek") == "peek"

    @property
    def text(self) -> str:
        """The key of its text."""
        return self.hidden if self.is_hidden else self.words


class Label(msgspec.Struct, frozen=True):
    """A text of a plan, from one zone to another; `down` is its height there: 0 the upper edge, 1 the lower one."""

    words: str
    first: str
    last: str
    down: float = 0.5


class Presentation(msgspec.Struct, frozen=True):
    """How people see a game. `words` are texts by their keys in the catalogue, `emblem` the cards above its name.

    `variations` are further lessons, each for matches with its options only. `has_coloured_cards`: no seat is called by
    its colour at the table. `tint` is the colour of its tile on the title, dark enough for white words.
    """

    words: Mapping[str, str]
    lessons: tuple[Lesson, ...]
    emblem: tuple[str, ...]
    plan: tuple[Label, ...]
    variations: tuple[Lesson, ...] = ()
    has_coloured_cards: bool = False
    tint: tuple[int, int, int] = (52, 58, 74)

    def lessons_for(self, options: Mapping[str, object]) -> tuple[Lesson, ...]:
        """Return the lessons of a match with these options; those that are left out have their defaults."""
        played = [lesson for lesson in self.variations if lesson.options.items() <= options.items()]
        seen = options.get("cards_seen", "peek")
        own = [
            replace(each, options={"cards_seen": str(seen)}) if each.hidden and seen != "peek" else each
            for each in self.lessons
        ]
        taken = {each.instead_of: each for each in played if each.instead_of}
        further = (each for each in played if not each.instead_of)
        return (*(taken.get(each.words, each) for each in own), *further)


def presentation_of(game: str) -> Presentation:
    """Return the presentation of a game by its id. Raises ModuleNotFoundError for a game that has none."""
    found: Presentation = import_module(f"cabinet.games.{game}").PRESENTATION
    return found


@lru_cache(maxsize=1)
def words_of_games() -> Mapping[str, str]:
    """Return the texts of all games by key."""
    from engine.games import GAMES  # noqa: PLC0415 - `--help` does without the games

    return {key: text for game in GAMES for key, text in presentation_of(game.info.id).words.items()}


def row(name: str, cards: str) -> dict[str, str]:
    """Return the zones of slots or piles in a row; ``_`` is an empty zone."""
    return {f"{name}{number}": "" if card == "_" else card for number, card in enumerate(cards.split(), 1)}


def race_plan(slots: str, stock: str) -> tuple[Label, ...]:
    """Return the labels of a racing game; `slots` and `stock` are its names for a seat's row and the cards behind."""
    return (
        Label("plan.piles", "centre.0", "centre.1", 0.9),
        Label("plan.other", f"seat1.{slots}1", f"seat1.{slots}5", 0.9),
        Label("plan.mine", f"seat0.{slots}1", f"seat0.{slots}5", 0.9),
        Label(f"plan.{stock}", f"seat0.{stock}", f"seat0.{stock}", 0.45),
    )


HANDS_PLAN: Final = (
    Label("plan.other", "seat1.hand", "seat1.hand", 0.9),
    Label("plan.mine", "seat0.hand", "seat0.hand", 0.9),
)
"""The labels of every game with hands."""
