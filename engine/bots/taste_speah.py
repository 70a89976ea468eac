"""What a move is worth in Speahx: to be rid of cards, to keep what goes on anything, and to take the pile last.

The cards of others are counted, never read: how many they hold is seen by everybody.
"""

from typing import Final

from engine.cards import is_joker, rank, suit
from engine.game import Game
from engine.games.speah import Speahx
from engine.games.speah_legal import FOUR, TEN, TWO, laid, run_on_top
from engine.panel import Command
from engine.table import Table

EFFORT: Final = 1.4
"""A hand to look through, and what may follow what: slower than Speed, and nobody races."""
PLAY: Final = 6.0
"""A play comes before a chance card, by more than any error of judgement."""
CARD: Final = 1.0
"""For each card of a play."""
SPARE: Final = 2.0
"""A two, a ten or a joker goes on anything: kept until nothing else does."""
KILL: Final = 2.0
"""For a fourth of a rank: another turn."""
PILE: Final = 0.5
"""For each card of the pile that is picked up, taken off."""


def rate(game: Game, view: Table, seat: int, command: Command) -> float:
    """The worth of a legal command of Speahx."""
    assert isinstance(game, Speahx)
    match command.do:
        case "play":
            return _play(view, laid(command))
        case "suit":
            return CARD * sum(suit(card) == command.word for card in view.zones[game.hands[seat]])
        case "give":
            return -CARD * game.cards_left(view, command.target)
        case "pick_up":
            return -PLAY - PILE * len(view.zones["pile"])
    return 0.0


def _play(view: Table, cards: tuple[str, ...]) -> float:
    pile = view.zones["pile"]
    is_spare = is_joker(cards[0]) or rank(cards[0]) in (TWO, TEN)
    kills = run_on_top((*pile, *cards)) >= FOUR
    return PLAY + CARD * len(cards) - SPARE * is_spare * len(cards) + KILL * kills
