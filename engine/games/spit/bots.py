"""The rating of commands in Spit: plays first, then turning cards, then filling spaces to uncover more.

Only face-up cards count. No cycles: moves and stacks rate well only if they uncover a face-down card, and otherwise
come last.
"""

from collections.abc import Sequence
from typing import Final

from engine.cards import is_down
from engine.game import PASS, Evaluation
from engine.games.spit.rules import SpitRules
from engine.panel import Command
from engine.table import Table

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


class SpitEvaluation(Evaluation):
    """See ``Evaluation``."""

    effort = 1.4
    """Five piles to watch, cards to turn, spaces to fill: finding the next command takes longer than in Speed."""

    def __init__(self, rules: SpitRules) -> None:
        super().__init__()
        self._rules = rules

    def rate(self, view: Table, seat: int, command: Command) -> float:
        """See ``Evaluation.rate``; while all are stuck, only shouts are worth a press."""
        match command.do:
            case "play":
                return _play(self._rules, view, seat, command)
            case "slap":
                return (SLAP if self._rules.options.reverse else -SLAP) * len(view.zone(command.to))
            case "spit":
                return 0.0 if view.flag("stuck") else CALL
            case "claim":
                return CALL
            case _ if view.flag("stuck"):
                return PASS
            case "turn" | "refill":
                return TURN
            case "conceal":
                return CONCEAL
        under = view.zone(command.source)[-2:-1]
        return SHIFT if under and is_down(under[0]) else IDLE


def _play(rules: SpitRules, view: Table, seat: int, command: Command) -> float:
    tops = [command.card if pile == command.to else view.top(pile) for pile in rules.centres]
    own = [top for stock in rules.stocks[seat] if stock != command.source and (top := view.top(stock))]
    others = [top for n in rules.others[seat] for stock in rules.stocks[n] if (top := view.top(stock))]
    uncovered = UNCOVER if len(view.zone(command.source)) > 1 else 0.0
    return PLAY + uncovered + RUN * _fitting(rules, own, tops) - STARVE * _fitting(rules, others, tops)


def _fitting(rules: SpitRules, cards: Sequence[str], tops: Sequence[str | None]) -> int:
    """Return how many of the cards fit one of the tops; hidden and face-down cards fit nowhere."""
    return sum(any(top is not None and card in rules.fits[top] for top in tops) for card in cards)
