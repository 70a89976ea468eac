"""The match log: written, read back, played again line by line, and continued where it was cut off.

The text of lines is that of ``json.dumps`` for the same members in the same order; docs/match-log.md explains
everything that the rules can put into a log, also what random play seldom comes to.
"""

import ast
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import games
from engine.bots import find_brain
from engine.brain import Brain
from engine.errors import Divergence, LogError
from engine.game import RULES
from engine.judge import is_certainly_later, limit_ns
from engine.log import CLOCK_ERRORS, KINDS, LATEST, Log, header, read, read_header, text_of
from engine.log_lines import (
    MOST,
    QUOTED,
    Cache,
    CommandLine,
    OwnLine,
    PressLine,
    as_text,
    command_text,
    effects_text,
    json_text,
)
from engine.log_replay import LAST_STEP, first_fall, rebuild, resume, verify
from engine.match import Match
from engine.options import FOR_GUESTS, values_of
from engine.panel import ACTION, BUTTONS, CARDS, Act, Command, Control, Press
from engine.setup import Setup, seats_of
from engine.table import Effect
from engine.units import MS, S
from engine.version import VERSION


def people_play(game: str, seed: int, seconds: int = 25, clock_errors: object = "margin", **options: object) -> Match:
    """Two people at the buttons, hasty and close together; then everybody leaves."""
    draw = Random(seed).random
    options = {"countdown": 1, "lockout_ms": 50, **options}
    match = Match(Setup(game, options, seed=seed, clock_errors=str(clock_errors)))
    stamp = 0
    for seat in (0, 0, 1):
        stamp += 100 * MS
        match.handle(Press(seat, ACTION, True, stamp, "test", 100_000))
        match.handle(Press(seat, ACTION, False, stamp + MS, "test", 100_000))
    while stamp < seconds * S and match.outcome is None:
        stamp += int(draw() ** 3 * 400 * MS)
        seat, button = int(draw() * 2), ACTION if draw() < 0.1 else CARDS[int(draw() * 5)]
        clock = "board" if draw() < 0.3 else ""
        match.handle(Press(seat, button, True, stamp, "test", 100_000, clock, stamp // 1000 * 1000 if clock else 0))
        if draw() < 0.8:
            match.handle(Press(seat, button, False, stamp + MS, "test", 100_000))
        if draw() < 0.02:
            match.handle(Control("pause", stamp + 2 * MS, "menu"))
            match.handle(Control("resume", stamp + 300 * MS))
        match.advance(stamp)
    match.handle(Control("leave", stamp + S))
    match.advance(stamp + 60 * S)
    return match


def at_levels(game: str, seed: int, *levels: str, **options: object) -> Setup:
    return Setup(game, options, seats_of(*(f"bot:{level}" for level in levels)), seed)


def bots_play(setup: Setup) -> Match:
    match = Match(setup, brains=brains(setup))
    while match.outcome is None:
        match.advance(match.next_deadline() or 0)
    match.advance((match.next_deadline() or 0) + 1000 * S)
    return match


def simulated(setup: Setup) -> Match:
    """Commands without buttons."""
    match = Match(setup)
    draw = Random(setup.seed).random
    t = 0
    while match.outcome is None:
        commands = [(seat, command) for seat in range(match.game.seats) for command in match.legal(seat)]
        t = t + 100 * MS if commands else match.next_deadline() or 0
        if commands:
            match.handle(Act(*commands[int(draw() * len(commands))], t))
        else:
            match.advance(t)
    match.advance(t + 10 * S)
    return match


def brains(setup: Setup) -> dict[int, Brain]:
    return {n: find_brain(seat.player) for n, seat in enumerate(setup.seats) if not seat.is_human}


def log_of(match: Match) -> bytes:
    return f"{header(match.setup)}\n{text_of(match.final())}".encode()


def lines_of(log: Log) -> list[str]:
    return list(log.lines)


def joined(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


GAMES = ("speed", "spit")


# Reading


def test_the_header_has_everything_that_a_match_depends_on() -> None:
    setup = Setup("speed", {"jokers": True}, seats_of("human", "bot:fast"), 42, "five_card_spit", horizon_ns=5)
    line = json.loads(header(setup))
    assert list(line)[:4] == ["log", "game", "preset", "options"]
    assert (line["log"], line["seed"], line["horizon_ns"], line["resolution_ns"]) == (1, 42, 5, 20 * MS)
    assert line["options"]["jokers"] is True
    assert line["options"]["deal"] == "15+10+1"
    assert line["options"]["caps"] == [360, 360]
    assert line["seats"] == [{"name": "AMBER", "player": "human"}, {"name": "BLUE", "player": "bot:fast"}]
    assert header(read_header(header(setup))) == header(setup)


def test_a_log_of_before_clock_errors_added_up_is_judged_by_the_larger_one() -> None:
    now, before = Setup("speed"), Setup("speed", clock_errors="max")
    assert json.loads(header(now))["clock_errors"] == "margin"
    assert "clock_errors" not in json.loads(header(before))
    assert (read_header(header(now)).clock_errors, read_header(header(before)).clock_errors) == ("margin", "max")
    bots = Setup("speed", seats=seats_of("bot:fast", "bot:fast"))
    assert "clock_errors" not in json.loads(header(bots)), "the stamps of bots have no error"
    one, other = (Press(seat, "CARD1", True, 5 * MS * seat, clock, 3 * MS, clock) for seat, clock in enumerate("ab"))
    assert [limit_ns(setup, one, other) for setup in (now, before)] == [6 * MS, 3 * MS]


REVISED: list[tuple[str, int, dict[str, object]]] = [
    ("spit", 3, {"layout": "1111+refill"}),
    ("spit", 2, {"auto_turn": True}),
    ("spit", 3, {"running": True}),
    ("spit", 2, {"running": True, "twin_call": True}),
    ("mod_spit", 2, {"running": True}),
    ("speed", 4, {"best_of": 7, "caps": (20, 60)}),
    ("speed_uno", 3, {"caps": (20, 60)}),
    ("speed_uno", 2, {}),
    ("spit", 2, {"twin_call": True}),
    ("spit", 2, {"claim": "slap_smaller"}),
    ("spit", 2, {"claim": "shout"}),
    ("spit", 2, {"spit_card_please": True}),
]
"""Games, seats and options with which a later edition of the rules is played otherwise than the first."""


@pytest.mark.parametrize(("game", "seats", "options"), REVISED)
def test_the_edition_of_the_rules_stands_where_it_matters(game: str, seats: int, options: dict[str, object]) -> None:
    now = Setup(game, options, seats_of(*["bot:random"] * seats))
    before = replace(now, rules=1)
    assert json.loads(header(now))["rules"] == RULES
    assert "rules" not in json.loads(header(before))
    assert (read_header(header(now)).rules, read_header(header(before)).rules) == (RULES, 1)
    assert (Match(now).game.edition, Match(before).game.edition) == (RULES, 1)


@pytest.mark.parametrize("preset", [p.name for game in games.GAMES for p in game.info.presets if p.seats <= 2])
def test_of_the_presets_for_two_those_that_the_third_edition_changed_have_it_in_their_header(preset: str) -> None:
    game = next(game.info.id for game in games.GAMES if preset in [p.name for p in game.info.presets])
    written = json.loads(header(Setup(game, seats=seats_of("bot:random", "bot:random"), preset=preset))).get("rules")
    assert written == (RULES if preset in ("slap_spit", "reverse_spit", "speed_uno_duel") else None)


@pytest.mark.parametrize(("rules", "ends"), [(3, True), (4, False), (RULES, False)])
def test_a_pause_of_an_old_log_ends_its_match_as_it_did(rules: int, ends: bool) -> None:
    match = Match(Setup("speed", seed=3, rules=rules))
    match.handle(Press(0, ACTION, True, MS, "test", 0))
    match.handle(Control("pause", S, "covered"))
    match.advance(60 * S)
    assert (match.outcome is not None) is ends
    if not ends:
        match.handle(Control("leave", 61 * S))
    match.advance(90 * S)
    text = log_of(match)
    assert (f'"rules":{rules}'.encode() in text) is not ends
    assert (b"still_there" in text) is ends
    verify(read(text))


@pytest.mark.parametrize("told", [0, RULES + 1, "2", True])
def test_an_edition_of_the_rules_that_nobody_knows_is_refused(told: object) -> None:
    line = json.loads(header(Setup("speed"))) | {"rules": told}
    with pytest.raises(LogError, match=f"rules must be a whole number, 1 to {RULES}"):
        read_header(json.dumps(line))


@pytest.mark.long
@pytest.mark.parametrize("rules", range(1, RULES + 1))
@pytest.mark.parametrize(("game", "seats", "options"), REVISED)
@pytest.mark.parametrize("seed", range(3))
def test_a_match_verifies_by_the_edition_it_was_played_by(
    game: str, seats: int, options: dict[str, object], rules: int, seed: int
) -> None:
    setup = Setup(game, options, seats_of(*["bot:random"] * seats), seed, rules=rules)
    verify(read(log_of(simulated(setup))))


@pytest.mark.parametrize(("game", "seed"), [("spit", 21), ("mod_spit", 16), ("speah", 9)])
def test_and_so_does_one_that_sudden_death_decides(game: str, seed: int) -> None:
    setup = Setup(game, {"caps": (0, 10), "sudden_death": True}, seats_of("bot:random", "bot:random"), seed)
    log = read(log_of(simulated(setup)))
    verify(log)
    assert log.values[-1]["outcome"]["reason"] == "sudden_death"


@pytest.mark.parametrize("preset", ["classic_spit", "spit_for_four", "speed", "mod_spit", "speed_uno", "speah"])
def test_and_so_does_one_that_the_last_lap_decides(preset: str) -> None:
    game = next(game for game in games.GAMES if any(each.name == preset for each in game.info.presets))
    players = ["bot:slow"] * games.find_preset(game, preset).seats
    log = read(log_of(bots_play(Setup(game.info.id, {"last_lap": 30}, seats_of(*players), 3, preset))))
    verify(log)
    said = [effect for value in log.values for effect in value.get("effects", ()) if effect[:2] == ["say", -1]]
    assert ["say", -1, "last_lap"] in said


@pytest.mark.parametrize("rules", range(1, RULES + 1))
@pytest.mark.parametrize(
    ("game", "options", "call"),
    [("spit", {"twin_call": True, "length": 1}, "spit"), ("speed_uno", {"match_hands": 1}, "catch")],
)
def test_and_so_does_one_that_is_full_of_calls_for_nothing(
    game: str, options: dict[str, object], call: str, rules: int
) -> None:
    data = log_of(bots_play(Setup(game, options, seats_of("bot:masher", "bot:fumbler"), 3, rules=rules)))
    log = read(data)
    verify(log)
    calls = [value for value in log.values if value.get("do") == call]
    assert any(["foul", value["seat"], "miss"] in value["effects"] for value in calls) == (rules > 2)


@pytest.mark.parametrize("clock_errors", CLOCK_ERRORS)
def test_margins_of_two_clocks_are_those_of_the_time_of_the_log(clock_errors: str) -> None:
    logs = [read(log_of(people_play("speed", seed, clock_errors=clock_errors))) for seed in range(6)]
    for log in logs:
        assert log.setup.clock_errors == clock_errors
        verify(log)
    other = "sum" if clock_errors == "margin" else "margin"
    assert any(differs(joined([header(replace(log.setup, clock_errors=other)), *log.lines[1:]])) for log in logs)


def differs(data: bytes) -> bool:
    try:
        verify(read(data))
    except Divergence:
        return True
    return False


def test_a_way_to_add_clock_errors_that_nobody_knows_is_refused() -> None:
    line = header(Setup("speed")).replace('"margin"', '"least"')
    with pytest.raises(LogError, match="clock_errors must be one of margin, sum, max"):
        read_header(line)


def test_a_log_of_before_contests_reached_further_than_judged_races_is_played_as_it_was() -> None:
    now, before = Setup("speed"), Setup("speed", reach_ns=20 * MS)
    assert json.loads(header(now))["reach_ns"] == 50 * MS
    assert "reach_ns" not in json.loads(header(before))
    assert [read_header(header(setup)).reach_ns for setup in (now, before)] == [50 * MS, 20 * MS]
    assert "reach_ns" not in json.loads(header(Setup("speed", seats=seats_of("bot:fast", "bot:fast"))))
    unknown = [Press(seat, "CARD1", True, seat * 30 * MS, "evdev", 60 * MS) for seat in (0, 1)]
    assert [is_certainly_later(setup, *unknown) for setup in (now, before)] == [False, True]


def test_how_presses_were_stamped_is_a_word_that_decides_nothing() -> None:
    said = header(Setup("speed", stamps="interval"))
    assert json.loads(said)["stamps"] == "interval"
    assert header(read_header(said)) == said
    assert "stamps" not in json.loads(header(Setup("speed")))
    with pytest.raises(LogError, match="stamps must be text, and is 7"):
        read_header(said.replace('"interval"', "7"))


def test_a_log_reads_back_as_it_was_written() -> None:
    match = people_play("speed", 1)
    log = read(log_of(match))
    assert log.is_finished
    assert not log.torn
    assert log.setup.seed == 1
    assert [value["t"] for value in log.values] == [json.loads(line)["t"] for line in log.lines[1:]]


def test_a_torn_last_line_is_cut_off() -> None:
    data = log_of(people_play("speed", 1))
    whole = read(data)
    for cut in (1, 2, 10):
        log = read(data[:-cut])
        assert log.torn
        assert log.lines == whole.lines[:-1]
    assert read(data + '{"t":5,"é'.encode()[:-1]).lines == whole.lines


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "line 1 is missing or torn"),
        (b'{"log":1', "line 1 is missing or torn"),
        (b"hello\n", "line 1 is not JSON"),
        (b"[1]\n", "line 1 is not a JSON object"),
        (b'{"log":2,"version":"9.0"}\n', r"no match log of format 1; read it with the program that wrote it \(9.0\)"),
        (b'{"log":1,"game":"speed"}\n', "line 1 does not fit: seats is missing"),
        (b"\xff\n", "line 1 is not UTF-8"),
    ],
)
def test_what_is_no_log_is_told_with_its_line_and_what_to_do(data: bytes, message: str) -> None:
    with pytest.raises(LogError, match=message):
        read(data)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "sped"}, "no game is called sped"),
        ({"options": {"joker": 1}}, "unknown option joker"),
        ({"seed": "x"}, 'seed must be a whole number, and is "x"'),
    ],
)
def test_a_header_that_cannot_be_played_says_why(change: dict[str, Any], message: str) -> None:
    line = json.dumps({**json.loads(header(Setup("speed"))), **change})
    with pytest.raises(LogError, match=message):
        read(f"{line}\n".encode())


