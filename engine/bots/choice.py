"""The choice of a command, common to all bots that read the table."""

from collections.abc import Callable
from typing import NamedTuple

from engine.game import PASS, Game
from engine.panel import Command
from engine.table import Table


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
