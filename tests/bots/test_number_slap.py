"""Bots slap for numbers in Mod-Spit as people do: they need time to work it out, and are wrong now and then (MOD-1)."""

from collections.abc import Callable
from functools import cache
from statistics import median

import pytest

from engine.bots import LEVELS, find_brain
from engine.brain import Bot, Plan
from engine.chance import Chance
from engine.game import Game
from engine.log_lines import CommandLine
from engine.match import Match
from engine.panel import ACTION
from engine.setup import Setup, seats_of
from engine.table import Table
from engine.units import MS
from tests.bots.trial import MINUTE_NS, play_out

InPlay = Callable[..., tuple[Game, Table]]
IDLE = {f"seat0_stock{k}": "" for k in range(2, 6)} | {"seat0_stock1": "8S"}
"""AMBER has one card, and it goes nowhere below."""
RIGHT = {**IDLE, "centre_0": "5S", "centre_1": "AC"}
WRONG = {**IDLE, "centre_0": "AS", "centre_1": "KC"}


def plans(bot: Bot, game: Game, table: Table, looks: int = 400) -> list[Plan]:
    """What the bot does with what it sees, look after look."""
    return [bot.plan(game, game.view(table, 0), 0, Chance(look).stream("look")) for look in range(looks)]


def slaps(made: list[Plan]) -> list[int]:
    """When ACTION goes down, in ms, in the plans in which it does."""
    return [at // MS for plan in made for at, button, pressed in plan.presses[:1] if button == ACTION and pressed]


def test_mod_1_the_better_the_bot_the_more_often_it_sees_a_right_slap(in_play: InPlay) -> None:
    game, table = in_play("mod_spit", **RIGHT)
    seen = [len(slaps(plans(bot, game, table))) for bot in LEVELS]
    assert 20 < seen[0] < seen[1] < seen[2] < 250


def test_mod_1_every_bot_is_wrong_now_and_then_and_seldom(in_play: InPlay) -> None:
    game, table = in_play("mod_spit", **WRONG)
    for bot in LEVELS:
        assert 0 < len(slaps(plans(bot, game, table))) < 20


@pytest.mark.parametrize("zones", [RIGHT, WRONG])
def test_mod_1_nobody_slaps_sooner_than_a_person_can_work_it_out(in_play: InPlay, zones: dict[str, str]) -> None:
    game, table = in_play("mod_spit", **zones)
    took = [slaps(plans(bot, game, table, 1500)) for bot in LEVELS]
    assert all(min(times) > 200 for times in took)
    assert [median(times) for times in took] == sorted((median(times) for times in took), reverse=True)


def test_who_has_not_worked_it_out_looks_again_though_nothing_happens(in_play: InPlay) -> None:
    game, table = in_play("mod_spit", **WRONG)
    waiting = [plan for plan in plans(LEVELS[0], game, table) if not plan.presses]
    assert waiting and all(plan.rest_ns > 0 for plan in waiting)


def test_nobody_slaps_once_a_wrong_slap_has_been_told(in_play: InPlay) -> None:
    game, table = in_play("mod_spit", **WRONG)
    told = Table(table.zones, {**table.scalars, "wrong": 1, "wrong_by": 10**12})
    for bot in LEVELS:
        assert not slaps(plans(bot, game, told))


@cache
def slapped(level: str) -> tuple[int, int]:
    """Right and wrong number slaps in a few matches between two of that level."""
    right = wrong = 0
    for seed in range(15):
        setup = Setup("mod_spit", {}, seats_of(f"bot:{level}", f"bot:{level}"), seed, "mod_spit")
        match = Match(setup, brains={0: find_brain(level), 1: find_brain(level)})
        while (due := match.next_deadline()) is not None:
            for entry in match.advance(due).entries:
                if isinstance(entry, CommandLine) and entry.command.do == "number_slap" and entry.ok:
                    is_wrong = any(effect[0] == "foul" for effect in entry.effects)
                    wrong, right = wrong + is_wrong, right + (not is_wrong)
    return right, wrong


@pytest.mark.parametrize("level", [bot.name for bot in LEVELS])
def test_mod_2_in_whole_matches_most_slaps_are_right_and_some_are_wrong(level: str) -> None:
    right, wrong = slapped(level)
    assert 0.03 < wrong / (right + wrong) < 0.35


def test_a_party_match_of_mod_spit_takes_two_to_five_minutes() -> None:
    lengths = []
    for level in LEVELS:
        for seed in range(15):
            setup = Setup("mod_spit", {}, seats_of(f"bot:{level.name}", f"bot:{level.name}"), seed, "mod_spit")
            lengths.append(play_out(setup, (level, level)).length_ns / MINUTE_NS)
    assert 2 <= median(lengths) <= 5