def test_a_log_of_before_keeps_the_old_price_of_a_miss_whatever_its_preset_has_today() -> None:
    setup = Setup("speed", {"first_lockouts_ms": 0}, preset="speed")
    old = header(setup)
    assert "first_lockouts_ms" not in old
    again = read(f"{old}\n".encode()).setup
    assert header(again) == old
    assert Match(again).game.options.first_lockouts_ms == 0
    today = read(f"{header(Setup('speed', preset='speed'))}\n".encode()).setup
    assert Match(today).game.options.first_lockouts_ms == FOR_GUESTS["first_lockouts_ms"] != 0


def test_a_preset_that_nobody_here_knows_is_only_a_name() -> None:
    own = header(Setup("speed", {"jokers": True})).replace('"speed",', '"speed","preset":"Joker night",', 1)
    setup = read(f"{own}\n".encode()).setup
    assert (setup.preset, setup.options["jokers"]) == ("Joker night", True)
    assert header(setup) == own
    assert values_of(Match(setup).game.options)["jokers"] is True


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "{}",
        '{"t":1}',
        '{"t":1.5,"effects":[]}',
        *(f'{{"t":1,"void":{rest}}}' for rest in ("[0,1]", '[1],"why":"x"', "[1,2]", '["a",2],"why":"x"')),
        *(f'{{"t":1,"glitch":{rest}}}' for rest in ('[2,"CARD1"],"source":"x"', '[0,"CARD9"],"source":"x"')),
        *(f'{{"t":1,"glitch":{rest}}}' for rest in ('[0],"source":"x"', '[0,"CARD1"]')),
        '{"t":1,"press":[2,"CARD1",true],"source":"gpio","res":1}',
        '{"t":1,"press":[0,"CARD9",true],"source":"gpio","res":1}',
        '{"t":1,"press":[0,"CARD1",1],"source":"gpio","res":1}',
        '{"t":1,"press":[0,"CARD1",true],"res":1}',
        '{"t":1,"press":[0,"CARD1",true],"source":"gpio","res":1,"clock":3}',
        '{"t":1,"do":"play","seat":7}',
        '{"t":1,"do":"play","seat":0,"card":7}',
        '{"t":1,"outcome":"won"}',
    ],
)
def test_a_damaged_line_is_named(line: str) -> None:
    with pytest.raises(LogError, match=r"^line 2 .*take another copy"):
        read(f"{header(Setup('speed'))}\n{line}\n".encode())


