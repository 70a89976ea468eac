"""SPIT-28: three and four at the table; each table is set up for what it shows."""

from collections import Counter

import pytest

from engine import phases
from engine.bots import find_brain
from engine.chance import Chance
from engine.errors import OptionError
from engine.game import RULES
from engine.games import set_up
from engine.games.spit.game import Spit
from engine.games.spit.rules import SpitOptions, chooser
from engine.log_lines import CommandLine
from engine.match import Match
from engine.options import settle
from engine.panel import ACTION, LEFT, RIGHT, Act, Command
from engine.setup import Setup, seats_of
from engine.table import Draft
from engine.units import MS, S
from tests.engine.conftest import play_out, steps
from tests.engine.spit.conftest import Spot, Zones

THREE = {
    "seat0.stock1": "7H",
    "seat0.spit": "~2D",
    "seat1.stock1": "TS",
    "seat1.stock2": "~3D 4D",
    "seat1.spit": "~KD",
    "seat2.stock1": "QS",
    "seat2.stock2": "9C",
    "seat2.stock3": "KC",
    "seat2.spit": "~5D",
    "centre.0": "2H 6S",
    "centre.1": "8D",
    "centre.2": "AC 3H JS",
}
"""AMBER has one card left, which goes on the 6 and on the 8."""


class Three(Spot):
    """A table of three or four that is open; a command finds its card wherever it lies."""

    def __init__(self, zones: Zones, seats: int = 3, rules: int = RULES, **options: object) -> None:
        super().__init__(zones, seats=seats, rules=rules, **options)

    def act(self, seat: int, do: str, card: str = "", to: str = "", at_ms: int = 0) -> None:
        """Do a command that is legal."""
        self.do(seat, do, card, self.table.where(card) if card else "", to, at_ms)

    def refused(self, seat: int, do: str, card: str = "", to: str = "") -> str | None:
        """Why a command is refused."""
        return self.why(seat, do, card, self.table.where(card) if card else "", to)

    def select(self, seat: int, button: str) -> None:
        """Press a button that only selects."""
        for key, value in self.key(seat, button).select:
            assert isinstance(value, str)
            self.set(key, value)


@pytest.mark.parametrize(
    ("seats", "options", "piles", "spits", "spare"),
    [
        (3, {}, (1, 2, 3, 4), 7, 1),
        (4, {}, (1, 2, 3), 7, 0),
        (3, {"packs": 2}, (1, 2, 3, 4, 5), 19, 2),
        (4, {"packs": 2}, (1, 2, 3, 4, 5), 11, 0),
        (3, {"layout": "33333"}, (3, 3, 3, 3), 5, 1),
        (4, {"layout": "11111"}, (1, 1, 1), 10, 0),
        (4, {"layout": "1111+refill"}, (1, 1, 1, 1), 9, 0),
        (3, {"layout": "1111+refill"}, (1, 1, 1, 1), 13, 1),
        (3, {"layout": "1234"}, (1, 2, 3, 4), 7, 1),
        (4, {"layout": "1234"}, (1, 2, 3, 4), 3, 0),
        (3, {"layout": "1,1,11,1,1"}, (1, 1, 11, 1, 1), 2, 1),
    ],
)
def test_spit_28_one_pack_loses_a_pile_for_each_seat_more_and_the_spare_lies_under_a_spit_pile(
    seats: int, options: dict[str, object], piles: tuple[int, ...], spits: int, spare: int
) -> None:
    game = Spit(settle(SpitOptions, "spit", options), seats)
    table = game.layout(Draft(phases.initial(game)), Chance(2))
    for seat in range(seats):
        assert tuple(len(table[stock]) for stock in game.rules.stocks[seat]) == piles
        assert len(table[game.rules.spits[seat]]) == spits
    assert len(table["centre.0"]) == spare
    assert sum(map(len, table.values())) == len(game.deck)


@pytest.mark.parametrize(
    "options", [{"claim": "shout"}, {"twin_call": True}, {"ghost": True}, {"reverse": True}, {"spit_card_please": True}]
)
def test_spit_28_what_is_made_for_two_is_refused_for_three(options: dict[str, object]) -> None:
    with pytest.raises(OptionError, match=r"seats = 3 and .* exclude each other"):
        set_up("spit", options, seats=3)


