"""Bots one by one: found by name, with presses and times of a person, and no knowledge beyond their seat's view.

The names that logs and menus use; taps in an order that two hands can manage; times with a person's spread, made of
nothing that machines round differently; random play by buttons, which reaches what commands without a press cannot; and
for every game GEN-4: cards that a bot may not see change nothing it does.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise
from statistics import median, quantiles
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import assume, given, settings

from engine import judge
from engine.bots import (
    BOTS,
    FAST,
    LEVELS,
    MARKS,
    SCALE,
    Fumbler,
    Level,
    Person,
    find_brain,
    level_at,
    narrow,
    pace_of,
    wide,
)
from engine.brain import Bot, Plan, in_sequence, last_release_ns, slipped, tap
from engine.cards import HIDDEN, bare, face_down, is_down
from engine.chance import Chance
from engine.errors import UnknownBot
from engine.game import Game
from engine.games import GAMES, find_game
from engine.log import header, read, text_of
from engine.log_lines import CommandLine, Entry, PressLine
from engine.log_replay import verify
from engine.match import Match
from engine.panel import BUTTONS, CARDS, Act
from engine.setup import Setup, seats_of
from engine.simulation import play_bots
from engine.table import Draft, Table
from engine.units import MS


def test_the_bots_that_people_meet_come_slowest_first() -> None:
    assert [bot.name for bot in LEVELS] == ["slow", "middling", "fast"]


@pytest.mark.parametrize("name", [bot.name for bot in BOTS])
def test_a_bot_is_found_by_its_seats_player_and_by_its_name(name: str) -> None:
    assert find_brain(f"bot:{name}") is find_brain(name)
    assert find_brain(name).name == name


@pytest.mark.parametrize(
    ("bot", "pace"), [("slow", 38), ("middling", 66), ("fast", 92), ("bot:34", 34), ("6", 6), ("bot:7.5", 7.5)]
)
def test_a_bot_has_its_place_on_the_scale(bot: str, pace: float) -> None:
    found = find_brain(bot)
    assert isinstance(found, Person) and found.level.pace == pace == pace_of(bot)
    assert found.name == bot.removeprefix("bot:")


@pytest.mark.parametrize(
    "bot", ["5.5", "141", "7.0", "7.25", "12.5", "034", "+34", "34.0", "3\u0664", "-8", "34 ", "1" * 5000, ""]
)
def test_no_bot_stands_beside_the_scale_or_has_two_names(bot: str) -> None:
    assert pace_of(f"bot:{bot}") is None
    with pytest.raises(UnknownBot, match="6 to 140"):
        find_brain(f"bot:{bot}")


@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: mark.name)
def test_the_scale_goes_through_its_marks(mark: Level) -> None:
    """A bot with a name of its own plays as the number does, so a named one says how strong it is."""
    assert replace(level_at(mark.pace), name=mark.name) == mark


def test_neighbours_on_the_scale_are_near_and_the_higher_is_better_at_everything() -> None:
    for one, next_one in pairwise(map(level_at, SCALE)):
        for name in ("react_ns", "move_ns", "seek_ns", "solve_ns"):
            assert 1 < getattr(one, name) / getattr(next_one, name) < 1.12, (one.pace, name)
        for name in ("slip", "blur", "miss", "errs"):
            assert getattr(one, name) > getattr(next_one, name), (one.pace, name)
        assert one.solves < next_one.solves, one.pace


A_TAP = st.one_of(st.sampled_from(BUTTONS), st.sampled_from(CARDS).map("LEFT+{}".format))


def test_a_tap_is_a_press_and_a_release() -> None:
    assert tap(100, "CARD3", 40) == ((100, "CARD3", True), (140, "CARD3", False))


def test_a_held_button_is_down_before_and_up_after() -> None:
    assert tap(100, "LEFT+CARD3", 40) == (
        (80, "LEFT", True),
        (100, "CARD3", True),
        (140, "CARD3", False),
        (160, "LEFT", False),
    )


def test_taps_keep_their_distance_and_wait_for_the_release() -> None:
    def pressed_at(gap_ns: int) -> list[int]:
        edges = in_sequence(("CARD1", "LEFT"), first_ns=100, gap_ns=gap_ns, hold_ns=50)
        return [at for at, _, pressed in edges if pressed]

    assert pressed_at(gap_ns=170) == [100, 270]
    assert pressed_at(gap_ns=20) == [100, 200]


@given(st.lists(A_TAP, min_size=1, max_size=5), st.integers(50, 400), st.integers(2, 300))
def test_no_button_is_pressed_before_the_one_before_is_up(what: list[str], gap_ns: int, hold_ns: int) -> None:
    edges = in_sequence(what, 1000, gap_ns, hold_ns)
    assert [at for at, _, _ in edges] == sorted(at for at, _, _ in edges)
    down: set[str] = set()
    for _, button, pressed in edges:
        if pressed:
            assert button not in down and not down - {"LEFT"}
            down.add(button)
        else:
            down.remove(button)
    assert not down
    assert last_release_ns(edges) == edges[-1][0]


@given(A_TAP, st.booleans())
def test_a_slip_hits_a_button_that_exists_and_is_next_to_the_one_meant(what: str, upwards: bool) -> None:
    meant, hit = what.split("+"), slipped(what, upwards).split("+")
    assert hit[:-1] == meant[:-1]
    if meant[-1] in CARDS:
        assert hit[-1] in CARDS and abs(CARDS.index(hit[-1]) - CARDS.index(meant[-1])) == 1
    else:
        assert hit == meant


MEDIAN_NS = 400_000_000


class OnlyRandom(random.Random):
    """A stream of which nothing but ``random()`` may be used."""

    def getrandbits(self, k: int, /) -> int:
        raise AssertionError("only random() is promised to reproduce")


@pytest.mark.parametrize("draw", [narrow, wide])
def test_times_are_positive_skewed_and_about_their_median(draw: Callable[[int, random.Random], int]) -> None:
    stream = OnlyRandom(7)
    drawn = [draw(MEDIAN_NS, stream) for _ in range(4000)]
    low, middle, high = (quantiles(drawn, n=20)[place] for place in (0, 9, 18))
    assert min(drawn) > 0 and median(drawn) == pytest.approx(MEDIAN_NS, rel=0.03)
    assert high - middle > 1.2 * (middle - low), "the long tail lies on the right"


def test_finding_a_card_varies_more_than_moving_a_finger() -> None:
    stream = Chance(3).stream("times")
    moves = quantiles([narrow(MEDIAN_NS, stream) for _ in range(2000)], n=10)
    seeks = quantiles([wide(MEDIAN_NS, stream) for _ in range(2000)], n=10)
    assert seeks[-1] - seeks[0] > 1.7 * (moves[-1] - moves[0])


def test_no_time_is_absurd() -> None:
    stream = Chance(4).stream("times")
    drawn = [wide(MEDIAN_NS, stream) for _ in range(5000)]
    assert min(drawn) > MEDIAN_NS / 3 and max(drawn) < 3 * MEDIAN_NS


Sit = Callable[..., Any]
InPlay = Callable[..., tuple[Game, Table]]
GAME_IDS = ("speed", "spit")


def plan_of(bot: Bot, game: Game, table: Table, seed: int = 1, seat: int = 0) -> Plan:
    return bot.plan(game, game.view(table, seat), seat, Chance(seed).stream("plan"))


def test_the_same_view_and_the_same_chance_give_the_same_plan(in_play: InPlay) -> None:
    game, table = in_play("speed")
    for bot in LEVELS:
        plans = [plan_of(bot, game, table, seed) for seed in range(10)]
        assert plans == [plan_of(bot, game, table, seed) for seed in range(10)]
        assert len(set(plans)) == 10


def test_who_finds_nothing_to_do_waits_for_something_to_happen(in_play: InPlay) -> None:
    hand = {f"seat0_hand{k}": card for k, card in enumerate(("2S", "2H", "2D", "2C", "3S"), start=1)}
    game, table = in_play("speed", centre_0="8S", centre_1="9S", **hand)
    for bot in (*LEVELS, find_brain("perfect")):
        assert plan_of(bot, game, table) == Plan()


def test_a_play_is_pressed_where_the_card_lies(in_play: InPlay) -> None:
    hand = {f"seat0_hand{k}": card for k, card in enumerate(("2S", "2H", "2D", "9C", "3S"), start=1)}
    game, table = in_play("speed", centre_0="8S", centre_1="KS", **hand)
    presses = plan_of(find_brain("perfect"), game, table).presses
    assert [(button, pressed) for _, button, pressed in presses] == [("CARD4", True), ("CARD4", False)]


def test_slips_come_about_as_often_as_the_level_says(in_play: InPlay) -> None:
    hand = {f"seat0_hand{k}": card for k, card in enumerate(("2S", "2H", "9D", "2C", "3S"), start=1)}
    game, table = in_play("speed", centre_0="8S", centre_1="KS", **hand)
    for bot in LEVELS:
        assert isinstance(bot, Person)
        first = [plan_of(bot, game, table, seed).presses[0][1] for seed in range(3000)]
        assert set(first) == {"CARD2", "CARD3", "CARD4"}
        assert 1 - first.count("CARD3") / len(first) == pytest.approx(bot.level.slip, abs=0.01)


def test_who_slipped_waits_out_the_lock(in_play: InPlay) -> None:
    hand = {f"seat0_hand{k}": card for k, card in enumerate(("2S", "2H", "9D", "2C", "3S"), start=1)}
    game, table = in_play("speed", centre_0="8S", centre_1="KS", **hand)
    plans = [plan_of(Person(FAST), game, table, seed) for seed in range(1000)]
    slipped = [plan.rest_ns for plan in plans if plan.presses[0][1] != "CARD3"]
    right = [plan.rest_ns for plan in plans if plan.presses[0][1] == "CARD3"]
    assert min(slipped) > 500 * MS + min(right)


@pytest.mark.parametrize("first_ms", [0, 250])
@pytest.mark.parametrize("lockout_ms", [0, 1, 100, 500, 3000])
def test_gen_3_the_lock_that_a_bot_waits_out_is_the_one_that_the_judge_gives(
    lockout_ms: int, first_ms: int, in_play: InPlay
) -> None:
    hand = {f"seat0_hand{k}": card for k, card in enumerate(("2S", "2H", "9D", "2C", "3S"), start=1)}
    options = {"lockout_ms": lockout_ms, "first_lockouts_ms": first_ms}
    game, table = in_play("speed", options=options, centre_0="8S", centre_1="KS", **hand)
    unlocked, _ = in_play("speed", options={"lockout_ms": 0})
    seed = next(seed for seed in range(999) if plan_of(Person(FAST), game, table, seed).presses[0][1] != "CARD3")
    for misses, in_deal in [(0, 0), (0, 1), *[(misses, 2) for misses in range(15)]]:
        counts = {"misses.0": misses, "deal_misses.0": in_deal}
        missed = Table(table.zones, {**table.scalars, **counts}, table.shuffles)
        draft = Draft(missed)
        judge.punish(game, draft, 0, 0)
        with_lock, without = (plan_of(Person(FAST), rules, missed, seed).rest_ns for rules in (game, unlocked))
        first = first_ms if in_deal < 2 else 0
        assert with_lock - without == draft.number("lock.0") == lock_ms(lockout_ms, misses, first) * MS


def lock_ms(lockout_ms: int, misses: int, first_ms: int) -> int:
    """GEN-3 by its page: the first miss locks for so long, each further one for twice as long, up to four seconds; one
    of the deal's first two no longer than `first_ms`, if that is set."""
    lock = min(lockout_ms << misses, 4000)
    return min(lock, first_ms) if first_ms else lock


