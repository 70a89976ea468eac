"""Tiny decks, played in every possible way: every command of every seat, and every deadline, at every table.

From every table that can come about an outcome can be reached (GEN-6), and between two shuffles play is finite: there
is no way round in a circle. Time stands still (``now`` is always 0): what is due may come at any moment, so a deadline
is one more thing that can happen. A shuffle is explored in several orders, and so is each new deal.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from engine import phases
from engine.chance import Chance
from engine.game import Game
from engine.games.speed.game import Speed
from engine.games.speed.rules import SpeedOptions
from engine.games.spit.game import Spit
from engine.games.spit.rules import SpitOptions
from engine.options import settle
from engine.table import Draft, Table, Zone, with_layout

pytestmark = pytest.mark.once

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
GAMES = [*(("speed", options) for options in SPEED), *(("spit", options) for options in SPIT)]


@pytest.mark.parametrize(("name", "options"), GAMES)
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