BEGUN = joined(lines_of(read(log_of(people_play("speed", 4))))[:40])
PIECES = (b"", b"\0", b"\n", b"{", b"[" * 300, b"null", b"-1", b"1e9", b"true", b'"', b"\xff", b"9" * 30)


@given(st.integers(0, len(BEGUN)), st.integers(0, 30), st.sampled_from(PIECES) | st.binary(max_size=9))
def test_whatever_becomes_of_a_log_it_is_refused_at_its_line_or_verifies_or_differs(
    place: int, length: int, instead: bytes
) -> None:
    try:
        log = read(BEGUN[:place] + instead + BEGUN[place + length :])
    except LogError as problem:
        assert "line " in str(problem)
        return
    assert 0 <= log.end <= LATEST
    try:
        verify(log)
    except Divergence as problem:
        assert "differs" in str(problem)


# Verifying


@pytest.mark.parametrize(
    ("game", "seed", "seconds", "options"),
    [
        *((game, seed, 25, {}) for game in GAMES for seed in range(6)),
        *((game.info.id, 7, 60, {}) for game in games.GAMES),
        *((game, seed, 60, {"auto_turn": True}) for game in ("spit", "mod_spit") for seed in range(3)),
        *((game, seed, 60, {"running": True}) for game in ("spit", "mod_spit") for seed in range(3)),
    ],
)
def test_what_people_played_verifies(game: str, seed: int, seconds: int, options: dict[str, object]) -> None:
    verify(read(log_of(people_play(game, seed, seconds, **options))))


