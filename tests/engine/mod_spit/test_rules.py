"""MOD-1 to MOD-5: what is right, what a slap brings, and the sequences against their definitions.

The rules are asked directly on a given table (``place``), or a whole match is pressed through (``duel``).
"""

from collections.abc import Callable, Mapping
from itertools import pairwise, product
from math import comb

import pytest

from engine.cards import RANKS
from engine.chance import Chance
from engine.errors import OptionError
from engine.game import RULES
from engine.games import set_up
from engine.games.mod_spit.course import drawn
from engine.games.mod_spit.game import ModSpit
from engine.games.mod_spit.rules import SEQUENCES, ModSpitOptions, is_right
from engine.log_lines import CommandLine
from engine.match import Match
from engine.options import settle, values_of
from engine.panel import ACTION, LEFT, Command, Press
from engine.setup import Setup, seats_of
from engine.table import Draft, Table
from tests.engine.conftest import on_source
from tests.engine.spit.conftest import Desk, Given, Spot, Zones

ZONES = {
    "seat0.stock1": "3H",
    "seat0.spit": "~2S ~9D",
    "seat1.stock1": "JD",
    "seat1.spit": "~4S ~TC",
    "centre.0": "QH AS",
    "centre.1": "KD",
}
"""Ace and king on top: 13 leaves 6, which is no prime."""
RIGHT_ZONES = {**ZONES, "centre.0": "5S", "centre.1": "AC AD"}
"""Five and ace: 5 is prime."""


class GivenModSpit(Given, ModSpit):
    """Mod-Spit whose first deal is open at once on a given table; the rule is agreed on all the same."""

    def settled(self, given: Mapping[str, object]) -> ModSpitOptions:
        """The options of the game."""
        return settle(ModSpitOptions, "mod_spit", given)


class Place(Spot):
    """A table of Mod-Spit and what is done to it, with no match around it. Times are ms."""

    game: GivenModSpit

    def __init__(self, zones: Zones = ZONES, *, seats: int = 2, rules: int = RULES, **options: object) -> None:
        super().__init__(zones, seats=seats, rules=rules, **options)

    def _made(self, zones: Zones, options: Mapping[str, object], rules: int, seats: int) -> GivenModSpit:
        on_source()
        return GivenModSpit(zones, options, rules, seats)


class Duel(Desk):
    """A match of two people on a given table. Times are ms since the opening."""

    def press(self, seat: int, button: str, at_ms: float, res_us: int = 0) -> None:
        """Press a button, without letting time pass before."""
        self._tell(self.match.handle(Press(seat, button, True, self.ns(at_ms), "fake", res_us * 1000)))

    def slaps(self) -> list[CommandLine]:
        """Every number slap so far, as it was judged."""
        return self.commands("number_slap")


MakePlace = Callable[..., Place]
MakeDuel = Callable[..., Duel]


@pytest.fixture
def place() -> MakePlace:
    """A maker of tables: ``place(ZONES, slap_grace_ms=0)``."""
    return Place


@pytest.fixture
def duel() -> MakeDuel:
    """A maker of matches: ``duel(ZONES, seed=3)``."""

    def make(zones: Zones, seed: int = 1, **options: object) -> Duel:
        setup = Setup("mod_spit", options, seats_of("human", "human"), seed)
        on_source()
        return Duel(Match(setup, game=GivenModSpit(zones, options)))

    return make


@pytest.fixture
def wrong() -> dict[str, str]:
    """A table on which a number slap is wrong."""
    return dict(ZONES)


@pytest.fixture
def right() -> dict[str, str]:
    """A table on which a number slap is right."""
    return dict(RIGHT_ZONES)


AMBER, BLUE = 0, 1


def linear(first: int, second: int, one_back: int, two_back: int) -> set[int]:
    """The terms below 13 of a sequence in which each is a sum of multiples of the two before it."""
    terms = [first, second]
    while len(terms) < 12:
        terms.append(one_back * terms[-1] + two_back * terms[-2])
    return {term for term in terms if term < 13}


