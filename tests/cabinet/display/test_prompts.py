"""What a moment asks of the players, found from what their buttons would do."""

import pytest

from cabinet.display.layout.arrange import table_layout
from cabinet.display.layout.boxes import Need
from cabinet.display.table.messages import Prompt, prompt_for
from cabinet.display.table.view_state import EventFeed, ViewState
from cabinet.display.theme import Theme
from tests.cabinet.pictures.samples import Sample, samples
from tests.cabinet.pictures.samples_race import Stage, many_samples, race_samples, staged

HINT = "table.slap_hint"


def moment_of(sample: Sample) -> ViewState:
    return ViewState(sample.table, sample.keys, table_layout((480, 320)), {}, EventFeed(Theme().motion), 0, 0)


@pytest.mark.parametrize(
    ("name", "ask"),
    [
        ("twins", Prompt("table.call", "table.call_hint")),
        ("shout_claim", Prompt("table.call", "table.call_hint")),
        ("slap_smaller", Prompt("table.slap", HINT)),
        ("ghost", Prompt("table.slap", HINT)),
        ("slam", Prompt("table.slam", "table.slam_hint")),
        ("spits_alone", Prompt("table.spits", HINT, 1)),
        ("wrong_number", Prompt("table.chooses", HINT, 0)),
        ("number_slap", None),
        ("looking_under", None),
        ("play", None),
        ("stuck", None),
        ("draw", Prompt("table.draw", "table.draw_hint")),
    ],
)
def test_it_is_said_who_may_do_what(name: str, ask: Prompt | None) -> None:
    assert prompt_for(moment_of({**samples(), **race_samples()}[name]), HINT) == ask


def test_after_the_last_card_of_speed_both_are_asked_to_be_first() -> None:
    screen = staged(Stage("speed", {"finish": "slap"}), {"seat1.hand1": "7D"}, phase="slap", finisher=0)
    assert [keys[7].label for keys in screen.keys] == ["speed", "catch"]
    sample = Sample(screen.table, screen.keys)
    assert prompt_for(moment_of(sample), HINT) == Prompt("table.call", "table.call_hint")


def test_all_who_are_stuck_are_asked_to_say_so_until_the_cards_turn() -> None:
    sample = samples()["stuck"]
    shown = moment_of(sample)
    waiting = ViewState(
        type(sample.table)(sample.table.zones, {**sample.table.scalars, "turn_at": 0}),
        shown.keys,
        shown.layout,
        {},
        shown.feed,
        0,
        0,
    )
    assert (prompt_for(shown, HINT), prompt_for(waiting, HINT)) == (None, Prompt("table.stuck", "table.stuck_hint"))


@pytest.mark.parametrize(
    ("name", "ask"),
    [
        ("speed_four", None),
        ("spit_four", Prompt("table.stuck", "table.stuck_hint_many")),
        ("spit_four_choosing", Prompt("table.chooses", "table.aim_hint", 1)),
    ],
)
def test_among_three_and_four_it_is_said_too(name: str, ask: Prompt | None) -> None:
    sample = many_samples()[name]
    layout = table_layout((480, 320), need=Need(seats=sample.seats, piles=sample.seats))
    assert prompt_for(ViewState(sample.table, sample.keys, layout, {}, EventFeed(Theme().motion), 0, 0), HINT) == ask
