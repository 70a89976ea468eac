"""Answers become tables: no line is lost or given twice, and what cannot be a table is named."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cabinet.config.check import doubled
from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Board, Config, Input
from cabinet.input.assigning import PLACES
from cabinet.input.inputs import panel_map
from cabinet.input.rewiring import Place, Wire, rewired, silent_lines, table_in, with_answers
from cabinet.input.sources import board_map, header_map, key_map
from cabinet.service.settings import overlaid
from cabinet.store.ledger import EXCHANGED, KEYS, LINES, PINS, RELEASE_MS, Setting
from hardware.source import Line

OWN: Mapping[Place, int] = {place: int(line) for line, place in panel_map(Input().pins).items()}
FREE = (12, 13)
"""Pins of the header that no button has."""


def config_with(settings: Mapping[str, Setting], wiring: Input | None = None) -> Input:
    """The configuration's input under settings, all of which are valid."""
    loaded, strange = overlaid(LoadedConfig(Config(input=wiring or Input()), None, ""), settings)
    assert not strange
    return loaded.config.input


@st.composite
def answers(
    draw: st.DrawFn, source: str = "gpio", lines: tuple[Line, ...] = (*OWN.values(), *FREE)
) -> dict[Place, Wire]:
    """Some of the sixteen buttons, each on a line of its own."""
    places = draw(st.lists(st.sampled_from(PLACES), unique=True))
    order = draw(st.permutations(lines))
    return {place: Wire(source, line) for place, line in zip(places, order, strict=False)}


@given(answers(), st.booleans())
def test_every_answer_is_in_force_and_no_pin_has_two_buttons(pressed: dict[Place, Wire], is_exchanged: bool) -> None:
    before = replace(Input(), exchanged=is_exchanged)
    found = rewired(before, pressed)
    after = config_with(found.settings, before)
    assert not found.unkept
    assert not doubled(after)
    on = {place: line for line, place in header_map(after).items()}
    assert len(on) == len(PLACES)
    assert {place: on[place] for place in pressed} == {place: wire.line for place, wire in pressed.items()}
    was = {place: line for line, place in header_map(before).items()}
    given_lines = {wire.line for wire in pressed.values()}
    assert all(on[place] == line for place, line in was.items() if place not in pressed and line not in given_lines)


@given(answers("board", tuple(range(16))))
def test_a_board_is_put_right_by_its_own_panels(pressed: dict[Place, Wire]) -> None:
    before = replace(Input(), board=Board(seats=(1, 0)))
    after = config_with(rewired(before, pressed).settings, before)
    on = {place: line for line, place in board_map(after, after.board.seats).items()}
    assert all(on[place] == wire.line for place, wire in pressed.items())


def test_a_key_is_put_right_by_its_name() -> None:
    before = Input(service_key="f1")
    found = rewired(before, {(0, "CARD1"): Wire("keyboard", "q"), (0, "CARD2"): Wire("keyboard", "a")})
    keys = key_map(config_with(found.settings, before))
    assert (keys["q"], keys["a"], keys["f1"][1]) == ((0, "CARD1"), (0, "CARD2"), "SERVICE")


def test_the_operators_own_pin_or_key_cannot_be_a_players() -> None:
    """It does not reach the page; a setting that says so is refused, and the file's table stays."""
    text = rewired(Input(), {(0, "CARD1"): Wire("gpio", 12)}).settings[PINS]
    loaded, strange = overlaid(LoadedConfig(Config(input=Input(service_pin=12)), None, ""), {PINS: text})
    assert (strange, loaded.config.input.pins) == ([PINS], Input().pins)


def test_what_two_boards_answer_differently_is_named_and_not_kept() -> None:
    config = Input(board=Board(id="a", seats=(0, -1)), board2=Board(id="b", seats=(1, -1)))
    found = rewired(
        config, {(0, "LEFT"): Wire("board", 3), (1, "LEFT"): Wire("board2", 5), (1, "RIGHT"): Wire("board", 1)}
    )
    assert found.unkept == ((1, "RIGHT"), (1, "LEFT"))
    assert board_map(config_with(found.settings, config), (0, -1))[3] == (0, "LEFT")


def test_lines_that_nothing_answered_on_are_named_for_the_sources_that_answered() -> None:
    pressed = {place: Wire("gpio", line) for place, line in OWN.items() if place != (1, "CARD3")}
    assert list(silent_lines(Input(), pressed)) == [Wire("gpio", OWN[1, "CARD3"])]
    assert not list(silent_lines(Input(), {}))


@given(st.dictionaries(st.sampled_from(PLACES), st.sampled_from(tuple(OWN.values()))))
def test_two_buttons_on_one_wire_keep_all_places(pressed: dict[Place, int]) -> None:
    """`Assigning` refuses the second; a table would have both, and is refused as a setting."""
    once = {line: place for place, line in pressed.items()}
    after = with_answers(OWN, {place: line for line, place in once.items()})
    assert sorted(after.values()) == sorted(OWN.values())


@pytest.mark.parametrize("name", [PINS, LINES, KEYS])
@given(text=st.text() | st.just("[" * 100_000) | st.just('{"seat0":{"CARD1":99}}'))
def test_a_strange_table_is_none(name: str, text: str) -> None:
    found = table_in(name, text)
    assert found is None or text.strip() == "{}"
    assert overlaid(LoadedConfig(Config(), None, ""), {name: text})[0].config.input == Input()


def test_no_wait_is_shorter_than_fairness_needs() -> None:
    for value, stands in ((11, False), (12, True), (40, True), (41, False), ("12", False), (True, False)):
        assert (overlaid(LoadedConfig(Config(), None, ""), {RELEASE_MS: value})[1] == []) is stands, value


def test_exchanged_seats_are_those_of_every_source() -> None:
    after = config_with({EXCHANGED: True})
    assert header_map(after)[OWN[0, "CARD1"]] == (1, "CARD1")
    assert board_map(after, (0, 1))[0] == (1, "CARD1")
    assert key_map(after)["a"] == (1, "CARD1")
