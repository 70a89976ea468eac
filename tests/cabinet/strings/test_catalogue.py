"""The catalogue of words: everything that is asked for is there, and nothing stands there for nobody."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from cabinet.config.schema import Config
from cabinet.games.presentation import presentation_of
from cabinet.strings.catalogue import SHARED, catalogue, word
from engine.bots import LEVELS
from engine.game import Outcome
from engine.games import GAMES
from engine.panel import BUTTONS, CARDS
from engine.setup import SEAT_NAMES

LITERAL = re.compile(r"[\"']([a-z_]+(?:\.[A-Za-z0-9_:]+)*)[\"']")
MADE_BY_THE_ENGINE = {
    "label": re.compile(r"Meaning\(\s*\"([a-z_]+)\"|label = \"([a-z_]+)\""),
    "say": re.compile(r"\.say\([^,]+, \"([a-z_]+)\"\)|shout = \"([a-z_]+)\""),
    "foul": re.compile(r"\.foul\([^,]+, \"([a-z_]+)\"\)|foul=\"([a-z_]+)\""),
}
"""How the engine's sources give keys of each group."""
LOOKED_UP = (
    *("config.", "label.", "say.", "foul.", "why.", "reason.", "game.", "preset.", "opponent.", "button."),
    *("seat.", "sign.", "language.", "form.", "pause.", "table.", "simulate.", "setting.", "value.", "audit."),
    *("plan.", "error.result."),
    *("month.", "records.", "lamps.", "evening.stage.", "evening.stake.", "evening.why."),
    *("evening.rule.", "evening.tree.", "evening.tie_break."),
    *("number.", "format.", "kind.", "tonight.option.", "verify.head.", "doctor.engine.", "shown.why."),
    *("store.remedy.", "doctor.disk.", "assign.", "wiring.device.", "topic."),
    *("people.", "length.", "output.", "lamp_test.", "test_view.", "finding.", "check."),
    *("certify.claim.", "certify.column.", "certify.figures.", "certify.kind."),
    *("certify.clock.", "certify.traced."),
    *("card.toml.", "card.takes.", "card.locale", "card.wlan", "card.ssh", "cli.card.", "cli.group."),
    *("machine.error.", "stick.fault.", "clock."),
)
"""Groups whose members are looked up by names made elsewhere."""


def sources(repository: Path, folder: str) -> Iterator[str]:
    for path in sorted((repository / folder).rglob("*.py")):
        if path.parent.name != "strings":
            yield path.read_text(encoding="utf-8")


def given_by_the_engine(repository: Path, group: str) -> set[str]:
    """The keys of a group that stand in the engine's sources."""
    if group == "reason":  # reasons are handed round before an outcome has them; its docstring lists all
        told = re.search(r"the reason \((.*?)\)", Outcome.__doc__ or "", re.DOTALL)
        return set(re.findall(r"``([a-z]+)``", told[1] if told else ""))
    found = [match for text in sources(repository, "engine") for match in MADE_BY_THE_ENGINE[group].finditer(text)]
    return {next(filter(None, match.groups())) for match in found}


def test_a_text_takes_what_varies() -> None:
    assert word("result.won", seat="AMBER") == "AMBER WINS"


def test_a_key_that_is_not_there_is_a_bug() -> None:
    with pytest.raises(KeyError):
        word("no.such.key")


def test_every_key_that_the_program_asks_for_is_there(repository: Path) -> None:
    asked = re.compile(r"\b(?:word|_line|said)\((?:self\._words, )?\"([A-Za-z_.:]+)\"")
    keys = {key for text in sources(repository, "cabinet") for key in asked.findall(text)}
    assert len(keys) > 40
    assert keys - catalogue().keys() == set()


@pytest.mark.parametrize("group", ["label", "say", "foul", "reason"])
def test_every_key_that_the_engine_gives_has_its_word(repository: Path, group: str) -> None:
    given = given_by_the_engine(repository, group)
    assert given
    assert {name for name in given if f"{group}.{name}" not in catalogue()} == set()


def test_every_game_preset_and_bot_has_its_words() -> None:
    wanted = {f"game.{game.info.id}" for game in GAMES}
    wanted |= {f"preset.{preset.name}" for game in GAMES for preset in game.info.presets}
    wanted |= {f"opponent.bot:{bot.name}" for bot in LEVELS}
    assert {key for each in wanted for key in (each, f"{each}.line")} - catalogue().keys() == set()


def test_no_key_stands_in_two_places() -> None:
    keys = [*SHARED, *(key for game in GAMES for key in presentation_of(game.info.id).words)]
    assert len(keys) == len(set(keys))


def test_every_seat_has_the_name_that_logs_give_it() -> None:
    assert tuple(word(f"seat.{seat}") for seat in range(len(SEAT_NAMES))) == SEAT_NAMES


def test_every_setting_is_explained() -> None:
    def keys(section: msgspec.Struct, above: str) -> Iterator[str]:
        for name in section.__struct_encode_fields__:
            value = getattr(section, name.lower() if name.isupper() else name)
            key = f"{above}.{name}"
            yield from keys(value, key) if isinstance(value, msgspec.Struct) else [key]

    buttons = {f"config.button.{button}" for button in BUTTONS}
    settings = {key for key in keys(Config(), "config") if not key.rpartition(".")[2].isupper()}
    assert (settings | buttons) - catalogue().keys() == set()


def test_no_word_stands_there_for_nobody(repository: Path) -> None:
    literals = {key for text in sources(repository, "cabinet") for key in LITERAL.findall(text)}
    idle = {key for key in catalogue() if key not in literals and not key.startswith(LOOKED_UP)}
    assert idle == set()


@pytest.mark.parametrize("group", ["label", "say", "foul", "reason"])
def test_no_word_is_kept_for_what_the_engine_never_gives(repository: Path, group: str) -> None:
    engine = "".join(sources(repository, "engine"))
    names = {key.partition(".")[2].removesuffix(".short") for key in catalogue() if key.startswith(f"{group}.")}
    made = {name for name in names if f'"{name}"' in engine or f'f"{name.partition("_")[0]}_{{' in engine}
    assert names - made - given_by_the_engine(repository, group) == set()


def test_texts_are_clean() -> None:
    for key, text in catalogue().items():
        assert text, key
        assert text.isprintable() or "\n" in text, key


def test_card_buttons_are_numbered_in_their_order() -> None:
    assert [word(f"button.{card}") for card in CARDS] == ["1", "2", "3", "4", "5"]
