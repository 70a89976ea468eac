"""The bot that adapts to its player: by what a person sees, from the match alone, and so that either may win."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.adaptive import (
    ADAPTIVE,
    ALLOWS,
    LOWER,
    MOST_EDGE,
    NOW,
    QUICKEST,
    RAISE,
    SLOWEST,
    STRANGER,
    Adaptation,
    adaptive_at,
    after_match,
    is_adaptive,
    start_of,
)
from engine.bots import find_brain, pace_of
from engine.errors import UnknownBot
from engine.game import RULES
from engine.games import GAMES
from engine.log import header, read, text_of
from engine.log_lines import Entry
from engine.log_replay import events, resume, verify
from engine.match import Match
from engine.panel import ACTION, BUTTONS, Control, Press
from engine.setup import HUMAN, Setup, seats_of
from engine.simulation import play_bots
from engine.table import Draft, Table
from engine.units import MS, S
from workshop.research.players import find_player


def test_an_adaptive_bot_is_named_by_where_it_begins() -> None:
    starts = [start_of(player) for player in ("bot:adaptive-34", "bot:adaptive-34-5", ADAPTIVE, "bot:34")]
    assert starts == [(34, 0), (34, -5), None, None]
    assert [adaptive_at(pace) for pace in (34.4, 0, 1000)] == ["bot:adaptive-34", "bot:adaptive-6", "bot:adaptive-140"]
    assert [adaptive_at(34, edge) for edge in (4, 99, -99)] == [
        "bot:adaptive-34+4",
        f"bot:adaptive-34+{MOST_EDGE}",
        f"bot:adaptive-34-{MOST_EDGE}",
    ]
    for player in (ADAPTIVE, adaptive_at(20), adaptive_at(20, -7)):
        assert is_adaptive(player) and f"bot:{find_brain(player).name}" == player
        assert pace_of(player) is None, "it has no one place on the scale"
    odd = ("", "5", "020", "34+", "34+0", "34+05", "34+21", "34-5-5")
    for other in (*[f"bot:adaptive-{start}" for start in odd], "bot:adaptives", "bot:slow", HUMAN):
        assert not is_adaptive(other)
    with pytest.raises(UnknownBot):
        find_brain("bot:adaptive-5")


def moved(entries: Iterable[Entry], key: str) -> list[int]:
    """Return the values that a scalar had, one after the other."""
    return [int(effect[2]) for entry in entries for effect in entry.effects if effect[0] == "set" and effect[1] == key]


def played(
    game: str, *players: str, seed: int = 1, preset: str = "", rules: int = RULES
) -> tuple[Match, tuple[Entry, ...]]:
    """A match of bots and simulated people, played out, and its entries."""
    setup = Setup(game, {}, seats_of(*players), seed, preset, rules=rules)
    match = play_bots(setup, {seat: find_player(player) for seat, player in enumerate(players)})
    return match, tuple(match.final())


@pytest.mark.parametrize(
    ("game", "rules"), [*[(game.info.id, RULES) for game in GAMES], ("speed", ALLOWS - 1), ("spit", 1)]
)
def test_the_log_says_what_it_was_at_each_moment_and_verifies_without_a_bot(game: str, rules: int) -> None:
    match, entries = played(game, "person:25", "bot:adaptive-30+4", rules=rules)
    log = read(f"{header(match.setup)}\n{text_of(entries)}".encode())
    verify(log)
    assert moved(entries, "edge.1") == [4] * (rules >= ALLOWS), "older editions had no edge"
    paces = moved(entries, "pace.1")
    assert len(set(paces)) > 5
    assert all(10 * SLOWEST <= pace <= 10 * QUICKEST for pace in paces)
    assert moved(entries, "pace.0") == []


def test_a_forged_pace_is_no_log() -> None:
    match, entries = played("speed", "person:25", ADAPTIVE)
    text = f"{header(match.setup)}\n{text_of(entries)}"
    forged = text.replace('["set","pace.1",', '["set","pace.1",9', 1)
    with pytest.raises(Exception, match="differs"):
        verify(read(forged.encode()))


def test_a_stranger_s_bot_begins_at_a_first_time_s_pace_and_a_known_person_s_where_it_left_off() -> None:
    for player, pace, seen in ((ADAPTIVE, STRANGER, 0), (adaptive_at(57), 57, NOW.known)):
        _, entries = played("spit", player, "person:25")
        assert moved(entries, "felt.0")[0] == 10 * pace
        assert [moved(entries, "seen.0")[0], 0][seen == 0] == seen
    _, of_named = played("spit", "bot:slow", "bot:fast")
    assert not any(key in text_of(of_named) for key in ("pace", "felt", "seen")), "bots with a name do not adapt"


def table_with(own: int, theirs: int, scores: tuple[int, int] = (0, 0), **scalars: int) -> Table:
    """A table in play with so many cards of the bot, at seat 1, and of the person at seat 0."""
    zones = {"seat0.hand1": ("7H",) * theirs, "seat1.hand1": ("~9S",) * own}
    names = {name.replace("_", "."): value for name, value in scalars.items()}
    return Table(zones, {"score.0": scores[0], "score.1": scores[1], **names})


ADAPTS = Adaptation(Setup("speed", seats=seats_of(HUMAN, adaptive_at(40))))


def followed(table: Table, by: int, took_ms: int = 500) -> Mapping[str, Any]:
    """Return the scalars after a deal has begun on the table, and a command of a seat."""
    draft = Draft(table)
    ADAPTS.begin_deal(draft)
    ADAPTS.follow(draft, by, took_ms * MS)
    return draft.scalars


def test_each_card_of_the_person_quickens_it_and_each_of_its_own_slows_it() -> None:
    up, down = (followed(table_with(20, 20), by) for by in (0, 1))
    assert down["pace.1"] < 40 * 10 * NOW.aim < up["pace.1"]


def test_a_pace_of_its_own_does_not_change_what_it_feels() -> None:
    """Of a person who plays a card a second it feels 60 a minute, whether its edge lets it play at 46 or at 68."""
    for edge in (-MOST_EDGE, 0, MOST_EDGE):
        adapts = Adaptation(Setup("speed", seats=seats_of(HUMAN, adaptive_at(40, edge))))
        draft = Draft(table_with(20, 20))
        adapts.begin_deal(draft)
        now, due = 0, [S, S]
        while now < 120 * S:
            by = due.index(min(due))
            adapts.follow(draft, by, due[by] - now)
            now = due[by]
            due[by] += S if by == 0 else 600 * S // draft.number("pace.1")
        assert draft.number("felt.1") == pytest.approx(600, rel=0.15), edge


def test_a_match_moves_its_edge_the_other_way() -> None:
    table = Table({}, {"felt.1": 312, "edge.1": 3})
    for has_lost, edge in ((False, 3 + RAISE), (True, 3 - LOWER), (None, 3)):
        assert after_match(table, 1, has_lost=has_lost) == adaptive_at(31, edge)


def test_a_card_that_took_long_counts_for_less() -> None:
    steps = [followed(table_with(20, 20), 0, took_ms)["felt.1"] for took_ms in (300, 2000, 9000)]
    assert steps[0] > steps[1] > steps[2] > 400


def test_it_eases_off_as_it_gets_ahead_and_pulls_itself_together_as_it_falls_behind() -> None:
    paces = [followed(table_with(own, 20), 0)["pace.1"] for own in (2, 14, 20, 26, 40)]
    assert paces == sorted(paces) and len(set(paces)) == 5
    assert paces[-1] < 3.5 * paces[0], "no more than a person would: it never waits to lose"
    by_deals = [followed(table_with(20, 20, scores), 0)["pace.1"] for scores in ((0, 1), (0, 0), (1, 0))]
    assert by_deals == sorted(set(by_deals))


@given(
    st.integers(0, 52),
    st.integers(0, 52),
    st.lists(st.tuples(st.integers(0, 1), st.integers(0, 60_000)), max_size=80),
)
def test_its_pace_stays_on_the_scale_and_moves_by_little_at_a_time(
    own: int, theirs: int, commands: list[tuple[int, int]]
) -> None:
    draft = Draft(table_with(own, theirs))
    ADAPTS.begin_deal(draft)
    for by, took_ms in commands:
        before = draft.number("pace.1")
        ADAPTS.follow(draft, by, took_ms * MS)
        assert 10 * SLOWEST <= draft.number("pace.1") <= 10 * QUICKEST
        assert 0.6 < (draft.number("pace.1") + 1) / (before + 1) < 1.6


def test_two_people_are_watched_together_and_each_bot_by_itself() -> None:
    adapts = Adaptation(Setup("speed", seats=seats_of(HUMAN, "bot:slow", HUMAN, adaptive_at(40))))
    assert (adapts.seats, adapts.watched) == ((3,), (0, 2))
    draft = Draft(Table({}, {f"score.{seat}": 0 for seat in range(4)}))
    adapts.begin_deal(draft)
    for by in (0, 1, 2, 3):
        adapts.follow(draft, by, 500 * MS)
    assert draft.number("felt.3") == pytest.approx(400, rel=0.05), "the two people's cards and its own, and no bot's"


def taps(late_ms: int) -> list[Entry]:
    """The entries of half a minute in which a person taps card keys, delivered so late."""
    setup = Setup("speed", {"countdown": 1, "stall_s": 5}, seats_of(HUMAN, ADAPTIVE), seed=5)
    match = Match(setup, brains={1: find_brain(ADAPTIVE)})
    times = [(ACTION, 1 * S), *((BUTTONS[n * 3 % len(BUTTONS)], 4 * S + n * 230 * MS) for n in range(110))]
    for button, at in times:
        for press in (Press(0, button, True, at, "gpio"), Press(0, button, False, at + 60 * MS, "gpio")):
            match.advance(press.time_ns + late_ms * MS)
            match.handle(press)
    match.advance(32 * S)
    return match.final()


def test_a_late_press_rewinds_what_it_felt() -> None:
    in_time = taps(0)
    assert len(moved(in_time, "pace.1")) > 4
    assert in_time == taps(90) == taps(240)


def test_a_void_takes_its_feelings_back_and_a_resumed_match_goes_on_with_them() -> None:
    entries = taps(0)
    setup = Setup("speed", {"countdown": 1, "stall_s": 5}, seats_of(HUMAN, ADAPTIVE), seed=5)
    log = read(f"{header(setup)}\n{text_of(entries)}".encode())
    again = resume(log, 100 * S, {1: find_brain(ADAPTIVE)}).match
    assert again.table.number("felt.1") == moved(entries, "felt.1")[-1]
    match, last = Match(setup), [entry.t for entry in entries if moved([entry], "seen.1")][-1]
    match.expect(events(log))
    match.skip(log.end, last - 1)
    match.handle(Control("void", log.end, "level", last))
    assert match.table.number("seen.1") == again.table.number("seen.1") - 1


@pytest.mark.long
@pytest.mark.parametrize("pace", [12, 30, 76])
def test_whoever_plays_a_few_matches_wins_about_half_of_them(pace: int) -> None:
    """Twenty-four matches of Speed in a row, after six in which the bot gets to know its player."""
    won, start = 0, ADAPTIVE
    for number in range(30):
        match, _ = played("speed", f"person:{pace}", start, seed=number, preset="speed")
        assert match.outcome is not None
        won += match.outcome.winner == 0 and number >= 6
        start = after_match(match.table, 1, has_lost=match.outcome.winner == 1)
    assert 10 <= won <= 16
