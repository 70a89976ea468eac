"""The rating of plays in Speed: continue the own run, and leave the other seats without a play.

Only face-up cards count; to a bot, a hidden card fits nowhere.
"""

from collections.abc import Sequence
from typing import Final

from engine.cards import is_joker
from engine.game import Game
from engine.games.speed import Speed
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


def rate(game: Game, view: Table, seat: int, command: Command) -> float:
    """Return the rating of a legal command of Speed; a shout is worth a press only if nobody can play."""
    assert isinstance(game, Speed)
    if command.do == "draw":
        return DRAW
    if command.do != "play":
        return 0.0 if view.flag("stuck") else float("-inf")
    tops = [command.card if pile == command.to else view.top(pile) or "" for pile in game.centres]
    hand = [card for slot in game.hands[seat] if slot != command.source for card in view.zone(slot)]
    others = [card for n, slots in enumerate(game.hands) if n != seat for slot in slots for card in view.zone(slot)]
    worth = RUN * _run(game, tops, hand, DEPTH) - STARVE * sum(_fits(game, card, tops) for card in others)
    if game.many:
        worth -= AIM * (len(game.presses_for(view, seat, command)) - 1)
    return worth - JOKER * is_joker(command.card)


def _fits(game: Speed, card: str, tops: Sequence[str]) -> bool:
    return any(top and card in game.fits[top] for top in tops)


def _run(game: Speed, tops: list[str], hand: list[str], depth: int) -> int:
    """Return how many cards of the hand can be played one after the other onto these tops, at most ``depth``."""
    longest = 0
    if not depth:
        return longest
    for card in hand:
        for place, top in enumerate(tops):
            if top and card in game.fits[top]:
                left = [other for other in hand if other != card]
                longest = max(longest, 1 + _run(game, [*tops[:place], card, *tops[place + 1 :]], left, depth - 1))
                if longest == depth:
                    return longest
    return longest
