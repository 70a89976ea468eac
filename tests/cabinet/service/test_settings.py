"""What is set at the cabinet lies over the configuration, and what is no setting changes nothing."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.config.file import LoadedConfig, parse_config, with_card
from cabinet.config.offers import check_rules
from cabinet.config.schema import Config
from cabinet.config.toml import leaves, value_at
from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.scenes.title import Title
from cabinet.service.settings import KNOBS, Knob, card_overridden, overlaid, overridden_keys, turned_value
from cabinet.store.ledger import Setting
from cabinet.strings.catalogue import word
from engine.games import GAMES
from tests.cabinet.pictures.studio import SIZES

DEFAULTS = LoadedConfig(Config(), None, "")
BY_NAME = {knob.name: knob for knob in KNOBS}


@pytest.mark.parametrize("knob", KNOBS, ids=lambda knob: knob.name)
def test_every_value_of_every_setting_makes_a_configuration_that_games_take(knob: Knob) -> None:
    one = BY_NAME[knob.name]
    for value in one.values:
        loaded, strange = overlaid(DEFAULTS, {one.name: value})
        assert one.read(loaded.config) == value
        assert strange == []
        check_rules(loaded)


def test_what_is_not_set_stays_as_the_file_has_it() -> None:
    file = LoadedConfig(parse_config("[sound]\nvolume = 33\n[options.speed]\njokers = true\n"), None, "")
    loaded, _ = overlaid(file, {"reduced_motion": True, "cards_seen": "peek"})
    assert loaded.config.sound.volume == 33
    assert loaded.config.options["speed"] == {"jokers": True, "cards_seen": "peek"}
    assert {game.info.id for game in GAMES} <= set(loaded.config.options)


@given(st.dictionaries(st.sampled_from([*BY_NAME, "colour"]), st.booleans() | st.integers() | st.text(max_size=6)))
def test_whatever_stands_in_the_database_the_configuration_is_one(settings: dict[str, Setting]) -> None:
    loaded, strange = overlaid(DEFAULTS, settings)
    check_rules(loaded)
    kept = set(settings) - set(strange)
    assert all(BY_NAME[name].read(loaded.config) == settings[name] for name in kept)
    assert "colour" not in kept


@pytest.mark.parametrize("knob", KNOBS, ids=lambda knob: knob.name)
def test_a_setting_names_the_keys_that_it_overrides(knob: Knob) -> None:
    before = msgspec.to_builtins(overlaid(DEFAULTS, {knob.name: knob.values[0]})[0].config)
    after = msgspec.to_builtins(overlaid(DEFAULTS, {knob.name: knob.values[-1]})[0].config)
    assert {key for key in leaves(after) if value_at(before, key) != value_at(after, key)} == set(knob.keys)
    assert overridden_keys({knob.name: knob.values[0]}) == dict.fromkeys(knob.keys, knob.values[0])
    assert overridden_keys({knob.name: "nonsense"}) == {}


CARD = with_card(DEFAULTS, 'sound.volume = 40\ndisplay.large = true\ndisplay.layout = "beside"\n')


def test_the_operators_page_goes_before_the_cards_file_and_says_so_where_the_card_has_just_changed() -> None:
    settings: dict[str, Setting] = {"volume": 70, "large": True, "layout": "facing"}
    assert overlaid(CARD, settings)[0].config.sound.volume == 70
    notice = card_overridden(CARD, ["sound.volume", "display.large"], settings)
    assert notice.startswith("photofinish.toml has sound.volume = 40; the operator's page has 70, and goes first")
    assert card_overridden(CARD, ["sound.volume", "display.layout"], settings).startswith("2 settings of")
    assert card_overridden(CARD, [], settings) == card_overridden(CARD, ["sound.volume"], {}) == ""


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_the_title_says_of_the_card_fits_its_two_lines(size: tuple[int, int]) -> None:
    toolkit = Toolkit(Theme(), Fonts(), size)
    told = [
        word("card.overridden", name="options.speed_uno.cards_seen", given='"open"', set='"peek"'),
        word("card.overridden_all", count=12),
        word("card.taken", count=200),
    ]
    for notice in told:
        assert len(toolkit.rows(notice, 12, Title(toolkit, None).page.w)) <= 2
    longest = word("store.aside", name="photofinish.db.damaged-2026-11-21T18-30-05")
    narrow = toolkit.rows(longest, 1, Title(toolkit, None).page.w, "title")
    assert len(narrow) <= 2, "the face of titles has room for it where that for reading has not"


def test_one_is_not_true() -> None:
    assert overlaid(DEFAULTS, {"reduced_motion": 1})[1] == ["reduced_motion"]


@pytest.mark.parametrize(("step", "values"), [(1, [10, 40, 100, 100]), (-1, [0, 30, 90, 90])])
def test_volume_goes_by_tens_and_ends_at_silence_and_at_its_loudest(step: int, values: list[int]) -> None:
    volume = BY_NAME["volume"]
    configs = [parse_config(f"[sound]\nvolume = {value}\n") for value in (0, 33, 95, 100)]
    assert [turned_value(volume, config, step) for config in configs] == values


def test_switches_go_round_and_a_rule_that_is_not_set_begins() -> None:
    config = Config()
    assert turned_value(BY_NAME["layout"], config, 1) == "beside"
    assert turned_value(BY_NAME["reduced_motion"], config, -1) is True
    assert turned_value(BY_NAME["cards_seen"], config, 1) == "open"
    assert turned_value(BY_NAME["cards_seen"], config, -1) == "peek"
    loaded, _ = overlaid(DEFAULTS, {"cards_seen": "peek"})
    assert turned_value(BY_NAME["cards_seen"], loaded.config, 1) == "open"
