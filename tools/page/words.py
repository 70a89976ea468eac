"""The texts of the page, in each language, from the product's own catalogue."""

from typing import Final, get_args

from cabinet.config.offers import offers
from cabinet.config.schema import Config
from cabinet.strings.catalogue import catalogue, in_one_line, word
from cabinet.strings.language import ENGLISH, Language, LanguageCode, in_use, plural_of, translations_into
from engine.game import Game
from engine.games import GAMES

LANGUAGES: Final[tuple[LanguageCode, ...]] = get_args(LanguageCode)
USED: Final = (
    "web.", "label.", "say.", "foul.", "why.", "seat.", "reason.", "result.won", "result.nobody", "table.",
    "button.", "language.", "photo.not_judged", "verify.", "log.unreadable", "file.large", "form.point",
)  # fmt: skip
"""The groups and keys of the catalogue that the page shows."""


def words_in(code: LanguageCode) -> dict[str, object]:
    """Return what the page reads of a language: ``texts`` by key, each a text or, where a number chooses one, an object
    with ``one``, ``many`` and the ``number``'s name; and ``games``, each with its presets, in the menu's order."""
    texts = {key: _text(code, key, english) for key, english in catalogue().items() if key.startswith(USED)}
    with in_use(Language(code)):
        games = [_game(game) for game in GAMES]
    return {"code": code, "texts": texts, "games": games}


def _game(game: type[Game]) -> dict[str, object]:
    """Return a game's texts and presets, in the language in use."""
    presets = [
        {"name": offer.name, "title": in_one_line(offer.title), "line": offer.line, "seats": offer.seats}
        for offer in offers(game, Config())
    ]
    id_ = game.info.id
    return {"id": id_, "title": word(f"game.{id_}"), "line": word(f"game.{id_}.line"), "presets": presets}


def _text(code: LanguageCode, key: str, english: str) -> object:
    plural = plural_of(english)
    if code == ENGLISH:
        return english if plural is None else {"one": plural.one, "many": plural.many, "number": plural.number}
    translations = translations_into(code)
    if plural is None:
        return translations.pgettext(key, english)
    one, many = (translations.npgettext(key, plural.one, plural.many, count) for count in (1, 2))
    return {"one": one, "many": many, "number": plural.number}
