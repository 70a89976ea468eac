"""How fast the levels are, measured in whole matches: about 38, 66 and 92 cards a minute in Speed.

Cards a minute are a seat's plays by the play time during which it was not stuck (``Tally``), against its own level.
"""

from functools import cache
from itertools import pairwise
from statistics import median

import pytest

from engine.bots import LEVELS, find_brain
from engine.games import find_game
from engine.setup import Setup, seats_of
from tests.bots.trial import MINUTE_NS, Trial, play_out

PACE = {"slow": 38, "middling": 66, "fast": 92}
MATCHES = {"speed": 30, "spit": 30, "speed_uno": 12, "speah": 12}
"""How many of each game: a match of the last two is ten times the work."""


@cache
def trials(game: str, one: str, other: str) -> tuple[Trial, ...]:
    """Matches of the game's first preset, in all its seats the two in turn; the same seeds for everybody."""
    preset = find_game(game).info.presets[0]
    players = [(one, other)[seat % 2] for seat in range(preset.seats)]
    brains = tuple(map(find_brain, players))
    setups = (Setup(game, {}, seats_of(*players), seed, preset.name) for seed in range(MATCHES[game]))
    return tuple(play_out(setup, brains) for setup in setups)


@pytest.mark.parametrize("level", PACE)
def test_cards_a_minute_in_speed_are_what_the_level_promises(level: str) -> None:
    tallies = [tally for trial in trials("speed", level, level) for tally in trial.seats]
    pace = sum(tally.plays for tally in tallies) * MINUTE_NS / sum(tally.free_ns for tally in tallies)
    assert pace == pytest.approx(PACE[level], rel=0.1)


@pytest.mark.parametrize("level", PACE)
def test_people_of_every_level_press_wrong_now_and_then(level: str) -> None:
    tallies = [tally for trial in trials("speed", level, level) for tally in trial.seats]
    plays, misses, beaten = (sum(getattr(tally, what) for tally in tallies) for what in ("plays", "misses", "beaten"))
    assert 0.005 < misses / plays < 0.05
    assert 0.03 < beaten / plays < 0.2


@pytest.mark.parametrize("game", ["speed", "spit"])
def test_the_faster_level_wins_clearly(game: str) -> None:
    for slower, faster in pairwise(level.name for level in LEVELS):
        deals = [sum(trial.deal_wins[seat] for trial in trials(game, slower, faster)) for seat in (0, 1)]
        assert deals[1] > 0.6 * sum(deals)
        won = [trial.outcome.winner for trial in trials(game, slower, faster)]
        assert won.count(1) > 1.5 * won.count(0)


@pytest.mark.parametrize("game", ["speed", "spit", "speed_uno", "speah"])
def test_a_party_match_takes_two_to_five_minutes(game: str) -> None:
    lengths = [trial.length_ns / MINUTE_NS for level in PACE for trial in trials(game, level, level)]
    assert 2 <= median(lengths) <= 5
    assert max(lengths) < 8


@pytest.mark.parametrize("game", ["speed", "spit"])
def test_no_cap_and_no_idleness_decides_a_match_of_bots(game: str) -> None:
    reasons = {trial.outcome.reason for level in PACE for trial in trials(game, level, level)}
    assert reasons <= {"deals", "out"}


@pytest.mark.parametrize("game", ["speed_uno", "speah"])
def test_a_cap_decides_few_party_matches_of_long_games(game: str) -> None:
    reasons = [trial.outcome.reason for level in PACE for trial in trials(game, level, level)]
    assert reasons.count("cap") < len(reasons) / 4
    assert set(reasons) <= {"deals", "out", "cap"}
