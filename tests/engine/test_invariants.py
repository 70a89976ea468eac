"""GEN-6 in every game: no card lost, no dead end, and effects are all there is.

At every step of long random play through the match: any legal command of any seat, or a wait until something happens by
itself. And in every possible way with tiny decks: every command of every seat, and every deadline, at every table.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import hypothesis.strategies as st
import pytest
from hypothesis import example, given, settings

from engine import phases
from engine.chance import Chance
from engine.errors import OptionError
from engine.game import Game
from engine.games import GAMES, find_game, set_up
from engine.games.speed.game import Speed
from engine.games.speed.rules import SpeedOptions
from engine.games.spit.game import Spit
from engine.games.spit.rules import SpitOptions
from engine.log_lines import DealLine, Entry, PressLine
from engine.log_replay import first_fall
from engine.options import Option, PerSeat, Preset, settle
from engine.panel import Act, Command
from engine.table import Draft, Table, Zone, with_layout
from engine.units import MS
from tests.engine.conftest import reapply
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


def play_through(game: str, options: dict[str, Any], seed: int, replay: "Replayed", seats: int = 2) -> RandomMatch:
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
    assert first_fall(times_of(run.entries), reach_ns=1) is None, "time goes back"
    zones, scalars = replay(run.entries)
    scores = {f"score.{seat}": 0 for seat in range(seats)}
    assert (zones, scores | scalars) == (dict(run.match.table.zones), dict(run.match.table.scalars))
    return run


@pytest.mark.long
@pytest.mark.parametrize(("game", "options"), list(single_options()))
def test_gen_6_every_value_of_every_option_can_be_played_to_an_end(
    game: str, options: dict[str, Any], replay: "Replayed"
) -> None:
    for seed in (1, 2):
        play_through(game, options, seed, replay)


@pytest.mark.long
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


@pytest.mark.long
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
    assert first_fall(times_of(run.entries), reach_ns=1) is None


@pytest.mark.long
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


ORDERS = 2
"""Orders explored of every shuffle, and of every deal."""
MOST_TABLES = 50_000


def speed(ranks: str = "A234", suits: str = "SH", hand_size: int = 2, seats: int = 2, **options: object) -> Speed:
    given = settle(SpeedOptions, "speed", {"best_of": 1, **options})
    return Speed(given, seats, ranks=ranks, suits=suits, reserve=1, hand_size=hand_size)


def spit(
    ranks: str = "A234", suits: str = "SH", sizes: tuple[int, ...] = (1, 2), seats: int = 2, **options: object
) -> Spit:
    return Spit(settle(SpitOptions, "spit", options), seats, ranks=ranks, suits=suits, sizes=sizes)


CHANCES = tuple(map(Chance, range(ORDERS)))
"""The draws that are explored; a draw is a function of its seed and key alone."""


def settled(game: Game, draft: Draft, chance: Chance) -> tuple[Table, bool]:
    """The table after what follows at once, and whether it was shuffled on the way."""
    game.settle(draft, chance, 0)
    return canonical(draft), any(effect[0] == "shuffle" for effect in draft.effects)


def canonical(draft: Draft) -> Table:
    """Tables that differ in nothing that rules can see are one: what lies under the top of a pile in the centre, and
    what a seat holds between two deals, is looked at again only after a shuffle. Counters that only grow are cut."""
    is_over = draft.scalars["phase"] == "over"
    zones = {
        name: (*sorted(cards[:-1]), cards[-1]) if name.startswith("centre.") and cards else cards
        for name, cards in draft.zones.items()
    }
    if is_over:
        zones = {name: tuple(sorted(cards)) for name, cards in zones.items()}
    return Table(zones, {**draft.scalars, "deal": min(draft.number("deal"), 2)}, 0)


def deals(game: Game, table: Table) -> Iterator[tuple[Table, bool]]:
    """New deals, each opened, as they follow from a table between two deals."""
    for order in range(ORDERS):
        draft = Draft(table)
        layout = game.layout(draft, Chance(order))
        draft.set("deal", table.number("deal") + 1)
        yield opened(game, with_layout(draft.table(), layout)), True


def opened(game: Game, table: Table) -> Table:
    """The table once a deal that lies there has been opened."""
    dealt = Draft(table)
    phases.begin_deal(game, dealt)
    game.open(dealt, Chance(0), 0)
    return settled(game, dealt, Chance(0))[0]


def follows(game: Game, table: Table) -> Iterator[tuple[Table, bool]]:
    """Every table that can come next, and whether a shuffle or a deal lies between."""
    if table.phase == "over":
        if game.outcome(table) is None:
            yield from deals(game, table)
        return
    for seat in range(game.seats):
        for command in game.legal(table, seat):
            assert game.refusal(table, seat, command) is None
            draft = Draft(table)
            game.perform(draft, seat, command, 0)
            yield settled(game, draft, CHANCES[0])
    if game.deadline(table, 0) is not None:
        seen = set()
        for chance in CHANCES:
            draft = Draft(table)
            game.due(draft, chance, 0, 0)
            after = settled(game, draft, chance)
            if after not in seen:
                seen.add(after)
                yield after


class Graph:
    """Every table that can be reached from the deals, or from one that is given, and what follows from each.

    Tables go by their numbers, since the hash of one takes as long as some rules do.
    """

    def __init__(self, game: Game, layout: Mapping[str, Zone] | None = None) -> None:
        self.game = game
        start = phases.initial(game)
        firsts = [opened(game, with_layout(start, layout))] if layout else [table for table, _ in deals(game, start)]
        self.tables = list(dict.fromkeys(firsts))
        self.next: list[list[tuple[int, bool]]] = []
        numbers = {table: number for number, table in enumerate(self.tables)}
        for table in self.tables:  # which grows
            assert len(self.next) < MOST_TABLES, "this deck is not tiny enough"
            ways = []
            for after, shuffled in follows(game, table):
                number = numbers.setdefault(after, len(self.tables))
                if number == len(self.tables):
                    self.tables.append(after)
                ways.append((number, shuffled))
            self.next.append(ways)

    def without_outcome(self) -> set[int]:
        """The tables from which no outcome can be reached."""
        before: list[list[int]] = [[] for _ in self.next]
        for table, nexts in enumerate(self.next):
            for after, _ in nexts:
                before[after].append(table)
        waiting = [
            number
            for number, table in enumerate(self.tables)
            if table.phase == "over" and self.game.outcome(table) is not None
        ]
        assert waiting, "no outcome at all"
        good = set(waiting)
        while waiting:
            for table in before[waiting.pop()]:
                if table not in good:
                    good.add(table)
                    waiting.append(table)
        return set(range(len(self.next))) - good

    def on_circles(self) -> int:
        """How many tables lie on a way round without a shuffle, or behind one: what remains after peeling off ends."""
        degree = [0] * len(self.next)
        before: list[list[int]] = [[] for _ in self.next]
        for table, nexts in enumerate(self.next):
            for after, shuffled in nexts:
                if not shuffled:
                    degree[table] += 1
                    before[after].append(table)
        ends = [table for table, ways in enumerate(degree) if not ways]
        peeled = 0
        while ends:
            peeled += 1
            for table in before[ends.pop()]:
                degree[table] -= 1
                if not degree[table]:
                    ends.append(table)
        return len(self.next) - peeled


TINY = {"ranks": "A23"}
SPEED: list[dict[str, Any]] = [
    {"hand_size": 1},
    {"hand_size": 1, "recycle": "keep_tops"},
    {"hand_size": 1, "stuck_call": "shout"},
    {"hand_size": 1, "deal": "20+5+1"},
    TINY,
    {**TINY, "hand_size": 1, "replenish": "press"},
    {**TINY, "consent_flip": True},
    {**TINY, "doubles": True},
    {**TINY, "handicap": (1, 0)},
    {**TINY, "face_down_ms": (0, 600)},
    {**TINY, "score": "points", "target": 2},
    {**TINY, "suits": "S", "jokers": True},
    {**TINY, "suits": "S", "jokers": True, "declared_joker": True},
    {**TINY, "colours": True},
    {"turn_from": "stocks"},
    {"ranks": "A2345678", "suits": "S", "turn_from": "stocks", "stuck_call": "shout"},
    {"ranks": "A2345", "suits": "S", "hand_size": 1, "finish": "slap"},
    {"suits": "S", "turn_from": "stocks", "finish": "slap"},
]
SPIT: list[dict[str, Any]] = [
    {"length": 1},
    {"length": 1, "stuck_call": "auto"},
    {"length": 1, "auto_turn": True},
    {"length": 1, "alternate_colours": True},
    {"length": 1, "doubles": True},
    {**TINY, "sizes": (1, 1)},
    {"length": 1, "handicap": (0, 1), "sizes": (1, 1)},
    {"length": 1, "handicap": (2, 0), "sizes": (1, 1)},
    {**TINY, "sizes": (1, 1), "claim": "winner"},
    {"ranks": "A23456", "suits": "S", "sizes": (1,), "seats": 3, "length": 2},
    {"ranks": "A234", "suits": "SH", "sizes": (1,), "seats": 3, "length": 1, "stuck_call": "auto"},
]
TINY_GAMES = [*(("speed", options) for options in SPEED), *(("spit", options) for options in SPIT)]


@pytest.mark.long
@pytest.mark.parametrize(("name", "options"), TINY_GAMES)
def test_gen_6_every_way_leads_to_an_outcome_and_none_in_a_circle(name: str, options: dict[str, Any]) -> None:
    graph = Graph(speed(**options) if name == "speed" else spit(**options))
    assert len(graph.next) > 200
    assert not graph.without_outcome()
    assert graph.on_circles() == 0


def test_gen_6_stacking_equals_may_go_round_but_never_without_a_way_out() -> None:
    graph = Graph(spit(stack_equals=True, length=1))
    assert not graph.without_outcome()


@pytest.mark.parametrize(
    ("amber", "blue", "stock", "end"),
    [("6S", "7S", "", "void"), ("6S 8S", "7S", "", "fewest"), ("6S", "7S AS", "2S", "any"), ("6S", "7S", "AS", "any")],
)
@pytest.mark.parametrize("recycle", ["all", "keep_tops"])
def test_speed_10_a_dead_end_has_a_way_out_too(amber: str, blue: str, stock: str, end: str, recycle: str) -> None:
    """Hands that fit nothing in the centre; AMBER with and without a card to turn."""
    hand_size = 2 if " " in amber + blue else 1
    game = speed("A2345678", "S", hand_size=hand_size, recycle=recycle)
    rules = game.rules
    layout: dict[str, Zone] = dict.fromkeys((*rules.all_slots, *rules.stocks, *rules.centres), ())
    for seat, hand in enumerate((amber, blue)):
        for slot, card in zip(rules.hands[seat], hand.split(), strict=False):
            layout[slot] = (f"~{card}",)
    layout |= {"seat0.stock": tuple(f"~{card}" for card in stock.split()), "reserve.0": ("~3S",), "reserve.1": ("~4S",)}
    graph = Graph(game, layout)
    assert not graph.without_outcome()
    assert graph.on_circles() == 0
    ends = {table.number("won") for table in graph.tables if table.phase == "over" and table.number("deal") == 0}
    assert ends == {"void": {-1}, "fewest": {1}, "any": ends}[end]


@pytest.mark.parametrize("stocks", [("", "", ""), ("3H", "", "")])
def test_speed_11_three_of_whom_one_is_left_always_come_to_an_end(stocks: tuple[str, ...]) -> None:
    game = speed("A23", "SH", hand_size=1, seats=3)
    rules = game.rules
    layout: dict[str, Zone] = dict.fromkeys(rules.reserves, ())
    for seat, (card, top) in enumerate(zip(("AS", "2S", "3S"), ("AH", "2H", "AH"), strict=True)):
        layout[rules.hands[seat][0]] = (f"~{card}",)
        layout[rules.stocks[seat]] = tuple(f"~{card}" for card in stocks[seat].split())
        layout[rules.centres[seat]] = (f"~{top}",) if seat < 2 else ()
    graph = Graph(game, layout)
    assert not graph.without_outcome()
    assert graph.on_circles() == 0
    ends = {table.number("won") for table in graph.tables if table.phase == "over" and table.number("deal") == 0}
    assert ends > {0, 1}


def test_the_search_sees_circles_and_dead_ends() -> None:
    graph = Graph(spit(stack_equals=True, length=1))
    assert graph.on_circles() > 0
    lost = next(number for number, table in enumerate(graph.tables) if table.phase == "play")
    graph.next[lost] = []
    assert lost in graph.without_outcome()
