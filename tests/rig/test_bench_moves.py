"""What the bench counts as a move, beside what RLCard counts as one."""

from collections.abc import Sequence

from engine.effects import Effect
from engine.panel import Command
from engine.record import CommandLine, Entry, OwnLine
from tools.bench.speed_of_rules import commands, draws

FORCED: Sequence[Effect] = (("set", "exact", False), ("move", "R7/1", "draw", "seat1.hand"), ("turn", "R7/1", "up"))


def own(*effects: Effect) -> list[Entry]:
    return [OwnLine(0, effects)]


def test_a_command_counts_when_it_was_accepted() -> None:
    play = Command("play", "R7/1", "seat0.hand", "discard")
    assert commands([CommandLine(0, 0, play, True), CommandLine(0, 1, play, False), *own(*FORCED)]) == 1


def test_a_card_that_the_game_draws_for_a_seat_without_a_play_counts() -> None:
    assert draws(own(*FORCED)) == 1


def test_cards_of_a_penalty_do_not_count_nor_does_what_goes_elsewhere() -> None:
    assert draws(own(*FORCED, ("set", "owed", 1))) == 0
    assert draws(own(("move", "R7/1", "draw", "discard"))) == 0
    assert draws(own(("set", "gaps.0", ""))) == 0