def test_spit_28_a_layout_that_takes_all_cards_needs_a_second_pack() -> None:
    with pytest.raises(OptionError, match=r"1,1,11,1,1 and seats = 4 exclude each other.* packs = 2"):
        set_up("spit", {"layout": "1,1,11,1,1"}, seats=4)
    set_up("spit", {"layout": "1,1,11,1,1", "packs": 2}, seats=4)


@pytest.mark.parametrize(("game", "seats"), [("spit", 5), ("spit", 1), ("speed", 5), ("mod_spit", 3)])
def test_gen_10_a_game_says_how_many_seats_it_takes(game: str, seats: int) -> None:
    with pytest.raises(OptionError, match=f"{seats} seats: {game} takes 2"):
        set_up(game, {}, seats=seats)


def test_spit_28_a_finisher_takes_the_pile_it_chose_and_sits_out() -> None:
    table = Three(THREE)
    table.act(0, "play", "7H", "centre.0", at_ms=1000)
    assert table.table.phase == "play"
    assert table.refused(1, "play", "TS", "centre.2") == "phase", "while a pile is chosen nobody plays"
    assert table.game.legal(table.table, 1) == []
    table.act(0, "slap", to="centre.2", at_ms=2000)
    assert table.zone("seat0.spit") == "~AC ~3H ~JS ~2D"
    assert table.game.legal(table.table, 0) == []
    assert table.refused(1, "play", "TS", "centre.2") == "empty"
    assert table.table.number("place.0") == 1
    assert not table.table.flag("stuck") and table.refused(2, "play", "9C", "centre.1") is None, "the others play on"


def test_spit_28_who_does_not_choose_gets_the_smallest_pile() -> None:
    table = Three(THREE)
    table.act(0, "play", "7H", "centre.0", at_ms=1000)
    table.due(6000)
    assert table.zone("seat0.spit") == "~8D ~2D"


def test_spit_28_the_rest_play_on_and_the_last_takes_what_remains() -> None:
    zones = {**THREE, "seat1.stock1": "", "seat1.stock2": "8C", "seat2.stock3": "9H"}
    table = Three(zones)
    table.act(0, "play", "7H", "centre.0")
    table.act(0, "slap", to="centre.1")
    table.act(1, "play", "8C", "centre.0")
    table.act(1, "slap", to="centre.2")
    assert table.table.phase == "over" and table.table.number("won") == 0
    assert table.zone("seat2.spit").split()[:3] == ["~9H", "~9C", "~QS"]
    assert "~8C" in table.zone("seat2.spit").split()
    assert not any(table.table.zone(pile) for pile in table.game.rules.centres)
    assert [table.table.number(f"place.{seat}") for seat in range(3)] == [1, 2, 0]


def test_spit_28_a_seat_that_cannot_lay_out_takes_nothing_and_wins_the_game() -> None:
    table = Three({**THREE, "seat0.spit": "", "centre.0": "", "centre.1": "6S"})
    assert table.table.flag("short.0")
    table.act(0, "play", "7H", "centre.1")
    assert table.table.phase == "over"
    outcome = table.game.outcome(table.table)
    assert outcome is not None and (outcome.winner, outcome.reason) == (0, "out")
    assert sum(outcome.scores) == sum(len(zone) for zone in table.table.zones.values())
    assert not any(table.table.zone(pile) for pile in table.game.rules.centres), "the others' gathering is told before"


def test_spit_28_a_single_pile_is_left_for_those_who_play_on() -> None:
    table = Three({**THREE, "centre.0": "", "centre.1": "6S", "centre.2": ""})
    table.act(0, "play", "7H", "centre.1")
    assert table.zone("centre.1") == "6S 7H"
    assert table.table.phase == "play" and table.table.number("place.0") == 1


