"""`photofinish simulate`: many matches and series, the same for the same seed however they are played, and counted."""

import json
import os
from collections import Counter
from itertools import zip_longest
from math import isclose
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.cli import main
from cabinet.errors import LogFileError
from engine.game import Outcome
from engine.games import GAMES, find_game
from engine.log_lines import CommandLine, DealLine, OutcomeLine, OwnLine
from engine.match import Match
from engine.panel import Act, Command
from engine.setup import Setup, seats_of
from engine.simulation import SETTLED_NS, play_bots, play_random
from engine.units import S
from tests.workshop.research.jobs import Unreliable
from workshop.commands.arguments import COARSEST_NS
from workshop.research.bulk import InProcess
from workshop.research.simulate import Series, SeriesJob, play_all, play_series, simulated_brains
from workshop.research.tally import Tally, interval, quartiles

RANDOM = seats_of("bot:random", "bot:random")


def simulate(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["simulate", *arguments, "--json"]) == 0
    figures: dict[str, Any] = json.loads(capsys.readouterr().out)
    return figures


def test_the_table_has_a_row_for_every_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "5"]) == 0
    told = capsys.readouterr().out
    for row in ("deals", "plays", "turns or spits", "stuck", "recycles", "dead ends", "won by AMBER", "95 % interval"):
        assert row in told


def test_the_same_seed_gives_the_same_matches_on_any_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    alone = simulate(capsys, "--games", "25", "--seed", "7")
    assert simulate(capsys, "--games", "25", "--seed", "7", "--jobs", "2") == alone
    assert simulate(capsys, "--games", "25", "--seed", "8") != alone
    assert alone["matches"] == sum(alone["wins"]) + alone["drawn"] == 25


def test_a_preset_is_played_by_as_many_as_it_is_made_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures = simulate(capsys, "--game", "speed_uno", "--preset", "speed_uno", "--games", "2", "--log", str(tmp_path))
    assert len(figures["wins"]) == 4
    for log in tmp_path.glob("*.jsonl"):
        assert main(["verify", str(log)]) == 0
    capsys.readouterr()
    timed = simulate(capsys, "--timed", "--game", "speed_uno", "--games", "1")
    assert len(timed["speed_uno fast"]["wins"]) == 4
    assert len(timed["speed_uno_duel fast"]["wins"]) == 2


def test_a_handicap_is_an_option_and_costs_its_seat_matches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seats = ("--seats", "bot:fast,bot:fast", "--games", "20", "--log", str(tmp_path))
    figures = simulate(capsys, "--preset", "speed", "--option", "handicap=0,3", *seats)
    assert figures["wins"][0] >= 18
    for log in tmp_path.glob("*.jsonl"):
        assert '"handicap":[0,3]' in log.read_text(encoding="utf-8").partition("\n")[0]
        assert main(["verify", str(log)]) == 0


def test_options_and_presets_reach_the_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures = simulate(
        capsys, "--games", "3", "--preset", "five_card_spit", "--option", "target=5", "--log", str(tmp_path)
    )
    logs = sorted(tmp_path.glob("*.jsonl"))
    assert [path.name for path in logs] == ["speed-1.jsonl", "speed-2.jsonl", "speed-3.jsonl"]
    header = json.loads(logs[0].read_text(encoding="utf-8").partition("\n")[0])
    options = header["options"]
    assert (header["preset"], options["deal"], options["target"]) == ("five_card_spit", "15+10+1", 5)
    assert figures["matches"] == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--option", "jokers=maybe"], "option jokers = maybe: it takes true or false"),
        (["--option", "joker=true"], "unknown option joker for speed; did you mean jokers?"),
        (["--game", "sped"], "no game is called sped"),
        (["--preset", "nope"], "speed has no preset nope"),
        (["--seats", "bot:fats,bot:fast"], "no bot is called fats; did you mean fast?"),
        (["--seats", "bot:random,bot:fast"], "all seats take bot:random, or all a level"),
        (["--seats", "human,bot:random"], "all seats take bot:random, or all a level"),
        (["--seats", "bot:random,bot:random", "--resolution-us", "100"], "--seats bot:fumbler,bot:fumbler plays"),
    ],
)
def test_what_cannot_be_played_is_one_message_and_exit_code_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "--games", "1", *arguments]) == 2
    told = capsys.readouterr().err
    assert message in told
    assert "Traceback" not in told


