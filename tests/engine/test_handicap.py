"""GEN-12: a handicap is an option of a match, with a number for each seat, in the games that have one."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.research.simulate import play_bots
from engine.bots import find_brain
from engine.errors import Divergence, LogError, OptionError
from engine.games import GAMES, find_game, set_up
from engine.log import header, read, text_of
from engine.log_replay import verify
from engine.options import WORTH, extra_cards_for, handicap_of, is_handicapped, values_of
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


# What a handicap is worth


@given(game=st.sampled_from([*HAVE_ONE, "speah"]), shares=st.lists(st.floats(0, 1), min_size=2, max_size=2))
def test_a_larger_lead_never_gets_a_smaller_handicap(game: str, shares: list[float]) -> None:
    less, more = (extra_cards_for(game, share) for share in sorted(shares))
    assert less <= more


@pytest.mark.parametrize("game", HAVE_ONE)
def test_nobody_but_the_stronger_gets_one_and_the_largest_has_a_cap(game: str) -> None:
    assert extra_cards_for(game, 0.5) == extra_cards_for(game, 0.1) == 0
    assert extra_cards_for(game, 1.0) == WORTH[game][-1][0] > 0
    assert [extra_cards_for(game, share) for _, share in WORTH[game]] == [cards for cards, _ in WORTH[game]]
    for cards, _ in WORTH[game]:
        set_up(game, handicap_of(2, 1, cards))


def test_a_game_without_handicaps_offers_none() -> None:
    assert extra_cards_for("speed_uno", 0.99) == extra_cards_for("speah", 0.99) == 0
    assert set(WORTH) == set(HAVE_ONE)


@pytest.mark.parametrize("share", [-0.01, 1.01, float("nan")])
def test_a_share_is_from_0_to_1(share: float) -> None:
    with pytest.raises(ValueError, match="share of matches"):
        extra_cards_for("spit", share)


def rows_of(page: str, heading: str) -> list[list[str]]:
    """The cells of the table under a heading, without its head."""
    below = page.partition(f"\n### {heading}\n")[2].partition("\n#")[0]
    lines = [line for line in below.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


@pytest.mark.parametrize(("game", "heading"), [("spit", "Spit"), ("speed", "Speed"), ("mod_spit", "Mod-Spit")])
def test_the_table_is_that_of_the_page(game: str, heading: str, repository: Path) -> None:
    rows = rows_of((repository / "docs" / "handicaps.md").read_text(encoding="utf-8"), heading)
    measured = {int(cells[0]): 1 - float(cells[1].partition("%")[0]) / 100 for cells in rows if cells[1]}
    assert {cards: measured[cards] for cards, _ in WORTH[game]} == pytest.approx(dict(WORTH[game]))
    offered = {int(cells[0]): cells[-1] for cells in rows if cells[-1]}
    assert set(offered) == {cards for cards, _ in WORTH[game]}
    for cards, share in offered.items():
        least = float(share.removesuffix("%")) / 100
        assert extra_cards_for(game, least + 0.006) >= cards > extra_cards_for(game, least - 0.006)
