"""Speed as the match calls it: how a game is made of options (rules SPEED-1 to SPEED-18)."""

from typing import ClassVar

from engine.cards import RANKS, SUITS
from engine.game import RULES, GameInfo
from engine.games.speed.bots import SpeedEvaluation
from engine.games.speed.panel import SpeedPanel
from engine.games.speed.rules import EXCLUSIONS, PRESETS, SpeedOptions, make_rules
from engine.options import check_exclusions


class Speed(SpeedPanel):
    """Speed for two, or for three or four, with its variations as options.

    ``ranks``, ``suits``, ``reserve`` (cards a reserve pile) and ``hand_size`` make the tiny games that exhaustive play
    needs. Raises OptionError for options that exclude each other.
    """

    info: ClassVar[GameInfo] = GameInfo(
        id="speed",
        schema=SpeedOptions,
        presets=PRESETS,
        seats=(2, 4),
    )

    ATTEMPTS = frozenset({"play", "slap"})

    def __init__(
        self,
        options: SpeedOptions,
        seats: int = 2,
        edition: int = RULES,
        *,
        ranks: str = RANKS,
        suits: str = SUITS,
        reserve: int | None = None,
        hand_size: int | None = None,
    ) -> None:
        super().__init__(options, seats, edition)
        check_exclusions(EXCLUSIONS, options, seats)
        self.rules = make_rules(options, seats, ranks=ranks, suits=suits, reserve=reserve, hand_size=hand_size)
        self.race, self.deck = self.rules.race, self.rules.deck
        self.evaluation = SpeedEvaluation(self.rules)

    @property
    def since_edition(self) -> int:
        """See ``Game.since_edition``: a tie at the match's cap (``standing``)."""
        return 2 if self.rules.is_many and self.options.caps[1] else 1
