"""What the cabinet knows of people: ratings, records, names."""

import json
import time
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from math import pi
from random import Random
from statistics import mean
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cabinet.people.names import former, is_name, is_refused, known, name_of, refused_words
from cabinet.people.people import LEAST_SHARE, STEP, WINDOW, HeadStart, People, head_start, standings_of
from cabinet.people.ratings import (
    ANCHORS,
    CERTAIN,
    DRIFT,
    MEASURED,
    MU,
    PACES,
    SETTLED,
    SIGMA,
    Place,
    Rating,
    anchor,
    expected_share,
    is_rated,
    places,
    rate,
    rated,
)
from cabinet.people.records import (
    CLOSEST,
    CLOSEST_KEYBOARD,
    DAYS,
    EVER,
    LISTED,
    MONTH,
    PACE,
    QUICKEST_DEAL,
    STREAK,
    TODAY,
    evening_day,
    month_of,
)
from cabinet.people.results import Result
from engine.bots import LEVELS
from engine.options import HANDICAP, Handicap, is_handicapped
from engine.setup import SEAT_NAMES, SeatInfo

if TYPE_CHECKING:
    from tests.cabinet.conftest import Scorebook


SHARES = {
    "": (0.92, 0.82), "spit": (0.86, 0.775), "speed": (0.968, 0.836), "mod_spit": (0.954, 0.97),
    "speed_uno": (0.575, 0.54), "speah": (0.545, 0.5),
}  # fmt: skip
"""Shares of matches that middling won of slow, and fast of middling."""
FIRST, SECOND = "2026-11-01", "2026-11-02"


def people_of(*results: Result) -> People:
    people = People()
    for result in results:
        people.add(result)
    return people


def values(people: People, kind: str, period: str = EVER, day: str = FIRST) -> list[int]:
    return [record.value for record in people.records(kind, period, day)]


def with_figures(
    result: Result, *, deals_ms: tuple[int, ...] = (), pace: tuple[int, ...] = (), level: bool = True
) -> Result:
    return replace(result, figures=replace(result.figures, deals_ms=deals_ms, pace=pace, level=level))


# Records


def test_records_of_today_of_this_month_and_ever(book: "Scorebook") -> None:
    people = people_of(
        book.with_race(book.won("MIA", "BEN"), 700),
        book.with_race(book.won("BEN", "MIA", day=1), 900),
        book.with_race(book.won("ZOE", "MIA", preset="jokers", day=1), 800),
    )
    assert values(people, CLOSEST, TODAY, FIRST) == [700]
    assert values(people, CLOSEST, TODAY, SECOND) == [800, 900]
    assert values(people, CLOSEST, MONTH, SECOND) == [700, 800, 900]
    assert values(people, CLOSEST, MONTH, "2026-12-01") == []
    assert values(people, CLOSEST, EVER, "2027-01-01") == [700, 800, 900]
    (best, *_) = people.records(CLOSEST, EVER, FIRST)
    assert (best.names, best.seats, best.match) == (("MIA", "BEN"), (0, 1), "match-1")


def test_a_clock_that_goes_back_begins_a_list_of_that_day(book: "Scorebook") -> None:
    late, early = book.with_race(book.won("MIA", "BEN", day=1), 5), book.with_race(book.won("MIA", "BEN"), 9)
    assert values(people_of(late, early), CLOSEST, TODAY, FIRST) == [9]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    wrong=st.lists(st.dates(), min_size=1, max_size=DAYS - 1).map(lambda days: [day.isoformat() for day in days]),
    clocks=st.lists(st.sampled_from(["right", "right", "next day", "wrong"]), max_size=30),
    chance=st.randoms(use_true_random=False),
    cuts=st.sets(st.integers(0, 30)),
)
def test_whatever_the_clock_shows_for_a_while_the_lists_of_the_right_day_and_month_are_those_of_its_own_matches(
    wrong: list[str], clocks: list[str], chance: Random, cuts: set[int], book: "Scorebook"
) -> None:
    people, today, played = People(), date(2026, 11, 25), list[Result]()
    for number, clock in enumerate(clocks):
        today += timedelta(days=clock == "next day")
        right = today.isoformat()
        result = with_figures(
            book.with_race(book.won(*chance.sample(["MIA", "BEN", "ZOE"], 2)), chance.randrange(100, 10**6)),
            deals_ms=(chance.randrange(1, 9999), 0), pace=(chance.randrange(1, 9999),) * 2,
        )  # fmt: skip
        day = chance.choice(wrong) if clock == "wrong" else right
        played.append(replace(result, figures=replace(result.figures, day=day)))
        people.add(played[-1])
        if number in cuts:  # as at a start that folds it all
            people = People(people.standings())
        if clock == "wrong":
            continue
        own = people_of(*(each for each in played if each.figures.day == right))
        month = people_of(*(each for each in played if month_of(each.figures.day) == month_of(right)))
        for kind in (CLOSEST, QUICKEST_DEAL, PACE):
            assert values(people, kind, TODAY, right) == values(own, kind, TODAY, right)
            assert values(people, kind, MONTH, right) == values(month, kind, MONTH, right)
            assert values(people, kind) == values(people_of(*played), kind), "each counts for ever"


