"""Presets: what the menu offers, the operator's own among them, and what a mistake in one is answered with."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from cabinet.cli import main
from cabinet.config import schema
from cabinet.config.faults import ConfigError
from cabinet.config.file import LoadedConfig, parse_config
from cabinet.config.offers import (
    check_rules,
    each_on_offer,
    find_offer,
    is_any_on_own_screens,
    offers,
    two_lines,
)
from cabinet.config.schema import Config, Display, OwnPreset
from cabinet.match.factory import MatchFactory
from cabinet.match.request import MatchRequest
from cabinet.offscreen import ignore
from cabinet.strings.language import Language, LanguageCode, in_use
from engine.errors import UnknownGame
from engine.games import GAMES, _made, _taken, find_game, set_up
from engine.games.mod_spit.rules import SEQUENCES
from engine.log import header, read_header
from engine.match import Match
from engine.options import handicap_of, is_handicapped, values_of

JOKERS = OwnPreset("Joker night", "speed", "Jokers go on anything.", options={"jokers": True, "best_of": 5})
OWN = """
[options.speed]
best_of = 7
doubles = true

[[presets]]
name = "Joker night"
game = "speed"
description = "Jokers go on anything."
options = {jokers = true, best_of = 5}
"""


def loaded(text: str) -> LoadedConfig:
    return LoadedConfig(parse_config(text), Path("own.toml"), text)


@pytest.fixture
def factory(tmp_path: Path) -> Callable[[str], MatchFactory]:
    return lambda text: MatchFactory(loaded(text), tmp_path, 1)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.info.id))
def test_a_games_presets_come_first_with_their_words_and_seats(game: type) -> None:
    there = offers(game, Config())
    presets = game.info.presets  # type: ignore[attr-defined]  # a game class, by the tuple
    assert [offer.name for offer in there] == [preset.name for preset in presets]
    assert [offer.seats for offer in there] == [preset.seats for preset in presets]
    assert all(offer.title and offer.line and not offer.is_own for offer in there)


def test_an_own_preset_stands_behind_them_with_what_the_operator_wrote() -> None:
    own = offers(find_game("speed"), Config(presets=(JOKERS,)))[-1]
    assert (own.name, own.title, own.line, own.is_own) == (
        "Joker night",
        "JOKER\nNIGHT",
        "Jokers go on anything.",
        True,
    )
    assert own not in offers(find_game("spit"), Config(presets=(JOKERS,)))


@pytest.mark.parametrize(
    ("match", "told"),
    [
        ('hidden_games = ["spit", "xyzzy"]', 'match.hidden_games: "xyzzy" is none of spit, speed, mod_spit'),
        ('hidden_presets = ["nobody"]', 'match.hidden_presets: "nobody" is none of classic_spit'),
        ('hidden_presets = ["mod_spit", "mod_spit_professor"]', "mod_spit: nothing for two is left to play"),
        (f"hidden_games = {json.dumps([game.info.id for game in GAMES])}", "match.hidden_games: nothing for two is"),
        ('hidden_games = ["speed"]', ""),  # which is the one on offer otherwise
        ('hidden_presets = ["Joker night", "speed"]', ""),
    ],
)
def test_what_the_house_hides_must_be_there_and_leave_something(match: str, told: str) -> None:
    try:
        check_rules(loaded(f"{OWN}[match]\n{match}\n"))
    except ConfigError as problem:
        assert told and told in str(problem)
    else:
        assert not told


def test_a_hidden_game_with_which_an_evening_began_can_be_played_whatever_else_is_hidden() -> None:
    match = 'hidden_games = ["mod_spit"]\nhidden_presets = ["mod_spit", "mod_spit_professor", "speed"]'
    house = loaded(f"[match]\n{match}\n")
    check_rules(house)
    assert [offer.name for offer in each_on_offer(find_game("mod_spit"), house.config)] == [
        *("mod_spit", "mod_spit_professor"),
    ]
    assert "speed" not in {offer.name for offer in each_on_offer(find_game("speed"), house.config)}


def test_house_rules_lie_over_the_games_presets_and_under_the_operators() -> None:
    config = loaded(OWN).config
    assert find_offer(config, "speed", "speed").complete()["best_of"] == 7
    own = find_offer(config, "speed", "Joker night").complete()
    assert (own["best_of"], own["doubles"], own["jokers"]) == (5, True, True)


@pytest.mark.parametrize(
    ("players", "names", "sums"),
    [
        (("person", "person"), (), "first_deal"),
        (("person", "person"), ("MIA", "BEN"), None),
        (("person", "person"), ("MIA", ""), "first_deal"),
        (("person", "bot:slow"), ("MIA", ""), "shown"),
        (("person", "bot:middling"), ("", ""), "first_deal"),
        (("bot:fast", "bot:middling"), (), None),
    ],
)
def test_mod_spit_teaches_guests_its_sum_and_who_plays_an_easy_bot(
    factory: Callable[[str], MatchFactory], players: tuple[str, ...], names: tuple[str, ...], sums: str | None
) -> None:
    made = factory("")
    assert made.setup(MatchRequest("mod_spit", "", players, names=names)).options.get("sums") == sums
    assert "sums" not in made.setup(MatchRequest("spit", "", players, names=names)).options
    house = factory('[options.mod_spit]\nsums = "shown"\n')
    assert house.setup(MatchRequest("mod_spit", "", players, names=names)).options["sums"] == "shown"


def test_a_preset_that_the_house_rules_make_impossible_is_not_offered() -> None:
    there = [offer.name for offer in offers(find_game("spit"), Config(options={"spit": {"reverse": True}}))]
    assert "classic_spit" in there
    assert "ghost_spit" not in there


def test_only_an_offer_that_can_be_played_takes_a_screen_a_seat() -> None:
    jokers = OwnPreset("Joker night", "speed", options={"cards_seen": "own_screen"})
    impossible = OwnPreset("Four of a suit", "speed", seats=4, options={"cards_seen": "own_screen", "finish": "slap"})
    assert not is_any_on_own_screens(Config())
    each = Config(display=Display(own_screens=True))
    assert {offer.complete()["cards_seen"] for game in GAMES for offer in offers(game, each)} == {"own_screen"}
    assert is_any_on_own_screens(each)
    assert is_any_on_own_screens(Config(presets=(jokers,)))
    assert not is_any_on_own_screens(Config(presets=(impossible,)))


def test_the_first_frame_waits_for_no_game_that_it_does_not_show_and_the_warm_up_makes_them_all(
    factory: Callable[[str], MatchFactory],
) -> None:
    _made.cache_clear()
    _taken.cache_clear()
    house = factory('[match]\ngame = "spit"\n')
    house.screens()
    assert _made.cache_info().misses == 1
    for call in house.warm_up():
        call()
    made = _made.cache_info().misses
    for game in GAMES:
        tuple(house.each_on_offer(game))
    assert _made.cache_info().misses == made > len(GAMES)


def test_who_asks_for_a_preset_that_is_not_there_is_told_the_nearest() -> None:
    with pytest.raises(UnknownGame, match=r"speed has no preset joker night; did you mean Joker night\? There are: "):
        find_offer(Config(presets=(JOKERS,)), "speed", "joker night")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[[presets]]\nname = 'A'\ngame = 'speed'\n[presets.options]\njokers = 2",
            "own.toml:5: presets.1.options.jokers: is 2; it takes true or false",
        ),
        (
            "[[presets]]\nname = 'A'\ngame = 'speed'\noptions.joker = true",
            "own.toml:4: presets.1.options.joker: there is no such key; did you mean jokers?",
        ),
        (
            "[[presets]]\nname = 'A'\ngame = 'sped'",
            "own.toml:3: presets.1.game: no game is called sped; did you mean speed? There are: ",
        ),
        (
            "[[presets]]\nname = 'A'\ngame = 'spit'\n[[presets]]\nname = 'A'\ngame = 'speed'",
            'own.toml:5: presets.2.name: is "A", and so is a preset of spit; every preset needs a name of its own',
        ),
        (
            "[[presets]]\nname = 'speed'\ngame = 'spit'",
            'own.toml:2: presets.1.name: is "speed", and so is a preset of speed',
        ),
        (
            "[[presets]]\nname = ' A'\ngame = 'spit'",
            'own.toml:2: presets.1.name: is " A"; it takes text that can be printed, without spaces at its ends',
        ),
        (
            "[[presets]]\nname = 'A'\ngame = 'mod_spit'\nseats = 1",
            "own.toml:4: presets.1.seats: is 1; it takes a whole number from 2 to",
        ),
        (
            "[[presets]]\nname = 'A'\ngame = 'mod_spit'\noptions = {rule = 'custom'}",
            "own.toml:4: presets.1.options: options rule = custom and custom_rules belong together",
        ),
        (
            "[[presets]]\nname = 'A'\ngame = 'mod_spit'\noptions = {rule = 'custom', custom_rules = ['prime', 'odd']}",
            'own.toml:4: presets.1.options.custom_rules: is ["prime", "odd"]; it takes 13 rules',
        ),
        (
            "[options.spit]\nghost = true\n[[presets]]\nname = 'A'\ngame = 'spit'\noptions.reverse = true",
            "own.toml:6: presets.1.options: options reverse = true and ghost = true exclude each other",
        ),
        (
            "[options.speed]\nhand_size = 6\njokers = 'no'",
            "own.toml:2: options.speed.hand_size: is 6; it takes 5 | 4\n"
            'own.toml:3: options.speed.jokers: is "no"; it takes true or false',
        ),
        (
            "[options.speah]\nhandicap = [1, 0]",
            "own.toml:2: options.speah.handicap: speah has none; leave it out",
        ),
        (
            "[options.spit]\nhandicap = [1, 1]",
            "own.toml:2: options.spit.handicap: is [1, 1]; it takes a whole number for each seat, 0 to 20, at least",
        ),
        ("[match]\npreset = 'fast'", "own.toml:2: match.preset: speed has no preset fast"),
    ],
)
def test_a_mistake_is_told_with_file_line_key_and_what_is_taken(text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        check_rules(loaded(text))
    assert str(caught.value).startswith(message)


def test_the_preset_to_begin_with_may_be_an_own_one(factory: Callable[[str], MatchFactory]) -> None:
    of_house = factory(f"{OWN}\n[match]\npreset = 'Joker night'")
    assert of_house.offer(schema.Match(preset="Joker night")).name == "Joker night"


def test_a_log_of_an_own_preset_has_every_option_and_needs_no_configuration(
    factory: Callable[[str], MatchFactory],
) -> None:
    setup = factory(OWN).setup(MatchRequest("speed", "Joker night", ("person", "bot:fast")))
    line = header(setup)
    assert json.loads(line)["preset"] == "Joker night"
    again = read_header(line)
    assert dict(setup.options) == values_of(Match(setup).game.options) == values_of(Match(again).game.options)


def test_a_match_goes_on_by_the_rules_it_began_by(tmp_path: Path, factory: Callable[[str], MatchFactory]) -> None:
    first = factory(OWN)
    session = first.session(MatchRequest("speed", "Joker night", ("bot:fast", "bot:slow")), 0, ignore)
    session.advance(20_000_000_000, 20_000_000_000)
    session.close()
    (log,) = tmp_path.glob("matches/*.jsonl")
    later = factory("")
    request, begin = later.resumed(log)
    assert later.goal(request) == 3
    gone_on = begin(0, ignore)
    assert values_of(gone_on.match.game.options)["jokers"] is True
    gone_on.close()
    assert later.setup(request).options["best_of"] == 5


def test_a_handicap_goes_on_top_of_all_that_a_preset_sets(factory: Callable[[str], MatchFactory]) -> None:
    of_house = factory("")
    even = MatchRequest("spit", "classic_spit", ("person", "person"))
    uneven = replace(even, options={**of_house.rules(even), **handicap_of(2, 1, 6)})
    first = json.loads(header(of_house.setup(uneven)))
    assert (first["preset"], first["options"].pop("handicap")) == ("classic_spit", [0, 6])
    assert first["options"] == json.loads(header(of_house.setup(even)))["options"]
    assert is_handicapped(of_house.rules(uneven)) and not is_handicapped(of_house.rules(even))


def test_mod_spits_custom_rules_come_from_the_configuration() -> None:
    rules = ["0 1", *list(SEQUENCES)[1:]]
    text = f"[[presets]]\nname = 'Ours'\ngame = 'mod_spit'\noptions = {{rule = 'custom', custom_rules = {rules}}}"
    check_rules(loaded(text))
    assert find_offer(loaded(text).config, "mod_spit", "Ours").complete()["custom_rules"] == "; ".join(rules)


# On the command line


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    return str(path)


def test_the_games_command_lists_presets_with_their_lines_and_where_they_come_from(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = ""
    for game in GAMES:
        assert main(["games", game.info.id, "--config", file]) == 0
        told += capsys.readouterr().out
        for offer in offers(game, loaded(OWN).config):
            assert f"    {offer.name} " in told
            assert offer.line in told
    assert f"Jokers go on anything.  (from {file})" in told


def test_simulate_plays_an_own_preset_and_finds_its_game(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--preset", "Joker night", "--games", "1", "--config", file, "--log", str(tmp_path / "logs")]
    assert main(["simulate", *arguments]) == 0
    (log,) = (tmp_path / "logs").glob("*.jsonl")
    first = json.loads(log.read_text(encoding="utf-8").partition("\n")[0])
    assert (first["game"], first["preset"], first["options"]["jokers"]) == ("speed", "Joker night", True)
    assert main(["verify", str(log)]) == 0


def test_simulate_finds_the_game_of_a_built_in_preset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--preset", "ghost_spit", "--games", "1"]) == 0


def test_the_config_command_does_not_call_right_what_a_game_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text("[options.speed]\nhand_size = 9\n", encoding="utf-8")
    assert main(["config", "--config", str(file)]) == 2
    assert f"{file}:2: options.speed.hand_size: is 9; it takes 5 | 4" in capsys.readouterr().err


def test_the_presets_in_the_documents_are_ones(repository: Path) -> None:
    page = (repository / "docs" / "configuration.md").read_text(encoding="utf-8")
    shown = page.partition("## Presets of your own")[2].partition("```toml\n")[2].partition("```")[0]
    check_rules(loaded(shown))
    assert len(loaded(shown).config.presets) == 2


@pytest.mark.parametrize(
    ("name", "lines"),
    [("Quick", "QUICK"), ("Joker night", "JOKER\nNIGHT"), ("The long way home", "THE LONG\nWAY HOME")],
)
def test_a_long_name_is_broken_at_its_middle(name: str, lines: str) -> None:
    assert two_lines(name) == lines


@pytest.mark.parametrize(("best_of", "words"), [(1, "FIRST\nTO ONE"), (3, "FIRST\nTO TWO"), (5, "FIRST\nTO THREE")])
def test_the_name_of_a_games_rules_comes_from_the_options_value(best_of: int, words: str) -> None:
    config = Config(options={"speed": {"best_of": best_of}})
    first = next(MatchFactory(LoadedConfig(config, None, ""), Path(), 4).each_on_offer(find_game("speed")))
    assert first.title == words, "on title, lobby and menu"


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "it", "nl"])
def test_one_of_a_thing_is_one_and_no_two_ways_are_called_the_same(language: LanguageCode) -> None:
    """ONE DEALS; two ways to play Speed to so many points, both with the house's number; to the end with one deal."""
    config = parse_config("[options]\nspit.length = 1\nspeed.target = 10\nspeah.table_cards = 1\n")
    with in_use(Language(language)):
        found = {game.info.id: list(each_on_offer(game, config)) for game in GAMES}
    for game, ways in found.items():
        assert len({way.title for way in ways}) == len(ways), game
    if language == "en":
        (deal,) = [way.title for way in found["spit"] if way.name == "classic_spit"]
        assert deal == "ONE\nDEAL"
        points = [way.title for way in found["speed"] if way.name.startswith("five_card_spit")]
        assert points == ["POINTS\nTO 10"]
        assert "classic_spit_full" not in [way.name for way in found["spit"]]
        (line,) = [way.line for way in found["speah"] if way.name == "speah"]
        assert line.startswith("One card on the table")
        full = parse_config('options.spit.length = "full"')
        assert [way.title for way in each_on_offer(find_game("spit"), full)][:2] == ["TO THE\nEND", "SLAP\nSPIT"]


def test_asked_again_no_way_to_play_makes_its_game_anew(factory: Callable[[str], MatchFactory]) -> None:
    ways = [way for game in GAMES for way in factory("").each_on_offer(game)]
    first = [way.complete() for way in ways]
    _made.cache_clear()
    assert [way.complete() for way in ways] == first
    assert _made.cache_info().misses == 0
    assert first == [values_of(set_up(way.game, way.options, seats=way.seats).options) for way in ways]