@pytest.mark.parametrize("game_id", GAME_IDS)
@pytest.mark.parametrize("bot", [bot.name for bot in BOTS])
def test_only_buttons_that_exist_are_pressed_each_let_go_before_the_next_thought(
    bot: str, game_id: str, sit: Sit
) -> None:
    sitting = sit(game_id, bot, "middling")
    pressed_at_all = set()
    for plan in sitting.seats[0].plans:
        down: set[str] = set()
        for delay, button, pressed in plan.presses:
            assert button in BUTTONS and delay >= 0
            (down.add if pressed else down.remove)(button)
            pressed_at_all.add(button)
        assert not down
        assert not plan.presses or plan.rest_ns >= plan.presses[-1][0]
    assert set(CARDS) <= pressed_at_all


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


MOST_MOVES = 120
MORE_SEATS = {"speed_uno": 4, "speah": 3}
PLAYED = [game.info.id for game in GAMES]


def in_the_middle(game_id: str, seed: int, moves: int) -> tuple[Game, Table]:
    """A table after so many random moves, with hidden hands."""
    seats = MORE_SEATS.get(game_id, 2)
    match = Match(Setup(game_id, {"cards_seen": "peek"}, seats_of(*["bot:random"] * seats), seed))
    draw = random.Random(seed)
    now = 0
    while moves and match.outcome is None:
        able = [seat for seat in range(seats) if match.legal(seat)]
        due = match.next_deadline()
        assert due is not None
        now += 50_000_000
        if not able or due <= now or draw.random() < 0.1:
            now = max(due, now)
            match.advance(now)
            continue
        seat = draw.choice(able)
        match.handle(Act(seat, draw.choice(match.legal(seat)), now))
        moves -= 1
    return match.game, match.table