def test_days_and_months_that_were_long_ago_are_forgotten(book: "Scorebook") -> None:
    people = people_of(*(book.with_race(book.won("MIA", "BEN", day=day), 900 - day) for day in range(DAYS + 1)))
    days = [f"2026-11-{day + 1:02d}" for day in range(DAYS + 1)]
    assert [values(people, CLOSEST, TODAY, day) for day in days] == [[], *([900 - day] for day in range(1, DAYS + 1))]


def test_the_standings_of_a_version_that_knew_one_day_are_read_and_that_version_reads_ours(book: "Scorebook") -> None:
    people = people_of(*(book.with_race(book.won("MIA", "BEN", day=day), 900) for day in (0, 1)))
    ours = json.loads(people.standings())
    board = ours["games"]["speed"]["boards"]["speed"]
    assert {period: top["key"] for period, top in board["tops"].items()} == {
        TODAY: SECOND, MONTH: "2026-11", EVER: "",
    }  # fmt: skip
    del board["others"]
    assert values(People(json.dumps(ours)), CLOSEST, TODAY, SECOND) == [900]


def test_the_quickest_deal_is_the_least_and_cards_a_minute_the_most_and_each_list_is_short(book: "Scorebook") -> None:
    people = people_of(
        *(with_figures(book.won("MIA", "BEN"), deals_ms=(n, 0), pace=(n, 10 * n)) for n in range(40, 60)),
    )
    assert values(people, QUICKEST_DEAL) == [40, 41, 42, 43, 44]
    assert values(people, PACE) == [590, 580, 570, 560, 550]
    assert [record.names for record in people.records(PACE, EVER, FIRST)] == [("BEN",)] * LISTED


def test_a_streak_goes_on_over_midnight_grows_in_its_own_row_and_ends_with_a_defeat(book: "Scorebook") -> None:
    won = [book.won("MIA", "BEN") for _ in range(3)]
    people = people_of(*won, book.won("MIA", "", day=1), book.won("BEN", "MIA", day=1), book.won("MIA", "BEN", day=1))
    assert values(people, STREAK) == [4, 1, 1]
    assert people.records(STREAK, EVER, FIRST)[0].since == won[0].match
    assert people.streak("speed", "speed", "MIA") == 1
    assert people.streak("speed", "speed", "BEN") == 0


def test_guests_run_close_races_without_a_name_and_hold_no_other_record(book: "Scorebook") -> None:
    people = people_of(book.with_race(with_figures(book.won("", "BEN"), deals_ms=(5, 9), pace=(800, 700)), 300))
    assert [record.names for record in people.records(CLOSEST, EVER, FIRST)] == [("", "BEN")]
    assert values(people, STREAK) == []
    assert (values(people, QUICKEST_DEAL), values(people, PACE)) == ([9], [700])


def test_races_of_a_keyboard_are_records_of_their_own(book: "Scorebook") -> None:
    people = people_of(book.with_race(book.with_race(book.won("MIA", "BEN"), 300), 20, judged=False))
    assert (values(people, CLOSEST), values(people, CLOSEST_KEYBOARD)) == ([300], [20])


