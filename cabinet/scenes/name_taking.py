"""Taking names at the panels: each sitter's choice among tonight's names, and the spelling of a new one. Pure.

Nobody has to take a name: NO NAME is one press, and whoever does not press any more is a guest after a while.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from cabinet.people.names import LENGTH, LETTERS
from engine.game import S
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press

SHOWN: Final = len(CARDS)
"""Letters, or names, on the card buttons."""
LAST: Final = len(LETTERS) - SHOWN
"""The first letter of the last five, V to Z."""
PAGES: Final = 3
"""Pages of tonight's names; an older one is spelled, which takes hardly more presses."""
WAIT_NS: Final = 20 * S
"""After a seat's last press it plays without a name."""
MOST_NS: Final = 60 * S
"""The longest that one seat can keep the others waiting."""

Stage = Literal["tonight", "spelling", "done"]
Refusal = Literal["", "word", "held"]
"""Why the last name was not taken: the word list refuses it, or another seat has it."""


@dataclass
class Sitter:
    """One seat's choice. `names` are those offered, at fixed places as long as the sitter looks at them."""

    seat: int
    stage: Stage = "tonight"
    names: tuple[str, ...] = ()
    page: int = 0
    letters: str = ""
    first: int = 0
    """The first of the five letters on the keys, 0 for A."""
    name: str = ""
    refusal: Refusal = ""
    refused: str = ""
    """The name that was refused last."""
    begun_at: int | None = None
    """Time of the first press; None while nobody has asked at this seat."""
    ends_at: int | None = None

    @property
    def pages(self) -> int:
        """Number of pages of names, at least one."""
        return max(1, -(-len(self.names) // SHOWN))

    @property
    def offered(self) -> tuple[str, ...]:
        """The names on this page, the one of CARD1 first."""
        return self.names[self.page * SHOWN : (self.page + 1) * SHOWN]

    @property
    def is_last_page(self) -> bool:
        """Whether RIGHT leads on to the spelling."""
        return self.page == self.pages - 1

    @property
    def is_asked(self) -> bool:
        """Whether the seat is waited for."""
        return self.begun_at is not None and self.stage != "done"


@dataclass
class NameTaking:
    """The choice at every seat that takes part. `tonight` are the names to offer, the last sitter's first.

    `refuses` is the word list, `held` the names that the seats have already, `taken` those of anybody else.
    """

    tonight: Sequence[str]
    refuses: Callable[[str], bool]
    seats: Collection[int]
    held: Mapping[int, str] = field(default_factory=dict)
    taken: Collection[str] = ()

    def __post_init__(self) -> None:
        """Put every seat before tonight's names."""
        self.sitters = {seat: Sitter(seat) for seat in self.seats}
        for sitter in self.sitters.values():
            self._look_at_names(sitter)

    @property
    def is_over(self) -> bool:
        """Whether somebody has chosen, and nobody is waited for."""
        sitters = self.sitters.values()
        return not any(sitter.is_asked for sitter in sitters) and any(sitter.stage == "done" for sitter in sitters)

    @property
    def chosen(self) -> dict[int, str]:
        """The name of every seat that has chosen; "" for a guest."""
        return {sitter.seat: sitter.name for sitter in self.sitters.values() if sitter.stage == "done"}

    def is_free(self, seat: int, name: str) -> bool:
        """Return whether nobody else has the name."""
        return name not in self.taken and name not in self._names_of_others(seat)

    def ask(self, seat: int, at: int) -> None:
        """Begin to wait for a seat."""
        sitter = self.sitters[seat]
        sitter.begun_at = at
        sitter.ends_at = at + WAIT_NS
        if not sitter.names:
            sitter.stage = "spelling"

    def press(self, press: Press) -> None:
        """Handle a button that went down at a seat that takes part.

        LEFT of a seat that has not asked yet asks, as in getting ready; it may have been meant for that scene.
        """
        sitter = self.sitters[press.seat]
        if sitter.begun_at is None:
            self.ask(press.seat, press.time_ns)
            if press.button == LEFT:
                return
        assert sitter.begun_at is not None, "asked above"
        sitter.refusal = ""
        {"tonight": self._choose, "spelling": self._spell, "done": self._change}[sitter.stage](sitter, press)
        if sitter.stage != "done":
            sitter.ends_at = min(press.time_ns + WAIT_NS, sitter.begun_at + MOST_NS)

    def advance(self, now: int) -> bool:
        """Make guests of those whose time has run out; return whether there were any."""
        late = [each for each in self.sitters.values() if each.is_asked and each.ends_at is not None]
        late = [each for each in late if each.ends_at is not None and each.ends_at <= now]
        for sitter in late:
            self._is_done(sitter, "")
        return bool(late)

    # Tonight's names

    def _look_at_names(self, sitter: Sitter) -> None:
        sitter.stage, sitter.page, sitter.letters = "tonight", 0, ""
        free = [name for name in self.tonight if self.is_free(sitter.seat, name)]
        sitter.names = tuple(dict.fromkeys(free))[: PAGES * SHOWN]

    def _choose(self, sitter: Sitter, press: Press) -> None:
        """Card buttons take a name, ACTION the first; LEFT is no name, RIGHT the next page and then the spelling."""
        if press.button == LEFT:
            self._is_done(sitter, "")
        elif press.button == RIGHT and not sitter.is_last_page:
            sitter.page += 1
        elif press.button == RIGHT:
            sitter.stage, sitter.first = "spelling", 0
        else:
            place = 0 if press.button == ACTION else CARDS.index(press.button)
            if place < len(sitter.offered):
                self._take(sitter, sitter.offered[place])

    def _take(self, sitter: Sitter, name: str) -> bool:
        sitter.refused = name
        if not self.is_free(sitter.seat, name):
            sitter.refusal = "held"
        elif self.refuses(name):
            sitter.refusal = "word"
        else:
            self._is_done(sitter, name)
        return not sitter.refusal

    # Spelling

    def _spell(self, sitter: Sitter, press: Press) -> None:
        """Card buttons add a letter, the arrows shift the five by five, ACTION takes a letter back."""
        if press.button in (LEFT, RIGHT):
            sitter.first = shifted(sitter.first, -SHOWN if press.button == LEFT else SHOWN)
        elif press.button == ACTION and sitter.letters:
            sitter.letters = sitter.letters[:-1]
        elif press.button == ACTION:
            self._look_at_names(sitter)
        else:
            letters = sitter.letters + LETTERS[sitter.first + CARDS.index(press.button)]
            sitter.first = 0
            if len(letters) < LENGTH:
                sitter.letters = letters
            elif self._take(sitter, letters):
                sitter.letters = ""

    def _change(self, sitter: Sitter, press: Press) -> None:
        """LEFT chooses anew while another seat is waited for."""
        if press.button == LEFT:
            sitter.name = ""
            self._look_at_names(sitter)

    def _is_done(self, sitter: Sitter, name: str) -> None:
        sitter.stage, sitter.name, sitter.ends_at = "done", name, None

    def _names_of_others(self, seat: int) -> set[str]:
        chosen = {each.seat: each.name for each in self.sitters.values() if each.stage == "done"}
        return {name for other, name in {**self.held, **chosen}.items() if other != seat and name}


def shifted(first: int, step: int) -> int:
    """Return the first letter of the keys after a shift: never past the ends, and from an end round to the other."""
    if step > 0:
        return 0 if first == LAST else min(LAST, first + step)
    return LAST if first == 0 else max(0, first + step)
