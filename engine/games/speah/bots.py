"""The rating of moves in Speahx: get rid of cards, keep cards that go on anything, pick up the pile last.

It counts the cards of others, which all players see, but never reads them.
"""

from typing import Final

from engine.cards import is_joker, rank, suit
from engine.game import Evaluation
from engine.games.speah.rules import FOUR, TEN, TWO, SpeahxRules, cards_left, played_cards, run_on_top
from engine.panel import Command
from engine.table import Table

PLAY: Final = 6.0
"""A play rates above a chance card, by more than any error of judgement."""
CARD: Final = 1.0
"""For each card of a play."""
SPARE: Final = 2.0
"""A two, a ten or a joker goes on anything: kept until nothing else fits."""
KILL: Final = 2.0
"""For a fourth of a rank: another turn."""
PILE: Final = 0.5
"""Deducted for each card of the pile that is picked up."""


class SpeahxEvaluation(Evaluation):
    """See ``Evaluation``. The effort: a hand to search and rules to consider, slower than Speed, and not a race."""

    effort = 1.4

    def __init__(self, rules: SpeahxRules) -> None:
        super().__init__()
        self._rules = rules

    def rate(self, view: Table, seat: int, command: Command) -> float:
        """See ``Evaluation.rate``."""
        rules = self._rules
        match command.do:
            case "play":
                return _play(view, played_cards(command))
            case "suit":
                return CARD * sum(suit(card) == command.word for card in view.zones[rules.hands[seat]])
            case "give":
                return -CARD * cards_left(rules, view, command.target)
            case "pick_up":
                return -PLAY - PILE * len(view.zones["pile"])
        return 0.0


def _play(view: Table, cards: tuple[str, ...]) -> float:
    pile = view.zones["pile"]
    is_spare = is_joker(cards[0]) or rank(cards[0]) in (TWO, TEN)
    kills = run_on_top((*pile, *cards)) >= FOUR
    return PLAY + CARD * len(cards) - SPARE * is_spare * len(cards) + KILL * kills