def unfair(book: "Scorebook") -> list[Result]:
    plain = with_figures(book.with_race(book.won("MIA", "BEN"), 300), deals_ms=(5, 9), pace=(800, 700))
    alone = with_figures(book.won("MIA", bot="bot:slow"), deals_ms=(5, 0), pace=(800, 700))
    ahead = with_figures(plain, deals_ms=(5, 9), pace=(800, 700), level=False)
    return [alone, replace(plain, reason="left", winner=None), replace(plain, counts=False), ahead]


def test_matches_against_bots_those_that_were_left_and_head_starts_set_no_record(book: "Scorebook") -> None:
    for result in unfair(book):
        people = people_of(result)
        assert [kind for kind in (CLOSEST, STREAK, QUICKEST_DEAL, PACE) if values(people, kind)] == []


def test_a_name_that_was_deleted_is_not_shown(book: "Scorebook") -> None:
    gone = former(1)
    result = with_figures(book.with_race(book.won(gone, "BEN"), 300), deals_ms=(5, 0), pace=(800, 0))
    people = people_of(*[book.won(gone, "BEN") for _ in range(SETTLED)], result)
    assert [record.names for record in people.records(CLOSEST, EVER, FIRST)] == [("", "BEN")]
    assert [values(people, kind) for kind in (STREAK, QUICKEST_DEAL, PACE)] == [[], [], []]
    assert people.places("speed").keys() == {"BEN"}


def test_cleared_records_begin_anew_and_ratings_stay(book: "Scorebook") -> None:
    before = [book.with_race(book.won("MIA", "BEN"), 300) for _ in range(SETTLED)]
    people = people_of(*before)
    places = people.places("speed")
    people.clear_records()
    assert values(people, CLOSEST) == []
    assert (people.places("speed"), people.streak("speed", "speed", "MIA")) == (places, 0)
    people.add(book.with_race(book.won("MIA", "BEN"), 900))
    people.take_back(before[-1].match)
    assert values(people, CLOSEST) == [900], "what was cleared does not come back"


# Taking back


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    drawn=st.lists(st.sampled_from([("MIA", "BEN"), ("BEN", "MIA"), ("ZOE", "MIA"), ("BEN", "")]), max_size=12),
    back=st.sets(st.integers(0, 11)),
    asked=st.booleans(),
)
def test_a_result_that_is_taken_back_leaves_what_there_would_be_without_it(
    book: "Scorebook", drawn: list[tuple[str, str]], back: set[int], asked: bool
) -> None:
    results = [book.with_race(book.won(*names), 100 * n + 1) for n, names in enumerate(drawn)]
    people = people_of(*results)
    if asked:
        people.standings()
    for n in sorted(back & set(range(len(results)))):
        assert people.can_take_back(results[n].match)
        people.take_back(results[n].match)
        assert not people.can_take_back(results[n].match)
    without = people_of(*(result for n, result in enumerate(results) if n not in back))
    for kind in (CLOSEST, STREAK):
        assert people.records(kind, EVER, FIRST) == without.records(kind, EVER, FIRST)
    assert people.ratings("speed") == without.ratings("speed")


def test_only_the_latest_results_can_be_taken_back_and_the_others_still_count(book: "Scorebook") -> None:
    results = [book.won("MIA", "BEN") for _ in range(WINDOW + 5)]
    people = people_of(*results)
    assert [people.can_take_back(results[n].match) for n in (0, STEP - 1, STEP, WINDOW)] == [False, False, True, True]
    assert people.streak("speed", "speed", "MIA") == WINDOW + 5
    assert people.standings() == standings_of(results).text()
    assert len(people.recent) == WINDOW + 5 - STEP


def test_a_second_result_of_one_match_is_ignored(book: "Scorebook") -> None:
    result = book.won("MIA", "BEN")
    assert people_of(result, result).standings() == people_of(result).standings()


def test_standings_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="Expected"):
        People('{"ended":"many"}')


# Head starts


def strong_and_weak(book: "Scorebook", matches: int = 12) -> People:
    return people_of(*(book.won("MIA", "BEN") for _ in range(matches)))


