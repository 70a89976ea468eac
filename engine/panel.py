"""The panel: eight buttons a seat, presses, commands, and what a button means.

``Press`` is what comes in from the buttons; ``Command`` is what a player wants of a game; ``Meaning`` joins the two,
and gives the screen its soft-key as well.
"""

from collections.abc import Iterable
from dataclasses import dataclass
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

    ``time_ns`` is CLOCK_MONOTONIC in ns, taken where the edge happened. ``source`` names what stamped it (``gpio``,
    ``board``, ``keyboard``, ``bot``); ``res`` is that source's resolution in ns. ``clock`` and ``tick_ns`` serve
    sources with a clock of their own: presses of one clock are compared by ``tick_ns`` and not by ``time_ns``, as
    finely as that clock counts: ``tick_res`` ns, 0 for no finer than ``res``. ``early_ns`` is how much before its stamp
    the contact may have closed: 0 for a true stamp, more where the kernel overwrote it (``docs/wiring.md``). How close
    two presses must be for a dead heat follows from all of these (``judge.reach_ns``, GEN-1).
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


@dataclass(slots=True, unsafe_hash=True)
class Command:
    """What a player wants: a verb and its arguments, unused ones empty (``docs/match-log.md``)."""

    do: Final[str]
    card: Final[str] = ""
    source: Final[str] = ""
    to: Final[str] = ""
    cards: Final[tuple[str, ...]] = ()
    target: Final[int] = -1
    word: Final[str] = ""


@dataclass(slots=True)
class Act:
    """A command given without buttons, as ``simulate`` does: seat, command, and its moment (CLOCK_MONOTONIC, ns)."""

    seat: Final[int]
    command: Final[Command]
    time_ns: Final[int]


CONTROLS: Final = ("pause", "resume", "leave", "void")


class Control(NamedTuple):
    """What the cabinet itself does to a match: ``kind`` is one of ``CONTROLS``; ``why`` is a word.

    ``void`` undoes what happened from ``since_ns`` on (CLOCK_MONOTONIC), as far as it is not final, and stands still.
    """

    kind: str
    time_ns: int
    why: str = ""
    since_ns: int = 0


Event: TypeAlias = Press | Act | Control
"""What is done to a match."""


class Meaning(NamedTuple):
    """What one button does at this moment.

    ``label`` is a key of the catalogue of words, empty while the button does nothing. ``command`` is judged like any
    other: it may be one that the rules refuse. ``select`` are scalars to set when the command is absent or refused
    (an armed card, a marked space). ``lit`` tells the screen that pressing it would achieve something; ``zone`` where
    it would. ``foul`` is the reason of a mistake that the press is in itself: it is told, and nothing else happens.
    ``card`` is the one that the button stands for, where a zone holds many: a hand that is scrolled past five buttons.
    ``sign`` stands for a choice in place of a card: ``colour.R``, ``suit.H``, ``seat.2``, ``zone.pile``, ``kill``.
    ``glows``: nobody has played for a while, and this key begins a way to go on (GEN-5, ``engine.ways``).
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
    """A set of buttons as a bit mask: bit n is ``BUTTONS[n]``."""
    return sum(1 << BUTTON_INDEX[button] for button in set(buttons))


def is_held(held: int, button: str) -> bool:
    """True if the bit mask of held buttons has this one."""
    return bool(held >> BUTTON_INDEX[button] & 1)
