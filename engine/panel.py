"""The panel: eight buttons a seat, presses, commands, and the meanings of buttons.

``Press`` is the input from the buttons; ``Command`` is a player's request to the game; ``Meaning`` maps a button to a
command and gives the screen its soft-key.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, Protocol, TypeAlias

from engine.cards import is_down
from engine.table import Draft, Scalar, Table, Zone
from engine.units import S

CARDS: Final = ("CARD1", "CARD2", "CARD3", "CARD4", "CARD5")
LEFT: Final = "LEFT"
RIGHT: Final = "RIGHT"
ACTION: Final = "ACTION"
SIDES: Final = (LEFT, RIGHT)
BUTTONS: Final = (*CARDS, *SIDES, ACTION)
BUTTON_INDEX: Final = {button: place for place, button in enumerate(BUTTONS)}


class Press(NamedTuple):
    """One debounced edge of one button.

    ``time_ns`` is CLOCK_MONOTONIC in ns, stamped at the edge. ``source`` names the stamping device (``gpio``,
    ``board``, ``keyboard``, ``bot``); ``res`` is that source's resolution in ns. ``clock`` and ``tick_ns`` serve
    sources with a clock of their own: presses of one clock are compared by ``tick_ns`` instead of ``time_ns``, at that
    clock's resolution ``tick_res`` (ns), 0 if it is no finer than ``res``. ``early_ns`` is how much before its stamp
    the contact may have closed: 0 for an exact stamp, more where the kernel overwrote it, or asked the device only now
    and then (``docs/wiring.md``). Between presses of one clock with a ``tick_res`` the order of ticks is certain, and
    ``early_ns`` counts for other clocks alone. All of these determine how close two presses must be for a dead heat
    (``judge.reach_ns``, GEN-1).
    """

    seat: int
    button: str
    pressed: bool
    time_ns: int
    source: str
    res: int = 0
    clock: str = ""
    tick_ns: int = 0
    tick_res: int = 0
    early_ns: int = 0


@dataclass(init=False, slots=True, unsafe_hash=True)
class Command:
    """A player's request: a verb and its arguments, unused ones empty (``docs/match-log.md``)."""

    do: Final[str]
    card: Final[str]
    source: Final[str]
    to: Final[str]
    cards: Final[tuple[str, ...]]
    target: Final[int]
    word: Final[str]

    def __init__(
        self,
        do: str,
        card: str = "",
        source: str = "",
        to: str = "",
        cards: tuple[str, ...] = (),
        target: int = -1,
        word: str = "",
    ) -> None:
        self.do = do
        self.card = card
        self.source = source
        self.to = to
        self.cards = cards
        self.target = target
        self.word = word


@lru_cache(maxsize=512)
def by_card(do: str, cards: tuple[str, ...], source: str, to: str) -> Mapping[str, Command]:
    """Return the command ``do`` from ``source`` to ``to`` for each card.

    Listing legal commands dominates random play, so games create theirs once, and games of the same deck share them:
    395 such tables serve all presets with any number of seats. Callers must not modify the result.
    """
    return {card: Command(do, card, source, to) for card in cards}


@dataclass(init=False, slots=True, unsafe_hash=True)
class Act:
    """A command given without buttons, as ``simulate`` does: seat, command, and its moment (CLOCK_MONOTONIC, ns)."""

    seat: Final[int]
    command: Final[Command]
    time_ns: Final[int]

    def __init__(self, seat: int, command: Command, time_ns: int) -> None:
        self.seat = seat
        self.command = command
        self.time_ns = time_ns


class Glitch(NamedTuple):
    """The press of this seat and button with exactly this stamp was no finger: the match is the one without it.

    The source reports it once the contact has proved shorter than any finger's (``docs/wiring.md``). It may arrive
    before its press, and must arrive within the horizon, like a press.
    """

    seat: int
    button: str
    time_ns: int
    source: str


CONTROLS: Final = ("pause", "resume", "leave", "void")


