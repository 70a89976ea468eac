"""The rating of commands in Spit: plays first, then turning cards, then filling spaces to uncover more.

Only face-up cards count. No cycles: moves and stacks rate well only if they uncover a face-down card, and otherwise
come last.
"""

from collections.abc import Sequence
from typing import Final

from engine.cards import is_down
from engine.game import Game
from engine.games.mod_spit import ModSpit
from engine.games.mod_spit_slap import is_right
from engine.games.spit import Spit
from engine.panel import Command
from engine.table import Table

EFFORT: Final = 1.4
"""Five piles to watch, cards to turn, spaces to fill: finding the next command takes longer than in Speed."""
PLAY: Final = 3.0
"""A play can be lost to the other seat, so it comes first."""
RUN: Final = 1.0
"""For each own top card that fits a top after the play."""
UNCOVER: Final = 0.5
"""For a play that uncovers another card."""
STARVE: Final = 0.5
"""Deducted for each top card that another seat could then play."""
TURN: Final = 2.5
CALL: Final = 4.0
"""Calling equal tops, or a claim without cost, wins more than a card."""
CONCEAL: Final = 1.0
"""Picking up the last cards, if there is nothing better to do."""
SHIFT: Final = 1.5
"""A move or a stack that uncovers a face-down card."""
IDLE: Final = -5.0
"""A move or a stack that uncovers no card: only if there is nothing else."""
SLAP: Final = 0.25
"""Deducted for each card of a spit pile: the smaller pile is better, in Reverse Spit the larger.

The size is estimated, not counted: within a level's rating error, piles of similar size look the same."""


def rate(game: Game, view: Table, seat: int, command: Command) -> float:
    """Return the rating of a legal command of Spit; while all are stuck, only shouts are worth a press."""
    assert isinstance(game, Spit)
    match command.do:
        case "play":
            return _play(game, view, seat, command)
        case "slap":
            return (SLAP if game.reverse else -SLAP) * len(view.zone(command.to))
        case "spit":
            return 0.0 if view.flag("stuck") else CALL
        case "claim":
            return CALL
        case "number_slap":
            assert isinstance(game, ModSpit)
            return CALL if is_right(game, view) else float("-inf")
        case _ if view.flag("stuck"):
            return float("-inf")
        case "turn" | "refill":
            return TURN
        case "conceal":
            return CONCEAL
    under = view.zone(command.source)[-2:-1]
    return SHIFT if under and is_down(under[0]) else IDLE


def _play(game: Spit, view: Table, seat: int, command: Command) -> float:
    tops = [command.card if pile == command.to else view.top(pile) for pile in game.centres]
    own = [top for stock in game.stocks[seat] if stock != command.source and (top := view.top(stock))]
    others = [top for n in game.others(seat) for stock in game.stocks[n] if (top := view.top(stock))]
    uncovered = UNCOVER if len(view.zone(command.source)) > 1 else 0.0
    return PLAY + uncovered + RUN * _fitting(game, own, tops) - STARVE * _fitting(game, others, tops)


def _fitting(game: Spit, cards: Sequence[str], tops: Sequence[str | None]) -> int:
    """Return how many of the cards fit one of the tops; hidden and face-down cards fit nowhere."""
    return sum(any(top is not None and card in game.fits[top] for top in tops) for card in cards)
