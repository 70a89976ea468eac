"""What the bots' tests share: tables as people would say them, and whole matches of bots with everything watched."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pytest

from engine.bots import find_brain
from engine.brain import Bot, Plan
from engine.chance import Chance
from engine.game import Game
from engine.games import set_up
from engine.match import Match
from engine.setup import Setup, seats_of
from engine.table import Draft, Scalar, Table, with_layout


@dataclass
class Watched:
    """A bot with its thoughts on record: every view that it was shown, and every plan it made of it."""

    bot: Bot
    views: list[Table] = field(default_factory=list)
    plans: list[Plan] = field(default_factory=list)

    def reaction_ns(self, scalars: Mapping[str, Scalar], seat: int, stream: random.Random) -> int:
        return self.bot.reaction_ns(scalars, seat, stream)

    def plan(self, game: Game, view: Table, seat: int, stream: random.Random) -> Plan:
        plan = self.bot.plan(game, view, seat, stream)
        self.views.append(view)
        self.plans.append(plan)
        return plan


@dataclass
class Sitting:
    """A match of two watched bots, played out."""

    match: Match
    seats: tuple[Watched, Watched]


@pytest.fixture
def in_play() -> Callable[..., tuple[Game, Table]]:
    """A game and its table in play. Zones are given as ``seat0_hand1="7H"``, bottom to top; others lie elsewhere."""

    def make(game_id: str, *, options: dict[str, object] | None = None, **zones: str) -> tuple[Game, Table]:
        game = set_up(game_id, options or {})
        table = opened(game, seed=1)
        given = {name.replace("_", ".", 1): tuple(cards.split()) for name, cards in zones.items()}
        return game, Table({**table.zones, **given}, dict(table.scalars), table.shuffles)

    return make


def opened(game: Game, seed: int) -> Table:
    """A table just after the opening of the first deal."""
    chance = Chance(seed)
    draft = Draft(Table({}, {"phase": "", "deal": 0, "dealer": 0, "won": -1}))
    layout = game.layout(draft, chance)
    draft = Draft(with_layout(draft.table(), layout))
    game.reset(draft)
    for seat in range(game.seats):
        draft.set(f"lock.{seat}", 0)
        draft.set(f"misses.{seat}", 0)
    game.open(draft, chance, 0)
    return draft.table()


@pytest.fixture
def sit() -> Callable[..., Sitting]:
    """Two bots play a whole match, watched."""

    def play(
        game_id: str, one: str, other: str, *, seed: int = 1, preset: str = "", options: dict[str, object] | None = None
    ) -> Sitting:
        seats = (Watched(find_brain(one)), Watched(find_brain(other)))
        setup = Setup(game_id, options or {}, seats_of(f"bot:{one}", f"bot:{other}"), seed, preset)
        match = Match(setup, brains=dict(enumerate(seats)))
        now = 0
        while match.outcome is None:
            due = match.next_deadline()
            assert due is not None, "a dead end"
            now = due
            match.advance(now)
        match.advance(now + 10_000_000_000)
        return Sitting(match, seats)

    return play
