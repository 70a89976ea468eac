"""Names: each seat takes one of tonight's or spells its own, at its own half of the screen; guests need none.

The half is upright for its reader: at a cocktail table the far one is turned, and LEFT there is the reader's left. With
more than two panels each seat has a quarter. Nobody has to take a name: NO NAME is one press, and whoever does not
press any more is a guest after a while.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from types import MappingProxyType
from typing import Final, Literal

import msgspec
import pygame
from msgspec.structs import replace

from cabinet.display.evening.names import NamesPicture
from cabinet.display.evening.pages import KeyTile, NamesHalf
from cabinet.display.layout.boxes import Box
from cabinet.display.legend import cap_words
from cabinet.display.stage import Sprite
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import STEPS, chequer, night
from cabinet.input.inputs import FAR, Typed, turned_press
from cabinet.people.names import LEAST, LENGTH, LETTERS, MORE, is_refused, likely_letters
from cabinet.scenes.bases import StaticScene, input_complete_until
from cabinet.screens.view_factory import TableSetting
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.units import S

# Each sitter's choice

SHOWN: Final = len(CARDS)
"""Names, letters or groups of letters on the card buttons."""
GROUP: Final = SHOWN + 1
"""Letters of a group, and groups of letters: the sixth is on RIGHT."""
PAGES: Final = 3
"""Pages of tonight's names; an older one is spelled, which takes hardly more presses."""
WAIT_NS: Final = 20 * S
"""After a seat's last press it plays without a name."""
CONFIRM_NS: Final = 5 * S
"""After its last letter a name is taken, unless something is pressed."""
LETTERS_NS: Final = 120 * S
"""The same for a name that joins a list, while letters of it stand."""
MOST_NS: Final = 60 * S
"""The longest that one seat can keep the others waiting."""

TYPED_BUTTONS: Final = MappingProxyType({"return": ACTION, "enter": ACTION, "left": LEFT, "right": RIGHT})
"""The keys of a keyboard that act as a seat's buttons while names are typed."""
FIGURES: Final = "12345"
"""The keys that take one of tonight's names there."""
TYPED: Final = "keyboard"
"""The source of such a press."""

SitterStage = Literal["tonight", "spelling", "done"]
Refusal = Literal["", "word", "held"]
"""Why the last name was not taken: the word list refuses it, or another seat has it."""


