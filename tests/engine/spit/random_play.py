"""Random play of Spit, step by step, and what must hold at every step: for the tests of Spit and of Mod-Spit."""

import random
from collections.abc import Iterator

from engine.games.spit.game import Spit
from engine.games.spit.rules import is_choosing, spit_piles
from engine.match import Match
from engine.panel import Command
from engine.table import Table
from tools.soundness import every_card_is_there_once

STEP_NS = 300_000_000


def steps(match: Match, seed: int) -> Iterator[tuple[int, int, Command | None]]:
    """Moments of random play: (time, seat, a legal command of it), or a deadline (time, -1, None)."""
    chance = random.Random(seed)
    now = 0
    while match.outcome is None:
        able = [(seat, commands) for seat in range(match.game.seats) if (commands := match.legal(seat))]
        due = match.next_deadline()
        assert due is not None or able, "a dead end"
        if not able or (due is not None and chance.random() < 0.02):
            assert due is not None
            now = max(now, due)
            yield now, -1, None
        else:
            now += STEP_NS
            match.advance(now - 1)
            seat, _ = chance.choice(able)
            commands = match.legal(seat)
            if commands:
                yield now, seat, chance.choice(commands)


def check(game: Spit, table: Table) -> None:
    """GEN-6, and what Spit adds: piles of one run each, and nobody hears of a face-down card."""
    rules = game.rules
    assert every_card_is_there_once(game, table)
    for seat, stocks in enumerate(rules.stocks):
        for stock in stocks:
            up = [card[0] for card in table.zone(stock) if card[0] != "~"]
            assert len(set(up)) <= 1 and all(card[0] == "~" for card in table.zone(stock)[: -len(up) or None])
        assert not any(
            "~" in card and card != "~?" for cards in game.view(table, seat).zones.values() for card in cards
        )
        assert all(game.refusal(table, seat, command) is None for command in game.legal(table, seat))
    if table.phase == "play":
        commands = [command.do for seat in rules.all_seats for command in game.legal(table, seat)]
        assert not (table.flag("stuck") and {"play", "turn"}.intersection(commands))
        if not rules.is_many or not is_choosing(table):
            assert table.flag("stuck") == (not any(game.can_go_on(table, seat) for seat in rules.all_seats))
        else:
            assert set(commands) == {"slap"}
    if table.phase == "slap":
        assert len(spit_piles(rules, table)) == 2 or rules.options.reverse or rules.markers
