"""The rating of plays in Speed: continue the own run, and leave the other seats without a play.

Only face-up cards count; to a bot, a hidden card fits nowhere.
"""

from collections.abc import Sequence
from typing import Final

from engine.cards import is_joker
from engine.game import PASS, Evaluation
from engine.games.speed.panel import taps_to_aim
from engine.games.speed.rules import SpeedRules
from engine.panel import Command
from engine.table import Table

RUN: Final = 1.0
"""For each card that can follow the play from the own hand, one after the other, up to ``DEPTH``."""
DEPTH: Final = 3
STARVE: Final = 0.5
"""Deducted for each card that another seat could then play."""
JOKER: Final = 2.0
"""A joker goes on anything: kept until nothing else fits."""
AIM: Final = 0.5
"""Deducted for each tap that moves the aim first, with more than two seats."""
DRAW: Final = 10.0
"""Only the own seat can draw its card, so draw at once."""
SLAP: Final = 10.0
"""The first slap wins the deal, or undoes that it is won; there is nothing else to do."""


class SpeedEvaluation(Evaluation):
    """See ``Evaluation``."""

    def __init__(self, rules: SpeedRules) -> None:
        super().__init__()
        self._rules = rules

    def rate(self, view: Table, seat: int, command: Command) -> float:
        """See ``Evaluation.rate``; a shout is worth a press only if nobody can play.

        A card to lay at a turn is rated like a play onto the own pile (SPEED-15).
        """
        rules = self._rules
        if command.do == "draw":
            return DRAW
        if command.do == "slap":
            return SLAP
        if command.do not in ("play", "lay"):
            return 0.0 if view.flag("stuck") else PASS
        is_covered = command.do == "lay"  # by cards that nobody knows yet
        tops = [
            command.card if pile == command.to else "" if is_covered else view.top(pile) or "" for pile in rules.centres
        ]
        hand = [card for slot in rules.hands[seat] if slot != command.source for card in view.zone(slot)]
        theirs = [slot for other in rules.all_seats if other != seat for slot in rules.hands[other]]
        others = [card for slot in theirs for card in view.zone(slot)]
        worth = RUN * _run(rules, tops, hand, DEPTH) - STARVE * sum(_fits(rules, card, tops) for card in others)
        if rules.is_many and command.do == "play":
            worth -= AIM * (len(taps_to_aim(rules, view, seat, command)) - 1)
        return worth - JOKER * is_joker(command.card)


def _fits(rules: SpeedRules, card: str, tops: Sequence[str]) -> bool:
    return any(top and card in rules.fits[top] for top in tops)


def _run(rules: SpeedRules, tops: list[str], hand: list[str], depth: int) -> int:
    """Return how many cards of the hand can be played one after the other onto these tops, at most ``depth``."""
    longest = 0
    if not depth:
        return longest
    for card in hand:
        for place, top in enumerate(tops):
            if top and card in rules.fits[top]:
                left = [other for other in hand if other != card]
                longest = max(longest, 1 + _run(rules, [*tops[:place], card, *tops[place + 1 :]], left, depth - 1))
                if longest == depth:
                    return longest
    return longest
