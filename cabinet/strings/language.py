"""The language of the screen: translations of the catalogue's texts, chosen while the program runs.

A text is found by its key: gettext's context is the key, its message the English text, so two texts that are the same
in English can differ elsewhere. Where a translation is missing, the English text stands. `locale/CODE/LC_MESSAGES` has
the translations: `photofinish.po` is edited and `photofinish.mo` is read; `python -m tools.languages` renews both.

`word` is asked for texts in a hundred modules that know nothing of languages, so the language in use is not handed
through them: a `ContextVar` holds it, which the composition root sets for as long as the program runs (`in_use`).
Nothing else can set it, what it was before comes back by itself, and a test that enters no language has English. The
variable holds an object that changes (`Language.choose`), not the code of a language: a context that was copied, as for
the greenlets of `cabinet.process.slices`, has the same object and follows each change. A new thread begins without a
context, and so with English; threads here write for the journal.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter
from typing import Final, Literal, NamedTuple, get_args

LanguageCode = Literal["en", "de", "fr", "es", "it", "nl"]
"""The languages, by ISO 639-1."""
ENGLISH: Final = "en"
"""The language of the catalogue itself, which needs no translation."""
TRANSLATED: Final[tuple[LanguageCode, ...]] = tuple(code for code in get_args(LanguageCode) if code != ENGLISH)
DOMAIN: Final = "photofinish"
"""The name of the files of translations."""


class Plural(NamedTuple):
    """A text in which a number chooses words: both forms in English, and the name of the number's value."""

    one: str
    many: str
    number: str


class Language:
    """The language that texts are in; one object serves a program."""

    def __init__(self, code: LanguageCode = ENGLISH) -> None:
        self.code: LanguageCode = ENGLISH
        self._translations: GNUTranslations | None = None
        self.choose(code)

    def choose(self, code: LanguageCode) -> None:
        """Return texts in this language from now on."""
        if code != self.code:
            self.code, self._translations = code, None if code == ENGLISH else translations_into(code)

    def text(self, key: str, english: str, values: Mapping[str, object]) -> str:
        """Return the translation of a text, before its values are inserted; English where there is none."""
        if self._translations is None:
            return english
        if (plural := plural_of(english)) is None:
            return self._translations.pgettext(key, english)
        number = values[plural.number]
        count = number if isinstance(number, int) else 0
        return self._translations.npgettext(key, plural.one, plural.many, count)


IN_USE: Final[ContextVar[Language]] = ContextVar("the language of the screen")


@contextmanager
def in_use(language: Language) -> Iterator[Language]:
    """Let `word` return texts in a language until the end of the block."""
    token = IN_USE.set(language)
    try:
        yield language
    finally:
        IN_USE.reset(token)


def code_in_use() -> LanguageCode:
    """Return the code of the language in which `word` returns texts."""
    language = IN_USE.get(None)
    return ENGLISH if language is None else language.code


def translations_into(code: LanguageCode) -> GNUTranslations:
    """Return the translations that are shipped for a language other than English."""
    with (Path(__file__).with_name("locale") / code / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return GNUTranslations(file)


def plural_of(english: str) -> Plural | None:
    """Return the forms of a text in which one number chooses words, ``{lines} {lines:line|lines}``; None of others.

    A text in which two numbers choose has no forms: gettext knows one number for each text.
    """
    if "|" not in english:
        return None
    one, many, numbers = "", "", set[str]()
    for literal, name, spec, _ in Formatter().parse(english):
        first, divides, second = (spec or "").partition("|")
        field = "" if name is None else f"{{{name}:{spec}}}" if spec else f"{{{name}}}"
        one += literal + (first if divides else field)
        many += literal + (second if divides else field)
        if divides and name:
            numbers.add(name)
    return Plural(one, many, numbers.pop()) if len(numbers) == 1 else None