def test_a_difference_is_told_with_both_versions_of_its_line() -> None:
    lines = lines_of(read(log_of(people_play("speed", 4))))
    place = next(n for n, line in enumerate(lines) if '"ok":true' in line and '"play"' in line)
    lines[place] = lines[place].replace('"ok":true', '"ok":false')
    told = f'^line {place + 1} differs\n  log: .*"ok":false.*\n  played again: .*"ok":true'
    with pytest.raises(Divergence, match=told):
        verify(read(joined(lines)))


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=20)
@given(seed=st.integers(0, 10_000))
def test_simulated_matches_verify_from_their_commands(game: str, seed: int) -> None:
    verify(read(log_of(simulated(Setup(game, seats=seats_of("bot:random", "bot:random"), seed=seed)))))


@pytest.mark.parametrize("seconds", [20, 60])
def test_a_match_that_was_left_alone_verifies(seconds: int) -> None:
    match = Match(Setup("speed", {"ready_s": 120}))
    match.handle(Press(0, ACTION, True, seconds * S, "test"))
    match.advance(200 * S)
    assert match.outcome is not None
    verify(read(log_of(match)))


def test_lines_after_the_outcome_and_lines_missing_before_it_are_found() -> None:
    lines = lines_of(read(log_of(people_play("speed", 4))))
    with pytest.raises(Divergence):
        verify(read(joined([*lines, lines[-1]])))
    with pytest.raises(Divergence):
        verify(read(joined([*lines[:-2], lines[-1]])))


