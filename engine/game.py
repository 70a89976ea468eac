"""What a game is: metadata, and the few questions that the match asks of it.

A game is a stateless object made from its options. It never keeps a table: it is given one and answers, or is given a
draft and does something to it. Times are ns of the play clock (the match's time less its pauses), as integers.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple, final

from engine.cards import HIDDEN, is_down
from engine.chance import Chance
from engine.errors import OptionError
from engine.options import GENERAL, Option, Options, Value, complete
from engine.panel import BUTTONS, Command, Meaning
from engine.shown import Clock, Row
from engine.table import Draft, Table, Zone
from engine.ways import glowing

MS = 1_000_000
S = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options, as the game menu shows it. Its name is for ever; its words stand in the catalogue.

    ``seats`` is how many it is made for, bots included.
    """

    name: str
    options: Mapping[str, Value]
    seats: int = 2


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game's metadata. ``options`` are its own, beside those of every game; the first preset heads the menu.

    ``hands``: cards are held in hands of any size, and not one under each button (``Game.row``). ``places``: an
    outcome's figures are places, 1 for the best.
    """

    id: str
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    seats: tuple[int, int] = (2, 2)
    hands: bool = False
    places: bool = False

    def all_options(self) -> tuple[Option, ...]:
        """The game's own options, then those of every game, but for those it has with a default of its own."""
        own = {option.name for option in self.options}
        return (*self.options, *(option for option in GENERAL if option.name not in own))


class Outcome(NamedTuple):
    """How a match ended: the winner's seat or None, the reason (``out``, ``all``, ``deals``, ``points``, ``cap``,
    ``blocked``, ``left``), and a figure a seat, whose meaning is the game's own (``docs/match-log.md``)."""

    winner: int | None
    reason: str
    scores: tuple[int, ...]


def leaders(scores: Sequence[int]) -> list[int]:
    """The seats with the highest score: among them, and no others, a tie at a cap is broken (GEN-8)."""
    return [seat for seat, score in enumerate(scores) if score == max(scores)]


def has_match_cap(options: Options) -> bool:
    """True if a match ends at a cap of its own (GEN-8)."""
    caps = options["caps"]
    assert isinstance(caps, tuple)
    return caps[1] > 0


RULES: Final = 2
"""The edition of the rules that is played now. A mended rule that could judge an old log otherwise is a new edition
(``Setup.rules``, decision 0070); ``docs/match-log.md`` lists what each one changed."""

ALL = -1
"""The answer of ``dead_heat`` that lets every contestant's command stand."""


