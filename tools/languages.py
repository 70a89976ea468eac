"""Renew the translations in `cabinet/strings/locale` after a text was added, changed or taken away.

    python -m tools.languages [CODE …]

writes `photofinish.pot`, the texts of the screen without a translation, and for each language `photofinish.po` and the
`photofinish.mo` that the program reads. A key that is new has an empty translation. One whose English text has changed
keeps its translation, marked ``fuzzy`` and not in use until somebody has looked at it and taken the mark away. A key
that is gone goes. It names the keys that lack a translation, and then ends with code 1. A language is begun by its code
once `cabinet.strings.language` names it.

What is only printed on a terminal, or written into a report, stays English, and is in none of these files (`PRINTED`).
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.resources import files
from io import BytesIO
from os.path import relpath
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from cabinet.strings.catalogue import catalogue
from cabinet.strings.language import DOMAIN, TRANSLATED, plural_of

LOCALE: Final = Path(str(files("cabinet.strings"))) / "locale"
TEMPLATE: Final = LOCALE / f"{DOMAIN}.pot"

PRINTED: Final = (
    "assign.leave.terminal", "backup.", "balance.", "board.", "bundle.", "buttons.", "bulk.", "card.", "certify.",
    "chart.", "cli.", "config.", "data.", "error.", "file.", "games.", "input.", "lamps.", "language.", "log.",
    "offscreen.", "output.", "owner.", "paper.", "play.", "players.", "preset.has_none", "preset.name",
    "preset.none_left", "preset.taken", "preset.unknown", "print.", "replay.", "restore.", "screens.",
    "settings.strange", "simulate.", "sound.", "stick.weekly.kept", "stick.weekly.removed", "store.newer",
    "store.saved", "takes.", "verify.", "window.", "wiring.", "witness.",
)  # fmt: skip
"""Groups and keys that no player or operator sees on the cabinet's screen.
Of what `photofinish print` makes, the guests' rule cards have the screen's texts; builders' sheets are English. The
names of the languages are the same in each."""
SHOWN: Final = (
    "buttons.cards", "buttons.others", "card.no_report", "card.overridden", "card.page.", "input.doubt.",
    "input.copy", "input.edge_loss", "input.withheld", "output.first", "output.Headphones", "output.vc4hdmi",
    "players.done.", "players.nobody", "sound.muted", "sound.not_there", "sound.plays",
)  # fmt: skip
"""What is on the screen of these groups."""

WIDTH: Final = 120
BEGUN: Final = datetime(2026, 11, 27, tzinfo=UTC)
"""The date in the files: one that changed would change each file each time."""


def screen_texts() -> dict[str, str]:
    """Return the English texts that are translated, by their keys."""
    return {key: text for key, text in catalogue().items() if is_on_screen(key)}


def is_on_screen(key: str) -> bool:
    """Return whether a text is translated."""
    return key.startswith(SHOWN) or not key.startswith(PRINTED)


def po_path(code: str) -> Path:
    """Return the file of a language's translations."""
    return LOCALE / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def read_translations(code: str) -> Catalog:
    """Return a language's translations as they are in its file; without any where there is none yet."""
    path = po_path(code)
    if not path.is_file():
        return Catalog(locale=code, domain=DOMAIN)
    with path.open("rb") as file:
        return read_po(file, locale=code, domain=DOMAIN)


def messages(of: Catalog) -> Iterator[Message]:
    """Yield the texts of a catalogue without its head."""
    yield from (message for message in of if message.id)


def renewed(code: str | None, before: Catalog) -> Catalog:
    """Return the translations for the texts as they are now, with what can be kept of those before."""
    now = Catalog(
        locale=code, domain=DOMAIN, project="Photo Finish", version="1", creation_date=BEGUN, revision_date=BEGUN,
        msgid_bugs_address="", last_translator="", language_team="", charset="utf-8",
        header_comment=before.header_comment, fuzzy=False,
    )  # fmt: skip
    known = {message.context: message for message in messages(before)}
    for key, english in screen_texts().items():
        plural = plural_of(english)
        text = english if plural is None else (plural.one, plural.many)
        old = known.get(key)
        is_same_kind = old is not None and isinstance(old.id, str) == isinstance(text, str)
        if old is None or not old.string or not is_same_kind:
            now.add(text, context=key)
            continue
        flags = old.flags - {"python-brace-format", "python-format"}
        if old.id != text and any(old.string):
            flags |= {"fuzzy"}
        now.add(text, old.string, context=key, flags=flags, user_comments=old.user_comments)
    for message in messages(now):
        message.flags.discard("python-format")  # a per cent sign is a per cent sign, or one of time.strftime
    return now


def lacking(of: Catalog) -> list[str]:
    """Return the keys without a translation, and those whose English text has changed since."""
    return [str(message.context) for message in messages(of) if message.fuzzy or not _is_whole(message)]


def _is_whole(message: Message) -> bool:
    return all(message.string) if isinstance(message.string, tuple | list) else bool(message.string)


def po_text(of: Catalog) -> bytes:
    """Return a file of translations, the same with every version of Babel."""
    out = BytesIO()
    write_po(out, of, width=WIDTH)
    return b"".join(line for line in out.getvalue().splitlines(keepends=True) if not line.startswith(b'"Generated-By'))


def mo_bytes(of: Catalog) -> bytes:
    """Return the compiled form that gettext reads; without fuzzy translations."""
    out = BytesIO()
    write_mo(out, of)
    return out.getvalue()


def main(arguments: Sequence[str] | None = None) -> int:
    """Renew the files; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.languages", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("codes", nargs="*", metavar="CODE", default=[], help="the languages (default: all)")
    codes = parser.parse_args(arguments).codes or TRANSLATED
    for code in codes:
        if code not in TRANSLATED:
            parser.error(f"there is no language {code}; cabinet/strings/language.py names {', '.join(TRANSLATED)}")
    LOCALE.mkdir(exist_ok=True)
    TEMPLATE.write_bytes(po_text(renewed(None, Catalog(header_comment=f"# Photo Finish: {TEMPLATE.name}"))))
    is_whole = True
    for code in codes:
        path, now = po_path(code), renewed(code, read_translations(code))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(po_text(now))
        path.with_suffix(".mo").write_bytes(mo_bytes(now))
        if missing := lacking(now):
            is_whole = False
            print(f"{code}: {len(missing)} to translate in {relpath(path)}:\n  " + "\n  ".join(missing))
    return 0 if is_whole else 1


if __name__ == "__main__":
    sys.exit(main())
