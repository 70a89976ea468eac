"""The course of a match: who led when, by hand and in whole matches of every game."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.match.story import begun
from engine.bots import find_brain
from engine.game import Outcome
from engine.games import GAMES, set_up
from engine.log_lines import CommandLine, DealLine, Entry, OutcomeLine, OwnLine, PauseLine
from engine.options import Preset
from engine.panel import Command
from engine.setup import Setup, seats_of
from engine.simulation import play_bots
from engine.table import Effect, Table
from engine.units import MS, S
from workshop.research.balance import NOBODY, Leads, MatchCourse, cards_in, course_of, fewest, zones_of

AMBER, BLUE = 0, 1
PRESETS = [pytest.param(game.info.id, preset, id=preset.name) for game in GAMES for preset in game.info.presets]


@lru_cache(maxsize=32)
def played(game: str, preset: str, seats: int) -> tuple[Entry, ...]:
    """The entries of a whole match of fast bots."""
    setup = Setup(game, seats=seats_of(*["bot:fast"] * seats), seed=3, preset=preset)
    return tuple(play_bots(setup, dict.fromkeys(range(seats), find_brain("bot:fast"))).final())


# Who leads


def leads(*moments: tuple[int, int]) -> Leads:
    noted = Leads()
    for at, seat in moments:
        noted.note(at, seat)
    return noted


def test_a_lead_changes_when_another_seat_has_it() -> None:
    noted = leads((0, NOBODY), (1, AMBER), (3, BLUE), (8, AMBER))
    assert noted.changes == 2
    assert [noted.at(t) for t in (0, 1, 2, 3, 7, 8, 99)] == [NOBODY, AMBER, AMBER, BLUE, BLUE, AMBER, AMBER]


def test_while_seats_are_level_the_lead_stays_where_it_was() -> None:
    assert leads((1, AMBER), (2, NOBODY), (3, AMBER)).changes == 0
    assert leads((1, AMBER), (2, NOBODY), (3, BLUE)).changes == 1
    assert leads((1, AMBER), (2, NOBODY)).at(5) == NOBODY


def test_a_lead_taken_and_lost_in_the_same_instant_is_none() -> None:
    there_and_back = leads((1, AMBER), (5, BLUE), (5, AMBER))
    assert there_and_back.changes == 0
    assert there_and_back.at(5) == AMBER


@given(st.lists(st.tuples(st.integers(0, 9), st.sampled_from((NOBODY, AMBER, BLUE))), max_size=30))
def test_only_the_last_of_an_instant_counts(moments: Sequence[tuple[int, int]]) -> None:
    in_order = sorted(moments, key=lambda moment: moment[0])
    last = dict(in_order)
    noted = leads(*in_order)
    for at in range(10):
        assert noted.at(at) == next((last[t] for t in range(at, -1, -1) if t in last), NOBODY)
    leaders = [seat for _, seat in sorted(last.items()) if seat != NOBODY]
    assert noted.changes == sum(a != b for a, b in pairwise(leaders))


def test_the_fewest_cards_lead_alone_or_nobody_does() -> None:
    assert [fewest(left) for left in ((3, 2), (2, 2), (4, 1, 2, 1), (1, 0, 2, 1))] == [BLUE, NOBODY, NOBODY, 1]


def test_spit_cards_and_the_marker_are_not_to_be_got_rid_of() -> None:
    zones = {
        "seat0.stock1": ("7H", "~8H"), "seat0.spit": ("~2C", "~3C"), "seat0.marker": ("M1",), "seat1.hand": ("4S",),
    }  # fmt: skip
    table = Table(zones, {})
    assert [cards_in(table, zones_of(seat, zones)) for seat in (AMBER, BLUE)] == [2, 1]


# A match by hand: Speed, one deal, three cards against two


SPEED = set_up("speed", {})


def opening() -> Iterator[Entry]:
    layout = {
        **{f"seat{seat}.hand{place}": () for seat in (AMBER, BLUE) for place in range(1, 6)},
        **{f"seat0.hand{place}": (card,) for place, card in enumerate(("7H", "8H", "9H"), start=1)},
        **{f"seat1.hand{place}": (card,) for place, card in enumerate(("7C", "8C"), start=1)},
        "seat0.stock": (), "seat1.stock": (), "centre.0": (), "reserve.0": ("~6S",),
    }  # fmt: skip
    yield DealLine(0, 1, 0, layout)
    yield OwnLine(0, (("phase", "ready"), ("set", "stuck", False)))
    yield OwnLine(2 * S, (("move", "6S", "reserve.0", "centre.0"), ("turn", "6S", "up"), ("phase", "play")))


def play(t: int, seat: int, place: int, card: str, *more: Effect) -> CommandLine:
    source = f"seat{seat}.hand{place}"
    move: Effect = ("move", card, source, "centre.0")
    return CommandLine(t, seat, Command("play", card, source, "centre.0"), True, (move, *more))


def beaten(t: int, seat: int, by: int, margin_ns: int) -> CommandLine:
    return CommandLine(t, seat, Command("play"), False, (), "rank", beaten_by=by, margin_ns=margin_ns)


def by_hand() -> list[Entry]:
    """BLUE leads from the opening (2 cards to 3), AMBER plays three in a row from 4 s on, and wins at 12 s."""
    return [
        *opening(),
        play(4 * S, AMBER, 1, "7H"),
        beaten(4 * S + 8 * MS, BLUE, AMBER, 8 * MS),
        OwnLine(5 * S, (("set", "stuck", True),)),
        OwnLine(7 * S, (("set", "stuck", False),)),
        play(9 * S, AMBER, 2, "8H"),
        play(12 * S, AMBER, 3, "9H", ("score", AMBER, 1), ("set", "won", AMBER), ("phase", "over")),
        OwnLine(13 * S, (("phase", "finished"),)),
        OutcomeLine(13 * S, Outcome(AMBER, "deals", (1, 0))),
    ]


def test_a_match_by_hand() -> None:
    course = course_of(SPEED, by_hand())
    (deal,) = course.deals
    assert (deal.length_ns, deal.stuck_ns, deal.winner) == (10 * S, 2 * S, AMBER)
    assert [deal.leads.at(t * S) for t in (0, 1, 2, 6, 7, 10)] == [BLUE, BLUE, NOBODY, NOBODY, AMBER, AMBER]
    assert deal.leads.changes == 1
    assert (course.winner, course.length_ns) == (AMBER, 10 * S)
    assert course.margins_ms == {8: 1}
    assert course.leads.at(0) == BLUE
    assert course.leads.at(10 * S) == AMBER


def test_cards_that_change_hands_at_the_end_are_no_part_of_the_deal() -> None:
    entries = by_hand()
    swept: tuple[Effect, ...] = (("gather", "centre.0", "seat0.stock"), ("set", "won", AMBER), ("phase", "over"))
    entries[-3] = play(12 * S, AMBER, 3, "9H", *swept)
    (deal,) = course_of(SPEED, entries).deals
    assert deal.leads.at(deal.length_ns) == AMBER
    assert deal.leads.changes == 1


def test_a_paused_match_is_refused() -> None:
    entries = by_hand()
    entries.insert(5, PauseLine(4 * S + 1, "players"))
    with pytest.raises(ValueError, match="without pauses"):
        course_of(SPEED, entries)


# Whole matches


def course(game: str, preset: Preset) -> tuple[MatchCourse, tuple[Entry, ...]]:
    entries = played(game, preset.name, preset.seats)
    return course_of(set_up(game, {}, preset.name, preset.seats), entries), entries


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_a_course_agrees_with_the_story_and_the_outcome(game: str, preset: Preset) -> None:
    found, entries = course(game, preset)
    story = begun(set_up(game, {}, preset.name, preset.seats))
    story.add(entries)
    assert found.length_ns == story.length_ns
    assert [deal.length_ns for deal in found.deals] == [curve[-1].at_ns - curve[0].at_ns for curve in story.curves]
    assert {place: deal.winner for place, deal in enumerate(found.deals) if deal.winner != NOBODY} == story.won
    assert isinstance(entries[-1], OutcomeLine)
    assert found.winner == (NOBODY if entries[-1].outcome.winner is None else entries[-1].outcome.winner)
    assert found.leads.at(found.length_ns) == found.winner
    assert sum(found.margins_ms.values()) == len(story.races)
    for deal in found.deals:
        assert 0 <= deal.stuck_ns <= deal.length_ns
        assert deal.leads.at(deal.length_ns) == deal.winner
