"""Bots: players for seats without a person.

A bot is a stateless ``Brain`` (``engine/brain.py``): it gets its seat's view of the table and returns presses of the
same eight buttons that people have. Start with ``person.py``, the bots that play like people; ``perfect`` and
``masher`` are for tests and benchmarks, ``fumbler`` plays at random by buttons. A game's module ``bots`` rates its
commands; the bots themselves know no game by name.
"""

from engine.bots.fumbler import Fumbler
from engine.bots.masher import Masher
from engine.bots.perfect import Perfect
from engine.bots.person import FAST, MIDDLING, SLOW, Person
from engine.brain import Bot
from engine.errors import UnknownBot, instead, shortened

LEVELS: tuple[Bot, ...] = (Person(SLOW), Person(MIDDLING), Person(FAST))
"""The bots that people play against, the slowest first, in menu order."""
BOTS: tuple[Bot, ...] = (*LEVELS, Perfect(), Masher(), Fumbler())
"""Every bot, listed by hand: a new bot needs one more file and one more name here."""


def find_brain(player: str) -> Bot:
    """Return the bot of a seat's ``player`` (``bot:fast`` or ``fast``); raise UnknownBot with the known names."""
    name = player.removeprefix("bot:")
    for bot in BOTS:
        if bot.name == name:
            return bot
    known = [bot.name for bot in BOTS]
    raise UnknownBot(f"no bot is called {shortened(name) or '(nothing)'}{instead(name, known)}")
