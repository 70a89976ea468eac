"""GEN-6, at every step of every game and option set: no card lost, no dead end, and effects are all there is.

Long random play through the match: any legal command of any seat, or a wait until something happens by itself.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import hypothesis.strategies as st
import pytest
from hypothesis import example, given, settings

from engine.errors import OptionError
from engine.games import GAMES, find_game, set_up
from engine.log_lines import DealLine, Entry, PressLine
from engine.log_replay import first_fall
from engine.options import Option, PerSeat, Preset
from engine.panel import Act, Command
from engine.table import Draft, Table, with_layout
from engine.units import MS
from tests.engine.reapply import reapply
from tools.soundness import RandomMatch

if TYPE_CHECKING:
    from tests.engine.conftest import Replayed

pytestmark = pytest.mark.once

MOST_STEPS = 3000
"""More than any match with caps takes. Without caps random play may deal and deal again, or lay cards as no game
before it did; more than this, still in one of the first deals and on tables seen before, goes round in circles."""


def times_of(entries: Iterable[Entry]) -> list[tuple[int, bool]]:
    """The time of each line, and whether it is a press."""
    return [(entry.t, isinstance(entry, PressLine)) for entry in entries]


def values_of(option: Option, seats: int) -> st.SearchStrategy[Any]:
    """Anything the option takes; numbers at their ends, and as they stand; a handicap for any seats but one."""
    if isinstance(option, PerSeat):
        assert option.span is not None
        numbers = st.lists(st.integers(*option.span), min_size=seats - 1, max_size=seats - 1)
        return st.tuples(numbers, st.integers(0, seats - 1)).map(lambda drawn: with_nothing_at(*drawn))
    if option.choices:
        return st.sampled_from(option.choices)
    if option.span is None:
        return st.just(option.default)
    ends = [option.default, option.span[0]] + ([0] if option.zero_off else [])
    if option.parts:
        low, off = option.span[0], 0
        return st.sampled_from([option.default, (low, off), (off, low * 6), (off, off)])
    return st.sampled_from(ends)


def with_nothing_at(numbers: list[int], place: int) -> tuple[int, ...]:
    """A handicap with 0 for the seat at that place."""
    return (*numbers[:place], 0, *numbers[place:])


def is_playable(game: str, options: Mapping[str, Any], seats: int = 2) -> bool:
    """False for options that exclude each other, which the game itself says (GEN-10)."""
    try:
        set_up(game, options, seats=seats)
    except OptionError:
        return False
    return True


def option_sets(game: str, seats: int = 2) -> st.SearchStrategy[dict[str, Any]]:
    options = {option.name: values_of(option, seats) for option in find_game(game).info.all_options()}
    return st.fixed_dictionaries({}, optional=options).filter(lambda given: is_playable(game, given, seats))


def single_options() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every game with every value of every option that has named ones, alone, where it can stand alone."""
    for game in GAMES:
        for option in game.info.options:
            for value in option.choices:
                given = {option.name: value}
                if value != option.default and is_playable(game.info.id, given):
                    yield game.info.id, given


def play_through(
    game: str, options: dict[str, Any], seed: int, replay: "Replayed", seats: int = 2
) -> RandomMatch:
    run = RandomMatch(game, options, seed, seats)
    is_uncapped = not run.match.game.options.caps[1]
    seen: set[int] = set()
    goes_on = False
    for _ in range(MOST_STEPS):
        if run.match.outcome is not None or goes_on:
            break
        run.step()
        run.assert_sound()
        seen.add(hash(tuple(run.match.table.zones.values())))
        # arming a card moves none, and one on its run is under way for a step: not every step is another position
        goes_on = is_uncapped and (run.match.table.number("deal") > 9 or len(seen) > MOST_STEPS / 3)
    assert run.match.outcome is not None or goes_on, f"no end after {MOST_STEPS} steps: {run.match.table}"
    assert first_fall(times_of(run.entries), resolution_ns=1) is None, "time goes back"
    zones, scalars = replay(run.entries)
    scores = {f"score.{seat}": 0 for seat in range(seats)}
    assert (zones, scores | scalars) == (dict(run.match.table.zones), dict(run.match.table.scalars))
    return run


@pytest.mark.parametrize(("game", "options"), list(single_options()))
def test_gen_6_every_value_of_every_option_can_be_played_to_an_end(
    game: str, options: dict[str, Any], replay: "Replayed"
) -> None:
    for seed in (1, 2):
        play_through(game, options, seed, replay)


@pytest.mark.parametrize("game", [game.info.id for game in GAMES])
@settings(max_examples=60)
@given(data=st.data(), seed=st.integers(0, 10_000))
def test_gen_6_any_option_set_has_no_dead_end_and_loses_no_card(
    game: str, replay: "Replayed", data: st.DataObject, seed: int
) -> None:
    play_through(game, data.draw(option_sets(game)), seed, replay)


@pytest.mark.parametrize(("game", "preset"), [(g.info.id, preset) for g in GAMES for preset in g.info.presets])
@settings(max_examples=5)
@given(seed=st.integers(0, 10_000))
def test_gen_6_nor_has_any_preset(game: str, preset: Preset, replay: "Replayed", seed: int) -> None:
    play_through(game, dict(preset.options), seed, replay, preset.seats)


