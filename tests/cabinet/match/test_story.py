"""The story of a match: it adds up, in whatever batches it comes, for every game."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.match.played import RunningScore
from cabinet.match.session import Session, contests_of
from cabinet.match.story import Story, begun, cards_left, table_after
from engine.bots import find_brain
from engine.errors import RuleBreach
from engine.game import Outcome
from engine.games import GAMES
from engine.log_lines import CommandLine, DealLine, Entry, OwnLine, PressLine
from engine.match import Match
from engine.options import Preset
from engine.panel import Command
from engine.setup import Setup, seats_of
from engine.table import Effect, Table
from engine.units import MS, S
from workshop.research.tally import Tally

AMBER, BLUE = 0, 1
GAME_IDS = tuple(game.info.id for game in GAMES)
PACES = ("bot:fast", "bot:middling")


@lru_cache(maxsize=16)
def played(game: str, seed: int, bot_res_ns: int = 0) -> tuple[Match, tuple[Entry, ...]]:
    """A whole match of two bots, and its entries."""
    seats = seats_of(*PACES)
    brains = {seat: find_brain(info.player) for seat, info in enumerate(seats)}
    match, now = Match(Setup(game, seats=seats, seed=seed), 0, brains, bot_res_ns=bot_res_ns), 0
    while not match.is_final and (deadline := match.next_deadline()) is not None:
        now = max(now, deadline)
        match.advance(now)
    return match, tuple(match.pending())


def story_of(game: str, seed: int) -> Story:
    match, entries = played(game, seed)
    story = begun(match.game)
    story.add(entries)
    return story


@pytest.mark.parametrize("game", GAME_IDS)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_retraced_table_is_the_matchs_own(game: str, seed: int) -> None:
    match, _ = played(game, seed)
    table = story_of(game, seed).table
    assert (table.zones, table.scalars) == (match.table.zones, match.table.scalars)


@pytest.mark.parametrize("preset", [(game.info.id, preset) for game in GAMES for preset in game.info.presets])
def test_the_tables_of_every_variation_are_retraced_dead_heats_among_them(preset: tuple[str, Preset]) -> None:
    """Ghosts, runners, two packs, three or four seats: a story that stumbled would stop the match."""
    seats = seats_of(*["bot:fast"] * preset[1].seats)
    brains = {seat: find_brain("bot:fast") for seat in range(len(seats))}
    setup = Setup(preset[0], seats=seats, seed=2, preset=preset[1].name)
    match, now = Match(setup, 0, brains, bot_res_ns=20 * MS), 0
    while not match.is_final and (deadline := match.next_deadline()) is not None:
        now = max(now, deadline)
        match.advance(now)
    story = begun(match.game)
    story.add(match.pending())
    assert (story.table.zones, story.table.scalars) == (match.table.zones, match.table.scalars)
    for race in story.races:
        assert race.contest.winner != race.contest.loser


@pytest.mark.parametrize("game", GAME_IDS)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_figures_add_up(game: str, seed: int) -> None:
    match, entries = played(game, seed)
    story, tally = story_of(game, seed), Tally()
    tally.add(entries)
    fouls = sum(effect[0] == "foul" and effect[2] == "miss" for entry in entries for effect in entry.effects)
    assert sum(seat.plays for seat in story.figures) == tally.plays
    assert sum(seat.misses for seat in story.figures) == fouls
    assert [race.contest.margin_ns for race in story.races] == [race.margin_ns for race in contests_of(entries)]
    assert all(0 < seat.longest_run <= seat.plays for seat in story.figures if seat.plays)
    assert len(story.curves) == match.table.number("deal")


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_race_has_both_cards_and_the_table_before_it(game: str) -> None:
    for seed in (1, 2, 3):
        for race in story_of(game, seed).races:
            won, lost = race.contest.winner, race.contest.loser
            for seat, card in zip((won, lost), race.cards, strict=True):
                assert not card or owners_of(race.before, card) <= {f"seat{seat}", "centre"}, race
            assert race.lost_ns - race.won_ns == race.contest.margin_ns


def owners_of(table: Table, card: str) -> set[str]:
    return {name.partition(".")[0] for name, cards in table.zones.items() if {card, f"~{card}"} & set(cards)}


@pytest.mark.parametrize("game", GAME_IDS)
def test_curves_and_races_lie_within_the_play_time(game: str) -> None:
    story = story_of(game, 1)
    times = [point.at_ns for curve in story.curves for point in curve]
    assert times == sorted(times)
    assert times[-1] == story.length_ns > 0
    assert all(0 <= race.at_ns <= story.length_ns for race in story.races)
    assert [curve[0].at_ns for curve in story.curves] == story.openings


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(GAME_IDS), st.lists(st.integers(1, 400), max_size=12))
def test_any_batches_give_the_same_story(game: str, sizes: Sequence[int]) -> None:
    match, entries = played(game, 1)
    story, start = begun(match.game), 0
    for size in sizes:
        story.add(entries[start : start + size])
        start += size
    story.add(entries[start:])
    assert story == story_of(game, 1)


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_pause_is_no_time_of_play(game: str) -> None:
    """Even one that begins again in the countdown of the one before."""
    session = bots(game)
    now = run_into_play(session)
    steps = (("pause", 3 * S), ("resume", S), ("pause", 5 * S), ("resume", 4 * S), ("pause", S), ("resume", 0))
    for kind, wait_ns in steps:
        session.control(kind, now, "covered" if kind == "pause" else "")
        now += wait_ns
        session.advance(now, now)
    to_the_end(session, now)
    assert session.story._offset == session.match.state.sit.offset > 0


def bots(game: str) -> Session:
    seats = seats_of(*PACES)
    brains = {seat: find_brain(info.player) for seat, info in enumerate(seats)}
    return Session(Match(Setup(game, seats=seats, seed=4), 0, brains), None, lambda _update: None)


def to_the_end(session: Session, now: int) -> None:
    while session.outcome is None:
        now += 20 * MS
        session.advance(now, now)


def run_into_play(session: Session) -> int:
    now = 0
    while session.match.table.phase != "play":
        now += 20 * MS
        session.advance(now, now)
    session.advance(now + 2 * S, now + 2 * S)
    return now + 2 * S


@pytest.mark.parametrize("game", GAME_IDS)
def test_play_that_a_void_undid_is_none_of_the_story(game: str) -> None:
    session = bots(game)
    now = run_into_play(session)
    session.void(now - 200 * MS, now, "link")
    session.control("resume", now + S)
    to_the_end(session, now + S)
    assert session.story.table == session.match.table
    assert session.story._offset == session.match.state.sit.offset > 0


# By hand


def opening() -> Iterator[Entry]:
    layout = {
        "seat0.hand1": ("7H", "8H", "9H"), "seat1.hand1": ("7C", "8C"), "centre.0": (), "seat0.stock": ("~6S",),
    }  # fmt: skip
    yield DealLine(0, 1, 0, layout)
    yield OwnLine(S, (("move", "6S", "seat0.stock", "centre.0"), ("turn", "6S", "up"), ("phase", "play")))


def play(
    t: int, seat: int, card: str, *more: Effect, ok: bool = True, beaten_by: int = -1, margin_ns: int = -1
) -> Iterator[Entry]:
    command = Command("play", card, f"seat{seat}.hand1", "centre.0")
    effects = (("move", card, f"seat{seat}.hand1", "centre.0"),) if ok else ()
    yield PressLine(t, seat, "CARD1", True, "fake", 0)
    yield CommandLine(t, seat, command, ok, (*effects, *more), beaten_by=beaten_by, margin_ns=margin_ns)


def told(*entries: Iterator[Entry]) -> Story:
    story = Story(2)
    for batch in (opening(), *entries):
        story.add(batch)
    return story


def test_an_answer_is_from_a_turned_card_to_the_play_on_it() -> None:
    story = told(
        play(S + 400 * MS, AMBER, "7H"),
        play(2 * S, BLUE, "8C"),
    )
    assert [seat.quickest_ns for seat in story.figures] == [400 * MS, None]


def test_a_run_ends_with_the_others_play_and_with_an_own_miss() -> None:
    story = told(
        play(2 * S, AMBER, "7H"),
        play(3 * S, AMBER, "8H"),
        play(4 * S, BLUE, "8C", ("foul", BLUE, "miss"), ok=False),
        play(5 * S, AMBER, "9H"),
        play(6 * S, BLUE, "7C"),
    )
    assert [seat.longest_run for seat in story.figures] == [3, 1]
    assert [seat.misses for seat in story.figures] == [0, 1]


@pytest.mark.parametrize(("ends_after_ms", "decides"), [(0, True), (299, True), (900, False)])
def test_the_race_for_the_last_card_decided_it(ends_after_ms: int, decides: bool) -> None:
    ends = play(2 * S + ends_after_ms * MS, BLUE, "7C") if ends_after_ms else iter(())
    story = told(
        play(S, AMBER, "7H"),
        play(S + 5 * MS, BLUE, "8C", ok=False, beaten_by=AMBER, margin_ns=5 * MS),
        play(2 * S, AMBER, "8H"),
        play(2 * S + 9 * MS, BLUE, "8C", ok=False, beaten_by=AMBER, margin_ns=9 * MS),
        ends,
    )
    decided, closest = story.deciding(), story.closest()
    assert closest is not None and closest.contest.margin_ns == 5 * MS
    assert (decided is not None) == decides
    assert decided is None or decided.contest.margin_ns == 9 * MS


def test_a_race_is_told_with_both_presses() -> None:
    story = told(
        play(2 * S, AMBER, "7H"),
        play(2 * S + 8_400_000, BLUE, "7C", ok=False, beaten_by=AMBER, margin_ns=8_400_000),
    )
    race = story.closest()
    assert race is not None
    assert (race.cards, race.pile, race.deal) == (("7H", "7C"), "centre.0", 1)
    assert (race.won_ns, race.lost_ns, race.at_ns) == (2 * S, 2 * S + 8_400_000, S)
    assert race.before.zones["centre.0"] == ("6S",)


def test_a_dead_heat_and_its_beaten_press_are_one_race() -> None:
    winner = CommandLine(
        2 * S, BLUE, Command("play", "7C", "seat1.hand1", "centre.0"), True,
        (("move", "7C", "seat1.hand1", "centre.0"),), dead_heat=(0, 1), draw=1,
    )  # fmt: skip
    story = told(
        iter([PressLine(2 * S + 60, BLUE, "CARD1", True, "fake", 0), winner]),
        play(2 * S, AMBER, "7H", ok=False, beaten_by=BLUE, margin_ns=0),
    )
    (race,) = story.races
    assert race.contest.dead_heat
    assert (race.contest.winner, race.contest.loser, race.cards) == (BLUE, AMBER, ("7C", "7H"))
    assert (race.won_ns, race.lost_ns) == (2 * S + 60, 2 * S)


def test_cards_left_counts_every_zone_of_a_seat_but_the_marker() -> None:
    zones = {"seat0.hand1": ("7H",), "seat0.stock": ("~8H", "~9H"), "seat1.marker": ("M1",), "centre.0": ("2C",)}
    assert cards_left(Table(zones, {}), 2) == (3, 0)


def test_retracing_stops_where_entries_are_missing() -> None:
    table = Table({"seat0.hand1": (), "centre.0": ()}, {"phase": ""})
    with pytest.raises(RuleBreach, match="7H is not in"):
        table_after(table, OwnLine(0, (("move", "7H", "seat0.hand1", "centre.0"),)))


# The running score


def test_the_running_score_counts_wins_of_the_same_players() -> None:
    score = RunningScore()
    for winner in (0, 1, 1, None):
        score = score.after(("human", "human"), Outcome(winner, "deals", (2, 1)))
    assert score.wins == (1, 2)


def test_a_match_that_was_left_and_other_players_do_not_count() -> None:
    score = RunningScore(("human", "human"), (1, 2)).after(("human", "human"), Outcome(None, "left", (0, 0)))
    assert score.wins == (1, 2)
    assert score.after(("human", "human"), Outcome(0, "left", (0, 0))).wins == (2, 2), "the other has walked out"
    assert score.after(("human", "bot:fast"), Outcome(0, "out", (1, 0))).wins == (1, 0)
