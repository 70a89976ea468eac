"""The interface of a bot, and what bots share: the choice of a command and the timing of its taps.

A bot plans presses, from its seat's view only. The bots themselves are in ``bots``.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from engine.game import PASS, Game
from engine.panel import CARDS, Command
from engine.table import Scalar, Table

Edge = tuple[int, str, bool]
"""(delay in ns from now, button, pressed), as in a ``Plan``."""


class Plan(NamedTuple):
    """A sequence of presses that a bot will make; it cannot be withdrawn.

    ``presses`` are (delay in ns from now, button, pressed), delays rising. ``rest_ns`` is the time until its next plan,
    counted from now; -1: until the table changes. No press comes early enough for a dead heat with one that is judged
    already: within ``Setup.reach_ns`` where people play, between bots within ``Setup.resolution_ns``. A plan that
    begins too early is delayed as a whole.
    """

    presses: tuple[Edge, ...] = ()
    rest_ns: int = -1


class Brain(Protocol):
    """A bot's decisions. Stateless: all its chance comes from the given stream."""

    def reaction_ns(self, scalars: Mapping[str, Scalar], seat: int, stream: random.Random) -> int:
        """Return the delay (ns) from a change on the table to an idle bot's plan.

        ``scalars`` are the table's, which hide nothing.
        """
        ...

    def plan(self, game: Game, view: Table, seat: int, stream: random.Random) -> Plan:
        """Return the next presses, from the seat's view of the table."""
        ...


class Bot(Brain, Protocol):
    """A brain with a name, as in ``bot:NAME``. Names never change: logs outlive code."""

    @property
    def name(self) -> str:
        """The name, one lower-case word."""
        ...


class Choice(NamedTuple):
    """A command and its taps. ``is_reflex``: the command was noticed rather than weighed, as nothing prompts it."""

    command: Command
    taps: tuple[str, ...]
    is_reflex: bool = False


def best(
    game: Game,
    view: Table,
    seat: int,
    blur: Callable[[], float] = lambda: 0.0,
    is_missed: Callable[[], bool] = lambda: False,
    leave_out: Command | None = None,
) -> Choice | None:
    """Return the seat's best command; None if no command is worth a press, or none can be given now.

    ``blur`` is called once for each command and added to its rating: a small error of judgement. ``is_missed`` is
    called for each command that is easily missed, and True skips the command; ``leave_out`` is always skipped. The
    first of equals wins.
    """
    evaluation = game.evaluation
    rated = []
    for command in game.legal(view, seat):
        if command == leave_out:
            continue
        easily = evaluation.is_easily_missed(view, seat, command)
        if not (easily and is_missed()):
            rated.append((evaluation.rate(view, seat, command) + blur(), command, easily))
    for worth, command, easily in sorted(rated, key=lambda each: -each[0]):
        if worth > PASS and (taps := tuple(game.presses_for(view, seat, command))):
            return Choice(command, taps, easily)
    return None


def best_presses(game: Game, view: Table, seat: int) -> list[str]:
    """Return the taps of the seat's best command, without any error; empty if there is none."""
    choice = best(game, view, seat)
    return list(choice.taps) if choice else []


def tap(at_ns: int, keys: str, hold_ns: int) -> tuple[Edge, ...]:
    """Return one tap: ``CARD3`` goes down at ``at_ns`` and up ``hold_ns`` later.

    ``LEFT+CARD3`` is CARD3 tapped while LEFT is held: LEFT goes down half a hold before, and up half a hold after.
    """
    *held, button = keys.split("+")
    lead = hold_ns // 2
    down = tuple((at_ns - lead, other, True) for other in held)
    up = tuple((at_ns + hold_ns + lead, other, False) for other in held)
    return (*down, (at_ns, button, True), (at_ns + hold_ns, button, False), *up)


def in_sequence(sequence: Iterable[str], first_ns: int, gap_ns: int, hold_ns: int) -> tuple[Edge, ...]:
    """Return taps in sequence: the first press at ``first_ns``, then ``gap_ns`` from press to press.

    No button is pressed before the previous one is up, however short the gap.
    """
    edges: list[Edge] = []
    at = first_ns
    for keys in sequence:
        if edges:
            at = max(at + gap_ns, edges[-1][0] + hold_ns)
        edges += tap(at, keys, hold_ns)
    return tuple(edges)


def slipped(keys: str, upwards: bool) -> str:
    """Return the tap of a slipped finger: the neighbour of the intended card button; other buttons are unchanged."""
    *held, button = keys.split("+")
    if button not in CARDS:
        return keys
    place = CARDS.index(button) + (1 if upwards else -1)
    hit = CARDS[1] if place < 0 else CARDS[-2] if place == len(CARDS) else CARDS[place]
    return "+".join((*held, hit))


def last_release_ns(edges: Sequence[Edge]) -> int:
    """Return when the last button is up again; 0 without presses."""
    return edges[-1][0] if edges else 0
