"""What bots make of Speahx: what they prefer, and that their matches end by themselves more often than not."""

from typing import TYPE_CHECKING

from engine.bots import find_brain
from engine.brain import best_presses
from engine.games.speah.game import Speahx
from engine.match import Match
from engine.panel import Command

if TYPE_CHECKING:
    from tests.engine.speah.conftest import MakeSpot, Seated, Spot


def best(table: "Spot") -> Command:
    """The command that the seat whose turn it is rates highest, from its own view."""
    game, seat = table.game, table.turn
    view = game.view(table.table, seat)
    return max(game.legal(view, seat), key=lambda command: game.evaluation.rate(view, seat, command))


def test_many_cards_before_one_and_spare_cards_last(spot: "MakeSpot") -> None:
    zones = {"seat1.hand": "4S", "pile": "KC", "stock": "~3D"}
    assert len(best(spot({**zones, "seat0.hand": "7C 7D 9C TS 2H"})).cards) == 2
    assert best(spot({**zones, "seat0.hand": "7D TS 2H"})).card in ("TS", "2H")
    assert best(spot({**zones, "seat0.hand": "7D 8H"})).do == "chance", "before the pile is picked up"


def test_the_suit_held_most_is_named_and_the_pile_goes_to_who_has_the_fewest_cards(spot: "MakeSpot") -> None:
    hands = {"seat1.hand": "4S 5S 6S", "seat2.hand": "9H 8H", "seat3.hand": "KS QS JS", "pile": "KC"}
    table = spot({**hands, "seat0.hand": "2S 7D 8D 9C X1"}, seats=4, jokers=True)
    table.play("2S")
    assert best(table).word == "D"
    table = spot({**hands, "seat0.hand": "X1 7D"}, seats=4, jokers=True)
    table.play("X1")
    assert best(table).target == 2


def test_the_best_move_has_presses(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C 7D 9S", "seat1.hand": "4S", "pile": "KC"})
    taps = best_presses(table.game, table.game.view(table.table, 0), 0)
    for button in taps:
        table.press(0, button)
    assert table.cards("pile") == "KC 7C 7D"


def test_most_matches_of_bots_end_before_the_cap(seated: "Seated") -> None:
    options = dict(Speahx.info.presets[0].options)
    brain = find_brain("middling")
    reasons = []
    for seed in range(8):
        match = seated(2, options, seed, players=("bot:middling",) * 2, brains={0: brain, 1: brain})
        play_out(match)
        assert match.outcome is not None
        reasons.append(match.outcome.reason)
    assert reasons.count("out") > 4


def play_out(match: Match) -> None:
    """From deadline to deadline, to the outcome."""
    while match.outcome is None:
        due = match.next_deadline()
        assert due is not None, "a dead end"
        match.advance(due)
