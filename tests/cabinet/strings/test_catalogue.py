"""The catalogue of texts, and its translations."""

import re
import threading
from collections.abc import Iterator, Mapping
from itertools import cycle
from pathlib import Path
from string import Formatter
from typing import Final, get_args

import msgspec
import pygame
import pytest
from babel.messages.catalog import Catalog

from cabinet.config.schema import Config
from cabinet.display import page, widgets
from cabinet.display.cards import CardArt
from cabinet.display.layout.boxes import Box
from cabinet.display.table.view_state import ordinal_key
from cabinet.display.theme import Colour, Face, Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.games.presentation import presentation_of
from cabinet.process.slices import Slices
from cabinet.scenes.menu import OPPONENTS
from cabinet.strings.catalogue import SHARED, catalogue, local_number, word
from cabinet.strings.language import ENGLISH, TRANSLATED, Language, LanguageCode, in_use, plural_of, translations_into
from engine.games import GAMES
from engine.panel import BUTTONS, CARDS
from engine.setup import SEAT_NAMES
from tests.cabinet.display.page_faults import faults
from tests.cabinet.pictures import evening_samples
from tests.cabinet.pictures.operator_samples import findings
from tests.cabinet.pictures.scenes import posters
from tests.cabinet.pictures.studio import ARRANGEMENTS, Studio, every_sample
from tools.languages import TEMPLATE, lacking, messages, po_path, po_text, read_translations, renewed, screen_texts

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
    *(
        "live.page.",
        "live.join.",
        "live.dropped.",
        "plan.",
        "error.result.",
        "help.",
        "export.",
        "occasion.",
        "first.",
        "code.by.",
        "coins.fault.",
    ),
    *("month.", "records.", "lamps.", "evening.stage.", "evening.stake.", "evening.why."),
    *("evening.rule.", "evening.tree.", "evening.tie_break."),
    *("number.", "format.", "kind.", "tonight.option.", "verify.head.", "doctor.engine.", "shown.why."),
    *("store.remedy.", "doctor.disk.", "assign.", "wiring.device.", "topic."),
    *("people.", "length.", "output.", "lamp_test.", "test_view.", "finding.", "check."),
    *("certify.claim.", "certify.column.", "certify.figures.", "certify.kind."),
    *("certify.clock.", "certify.traced."),
    *("web.proof.right", "web.proof.unfinished", "web.proof.differs", "web.proof.unreadable", "web.source."),
    *("card.toml.", "card.takes.", "card.locale", "card.wlan", "card.ssh", "cli.card.", "cli.group."),
    *(
        "wifi.kind.",
        "wifi.looking",
        "wifi.joining",
        "wifi.spot",
        "machine.error.",
        "stick.fault.",
        "clock.",
        "occasion.",
        "code.by.",
        "first.",
    ),
)
"""Groups whose members are looked up by names made elsewhere."""


def sources(repository: Path, folder: str, *kinds: str) -> Iterator[str]:
    for path in sorted((repository / folder).rglob("*")):
        if path.suffix in (kinds or (".py",)) and path.parent.name != "strings":
            yield path.read_text(encoding="utf-8")


def given_by_the_engine(repository: Path, group: str) -> set[str]:
    """The keys of a group that stand in the engine's sources."""
    if group == "reason":  # reasons are handed round before an outcome has them; its docstring lists all
        text = (repository / "engine/game.py").read_text(encoding="utf-8")
        told = re.search(r"class Outcome.*?the reason \((.*?)\)", text, re.DOTALL)
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
    wanted |= {f"opponent.{bot}" for bot in OPPONENTS}
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
    pages = [*sources(repository, "web", ".js", ".html"), *sources(repository, "live", ".py", ".html")]
    texts = [*sources(repository, "cabinet"), *sources(repository, "workshop"), *pages]
    literals = {key for text in texts for key in LITERAL.findall(text)}
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


RENEW = "make languages"


