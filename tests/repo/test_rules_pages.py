"""The pages of rules say what the games do: every option and preset as it is, and a test for every numbered rule."""

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import engine.games
from cabinet.config.offers import Offer
from engine.game import Game
from engine.games.mod_spit.rules import SEQUENCES
from engine.options import GameOptions, Option, Value, schema_of, show
from tests.cabinet.pictures.preset_sheets import every_offer, preset_file

PAGES = {
    "general.md": ("GEN", 14),
    "spit.md": ("SPIT", 30),
    "mod-spit.md": ("MOD", 5),
    "speed.md": ("SPEED", 18),
    "speed-uno.md": ("UNO", 14),
    "speahx.md": ("SPX", 14),
}
"""Each page's letters, and how many rules it has: numbers are for ever, so none may go."""
GAMES = {
    "spit": "spit.md",
    "mod_spit": "mod-spit.md",
    "speed": "speed.md",
    "speed_uno": "speed-uno.md",
    "speah": "speahx.md",
}
AS_IN = {"mod-spit.md": "spit.md"}
"""The page that has a page's options which are the same there; this one names them below its table."""
LETTERS = "|".join(letters for letters, _ in PAGES.values())
TESTED = re.compile(rf"^ *def (test_({LETTERS.lower()})_0*(\d+)_\w+)", re.MULTILINE)


def known_games() -> Mapping[str, type[Game]]:
    """Every game that the engine has, in the menu or not."""
    folders = [module.name for module in iter_modules(engine.games.__path__)]
    modules = [import_module(f"engine.games.{name}.game") for name in folders]
    found = [thing for module in modules for thing in vars(module).values() if isinstance(thing, type)]
    return {thing.info.id: thing for thing in found if issubclass(thing, Game) and "info" in vars(thing)}


def page(repository: Path, name: str) -> str:
    return (repository / "docs" / "rules" / name).read_text(encoding="utf-8")


def table(text: str, heading: str) -> list[str]:
    """The rows of the first table below a heading, without its head."""
    below = text.partition(f"\n## {heading}\n")[2]
    rows = re.search(r"(?:^\|.*\n)+", below, re.MULTILINE)
    return rows[0].splitlines()[2:] if rows else []


def taken(option: Option) -> str:
    """What an option takes, as a cell of a page says it."""
    if option.choices and option.choices != (False, True):
        return ", ".join(f"`{show(choice)}`" for choice in option.choices)
    return option.takes()


def row_of(option: Option) -> str:
    """A row of a page but for its last cell, which explains."""
    return f"| `{option.name}` | {show(option.default) or 'none'} | {taken(option)} |"


def settings(options: Mapping[str, Value]) -> str:
    return ", ".join(f"`{name} = {show(value)}`" for name, value in options.items()) or "nothing"


def test_every_game_has_its_page_and_every_page_is_listed(repository: Path) -> None:
    assert set(known_games()) == set(GAMES)
    index = page(repository, "README.md")
    assert {path.name for path in (repository / "docs" / "rules").glob("*.md")} - {"README.md"} == set(PAGES)
    assert [name for name in PAGES if f"({name})" not in index] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_a_game_stands_on_its_page_as_it_is(game: str, repository: Path) -> None:
    text = page(repository, GAMES[game])
    rows = table(text, "Options")
    expected = {option.name: row_of(option) for option in known_games()[game].info.options}
    if base := AS_IN.get(GAMES[game]):
        (line,) = re.findall(rf"^As in \[\w+\]\({base}#options\).*", text, re.MULTILINE)
        there = table(page(repository, base), "Options")
        for name in re.findall(r"`(\w+)`", line):
            assert [row for row in there if row.startswith(expected[name])] != [], f"{name} is not as in {base}"
            del expected[name]
    wanted = [*expected.values()]
    assert [row for row in wanted if not any(line.startswith(row) for line in rows)] == [], "rows to be on the page"
    assert [row for row in rows if not row.startswith(tuple(wanted))] == [], "rows of what the game does not have"


def test_the_options_of_every_game_stand_on_the_general_page(repository: Path) -> None:
    rows = table(page(repository, "general.md"), "Options of every game")
    general = schema_of(GameOptions).every
    assert [row.startswith(row_of(option)) for row, option in zip(rows, general, strict=True)] == [True] * len(general)


@pytest.mark.parametrize("game", GAMES)
def test_every_preset_of_a_game_stands_on_its_page_with_what_it_sets(game: str, repository: Path) -> None:
    rows = table(page(repository, GAMES[game]), "Presets")
    told = [(cells[1].strip(), cells[2].strip(), cells[4].strip()) for cells in (row.split("|") for row in rows)]
    presets = known_games()[game].info.presets
    assert told == [(f"`{preset.name}`", str(preset.seats), settings(preset.options)) for preset in presets]


