"""Whole matches of bots in virtual time, with their pace, misses and length; and what a blind thumb wins."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import NamedTuple

from cabinet.research.tally import interval
from engine.bots import LEVELS, Thumb
from engine.brain import Bot
from engine.game import Outcome
from engine.log_lines import CommandLine, Entry, OwnLine
from engine.match import Match
from engine.setup import Setup
from engine.units import S

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


class Tapped(NamedTuple):
    """How many of ``matches`` a seat wins with a thumb that never rests, and ``control`` of them without its taps."""

    won: int
    control: int
    matches: int

    @property
    def gain(self) -> tuple[float, float, float]:
        """The difference of the two shares and its 95 % interval (Newcombe's, from Wilson's of each share)."""
        share, low, high = interval(self.won, self.matches)
        usual, usual_low, usual_high = interval(self.control, self.matches)
        gain = share - usual
        return (
            gain,
            gain - sqrt((share - low) ** 2 + (usual_high - usual) ** 2),
            gain + sqrt((high - share) ** 2 + (usual - usual_low) ** 2),
        )

    @property
    def is_free(self) -> bool:
        """True if the taps win more than they cost, for certain: what no game may allow (GEN-3)."""
        return self.gain[1] > 0


def wins_of(setup: Setup, buttons: Sequence[str], matches: int) -> int:
    """Return how many matches are won by a seat whose thumb taps ``buttons``, against bots of its own level.

    The seat and the level go round; each match has the next seed. Without buttons it is the control.
    """
    seats, won = len(setup.seats), 0
    for number in range(matches):
        place, level = number % seats, LEVELS[number // seats % len(LEVELS)]
        brains: dict[int, Bot] = {**dict.fromkeys(range(seats), level), place: Thumb(level, buttons)}
        match = Match(replace(setup, seed=setup.seed + number), brains=brains)
        while (due := match.next_deadline()) is not None:
            match.advance(due)
        won += match.outcome is not None and match.outcome.winner == place
    return won
