"""A log verified with its whole input known: the verdict and the message of a match that takes it event by event.

`changes` are the logs that somebody has changed: every field of every line, lines dropped, doubled and swapped.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple

import pytest

from engine.bots import find_brain
from engine.chance import Chance
from engine.errors import Divergence, EngineError, LogError
from engine.game import Game
from engine.games import GAMES
from engine.log import LATEST, Log, header, read, text_of
from engine.log_replay import compare, events, rebuild, verify
from engine.match import Match
from engine.panel import ACTION, BUTTONS, CARDS, Act, Command, Control, Press
from engine.setup import Setup, seats_of
from engine.units import MS, S

INPUT = ("press", "glitch", "pause", "resume", "void")
"""The kinds of lines that are input themselves, besides the commands of seats without buttons."""


class Change(NamedTuple):
    """A changed log, without its header; ``is_input`` if the change is in the input of a match, and not in its result.

    A match with another input may have the same lines (a release a nanosecond later), so only such a change may pass.
    """

    name: str
    lines: tuple[str, ...]
    is_input: bool


def changes(lines: Sequence[str], gives_commands: bool) -> Iterator[Change]:
    """Yield every change of the lines after the header. ``gives_commands``: commands are the seats' input."""
    for place, line in enumerate(lines):
        value = json.loads(line)
        is_input = any(kind in value for kind in INPUT) or (gives_commands and "do" in value) or _is_leave(value)
        for path, changed in _fields(value):
            text = json.dumps(changed, separators=(",", ":"), ensure_ascii=False)
            is_result = path[0] in ("effects", "ok", "why", "ignored", "beaten_by", "margin_ns", "dead_heat", "draw")
            yield Change(f"line {place + 2}: {path}", _with(lines, place, text), is_input and not is_result)
        yield Change(f"line {place + 2}: a space", _with(lines, place, line.replace(":", ": ", 1)), False)
        if place < len(lines) - 1:  # without its last line a log is one that was cut off
            yield Change(f"line {place + 2} dropped", (*lines[:place], *lines[place + 1 :]), is_input)
            if lines[place + 1] != line:
                swapped = (*lines[:place], lines[place + 1], line, *lines[place + 2 :])
                yield Change(f"line {place + 2} swapped", swapped, is_input)
        yield Change(f"line {place + 2} doubled", (*lines[: place + 1], *lines[place:]), is_input)


def _with(lines: Sequence[str], place: int, text: str) -> tuple[str, ...]:
    return (*lines[:place], text, *lines[place + 1 :])


def _is_leave(value: dict[str, Any]) -> bool:
    return "outcome" in value and value["outcome"]["reason"] == "left"