def test_the_better_one_is_offered_the_tables_cards_whoever_sits_where(book: "Scorebook") -> None:
    asked: list[tuple[str, float]] = []

    def table(game: str, share: float) -> Handicap:
        asked.append((game, share))
        return Handicap(4)

    people = strong_and_weak(book)
    assert head_start(people, "speed", ("MIA", "BEN"), table) == HeadStart(0, 1, 4)
    assert head_start(people, "speed", ("BEN", "MIA"), table) == HeadStart(1, 0, 4)
    (one, two) = asked
    assert one[1] == pytest.approx(two[1])
    assert LEAST_SHARE < one[1] < 1


def test_no_head_start_for_guests_newcomers_equals_and_games_without_one(book: "Scorebook") -> None:
    def table(_game: str, _share: float) -> Handicap:
        return Handicap(4)

    people = strong_and_weak(book)
    assert head_start(people, "speed", ("MIA", ""), table) is None
    assert head_start(people, "speed", ("MIA", "ZOE"), table) is None
    assert head_start(people, "speed", ("MIA", "MIA"), table) is None
    assert head_start(people, "spit", ("MIA", "BEN"), table) is None
    assert head_start(people, "speed", ("MIA", "BEN"), lambda _game, _share: Handicap()) is None
    assert head_start(strong_and_weak(book, SETTLED - 1), "speed", ("MIA", "BEN"), table) is None
    even = people_of(*(book.won(*names) for names in [("MIA", "BEN"), ("BEN", "MIA")] * 6))
    assert head_start(even, "speed", ("MIA", "BEN"), table) is None


@pytest.mark.parametrize(
    ("options", "level"), [({}, True), ({HANDICAP: ()}, True), ({HANDICAP: (0, 0)}, True), ({HANDICAP: (0, 3)}, False)]
)
def test_a_match_is_level_unless_somebody_has_a_harder_deal(options: dict[str, object], level: bool) -> None:
    assert is_handicapped(options) is not level


@pytest.mark.parametrize("how", ["won", "left", "with a head start", "against a guest", "against a bot"])
def test_a_name_has_played_a_game_however_its_match_ended(book: "Scorebook", how: str) -> None:
    people, result = People(), book.won("MIA", "BEN")
    result = {
        "won": result,
        "left": replace(result, reason="left", winner=None),
        "with a head start": with_figures(result, level=False),
        "against a guest": book.won("MIA", ""),
        "against a bot": book.won("MIA", bot="bot:slow"),
    }[how]
    people.add(result)
    assert people.has_played("speed", "MIA")
    assert not people.has_played("spit", "MIA") and not people.has_played("speed", "")
    people.take_back(result.match)
    assert not people.has_played("speed", "MIA")


def test_who_has_played_follows_a_name_that_is_changed(book: "Scorebook") -> None:
    standings = standings_of([book.won("MIA", ""), book.won("BEN", "")])
    standings.rename("MIA", "ANA")
    standings.rename("BEN", former(1))
    assert standings.games["speed"].played == {"ANA": 1, former(1): 1}


def test_the_bot_that_adapts_to_a_name_outlasts_the_program_and_follows_the_name(book: "Scorebook") -> None:
    results = [
        book.against_adaptive("MIA", "bot:adaptive-31+4"),
        book.against_adaptive("MIA", "bot:adaptive-7", game="spit"),
    ]
    people = People(standings_of(results[:1]).text(), results[1:])
    bots = [people.adapted(game, "MIA") for game in ("speed", "spit", "speah")]
    assert bots == ["bot:adaptive-31+4", "bot:adaptive-7", ""]
    assert (people.last_adapted("MIA"), people.last_adapted("BEN")) == ("bot:adaptive-7", "")
    people.add(book.won("MIA", bot="bot:slow"))
    assert people.adapted("speed", "MIA") == "bot:adaptive-31+4", "a bot with a name does not adapt"
    people.take_back(results[1].match)
    assert people.last_adapted("MIA") == "bot:adaptive-31+4"
    standings = standings_of([*results, book.against_adaptive("ANA", "bot:adaptive-20")])
    standings.rename("MIA", "ANA")
    adapted = {game: each.adapted["ANA"][1] for game, each in standings.games.items()}
    assert adapted == {"speed": "bot:adaptive-20", "spit": "bot:adaptive-7"}