def with_others_shuffled(game: Game, table: Table, seat: int, stream: random.Random) -> Table:
    """The same table, but for the cards that the seat may not know: each lies where another of them lay."""
    view = game.view(table, seat)
    places = [(name, n) for name, cards in view.zones.items() for n, card in enumerate(cards) if card == HIDDEN]
    codes = [bare(table.zones[name][n]) for name, n in places]
    stream.shuffle(codes)
    zones = {name: list(cards) for name, cards in table.zones.items()}
    for (name, n), code in zip(places, codes, strict=True):
        zones[name][n] = face_down(code) if is_down(table.zones[name][n]) else code
    return Table({name: tuple(cards) for name, cards in zones.items()}, dict(table.scalars), table.shuffles)


def plans_of(game: Game, table: Table, seat: int, seed: int) -> list[Plan]:
    """What every bot there is would do in that seat."""
    return [bot.plan(game, game.view(table, seat), seat, Chance(seed).stream("plan")) for bot in BOTS]


@pytest.mark.parametrize("game_id", PLAYED)
@settings(max_examples=25)
@given(seed=st.integers(0, 10_000), moves=st.integers(0, MOST_MOVES), seat=st.integers(0, 3))
def test_gen_4_cards_that_a_seat_may_not_see_change_none_of_its_bots_presses(
    game_id: str, seed: int, moves: int, seat: int
) -> None:
    game, table = in_the_middle(game_id, seed, moves)
    assume(seat < game.seats)
    other = with_others_shuffled(game, table, seat, random.Random(seed))
    assert plans_of(game, other, seat, seed) == plans_of(game, table, seat, seed)
    assert game.view(other, seat) == game.view(table, seat)


