"""Every bot is found by the name that logs and menus use."""

import pytest

from engine.bots import BOTS, LEVELS, find_brain
from engine.errors import EngineError, UnknownBot


def test_the_bots_that_people_meet_come_slowest_first() -> None:
    assert [bot.name for bot in LEVELS] == ["slow", "middling", "fast"]


@pytest.mark.parametrize("name", [bot.name for bot in BOTS])
def test_a_bot_is_found_by_its_seats_player_and_by_its_name(name: str) -> None:
    assert find_brain(f"bot:{name}") is find_brain(name)
    assert find_brain(name).name == name


def test_an_unknown_bot_is_an_error_that_names_the_nearest_and_all() -> None:
    with pytest.raises(UnknownBot, match=r"no bot is called fats; did you mean fast\? .*slow, middling, fast"):
        find_brain("bot:fats")
    assert issubclass(UnknownBot, EngineError)