@pytest.mark.parametrize("game", [game.info.id for game in GAMES if game.info.seats[1] > 3])
@settings(max_examples=30)
@given(data=st.data(), seed=st.integers(0, 10_000), seats=st.integers(3, 4))
def test_gen_6_nor_with_three_or_four_seats(
    game: str, replay: "Replayed", data: st.DataObject, seed: int, seats: int
) -> None:
    play_through(game, data.draw(option_sets(game, seats)), seed, replay, seats)


@pytest.mark.parametrize("game", ["spit", "mod_spit", "speed"])
@settings(max_examples=25)
@given(data=st.data(), seed=st.integers(0, 10_000))
@example(data=None, seed=39)
def test_gen_3_a_play_that_was_right_within_300_ms_is_no_miss(game: str, data: st.DataObject | None, seed: int) -> None:
    least, most = find_game(game).info.seats
    seats = data.draw(st.integers(least, most)) if data else most
    options = data.draw(option_sets(game, seats)) if data else {"running": True} if "spit" in game else {}
    run = RandomMatch(game, options, seed, seats)
    match, right = run.match, dict[tuple[int, Command], int]()
    for _ in range(400):
        if match.outcome is not None:
            break
        before = [(seat, command) for seat in range(seats) for command in match.legal(seat) if command.do == "play"]
        right |= dict.fromkeys(before, run.t)
        run.step()
        right = {play: then for play, then in right.items() if run.t - then < 300 * MS}
        refused = [play for play in right if match.game.refusal(match.table, *play) is not None]
        for seat, command in refused[:1]:
            told = match.handle(Act(seat, command, run.t)).entries
            assert not any(("foul", seat, "miss") in entry.effects for entry in told)


BEST: dict[str, Callable[[tuple[int, ...]], int]] = {"spit": min, "speed": max, "speed_uno": max, "speah": min}
"""Which figure of an outcome is nearest to winning, in the games for more than two (GEN-8)."""


@pytest.mark.parametrize("game", BEST)
@settings(max_examples=40)
@given(seed=st.integers(0, 10_000), seats=st.integers(3, 4), cap=st.integers(10, 60))
@example(seed=52003, seats=4, cap=60)
def test_gen_8_nobody_behind_wins_at_the_matchs_cap(game: str, seed: int, seats: int, cap: int) -> None:
    many_deals = {"speed": {"best_of": 7}, "speed_uno": {"match_hands": 9}, "speah": {"deals": 9}}.get(game, {})
    run = RandomMatch(game, {"caps": (10, cap), **many_deals}, seed, seats)
    while run.match.outcome is None:
        run.step()
    winner, reason, scores = run.match.outcome
    assert reason in ("cap", "deals", "out")
    assert winner is None or scores[winner] == BEST[game](scores)


def assert_time_never_runs_back(game: str, options: dict[str, Any], seed: int, seats: int = 2) -> None:
    """What happens by itself is never due before what was just done."""
    run = RandomMatch(game, options, seed, seats, is_slow=True)
    for _ in range(600):
        if run.match.outcome is not None:
            break
        run.step()
    assert first_fall(times_of(run.entries), resolution_ns=1) is None


@pytest.mark.parametrize("game", [game.info.id for game in GAMES])
@settings(max_examples=60)
@given(data=st.data(), seed=st.integers(0, 10_000))
def test_gen_5_time_never_runs_back_in_slow_play(game: str, data: st.DataObject, seed: int) -> None:
    least, most = find_game(game).info.seats
    seats = data.draw(st.integers(least, min(most, 4)))
    assert_time_never_runs_back(game, data.draw(option_sets(game, seats)), seed, seats)


@pytest.mark.parametrize("options", [{"caps": (0, 0)}, {"length": 5}, {"stack_equals": True}], ids=str)
def test_gen_5_nor_where_cards_turn_by_themselves(options: dict[str, Any]) -> None:
    for seed in range(40):
        assert_time_never_runs_back("spit", {"auto_turn": True, **options}, seed)


@pytest.mark.parametrize("game", [game.info.id for game in GAMES])
def test_gen_6_a_table_follows_from_the_effects_at_every_line(game: str) -> None:
    """The engine's own reading of effects, entry by entry: every one fits the table that the ones before it left."""
    run = RandomMatch(game, {}, 5)
    table = Table({}, {"phase": "", "deal": 0, "dealer": 0, "won": -1, "beat": 0, "score.0": 0, "score.1": 0})
    seen = 0
    while run.match.outcome is None:
        for entry in run.entries[seen:]:
            if isinstance(entry, DealLine):
                table = with_layout(table, entry.layout)
            draft = Draft(table)
            reapply(draft, entry.effects)
            table = draft.table()
            assert tuple(draft.effects) == entry.effects
        seen = len(run.entries)
        assert dict(table.zones) == dict(run.match.table.zones)
        assert dict(table.scalars) == dict(run.match.table.scalars)
        run.step()
