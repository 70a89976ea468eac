"""Whole matches of bots in virtual time, with their pace, misses and length."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.bots.bot import Bot
from engine.game import Outcome, S
from engine.match import Match
from engine.record import CommandLine, Entry, OwnLine
from engine.setup import Setup

MINUTE_NS = 60 * S


@dataclass(slots=True)
class Tally:
    """The counts of one seat. ``free_ns`` is the play time during which it was not stuck: it had a command that keeps
    the game going (in Speed: a card to play or to draw)."""

    plays: int = 0
    beaten: int = 0
    misses: int = 0
    free_ns: int = 0


class Trial(NamedTuple):
    """A finished match: its outcome, its length from the draw to the outcome in ns, its deals, and a tally a seat."""

    outcome: Outcome
    length_ns: int
    deals: int
    deal_wins: tuple[int, ...]
    seats: tuple[Tally, ...]


def play_out(setup: Setup, brains: Sequence[Bot]) -> Trial:
    """Play a match of bots only, from the draw to the outcome. Raises the errors of ``Match`` for its setup."""
    match = Match(setup, brains=dict(enumerate(brains)))
    tallies = tuple(Tally() for _ in brains)
    wins = [0] * len(brains)
    now = 0
    while (due := match.next_deadline()) is not None:
        for seat, tally in enumerate(tallies):
            if any(command.do in match.game.progress for command in match.legal(seat)):
                tally.free_ns += due - now
        now = due
        for entry in match.advance(now).entries:
            _count(entry, tallies, wins)
    outcome = match.outcome
    assert outcome is not None, "a match of bots has a deadline until it has an outcome"
    return Trial(outcome, now, match.table.number("deal"), tuple(wins), tallies)


def _count(entry: Entry, tallies: Sequence[Tally], wins: list[int]) -> None:
    if isinstance(entry, CommandLine):
        tally = tallies[entry.seat]
        tally.plays += entry.ok and entry.command.do == "play"
        tally.beaten += entry.beaten_by >= 0
        tally.misses += ("foul", entry.seat, "miss") in entry.effects
    if isinstance(entry, CommandLine | OwnLine):
        for effect in entry.effects:
            if effect[0] == "set" and effect[1] == "won" and isinstance(effect[2], int) and effect[2] >= 0:
                wins[effect[2]] += 1