def test_the_published_update_for_two_newcomers() -> None:
    """Algorithm 3 of Weng and Lin (JMLR 12, 2011) by hand, with a margin of nothing for a tie."""
    c = (2 * (MU / 6) ** 2 + 2 * (SIGMA**2 + DRIFT**2)) ** 0.5
    v = 2 / (2 * pi) ** 0.5  # the density at 0 by the share below it
    [one], [other] = rate([[Rating()], [Rating()]], [1, 2])
    assert one.mu == pytest.approx(MU + (SIGMA**2 + DRIFT**2) / c * v)
    assert one.mu + other.mu == pytest.approx(2 * MU)
    assert one.sigma == other.sigma < SIGMA


ratings = st.builds(Rating, st.floats(0, 50), st.floats(0.5, 9))


@given(ratings, ratings)
def test_one_curve_says_what_is_expected_and_what_is_awarded(one: Rating, other: Rating) -> None:
    share = expected_share(one, other)
    assume(1 - CERTAIN + 0.001 < share < CERTAIN - 0.001)
    won, lost = (rate([[one], [other]], places)[0][0].mu - one.mu for places in ([1, 2], [2, 1]))
    assert won > 0 > lost
    assert share * won + (1 - share) * lost == pytest.approx(0, abs=0.02 * won)


@given(st.lists(ratings, min_size=2, max_size=8))
def test_who_wins_gains_and_who_is_last_loses_unless_all_expected_it(drawn: list[Rating]) -> None:
    after = rate([[each] for each in drawn], range(1, len(drawn) + 1))
    for seat, gains in ((0, 1), (-1, -1)):
        others = [each for each in drawn if each is not drawn[seat]]
        expected = [
            expected_share(drawn[seat], each) if gains > 0 else expected_share(each, drawn[seat]) for each in others
        ]
        changed = gains * (after[seat][0].mu - drawn[seat].mu)
        assert changed == 0 if min(expected) > CERTAIN else changed > 0
    assert all(team[0].matches == 1 for team in after)


def test_bots_are_fixed_anchors(book: "Scorebook") -> None:
    assert ANCHORS.keys() == PACES.keys() == {f"bot:{bot.name}" for bot in LEVELS}
    for pace, rating in zip(PACES.values(), ANCHORS.values(), strict=True):
        assert anchor(pace).mu == pytest.approx(rating.mu)
    gained = [rated(book.won("MIA", bot=f"bot:{bot.name}"), {})["MIA"].mu for bot in LEVELS]
    assert gained == sorted(gained)
    assert rated(book.won("MIA", bot="bot:slow"), {}).keys() == {"MIA"}


@pytest.mark.parametrize(("game", "shares"), SHARES.items())
def test_on_the_curve_a_bot_wins_what_it_was_measured_to_win(game: str, shares: tuple[float, float]) -> None:
    slow, middling, fast = (anchor(pace, game) for pace in PACES.values())
    assert expected_share(middling, slow) == pytest.approx(shares[0], abs=0.01)
    assert expected_share(fast, middling) == pytest.approx(shares[1], abs=0.01)


@given(st.floats(5, 200), st.floats(5, 200), st.sampled_from(["", *MEASURED]))
def test_a_quicker_bot_is_no_weaker(one: float, other: float, game: str) -> None:
    assert anchor(min(one, other), game).mu <= anchor(max(one, other), game).mu


def test_a_bot_counts_with_the_strength_that_it_had(book: "Scorebook") -> None:
    def against(*paces: float) -> dict[str, Rating]:
        result = book.won("MIA", bot="bot:feels")
        return rated(replace(result, figures=replace(result.figures, bot_paces=paces)), {})

    assert against() == against(0.0, 0.0) == {}, "nobody knows how strong it was"
    assert against(0.0, 30.0)["MIA"].mu < against(0.0, 50.0)["MIA"].mu < against(0.0, 92.0)["MIA"].mu
    assert against(0.0, PACES["bot:fast"]) == rated(book.won("MIA", bot="bot:fast"), {})