@pytest.mark.parametrize("rules", [1, RULES])
def test_times_that_fall_are_a_fault_whatever_the_rules_were(rules: int) -> None:
    options = {"auto_turn": True, "length": 5, "stuck_call": "shout"}
    setup = Setup("spit", options, seats_of("bot:slow", "bot:slow"), 755110, rules=rules)
    log = read(log_of(bots_play(setup)))
    if rules == 1:  # a choice that was to end before the move that called for it
        with pytest.raises(Divergence, match=r"^line 238 goes back in time"):
            verify(log)
    else:
        verify(log)


@pytest.mark.parametrize(
    ("times", "place"),
    [
        ("p0 d0 p5 d5 d5 d9", None),
        ("d5 d4", 1),
        ("d5 p4 d6", 1),
        ("p5 d4", None),
        ("d1 p14 p14 d5 p5 d5 p6", None),
        ("d1 p14 p14 d4", 3),
        ("p14 p4", 1),
        ("p14 d6 p5", 2),
    ],
)
def test_a_press_judged_ahead_in_a_dead_heat_is_no_fall(times: str, place: int | None) -> None:
    """``p`` is a press and ``d`` is not; a contest reaches 10 ns."""
    assert first_fall([(int(word[1:]), word[0] == "p") for word in times.split()], 10) == place


def test_the_version_that_wrote_it_is_named_where_it_differs() -> None:
    lines = lines_of(read(log_of(people_play("speed", 4))))
    lines[0] = lines[0].replace(f'"version":"{VERSION}"', '"version":"0.0.9"')
    verify(read(joined(lines)))
    with pytest.raises(Divergence, match=r"Version 0\.0\.9 wrote the log"):
        verify(read(joined([lines[0].replace('"seed":4', '"seed":5'), *lines[1:]])))