@pytest.mark.parametrize("game_id", PLAYED)
def test_gen_4_the_test_above_does_change_cards_and_bots_do_press(game_id: str) -> None:
    changed = pressed = 0
    for seed in range(6):
        game, table = in_the_middle(game_id, seed, 20)
        changed += with_others_shuffled(game, table, 0, random.Random(seed)).zones != table.zones
        pressed += any(plan.presses for plan in plans_of(game, table, 0, seed)[: len(LEVELS)])
    assert changed == 6 and pressed


@pytest.mark.parametrize("game_id", PLAYED)
def test_gen_4_in_a_whole_match_no_bot_is_shown_a_card_of_anybody_elses(game_id: str, sit: Sit) -> None:
    sitting = sit(game_id, "fast", "slow", options={"cards_seen": "peek", "caps": [60, 60]})
    for seat, watched in enumerate(sitting.seats):
        assert watched.views
        for view in watched.views:
            for name, cards in view.zones.items():
                hidden = name.startswith(f"seat{1 - seat}.")
                assert all(card == HIDDEN for card in cards if hidden or is_down(card))


def test_every_game_takes_hidden_hands() -> None:
    for game_id in PLAYED:
        option = next(option for option in find_game(game_id).info.all_options() if option.name == "cards_seen")
        assert "peek" in option.choices
