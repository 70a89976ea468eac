"""What the title offers: the last match's choices, the house's before it, and who knows a game already."""

from dataclasses import replace

from cabinet.config.schema import Match
from cabinet.match.played import FAMILIAR, Played
from cabinet.match.request import FILLS_UP, PERSON, MatchRequest
from engine.game import Outcome


def test_before_the_first_match_the_house_decides() -> None:
    played = Played(Match(game="spit", preset="slap_spit", opponent="bot:fast"))
    assert (played.game, played.preset("spit"), played.preset("speed")) == ("spit", "slap_spit", "")
    assert played.bot == "bot:fast"
    assert Played(Match()).bot == FILLS_UP


def test_a_match_is_remembered_with_its_rules_and_the_level_of_its_bots() -> None:
    played = Played(Match())
    played.begins(MatchRequest("spit", "slap_spit", ("bot:slow", PERSON)))
    assert (played.game, played.preset("spit"), played.bot) == ("spit", "slap_spit", "bot:slow")
    played.begins(MatchRequest("speed", "speed", ("bot:fast", "bot:fast")))
    assert played.bot == "bot:slow", "a match that people only watch sets no level"


def test_the_operator_overrides_the_last_match_and_other_settings_leave_it() -> None:
    played = Played(Match())
    played.begins(MatchRequest("spit", "slap_spit", (PERSON, PERSON)))
    played.adopt(Match())
    assert played.game == "spit"
    played.adopt(Match(game="speed_uno"))
    assert (played.game, played.preset("spit")) == ("speed_uno", "slap_spit")


def test_a_seat_knows_a_game_after_its_third_match_of_it() -> None:
    played = Played(Match())
    for number in range(FAMILIAR):
        assert played.is_familiar("speed", [0]) is False, number
        played.begins(MatchRequest("speed", "speed", (PERSON, "bot:slow")))
    assert played.is_familiar("speed", [0])
    assert not played.is_familiar("speed", [0, 1])
    assert not played.is_familiar("spit", [0])
    assert not played.is_familiar("speed", [])


def test_the_running_score_begins_anew_when_other_names_sit_down() -> None:
    played, outcome = Played(Match()), Outcome(0, "out", (1, 0))
    two = MatchRequest("speed", "speed", (PERSON, PERSON), names=("MIA", "BEN"))
    assert [played.ends(two, outcome).wins for _ in range(2)] == [(1, 0), (2, 0)]
    assert played.ends(replace(two, names=("MIA", "")), outcome).wins == (1, 0)
    assert played.ends(replace(two, names=()), outcome).wins == (1, 0)
