"""Speed Uno as the match calls it: how a game is made of options (rules UNO-1 to UNO-14)."""

from collections.abc import Sequence
from typing import ClassVar

from engine.game import RULES, GameInfo
from engine.games.speed_uno.bots import SpeedUnoEvaluation
from engine.games.speed_uno.panel import SpeedUnoPanel
from engine.games.speed_uno.play import CALLS
from engine.games.speed_uno.rules import DEALT, PRESETS, SpeedUnoOptions, make_rules


class SpeedUno(SpeedUnoPanel):
    """Speed Uno for two to eight.

    ``deck`` (codes as from ``uno_deck``) and ``dealt`` (cards per hand) make the small games that tests need.
    """

    info: ClassVar[GameInfo] = GameInfo(
        id="speed_uno",
        schema=SpeedUnoOptions,
        presets=PRESETS,
        seats=(2, 8),
        hands=True,
    )
    PROGRESS = frozenset({"play", "draw", "colour", "challenge"})  # all but the call and the catch

    def __init__(
        self,
        options: SpeedUnoOptions,
        seats: int = 4,
        edition: int = RULES,
        *,
        deck: Sequence[str] | None = None,
        dealt: int = DEALT,
    ) -> None:
        super().__init__(options, seats, edition)
        self.rules = make_rules(options, seats, deck=deck, dealt=dealt)
        self.deck = self.rules.deck
        if edition > 2:
            self.attempts |= CALLS
        self.evaluation = SpeedUnoEvaluation(self)

    @property
    def since_edition(self) -> int:
        """See ``Game.since_edition``: a call or a catch without a cause is a miss (UNO-10). The second edition was the
        first to break ties among those in front (``standing``)."""
        return 3
