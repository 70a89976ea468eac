"""The panel: eight buttons a seat, presses, commands, and the meanings of buttons.

``Press`` is the input from the buttons; ``Command`` is a player's request to the game; ``Meaning`` maps a button to a
command and gives the screen its soft-key.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from engine.effects import Scalar

CARDS: Final = ("CARD1", "CARD2", "CARD3", "CARD4", "CARD5")
LEFT: Final = "LEFT"
RIGHT: Final = "RIGHT"
ACTION: Final = "ACTION"
BUTTONS: Final = (*CARDS, LEFT, RIGHT, ACTION)
BUTTON_INDEX: Final = {button: place for place, button in enumerate(BUTTONS)}


class Press(NamedTuple):
    """One debounced edge of one button.

    ``time_ns`` is CLOCK_MONOTONIC in ns, stamped at the edge. ``source`` names the stamping device (``gpio``,
    ``board``, ``keyboard``, ``bot``); ``res`` is that source's resolution in ns. ``clock`` and ``tick_ns`` serve
    sources with a clock of their own: presses of one clock are compared by ``tick_ns`` instead of ``time_ns``, at that
    clock's resolution ``tick_res`` (ns), 0 if it is no finer than ``res``. ``early_ns`` is how much before its stamp
    the contact may have closed: 0 for an exact stamp, more where the kernel overwrote it (``docs/wiring.md``). All of
    these determine how close two presses must be for a dead heat (``judge.reach_ns``, GEN-1).
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
    """

    kind: str
    time_ns: int
    why: str = ""
    since_ns: int = 0


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
    - ``glows``: nobody has played for a while, and this key begins a way to go on (GEN-5, ``engine.hints``).
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
