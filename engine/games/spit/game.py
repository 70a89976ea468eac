"""Spit as the match calls it: how a game is made of options (rules SPIT-1 to SPIT-30)."""

from collections.abc import Sequence
from typing import ClassVar

from engine.cards import RANKS, SUITS
from engine.game import RULES, GameInfo
from engine.games.spit.bots import SpitEvaluation
from engine.games.spit.panel import SpitPanel
from engine.games.spit.rules import PRESETS, SHOUT, SLAPS, SpitOptions, check, make_rules


class Spit(SpitPanel):
    """Spit for two, or for three or four, with its variations as options.

    ``ranks``, ``suits`` and ``sizes`` (the cards of each stock pile) make the tiny games that exhaustive play needs.
    Raises OptionError for options that exclude each other, ValueError for a deck that could leave no seat a spit card.
    """

    info: ClassVar[GameInfo] = GameInfo(
        id="spit",
        schema=SpitOptions,
        presets=PRESETS,
        seats=(2, 4),
    )
    PROGRESS = frozenset({"play", "turn", "refill"})  # refilling turns a card up (SPIT-16)

    def __init__(
        self,
        options: SpitOptions,
        seats: int = 2,
        edition: int = RULES,
        *,
        ranks: str = RANKS,
        suits: str = SUITS,
        sizes: Sequence[int] | None = None,
    ) -> None:
        super().__init__(options, seats, edition)
        check(options, seats)
        self.rules = make_rules(options, seats, edition, ranks=ranks, suits=suits, sizes=sizes)
        self.race, self.deck = self.rules.race, self.rules.deck
        self.turning = self.rules.turning
        if self.rules.is_many:
            self.progress |= {"slap"}  # a chosen pile lets the others continue
        if self.rules.shouts_race:
            self.attempts |= {SHOUT}
        if self.rules.slaps_race:
            self.claims |= SLAPS
        self.evaluation = SpitEvaluation(self.rules)
        self.before_play = None

    @property
    def since_edition(self) -> int:
        """See ``Game.since_edition``: ``turning``, runners sent home (``would_take``), seats out (``can_go_on``).

        In the third edition shouts and slaps without a cause (``shouts_race``, ``slaps_race``), and the stock cards of
        Reverse Spit (``winner_takes_stock``).
        """
        rules = self.rules
        if rules.shouts_race or rules.slaps_race or rules.winner_takes_stock:
            return 3
        goes_home = rules.travel_ns > 0 and (rules.is_many or rules.options.twin_call)
        return 2 if rules.options.auto_turn or goes_home or (rules.is_many and rules.refills) else 1
