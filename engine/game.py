"""The interface of a game: metadata, the methods that the match calls, and the rating of commands that bots ask.

A game is a stateless object made from its options. It never stores a table: queries take a table, actions take a draft.
Times are ns of the play clock (the match's time less its pauses), as integers.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple, final

from engine.cards import HIDDEN, face_down, is_down, rank
from engine.chance import Chance
from engine.errors import OptionError
from engine.options import GameOptions, Option, Preset, check_handicap, schema_of
from engine.panel import BUTTONS, Clock, Command, Meaning, Row, glowing
from engine.table import Draft, Table, Zone


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game's metadata. ``schema`` declares its options; the first preset heads the menu.

    ``hands``: a seat holds a hand of any size, instead of one card zone per button (``Game.row``). ``places``: an
    outcome's figures are places, 1 for the best.
    """

    id: str
    schema: type[GameOptions]
    presets: tuple[Preset, ...]
    seats: tuple[int, int] = (2, 2)
    hands: bool = False
    places: bool = False

    @property
    def options(self) -> tuple[Option, ...]:
        """The game's own options, with those of every game that it redefines."""
        return schema_of(self.schema).own

    def all_options(self) -> tuple[Option, ...]:
        """Return the game's own options, then the other options of every game."""
        return schema_of(self.schema).every


class Outcome(NamedTuple):
    """The end of a match: the winner's seat or None, the reason (``out``, ``all``, ``deals``, ``points``, ``cap``,
    ``sudden_death``, ``blocked``, ``left``), and a figure per seat, whose meaning depends on the game
    (``docs/match-log.md``)."""

    winner: int | None
    reason: str
    scores: tuple[int, ...]

    @property
    def is_void(self) -> bool:
        """Whether the match was left and nobody has won by it: it counts for nothing."""
        return self.reason == "left" and self.winner is None


def standing_by_score(scores: tuple[int, ...], edition: int, fewest: Callable[[Sequence[int]], int | None]) -> Outcome:
    """Return the outcome at the cap (GEN-8): the highest score, among equals the seat that ``fewest`` names, if any.

    In the first edition of the rules all seats took part in that tie-break.
    """
    ahead: Sequence[int] = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if len(ahead) == 1:
        return Outcome(ahead[0], "cap", scores)
    return Outcome(fewest(ahead if edition > 1 else range(len(scores))), "cap", scores)


RULES: Final = 6
"""The current edition of the rules. A corrected rule that could judge an old log otherwise needs a new edition
(``Setup.rules``, decision 0070); ``docs/match-log.md`` lists the changes of each edition."""

PAUSES_LAST: Final = 4
"""The first edition in which a pause lasts until somebody ends it: nobody's idleness counts in it (GEN-5)."""

NOBODY_ESCAPES: Final = 5
"""The first edition in which nobody gets out of a match that is being lost: pauses are counted, a decided match ends as
it was decided, and a deal waits only once for somebody who is not ready (GEN-5, GEN-11)."""

LAP_ANNOUNCED: Final = 1
LAST_LAP: Final = 2
"""The scalar ``lap`` once the last lap is announced, and once it has begun; one more for each time that its goal has
come nearer (GEN-14)."""
LAP_CARDS: Final = 3
"""How many cards the seat in front has still to get rid of as the last lap begins (GEN-14)."""

NOBODY: Final = -1
"""In a scalar that names a seat: none."""

ALL = -1
"""Returned by ``dead_heat`` if every contestant's command stands."""