def test_spit_28_all_who_are_in_must_be_stuck_and_spit_onto_their_own_piles() -> None:
    table = Three({**THREE, "seat0.stock1": "KH"}, stuck_call="auto")
    assert table.refused(1, "play", "TS", "centre.2") is None
    table = Three({**THREE, "seat0.stock1": "KH", "seat1.stock1": "QD", "seat2.stock1": "2S", "seat2.stock2": "QC"})
    assert not table.table.flag("stuck"), "a queen goes on the jack"
    stuck = Three({**THREE, "seat0.stock1": "KH", "seat1.stock1": "KS", "seat1.stock2": "KD", "seat2.stock1": "AS",
                   "seat2.stock2": "", "seat1.spit": "~4S"})  # fmt: skip
    assert stuck.table.flag("stuck")
    for seat in (0, 1):
        stuck.act(seat, "spit")
    assert not stuck.table.number("turn_at")
    stuck.act(2, "spit", at_ms=100)
    stuck.due(800)
    assert [stuck.zone(pile).split()[-1] for pile in stuck.game.rules.centres] == ["2D", "4S", "5D"]


def test_spit_28_only_those_who_have_spit_cards_have_to_shout() -> None:
    table = Three({**THREE, "seat0.stock1": "KH", "seat1.stock1": "KS", "seat1.stock2": "KD", "seat2.stock1": "AS",
                   "seat2.stock2": "", "seat1.spit": ""})  # fmt: skip
    assert table.table.flag("stuck")
    assert table.refused(1, "spit") == "window"
    table.act(0, "spit")
    table.act(2, "spit", at_ms=100)
    assert table.table.number("turn_at") == 800 * MS


def test_spit_28_one_who_alone_has_spit_cards_aims_at_the_pile_to_spit_on() -> None:
    zones = {**THREE, "seat0.stock1": "KH", "seat1.stock1": "KS", "seat1.stock2": "KD", "seat2.stock1": "AS"}
    table = Three({**zones, "seat2.stock2": "", "seat0.spit": "", "seat1.spit": ""})
    assert chooser(table.game.rules, table.table) == 2
    table.select(2, RIGHT)
    assert table.table.text("aim.2") == "centre.0"
    meaning = table.game.press(table.table, 2, ACTION, 0)
    assert meaning.command == Command("spit", to="centre.0")


def test_spit_28_with_no_spit_cards_the_fewest_stock_cards_choose_first_and_a_new_layout_follows() -> None:
    zones = {**THREE, "seat0.stock1": "KH", "seat1.stock1": "KS", "seat1.stock2": "KD", "seat2.stock1": "AS"}
    table = Three({**zones, "seat2.stock2": "", **dict.fromkeys(("seat0.spit", "seat1.spit", "seat2.spit"), "")})
    assert table.table.flag("stuck")
    table.due(2000)
    assert table.table.number("choice") == 0
    assert table.refused(1, "slap", to="centre.0") == "window"
    table.act(0, "slap", to="centre.1", at_ms=2500)
    assert table.table.phase == "over"
    assert table.zone("seat0.spit") == "~KH ~8D"
    assert sorted(len(table.table.zone(f"seat{seat}.spit")) for seat in (1, 2)) == [4, 5]


def test_spit_28_left_and_right_move_the_aim_and_action_takes_the_pile() -> None:
    table = Three(THREE)
    table.select(0, RIGHT)
    assert table.table.text("aim.0") == "centre.1"
    assert table.game.press(table.table, 0, "CARD1", 0).command == Command("play", "7H", "seat0.stock1", "centre.1")
    table.select(0, LEFT)
    assert table.game.press(table.table, 0, "CARD1", 0).command == Command("play", "7H", "seat0.stock1", "centre.0")
    table.act(0, "play", "7H", "centre.0")
    assert table.game.press(table.table, 0, ACTION, 0).command == Command("slap", to="centre.0")
    assert table.game.press(table.table, 1, ACTION, 0).command is None
    assert table.game.guarded(table.table, 1, 0, 1) and not table.game.guarded(table.table, 0, 0, 1)


def test_spit_28_the_cap_shares_the_piles_at_once_even_while_one_is_chosen() -> None:
    for is_choosing in (False, True):
        table = Three(THREE)
        if is_choosing:
            table.act(0, "play", "7H", "centre.0")
        draft = Draft(table.table)
        draft.phase("cap")
        table.game.cap(draft, Chance(1), 0)
        assert draft.scalars["phase"] == "over"
        assert not any(draft.zones[pile] for pile in table.game.rules.centres)


