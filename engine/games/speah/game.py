"""Speahx as the match calls it: how a game is made of options (rules SPX-1 to SPX-14)."""

from typing import ClassVar

from engine.cards import RANKS, SUITS
from engine.game import RULES, GameInfo
from engine.games.speah.bots import SpeahxEvaluation
from engine.games.speah.panel import SpeahxPanel
from engine.games.speah.rules import PRESETS, SpeahxOptions, make_rules


class Speahx(SpeahxPanel):
    """Speahx for 2 to 14. ``ranks`` and ``suits`` make the tiny decks that exhaustive play needs.

    Raises OptionError for too few or too many seats.
    """

    info: ClassVar[GameInfo] = GameInfo(
        id="speah",
        schema=SpeahxOptions,
        presets=PRESETS,
        seats=(2, 14),
        hands=True,
        places=True,
    )
    PROGRESS = frozenset({"play", "chance", "pick_up", "table", "suit", "give", "kill"})
    ATTEMPTS = frozenset()  # no races, so a refused move costs nothing (GEN-3)

    def __init__(
        self, options: SpeahxOptions, seats: int = 2, edition: int = RULES, *, ranks: str = RANKS, suits: str = SUITS
    ) -> None:
        super().__init__(options, seats, edition)
        self.rules = make_rules(options, seats, ranks=ranks, suits=suits)
        self.deck = self.rules.deck
        self.evaluation = SpeahxEvaluation(self.rules)