class Game(ABC):
    """One game with its options settled. Raises OptionError when made with options it does not take."""

    info: ClassVar[GameInfo]
    progress: frozenset[str] = frozenset({"play"})
    """The commands that keep the game going (GEN-5); shouts and shuffling about do not."""
    turning: frozenset[str] = frozenset()
    """The commands that do so where a card is turned with them."""
    attempts: ClassVar[frozenset[str]] = frozenset({"play"})
    """The commands that, refused, may count as a miss (GEN-3)."""
    edition: int = RULES
    """The edition of the rules that this game plays by; see ``play_as``."""

    def __init__(self, given: Mapping[str, object], seats: int = 2) -> None:
        self.options: Options = complete(self.info.id, self.info.all_options(), given)
        self.seats = seats
        self.progress = type(self).progress  # an object's own attributes are found sooner, and this is asked often
        least, most = self.info.seats
        if not least <= seats <= most:
            raise OptionError(f"{seats} seats: {self.info.id} takes {least} to {most}")
        self.check_options()

    def check_options(self) -> None:
        """Raise OptionError for options that exclude each other; most games have none."""
        return

    @property
    def revised(self) -> int:
        """The first edition of the rules by which this game, with its options and seats, is played as it is now."""
        return 1

    def play_as(self, edition: int) -> None:
        """Play by an earlier edition of the rules, as a log from then needs; right after the game is made."""
        self.edition = edition

    # Dealing

    @property
    @abstractmethod
    def deck(self) -> tuple[str, ...]:
        """Every card of the game, face up, each code once."""

    def prologue(self, chance: Chance) -> Mapping[str, Zone] | None:
        """The layout for a draw worth showing of who deals first (phase ``draw``), or None if there is none."""
        return None

    @abstractmethod
    def draw_dealer(self, draft: Draft, chance: Chance) -> None:
        """Settle who deals first: set ``dealer``."""

    @abstractmethod
    def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
        """The next deal: gather and shuffle in the draft what must be, and return where every card then lies."""

    @abstractmethod
    def reset(self, draft: Draft) -> None:
        """Set the scalars that every deal begins with."""

    @abstractmethod
    def open(self, draft: Draft, chance: Chance, now: int) -> None:
        """The opening, in one instant, once the countdown is over; leaves the phase at ``play``."""

    # Playing

    @abstractmethod
    def refusal(self, table: Table, seat: int, command: Command) -> str | None:
        """None if the command is legal for that seat now, else the first reason that holds (``docs/match-log.md``)."""

    @abstractmethod
    def legal(self, table: Table, seat: int) -> list[Command]:
        """Every legal command of the seat, in a fixed order; none outside the phases ``play`` and ``slap``."""

    @abstractmethod
    def perform(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """Do a legal command, and nothing that merely follows from it."""

    @abstractmethod
    def settle(self, draft: Draft, chance: Chance, now: int) -> None:
        """What follows at once from what was just done: stuck or not, shouts that lapse, the end of the deal."""

    @abstractmethod
    def deadline(self, table: Table, since: int) -> int | None:
        """When the game next does something by itself if nobody does before; ``since`` is the last progress.

        Asked in the phases ``play`` and ``slap`` alone.
        """

    @abstractmethod
    def due(self, draft: Draft, chance: Chance, now: int, since: int) -> bool:
        """Do what was due; True if it counts as progress (and so moves ``since``)."""

    @abstractmethod
    def cap(self, draft: Draft, chance: Chance, now: int) -> None:
        """End the deal at its cap (GEN-8), by the game's own measure of who is nearest to winning."""

    # Ending

    @abstractmethod
    def outcome(self, table: Table) -> Outcome | None:
        """The outcome, asked whenever a deal is over; None if another deal follows."""

    @abstractmethod
    def standing(self, table: Table) -> Outcome:
        """The outcome if the match ended here and now at its cap (GEN-8)."""

    @abstractmethod
    def figures(self, table: Table) -> tuple[int, ...]:
        """The figure a seat that an outcome on this table would carry (``docs/match-log.md``)."""

    # Judging

    def would_take(self, table: Table, seat: int, command: Command) -> bool:
        """True if on this table some pile takes the card of a refused play, wherever the player aimed (GEN-3)."""
        return False

    def is_contest(self, before: Table, after: Table, seat: int, command: Command) -> bool:
        """True if a command, legal on the table before another seat's and on the one after it, contests it all the
        same: what both reach for is had by one alone (GEN-1). Asked of presses that are as good as at one instant."""
        return False

    def dead_heat(self, table: Table, commands: Mapping[int, Command], after: Table) -> int | None:
        """Who wins a dead heat where a page does not leave it to the draw: a seat, ``ALL``, or None to draw (GEN-1).

        ``after`` is the table if the earliest of them stood alone.
        """
        return None

    def guarded(self, table: Table, seat: int, since: int, now: int) -> bool:
        """True while a seat's presses are ignored: nobody gains by a press meant for something else (SPIT-10)."""
        return False

    def guard_ends(self, table: Table, seat: int, since: int) -> int:
        """When the seat's presses count again (play clock, ns), its keys being dark until then; 0 if none is set."""
        return 0

    # Panel and views

    @abstractmethod
    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """What pressing this button means now; ``held`` is the mask of the seat's other buttons that are down."""

    @abstractmethod
    def presses_for(self, table: Table, seat: int, command: Command) -> Sequence[str]:
        """The buttons, to be tapped one after the other, by which a person gives this command now."""

    @final
    def keys(self, table: Table, seat: int, held: int) -> tuple[Meaning, ...]:
        """What each of the eight buttons does now, in the panel's order."""
        keys = [self.press(table, seat, button, held & ~(1 << place)) for place, button in enumerate(BUTTONS)]
        return glowing(self, table, seat, held, keys)

    def row(self, table: Table, seat: int) -> Row | None:
        """How the seat's hand lies under its card buttons, on a table of which cards may be hidden.

        None where every card button has a zone of its own.
        """
        return None

    def clock(self, table: Table, since: int) -> Clock | None:
        """What runs out just now, for the screen; ``since`` is the last progress. None for nothing."""
        return None

    def sees(self, zone: str, seat: int) -> bool:
        """True if the seat may know the face-up cards of the zone (GEN-4)."""
        owner = zone.partition(".")[0]
        return self.options["cards_seen"] == "open" or not owner.startswith("seat") or owner == f"seat{seat}"

    def view(self, table: Table, seat: int, held: int = 0) -> Table:
        """The table as the seat may know it: every card that it may not know is ``HIDDEN`` (GEN-4).

        ``held`` are the buttons that the seat holds down, where that lets it look at more. Bots ask the rules about
        views: on its own view a seat gets the answers that it gets on the table from ``legal``, ``refusal``,
        ``would_take``, ``keys`` and ``presses_for`` (decision 0064), so no rule goes by a card that is hidden here.
        """
        zones = {
            name: _faces(cards) if self.sees(name, seat) else (HIDDEN,) * len(cards)
            for name, cards in table.zones.items()
        }
        return Table(zones, dict(table.scalars), table.shuffles)


@lru_cache(maxsize=256)
def _faces(cards: Zone) -> Zone:
    """A zone as somebody sees it who may see its faces; kept, because most zones do not change from view to view."""
    return tuple(HIDDEN if is_down(card) else card for card in cards)