@pytest.mark.parametrize("line", ['{"t":0,"weather":"fine"}', '{"t":0,"press":[9,"CARD1",true],"source":"x","res":1}'])
def test_a_log_of_another_version_is_not_called_damaged(line: str) -> None:
    ours = lines_of(read(log_of(people_play("speed", 4))))
    theirs = [ours[0].replace(f'"version":"{VERSION}"', '"version":"9.0.0"'), *ours[1:]]
    with pytest.raises(LogError, match="the log is damaged"):
        read(joined([ours[0], line, *ours[1:]]))
    with pytest.raises(LogError, match=r"version 9\.0\.0 wrote the log .* read it with that version") as caught:
        read(joined([theirs[0], line, *theirs[1:]]))
    assert "damaged" not in str(caught.value)
    with pytest.raises(LogError, match=r"version 9\.0\.0 wrote the log") as caught:
        read(joined([theirs[0].replace('"best_of"', '"best_off"'), *theirs[1:]]))
    assert "damaged" not in str(caught.value)


@pytest.mark.parametrize("game", GAMES)
def test_a_rebuilt_match_stands_where_the_log_ends(game: str) -> None:
    match = people_play(game, 2)
    rebuilt = rebuild(read(log_of(match)))
    assert rebuilt.table == match.table
    assert rebuilt.outcome == match.outcome
    assert rebuilt.state.sit.played == match.state.sit.played


NOW = 10**15


def goes_on(log: Log, seats: dict[int, Brain] | None = None) -> list[str]:
    """Resume, let it go on, press on for some seconds; the lines of the log as the file then holds them."""
    resumed = resume(log, NOW, seats)
    match = resumed.match
    lines = [*log.lines[: resumed.kept], *resumed.missing]
    assert [*map(as_text, resumed.entries)] == lines[1 : resumed.kept]
    assert match.final() == []
    if match.outcome is None:
        assert match.state.sit.paused >= 0
        assert match.state.sit.held == (0,) * match.game.seats
    match.handle(Control("resume", NOW + S))
    draw = Random(5).random
    stamp = NOW + 2 * S
    for _ in range(60):
        stamp += int(draw() * 200 * MS) + 1
        seat = int(draw() * match.game.seats)
        if match.setup.seats[seat].is_human:
            match.handle(Press(seat, BUTTONS[int(draw() * 8)], True, stamp, "test", 100_000))
            match.handle(Press(seat, BUTTONS[int(draw() * 8)], False, stamp + MS, "test", 100_000))
        match.advance(stamp)
        lines += map(as_text, match.final())
    match.advance(stamp + 10 * S)
    return lines + [as_text(entry) for entry in match.final()]


@pytest.mark.parametrize("game", GAMES)
def test_a_log_cut_anywhere_goes_on_and_verifies_as_a_whole(game: str) -> None:
    lines = lines_of(read(log_of(people_play(game, 7, 8))))
    for cut in (*range(1, 40), *range(40, len(lines) - 10, 3), *range(len(lines) - 10, len(lines))):
        log = read(joined(lines[:cut]))
        continued = goes_on(log)
        verify(read(joined(continued)))
        assert len(continued) > cut - LAST_STEP


def test_a_log_cut_within_a_dead_heat_goes_on_from_before_it() -> None:
    drawn = 0
    for seed in range(40):
        match = Match(Setup("speed", {"countdown": 1, "lockout_ms": 0, "doubles": True}, seed=seed))
        for seat, stamp in ((0, 100), (0, 200), (1, 300)):
            match.handle(Press(seat, ACTION, True, stamp * MS, "test", 0))
        for place, button in enumerate(CARDS):
            match.handle(Press(0, button, True, (1500 + place) * MS, "test", 100_000))
            match.handle(Press(1, CARDS[(place + seed) % 5], True, (1500 + place) * MS + 50_000, "test", 100_000))
        match.advance(6 * S)
        lines = lines_of(read(log_of(match)))
        places = [place for place, line in enumerate(lines) if "dead_heat" in line]
        drawn += len(places)
        for cut in (cut for place in places for cut in range(place - 2, place + 4)):
            verify(read(joined(goes_on(read(joined(lines[:cut]))))))
    assert drawn > 3


@pytest.mark.parametrize("game", GAMES)
def test_bots_go_on_playing(game: str) -> None:
    match = bots_play(at_levels(game, 2, "fast", "middling", **({"length": 2} if game == "spit" else {})))
    lines = lines_of(read(log_of(match)))
    for cut in range(2, len(lines) - 1, 23):
        log = read(joined(lines[:cut]))
        continued = goes_on(log, brains(log.setup))
        verify(read(joined(continued)))
        whole = rebuild(read(joined(continued)))
        presses = [line for line in continued[cut:] if '"source":"bot"' in line]
        assert presses or whole.table.phase != "play"


