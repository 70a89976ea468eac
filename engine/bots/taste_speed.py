"""What a play is worth in Speed: that the own run goes on, and that the other seats find nothing.

Only what lies face up is counted; a hidden card fits nowhere, as far as a bot can tell.
"""

from collections.abc import Sequence
from typing import Final

from engine.cards import is_joker
from engine.game import Game
from engine.games.speed import Speed
from engine.panel import Command
from engine.table import Table

RUN: Final = 1.0
"""For each card that can follow the play out of the own hand, one after the other, up to ``DEPTH``."""
DEPTH: Final = 3
STARVE: Final = 0.5
"""For each card that another seat could play then, taken off."""
JOKER: Final = 2.0
"""A joker goes on anything, so it is kept for when nothing else does."""
AIM: Final = 0.5
"""For each tap that moves the aim first, taken off: with more than two seats."""
DRAW: Final = 10.0
"""A card to draw is nobody else's: take it at once."""


def rate(game: Game, view: Table, seat: int, command: Command) -> float:
    """The worth of a legal command of Speed; a shout is worth something only where nobody can play."""
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
    """How many cards of the hand can be played one after the other onto these tops, at most ``depth``."""
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