def test_gen_8_nobody_has_a_command_after_a_match_that_its_cap_ended_while_a_pile_was_chosen() -> None:
    table = Three(THREE)
    table.act(0, "play", "7H", "centre.0")
    assert table.game.legal(table.table, 0)
    draft = Draft(table.table)
    draft.phase("finished")
    assert [table.game.legal(draft.table(), seat) for seat in range(3)] == [[], [], []]


@pytest.mark.parametrize(("seats", "packs"), [(3, 1), (4, 1), (4, 2)])
def test_spit_28_bots_play_it_to_an_end_and_choose_piles(seats: int, packs: int) -> None:
    names = ("fast", "slow", "middling", "fast")[:seats]
    done: Counter[str] = Counter()
    for seed in (1, 2):
        setup = Setup("spit", {"packs": packs, "length": 3}, seats_of(*(f"bot:{name}" for name in names)), seed)
        match = Match(setup, brains={seat: find_brain(name) for seat, name in enumerate(names)})
        done.update(entry.command.do for entry in play_out(match) if isinstance(entry, CommandLine) and entry.ok)
        assert match.outcome is not None and match.state.sit.played < 300 * S
    assert done["slap"] and done["play"] > 50


@pytest.mark.parametrize(("rules", "fits"), [(RULES, True), (1, False)])
def test_gen_3_with_three_seats_what_a_runner_promised_counts(rules: int, fits: bool) -> None:
    table = Three({**THREE, "centre.1": "2C"}, rules=rules, running=True)
    play = Command("play", "9C", "seat2.stock2", "centre.2")
    table.act(0, "play", "7H", "centre.0")
    table.act(1, "play", "TS", "centre.2", at_ms=10)
    promised = table.table
    assert table.game.refusal(promised, 2, play) is None
    table.due(800)
    assert table.table.text("away") == "", "AMBER is out, and the ten is at home again"
    table.act(0, "slap", to="centre.1", at_ms=900)
    assert table.refused(2, "play", "9C", "centre.2") == "rank"
    assert not table.game.would_take(table.table, 2, play)
    assert table.game.would_take(promised, 2, play) is fits


# Stuck (SPIT-7, SPIT-28, GEN-6)

REFILLED = {
    "seat0.stock1": "7H", "seat0.spit": "~6H",
    **{f"seat1.stock{k}": card for k, card in enumerate(("TS", "TH", "QH", "JH"), start=1)}, "seat1.spit": "~KD",
    **{f"seat2.stock{k}": card for k, card in enumerate(("QS", "TD", "QD", "JD"), start=1)}, "seat2.spit": "~5D",
    "centre.0": "6S", "centre.1": "AS", "centre.2": "AC",
}  # fmt: skip
"""AMBER's 7 goes on the 6, and its last card on that; after that no card of the others goes anywhere."""


@pytest.mark.parametrize(("rules", "is_stuck"), [(RULES, True), (1, False)])
def test_spit_28_a_seat_that_is_out_refills_nothing_with_the_pile_it_took(rules: int, is_stuck: bool) -> None:
    table = Three(REFILLED, rules=rules, layout="1111+refill")
    table.act(0, "play", "7H", "centre.0")
    table.act(0, "refill", to="seat0.stock1")
    table.act(0, "play", "6H", "centre.0")
    table.act(0, "slap", to="centre.1", at_ms=100)
    assert table.zone("seat0.spit") == "~AS", "what it took belongs to its next deal"
    assert table.table.flag("stuck") is is_stuck
    assert (Command("spit") in table.game.legal(table.table, 1)) is is_stuck


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_gen_6_stuck_is_said_as_soon_as_nobody_has_anything_to_do(seats: int, seed: int) -> None:
    """Of seats that are all there, none of which chooses a pile, somebody has a command, or all are stuck."""
    match = Match(Setup("spit", {"layout": "1111+refill", "length": 2}, seats_of(*["bot:random"] * seats), seed))
    for now, seat, command in steps(match, seed):
        if command is not None:
            match.handle(Act(seat, command, now))
        match.advance(now)
        if match.table.phase == "play" and not match.table.number("choose_by"):
            able = any(match.legal(each) for each in range(seats))
            assert able or match.table.flag("stuck")