@pytest.mark.parametrize("offer", every_offer(), ids=lambda offer: offer.name)
def test_every_preset_is_shown_on_the_page_of_its_game(repository: Path, offer: Offer) -> None:
    assert f"../pictures/{preset_file(offer)}" in page(repository, GAMES[offer.game])
    assert (repository / "docs" / "pictures" / preset_file(offer)).is_file()


# Rules


def rules_on(text: str, letters: str) -> list[int]:
    return [int(number) for number in re.findall(rf"^- \*\*{letters}-(\d+)\*\* \S", text, re.MULTILINE)]


def named_after_rules(repository: Path) -> Iterator[tuple[str, int, str]]:
    """Letters, number and name of every test that is named after a rule."""
    for path in sorted((repository / "tests").rglob("test_*.py")):
        for name, letters, number in TESTED.findall(path.read_text(encoding="utf-8")):
            yield letters.upper(), int(number), name


@pytest.mark.parametrize("name", PAGES)
def test_every_rule_stands_on_its_page_in_its_order(name: str, repository: Path) -> None:
    letters, count = PAGES[name]
    assert rules_on(page(repository, name), letters) == list(range(1, count + 1))


@pytest.mark.parametrize("name", PAGES)
def test_every_rule_has_a_test_named_after_it(name: str, repository: Path) -> None:
    letters, _ = PAGES[name]
    tested = {number for group, number, _ in named_after_rules(repository) if group == letters}
    missing = {f"{letters}-{rule}" for rule in rules_on(page(repository, name), letters) if rule not in tested}
    assert missing == set(), f"no test_{letters.lower()}_<number>_… for these"


def test_no_test_is_named_after_a_rule_that_is_not_there(repository: Path) -> None:
    counts = dict(PAGES.values())
    assert [name for letters, number, name in named_after_rules(repository) if not 1 <= number <= counts[letters]] == []


def test_rules_that_are_referred_to_are_there(repository: Path) -> None:
    counts = dict(PAGES.values())
    folder = repository / "docs" / "rules"
    named = {(path.name, *rule) for path in folder.glob("*.md") for rule in _references(path)}
    assert [where for where in named if not 1 <= where[2] <= counts[where[1]]] == []


def _references(path: Path) -> list[tuple[str, int]]:
    found = re.findall(rf"\b({LETTERS})-(\d+)\b", path.read_text(encoding="utf-8"))
    return [(letters, int(number)) for letters, number in found]


@pytest.mark.parametrize("name", [name for name in PAGES if name != "general.md"])
def test_a_game_is_told_in_ten_lines_first_and_with_a_picture(name: str, repository: Path) -> None:
    text = page(repository, name)
    first = text.partition("\n## In ten lines\n")[2].partition("\n## ")[0]
    assert re.findall(r"^(\d+)\. ", first, re.MULTILINE) == [str(number) for number in range(1, 11)]
    assert "](../pictures/howto-" in text.partition("\n## ")[0]


@pytest.mark.parametrize("place", ["docs/rules/speed-uno.md", "README.md"])
def test_uno_is_said_to_be_a_trademark(place: str, repository: Path) -> None:
    told = " ".join((repository / place).read_text(encoding="utf-8").split())
    assert "UNO is a trademark of its owner" in told


def test_the_check_sees_rows_that_are_wrong() -> None:
    text = "## X\n\n## Options\n\n| option | default |\n|---|---|\n| `jokers` | true |\n\n| `not` | this |\n"
    assert table(text, "Options") == ["| `jokers` | true |"]


def test_no_page_names_an_option_or_preset_that_is_not_there(repository: Path) -> None:
    games = known_games()
    options = [option for game in games.values() for option in (*game.info.options, *schema_of(GameOptions).every)]
    known = {option.name for option in options} | {show(choice) for option in options for choice in option.choices}
    known |= set(games) | {preset.name for game in games.values() for preset in game.info.presets} | set(SEQUENCES)
    pages = (repository / "docs" / "rules").glob("*.md")
    named = {(path.name, word) for path in pages for word in _words_of_code(path)}
    assert {word for _, word in named} >= {"quick_play", "keep_tops", "five_card_spit"}
    assert {where for where in named if where[1] not in known} == set()


def _words_of_code(path: Path) -> Iterator[str]:
    """What stands in `spans` as the name of an option, a value or a preset is written."""
    for span in re.findall(r"`([^`\n]+)`", path.read_text(encoding="utf-8")):
        name, _, value = span.partition(" = ")
        yield from (word for word in (name, value) if re.fullmatch(r"[a-z]+(_[a-z]+)+", word) and "test_" not in word)
        if value and re.fullmatch(r"[a-z_]+", name):
            yield name