class Game:
    """One game with its options settled; the match calls these methods, and nothing else of a game.

    A subclass is made from options as they are given: ``Speed({"jokers": True}, seats=3)``, and raises OptionError for
    invalid ones. It stores what follows from its options in an immutable value, its rules. It is written in
    layers (``engine.games``). Not of ``ABC``: compiled, all classes would share one memory of who is no instance of
    whom; mypy finds what a game lacks all the same.
    """

    info: ClassVar[GameInfo]
    PROGRESS: ClassVar[frozenset[str]] = frozenset({"play"})
    """The commands that count as progress (GEN-5); shouts and rearranging cards do not."""
    ATTEMPTS: ClassVar[frozenset[str]] = frozenset({"play"})
    """The commands that may count as a miss when refused in the phase ``play`` (GEN-3)."""
    deck: tuple[str, ...]
    """Every card of the game, face up, each code once. Set by the subclass."""

    def __init__(self, options: GameOptions, seats: int, edition: int) -> None:
        """Store the settled options; ``edition`` is the edition of the rules to follow, as an old log may require.

        Raises OptionError for a number of seats that the game does not take, or a handicap for another number (GEN-12).
        """
        self.options = options
        self.seats = seats
        self.edition = edition
        self.progress = self.PROGRESS
        """``PROGRESS``, and the commands that an option adds."""
        self.attempts = self.ATTEMPTS
        """``ATTEMPTS``, and the commands that an option adds."""
        self.claims: frozenset[str] = frozenset()
        """The commands that may count as a miss when refused in the phase ``slap`` (GEN-3)."""
        self.turning: frozenset[str] = frozenset()
        """The commands that count as progress only if they turn a card."""
        self.evaluation = Evaluation(self.progress)
        """The bots' rating of its commands; a game with one of its own replaces this one, which fits any game."""
        least, most = self.info.seats
        if not least <= seats <= most:
            raise OptionError(f"{seats} seats: {self.info.id} takes {least} to {most}")
        check_handicap(options.handicap, seats)

    @property
    def since_edition(self) -> int:
        """The first edition of the rules that gives this game, with its options and seats, its current behaviour."""
        return 1

    # Dealing

    def prologue(self, chance: Chance) -> Mapping[str, Zone] | None:
        """Return the layout of the draw for the first dealer (phase ``draw``), or None if the game shows no draw."""
        return None

    @abstractmethod
    def draw_dealer(self, draft: Draft, chance: Chance) -> None:
        """Decide who deals first: set ``dealer``."""

    @abstractmethod
    def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
        """Prepare the next deal: gather and shuffle in the draft, and return the zone of every card."""

    @abstractmethod
    def reset(self, draft: Draft) -> None:
        """Set the scalars to their values at the start of a deal."""

    @abstractmethod
    def open(self, draft: Draft, chance: Chance, now: int) -> None:
        """Open the deal in one instant, once the countdown is over; enter the phase ``play``."""

    # Playing

    @abstractmethod
    def refusal(self, table: Table, seat: int, command: Command) -> str | None:
        """Return None if the command is legal for that seat now, else the first reason against it
        (``docs/match-log.md``)."""

    @abstractmethod
    def legal(self, table: Table, seat: int) -> list[Command]:
        """Return every legal command of the seat, in a fixed order; empty outside the phases ``play`` and ``slap``."""

    @abstractmethod
    def perform(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """Perform a legal command, without its consequences (see ``settle``)."""

    @abstractmethod
    def settle(self, draft: Draft, chance: Chance, now: int) -> None:
        """Apply the immediate consequences of the last change: stuck or not, shouts that lapse, the end of the deal."""

    @abstractmethod
    def deadline(self, table: Table, since: int) -> int | None:
        """Return when the game next acts if no command comes before; ``since`` is the last progress.

        Called only in the phases ``play`` and ``slap``.
        """

    @abstractmethod
    def due(self, draft: Draft, chance: Chance, now: int, since: int) -> bool:
        """Perform the action that is due; return True if it counts as progress (and so moves ``since``)."""

    @abstractmethod
    def cap(self, draft: Draft, chance: Chance, now: int) -> None:
        """End the deal at its cap (GEN-8); the game defines which seat is nearest to winning."""

    # Ending

    @abstractmethod
    def outcome(self, table: Table) -> Outcome | None:
        """Return the outcome by the rules of the game, or None if another deal follows. See ``result``."""

    @abstractmethod
    def standing(self, table: Table) -> Outcome:
        """Return the outcome if the match ended now, at its cap (GEN-8)."""

    def figures(self, table: Table) -> tuple[int, ...]:
        """Return the figure of each seat in an outcome on this table (``docs/match-log.md``): here the scores."""
        return tuple([table.number(f"score.{seat}") for seat in range(self.seats)])

    @final
    def result(self, table: Table) -> Outcome | None:
        """Return the outcome of the match after a deal, or None if another deal follows.

        With ``sudden_death`` a match does not end with nobody ahead; once its time is up, whoever is ahead after a deal
        has won (GEN-13). A deal of the last lap is the last, if the seats' figures differ after it (GEN-14).
        """
        outcome = self.outcome(table)
        if table.number("lap") >= LAST_LAP and (outcome is None or outcome.reason == "cap"):
            best = self.standing(table)
            is_ahead = best.winner is not None and best.scores.count(best.scores[best.winner]) == 1
            outcome = best._replace(reason="last_lap") if is_ahead else None
        if not self.options.sudden_death:
            return outcome
        is_sudden = table.flag("sudden")
        if is_sudden and (outcome is None or outcome.winner is None):
            outcome = self.standing(table)
        if outcome is None or outcome.winner is None:
            return None
        return outcome._replace(reason="sudden_death") if is_sudden and outcome.reason == "cap" else outcome

    def end_sudden_death(self, draft: Draft, winner: int) -> None:
        """End the deal that ``winner`` has decided by being alone in front (GEN-13); enter the phase ``over``."""
        draft.set("won", winner)
        draft.phase("over")

    # The last lap (GEN-14)

    def to_go(self, table: Table | Draft, seat: int) -> int | None:
        """Return how many cards the seat has to get rid of in this deal; None once it is out."""
        if table.number(f"place.{seat}"):
            return None
        own = f"seat{seat}."
        return sum(len(cards) for name, cards in table.zones.items() if name.startswith(own))

    def begin_last_lap(self, draft: Draft) -> None:
        """Begin the last lap in the present deal, by setting its goal."""
        draft.set("goal", 0)
        self.set_goal(draft)

    def end_last_lap(self, draft: Draft, chance: Chance, winner: int, now: int) -> None:
        """End the deal in which ``winner`` has reached the goal of the last lap: as at its cap, unless a game says
        otherwise."""
        self.cap(draft, chance, now)

    @final
    def set_goal(self, draft: Draft, nearer: int = 0) -> None:
        """Set the last lap's ``goal``: ``LAP_CARDS`` fewer cards than the seat has that is in front.

        It never moves away; ``nearer`` brings it nearer, until one card is left to it.
        """
        least = min(cards for seat in range(self.seats) if (cards := self.to_go(draft, seat)) is not None)
        was = draft.number("goal")
        goal = max(was, least - LAP_CARDS, min(was + nearer, least - 1))
        if goal != was:
            draft.set("goal", goal)

    @final
    def first_at_goal(self, table: Table | Draft) -> int | None:
        """Return the seat that is down to the goal of the last lap and alone in front; None if there is none."""
        left = {seat: cards for seat in range(self.seats) if (cards := self.to_go(table, seat)) is not None}
        first = [seat for seat, cards in left.items() if cards == min(left.values())]
        return first[0] if len(first) == 1 and left[first[0]] <= table.number("goal") else None

    # Judging

    def would_take(self, table: Table, seat: int, command: Command) -> bool:
        """Return whether a refused attempt has a cause on this table (GEN-3): some pile accepts the card of a play,
        wherever the player aimed; a shout, a call or a slap would be right."""
        return False

    def is_contest(self, before: Table, after: Table, seat: int, command: Command) -> bool:
        """Return whether a command that is legal both before and after another seat's command contests it all the same:
        only one seat can have their common target (GEN-1). Called for presses too close together to order."""
        return False

    def dead_heat(self, table: Table, commands: Mapping[int, Command], after: Table) -> int | None:
        """Return the winner of a dead heat if the rules decide it: a seat, or ``ALL``; None to draw lots (GEN-1).

        ``after`` is the table if the command of the earliest press stood alone.
        """
        return None

    def guarded(self, table: Table, seat: int, since: int, now: int) -> bool:
        """Return whether a seat's presses are ignored, as they were meant for something else (SPIT-10)."""
        return now < self.guard_ends(table, seat, since)

    def guard_ends(self, table: Table, seat: int, since: int) -> int:
        """Return when the seat's presses count again (play clock, ns), its keys dark until then; 0 without a guard."""
        return 0

    # Panel and views

    @abstractmethod
    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """Return the present meaning of this button; ``held`` is the mask of the seat's other held buttons."""

    @abstractmethod
    def presses_for(self, table: Table, seat: int, command: Command) -> Sequence[str]:
        """Return the buttons that a person taps, one after the other, to give this command now."""

    @final
    def keys(self, table: Table, seat: int, held: int) -> tuple[Meaning, ...]:
        """Return the meaning of each of the eight buttons, in the panel's order."""
        keys = [self.press(table, seat, button, held & ~(1 << place)) for place, button in enumerate(BUTTONS)]
        return glowing(self, table, seat, held, keys)

    def row(self, table: Table, seat: int) -> Row | None:
        """Return the layout of the seat's hand under its card buttons, on a table that may hide cards.

        None where every card button has its own zone.
        """
        return None

    def clock(self, table: Table, since: int) -> Clock | None:
        """Return the running timer for the screen, or None; ``since`` is the last progress."""
        return None

    def sees(self, zone: str, seat: int) -> bool:
        """Return whether the seat may know the face-up cards of the zone (GEN-4)."""
        owner = zone.partition(".")[0]
        return self.options.cards_seen == "open" or not owner.startswith("seat") or owner == f"seat{seat}"

    def view(self, table: Table, seat: int, held: int = 0) -> Table:
        """Return the table as the seat may know it: every card that it may not know is ``HIDDEN`` (GEN-4).

        ``held`` are the buttons that the seat holds down, where holding them shows it more cards. Bots query the rules
        on views: on its own view a seat gets the same results as on the table from ``legal``, ``refusal``,
        ``would_take``, ``keys`` and ``presses_for`` (decision 0046), so no rule may depend on a card that is hidden
        here.
        """
        zones = {
            name: without_backs(cards) if self.sees(name, seat) else (HIDDEN,) * len(cards)
            for name, cards in table.zones.items()
        }
        return Table(zones, dict(table.scalars), table.shuffles)


@lru_cache(maxsize=256)
def without_backs(cards: Zone) -> Zone:
    """Return a zone with its face-down cards hidden. Cached, because most zones do not change from view to view."""
    return tuple(HIDDEN if is_down(card) else card for card in cards)


# How bots rate the commands of a game. A game's own evaluation is a subclass in the module ``bots`` of its folder.


PASS: Final = float("-inf")
"""The rating of a command that is legal but not worth a press."""


class Riddle(NamedTuple):
    """A command whose value must be worked out: if right, it gains something; if wrong, it costs as much."""

    command: Command
    is_right: bool


class Evaluation:
    """The rating of commands that fits any game. All methods take a seat's view of the table.

    - ``effort``: the time to find the next command, relative to Speed's.
    - ``weighing``: the time to weigh the other commands before a press, relative to Speed's time to find the next.
    """

    effort: ClassVar[float] = 1.0
    weighing: ClassVar[float] = 0.0

    def __init__(self, progress: frozenset[str] = frozenset()) -> None:
        self._progress = progress

    def rate(self, view: Table, seat: int, command: Command) -> float:
        """Return the value of a legal command, where 1 is the value of one playable card; ``PASS`` for no value.

        Without an evaluation of its own, a game's progress commands are worth 1 and all others 0.
        """
        return 1.0 if command.do in self._progress else 0.0

    def is_easily_missed(self, view: Table, seat: int, command: Command) -> bool:
        """Return whether people sometimes overlook the command, since nothing prompts it."""
        return False

    def riddle(self, view: Table, seat: int) -> Riddle | None:
        """Return the riddle that the table now poses to the seat, or None."""
        return None


# Dealing procedures shared by several games


def draw_for_dealer(draft: Draft, chance: Chance, seats: int, worth: Callable[[str], int] = rank) -> None:
    """Draw from ``deck`` into ``seatN.draw`` for each seat; the lowest card deals, ace low, equals redraw (SPEED-2).

    ``worth`` returns a card's value, given its code, where that differs from its rank. A joker is the lowest of all.
    Sets ``dealer``. The deck must be shuffled. If it runs out before the draw is decided (only with tiny decks), chance
    decides among the seats still drawing.
    """
    drawing = list(range(seats))
    while len(drawing) > 1 and len(draft.zones["deck"]) >= len(drawing):
        ranks = {}
        for seat in drawing:
            ranks[seat] = worth(draft.move_top("deck", f"seat{seat}.draw"))
            draft.turn_top(f"seat{seat}.draw")
        lowest = min(ranks.values())
        drawing = [seat for seat in drawing if ranks[seat] == lowest]
    dealer = drawing[0] if len(drawing) == 1 else drawing[chance.below(len(drawing), "dealer")]
    draft.set("dealer", dealer)


def draw_layout(deck: Sequence[str], chance: Chance, seats: int) -> dict[str, Zone]:
    """Return the layout before the first deal: the whole deck shuffled face down, and an empty draw zone per seat."""
    shuffled = chance.order(list(map(face_down, deck)), "draw")
    return {"deck": shuffled, **{f"seat{seat}.draw": () for seat in range(seats)}}


def deal_round(cards: Sequence[str], seats: int, first: int) -> list[list[str]]:
    """Deal the cards one by one from the end of the sequence (the top), beginning with seat ``first``.

    Returns one list per seat, in the order of dealing.
    """
    off_the_top = cards[::-1]
    return [list(off_the_top[(seat - first) % seats :: seats]) for seat in range(seats)]


def next_dealer(table: Table | Draft, seats: int) -> int:
    """Return the next dealer: the same before the first deal and after a void one, else the next seat to the left."""
    dealer = table.number("dealer")
    again = not table.number("deal") or table.number("won") < 0
    return dealer if again else (dealer + 1) % seats