def _fields(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yield each path to a scalar of a value, with the value changed there; and with each member taken out."""
    if isinstance(value, dict | list):
        places = list(value) if isinstance(value, dict) else range(len(value))
        for place in places:
            for inner, changed in _fields(value[place], (*path, place)):
                copy = deepcopy(value)
                copy[place] = changed
                yield inner, copy
            copy = deepcopy(value)
            del copy[place]
            yield (*path, place), copy
    else:
        yield path, _other(value)


def _other(value: object) -> object:
    """Return another scalar of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return f"{value}x"
    return 0


NAMES = [game.info.id for game in GAMES]
CAPS = (10, 10)
"""Seconds a deal and a match: logs of some hundred lines, so that a hundred changes take a second."""
SAMPLED = 120
"""The changes of a log that are tried: one in so many, all kinds of lines and fields in turn."""


def finished(match: Match, t: int) -> bytes:
    match.advance(t)
    while match.outcome is None and (due := match.next_deadline()) is not None:
        match.advance(due)
    match.advance((match.next_deadline() or t) + 1000 * S)
    match.close()
    return f"{header(match.setup)}\n{text_of(match.final())}".encode()


def random_log(game: str, seed: int = 1, preset: str = "", seats: int = 2, hasty: float = 0) -> bytes:
    """Commands without buttons; ``hasty`` is the share that was legal 200 ms before."""
    players = seats_of(*["bot:random"] * seats)
    match = Match(Setup(game, {"caps": CAPS, "countdown": 1}, players, seed, preset))
    draw = Chance(seed).stream("test").random
    t = 0
    before: list[tuple[int, Command]] = []
    while match.outcome is None:
        commands = [(seat, command) for seat in range(seats) for command in match.legal(seat)]
        t = t + 200 * MS if commands else match.next_deadline() or 0
        if commands:
            some = before if before and draw() < hasty else commands
            match.handle(Act(*some[int(draw() * len(some))], t))
        match.advance(t)
        before = commands
    return finished(match, t)


def bots_log(game: str) -> bytes:
    setup = Setup(game, {"caps": CAPS, "countdown": 1}, seats_of("bot:fast", "bot:perfect"), 3)
    brains = {seat: find_brain(info.player) for seat, info in enumerate(setup.seats)}
    return finished(Match(setup, brains=brains, bot_res_ns=5 * MS), 0)


def make_ready(match: Match) -> None:
    """Two people skip the draw and are ready."""
    for stamp in (100, 200, 300):
        for seat in (0, 1):
            match.handle(Press(seat, ACTION, True, stamp * MS + seat, "gpio", 100_000))
            match.handle(Press(seat, ACTION, False, (stamp + 9) * MS + seat, "gpio", 100_000))


def people_log(game: str, seed: int = 4) -> bytes:
    """Two people, hasty and close together: dead heats, early contacts, another clock, a pause, a void, a leave."""
    match = Match(Setup(game, {"countdown": 1, "lockout_ms": 50}, seed=seed))
    make_ready(match)
    draw, stamp = Random(seed).random, 1400 * MS
    for turn in range(14):
        stamp += int(draw() * 300 * MS)
        for seat in (0, 1):
            button = CARDS[int(draw() * 5)]
            early_ns = 2 * MS if turn % 4 == 1 else 0
            clock, tick = ("board", stamp // 1000 * 1000) if turn % 5 == 2 else ("", 0)
            match.handle(Press(seat, button, True, stamp + seat * 50_000, "gpio", 100_000, clock, tick, 0, early_ns))
            match.handle(Press(seat, button, False, stamp + 7 * MS + seat, "gpio", 100_000))
        if turn == 6:
            match.handle(Control("void", stamp + 50 * MS, "link", stamp - 10 * MS))
            match.handle(Control("resume", stamp + 60 * MS))
            stamp += 4 * S
        match.advance(stamp + 100 * MS)
    match.handle(Control("leave", stamp + S))
    return finished(match, stamp + S)


def exact_log(game: str, seed: int = 4) -> bytes:
    """Two people with exact stamps, whose presses are often judged alone: near, held, locked, idle, and paused."""
    match = Match(Setup(game, {"countdown": 1, "lockout_ms": 200, "caps": (120, 120)}, seed=seed))
    make_ready(match)
    draw, stamp = Random(seed).random, 1400 * MS
    for turn in range(24):
        stamp += 31 * S if turn == 9 else int(draw() * 400 * MS)
        apart = (50_000, 150_000, 30 * MS)[turn % 3]
        for seat in (0, 1):
            button = BUTTONS[int(draw() * 8)]
            match.handle(Press(seat, button, True, stamp + seat * apart, "gpio", 100_000))
            match.handle(Press(seat, button, False, stamp + 90 * MS + seat, "gpio", 100_000))
        if turn == 15:
            stamp += 300 * MS
            for button in ("CARD1", "CARD5", ACTION):
                match.handle(Press(1, button, True, stamp, "gpio", 100_000))
                match.handle(Press(1, button, False, stamp + 2500 * MS, "gpio", 100_000))
            match.advance(stamp + 3 * S)
            match.handle(Control("resume", stamp + 3 * S))
            stamp += 7 * S
        match.advance(stamp + 100 * MS)
    match.handle(Control("leave", stamp + S))
    return finished(match, stamp + S)


def dead_heat_log(game: str, play: Callable[[str, int], bytes] = people_log) -> bytes:
    """The first log with a dead heat, or the first with none where the game seldom has one."""
    return next((log for seed in range(40) if b"dead_heat" in (log := play(game, seed))), play(game, 4))


def near_log(game: str) -> bytes:
    """A log of exact stamps with a dead heat, if the game has any."""
    return dead_heat_log(game, exact_log)


LOGS = {"random": random_log, "bots": bots_log, "people": dead_heat_log, "exact": near_log}


def joined(first: str, lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in (first, *lines)).encode()


def fault(data: bytes) -> str:
    """The message of what is wrong; empty if nothing is."""
    try:
        verify(read(data))
    except (LogError, Divergence) as problem:
        return str(problem)
    return ""


def delivered(log: Log) -> Match:
    """A match that takes the events one by one in the log's order, steps back for late ones, and keeps every step."""
    match = Match(log.setup)
    for event in events(log):
        match.handle(event)
    match.advance(log.end)
    return match


def lines_of(match: Match) -> list[str]:
    return [header(match.setup), *text_of(match.pending()).splitlines()]


def fault_as_delivered(data: bytes) -> str:
    """The same by a match to which the events are delivered."""
    try:
        log = read(data)
        compare(log, lines_of(delivered(log)))
        verify(log)
    except EngineError as problem:
        return str(problem)
    return ""


def sampled(data: bytes, most: int = SAMPLED) -> list[Change]:
    lines = data.decode().splitlines()[1:]
    every = list(changes(lines, '"bot:random"' in data.decode().splitlines()[0]))
    step = max(len(every) // most, 1)
    return every[Random(len(every)).randrange(step) :: step + (step % 2 == 0)]


@pytest.mark.long
@pytest.mark.parametrize("kind", LOGS)
@pytest.mark.parametrize("game", NAMES)
def test_every_change_is_found_and_named_in_one_message(game: str, kind: str) -> None:
    data = LOGS[kind](game)
    first = data.decode().splitlines()[0]
    assert not fault(data), "the log as it is passes"
    for number, change in enumerate(sampled(data)):
        changed = joined(first, change.lines)
        found = fault(changed)
        assert found.startswith("line ") or change.is_input, change.name
        if not found or number % 8 == 0:
            assert found == fault_as_delivered(changed), change.name


def test_the_logs_have_what_is_hard_to_judge() -> None:
    logs = b"".join(dead_heat_log(game) for game in NAMES)
    for word in (b'"dead_heat"', b'"void"', b'"early_ns"', b'"clock":"board"', b'"beaten_by"', b'"reason":"left"'):
        assert word in logs, word
    exact = b"".join(near_log(game) for game in NAMES)
    assert b"early_ns" not in exact
    assert b'"void"' not in exact
    for word in (b'"dead_heat"', b'"pause":"players"', b'"ignored":"locked"', b'"still_there"', b'"beaten_by"'):
        assert word in exact, word
    assert any(b'"reason":"cap"' in random_log(game) for game in NAMES)


@pytest.mark.parametrize("game", NAMES)
def test_a_changed_first_line_is_found(game: str) -> None:
    data = random_log(game)
    first, *lines = data.decode().splitlines()
    value = json.loads(first)
    players = [{"name": "AMBER", "player": "bot:random"}]
    for key, other in (("seed", 2), ("log", 2), ("game", "spat"), ("seats", players), ("clock_errors", "max")):
        assert fault(joined(json.dumps({**value, key: other}, separators=(",", ":")), lines)), key
    for key in value:
        if key not in ("preset", "clock_errors", "rules"):  # this match is the same in every edition of the rules
            rest = {name: kept for name, kept in value.items() if name != key}
            assert fault(joined(json.dumps(rest, separators=(",", ":")), lines)), key
    assert fault(joined(first.replace(":", ": ", 1), lines)).startswith("line 1 differs")


@pytest.mark.parametrize("kind", LOGS)
@pytest.mark.parametrize("game", NAMES)
def test_a_log_cut_off_anywhere_is_right_so_far(game: str, kind: str) -> None:
    data = LOGS[kind](game)
    lines = data.splitlines(keepends=True)
    assert read(data).is_finished
    assert not fault(data)
    for cut in range(2, len(lines), max(len(lines) // 12, 1)):
        log = read(b"".join(lines[:cut]) + b'{"t":1')
        assert (len(log.lines), log.is_finished, log.torn) == (cut, False, True)
        try:
            verify(log)
        except Divergence:  # a cut within the lines of one event
            assert lines_of(delivered(log))[:cut] != list(log.lines)


@pytest.mark.parametrize("game", NAMES)
def test_another_machines_line_ends_and_byte_order_mark(game: str) -> None:
    data = random_log(game)
    for copied in (b"\xef\xbb\xbf" + data, data.replace(b"\n", b"\r\n")):
        assert read(copied) == read(data)
        assert not fault(copied)


def test_a_time_beyond_every_match_is_damage_even_where_the_match_follows_it() -> None:
    match = Match(Setup("speed"))
    match.handle(Control("pause", S, "source"))
    match.handle(Control("resume", LATEST - S))
    match.advance(LATEST + 1000 * S)
    match.close()
    lines = text_of(match.final()).splitlines()
    assert json.loads(lines[-1])["t"] > LATEST
    with pytest.raises(LogError, match="a t that no match has"):
        read(joined(header(match.setup), lines))


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("kind", LOGS)
def test_a_known_input_gives_the_match_that_its_delivery_gives(game: str, kind: str) -> None:
    log = read(LOGS[kind](game))
    rebuilt, taken = rebuild(log), delivered(log)
    assert lines_of(rebuilt) == lines_of(taken) == list(log.lines)
    assert rebuilt.state == taken.state


def test_a_void_that_goes_back_four_seconds_and_a_hundred_steps_verifies() -> None:
    """A source was silent for so long: all that the others gave meanwhile was open."""
    match = Match(Setup("speed", {"countdown": 1}, seed=4))
    make_ready(match)
    silent = 2 * S
    for number in range(60):
        seat, legal = number % 2, match.legal(number % 2)
        keys = zip(CARDS, match.keys(seat), strict=False)
        button = next((button for button, key in keys if key.command in legal), "LEFT")
        press = Press(seat, button, True, silent + (number + 1) * 66 * MS, "gpio", 100_000)
        match.handle(press)
        match.handle(press._replace(pressed=False, time_ns=press.time_ns + 20 * MS))
        match.advance(press.time_ns, drained_ns=silent)
    hands = match.table.zones
    match.handle(Control("void", silent + 4 * S, "link", silent))
    assert match.table.zones != hands, "cards came back"
    match.handle(Control("resume", silent + 5 * S))
    match.handle(Control("leave", silent + 20 * S))
    data = finished(match, silent + 20 * S)
    assert data.count(b'"ok":true') > 4
    assert not fault(data)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_every_preset_s_random_play_verifies(game: type[Game]) -> None:
    for preset in game.info.presets:
        assert not fault(random_log(game.info.id, 5, preset.name, preset.seats)), preset.name


@pytest.mark.parametrize("game", NAMES)
def test_refused_commands_verify(game: str) -> None:
    logs = [random_log(game, seed, hasty=0.3) for seed in range(6)]
    assert b"".join(logs).count(b'"ok":false') > 5
    assert game not in ("spit", "speed") or b'"beaten_by"' in b"".join(logs), "who was beaten follows from the past"
    assert not any(map(fault, logs))


def test_a_command_that_is_refused_when_played_again_is_found() -> None:
    first, *lines = random_log("speed").decode().splitlines()
    place = next(place for place, line in enumerate(lines) if '"do":"play"' in line)
    again = lines[place].replace('"t":', '"t":1', 1)  # much later: the card has left the hand
    for changed in ([*lines, again], [*lines[: place + 1], lines[place], *lines[place + 1 :]]):
        assert fault(joined(first, changed))


def test_a_log_that_claims_three_years_is_refused_at_its_first_line_too_many() -> None:
    """A match without caps acts by itself for ever: the replay stops where the log differs."""
    data = random_log("spit").decode().splitlines()
    lines = [*data[:12], json.dumps({"t": LATEST, "effects": []}, separators=(",", ":"))]
    assert fault(joined(lines[0], lines[1:])).startswith("line 13 differs")
