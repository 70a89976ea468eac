"""Simulated people of known strength, for tables of how matches go between people and against bots.

An assumption, and no more: nobody was measured. It begins at a beginner who sees a change after 2.2 s, finds the next
card in 1.9 s, needs 0.42 s for a press and hits the wrong key six times in a hundred: some 20 cards a minute in Speed.
From there each figure is a part that practice does not change and a part that falls with the pace. People are no bots
of the scale under another name: with the same cards a minute they see a change later, and err otherwise.

`person:20` is that beginner. The same unit as the bots' (`engine.bots.Level`): cards a minute in Speed, of the time in
which they could play, against their own kind.
"""

from typing import Final

from cabinet.strings.catalogue import word
from engine import bots
from engine.bots import Level, Person, find_brain
from engine.brain import Bot
from engine.errors import UnknownBot, shortened
from engine.units import MS

PERSON: Final = "person:"
"""The beginning of a simulated person's name: its pace follows."""
PACES: Final = range(8, 121)
"""The paces that a simulated person may have."""
STRENGTHS: Final = (10, 12, 15, 20, 25, 30, 37, 45, 54, 64, 76, 90)
"""The paces of the twelve people that tables have, cards a minute: from a child of six to a champion."""


def person_level(pace: float) -> Level:
    """Return the figures of a person of this pace."""
    move = 60 + 7_200 / pace  # ms
    card = 53_600 / pace - 150  # from card to card, ms: what is left of it beside the press and its hold is the search
    return Level(
        f"{PERSON}{pace:g}",
        pace,
        react_ns=int((300 + 38_000 / pace) * MS),
        move_ns=int(move * MS),
        seek_ns=int((card - 1.5 * move) * MS),
        slip=0.02 + 0.8 / pace,
        blur=min(80 / pace, 5.0),
        miss=min(8 / pace, 0.5),
        solve_ns=int((300 + 24_000 / pace) * MS),
        solves=0.004 * pace,
        errs=min(2 / pace, 0.2),
    )


def find_player(player: str) -> Bot:
    """Return the brain of a seat's ``player``: a person such as ``person:20``, or a bot. Raises UnknownBot."""
    if not player.startswith(PERSON):
        return find_brain(player)
    pace = pace_of(player)
    if pace is None:
        raise UnknownBot(word("simulate.no_person", given=shortened(player), slowest=PACES[0], quickest=PACES[-1]))
    return Person(person_level(pace))


def pace_of(player: str) -> float | None:
    """Return the pace of a seat's ``player``, a person's or a bot's on the scale; None for others."""
    if not player.startswith(PERSON):
        return bots.pace_of(player)
    return next((pace for pace in PACES if f"{PERSON}{pace}" == player), None)


def player_named(name: str) -> str:
    """Return the seat's player that a command line names: ``person:20`` as it is, ``fast`` and ``34`` as bots."""
    return name if ":" in name else f"bot:{name}"
