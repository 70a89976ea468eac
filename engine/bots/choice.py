"""Which command to give, as any bot that looks at the table decides it."""

from collections.abc import Callable

from engine.bots.taste import PASS, taste_for
from engine.game import Game
from engine.table import Table


def best_presses(game: Game, view: Table, seat: int, blur: Callable[[], float] = lambda: 0.0) -> list[str]:
    """The taps that give the seat's best command; none if no command is worth a press, or none can be given now.

    ``blur`` is asked once for each command, and added to what it is worth: a small error of judgement. The first of
    equals is taken.
    """
    rate = taste_for(game).rate
    rated = [(rate(game, view, seat, command) + blur(), command) for command in game.legal(view, seat)]
    for worth, command in sorted(rated, key=lambda each: -each[0]):
        if worth > PASS and (taps := list(game.presses_for(view, seat, command))):
            return taps
    return []
