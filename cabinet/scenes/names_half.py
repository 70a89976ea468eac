"""The words of one sitter's half of the names scene, made from the sitter's choice."""

from dataclasses import replace
from typing import Final, Literal

from cabinet.display.evening.pages import KeyTile, NamesHalf
from cabinet.people.names import LETTERS
from cabinet.scenes.name_taking import SHOWN, NameTaking, Sitter, shifted
from cabinet.strings.catalogue import word

Purpose = Literal["play", "join"]
"""Names for the next match, or a name that joins a list."""
NONE: Final = {"play": "names.play.none", "join": "names.join.none"}
ZERO: Final = {"play": "names.play.zero", "join": "names.join.zero"}
GUEST: Final = {"play": "names.play.guest", "join": "names.join.guest"}


def half_of(taking: NameTaking, sitter: Sitter, purpose: Purpose, caps: tuple[str, ...] = ()) -> NamesHalf:
    """Return a sitter's half; `caps` as in `NamesHalf`."""
    seat = word(f"seat.{sitter.seat}")
    half = NamesHalf(sitter.seat, seat, (KeyTile(""),) * SHOWN, caps=caps)
    if sitter.stage == "done":
        note = "" if sitter.name else word(GUEST[purpose], seat=seat)
        heading, left = word("names.done"), word("names.change")
        return replace(half, letters=sitter.name, heading=heading, left=left, note=note, is_done=True)
    half = replace(half, note=_note(sitter, purpose, seat), is_refused=bool(sitter.refusal))
    return _tonight(half, taking, sitter, purpose) if sitter.stage == "tonight" else _spelling(half, sitter)


def _note(sitter: Sitter, purpose: Purpose, seat: str) -> str:
    """Return why a name was refused, else what happens at zero; a name of the word list is not shown again."""
    if sitter.refusal == "held":
        return word("names.held", name=sitter.refused)
    return word("names.word") if sitter.refusal else word(ZERO[purpose], seat=seat)


def _tonight(half: NamesHalf, taking: NameTaking, sitter: Sitter, purpose: Purpose) -> NamesHalf:
    """Return tonight's names on the keys, the first highlighted."""
    offered = sitter.offered
    free = [taking.is_free(sitter.seat, name) for name in offered]
    first = offered[0] if offered and free[0] else ""
    keys = [KeyTile(name, bool(first) and place == 0, free[place]) for place, name in enumerate(offered)]
    return replace(
        half,
        letters=first if sitter.is_asked else "",
        heading=word("names.tonight") if offered else "",
        keys=(*keys, *half.keys[len(keys) :]),
        action=word("names.thats_me") if first else "",
        is_full=True,
        left=word(NONE[purpose] if sitter.is_asked else "ready.name"),
        right=word("names.spell") if sitter.is_last_page else word("names.more"),
        ask=word("names.ask"),
    )


def _spelling(half: NamesHalf, sitter: Sitter) -> NamesHalf:
    """Return five letters on the keys, and the arrows with the five that they lead to."""
    return replace(
        half,
        letters=sitter.letters,
        cursor=len(sitter.letters),
        strip=sitter.first,
        keys=tuple(KeyTile(letter) for letter in LETTERS[sitter.first : sitter.first + SHOWN]),
        action=word("names.take_back") if sitter.letters else word("names.tonight"),
        left=_letters(shifted(sitter.first, -SHOWN)),
        right=_letters(shifted(sitter.first, SHOWN)),
        ask=word("names.spell"),
    )


def _letters(first: int) -> str:
    return word("names.letters", first=LETTERS[first], last=LETTERS[first + SHOWN - 1])
