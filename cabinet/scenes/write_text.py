"""Text that is written with a panel's buttons, letter by letter: the house's name, a network's and its passphrase.

LEFT and RIGHT move from letter to letter, CARD3 goes a row down, ACTION takes the letter. CARD1 deletes the last one,
CARD2 turns to small letters, figures and signs; CARD4 is done, CARD5 leaves everything as it was.

Who came with a keyboard's letter types: its letters are letters, in the case that is shown, and no buttons. The arrows
choose among the letters, ENTER takes the chosen one and is done where none is, BACKSPACE deletes, TAB is CARD2, HOME
CARD5.
"""

from types import MappingProxyType
from typing import Final

import msgspec

from cabinet.display.page import HEAD, PLAIN, SMALL, On, Part, Text, plate, stack, tiles
from cabinet.display.toolkit import Toolkit
from cabinet.input.inputs import Typed
from cabinet.scenes.bases import Leave, LeftWhenIdle
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.units import S

ACROSS: Final = 10
"""Letters of a row."""
ROWS: Final = 4
CAPITALS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SIGNS: Final = "0123456789-–'’.,:!?&/+#()*\"@_="
EVERY_SIGN: Final = ("0123456789-_.,:;!?@#$%&*+=/'\"", "()[]{}<>|\\~^`")
"""What a text that is taken as it stands may have besides letters: all of ASCII."""
SHOWN: Final = 28
"""So many of its last letters are shown."""
IDLE_NS: Final = 60 * S
"""Time without a press after which nothing is changed."""
DELETE, TURN, DOWN, DONE, BACK = CARDS
KEYS: Final = MappingProxyType(
    {"left": LEFT, "right": RIGHT, "down": DOWN, "backspace": DELETE, "delete": DELETE, "tab": TURN, "home": BACK}
)
"""The keys of a keyboard that act as buttons where text is typed."""
ENTER: Final = ("return", "enter")


class Written(msgspec.Struct, frozen=True):
    """The text that was written."""

    text: str


class WriteText(LeftWhenIdle[Written]):
    """Has one line of text written."""

    def __init__(
        self,
        toolkit: Toolkit,
        title: str,
        text: str,
        most: int,
        *,
        more: str = "",
        least: int = 0,
        is_exact: bool = False,
        is_typed: bool = False,
    ) -> None:
        """`text` is there at first, `least` to `most` letters; `more` are letters besides A to Z and the signs.

        `is_exact`: blanks stay as they are written, and all signs of ASCII can be. `is_typed`: the keys of keyboards
        are letters.
        """
        super().__init__(toolkit, idle_ns=IDLE_NS)
        self._title = title
        self._text = text
        self._least = least
        self._most = most
        self._is_exact = is_exact
        letters = CAPITALS + "".join(each for each in more if not each.isdigit())
        signs = EVERY_SIGN if is_exact else (SIGNS,)
        self._kinds = [f"{each} " for each in (letters, letters.lower(), *signs)]
        self._is_typed = is_typed
        self._chosen = -1 if is_typed else 0
        """The place of the letter that is chosen; -1: none, while text is typed."""

    @property
    def _letters(self) -> str:
        return self._kinds[0]

    @property
    def _shown(self) -> str:
        """The text, of a long one its end; blanks are seen where they count."""
        if not self._is_exact:
            return self._text
        text = self._text.replace(" ", "·")
        return text if len(text) <= SHOWN else f"…{text[-SHOWN:]}"

    def pressed(self, press: Press) -> None:
        self._do(press.button)

    @property
    def takes_letters(self) -> bool:
        """See `Scene.takes_letters`."""
        return self._is_typed

    def type(self, typed: Typed, now: int) -> None:
        """See `Scene.type`."""
        self._idle.restart(now)
        if typed.key in ENTER:
            self._do(DONE if self._chosen < 0 else ACTION)
        elif typed.key in KEYS:
            self._do(KEYS[typed.key])
        else:
            self._add(self._letter_of(typed))

    def _letter_of(self, typed: Typed) -> str:
        """Return the letter or sign of a key, in the case that is shown; "" for a key without any that can stand."""
        signs = " " if typed.key == "space" else typed.letters
        cases = [each for sign in signs for each in (sign, sign.lower())]
        return next((each for kind in self._kinds for each in cases if each in kind), "")

    def _add(self, letter: str) -> None:
        if letter and len(self._text) < self._most:
            self._text += letter
            self._chosen = -1 if self._is_typed else self._chosen
        else:
            self.refuse()
        self.changed()

    def _do(self, button: str) -> None:
        """Do what a button does."""
        count = len(self._letters)
        match button:
            case _ if button in (LEFT, RIGHT):
                self._chosen = (max(0, self._chosen) + (1 if button == RIGHT else -1)) % count
            case _ if button == DOWN:
                below = max(0, self._chosen) + ACROSS
                self._chosen = below if below < count else self._chosen % ACROSS
            case _ if button == TURN:
                self._kinds.append(self._kinds.pop(0))
                self._chosen = min(self._chosen, len(self._letters) - 1)
            case _ if button == DELETE and self._text:
                self._text = self._text[:-1]
            case _ if button == ACTION:
                self._add(self._letters[max(0, self._chosen)])
            case _ if button == DONE and len(self._text) >= self._least:
                self.dismiss(Written(self._text if self._is_exact else " ".join(self._text.split())))
            case _ if button == BACK:
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
        hint = "write.hint.typed" if self._is_typed else "write.hint"
        count = word("write.count", count=len(self._text), least=self._least, most=self._most)
        return stack(
            (0, Text(self._title, SMALL, colours.quiet, across=0.5)),
            (0, Text(f"{self._shown}_", HEAD, colours.text, "text", across=0.5)),
            (1, tiles(caps, ACROSS, ROWS, (6, 6))),
            *([(0, Text(count, SMALL, colours.quiet, "text", across=0.5))] if self._is_exact else []),
            (0, Text(word(hint), SMALL, colours.quiet, "text", 2, across=0.5)),
            gap=14,
        )
