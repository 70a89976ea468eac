"""What the title offers: the last match's choices, the house's before it, and who knows a game already."""

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from cabinet.config.schema import Match
from cabinet.match.played import FAMILIAR, Played, RunningScore, favourite, is_lopsided
from cabinet.match.request import FILLS_UP, PERSON, MatchRequest, request_of
from cabinet.match.story import Point, SeatFigures, Story
from cabinet.people.people import People
from engine.adaptive import ADAPTIVE
from engine.game import Outcome
from engine.options import handicap_of, handicap_steps
from engine.setup import HUMAN, Setup, seats_of
from engine.table import Table

if TYPE_CHECKING:
    from tests.cabinet.conftest import Scorebook


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


def test_who_has_won_the_last_matches_of_these_players_is_known_until_others_sit_down() -> None:
    played = Played(Match())
    two = MatchRequest("speed", "speed", (PERSON, PERSON), names=("MIA", "BEN"))
    runs = []
    for winner in (0, 0, None, 1):
        played.ends(two, Outcome(winner, "out", (1, 0)), Story(2))
        runs.append(played.run(two))
    assert runs == [(0, 1), (0, 2), (0, 2), (1, 1)]
    assert played.run(replace(two, names=("ZOE", "BEN"))) == (-1, 0)


def test_the_quickest_card_of_the_night_is_a_persons_and_beats_all_before_it_that_day() -> None:
    days = iter(["MON"] * 99)
    played = Played(Match(), lambda: next(days))

    def ends(*answers_ms: int | None, players: tuple[str, ...] = (PERSON, PERSON)) -> int | None:
        story = Story(2)
        for figures, answer in zip(story.figures, answers_ms, strict=True):
            figures.quickest_ns = None if answer is None else answer * 1_000_000
        return played.ends(MatchRequest("speed", "speed", players), Outcome(0, "out", (1, 0)), story).quickest_ns

    assert ends(None, None) is None
    assert ends(500, None) is None, "the first beats nothing"
    assert ends(600, 499) == 499_000_000
    assert ends(499, 700) is None, "the same again is not quicker"
    assert ends(700, 200, players=(PERSON, "bot:fast")) is None
    assert ends(300, 900) == 300_000_000
    days = iter(["TUE"] * 99)
    assert ends(400, None) is None and ends(350, None) == 350_000_000


def test_a_favourite_has_a_place_as_the_other_has_and_no_head_start_levels_them(book: "Scorebook") -> None:
    people = People("", [book.won("MIA", "BEN") for _ in range(12)])
    two = MatchRequest("speed", "speed", (PERSON, PERSON), names=("BEN", "MIA"))
    assert favourite(people, two) == 1
    assert favourite(people, replace(two, names=("MIA", "BEN"))) == 0
    assert favourite(people, replace(two, names=("MIA", "ZOE"))) is None
    assert favourite(people, replace(two, names=())) is None
    assert favourite(people, replace(two, options=handicap_of(2, 1, 4))) is None


def test_the_running_score_begins_anew_when_other_names_sit_down() -> None:
    played, outcome = Played(Match()), Outcome(0, "out", (1, 0))
    two = MatchRequest("speed", "speed", (PERSON, PERSON), names=("MIA", "BEN"))
    assert [played.ends(two, outcome, Story(2)).wins for _ in range(2)] == [(1, 0), (2, 0)]
    assert played.ends(replace(two, names=("MIA", "")), outcome, Story(2)).wins == (1, 0)
    assert played.ends(replace(two, names=()), outcome, Story(2)).wins == (1, 0)


# The head start that a match asks for


def story_of(*deals: tuple[tuple[int, int], tuple[int, int], int]) -> Story:
    """Deals by the cards left at first and at last, and their winner."""
    story = Story(2)
    story.curves = [[Point(0, first), Point(9, last)] for first, last, _ in deals]
    story.won = {number: winner for number, (_, _, winner) in enumerate(deals)}
    return story


def turned(pair: tuple[int, int], winner: int) -> tuple[int, int]:
    """Figures of two seats that seat 0 wins, as they are if the other does."""
    return (pair[1], pair[0]) if winner else pair


OUT = ((20, 20), (0, 3), 0)
LOST = ((20, 20), (3, 0), 1)
SPEED = [((2, 0), (OUT, OUT), True), ((2, 1), (OUT, LOST, OUT), False), ((3, 0), (OUT, OUT, OUT), True)]
SINGLE = [((1, 0), (((20, 20), (0, left), 0),), left > 10) for left in (1, 10, 11, 20)]
SPIT = [
    ((12, 40), (((25, 25), (5, 7), 0), ((21, 29), (0, 15), 0)), True),
    ((23, 29), (((25, 25), (5, 7), 0), ((22, 28), (4, 9), 0)), False),
]


@pytest.mark.parametrize(("scores", "deals", "lopsided"), [*SPEED, *SINGLE, *SPIT])
def test_a_match_is_lopsided_without_a_deal_or_with_more_than_half_of_the_cards(
    scores: tuple[int, int], deals: tuple[tuple[tuple[int, int], tuple[int, int], int], ...], lopsided: bool
) -> None:
    assert is_lopsided(Outcome(0, "deals", scores), story_of(*deals)) == lopsided
    assert not is_lopsided(Outcome(None, "deals", scores), story_of(*deals)), "nobody won it"


