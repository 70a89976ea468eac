"""What the bench counts as a move, beside what RLCard counts as one; the comparison of two checkouts' engines; and how
much memory an evening takes: every page, and a match of every game, in virtual time, in a process of its own.

The evening is at 1280x720 here; at 800x480 in `tests/vm/test_memory.py`, in a control group as well.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.log_lines import CommandLine, Entry, OwnLine
from engine.panel import Command
from engine.setup import Setup, seats_of
from engine.table import Effect
from tools.bench.__main__ import YARDSTICKS, main
from tools.bench.speed_of_rules import (
    AIMS,
    COMPILED,
    PLAIN,
    Player,
    Round,
    commands,
    draws,
    random_matches,
    round_of,
    row_of,
)
from tools.bench.stretches import MOST_MB, Guests, Memory, OfPage, Tour, child, longest
from tools.bench.verify_worker import contents, verify_all
from tools.bench.verifying import LOGS, lines_in, log_of, ratio_row

FORCED: Sequence[Effect] = (("set", "exact", False), ("move", "R7/1", "draw", "seat1.hand"), ("turn", "R7/1", "up"))


def own(*effects: Effect) -> list[Entry]:
    return [OwnLine(0, effects)]


def test_without_its_extra_a_bench_says_what_brings_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in (*YARDSTICKS, "rlcard.games.uno"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(SystemExit) as left:
        main(["rules"])
    assert left.value.code == 2
    assert "pip install --editable '.[bench]'" in capsys.readouterr().err


def test_a_tour_that_stopped_before_its_end_has_no_figure() -> None:
    tour = Tour(Guests.__new__(Guests))
    with pytest.raises(SystemExit, match="stopped before its end"):
        tour.memory_at_its_end("800x480 facing")
    tour.memory = Memory(90, 120, 100)
    assert tour.memory_at_its_end("800x480 facing").peak == 120


def test_a_stretch_that_one_tour_alone_has_at_a_moment_is_none_of_the_programs() -> None:
    """The same is done at the same virtual time; what is long in each tour is long, whatever else was."""
    one = {"Title": OfPage([], {"0.0": 9.0, "0.1": 2.0, "1.7": 3.0}), "Menu": OfPage([], {"0.1": 30.0})}
    other = {"Title": OfPage([], {"0.0": 8.5, "0.1": 20.0, "0.2": 40.0, "1.7": 3.5})}
    assert longest([one], "Title") == 9.0
    assert longest([one, other], "Title") == 8.5
    assert longest([one, other], "Menu") == 0.0


def test_a_command_counts_when_it_was_accepted() -> None:
    play = Command("play", "R7/1", "seat0.hand", "discard")
    assert commands([CommandLine(0, 0, play, True), CommandLine(0, 1, play, False), *own(*FORCED)]) == 1


def test_a_card_that_the_game_draws_for_a_seat_without_a_play_counts() -> None:
    assert draws(own(*FORCED)) == 1


def test_cards_of_a_penalty_do_not_count_nor_does_what_goes_elsewhere() -> None:
    assert draws(own(*FORCED, ("set", "owed", 1))) == 0
    assert draws(own(("move", "R7/1", "draw", "discard"))) == 0
    assert draws(own(("set", "gaps.0", ""))) == 0


def test_a_round_is_whole_matches_from_its_first_seed_on() -> None:
    played: list[int] = []

    def play(seed: int) -> int:
        played.append(seed)
        return seed

    moves, matches, spent = round_of(Player(play, int), 70, 1e-9)
    assert played == list(range(70, 70 + matches))
    assert moves == sum(played)
    assert spent >= 1e-9


def test_a_match_of_ours_has_moves() -> None:
    assert random_matches("speed")(3) > 20


def test_a_row_has_the_ratio_to_the_yardstick_of_the_same_round() -> None:
    rounds = [Round(100, 2, 1.0), Round(300, 2, 1.0), Round(50, 2, 1.0)]
    row = row_of("spit", COMPILED, rounds, [50, 200, 100])
    assert (row.what, row.figure, row.met) == ("spit, compiled: moves a second", "100", True)
    assert row.remark == "1.50 of it; 1.2 aimed at; 2 matches a second"
    assert row_of("spit", COMPILED, rounds, [100, 400, 200]).met is False
    assert row_of("spit", PLAIN, rounds, [100, 400, 200]).met
    assert set(AIMS) == {PLAIN, COMPILED}


def test_the_ratio_is_of_one_round_and_the_median_of_all() -> None:
    row = ratio_row("speed random", [(0.008, 0.004), (0.8, 0.2), (0.016, 0.0016)])
    assert row.figure == "0.25", "a slow moment hits both programs of a round"
    assert row.remark == f"{4 / LOGS:.1f} ms, there {16 / LOGS:.1f} ms"


def test_the_worker_verifies_the_logs_of_a_folder(tmp_path: Path) -> None:
    log = log_of(Setup("speed", {"caps": (20, 20)}, seats_of("bot:random", "bot:random")))
    (tmp_path / "0.jsonl").write_bytes(log)
    assert lines_in(tmp_path) == len(log.splitlines())
    assert verify_all(contents(tmp_path)) > 0
    (tmp_path / "1.jsonl").write_bytes(log.replace(b'"ok":true', b'"ok":false', 1))
    with pytest.raises(Exception, match="differs"):
        verify_all(contents(tmp_path))


@pytest.mark.long
@pytest.mark.once
@pytest.mark.timeout(1200)  # half a minute of processor, on a busy machine much more time
def test_an_evening_of_all_games_keeps_to_its_memory() -> None:
    size = "1280x720"
    stretches, memory = child(size, "facing", "--evening")
    assert {"Title", "Choice", "HowTo", "MatchScene", "OperatorPage", "Attract", "EveningSetup"} <= stretches.keys()
    assert 50 < memory.end <= memory.peak <= MOST_MB[size]