def fields(text: str) -> set[str]:
    """The values that a text takes. A preset's can be written in capitals, small or with a capital."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def texts_of(code: LanguageCode) -> Iterator[tuple[str, str, str]]:
    """Each key with the English text and its translation; of plurals each form."""
    for message in messages(read_translations(code)):
        one, *many = forms(message.id)
        for number, text in enumerate(forms(message.string)):
            yield str(message.context), many[0] if number else one, text


def forms(of: object) -> list[str]:
    """The forms of a text: one, or those of a plural, in English two, in French three (un million de cartes)."""
    return [str(each) for each in of] if isinstance(of, tuple | list) else [str(of)]


def test_the_template_is_what_the_program_says() -> None:
    wanted = po_text(renewed(None, Catalog(header_comment=f"# Photo Finish: {TEMPLATE.name}")))
    assert TEMPLATE.read_bytes() == wanted, f"texts have changed since: {RENEW}"


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_text_lacks_a_translation(code: LanguageCode) -> None:
    now = renewed(code, read_translations(code))
    assert lacking(now) == [], f"to translate in {code}, or fuzzy: {RENEW} adds them to its photofinish.po"
    assert po_path(code).read_bytes() == po_text(now), f"{code} has translations of texts that are gone: {RENEW}"


@pytest.mark.parametrize("code", TRANSLATED)
def test_what_is_read_is_what_was_written(code: LanguageCode) -> None:
    read = translations_into(code)
    for message in messages(read_translations(code)):
        key, (one, *many) = str(message.context), forms(message.id)
        said = [read.npgettext(key, one, many[0], number) for number in (1, 2)] if many else [read.pgettext(key, one)]
        wanted = forms(message.string)
        assert said == ([wanted[0], wanted[-1]] if many else wanted), f"{key}: {RENEW}"


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_takes_the_values_of_its_text(code: LanguageCode) -> None:
    for key, english, text in texts_of(code):
        given, taken = fields(english), fields(text)
        if key.startswith("preset."):
            given, taken = {name.lower() for name in given}, {name.lower() for name in taken}
        assert taken == given, f"{code}, {key}: {text}"
        signs = [sign for sign in ("[left]", "[right]", "[star]") if sign in english]
        assert [sign for sign in signs if sign not in text] == [], f"{code}, {key}: {text}"
        assert text.count("\n") == english.count("\n"), f"{code}, {key}: as many lines"
        assert text == text.strip() or key == "form.thousands", f"{code}, {key}"


# Places

ALIKE: Final = (
    "label.", "foul.", "why.", "reason.", "month.", "kind.", "value.", "setting.", "number.", "table.rule.",
    "evening.stage.", "evening.stake.", "evening.rule.", "evening.tie_break.", "evening.tree.", "records.span.",
)  # fmt: skip
"""Groups of which any text can stand where the pictures show one."""
LEAST_SHARE: Final = 0.55, 0.72
"""How far letters may be condensed: in a word of `SHORT` letters at most, and in a line."""
SHORT: Final = 8


class Widest(Language):
    """A language of which every place shows the widest text that can come there, or each text longer by a share.

    With a share each text gets more letters, as a pseudo-localisation does: so much longer than English some language
    will be one day.
    """

    def __init__(self, code: LanguageCode, share: float = 0) -> None:
        super().__init__(code)
        self._share = share
        self._font = Fonts().get("title", 20)
        self._widest: dict[tuple[str, frozenset[str]], str] = {}
        for key, english in screen_texts().items():
            if (kind := self._kind(key, english)) is not None:
                text = super().text(key, english, {})
                before = self._widest.get(kind, "")
                self._widest[kind] = max(before, text, key=lambda each: self._font.size(each)[0])

    @staticmethod
    def _kind(key: str, english: str) -> tuple[str, frozenset[str]] | None:
        group = next((group for group in ALIKE if key.startswith(group)), None)
        alike = group is not None and not key.endswith((".short", ".line"))
        return (group, frozenset(fields(english))) if group is not None and alike else None

    def text(self, key: str, english: str, values: Mapping[str, object]) -> str:
        kind = self._kind(key, english)
        text = super().text(key, english, values)
        text = self._widest.get(kind, text) if kind is not None else text
        more = round(len(text) * self._share) if key.partition(".")[0] not in ("form", "button") else 0
        return f"{text}{'Ö' * more}"


class Misfits:
    """Notes each text that has no room where it is drawn."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.found: dict[tuple[tuple[int, int], str], str] = {}
        fitted, condensed = Toolkit._fitted, widgets._draw_capitals

        def fit(
            toolkit: Toolkit, text: str, size: int, colour: Colour, width: int, face: Face = "text"
        ) -> pygame.Surface:
            if not toolkit.fits(text, width, face):
                self._note(toolkit, text, "cut")
            if "\n" in text:
                self._note(toolkit, text, "two lines where there is room for one")
            return fitted(toolkit, text, size, colour, width, face)

        def condense(
            toolkit: Toolkit, text: str, height: int, colour: Colour, width: int, face: Face
        ) -> pygame.Surface:
            font = toolkit.fonts.for_capitals(face, widgets.least_capitals(toolkit))
            whole = widgets.ink_of(font, text, colour).get_width()
            if len(text) > 1 and width < whole * LEAST_SHARE[len(text) > SHORT]:
                self._note(toolkit, text, f"condensed to {width / whole:.0%}")
            return condensed(toolkit, text, height, colour, width, face)

        self._look_at_pages(monkeypatch)
        monkeypatch.setattr(evening_samples, "DEMO_NS", 0)  # seconds of a match of bots, without words
        monkeypatch.setattr(Toolkit, "_fitted", fit)
        monkeypatch.setattr(widgets, "_draw_capitals", condense)

    def _look_at_pages(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Note what is wrong with the boxes of each page that is described: it overlaps, or is cut, low or outside."""
        lay = page.Measures._laid

        def laid(measures: page.Measures, part: page.Part, room: Box) -> list[page.Laid]:
            found = lay(measures, part, room)
            for fault in faults(measures._toolkit, found, room):
                self._note(measures._toolkit, fault, "on a page")
            return found

        monkeypatch.setattr(page.Measures, "_laid", laid)

    def _note(self, toolkit: Toolkit, text: str, how: str) -> None:
        self.found.setdefault((toolkit.size, text), how)

    def of(self, language: Language, size: tuple[int, int]) -> dict[str, str]:
        """Draw everything in a language at one size; return the texts without room, and what becomes of them.

        What the doctor found is left out: its whole sentence stands below.
        """
        self.found.clear()
        with in_use(language):
            known = {each.message for each in findings()}
            for _ in posters(Toolkit(Theme(), Fonts(), size, CardArt(Theme(), Fonts()))):
                pass
            studio = Studio()
            for sample, way in zip(every_sample().values(), cycle(ARRANGEMENTS), strict=False):
                studio.render(sample, size, way)
        return {text: how for (_, text), how in self.found.items() if not any(each in text for each in known)}


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("code", get_args(LanguageCode))
@pytest.mark.parametrize("size", [(480, 320), (800, 480)], ids=str)
def test_every_text_has_room_in_its_place(
    size: tuple[int, int], code: LanguageCode, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Misfits(monkeypatch).of(Widest(code), size) == {}


@pytest.mark.once
def test_a_language_two_fifths_longer_is_refused_text_by_text(monkeypatch: pytest.MonkeyPatch) -> None:
    longer = Misfits(monkeypatch).of(Widest("en", 0.4), (480, 320))
    assert len(longer) > 20
    assert any(word("audit.tile.matches") in text for text in longer), "the operator's pages too"
    beside = [text for text in longer if "Ö" not in text]
    assert [text for text in beside if not text.startswith("cut: MIA – BEN")] == [], "but names that lead longer ways"


# The language in use


def test_it_is_english_until_one_is_entered_and_again_afterwards() -> None:
    with in_use(Language("de")) as language:
        assert word("result.won", seat="MIA") == "MIA GEWINNT"
        language.choose("en")
        assert word("result.won", seat="MIA") == "MIA WINS"
        language.choose("de")
        with pytest.raises(KeyError):
            word("no.such.key")
    assert word("result.won", seat="MIA") == "MIA WINS"


def test_a_number_chooses_the_words_and_has_the_marks_of_its_language() -> None:
    assert [word("tonight.lacks", count=count) for count in (1, 2)] == ["1 NAME IS LACKING", "2 NAMES ARE LACKING"]
    assert local_number("1,234.5") == "1,234.5"
    with in_use(Language("de")):
        assert [word("tonight.lacks", count=count) for count in (1, 2)] == ["1 NAME FEHLT", "2 NAMEN FEHLEN"]
        assert local_number("1,234.5") == "1.234,5"


def test_what_is_only_printed_stays_english() -> None:
    said = word("input.late", count="?")
    with in_use(Language("de")):
        assert word("input.late", count="?") == said


def test_two_numbers_that_choose_words_have_no_forms_for_gettext() -> None:
    assert plural_of("{a:one|more} of {b:one|more}") is None
    assert plural_of("{a:>3} {b:line|lines}") == ("{a:>3} line", "{a:>3} lines", "b")


def test_work_in_slices_has_the_language_of_whoever_began_it_and_follows_it() -> None:
    said: list[str] = []
    slices = Slices(most_ns=0)

    def work() -> None:
        for _ in range(2):
            said.append(word("menu.back"))
            slices.breathe()

    with in_use(Language("de")) as language:
        go_on = slices.start(work)
        go_on()
        language.choose("en")
        go_on()
    assert said == ["ZURÜCK", "BACK"]


def test_a_thread_of_its_own_has_english() -> None:
    said: list[str] = []
    with in_use(Language("de")):
        thread = threading.Thread(target=lambda: said.append(word("menu.back")))
        thread.start()
        thread.join()
    assert said == ["BACK"]


# Numbers

NUMBERS: Final = (0, 1, 2, 21)
SINGULAR: Final = re.compile(r"(?:^|[ (])1 ((?:[a-z]{2,}|[A-Z]{2,})(?:s|S))\b")
"""One of something that stands in the plural."""
WORDS_IN_S: Final = frozenset({"is", "was", "has", "does", "plays", "changes", "takes", "beats", "press"})
TEXTS: Final = re.compile(
    "account|address|at|backend|bar|build|button|buttons|chip|code|connector|connectors|control|day|"
    "default|detail|device|devices|difference|drive|each|ending|figure|file|folder|game|given|group|hole|"
    "house|id|image|instead|keys|kind|known|leave|letters|level|line|machine|message|missed|mode|moment|"
    "month|name|names|near|nearest|now|numbers|option|other|ours|output|own|package|path|pattern|patterns|"
    "picture|planned|preset|problem|purpose|python|question|reason|release|remedy|row|rule|rules|scores|"
    "seat|set|shown|source|sources|state|status|stick|stretch|table|tables|taker|takes|target|targets|"
    "team|tester|text|theirs|thread|title|unit|usb|value|values|version|what|where|who|why|words|worker|"
    "wrong"
)
"""Values that are words, in the texts that do not format them as numbers."""
NEVER_ONE: Final = {
    "tonight.enough", "tonight.full", "records.nobody", "rollover.all", "operator.test.good", "operator.too_long",
    "queue.missed", "queue.rule", "evening.all_change.line", "preset.four_card_speed", "preset.four_card_speed.line",
    "preset.classic_spit", "preset.speah.line", "preset.speah_short.line", "paper.side", "takes.text_of",
    "web.play.pace", "web.proof.long", "witness.ask", "witness.races",
}  # fmt: skip
"""Texts with bounds above 1, or with a form of their own for 1 (`queue.missed.1`, `preset.NAME.1`)."""


def rendered(key: str, number: int) -> str:
    """A text with the number in every place that takes one."""
    formatted = {name for _, name, spec, _ in Formatter().parse(catalogue()[key]) if name and spec}
    named = fields(catalogue()[key])
    return word(key, **{name: "X" if TEXTS.fullmatch(name) and name not in formatted else number for name in named})


@pytest.mark.parametrize("code", get_args(LanguageCode))
@pytest.mark.parametrize("number", NUMBERS)
def test_every_text_is_right_with_every_number(code: LanguageCode, number: int) -> None:
    with in_use(Language(code)):
        shown = {key: rendered(key, number) for key, text in catalogue().items() if fields(text)}
    assert [key for key, text in shown.items() if re.search(r"\{\w+\}", text)] == []
    if code == ENGLISH:
        found = {key: one[1] for key, text in shown.items() if (one := SINGULAR.search(text)) is not None}
        assert [key for key, one in found.items() if one not in WORDS_IN_S and key not in NEVER_ONE] == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_where_english_has_two_forms_a_translation_has_them(code: LanguageCode) -> None:
    translated = {str(message.context): forms(message.string) for message in messages(read_translations(code))}
    plural = [key for key, text in catalogue().items() if key in translated and plural_of(text) is not None]
    assert len(plural) > 15
    same = [key for key in plural if len(set(translated[key])) == 1]
    assert same == {"nl": ["queue.wins"], "de": ["live.races"]}.get(code, [])  # 2 KEER GEWONNEN, 2 Rennen


@pytest.mark.parametrize(
    ("place", "text"),
    [(1, "1ST"), (2, "2ND"), (3, "3RD"), (4, "4TH"), (11, "11TH"), (12, "12TH"), (13, "13TH"), (20, "20TH"),
     (21, "21ST"), (22, "22ND"), (23, "23RD"), (101, "101ST"), (111, "111TH")],
)  # fmt: skip
def test_a_place_has_its_ending(place: int, text: str) -> None:
    assert word(ordinal_key(place), place=place) == text
