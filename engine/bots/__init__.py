"""Bots: minds for seats without a person.

A bot is a stateless ``Brain`` (``engine/seats.py``): it is shown its seat's view of the table and answers with presses
of the same eight buttons that people have. Begin with ``person.py``, the bots that play like people; ``perfect`` and
``masher`` are for tests and benches, ``fumbler`` is random play by buttons. What a play is worth in one game stands in
that game's ``taste_*.py``; no bot knows a game by name.
"""

from engine.bots.fumbler import Fumbler
from engine.bots.kind import Bot
from engine.bots.masher import Masher
from engine.bots.perfect import Perfect
from engine.bots.person import FAST, MIDDLING, SLOW, Person
from engine.errors import UnknownBot, instead, shortened

LEVELS: tuple[Bot, ...] = (Person(SLOW), Person(MIDDLING), Person(FAST))
"""The bots that people play against, the slowest first, as a menu offers them."""
BOTS: tuple[Bot, ...] = (*LEVELS, Perfect(), Masher(), Fumbler())
"""Every bot there is, by hand: a new one is one more file and one more name here."""


def find_brain(player: str) -> Bot:
    """The bot of a seat's ``player``, as ``bot:fast`` or ``fast``; raises UnknownBot listing those there are."""
    name = player.removeprefix("bot:")
    for bot in BOTS:
        if bot.name == name:
            return bot
    known = [bot.name for bot in BOTS]
    raise UnknownBot(f"no bot is called {shortened(name) or '(nothing)'}{instead(name, known)}")
