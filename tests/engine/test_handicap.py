"""GEN-12: a handicap is an option of a match, with a number for each seat, in the games that have one."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.match.simulate import play_bots
from engine.bots import find_brain
from engine.errors import Divergence, LogError, OptionError
from engine.games import GAMES, find_game, set_up
from engine.handicap import handicap_of, is_handicapped
from engine.log import header, read, text_of
from engine.log_replay import verify
from engine.options import values_of
from engine.setup import Setup, seats_of

HAVE_ONE = ("spit", "mod_spit", "speed")
BOTS = seats_of("bot:middling", "bot:fast")


def log_of(game: str, handicap: tuple[int, ...], seed: int = 3) -> str:
    """The log of a match of two bots."""
    setup = Setup(game, {"handicap": handicap, "caps": (60, 60)}, BOTS, seed)
    brains = {seat: find_brain(info.player) for seat, info in enumerate(setup.seats)}
    return f"{header(setup)}\n{text_of(play_bots(setup, brains).final())}"


@pytest.mark.parametrize("game", HAVE_ONE)
@pytest.mark.parametrize("even", [(), (0, 0), [0, 0, 0]])
def test_gen_12_no_handicap_is_no_word_in_the_header(game: str, even: Any) -> None:
    assert header(Setup(game, {"handicap": even})) == header(Setup(game))
    assert "handicap" not in header(Setup(game))
    assert not is_handicapped(values_of(set_up(game, {"handicap": even}).options))


@pytest.mark.parametrize("game", HAVE_ONE)
def test_gen_12_the_header_has_a_number_for_each_seat_and_reads_back(game: str) -> None:
    first = header(Setup(game, {"handicap": [0, 2]}))
    assert '"handicap":[0,2]' in first
    again = read(f"{first}\n".encode()).setup
    assert header(again) == first
    assert is_handicapped(again.options)


@pytest.mark.parametrize("game", [game.info.id for game in GAMES if game.info.id not in HAVE_ONE])
def test_gen_12_games_that_have_none_refuse_it_by_name(game: str) -> None:
    assert "handicap" not in [option.name for option in find_game(game).info.all_options()]
    with pytest.raises(OptionError, match=f"^option handicap: {game} has none; leave it out$"):
        set_up(game, {"handicap": (1, 0)})


@pytest.mark.parametrize(
    ("given", "seats", "message"),
    [
        ((1, 1), 2, "at least one of them 0"),
        ((-1, 0), 2, "0 to 20"),
        ((21, 0), 2, "0 to 20"),
        ((True, 0), 2, "0 to 20"),
        ("4,0", 2, "a whole number for each seat"),
        (4, 2, "a whole number for each seat"),
        ((4, 0, 0), 2, "takes 2 numbers, one for each seat"),
        ((4, 0), 3, "takes 3 numbers, one for each seat"),
    ],
)
def test_gen_10_another_handicap_is_refused_with_what_it_takes(given: Any, seats: int, message: str) -> None:
    with pytest.raises(OptionError, match="option handicap = ") as refused:
        set_up("spit", {"handicap": given}, seats=seats)
    assert message in str(refused.value)


@given(numbers=st.lists(st.integers(0, 20), max_size=4), seats=st.integers(2, 4))
def test_gen_10_any_numbers_make_a_match_or_one_message(numbers: list[int], seats: int) -> None:
    try:
        options = set_up("spit", {"handicap": numbers, "packs": 2}, seats=seats).options
    except OptionError as refused:
        assert "handicap = " in str(refused) and "\n" not in str(refused)
    else:
        assert options.handicap == (tuple(numbers) if any(numbers) else ())


def test_a_handicap_for_one_seat_is_an_option_to_set_a_match_up_by() -> None:
    assert handicap_of(2, 1, 4) == {"handicap": (0, 4)}
    assert handicap_of(4, 0, 3) == {"handicap": (3, 0, 0, 0)}
    assert handicap_of(2, 0, 0) == {}
    assert is_handicapped(handicap_of(2, 0, 1)) and not is_handicapped(handicap_of(2, 0, 0))


@pytest.mark.parametrize("game", HAVE_ONE)
def test_gen_12_a_log_with_a_handicap_is_verified_and_another_handicap_found(game: str) -> None:
    log = log_of(game, (2, 0))
    verify(read(log.encode()))
    for other in ("[0,2]", "[1,0]"):
        with pytest.raises(Divergence):
            verify(read(log.replace("[2,0]", other, 1).encode()))
    for wrong in ("[2,1]", "[2]", "[2,0,0]", '"2,0"', "[2.0,0]"):
        with pytest.raises(LogError, match=r"^line 1.*handicap"):
            read(log.replace("[2,0]", wrong, 1).encode())