class Sitter(msgspec.Struct):
    """One seat's choice. `names` are those offered, at fixed places as long as the sitter looks at them."""

    seat: int
    stage: SitterStage = "tonight"
    names: tuple[str, ...] = ()
    page: int = 0
    letters: str = ""
    first: int | None = None
    """The first letter of the group on the keys, 0 for A; None while the groups, or the likely letters, are on them."""
    is_wide: bool = False
    """Whether all letters were asked for, although the likely ones are known."""
    groups: tuple[int | None, ...] = ()
    """`first` as each letter was chosen, None for a likely one."""
    name: str = ""
    refusal: Refusal = ""
    refused: str = ""
    """The name that was refused last."""
    begun_at: int | None = None
    """Time of the first press; None while nobody has asked at this seat."""
    ends_at: int | None = None
    """When the seat is no longer waited for; None while it is not."""

    @property
    def pages(self) -> int:
        """Number of pages of names, at least one."""
        return max(1, -(-len(self.names) // SHOWN))

    @property
    def offered(self) -> tuple[str, ...]:
        """The names on this page, the one of CARD1 first."""
        return self.names[self.page * SHOWN : (self.page + 1) * SHOWN]

    @property
    def is_last_page(self) -> bool:
        """Whether RIGHT leads on to the spelling."""
        return self.page == self.pages - 1

    @property
    def likely(self) -> str:
        """The letters on the keys that are likely to follow; "" while all of them can be chosen."""
        return "" if self.is_wide or self.first is not None else likely_letters(self.letters)

    @property
    def is_spelled(self) -> bool:
        """Whether all letters stand."""
        return self.stage == "spelling" and len(self.letters) == LENGTH

    is_typed: bool = False
    """Whether the name is typed on a keyboard, and no letters are on the buttons."""

    @property
    def is_asked(self) -> bool:
        """Whether the seat is waited for."""
        return self.begun_at is not None and self.stage != "done"


class NameTaking(msgspec.Struct, dict=True):
    """The choice at every seat that takes part. `tonight` are the names to offer, the last sitter's first.

    `refuses` is the word list, `held` the names that the seats have already, `taken` those of anybody else.
    """

    tonight: Sequence[str]
    refuses: Callable[[str], bool]
    seats: Collection[int]
    held: Mapping[int, str] = msgspec.field(default_factory=dict)
    taken: Collection[str] = ()
    waits_for_letters: bool = False
    """Whether letters that stand have more time: nobody waits for a match."""
    alphabet: str = LETTERS + MORE
    """What names are made of, in its order; `GROUP` groups at most."""
    can_add: bool = False
    """Whether RIGHT takes a whole name and asks for another one, for a list."""
    mends: str = ""
    """The name that the seat which asks first spells anew: its letters stand, and without any it is left out."""
    typists: Collection[int] = ()
    """The seats that share a keyboard on which their names are typed, one at a time."""

    def __post_init__(self) -> None:
        """Put every seat before tonight's names."""
        self.mending: int | None = None
        """The seat that spells `mends` anew."""
        self.adds_another = False
        """Whether the last name was taken by RIGHT."""
        self.sitters = {seat: Sitter(seat) for seat in self.seats}
        for sitter in self.sitters.values():
            sitter.is_typed = sitter.seat in self.typists
            self._look_at_names(sitter)
        self._typist = min(self.typists, default=0)

    @property
    def is_over(self) -> bool:
        """Whether somebody has chosen, and nobody is waited for."""
        sitters = self.sitters.values()
        return not any(sitter.is_asked for sitter in sitters) and any(sitter.stage == "done" for sitter in sitters)

    @property
    def chosen(self) -> dict[int, str]:
        """The name of every seat that has chosen; "" for a guest."""
        return {sitter.seat: sitter.name for sitter in self.sitters.values() if sitter.stage == "done"}

    def is_free(self, seat: int, name: str) -> bool:
        """Return whether nobody else has the name."""
        there = {**self.held, **self.chosen}
        return name not in self.taken and not any(name == there[other] for other in there if other != seat)

    def ask(self, seat: int, at: int) -> None:
        """Begin to wait for a seat."""
        sitter = self.sitters[seat]
        if seat in self.typists and not any(each.is_asked for each in self.sitters.values()):
            self._typist = seat
        sitter.begun_at = at
        sitter.ends_at = at + WAIT_NS
        if self.mends and self.mending is None:
            self.mending = seat
            sitter.stage, sitter.letters, sitter.groups = "spelling", self.mends, (None,) * len(self.mends)
        elif not sitter.names:
            sitter.stage = "spelling"

    def press(self, press: Press) -> bool:
        """Handle a button that went down at a seat that takes part; return whether it does anything.

        LEFT of a seat that has not asked yet asks, as in getting ready; it may have been meant for that scene. Where
        there are no names to take, the first press does no more than ask.
        """
        sitter = self.sitters[press.seat]
        if sitter.begun_at is None:
            self.ask(press.seat, press.time_ns)
            if press.button == LEFT or not sitter.names:
                return True
        assert sitter.begun_at is not None, "asked above"
        before = copy(sitter)
        sitter.refusal = ""
        {"tonight": self._choose, "spelling": self._spell, "done": self._change}[sitter.stage](sitter, press)
        does_something = sitter != before
        if sitter.stage != "done":
            sitter.ends_at = self._ends_at(sitter, press.time_ns, sitter.begun_at)
        return does_something

    # Names that are typed

    @property
    def typist(self) -> int:
        """The seat whose name is typed now: the one that was asked or turned to last, until it is done."""
        if self.sitters[self._typist].stage == "done":
            return next((seat for seat in self.typists if self.sitters[seat].is_asked), self._typist)
        return self._typist

    def type(self, typed: Typed, now: int) -> bool:
        """Handle a key that was typed; return whether it does anything.

        A letter is spelled, also where tonight's names stand, which 1 to 5 take. ENTER is ACTION, BACKSPACE takes a
        letter back, the arrows are LEFT and RIGHT. TAB turns to the other seat of the keyboard.
        """
        seat = self.typist
        sitter = self.sitters[seat]
        if typed.key == "tab":
            return self._turn_to_next(seat, now)
        if sitter.begun_at is None:
            self.ask(seat, now)
        sitter.is_typed, sitter.first = True, None
        button, place = TYPED_BUTTONS.get(typed.key, ""), FIGURES.find(typed.letters[-1:] or "-")
        if sitter.stage == "tonight" and 0 <= place < len(sitter.offered):
            button = CARDS[place]
        if button == RIGHT and sitter.stage == "spelling" and not (sitter.is_spelled and self.can_add):
            return False
        if button:
            return self.press(Press(seat, button, True, now, TYPED))
        letter = next((each for each in typed.letters if each in self.alphabet), "")
        if typed.key in ("backspace", "delete"):
            if sitter.stage != "spelling" or not sitter.letters:
                return False
            self._take_back_letter(sitter)
        elif not letter or sitter.stage == "done" or sitter.is_spelled:
            return False
        else:
            sitter.stage = "spelling"
            self._add_letter(sitter, letter)
        sitter.refusal = ""
        sitter.ends_at = self._ends_at(sitter, now, sitter.begun_at or now)
        return True

    def _turn_to_next(self, seat: int, now: int) -> bool:
        """Let the next seat of the keyboard type; one that is done chooses anew."""
        seats = sorted(self.typists)
        turned = seats[(seats.index(seat) + 1) % len(seats)] if seat in seats else seat
        if turned == seat:
            return False
        sitter = self.sitters[turned]
        if sitter.begun_at is None:
            self.ask(turned, now)
        elif sitter.stage == "done":
            self.press(Press(turned, LEFT, True, now, TYPED))
        self._typist = turned
        return True

    def _ends_at(self, sitter: Sitter, now: int, begun_at: int) -> int:
        if sitter.is_spelled and sitter.seat != self.mending:
            return now + CONFIRM_NS
        if sitter.letters and self.waits_for_letters:
            return now + LETTERS_NS
        return min(now + WAIT_NS, begun_at + MOST_NS)

    def advance(self, now: int) -> bool:
        """Take the names that stand where time has run out, and make guests of the others; return whether any did.

        A name that is mended stays as it was.
        """
        late = [each for each in self.sitters.values() if each.ends_at is not None and each.ends_at <= now]
        for sitter in late:
            if sitter.seat == self.mending:
                self._is_done(sitter, self.mends)
            elif not sitter.is_spelled:
                self._is_done(sitter, "")
            elif not self._take_what_stands(sitter):
                sitter.ends_at = self._ends_at(sitter, now, now)
        return bool(late)

    # Tonight's names

    def _look_at_names(self, sitter: Sitter) -> None:
        sitter.stage, sitter.page, sitter.letters, sitter.groups = "tonight", 0, "", ()
        free = [name for name in self.tonight if self.is_free(sitter.seat, name)]
        sitter.names = tuple(dict.fromkeys(free))[: PAGES * SHOWN]

    def _choose(self, sitter: Sitter, press: Press) -> None:
        """Card buttons take a name, ACTION the first; LEFT is no name, RIGHT the next page and then the spelling."""
        if press.button == LEFT:
            self._is_done(sitter, "")
        elif press.button == RIGHT and not sitter.is_last_page:
            sitter.page += 1
        elif press.button == RIGHT:
            sitter.stage, sitter.first, sitter.is_wide = "spelling", None, False
        else:
            place = 0 if press.button == ACTION else CARDS.index(press.button)
            if place < len(sitter.offered):
                self._take(sitter, sitter.offered[place])

    def _take(self, sitter: Sitter, name: str) -> bool:
        sitter.refused = name
        if not self.is_free(sitter.seat, name):
            sitter.refusal = "held"
        elif self.refuses(name):
            sitter.refusal = "word"
        else:
            self._is_done(sitter, name)
        return not sitter.refusal

    # Spelling

    def _spell(self, sitter: Sitter, press: Press) -> None:
        """Card buttons choose a likely letter, or with RIGHT a group and then its letter; LEFT goes back.

        ACTION takes the name that stands.

        A whole name is taken by RIGHT as well, where another one can follow.
        """
        is_short = len(sitter.letters) < LEAST
        if press.button == ACTION and not is_short and sitter.first is None:
            self._take_what_stands(sitter)
        elif press.button == RIGHT and sitter.is_spelled and self.can_add:
            self.adds_another = self._take_what_stands(sitter)
        elif press.button == LEFT and sitter.first is not None:
            sitter.first, sitter.is_wide = None, True
        elif press.button == LEFT and sitter.letters:
            self._take_back_letter(sitter)
        elif press.button in (LEFT, ACTION) and not sitter.letters and sitter.first is None:
            self._give_up(sitter)
        elif not sitter.is_spelled and press.button not in (LEFT, ACTION):
            self._choose_letter(sitter, SHOWN if press.button == RIGHT else CARDS.index(press.button))

    def _take_what_stands(self, sitter: Sitter) -> bool:
        """Take the name that stands; one that is refused loses its last letter. Return whether it was taken."""
        is_taken = self._take(sitter, sitter.letters)
        if not is_taken:
            self._take_back_letter(sitter)
        return is_taken

    def _give_up(self, sitter: Sitter) -> None:
        """Go back to tonight's names, without any to no name at all; of a name that is mended, leave it out."""
        if sitter.seat == self.mending or not sitter.names:
            self._is_done(sitter, "")
        else:
            self._look_at_names(sitter)

    def _choose_letter(self, sitter: Sitter, place: int) -> None:
        likely = sitter.likely
        if likely and place < len(likely):
            self._add_letter(sitter, likely[place])
            return
        if likely:
            sitter.is_wide = True
            return
        first = place * GROUP if sitter.first is None else sitter.first + place
        if first >= len(self.alphabet):
            return
        if sitter.first is None:
            sitter.first = first
        else:
            self._add_letter(sitter, self.alphabet[first])

    def _add_letter(self, sitter: Sitter, letter: str) -> None:
        sitter.letters += letter
        sitter.groups += (sitter.first,)
        sitter.first, sitter.is_wide = None, False

    def _take_back_letter(self, sitter: Sitter) -> None:
        """Take the last letter back, with the keys as they were when it was chosen: the right one is near."""
        sitter.letters = sitter.letters[:-1]
        sitter.groups, sitter.first = sitter.groups[:-1], sitter.groups[-1]
        sitter.is_wide = sitter.first is not None

    def _change(self, sitter: Sitter, press: Press) -> None:
        """LEFT chooses anew while another seat is waited for."""
        if press.button == LEFT:
            sitter.name = ""
            self._look_at_names(sitter)

    def _is_done(self, sitter: Sitter, name: str) -> None:
        sitter.stage, sitter.name, sitter.ends_at = "done", name, None


# The words of a sitter's half

Purpose = Literal["play", "join", "rename"]
"""Names for the next match, a name that joins a list, or a new one for somebody's old one."""
NONE: Final = {"play": "names.play.none", "join": "names.join.none", "rename": "menu.back"}
ZERO: Final = {"play": "names.play.zero", "join": "names.join.zero", "rename": "names.join.zero"}
GUEST: Final = {"play": "names.play.guest", "join": "names.join.guest", "rename": "names.join.guest"}


def half_of(taking: NameTaking, sitter: Sitter, purpose: Purpose, caps: tuple[str, ...] = ()) -> NamesHalf:
    """Return a sitter's half; `caps` as in `NamesHalf`."""
    seat = word(f"seat.{sitter.seat}")
    half = NamesHalf(sitter.seat, seat, (KeyTile(""),) * SHOWN, caps=caps)
    if sitter.stage == "done":
        note = "" if sitter.name else word(GUEST[purpose], seat=seat)
        heading, left = word("names.done"), word("names.change")
        return replace(half, letters=sitter.name, heading=heading, left=left, note=note, is_done=True)
    half = replace(half, note=_note(taking, sitter, purpose, seat), is_refused=bool(sitter.refusal))
    if sitter.stage == "tonight":
        return _tonight(half, taking, sitter, purpose)
    return _spelling(half, taking, sitter, purpose)


def typed_half(taking: NameTaking, sitter: Sitter, purpose: Purpose) -> NamesHalf:
    """Return the half of a seat whose name is typed: no letters on the buttons, and the keys that do the same."""
    half = half_of(taking, sitter, purpose)
    if sitter.seat != taking.typist:
        caps = (*[""] * SHOWN, cap_words("tab"), "", "")
        left = half.left if sitter.stage == "done" else word("ready.name")
        return replace(half, keys=(), strip=-1, cursor=-1, heading="", action="", left=left, right="", caps=caps)
    half = replace(half, caps=(*FIGURES, "", "", cap_words("enter")))
    if sitter.stage != "spelling":
        return half
    is_whole = sitter.is_spelled and taking.can_add
    left = half.left if not sitter.letters else word("names.take_back")
    action = word("names.thats_me") if len(sitter.letters) >= LEAST else ""
    ask, right = word("names.type"), half.right if is_whole else ""
    return replace(half, keys=(), strip=-1, heading="", ask=ask, left=left, right=right, action=action)


def _note(taking: NameTaking, sitter: Sitter, purpose: Purpose, seat: str) -> str:
    """Return why a name was refused, else what happens at zero; a name of the word list is not shown again."""
    if sitter.refusal == "held":
        return word("names.held", name=sitter.refused)
    if sitter.refusal:
        return word("names.word")
    if taking.mends and sitter.seat == taking.mending:
        return word("names.zero.stays", name=taking.mends)
    if sitter.is_spelled:
        return word("names.zero.name", name=sitter.letters)
    return word(ZERO[purpose], seat=seat)


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


def _spelling(half: NamesHalf, taking: NameTaking, sitter: Sitter, purpose: Purpose) -> NamesHalf:
    """Return the likely letters, the groups or those of one on the keys; nothing once the name stands."""
    half = replace(half, letters=sitter.letters, cursor=len(sitter.letters), ask=word("names.spell"))
    alphabet, takes = taking.alphabet, word("names.thats_me")
    if sitter.is_spelled:
        another = word("names.another") if taking.can_add else ""
        return replace(half, action=takes, is_full=True, left=word("names.take_back"), right=another)
    if sitter.first is not None:
        letters = (*alphabet[sitter.first : sitter.first + GROUP], *[""] * GROUP)
        keys = tuple(KeyTile(letter) for letter in letters[:SHOWN])
        left = word("names.other_letters")
        return replace(half, strip=sitter.first, alphabet=alphabet, keys=keys, left=left, right=letters[SHOWN])
    if sitter.likely:
        return replace(
            half,
            heading=word("names.likely"),
            keys=tuple(KeyTile(letter) for letter in sitter.likely),
            action=takes if len(sitter.letters) >= LEAST else "",
            left=word("names.take_back"),
            right=word("names.other_letters"),
        )
    groups = [alphabet[first : first + GROUP] for first in range(0, len(alphabet), GROUP)]
    words = (*(word("names.letters", first=group[0], last=group[-1]) for group in groups), *[""] * GROUP)
    out = word("names.tonight") if sitter.names else word(NONE[purpose])
    out = word("names.leave_out") if sitter.seat == taking.mending and purpose == "join" else out
    return replace(
        half,
        heading=word("names.groups"),
        keys=tuple(KeyTile(group) for group in words[:SHOWN]),
        action=takes if len(sitter.letters) >= LEAST else "",
        left=word("names.take_back") if sitter.letters else out,
        right=words[SHOWN],
    )


# The scene

TWO: Final = 2
"""Seats with a half each; more have quarters."""
AROUND: Final = ((0, 1), (0, 0), (1, 0), (1, 1))
"""Column and row of each seat's quarter, as at the table."""


class NamesAsked(msgspec.Struct, frozen=True):
    """Who is asked for names, what for, and what they may take.

    `asks` is the seat that asked for the scene; the others of `seats` may choose too and are not waited for before.
    `tonight`: names to offer, the last sitter's first. `held`: the names that seats have already, `taken`: those of
    others, which cannot be taken. `more`: what can stand in a name besides A to Z. `can_add`: RIGHT takes a whole name,
    and another one follows (`adds_another`). `mends`: the name that the seat which asked spells anew. `typists`: the
    seats that type on a keyboard (`Inputs.typing_seats`).
    """

    asks: int
    purpose: Purpose = "play"
    tonight: Sequence[str] = ()
    held: Mapping[int, str] = MappingProxyType({})
    taken: Collection[str] = ()
    seats: int = TWO
    more: str = MORE
    can_add: bool = False
    mends: str = ""
    typists: Collection[int] = ()


class TakingNames(StaticScene[Mapping[int, str]]):
    """Asks the seats of one match, or one seat that joins a list.

    The result is the name of every seat that has chosen, "" for a guest.
    """

    def __init__(
        self,
        toolkit: Toolkit,
        setting: TableSetting,
        asked: NamesAsked,
        refuses: Callable[[str], bool] = is_refused,
        *,
        is_turned: bool = False,
    ) -> None:
        """`refuses`: the word list. `is_turned`: the far seats look from the other edge, and their LEFT and RIGHT come
        exchanged (`Seating.is_turned`)."""
        super().__init__(toolkit, _ground(toolkit, asked.seats, is_turned=is_turned))
        self._setting = setting
        self._asked = asked
        self._is_turned = is_turned
        self._taking = NameTaking(
            asked.tonight,
            refuses,
            range(asked.seats),
            asked.held,
            asked.taken,
            waits_for_letters=asked.purpose != "play",
            alphabet=LETTERS + asked.more,
            can_add=asked.can_add,
            mends=asked.mends,
            typists=frozenset(asked.typists) & frozenset(range(asked.seats)),
        )
        seats = range(asked.seats)
        boxes = {seat: half_box(toolkit.size, seat, len(seats), is_turned=is_turned) for seat in seats}
        turned = frozenset(seat for seat in boxes if is_turned and seat in FAR)
        self._picture = NamesPicture(toolkit, boxes, turned)
        self._now = 0

    @property
    def adds_another(self) -> bool:
        """Whether the last name was taken by RIGHT: another one follows."""
        return self._taking.adds_another

    # Life

    def enter(self, now: int) -> None:
        """See `Scene.enter`: the seat that asked is waited for from now on."""
        self._now = now
        self._taking.ask(self._asked.asks, now)

    def resume(self, now: int) -> None:
        self.changed()

    def pressed(self, press: Press) -> None:
        if press.seat not in self._taking.sitters:
            press = press._replace(seat=press.seat % TWO)
        self._taking.sitters[press.seat].is_typed = False
        if not self._taking.press(turned_press(press) if self._is_turned else press):
            self.refuse()
        self.changed()
        self._go_on()

    @property
    def takes_letters(self) -> bool:
        """See `Scene.takes_letters`."""
        return bool(self._taking.typists)

    def type(self, typed: Typed, now: int) -> None:
        """See `Scene.type`."""
        if not self._taking.type(typed, now):
            self.refuse()
        self.changed()
        self._go_on()

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`: a seat's time ends when its presses have been heard."""
        self._now = now
        if self._taking.advance(input_complete_until(now, drained)):
            self.changed()
            self._go_on()

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`: the rings run out in steps."""
        ends = [sitter.ends_at for sitter in self._taking.sitters.values() if sitter.ends_at is not None]
        return min([*ends, self._now + WAIT_NS // STEPS]) if ends else None

    def _go_on(self) -> None:
        if self._taking.is_over:
            self.dismiss(self._taking.chosen)

    # The picture

    def sprites(self) -> Sequence[Sprite]:
        """See `StaticScene.sprites`: the halves without their rings."""
        taking, purpose = self._taking, self._asked.purpose
        sitters = taking.sitters.values()
        return self._picture.sprites(
            tuple(
                typed_half(taking, each, purpose)
                if each.is_typed
                else half_of(taking, each, purpose, self._caps(each.seat))
                for each in sitters
            )
        )

    def moving(self, now: int) -> list[Sprite]:
        """See `StaticScene.moving`: the ring of every seat that is waited for."""
        rings = []
        for sitter in self._taking.sitters.values():
            if sitter.ends_at is not None:
                left = max(0, sitter.ends_at - now)
                rings.append(self._picture.ring(sitter.seat, left / WAIT_NS, -(-left // S)))
        return rings

    def step(self, now: int) -> tuple[int, ...]:
        """See `StaticScene.step`: how far every ring has run out."""
        ends = (sitter.ends_at for sitter in self._taking.sitters.values())
        return tuple(-1 if end is None else -(-max(0, end - now) * STEPS // WAIT_NS) for end in ends)

    def _caps(self, seat: int) -> tuple[str, ...]:
        """Return the names of a seat's keys at a desk, else ()."""
        keys = self._setting.key_names
        caps = tuple(cap_words(keys.get((seat, button), "")) for button in (*CARDS, LEFT, RIGHT, ACTION))
        return caps if any(caps) else ()


def half_box(size: tuple[int, int], seat: int, seats: int, *, is_turned: bool) -> Box:
    """Return the part of the screen that a seat has: left or right, near or far at a cocktail table, or a quarter."""
    width, height = size
    if seats > TWO:
        column, row = AROUND[seat]
        return Box(column * (width // 2), row * (height // 2), width // 2, height // 2)
    if is_turned:
        return Box(0, 0 if seat in FAR else height // 2, width, height // 2)
    return Box(seat * (width // 2), 0, width // 2, height)


def _ground(toolkit: Toolkit, seats: int, *, is_turned: bool) -> pygame.Surface:
    """Draw the night with chequered lines between the halves."""
    ground = night(toolkit).copy()
    width, height = toolkit.size
    square = toolkit.px(4, 2)
    if not is_turned or seats > TWO:
        chequer(ground, Box(width // 2 - square, 0, 2 * square, height), square, toolkit.theme.colours.text)
    if is_turned or seats > TWO:
        chequer(ground, Box(0, height // 2 - square, width, 2 * square), square, toolkit.theme.colours.text)
    return ground