@pytest.mark.parametrize("text", ["-1", "20001", "nan", "inf", "1e400", "fine", ""])
def test_a_resolution_that_no_source_may_have_is_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["simulate", "--games", "1", f"--resolution-us={text}"])
    assert ended.value.code == 2
    assert f"{text} is no resolution: give a number of µs from 0 to 20000" in capsys.readouterr().err
    assert Setup("speed").resolution_ns == COARSEST_NS


def logs_of(folder: Path, *arguments: str) -> list[str]:
    """The logs of a series, in the order of their seeds."""
    assert main(["simulate", "--log", str(folder), *arguments]) == 0
    return [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.jsonl"))]


def test_without_a_resolution_bots_stamps_are_exact_and_logs_as_ever(tmp_path: Path) -> None:
    arguments = ("--games", "2", "--seats", "bot:fast,bot:slow")
    assert logs_of(tmp_path / "a", *arguments) == logs_of(tmp_path / "b", *arguments, "--resolution-us", "0")
    random_play = logs_of(tmp_path / "c", "--games", "2")
    assert not any('"press"' in log for log in random_play)


def test_gen_1_and_spit_6_random_play_with_a_resolution_reaches_draws_and_fouls(tmp_path: Path) -> None:
    arguments = ("--game", "spit", "--option", "hands=one", "--option", "length=1", "--resolution-us", "5000")
    logs = logs_of(tmp_path, *arguments, "--games", "20", "--jobs", "2")
    assert len(logs) == 20
    assert all('"res":5000000' in log and '"bot:fumbler"' in log for log in logs)
    assert any('"dead_heat":[0,1]' in log for log in logs)
    assert any('["foul",0,"two_hands"]' in log for log in logs)
    for path in tmp_path.glob("*.jsonl"):
        assert main(["verify", str(path)]) == 0


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    assert main(["simulate", "--games", "1", "--log", str(tmp_path / "file")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_timed_matches_of_every_preset_and_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--game", "speed", "--timed", "--games", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(find_game("speed").info.presets) * 4
    assert [line.split("median")[0].split()[1] for line in lines[:4]] == ["slow", "middling", "fast", "all"]
    assert all("median" in line and "quartiles" in line for line in lines)
    assert [line.rpartition(" ")[2] for line in lines[:4]] == ["1", "1", "1", "3"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_seats_are_as_likely_to_be_next(seats: int) -> None:
    counts = [0] * seats
    for seed in range(60):
        for entry in play_random(Setup("speed", seats=seats_of(*["bot:random"] * seats), seed=seed)):
            if isinstance(entry, CommandLine):
                counts[entry.seat] += 1
    assert all(abs(count / sum(counts) - 1 / seats) < 0.02 for count in counts)


EXCUSED = Setup("spit", {"length": 3, "running": True, "caps": (360, 360)}, seats_of(*["bot:random"] * 4), seed=1002)
"""Another's last card lands just before a command, which is refused, and no miss: a pile took its card until then."""


@pytest.mark.parametrize(
    "setup",
    [
        *[
            Setup(game.info.id, seats=seats_of(*["bot:random"] * seats), seed=7)
            for game in GAMES
            for seats in sorted({2, game.info.seats[1]})
        ],
        EXCUSED,
    ],
    ids=lambda setup: f"{setup.game}-{len(setup.seats)}-{setup.seed}",
)
def test_a_random_match_is_what_its_commands_make_of_it(setup: Setup) -> None:
    told = play_random(setup)
    given = [Act(entry.seat, entry.command, entry.t) for entry in told if isinstance(entry, CommandLine)]
    handled, swapped = Match(setup), Match(setup)
    for act in given:
        handled.handle(act)
    for first, second in zip_longest(given[::2], given[1::2]):
        if second:
            swapped.handle(second)
        swapped.handle(first)
    for match in (handled, swapped):
        match.advance(told[-1].t + SETTLED_NS)
        assert match.final() == told


def test_random_play_ends_with_the_match_though_a_slap_may_still_be_tried() -> None:
    options = {"length": 3, "packs": 2, "first_lockouts_ms": 250, "caps": (20, 20)}
    *_, last = play_random(Setup("spit", options, seats_of(*["bot:random"] * 4), 1))
    assert isinstance(last, OutcomeLine)
    assert last.outcome.reason == "cap"


def test_a_command_given_too_late_is_counted_as_such() -> None:
    match = Match(Setup("speed", seats=RANDOM, seed=7))
    match.advance(100 * S)
    match.handle(Act(0, Command("draw"), 1 * S))
    assert match.late == 1


def test_to_skip_is_to_advance_to_the_next_deadline_or_to_now_if_that_is_later() -> None:
    setup = Setup("speed_uno", seats=RANDOM, seed=7)
    skipped, advanced = Match(setup), Match(setup)
    for step in range(20):
        due = advanced.next_deadline()
        assert due is not None
        now = due + step % 3 * S
        advanced.advance(now)
        assert skipped.skip(now if step % 3 else 0) == now
    assert skipped.pending() == advanced.pending()


def test_nothing_is_due_in_a_match_that_is_over() -> None:
    setup = Setup("speed", seats=seats_of("bot:fast", "bot:fast"), seed=7)
    match = play_bots(setup, simulated_brains(setup))
    assert match.next_deadline() is match.skip(0) is None


# What is counted


def own(*effects: Any) -> OwnLine:
    return OwnLine(0, tuple(effects))


def test_a_tally_counts_by_effects_alone() -> None:
    tally = Tally()
    turn = (("move", "7H", "reserve.0", "centre.0"), ("turn", "7H", "up"))
    tally.add(
        [
            DealLine(0, 0, -1, {}),
            own(("phase", "draw")),
            DealLine(0, 1, 0, {}),
            own(("phase", "ready")),
            own(("phase", "play"), *turn),
            CommandLine(1, 0, Command("play", "8H"), True, (("set", "stuck", True),)),
            CommandLine(2, 1, Command("play", "8D"), False, why="rank", beaten_by=0, margin_ns=1),
            own(("gather", "centre.0", "reserve.0"), ("shuffle", "reserve.0", ("7H",)), *turn),
            own(("move", "9H", "seat0.stock", "centre.0"), ("turn", "9H", "up")),
            own(("phase", "cap"), ("phase", "void"), ("set", "won", -1), ("phase", "over")),
            own(("phase", "finished")),
            OutcomeLine(5_000_000_000, Outcome(1, "cap", (0, 1))),
        ]
    )
    assert tally.as_dict() | {"share_of_wins": 0} == {
        "matches": 1,
        "deals": 1,
        "plays": 1,
        "plays_a_deal": 1.0,
        "turns": 3,
        "turns_a_deal": 3.0,
        "commands": {"play": 1},
        "recycles": 1,
        "deals_with_recycling": 1.0,
        "stuck": 1,
        "dead_ends": 1,
        "single_pile_deals": 1.0,
        "void_deals": 1,
        "caps": 1,
        "matches_decided_by_cap": 1,
        "races": 1,
        "wins": [0, 1],
        "drawn": 0,
        "share_of_wins": 0,
        "seconds": [5.0, 5.0, 5.0],
    }


def test_the_interval_is_wilsons() -> None:
    share, low, high = interval(50, 100)
    assert share == 0.5
    assert isclose(low, 0.4038, abs_tol=1e-4)
    assert isclose(high, 0.5962, abs_tol=1e-4)
    assert interval(0, 0) == (0.0, 0.0, 1.0)
    assert interval(0, 10)[1] == 0.0
    assert isclose(interval(10, 10)[2], 1.0)


def test_quartiles_lie_between_values() -> None:
    assert quartiles(Counter([4, 1, 3, 2])) == (1.75, 2.5, 3.25)
    assert quartiles({7: 1}) == (7, 7, 7)
    assert quartiles({}) == (0.0, 0.0, 0.0)


def test_a_tally_knows_a_card_that_lands_and_a_pile_not_chosen_from_a_dead_end() -> None:
    tally = Tally()
    landing = ("move", "9H", "seat0.stock2", "centre.0")
    not_chosen = (("gather", "centre.1", "seat0.spit"), ("set", "choose_by", 0), ("phase", "over"))
    blocked = (("set", "finisher", -1), ("phase", "slap"))
    tally.add([own(("phase", "play")), own(landing), own(landing, ("phase", "slap")), own(*not_chosen)])
    assert (tally.turns, tally.dead_ends) == (0, 0)
    tally.add([own(("phase", "play")), own(*blocked)])
    assert tally.dead_ends == 1


def test_a_tally_knows_a_turn_from_the_stocks_and_a_stock_taken_back_from_a_dead_end_and_a_recycling() -> None:
    turned = ("move", "9H", "seat0.stock", "centre.0")
    taken: Any = (("phase", "play"), ("gather", "centre.1", "seat0.stock"), ("shuffle", "seat0.stock", ("9H",)))
    for reserve, dead_ends in (((), 0), (("~2S",), 1)):
        tally = Tally()
        tally.add([DealLine(0, 1, 0, {"reserve.0": reserve}), own(("phase", "play")), own(turned)])
        assert (tally.turns, tally.dead_ends) == (1, dead_ends)
        tally.add([own(("phase", "play")), CommandLine(0, 1, Command("slap"), True, taken)])
        assert tally.recycles == 0


SERIES = (Series(Setup("spit", {"length": 1}, RANDOM, 5), 7), Series(Setup("speed", {"best_of": 1}, RANDOM, 90), 9))


def totals(executor: Any, logs: Path | None = None) -> list[Tally]:
    tallies = [Tally() for _ in SERIES]
    for place, matches, part in play_all(SERIES, executor, Tally, logs):
        assert part.matches == matches
        tallies[place].merge(part)
    return tallies


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Tally], dict[str, bytes]]:
    """The series one match after the other: their tallies and logs."""
    folder = tmp_path_factory.mktemp("logs")
    tallies = totals(InProcess(), folder)
    assert tallies == [play_series(each, Tally).counts for each in SERIES]
    return tallies, contents(folder)


def test_a_log_is_named_after_its_game_and_seed(played: tuple[list[Tally], dict[str, bytes]]) -> None:
    names = {f"spit-{seed}.jsonl" for seed in range(5, 12)} | {f"speed-{seed}.jsonl" for seed in range(90, 99)}
    assert played[1].keys() == names


@settings(max_examples=10)
@given(data=st.data())
def test_figures_and_logs_are_the_same_in_any_order_and_cut(
    data: st.DataObject,
    played: tuple[list[Tally], dict[str, bytes]],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("again")
    tallies = totals(Unreliable(data.draw), folder)
    assert (tallies, contents(folder)) == played
    assert [tally.as_dict() for tally in tallies] == [tally.as_dict() for tally in played[0]]


@given(data=st.data())
def test_tallies_merge_to_the_same_in_any_order(data: st.DataObject) -> None:
    counts = st.dictionaries(st.integers(0, 5), st.integers(1, 9))
    tallies = st.builds(Tally, deals=st.integers(0, 99), lengths_ms=counts.map(Tally().lengths_ms.__class__))
    parts = data.draw(st.lists(tallies, max_size=6))
    sums = []
    for order in (parts, data.draw(st.permutations(parts))):
        total = Tally()
        for part in order:
            total.merge(part)
        sums.append((total, total.as_dict()))
    assert sums[0] == sums[1]
    assert sums[0][0].deals == sum(part.deals for part in parts)


@given(data=st.data())
def test_a_task_never_has_matches_of_two_series(data: st.DataObject) -> None:
    job = SeriesJob([(series, Tally) for series in SERIES], keep_logs=False)
    first = data.draw(st.integers(0, job.items - 1))
    task = job.task(first, data.draw(st.integers(1, 100)))
    (part, *_) = task.arguments
    place, number = job.place(first)
    assert 1 <= task.items <= SERIES[place].matches - number
    assert (part.setup.game, part.setup.seed) == (SERIES[place].setup.game, SERIES[place].setup.seed + number)


def test_a_disk_that_is_full_leaves_whole_logs_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Path.write_bytes

    def full_after_some(path: Path, data: bytes) -> int:
        if len(list(tmp_path.iterdir())) >= 3:
            write(path, data[:100])
            raise OSError(28, os.strerror(28))
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", full_after_some)
    with pytest.raises(LogFileError, match="No space left on device"):
        totals(InProcess(), tmp_path)
    kept = contents(tmp_path)
    assert sorted(kept) == ["spit-5.jsonl", "spit-6.jsonl", "spit-7.jsonl"]
    assert all(b'"outcome"' in log for log in kept.values())
