"""Games of a party share what is alike: one more preset, or one more match, costs next to no memory (decision 0129)."""

from contextlib import suppress

import pytest

from engine.errors import OptionError
from engine.game import Game
from engine.games import GAMES, find_preset, set_up
from engine.options import Preset, values_of
from engine.panel import by_card

PRESETS = [pytest.param(game, preset, id=preset.name) for game in GAMES for preset in game.info.presets]


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_who_asks_for_the_same_gets_the_same_game(game: type[Game], preset: Preset) -> None:
    by_name = set_up(game.info.id, {}, preset.name, preset.seats)
    assert set_up(game.info.id, preset.options, seats=preset.seats) is by_name
    assert set_up(game.info.id, values_of(by_name.options), seats=preset.seats) is by_name


def test_true_is_not_taken_for_one() -> None:
    options = find_preset(GAMES[0], "classic_spit").options
    assert set_up("spit", dict(options)) is set_up("spit", {}, "classic_spit")
    with pytest.raises(ValueError, match="length"):
        set_up("spit", {"length": True})


def test_presets_of_one_deck_share_their_commands() -> None:
    set_up("spit", {}, "classic_spit")
    before = by_card.cache_info().misses
    for preset in ("slap_spit", "ghost_spit", "reverse_spit", "running_spit"):
        set_up("spit", {}, preset)
    set_up("mod_spit", {}, "mod_spit")
    assert by_card.cache_info().misses == before


def test_the_commands_of_every_preset_are_kept() -> None:
    by_card.cache_clear()
    for game in GAMES:
        least, most = game.info.seats
        for preset in game.info.presets:
            for seats in range(least, most + 1):
                with suppress(OptionError):  # a preset may be for fewer seats than its game
                    set_up(game.info.id, preset.options, seats=seats)
    kept = by_card.cache_info()
    assert kept.maxsize is not None
    assert kept.misses == kept.currsize < kept.maxsize