def bell() -> set[int]:
    """Bell numbers below 13 by their own sum: B(n+1) is the sum of C(n, k) B(k)."""
    terms = [1]
    while terms[-1] < 13:
        n = len(terms) - 1
        terms.append(sum(comb(n, k) * terms[k] for k in range(n + 1)))
    return {term for term in terms if term < 13}


DEFINED = {
    "prime": {n for n in range(2, 13) if all(n % d for d in range(2, n))},
    "square": {n * n for n in range(4)},
    "cube": {n**3 for n in range(3)},
    "triangular": {n * (n + 1) // 2 for n in range(5)},
    "fibonacci": linear(0, 1, 1, 1),
    "odd": set(range(1, 13, 2)),
    "even": set(range(0, 13, 2)),
    "power_of_2": {2**n for n in range(4)},
    "power_of_3": {3**n for n in range(3)},
    "pell": linear(0, 1, 2, 1),
    "lucas": linear(2, 1, 1, 1),
    "jacobsthal": linear(0, 1, 1, 2),
    "bell": bell(),
}


def test_mod_4_every_sequence_is_what_its_definition_gives() -> None:
    assert {name: set(terms) for name, terms in SEQUENCES.items()} == DEFINED
    assert list(SEQUENCES) == list(DEFINED)


def shown(left: str, right: str, modulus: int = 7, rule: str = "prime") -> Table:
    zones = {"centre.0": (left,), "centre.1": (right,)}
    return Table(zones, {"modulus": modulus, "rule": rule, "phase": "play"})


def test_mod_1_72_of_169_rank_pairs_are_right() -> None:
    rules = ModSpit(ModSpitOptions()).mod_rules
    right = [pair for pair in product(RANKS, repeat=2) if is_right(rules, shown(f"{pair[0]}S", f"{pair[1]}H"))]
    assert len(right) == 72
    assert right == [
        (a, b) for a, b in product(RANKS, repeat=2) if (RANKS.index(a) + 1) * (RANKS.index(b) + 1) % 7 in (2, 3, 5)
    ]


def test_mod_1_an_ace_and_a_king_are_no_right_slap() -> None:
    rules = ModSpit(ModSpitOptions()).mod_rules
    assert not is_right(rules, shown("AS", "KD")) and not is_right(rules, shown("KD", "AS"))


def test_mod_1_single_cards_in_a_row_and_cards_that_turn_by_themselves() -> None:
    game = ModSpit(ModSpitOptions())
    options = game.rules.options
    assert game.rules.sizes == (1, 1, 1, 1, 1) and options.stuck_call == "auto" and options.claim == "slap"


def test_mod_2_right_the_other_takes_both_piles(place: "MakePlace", right: dict[str, str]) -> None:
    table = place(right)
    effects = table.do(BLUE, "number_slap", at_ms=1000)
    assert effects[0] == ("say", BLUE, "number_slap")
    assert table.zone("seat0.spit") == "~AC ~AD ~5S ~2S ~9D"
    assert table.why(AMBER, "number_slap") == "window"


def test_mod_2_a_lone_wrong_slapper_takes_both(place: "MakePlace", wrong: dict[str, str]) -> None:
    table = place(wrong)
    table.do(AMBER, "number_slap", at_ms=1000)
    assert table.why(AMBER, "number_slap") == "window"
    table.due(1500)
    assert table.zone("seat0.spit") == "~KD ~QH ~AS ~2S ~9D"


@pytest.mark.parametrize("window", [100, 500, 2000])
def test_mod_2_slap_window_ms(place: "MakePlace", wrong: dict[str, str], window: int) -> None:
    table = place(wrong, slap_window_ms=window)
    table.do(AMBER, "number_slap", at_ms=1000)
    table.due(1000 + window)


def test_mod_2_play_pauses_while_a_wrong_slap_waits(place: "MakePlace", right: dict[str, str]) -> None:
    table = place({**right, "seat1.stock1": "4D", "seat1.stock2": "QD", "centre.1": "KC", "centre.0": "AC"})
    assert table.why(BLUE, "play", "QD", "seat1.stock2", "centre.1") is None
    table.do(AMBER, "number_slap", at_ms=1000)
    assert table.why(BLUE, "play", "QD", "seat1.stock2", "centre.1") == "window"
    assert table.game.press(table.table, BLUE, "CARD2", 0).command is None


def test_mod_2_both_wrong_the_later_one_chooses_the_pile_that_it_takes(
    place: "MakePlace", wrong: dict[str, str]
) -> None:
    table = place(wrong)
    table.do(AMBER, "number_slap", at_ms=1000)
    table.do(BLUE, "number_slap", at_ms=1400)
    assert table.why(AMBER, "slap", "", "", "centre.0") == "window"
    assert table.game.press(table.table, BLUE, LEFT, 0).command == Command("slap", to="centre.0")
    assert table.game.press(table.table, AMBER, LEFT, 0).command is None
    table.do(BLUE, "slap", "", "", "centre.1", at_ms=2000)
    assert (table.zone("seat1.spit"), table.zone("seat0.spit")) == ("~KD ~4S ~TC", "~QH ~AS ~2S ~9D")
    table.due(2700)
    assert (table.zone("centre.0"), table.zone("centre.1")) == ("9D", "TC")


def test_mod_2_who_does_not_choose_gets_the_smaller(place: "MakePlace", wrong: dict[str, str]) -> None:
    table = place(wrong)
    table.do(BLUE, "number_slap", at_ms=1000)
    table.do(AMBER, "number_slap", at_ms=1400)
    table.due(6400)
    assert table.zone("seat0.spit") == "~KD ~2S ~9D"


def test_mod_2_covered_tops_are_right_a_little_longer(place: "MakePlace", right: dict[str, str]) -> None:
    covered = {**right, "seat0.stock2": "4H", "centre.0": "5S", "centre.1": "AC"}
    for at_ms, taker in ((1249, BLUE), (1250, AMBER)):
        table = place(covered)
        table.do(AMBER, "play", "4H", "seat0.stock2", "centre.0", at_ms=1000)
        assert not is_right(table.game.mod_rules, table.table)
        table.do(AMBER, "number_slap", at_ms=at_ms)
        assert (table.table.number("wrong") == AMBER) == (taker == AMBER)


def test_mod_2_so_are_tops_that_new_cards_cover(place: "MakePlace", right: dict[str, str]) -> None:
    for at_ms, is_wrong in ((2249, False), (2250, True)):
        table = place(right)
        table.due(2000)
        assert (table.zone("centre.0"), table.zone("centre.1")) == ("5S 9D", "AC AD TC")
        assert not is_right(table.game.mod_rules, table.table)
        table.do(AMBER, "number_slap", at_ms=at_ms)
        assert (table.table.number("wrong") == AMBER) == is_wrong


def test_mod_2_without_grace_covered_tops_are_gone(place: "MakePlace", right: dict[str, str]) -> None:
    table = place({**right, "seat0.stock2": "4H", "centre.1": "AC"}, slap_grace_ms=0)
    table.do(AMBER, "play", "4H", "seat0.stock2", "centre.0", at_ms=1000)
    table.do(AMBER, "number_slap", at_ms=1001)
    assert table.table.number("wrong") == AMBER


def test_mod_2_the_slower_of_two_right_slaps_loses_by_a_margin(duel: "MakeDuel", right: dict[str, str]) -> None:
    match = duel(right)
    match.press(AMBER, ACTION, 1004)
    match.press(BLUE, ACTION, 1000)
    first, second = match.slaps()
    assert (first.seat, first.ok, second.seat, second.ok) == (BLUE, True, AMBER, False)
    assert (second.beaten_by, second.margin_ns) == (BLUE, 4_000_000)


@pytest.mark.parametrize("seed", range(4))
def test_mod_2_right_slaps_too_close_to_tell_are_drawn(duel: "MakeDuel", right: dict[str, str], seed: int) -> None:
    match = duel(right, seed)
    match.press(AMBER, ACTION, 1000, res_us=100)
    match.press(BLUE, ACTION, 1000.05, res_us=100)
    (winner,) = (line for line in match.slaps() if line.ok)
    assert winner.dead_heat == (0, 1) and winner.draw >= 0


@pytest.mark.parametrize(("apart_us", "is_tie"), [(0, True), (99, True), (100, False)])
def test_mod_2_of_two_wrong_slaps_too_close_to_tell_the_later_one_is_drawn(
    duel: "MakeDuel", wrong: dict[str, str], apart_us: int, is_tie: bool
) -> None:
    choosers = set()
    for seed in range(8):
        for late in (AMBER, BLUE):  # whoever is delivered last, and whoever has the later stamp
            match = duel(wrong, seed)
            match.press(late, ACTION, 1000 + apart_us / 1000, res_us=100)
            match.press(1 - late, ACTION, 1000, res_us=100)
            slaps = match.slaps()
            assert [line.ok for line in slaps] == [True, True]
            assert {line.dead_heat for line in slaps} == ({(0, 1)} if is_tie else {()})
            chooser = match.match.table.number("choice")
            choosers.add((late, chooser))
            assert match.match.table.number("wrong") == 1 - chooser
    assert choosers == ({(0, 0), (0, 1), (1, 0), (1, 1)} if is_tie else {(0, 0), (1, 1)})


def test_mod_2_the_same_lot_falls_whoever_is_delivered_first(duel: "MakeDuel", wrong: dict[str, str]) -> None:
    for seed in range(6):
        lots = set()
        for first in (AMBER, BLUE):
            match = duel(wrong, seed)
            for seat in (first, 1 - first):
                match.press(seat, ACTION, 1000 + seat * 0.05, res_us=100)
            lots.add(match.match.table.number("choice"))
        assert len(lots) == 1


def test_mod_2_a_wrong_slap_is_a_command_that_stands(duel: "MakeDuel", wrong: dict[str, str]) -> None:
    match = duel(wrong)
    match.press(AMBER, ACTION, 1000)
    (slap,) = match.slaps()
    assert slap.ok and ("foul", AMBER, "wrong_number") in slap.effects


def test_mod_3_taken_piles_go_under_and_both_spit_anew(place: "MakePlace", right: dict[str, str]) -> None:
    table = place(right)
    table.do(BLUE, "number_slap", at_ms=1000)
    assert table.zone("centre.0") == table.zone("centre.1") == ""
    table.due(1700)
    assert (table.zone("centre.0"), table.zone("centre.1")) == ("9D", "TC")
    assert table.zone("seat0.spit") == "~AC ~AD ~5S ~2S"


def test_mod_3_no_number_slap_with_one_pile_or_none(place: "MakePlace", right: dict[str, str]) -> None:
    assert place({**right, "centre.0": "", "centre.1": "2C"}).why(AMBER, "number_slap") == "window"


def test_mod_3_nobody_slaps_and_nothing_happens(place: "MakePlace", right: dict[str, str]) -> None:
    table = place({**right, "seat0.stock1": "6H"})
    assert not table.table.flag("stuck")
    table.do(AMBER, "play", "6H", "seat0.stock1", "centre.0", at_ms=1000)
    assert table.table.phase == "slap"


def test_mod_3_action_is_the_number_slap_and_nothing_else(place: "MakePlace", wrong: dict[str, str]) -> None:
    table = place(wrong)
    assert table.table.flag("stuck")
    assert table.game.press(table.table, AMBER, ACTION, 0).command == Command("number_slap")
    assert table.why(AMBER, "spit") == "window"


def test_mod_5_the_slap_is_lit_only_where_the_sum_is_shown_and_right(place: "MakePlace", right: dict[str, str]) -> None:
    def lit(zones: dict[str, str], deal: int, sums: str) -> bool:
        table = place(zones, sums=sums)
        draft = Draft(table.table)
        draft.set("deal", deal)
        table.game.reset(draft)
        key = table.game.press(draft.table(), AMBER, ACTION, 0)
        assert key.command == Command("number_slap"), "dark or lit, it is the slap"
        return key.lit

    wrong = {**right, "centre.0": "AC", "centre.1": "KD"}
    for sums, deals in (("hidden", ()), ("first_deal", (1,)), ("shown", (1, 2, 3))):
        assert [deal for deal in (1, 2, 3) if lit(right, deal, sums)] == [*deals]
        assert not any(lit(wrong, deal, sums) for deal in (1, 2, 3))


def test_mod_4_modulus_and_rule_are_drawn_from_the_cards() -> None:
    game = ModSpit(ModSpitOptions(rule="drawn"))
    found = {drawn(game.mod_rules, Chance(seed), 0) for seed in range(400)}
    assert {modulus for modulus, _ in found} == set(range(7, 14))
    assert {rule for _, rule in found} == set(SEQUENCES)


def test_mod_4_drawn_once_a_game_or_each_deal(place: "MakePlace", right: dict[str, str]) -> None:
    for each in (False, True):
        table = place(right, rule="drawn", rule_each_deal=each)
        told = set()
        for deal in range(1, 9):
            scalars = {**table.table.scalars, "deal": deal}
            draft = table.table.__class__(table.table.zones, scalars, table.table.shuffles)
            told |= set(_agreed(table.game, draft))
        assert bool(told) == each


def _agreed(game: ModSpit, table: Table) -> list[str]:
    draft = Draft(table)
    game.layout(draft, Chance(1))
    return [str(effect) for effect in draft.effects if effect[0] == "set" and effect[1] in ("modulus", "rule")]


def test_mod_4_basic_is_primes_modulo_seven(place: "MakePlace") -> None:
    table = place()
    assert (table.table.number("modulus"), table.table.text("rule")) == (7, "prime")


OWN = "prime; 0 1 4; odd; even; 3; 5 6; bell; pell; lucas; cube; square; 12; 7 8 9"


def test_mod_4_custom_rules_are_the_owners_thirteen(place: "MakePlace") -> None:
    table = place(rule="custom", custom_rules=OWN)
    residues = table.game.mod_rules.residues
    assert set(residues) == set(OWN.split("; "))
    assert residues["0 1 4"] == {0, 1, 4} and residues["bell"] == SEQUENCES["bell"]
    assert table.table.text("rule") in residues
    listed = set_up("mod_spit", {"rule": "custom", "custom_rules": OWN.split("; ")})
    assert values_of(listed.options)["custom_rules"] == OWN


@pytest.mark.parametrize(
    "given",
    [
        {"custom_rules": "prime; 13" + "; odd" * 11, "rule": "custom"},
        {"custom_rules": "prime; odd", "rule": "custom"},
        {"custom_rules": "primes" + "; odd" * 12, "rule": "custom"},
        {"custom_rules": 7, "rule": "custom"},
        {"rule": "custom"},
        {"custom_rules": OWN},
    ],
)
def test_mod_4_custom_rules_that_are_none_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(OptionError, match="custom_rules"):
        set_up("mod_spit", given)


@pytest.mark.parametrize(
    "given",
    [{"stuck_call": "shout"}, {"layout": "12345"}, {"claim": "winner"}, {"twin_call": True}, {"conceal_last": 3}],
)
def test_gen_10_what_would_not_be_mod_spit_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(OptionError, match=next(iter(given))):
        set_up("mod_spit", given)


def test_the_ranks_of_a_pack_are_worth_one_to_thirteen() -> None:
    game = ModSpit(ModSpitOptions(packs=2))
    values = [game.mod_rules.values[f"{rank}S/1"] for rank in RANKS]
    assert values[0] == 1 and all(after == before + 1 for before, after in pairwise(values)) and values[-1] == 13
