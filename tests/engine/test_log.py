"""The match log: read back, and played again line by line."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import games
from engine.errors import Divergence, LogError
from engine.game import RULES
from engine.judge import limit_ns
from engine.log import CLOCK_ERRORS, LATEST, header, read, read_header
from engine.log_replay import first_fall, rebuild, verify
from engine.match import Match
from engine.options import FOR_GUESTS, values_of
from engine.panel import ACTION, Control, Press
from engine.setup import Setup, seats_of
from engine.units import MS, S
from tests.engine.played_logs import at_levels, bots_play, joined, lines_of, log_of, people_play, simulated

GAMES = ("speed", "spit")


# Reading


def test_the_header_has_everything_that_a_match_depends_on() -> None:
    setup = Setup("speed", {"jokers": True}, seats_of("human", "bot:fast"), 42, "five_card_spit", horizon_ns=5)
    line = json.loads(header(setup))
    assert list(line)[:4] == ["log", "game", "preset", "options"]
    assert (line["log"], line["seed"], line["horizon_ns"], line["resolution_ns"]) == (1, 42, 5, 20 * MS)
    assert line["options"]["jokers"] is True
    assert line["options"]["deal"] == "15+10+1"
    assert line["options"]["caps"] == [120, 300]
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


@pytest.mark.parametrize(("rules", "ends"), [(3, True), (4, False)])
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
    assert (b'"rules":4' in text) is not ends
    assert (b"still_there" in text) is ends
    verify(read(text))


@pytest.mark.parametrize("told", [0, RULES + 1, "2", True])
def test_an_edition_of_the_rules_that_nobody_knows_is_refused(told: object) -> None:
    line = json.loads(header(Setup("speed"))) | {"rules": told}
    with pytest.raises(LogError, match=f"rules must be a whole number, 1 to {RULES}"):
        read_header(json.dumps(line))


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
        ({"seed": "x"}, "seed must be a whole number, and is \"x\""),
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
        '{"t":1,"void":[0,1]}',
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


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_what_people_played_verifies(game: str, seed: int) -> None:
    verify(read(log_of(people_play(game, seed))))


@pytest.mark.parametrize("game", [game.info.id for game in games.GAMES])
def test_what_people_played_verifies_in_every_game(game: str) -> None:
    verify(read(log_of(people_play(game, 7, seconds=60))))


@pytest.mark.parametrize("game", ["spit", "mod_spit"])
@pytest.mark.parametrize("option", ["auto_turn", "running"])
@pytest.mark.parametrize("seed", range(3))
def test_and_where_the_editions_of_the_rules_differ(game: str, option: str, seed: int) -> None:
    verify(read(log_of(people_play(game, seed, seconds=60, **{option: True}))))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("levels", [("fast", "slow"), ("perfect", "masher")])
def test_bots_verify_from_their_presses_without_their_brains(game: str, levels: tuple[str, str]) -> None:
    verify(read(log_of(bots_play(at_levels(game, 3, *levels)))))


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


def test_any_change_is_found_at_its_line() -> None:
    lines = lines_of(read(log_of(people_play("speed", 4))))
    plays = [place for place, line in enumerate(lines) if '"ok":true' in line and '"play"' in line]
    for place, old, new in [
        (plays[0], '"ok":true', '"ok":false'),
        (plays[1], "turn", "move"),
        (2, '"dealer":0', '"dealer":1') if '"dealer":0' in lines[2] else (3, "seat0", "seat1"),
    ]:
        if old not in lines[place]:
            continue
        changed = [*lines[:place], lines[place].replace(old, new), *lines[place + 1 :]]
        with pytest.raises(Divergence, match=f"^line {place + 1} differs\n  log: .*\n  played again: "):
            verify(read(joined(changed)))


def test_a_press_taken_out_or_moved_is_found() -> None:
    lines = lines_of(read(log_of(people_play("speed", 4))))
    place = next(n for n, line in enumerate(lines) if '"ok":true' in line and '"play"' in line)
    with pytest.raises(Divergence):
        verify(read(joined(lines[: place - 1] + lines[place:])))
    earlier = json.loads(lines[place - 1])
    earlier["t"] += 1
    moved = json.dumps(earlier, separators=(",", ":"), ensure_ascii=False)
    with pytest.raises(Divergence):
        verify(read(joined([*lines[: place - 1], moved, *lines[place:]])))


def test_another_seed_or_option_is_found() -> None:
    lines = lines_of(read(log_of(people_play("speed", 4))))
    for old, new in (('"seed":4', '"seed":5'), ('"lockout_ms":50', '"lockout_ms":51')):
        with pytest.raises(Divergence):
            verify(read(joined([lines[0].replace(old, new), *lines[1:]])))


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
    lines[0] = lines[0].replace('"version":"0.1.0"', '"version":"0.0.9"')
    verify(read(joined(lines)))
    with pytest.raises(Divergence, match=r"Version 0\.0\.9 wrote the log"):
        verify(read(joined([lines[0].replace('"seed":4', '"seed":5'), *lines[1:]])))


@pytest.mark.parametrize("line", ['{"t":0,"weather":"fine"}', '{"t":0,"press":[9,"CARD1",true],"source":"x","res":1}'])
def test_a_log_of_another_version_is_not_called_damaged(line: str) -> None:
    ours = lines_of(read(log_of(people_play("speed", 4))))
    theirs = [ours[0].replace('"version":"0.1.0"', '"version":"9.0.0"'), *ours[1:]]
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
