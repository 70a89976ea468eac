"""Bots finish matches of every variation of Spit and of Mod-Spit, by buttons alone, and use what the variation adds."""

from collections import Counter

import pytest

from engine.bots import find_brain
from engine.log_lines import CommandLine
from engine.match import Match
from engine.setup import Setup, seats_of

VARIATIONS: tuple[tuple[str, dict[str, object], str], ...] = (
    ("spit", {"layout": "1111+refill"}, "refill"),
    ("spit", {"packs": 2, "piles": 6}, "turn"),
    ("spit", {"twin_call": True}, "spit"),
    ("spit", {"claim": "shout"}, "slap"),
    ("spit", {"claim": "slap_smaller"}, "slap"),
    ("spit", {"conceal_last": 5}, "conceal"),
    ("spit", {"ghost": True, "peek_under": True, "length": 40}, "claim"),
    ("spit", {"spit_card_please": True, "length": 40}, "claim"),
    ("spit", {"reverse": True}, "slap"),
    ("spit", {"running": True, "teams": "relay"}, "slap"),
    ("spit", {"running": True, "travel_ms": 0}, "slap"),
    ("mod_spit", {"running": True}, "number_slap"),
    ("mod_spit", {}, "number_slap"),
    ("mod_spit", {"rule": "drawn", "rule_each_deal": True}, "number_slap"),
)


@pytest.mark.parametrize(("game", "options", "used"), VARIATIONS, ids=str)
def test_bots_play_it_to_the_end(game: str, options: dict[str, object], used: str) -> None:
    done: Counter[str] = Counter()
    for seed in range(2):
        setup = Setup(game, {"length": 4, "caps": (0, 0), **options}, seats_of("bot:fast", "bot:slow"), seed)
        match = Match(setup, brains={0: find_brain("fast"), 1: find_brain("slow")})
        told = list(match.opening())
        while match.outcome is None:
            due = match.next_deadline()
            assert due is not None
            told += match.advance(due).entries
        done.update(entry.command.do for entry in told if isinstance(entry, CommandLine) and entry.ok)
    assert done[used]