def test_one_lopsided_match_offers_a_head_start_that_later_ones_adapt_until_they_are_close() -> None:
    played = Played(Match())
    guests = MatchRequest("spit", "classic_spit", (PERSON, PERSON))

    def after(cards: int, winner: int, *, lopsided: bool = True) -> int:
        """The cards for seat 1 after a match with so many."""
        scores, deals, _ = SPIT[0 if lopsided else 1]
        deals_won = [(turned(first, winner), turned(last, winner), winner) for first, last, _ in deals]
        request = replace(guests, options=handicap_of(2, 0, cards) or None)
        played.ends(request, Outcome(winner, "deals", turned(scores, winner)), story_of(*deals_won))
        offered = played.head_start("spit", (PERSON, PERSON))
        return 0 if offered is None else offered.cards if offered.weaker else -offered.cards

    assert after(0, 0, lopsided=False) == 0
    assert after(0, 0) == 6
    assert after(0, 1) == -6, "whoever lost has it"
    assert [after(cards, 0) for cards in (4, 6, 18)] == [6, 10, 18]
    assert [after(cards, 1) for cards in (6, 4, 2)] == [2, 2, 0]
    assert after(4, 0, lopsided=False) == after(4, 1, lopsided=False) == 4
    assert played.head_start("spit", ("MIA", PERSON)) is None, "somebody else"
    assert played.head_start("speed", (PERSON, PERSON)) is None, "another game"
    played.reset_score()
    assert played.head_start("spit", (PERSON, PERSON)) is None, "they have gone"


def test_speed_has_steps_finer_than_a_card() -> None:
    played, (scores, deals, _) = Played(Match()), SPEED[0]
    request = MatchRequest("speed", "speed", (PERSON, PERSON))
    sizes = []
    for _ in range(3):
        played.ends(request, Outcome(0, "deals", scores), story_of(*deals))
        offered = played.head_start("speed", (PERSON, PERSON))
        assert offered is not None
        sizes.append(offered.handicap)
        request = replace(request, options=handicap_of(2, 0, *offered.handicap))
    steps = handicap_steps("speed")
    assert sizes[0].face_down_ms and not sizes[0].cards
    assert sizes == list(steps[steps.index(sizes[0]) :])
    level = played.rematch(replace(request, options=handicap_of(2, 0, 0, 1)), offers=False)
    assert level == replace(request, options=handicap_of(2, 0, 0, 1))


@pytest.mark.parametrize("players", [(PERSON, "bot:slow"), (PERSON,) * 4])
def test_a_match_with_bots_or_of_more_asks_for_none(players: tuple[str, ...]) -> None:
    played, (scores, deals, _) = Played(Match()), SPEED[0]
    story = story_of(*deals)
    story.figures = [SeatFigures() for _ in players]
    played.ends(MatchRequest("speed", "speed", players), Outcome(0, "deals", scores), story)
    assert played.head_start("speed", players) is None


def test_a_game_without_handicaps_offers_none() -> None:
    played = Played(Match())
    guests = MatchRequest("speah", "speah_short", (PERSON, PERSON))
    played.ends(guests, Outcome(0, "out", (1, 0)), story_of(((5, 5), (0, 30), 0)))
    assert played.head_start("speah", guests.sitters) is None


def test_a_bot_that_adapts_begins_where_it_left_off_with_a_name_or_todays_guest_at_that_seat(book: "Scorebook") -> None:
    day, people = ["2026-11-29"], People()
    played = Played(Match(), lambda: day[0])
    guest = MatchRequest("speed", "speed", (PERSON, ADAPTIVE))
    named, other_seat = replace(guest, names=("MIA", "")), replace(guest, players=(ADAPTIVE, PERSON))
    assert played.with_paces(guest, people) == guest, "nobody has played"

    def ends(request: MatchRequest, bot: int, felt: int) -> None:
        story = Story(2)
        story.table = Table({}, {f"felt.{bot}": felt})
        played.ends(request, Outcome(0, "deals", (2, 0)), story)

    ends(guest, 1, 312)
    ends(named, 1, 774)
    ends(other_seat, 0, 155)
    assert played.with_paces(named, people) == named, "a name's pace is that of its results, wherever they were played"
    people.add(book.against_adaptive("MIA", "bot:adaptive-77-10"))
    assert played.with_paces(guest, people).players == (PERSON, "bot:adaptive-31+4"), "it has lost: it goes on quicker"
    assert played.with_paces(named, people).players == (PERSON, "bot:adaptive-77-10")
    assert played.with_paces(other_seat, people).players == ("bot:adaptive-16-5", PERSON)
    for elsewhere, pace in ((guest, 31), (named, 77)):
        found = played.with_paces(replace(elsewhere, game="spit"), people).players[1]
        assert found == f"bot:adaptive-{pace}", "the pace of another game, for a start"
    for fixed in (replace(guest, players=(PERSON, "bot:fast")), replace(guest, players=(PERSON, PERSON))):
        assert played.with_paces(fixed, people) == fixed
    day[0] = "2026-11-30"
    assert played.with_paces(guest, people) == guest, "others come tomorrow"
    assert played.with_paces(named, people).players == (PERSON, "bot:adaptive-77-10")


def test_one_running_score_against_a_bot_whose_pace_changes() -> None:
    setup = Setup("speed", seats=seats_of(HUMAN, "bot:adaptive-31"))
    assert request_of(setup).players == (PERSON, ADAPTIVE)


def test_wins_in_a_row_are_those_of_one_seat_and_the_same_people() -> None:
    score, told = RunningScore(), []
    for winner in (0, 0, None, 0, 1):
        score = score.after((PERSON, PERSON), Outcome(winner, "deals", (1, 0)))
        told.append((score.last, score.in_a_row))
    assert told == [(0, 1), (0, 2), (0, 2), (0, 3), (1, 1)]
    assert score.after(("MIA", PERSON), Outcome(1, "deals", (0, 1))).in_a_row == 1
