"""Random play by buttons: it reaches what a command without a press, and a hand that lets go first, cannot."""

from collections.abc import Iterable
from typing import Any

import pytest

from cabinet.research.simulate import play_bots
from engine.bots import Fumbler, find_brain
from engine.chance import Chance
from engine.log import header, read, text_of
from engine.log_lines import CommandLine, Entry, PressLine
from engine.log_replay import verify
from engine.setup import Setup, seats_of
from engine.units import MS

TWO, FOUR = ("bot:fumbler",) * 2, ("bot:fumbler",) * 4
RACES: tuple[tuple[str, tuple[str, ...], dict[str, Any]], ...] = (
    ("speed", TWO, {}),
    ("speed", FOUR, {"jokers": True}),
    ("spit", TWO, {"length": 1}),
    ("spit", TWO, {"length": 1, "running": True}),
    ("mod_spit", TWO, {"length": 1}),
    ("speed_uno", FOUR, {"match_hands": 2}),
)
"""The games in which two seats can want the same thing at one moment."""


def played(
    game: str, players: tuple[str, ...], options: dict[str, Any], seeds: Iterable[int], res_ns: int
) -> list[Entry]:
    """What happened in these matches, each of which its own log plays again."""
    told: list[Entry] = []
    for seed in seeds:
        setup = Setup(game, options, seats_of(*players), seed)
        match = play_bots(setup, {seat: find_brain(player) for seat, player in enumerate(players)}, res_ns)
        entries = match.final()
        verify(read(f"{header(setup)}\n{text_of(entries)}".encode()))
        told += entries
    return told


def dead_heats(told: Iterable[Entry]) -> list[CommandLine]:
    return [entry for entry in told if isinstance(entry, CommandLine) and entry.dead_heat]


@pytest.mark.parametrize(("game", "players", "options"), RACES, ids=str)
def test_gen_1_random_play_by_buttons_reaches_dead_heats_which_play_again(
    game: str, players: tuple[str, ...], options: dict[str, Any]
) -> None:
    found = dead_heats(played(game, players, options, range(12 if players == TWO else 4), 20 * MS))
    assert found
    assert all(len(set(line.dead_heat)) > 1 and line.seat in line.dead_heat for line in found)


def test_gen_1_bots_whose_stamps_are_exact_meet_in_none() -> None:
    exact = played("speed", TWO, {}, range(12), 0)
    assert not dead_heats(exact)
    assert {entry.res for entry in exact if isinstance(entry, PressLine)} == {0}


def test_gen_1_people_like_bots_meet_in_dead_heats_as_well() -> None:
    told = played("speed", ("bot:fast", "bot:fast"), {}, range(12), 20 * MS)
    assert dead_heats(told)
    assert {entry.res for entry in told if isinstance(entry, PressLine)} == {20 * MS}


def test_spit_6_random_play_by_buttons_presses_a_card_while_another_is_held() -> None:
    told = played("spit", TWO, {"length": 1, "hands": "one"}, range(3), 0)
    fouls = [effect for entry in told for effect in entry.effects if effect[0] == "foul" and effect[2] == "two_hands"]
    assert {seat for _, seat, _ in fouls} == {0, 1}


def test_what_it_presses_is_let_go_and_sometimes_overlaps(in_play: Any) -> None:
    game, table = in_play("spit")
    plans = [Fumbler().plan(game, table, 0, Chance(seed).stream("plan")) for seed in range(300)]
    most = []
    for plan in plans:
        assert [edge[0] for edge in plan.presses] == sorted(edge[0] for edge in plan.presses)
        down: set[str] = set()
        most.append(0)
        for _, button, pressed in plan.presses:
            assert (button in down) is not pressed
            down ^= {button}
            most[-1] = max(most[-1], len(down))
        assert not down
    assert 0.03 < sum(held > 1 for held in most) / len(most) < 0.3
