"""The faces of a seat's soft-keys: the meaning of each of the eight buttons, or the face of an idle button."""

from cabinet.display.table.view_state import MeaningLike, Words, said
from cabinet.display.widgets.keycaps import KeyNames
from cabinet.display.widgets.softkeys import NUMBERS, KeyFace, Sign
from engine.panel import BUTTONS

FIFTH, BUTTON_LEFT, BUTTON_RIGHT, BUTTON_ACTION = 4, 5, 6, 7
"""Indices of the last four buttons in the panel's order; the fifth card's serves a sixth pile as well (SPIT-17)."""


class KeyFaces:
    """Chooses the faces. `key_names` label the caps of the soft-keys; a button without a key name has no cap."""

    def __init__(self, words: Words, key_names: KeyNames) -> None:
        self._words = words
        self._key_names = key_names

    def face(
        self, seat: int, button: int, meaning: MeaningLike | None, *, swapped: bool = False, badge: bool = False
    ) -> KeyFace:
        """Return the face of a button (0…7 in the panel's order) with that meaning; None is an idle button.

        With `swapped` LEFT points to the right and RIGHT to the left; `badge` gives these two the seat's shape.
        """
        lit = meaning is not None and meaning.lit
        word = said(self._words, f"label.{meaning.label}") if meaning is not None and lit and meaning.label else ""
        cap = self._key_names.get((seat, BUTTONS[button]), "")
        if button < BUTTON_LEFT:
            idle = "" if cap else NUMBERS[button]
            return KeyFace(word if lit else idle, lit, seat, cap=cap)
        if button == BUTTON_ACTION:
            return KeyFace(word if lit else said(self._words, "button.ACTION"), lit, seat, "star", cap=cap)
        side: Sign = "left" if (button == BUTTON_LEFT) != swapped else "right"
        return KeyFace(word, lit, seat, side, badge=badge, cap=cap)
