"""Text that is written with a panel's buttons, letter by letter: the house's name.

LEFT and RIGHT move from letter to letter, CARD3 goes a row down, ACTION takes the letter. CARD1 deletes the last one,
CARD2 turns to small letters, figures and signs; CARD4 is done, CARD5 leaves everything as it was.
"""

from typing import Final

import msgspec

from cabinet.display.page import HEAD, PLAIN, SMALL, On, Part, Text, plate, stack, tiles
from cabinet.display.toolkit import Toolkit
from cabinet.scenes.bases import Leave, LeftWhenIdle
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.units import S

ACROSS: Final = 10
"""Letters of a row."""
ROWS: Final = 4
CAPITALS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SIGNS: Final = "0123456789-–'’.,:!?&/+#()*\"@_="
IDLE_NS: Final = 60 * S
"""Time without a press after which nothing is changed."""
DELETE, TURN, DOWN, DONE, BACK = CARDS


class Written(msgspec.Struct, frozen=True):
    """The text that was written."""

    text: str


class WriteText(LeftWhenIdle[Written]):
    """Has one line of text written."""

    def __init__(self, toolkit: Toolkit, title: str, text: str, most: int, *, more: str = "") -> None:
        """`text` is there at first, `most` letters at most; `more` are letters besides A to Z and the signs."""
        super().__init__(toolkit, idle_ns=IDLE_NS)
        self._title = title
        self._text = text
        self._most = most
        letters = CAPITALS + "".join(each for each in more if not each.isdigit())
        self._kinds = [f"{letters} ", f"{letters.lower()} ", f"{SIGNS} "]
        self._chosen = 0

    @property
    def _letters(self) -> str:
        return self._kinds[0]

    def pressed(self, press: Press) -> None:
        count = len(self._letters)
        match press.button:
            case button if button in (LEFT, RIGHT):
                self._chosen = (self._chosen + (1 if button == RIGHT else -1)) % count
            case button if button == DOWN:
                below = self._chosen + ACROSS
                self._chosen = below if below < count else self._chosen % ACROSS
            case button if button == TURN:
                self._kinds.append(self._kinds.pop(0))
                self._chosen = min(self._chosen, len(self._letters) - 1)
            case button if button == DELETE and self._text:
                self._text = self._text[:-1]
            case button if button == ACTION and len(self._text) < self._most:
                self._text += self._letters[self._chosen]
            case button if button == DONE:
                self.dismiss(Written(" ".join(self._text.split())))
            case button if button == BACK:
                self.dismiss(Leave())
            case _:
                self.refuse()
        self.changed()

    def described(self) -> Part:
        colours = self.toolkit.theme.colours
        caps: list[Part] = []
        for place, letter in enumerate(self._letters):
            is_chosen = place == self._chosen
            fill, ink = (colours.paper, colours.dark_text) if is_chosen else (colours.key, colours.key_text)
            shown = Text(letter if letter != " " else word("write.blank"), PLAIN, ink, "text", across=0.5)
            caps.append(On(shown, plate(fill, radius=8), (4, 8)))
        return stack(
            (0, Text(self._title, SMALL, colours.quiet, across=0.5)),
            (0, Text(f"{self._text}_", HEAD, colours.text, "text", across=0.5)),
            (1, tiles(caps, ACROSS, ROWS, (6, 6))),
            (0, Text(word("write.hint"), SMALL, colours.quiet, "text", 2, across=0.5)),
            gap=14,
        )