class Season:
    """Matches of somebody of a known strength, as a share of wins against each opponent by the curve itself."""

    def __init__(self, book: "Scorebook", seed: int, game: str = "speed") -> None:
        self.book = book
        self.chance = Random(seed)
        self.game = game
        self.ratings: dict[str, Rating] = {}
        self.seen: list[float] = []

    def play(self, truth: float, bots: Sequence[str], matches: int) -> "Season":
        for number in range(matches):
            bot = bots[number % len(bots)]
            share = expected_share(Rating(truth, 1.0), anchor(PACES[bot], self.game))
            result = self.book.won("MIA", bot=bot, game=self.game)
            if self.chance.random() > share:
                result = replace(result, winner=1, figures=replace(result.figures, places=(2, 1)))
            self.ratings |= rated(result, self.ratings)
            self.seen.append(self.ratings["MIA"].mu)
        return self

    @property
    def settled(self) -> float:
        """The strength that the second half of the matches came to."""
        return mean(self.seen[len(self.seen) // 2 :])


OPPONENTS = [*([bot] for bot in PACES), [*PACES], ["bot:slow", "bot:fast"]]


@pytest.mark.parametrize("game", ["", "spit", "speed_uno"])
def test_the_same_strength_has_the_same_rating_whomever_it_plays(book: "Scorebook", game: str) -> None:
    for truth in (anchor(PACES["bot:middling"], game).mu, anchor(55, game).mu, anchor(78, game).mu):
        for bots in OPPONENTS:
            shares = [expected_share(Rating(truth, 1.0), anchor(PACES[bot], game)) for bot in bots]
            if max(shares) < 0.93 and min(shares) > 0.07:
                settled = Season(book, 4, game).play(truth, bots, 600).settled
                assert settled == pytest.approx(truth, abs=1.5), (truth, bots)


def test_an_opponent_who_tells_nothing_draws_no_rating_down_that_others_keep_up(book: "Scorebook") -> None:
    truth = ANCHORS["bot:fast"].mu
    assert Season(book, 2, "").play(truth, ["bot:slow", "bot:fast"], 600).settled == pytest.approx(truth, abs=1.5)


def test_wins_over_the_weakest_bot_alone_make_nobody_the_best(book: "Scorebook") -> None:
    after = dict[int, float]()
    season = Season(book, 1, "")
    for number in range(1, 1001):
        season.play(1000.0, ["bot:slow"], 1)
        after[number] = season.ratings["MIA"].ordinal
    assert after[10] == after[30] == after[1000] < ANCHORS["bot:slow"].mu
    assert season.ratings["MIA"].matches == 1000
    half = Season(book, 1, "").play(ANCHORS["bot:fast"].mu, ["bot:fast"], 40).ratings["MIA"]
    assert half.ordinal > after[1000]


@pytest.mark.parametrize("share", [0.5, 0.75, 0.9])
def test_the_expected_share_is_what_happens_between_two_who_only_play_each_other(
    book: "Scorebook", share: float
) -> None:
    chance, known, seen = Random(7), dict[str, Rating](), []
    for _ in range(5000):
        known |= rated(book.won(*(("MIA", "BEN") if chance.random() < share else ("BEN", "MIA"))), known)
        seen.append(expected_share(known["MIA"], known["BEN"]))
    assert mean(seen[1000:]) == pytest.approx(share, abs=0.01)
    assert seen[-1] == pytest.approx(share, abs=0.06)
    assert known["MIA"].mu + known["BEN"].mu == pytest.approx(2 * MU, abs=1)


def test_who_becomes_the_better_one_is_found_out_however_far_behind(book: "Scorebook") -> None:
    known = dict[str, Rating]()
    for names in [("MIA", "BEN")] * 100 + [("BEN", "MIA")] * 100:
        known |= rated(book.won(*names), known)
    assert known["BEN"].mu > known["MIA"].mu


def not_rated(book: "Scorebook") -> list[Result]:
    plain = book.won("MIA", "BEN")
    return [
        book.won("MIA", ""),
        book.won("", ""),
        book.won("MIA", "MIA"),
        book.won("MIA", bot="bot:masher"),
        replace(plain, reason="left", winner=None),
        replace(plain, counts=False),
        replace(plain, figures=replace(plain.figures, level=False)),
        replace(plain, figures=replace(plain.figures, places=())),
    ]


def test_guests_strange_bots_matches_that_were_left_and_head_starts_count_for_no_rating(book: "Scorebook") -> None:
    assert is_rated(book.won("MIA", "BEN"))
    assert [result for result in not_rated(book) if rated(result, {})] == []


def test_a_margin_makes_no_difference(book: "Scorebook") -> None:
    close, clear = book.won("MIA", "BEN"), book.won("MIA", "BEN")
    clear = replace(clear, figures=replace(clear.figures, deals_ms=(9_000, 0), pace=(900, 100)))
    assert rated(close, {}) == rated(clear, {})


def test_a_match_without_a_winner_brings_two_together(book: "Scorebook") -> None:
    drawn = book.won("MIA", "BEN")
    drawn = replace(drawn, winner=None, figures=replace(drawn.figures, places=(1, 1)))
    after = rated(drawn, {"MIA": Rating(30, 4), "BEN": Rating(20, 4)})
    assert after["MIA"].mu - after["BEN"].mu < 10


def test_places_are_for_those_with_enough_matches_and_equals_share_one() -> None:
    ratings = {
        "MIA": Rating(30, 2, SETTLED),
        "BEN": Rating(26, 2, SETTLED),
        "ZOE": Rating(26, 2, 9),
        "KAI": Rating(20, 2, 9),
        "NEW": Rating(40, 2, SETTLED - 1),
        former(3): Rating(50, 2, 99),
    }
    assert places(ratings) == {"MIA": Place(1, 4), "BEN": Place(2, 4), "ZOE": Place(2, 4), "KAI": Place(4, 4)}


def test_the_expected_share_is_one_half_for_equals_and_adds_up() -> None:
    strong, weak = Rating(30, 2), Rating(22, 3)
    assert expected_share(Rating(), Rating()) == pytest.approx(0.5)
    assert expected_share(strong, weak) + expected_share(weak, strong) == pytest.approx(1)
    assert expected_share(strong, weak) > 0.8


@pytest.mark.parametrize("text", ["MIA", "ZZZ", "BO", "R2D", "007", "JÖ", "ÅSA"])
def test_two_or_three_letters_or_digits_are_a_name(text: str) -> None:
    assert is_name(text)


@pytest.mark.parametrize("text", ["", "M", "MIAU", "mia", "Möa", "M A", "M-A", "M×A", "ŁUK", former(7), *SEAT_NAMES])
def test_anything_else_is_none(text: str) -> None:
    assert not is_name(text)


def test_the_words_of_five_languages_are_refused_and_peoples_names_are_not() -> None:
    assert all(map(is_refused, ("FUK", "NSU", "NTM", "HDP", "KKR", "SS")))
    assert all(map(is_refused, ("N5U", "FÜK", "455"))), "they read like one"
    common = "ANA ASH BEA BEN DAN EVA GUS IAN JAN KAI KIM LEA LEO LIV MAX MIA NIL PAT PIA ROB SAM SUE TOM UWE ZOE"
    assert not [name for name in common.split() if is_refused(name)]


def test_every_refused_word_could_be_spelled() -> None:
    assert len(refused_words()) > 100
    assert [word for word in refused_words() if not is_name(word)] == []


def test_a_seat_has_the_name_of_its_person_and_a_guest_and_a_bot_have_none() -> None:
    seats = [SeatInfo("MIA"), SeatInfo("AMBER"), SeatInfo("BOB", "bot:fast")]
    assert [name_of(seat) for seat in seats] == ["MIA", "", ""]
    assert known(("MIA", "", "MIA", "BEN")) == ("MIA", "BEN")


@pytest.fixture
def central_europe(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "CET-1")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_an_evening_over_midnight_is_one_day_and_the_next_begins_at_noon(central_europe: None) -> None:
    noon = 1_795_863_600  # 2026-11-28 12:00 CET
    assert [evening_day(noon + h * 3600) for h in (-1, 0, 11, 12, 23, 24)] == [
        "2026-11-27", "2026-11-28", "2026-11-28", "2026-11-28", "2026-11-28", "2026-11-29",
    ]  # fmt: skip
    assert month_of(evening_day(noon)) == "2026-11"


def test_a_time_zone_that_is_changed_in_play_counts_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    noon_utc = 1_795_780_800  # 2026-11-27 12:00:00
    monkeypatch.setenv("TZ", "UTC")
    assert evening_day(noon_utc) == "2026-11-27"
    monkeypatch.setenv("TZ", "ZON+5")
    assert evening_day(noon_utc) == "2026-11-26"
    monkeypatch.undo()
    time.tzset()