def test_a_match_that_stood_still_does_so_for_its_own_reason() -> None:
    match = Match(Setup("speed", {"countdown": 1}, seed=3))
    match.handle(Control("pause", S, "menu"))
    match.advance(2 * S)
    resumed = resume(read(log_of(match)), NOW)
    assert resumed.missing == ()
    assert resumed.match.state.sit.paused == S


def test_a_pause_that_was_about_to_end_is_a_pause_again() -> None:
    match = Match(Setup("speed", {"countdown": 3}, seed=3))
    for seat, stamp in ((0, 100), (0, 200), (1, 300)):
        match.handle(Press(seat, ACTION, True, stamp * MS, "test", 0))
    match.handle(Control("pause", 4 * S, "menu"))
    match.handle(Control("resume", 5 * S))
    match.advance(6 * S)
    resumed = resume(read(log_of(match)), NOW)
    assert resumed.match.state.sit.resume == -1
    assert '"pause":"power"' in resumed.missing[0]


def test_resuming_twice_is_as_good_as_once() -> None:
    lines = lines_of(read(log_of(people_play("speed", 7, 12))))[:30]
    for _ in range(3):
        lines = goes_on(read(joined(lines)))[:-2]
    verify(read(joined(lines)))


def test_no_press_from_before_the_power_cut_is_taken() -> None:
    lines = lines_of(read(log_of(people_play("speed", 7, 12))))
    resumed = resume(read(joined(lines[:30])), NOW)
    assert resumed.match.handle(Press(0, "CARD1", True, NOW - 1, "test")).refused
    assert not resumed.match.handle(Press(0, "CARD1", True, NOW, "test")).refused


def test_a_finished_match_cannot_go_on() -> None:
    with pytest.raises(LogError, match="the match is over"):
        resume(read(log_of(people_play("speed", 1))), NOW)


def test_a_log_told_by_other_rules_cannot_go_on() -> None:
    lines = lines_of(read(log_of(people_play("speed", 1))))
    lines[0] = lines[0].replace('"seed":1', '"seed":2')
    with pytest.raises(Divergence, match=r"^line 2 differs"):
        resume(read(joined(lines[: LAST_STEP * 2])), NOW)


def test_a_long_match_goes_on_in_short_pieces() -> None:
    log = read(log_of(people_play("speed", 3, seconds=60)))
    log = log._replace(lines=log.lines[:-1], values=log.values[:-1])
    pauses: list[None] = []
    resume(log, NOW, None, lambda: pauses.append(None))
    quiet = sum(max(after["t"] - before["t"] - S, 0) for before, after in pairwise(log.values))
    assert len(pauses) > (log.end - quiet) / S / 2


texts = st.text(max_size=8) | st.sampled_from(["seat0.hand1", "~7H", 'a"b', "\\", "ü", "\n", "\x00", "♠"])
numbers = st.integers(-1, 10**17)
effects: Any = st.one_of(
    st.tuples(st.just("move"), texts, texts, texts),
    st.tuples(st.just("turn"), texts, st.sampled_from(["up", "down"])),
    st.tuples(st.just("gather"), texts, texts),
    st.tuples(st.just("shuffle"), texts, st.lists(texts, max_size=3).map(tuple)),
    st.tuples(st.just("score"), numbers, numbers),
    st.tuples(st.just("say"), numbers, texts),
    st.tuples(st.just("phase"), texts),
    st.tuples(st.just("foul"), numbers, texts),
    st.tuples(st.just("set"), st.sampled_from(["a", "b"]), texts | st.booleans() | st.integers(0, 1) | numbers),
)
several: Any = st.lists(effects, max_size=4).map(tuple)


def dumped(line: object) -> str:
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False)


@given(several)
def test_effects(told: tuple[Effect, ...]) -> None:
    assert effects_text(told) == dumped(told)


def test_true_and_1_are_two_texts_whichever_came_first() -> None:
    for values in ((True, 1, False, 0), (0, False, 1, True)):
        for value in values:
            assert effects_text((("set", "flag", value),)) == f'[["set","flag",{dumped(value)}]]'


@given(texts, texts, texts, texts, st.lists(texts, max_size=2).map(tuple), st.integers(-1, 20), texts)
def test_commands(do: str, card: str, source: str, to: str, cards: tuple[str, ...], target: int, word: str) -> None:
    line: dict[str, object] = {"do": do, "card": card, "cards": cards, "from": source, "to": to, "word": word}
    line = {key: value for key, value in line.items() if value or key == "do"}
    if target >= 0:
        line["target"] = target
        if word:
            line["word"] = line.pop("word")
    assert command_text(Command(do, card, source, to, cards, target, word)) == dumped(line)[1:-1]