class Control(NamedTuple):
    """An action of the cabinet on a match: ``kind`` is one of ``CONTROLS``; ``why`` is a word.

    ``void`` undoes everything from ``since_ns`` on (CLOCK_MONOTONIC), except final steps, and pauses the match.
    ``leave`` ends the match; the ``seat`` that leaves it loses, -1: nobody wins or loses.
    """

    kind: str
    time_ns: int
    why: str = ""
    since_ns: int = 0
    seat: int = -1


Event: TypeAlias = Press | Glitch | Act | Control
"""An input of a match."""


class Meaning(NamedTuple):
    """The present function of one button.

    - ``label``: a key of the catalogue of words, empty while the button does nothing.
    - ``command``: judged like any other; the rules may refuse it.
    - ``select``: scalars to set when the command is absent or refused (an armed card, a marked space).
    - ``lit``: for the screen, pressing the button would have an effect; ``zone`` is the zone affected.
    - ``foul``: the press is itself a mistake, with this reason; the foul is its only effect.
    - ``card``: the card of the button, where a zone holds many: a hand that scrolls past five buttons.
    - ``sign``: a choice in place of a card: ``colour.R``, ``suit.H``, ``seat.2``, ``zone.pile``, ``kill``.
    - ``glows``: nobody has played for a while, and this key begins a way to go on (GEN-5, ``glowing``).
    """

    label: str = ""
    command: Command | None = None
    select: tuple[tuple[str, Scalar], ...] = ()
    lit: bool = False
    zone: str = ""
    foul: str = ""
    card: str = ""
    sign: str = ""
    glows: bool = False


NOTHING: Final = Meaning()


def mask(buttons: Iterable[str]) -> int:
    """Return a set of buttons as a bit mask: bit n is ``BUTTONS[n]``."""
    return sum(1 << BUTTON_INDEX[button] for button in set(buttons))


def is_held(held: int, button: str) -> bool:
    """Return whether the bit mask of held buttons includes this button."""
    return bool(held >> BUTTON_INDEX[button] & 1)


# Values for a screen besides the table, which a game makes from a table (``Game.row``, ``Game.clock``)


Slots = tuple[tuple[str, ...], ...]
"""The cards of each slot in the hand's order; () for a slot that is empty for a moment."""


class Row(NamedTuple):
    """The layout of a hand: CARD1 plays ``slots[first]``, and so on; LEFT and RIGHT scroll.

    ``lit`` are the indices of the slots that are playable now, also outside the visible five.
    """

    slots: Slots
    first: int = 0
    lit: tuple[int, ...] = ()

    @property
    def window(self) -> Slots:
        """The slots under CARD1 to CARD5; fewer where the hand ends."""
        return self.slots[self.first : self.first + len(CARDS)]


class Clock(NamedTuple):
    """A running timer: ``turn`` (the seat's time to play), ``match`` (the time to match a card, before the seat draws),
    ``name`` (the seat's time to choose). Both times in ns of the play clock."""

    kind: str
    seat: int
    begins: int
    ends: int


def unseen_row(cards: Zone) -> Row | None:
    """Return the row of a hand that this screen sees face down, one card per slot; None if all cards are visible."""
    return Row(tuple((card,) for card in cards)) if any(map(is_down, cards)) else None


# The keys that glow when nobody has played for a while (GEN-5): those that begin a way to go on. A way is a sequence of
# presses of lit keys; the last press gives a command that counts as progress. The search runs only while the table
# glows, so it can afford to look ahead.


GLOW_NS: Final = 4 * S
"""Time without a play before playable cards glow."""
FAR: Final = 4
"""Depth of the search (presses) for playable cards, wherever a hand is scrolled to or a seat aims."""
FARTHER: Final = 12
"""Depth of the search (presses) where cards must be moved first."""
QUICK: Final = 2
"""Presses to pick a card up and play it; moving a card first takes at least as many."""
HELD: Final = ("hold", "aim")
"""The labels of LEFT and RIGHT where holding them down matters."""


