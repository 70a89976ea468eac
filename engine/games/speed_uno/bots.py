"""The rating of commands in Speed Uno: shed cards, keep wilds, name the commonest colour, call before the play.

It counts the cards of others, which all players see, but never reads them.
"""

from typing import Final

from engine.game import PASS, Evaluation
from engine.games.speed_uno.play import SpeedUnoPlay
from engine.games.speed_uno.rules import (
    COLOURS,
    DRAW,
    REVERSE,
    SKIP,
    WILD_DRAW,
    SpeedUnoRules,
    holds_colour,
    is_wild,
    points,
    top_face,
)
from engine.panel import Command
from engine.table import Table

CALL: Final = 60.0
"""Before anything else: a missing call costs five cards."""
CATCH: Final = 50.0
PLAY: Final = 10.0
MATCH: Final = 5.0
"""An exact match can be lost to another seat."""
CARD: Final = 2.0
"""For each card of a play."""
COLOUR: Final = 0.4
"""For each card left in hand of the colour then in force."""
RID: Final = 0.05
"""For each point (UNO-12) that the cards would cost at the end."""
SPARE: Final = 6.0
"""A wild goes on anything: kept until nothing else fits, or until it is the last card but one."""
BLUFF: Final = 4.0
"""Deducted for a Wild Draw Four that may be challenged."""
HARM: Final = 2.0
"""For hindering a next player who has few cards left."""
FEW: Final = 3
SWAP: Final = 1.5
"""For each card by which a rotation's hand is smaller than the own hand (UNO-9); deducted if larger."""
DOUBTFUL: Final = 6
"""Cards in a hand of which one most likely has the colour in force: from then on, challenge a Wild Draw Four."""


class SpeedUnoEvaluation(Evaluation):
    """See ``Evaluation``."""

    weighing = 0.5
    """Several cards fit, and a turn leaves time; the bot looks up the next command meanwhile."""

    def __init__(self, game: SpeedUnoPlay) -> None:
        super().__init__()
        self._game = game

    def rate(self, view: Table, seat: int, command: Command) -> float:
        """See ``Evaluation.rate``."""
        rules = self._game.rules
        match command.do:
            case "play":
                return _play(rules, view, seat, command)
            case "colour":
                return CARD * _of_colour(rules, view, seat, command.word)
            case "uno":
                return CALL if self._calls_now(view, seat) else PASS
            case "catch":
                return CATCH
            case "challenge":
                bluffer = view.number("challenged")
                return PLAY if len(view.zone(rules.hands[bluffer])) >= DOUBTFUL else PASS
        return 0.0

    def is_easily_missed(self, view: Table, seat: int, command: Command) -> bool:
        """Return whether nothing prompts the command: an exact match out of turn, a call, a catch."""
        return command.do in ("uno", "catch") or (command.do == "play" and view.number("turn") != seat)

    def _calls_now(self, view: Table, seat: int) -> bool:
        """Return whether to call now: with one card; with two only just before a play, as people do."""
        if len(view.zone(self._game.rules.hands[seat])) == 1:
            return True
        return any(command.do == "play" for command in self._game.legal(view, seat))


def _play(rules: SpeedUnoRules, view: Table, seat: int, command: Command) -> float:
    cards = command.cards or (command.card,)
    face = rules.face[cards[0]]
    left = len(view.zone(rules.hands[seat])) - len(cards)
    worth = PLAY + CARD * len(cards) + RID * sum(map(points, cards))
    if view.flag("exact") and face == top_face(rules, view):
        worth += MATCH
    if is_wild(face):
        worth -= SPARE * (left > 1)
        if face == WILD_DRAW and rules.options.challenge and holds_colour(rules, view, seat):
            worth -= BLUFF
    else:
        worth += COLOUR * (_of_colour(rules, view, seat, face[0]) - len(cards))
    if face[1:] in (SKIP, REVERSE, DRAW) and _next_has_few(rules, view, seat):
        worth += HARM
    if face[1:] == "0" and left and view.number("turn") == seat and face[0] == view.text("colour"):
        worth += SWAP * (left - len(view.zone(rules.hands[(seat - view.number("direction")) % rules.seats])))
    return worth


def _of_colour(rules: SpeedUnoRules, view: Table, seat: int, colour: str) -> int:
    return sum(card[0] == colour for card in view.zone(rules.hands[seat])) if colour in COLOURS else 0


def _next_has_few(rules: SpeedUnoRules, view: Table, seat: int) -> bool:
    return len(view.zone(rules.hands[(seat + view.number("direction")) % rules.seats])) <= FEW