@given(numbers, st.booleans(), texts, texts, several, st.booleans(), st.integers(0, 3))
def test_a_press(t: int, pressed: bool, source: str, ignored: str, told: Any, ticks: bool, early_ns: int) -> None:
    line: dict[str, object] = {"t": t, "press": [1, "CARD2", pressed], "source": source, "res": 5}
    if ticks:
        line |= {"clock": "board", "tick_ns": t, "tick_res": 7}
    line |= {"early_ns": early_ns} if early_ns else {}
    line |= {"ignored": ignored} if ignored else {}
    line |= {"effects": told} if told else {}
    clock = ("board", t, 7) if ticks else ("", 0, 0)
    assert as_text(PressLine(t, 1, "CARD2", pressed, source, 5, ignored, told, *clock, early_ns)) == dumped(line)


@given(numbers, several, st.sampled_from(["", "rank"]), st.booleans(), st.booleans())
def test_a_judged_command(t: int, told: Any, why: str, is_beaten: bool, judged: bool) -> None:
    command = Command("play", "7H", "seat0.hand1", "centre.0")
    line: dict[str, object] = {"t": t, "seat": 0, "do": "play", "card": "7H", "from": "seat0.hand1", "to": "centre.0"}
    line |= {"ok": False} | ({"why": why} if why else {})
    line |= {"beaten_by": 1, "margin_ns": 9} if is_beaten else {}
    line |= {} if judged else {"judged": False}
    beaten = (1, 9) if is_beaten else (-1, -1)
    assert as_text(CommandLine(t, 0, command, False, told, why, *beaten, judged=judged)) == dumped(
        line | {"effects": told}
    )


def test_the_winner_of_a_dead_heat() -> None:
    line = CommandLine(5, 0, Command("slap"), True, dead_heat=(0, 1), draw=1)
    assert as_text(line) == '{"t":5,"seat":0,"do":"slap","ok":true,"dead_heat":[0,1],"draw":1,"effects":[]}'


@given(numbers, several)
def test_the_matchs_own_line(t: int, told: Any) -> None:
    assert as_text(OwnLine(t, told)) == dumped({"t": t, "effects": told})


def test_the_caches_are_bounded() -> None:
    cache = Cache[int, str](json_text)
    for number in range(MOST + 5):
        assert cache[number] == str(number)
    assert len(cache) == 5
    assert QUOTED['"'] == r'"\""'


TOLD_BY = {"say": -1, "foul": -1, "phase": 0, "stand_still": 2}
"""Methods whose constant argument of that place goes into the log as it is."""
ANSWERS = ("refusal", "_held", "_misfit", "ignored", "_takes_why")
"""Parts of the names of functions that answer with a reason."""


def told(path: Path) -> Iterator[str]:
    """Every constant of a module that can become a word in a log."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in TOLD_BY:
            yield from constants(node.args[TOLD_BY[node.func.attr]]) if node.args else ()
        elif isinstance(node, ast.FunctionDef) and answers_with_a_reason(path, node):
            for answer in ast.walk(node):
                if isinstance(answer, ast.Return) and answer.value is not None:
                    yield from constants(answer.value)


def answers_with_a_reason(path: Path, function: ast.FunctionDef) -> bool:
    named = path.stem == "refusal" or any(part in function.name for part in ANSWERS)
    return named and function.returns is not None and "str" in ast.unparse(function.returns)


def constants(node: ast.expr) -> Iterator[str]:
    """The words that an expression can be: a constant, or either side of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from constants(value)


@pytest.fixture(scope="module")
def explained() -> set[str]:
    page = (Path(__file__).resolve().parents[2] / "docs" / "match-log.md").read_text(encoding="utf-8")
    return set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", page))))


def test_every_reason_shout_foul_and_phase_in_the_rules_is_explained(repository: Path, explained: set[str]) -> None:
    words = {word for path in sorted((repository / "engine").rglob("*.py")) for word in told(path)}
    assert {"rank", "still_there", "miss", "slap", "guarded", "players"} <= words
    assert sorted(words - explained) == []


def test_every_kind_of_effect_and_of_line_is_explained(explained: set[str]) -> None:
    kinds = {get_args(get_args(effect)[0])[0] for effect in get_args(Effect)}
    assert len(kinds) == 9
    assert kinds | set(KINDS) | set(Match.OWN_PAUSES) <= explained


def test_the_reader_of_constants_sees_choices() -> None:
    expression = ast.parse('"a" if x else ("b" or y)', mode="eval").body
    assert list(constants(expression)) == ["a", "b"]
