"""What is to be drawn: one moment of a match as the display needs it, and the little it asks of the engine's values.

Only protocols here: any table with zones and scalars will do, so tests and pictures can show hand-made ones.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from cabinet.display.cards import DOWN
from cabinet.display.layout.parts import TableLayout
from cabinet.display.places import Place
from cabinet.display.story import Contest, Story

Words = Callable[..., str]
"""The catalogue: a key, and by name what is to be put in, gives the text. Raises KeyError for an unknown key."""


class TableLike(Protocol):
    """An immutable table: `engine.table.Table`, or anything alike."""

    @property
    def zones(self) -> Mapping[str, tuple[str, ...]]:
        """Cards by zone, bottom to top, face-down ones with ``~``."""

    @property
    def scalars(self) -> Mapping[str, int | str | bool]:
        """Everything else that the rules keep."""


class MeaningLike(Protocol):
    """What a button does now: `engine.panel.Meaning`, or anything alike."""

    @property
    def label(self) -> str:
        """Key of its word, empty for none."""

    @property
    def lit(self) -> bool:
        """Whether pressing would achieve something."""

    @property
    def zone(self) -> str:
        """Where it would."""

    @property
    def sign(self) -> str:
        """What stands for a choice in place of a card; empty if the button is none."""


class RowLike(Protocol):
    """A hand as it lies under the card buttons: `engine.shown.Row`, or anything alike."""

    @property
    def slots(self) -> Sequence[tuple[str, ...]]:
        """The cards of each slot; () for one that is empty for a moment."""

    @property
    def first(self) -> int:
        """The slot under CARD1."""

    @property
    def lit(self) -> Sequence[int]:
        """The places of the slots that could be played."""


class ClockLike(Protocol):
    """What runs out just now: `engine.shown.Clock`, or anything alike."""

    @property
    def kind(self) -> str:
        """``match`` is a time that belongs to all; any other the seat's."""

    @property
    def seat(self) -> int:
        """Whose."""

    @property
    def begins(self) -> int:
        """In ns of the play clock."""

    @property
    def ends(self) -> int:
        """In ns of the play clock."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A button that a sheet offers: the button's name as the panel has it, and what it does, both as words."""

    button: str
    text: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """Something that lies over the table: a pause, a question, a result.

    `seat` gives title and badge their colour (-1: nobody's). `contest` adds the finish line of that race, drawn as
    it was run; `scores` a figure a seat, or with `places` the place of each. All texts are words already.
    """

    title: str
    lines: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    seat: int = -1
    scores: tuple[int, ...] = ()
    contest: Contest | None = None
    places: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment. `keys` are eight meanings a seat; `play_ns` is the play clock, in which ``lock.N`` and ``turn_at``
    count; `under_way` are the cards (zone, code) that movers carry and zones must not show; `rows` are the
    seats' hands, where they are held; `clock` is what runs out."""

    table: TableLike
    keys: Sequence[Sequence[MeaningLike]]
    layout: TableLayout
    places: Mapping[str, Place]
    story: Story
    now_ns: int
    play_ns: int
    under_way: Sequence[tuple[str, str]] = ()
    rows: Sequence[RowLike | None] = ()
    clock: ClockLike | None = None

    def row(self, seat: int) -> RowLike | None:
        """How the seat's hand lies under its buttons; None if it has none, or nobody said."""
        return self.rows[seat] if seat < len(self.rows) else None

    def time_left(self) -> float:
        """How much of what runs out is left, 0…1; 0 if nothing does."""
        clock = self.clock
        if clock is None or clock.ends <= clock.begins:
            return 0.0
        return min(1.0, max(0.0, (clock.ends - self.play_ns) / (clock.ends - clock.begins)))

    def cards(self, zone: str) -> tuple[str, ...]:
        """The zone's cards without those under way to it."""
        cards = self.table.zones.get(zone, ())
        for where, card in self.under_way:
            if where == zone:
                cards = _without(cards, card)
        return cards

    def text(self, key: str) -> str:
        """A scalar as text; empty if it was never set."""
        return str(self.table.scalars.get(key, ""))

    def number(self, key: str) -> int:
        """A scalar as a number; 0 if it was never set."""
        value = self.table.scalars.get(key, 0)
        return 0 if isinstance(value, str) else int(value)

    @property
    def phase(self) -> str:
        """The phase of the match."""
        return self.text("phase")

    def meanings(self, seat: int) -> Sequence[MeaningLike]:
        """What a seat's buttons do, in the panel's order; empty if nobody said."""
        return self.keys[seat] if seat < len(self.keys) else ()

    def meaning(self, seat: int, button: int) -> MeaningLike | None:
        """What a seat's button (0…7 in the panel's order) does, or None if nobody said."""
        keys = self.meanings(seat)
        return keys[button] if button < len(keys) else None

    def is_locked(self, seat: int) -> bool:
        """Whether the seat's presses mean nothing just now (GEN-3)."""
        return self.number(f"lock.{seat}") > self.play_ns

    def left_ns(self, key: str) -> int:
        """Ns of the play clock until the moment that a scalar names; 0 if it is past or not set."""
        return max(0, self.number(key) - self.play_ns)


def _without(cards: tuple[str, ...], code: str) -> tuple[str, ...]:
    """The cards without the uppermost one of that code, whichever way it lies; unknown cards are all of one code."""
    for place in range(len(cards) - 1, -1, -1):
        if cards[place].lstrip(DOWN) == code:
            return cards[:place] + cards[place + 1 :]
    return cards


def place_word(words: Words, place: int) -> str:
    """A place in words: 1ST, 2ND, …"""
    return said(words, f"table.place.{min(place, 4)}", place=place)


def said(words: Words, key: str, **values: object) -> str:
    """The catalogue's text, or the key's last part in capitals for a word that a newer game brings along."""
    try:
        return words(key, **values)
    except KeyError:
        return key.rpartition(".")[2].replace("_", " ").upper()