class _Panel(Protocol):
    """The part of a ``Game`` that a search for ways needs: its panel, and the effect of a command."""

    progress: frozenset[str]

    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """See ``Game.press``."""

    def perform(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """See ``Game.perform``."""


class _Spot(NamedTuple):
    """A table, the buttons that the seat holds, and the possible first presses that lead there."""

    table: Table
    held: int
    first: frozenset[str]


def glowing(game: _Panel, table: Table, seat: int, held: int, keys: Sequence[Meaning]) -> tuple[Meaning, ...]:
    """Return a seat's keys, marking those that begin a way to go on; unchanged unless the table glows.

    A card that can be played in two presses glows. LEFT, RIGHT and ACTION, a space, and a card that makes room for
    another glow where no way is shorter.
    """
    if not table.scalars.get("glow") or table.scalars["phase"] != "play":
        return tuple(keys)
    first = _first_presses(game, table, seat, held)
    with_names = zip(BUTTONS, keys, strict=True)
    return tuple(key._replace(glows=True) if button in first else key for button, key in with_names)


def _first_presses(game: _Panel, table: Table, seat: int, held: int) -> frozenset[str]:
    """Return the buttons that begin a shortest way: for cards, to any command; for others, to the nearest command."""
    start = _Spot(table, held, frozenset())
    ways = _ways(game, start, seat, FAR, moving=False)
    nearest = min((presses for presses, _ in ways.values()), default=FARTHER + 1)
    if nearest > QUICK and (moved := _ways(game, start, seat, nearest - 1, moving=True)):
        ways, nearest = moved, min(presses for presses, _ in moved.values())
    return frozenset(
        button for presses, first in ways.values() for button in first if presses == nearest or button in CARDS
    )


def _ways(
    game: _Panel, start: _Spot, seat: int, far: int, *, moving: bool
) -> dict[Command, tuple[int, frozenset[str]]]:
    """Return, for each progress command, the least number of presses and the buttons that begin such a sequence.

    The search ends at the first command found, but not before ``QUICK`` presses. With ``moving`` it also performs other
    commands.
    """
    found: dict[Command, tuple[int, frozenset[str]]] = {}
    level = {_name(start, start): start}
    seen = set(level)
    for presses in range(1, far + 1):
        reached: dict[object, _Spot] = {}
        for spot in level.values():
            for key, there in _presses(game, spot, seat, moving=moving):
                if key.command is not None and key.command.do in game.progress:
                    before = found.get(key.command, (presses, frozenset()))
                    if before[0] == presses:
                        found[key.command] = (presses, before[1] | there[0].first)
                    continue
                for one in there:
                    name = _name(start, one)
                    if name not in seen:
                        known = reached.get(name)
                        reached[name] = one if known is None else known._replace(first=known.first | one.first)
        if not reached or (found and presses >= QUICK):
            break
        seen.update(reached)
        level = reached
    return found


def _name(start: _Spot, spot: _Spot) -> object:
    """Return a key that identifies a spot: the changes on the way there, and the held buttons."""
    scalars, zones = start.table.scalars, start.table.zones
    return (
        spot.held,
        tuple((key, value) for key, value in spot.table.scalars.items() if value != scalars[key]),
        tuple((name, cards) for name, cards in spot.table.zones.items() if cards != zones[name]),
    )


def _presses(game: _Panel, spot: _Spot, seat: int, *, moving: bool) -> Iterator[tuple[Meaning, tuple[_Spot, ...]]]:
    """Yield each lit key's meaning and the spots after its press: released or, for LEFT and RIGHT, also still held."""
    for place, button in enumerate(BUTTONS):
        bit = 1 << place
        key = game.press(spot.table, seat, button, spot.held & ~bit)
        if not key.lit or key.foul:
            continue
        first = spot.first or frozenset((button,))
        table = spot.table
        if key.command is not None and key.command.do not in game.progress:
            if not moving:
                continue
            draft = Draft(table)
            game.perform(draft, seat, key.command, 0)
            table = draft.table()
        elif key.command is None:
            table = Table(table.zones, {**table.scalars, **dict(key.select)}, table.shuffles)
        held = (0, spot.held | bit) if button in (LEFT, RIGHT) and key.label in HELD else (0,)
        yield key, tuple(_Spot(table, down, first) for down in held)
