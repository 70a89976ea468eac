"""Names: one press for a name of tonight, five buttons and two arrows for a new one, and nobody needs one."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import get_args

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.display.evening.names import half_part
from cabinet.display.evening.pages import NamesHalf
from cabinet.display.layout.boxes import Box
from cabinet.display.page import laid
from cabinet.input.inputs import Typed, letters_on
from cabinet.people.names import LEAST, LENGTH, LETTERS, MORE, is_refused, likely_letters
from cabinet.scenes.bases import LATE_NS
from cabinet.scenes.names import (
    CONFIRM_NS,
    GROUP,
    LETTERS_NS,
    MOST_NS,
    PAGES,
    SHOWN,
    WAIT_NS,
    NamesAsked,
    NameTaking,
    TakingNames,
    half_box,
    half_of,
    typed_half,
)
from cabinet.screens.view_factory import TableSetting
from cabinet.strings.catalogue import word
from cabinet.strings.language import Language, LanguageCode, in_use
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT, Press
from engine.units import S
from tests.cabinet.display.page_faults import faults
from tests.cabinet.scenes.stories import returned, toolkit_of

AMBER, BLUE, GREEN = range(3)
TONIGHT = ("MIA", "BEN", "TOM", "ANA", "KAI", "LEO", "PIA")
GROUPS = ("A–F", "G–L", "M–R", "S–X", "Y–3", "4–9")
SIZES = ((480, 320), (800, 480), (1280, 720), (480, 800), (720, 1280))
MANY = tuple(a + b + "X" for a in LETTERS for b in "AB")


class Desk:
    """Seats in front of the names scene, AMBER having asked for it."""

    def __init__(
        self, tonight: Sequence[str] = TONIGHT, *, refused: Collection[str] = (), seats: int = 2,
        held: Mapping[int, str] | None = None, taken: Collection[str] = (), is_turned: bool = False,
        size: tuple[int, int] = (480, 320), typists: Collection[int] = (),
    ) -> None:  # fmt: skip
        self.toolkit = toolkit_of(size)
        asked = NamesAsked(
            AMBER, tonight=tonight, held=held or {}, taken=taken, seats=seats, typists=typists, can_add=bool(taken)
        )
        setting = TableSetting(cocktail=is_turned)
        self.scene = TakingNames(self.toolkit, setting, asked, refused.__contains__, is_turned=is_turned)
        self.now = 0
        self.scene.enter(0)

    @property
    def went(self) -> list[Mapping[int, str]]:
        """The names with which the scene has ended."""
        return returned(self.scene)

    def tap(self, seat: int, *buttons: str) -> "Desk":
        for button in buttons:
            for pressed in (True, False):
                self.scene.handle(Press(seat, button, pressed, self.now, "fake"))
        return self

    def type(self, *keys: str) -> "Desk":
        """Type the letters of words, and keys that have a name."""
        named = {"ENTER": "return", "TAB": "tab", "BACK": "backspace", "LEFT": "left", "RIGHT": "right"}
        for text in keys:
            for key in [named[text]] if text in named else list(text.lower()):
                self.scene.type(Typed(key, letters_on(key, {"ö": "ö"})), self.now)
        return self

    def wait(self, ns: int, *, drained: int | None = None) -> "Desk":
        self.now += ns
        self.scene.advance(self.now, self.now if drained is None else drained)
        return self

    def shows(self, seat: int) -> tuple[str, ...]:
        """The words on the keys of a seat's half, and on RIGHT while letters are chosen."""
        half = self.half(seat)
        keys = tuple(tile.text for tile in half.keys if tile.is_free)
        return (*keys, half.right) if half.cursor >= 0 else keys

    def half(self, seat: int):  # type: ignore[no-untyped-def]  # the page's own type, which tests only read
        taking = self.scene._taking
        return (typed_half if taking.sitters[seat].is_typed else half_of)(taking, taking.sitters[seat], "play")


KEYS = (*CARDS, RIGHT)


def spelled(name: str, before: str = "") -> list[str]:
    """The presses that spell a name, or the rest of it: each letter among the likely ones, or its group and its place.

    ACTION takes the name.
    """
    presses: list[str] = []
    for place in range(len(before), len(name)):
        letter, likely = name[place], likely_letters(name[:place])
        group, inside = divmod((LETTERS + MORE).index(letter), GROUP)
        if letter in likely:
            presses += [CARDS[likely.index(letter)]]
        else:
            presses += [*([RIGHT] if likely else []), KEYS[group], KEYS[inside]]
    return presses


def key_of(half: NamesHalf, letter: str, alphabet: str = LETTERS + MORE) -> str:
    """The button whose label is a letter or has it among its group, or that leads to other letters."""
    other = word("names.other_letters")
    for key, label in zip(KEYS, (*(tile.text for tile in half.keys), half.right), strict=True):
        if label and label != other and letter in alphabet[alphabet.index(label[0]) : alphabet.index(label[-1]) + 1]:
            return key
    return LEFT if half.left == other else RIGHT


@pytest.mark.parametrize("place", range(SHOWN))
def test_one_press_takes_a_name_of_tonight(place: int) -> None:
    assert Desk().tap(AMBER, CARDS[place]).went == [{AMBER: TONIGHT[place]}]


def test_action_takes_the_last_sitters_name_and_left_takes_none() -> None:
    assert Desk().tap(AMBER, ACTION).went == [{AMBER: "MIA"}]
    assert Desk().tap(AMBER, LEFT).went == [{AMBER: ""}]


def test_right_turns_to_the_next_five_and_then_to_the_spelling() -> None:
    desk = Desk().tap(AMBER, RIGHT)
    assert desk.shows(AMBER)[:2] == ("LEO", "PIA")
    assert desk.tap(AMBER, RIGHT).shows(AMBER) == GROUPS
    assert Desk(TONIGHT[:3]).tap(AMBER, RIGHT).shows(AMBER) == GROUPS


def test_the_spelling_is_never_more_than_three_presses_away() -> None:
    assert Desk(MANY).tap(AMBER, *[RIGHT] * PAGES).shows(AMBER) == GROUPS


def test_without_names_of_tonight_the_first_guest_spells_at_once() -> None:
    assert Desk(()).shows(AMBER) == GROUPS
    assert Desk(()).tap(AMBER, CARDS[4]).shows(AMBER) == ("Y", "Z", "0", "1", "2", "3")
    assert Desk(()).tap(AMBER, *spelled("ZOE"), ACTION).went == [{AMBER: "ZOE"}]


def test_the_first_press_of_another_seat_that_spells_does_no_more_than_ask() -> None:
    desk = Desk(()).tap(BLUE, RIGHT, *spelled("EVE"))
    assert desk.half(BLUE).letters == "EVE"
    assert Desk(()).tap(BLUE, CARDS[1]).shows(BLUE) == GROUPS


def test_the_last_letter_is_taken_by_action_or_after_five_seconds_and_can_be_taken_back() -> None:
    desk = Desk(()).tap(AMBER, *spelled("GOB"))
    assert (desk.went, desk.half(AMBER).note, desk.half(AMBER).left) == ([], "AT ZERO YOU ARE GOB", "TAKE BACK")
    desk.tap(AMBER, *[LEFT] * 6).wait(CONFIRM_NS).tap(AMBER, *spelled("BOB"))
    assert desk.wait(CONFIRM_NS - 1).went == []
    assert desk.wait(1).went == [{AMBER: "BOB"}]


def test_letters_of_a_name_that_joins_a_list_have_two_minutes_and_a_whole_name_is_never_lost() -> None:
    taking = NameTaking((), lambda _name: False, (AMBER, BLUE), waits_for_letters=True)
    taking.ask(AMBER, 0)
    for button in spelled("MI"):
        taking.press(Press(AMBER, button, True, 0, "fake"))
    taking.advance(LETTERS_NS - 1)
    assert not taking.is_over
    for button in spelled("MIA", "MI"):
        taking.press(Press(AMBER, button, True, LETTERS_NS, "fake"))
    taking.advance(LETTERS_NS + CONFIRM_NS)
    assert taking.chosen == {AMBER: "MIA"}


def test_a_name_of_two_letters_is_taken_by_action_and_one_letter_is_none() -> None:
    desk = Desk(()).tap(AMBER, *spelled("B"), ACTION)
    assert desk.went == [] and desk.half(AMBER).action == ""
    desk.tap(AMBER, *spelled("BO", "B"))
    assert desk.half(AMBER).action == "THAT'S ME"
    assert desk.tap(AMBER, ACTION).went == [{AMBER: "BO"}]


def test_the_house_chooses_what_stands_in_names_besides_a_to_z() -> None:
    taking = NameTaking((), lambda _name: False, (AMBER,), alphabet=LETTERS + "ÄÖÜ")
    taking.ask(AMBER, 0)
    for button in (*spelled("J"), RIGHT, CARDS[4], CARDS[3], CARDS[4], RIGHT, CARDS[4], CARDS[4]):
        taking.press(Press(AMBER, button, True, 0, "fake"))  # the last RIGHT has no letter: the group has five
    assert taking.sitters[AMBER].letters == "JÖÜ"


def test_a_name_is_mended_where_it_stands_or_left_out_and_the_clock_leaves_it_as_it_was() -> None:
    def mending(*buttons: str) -> NameTaking:
        taking = NameTaking(TONIGHT, lambda _name: False, (AMBER, BLUE), mends="GOB")
        taking.ask(AMBER, 0)
        for button in buttons:
            taking.press(Press(AMBER, button, True, 0, "fake"))
        taking.advance(MOST_NS)
        return taking

    assert mending(LEFT, *spelled("GOY", "GO"), ACTION).chosen == {AMBER: "GOY"}
    assert mending(LEFT, LEFT, LEFT, LEFT).chosen == {AMBER: ""}
    assert mending().chosen == mending(LEFT).chosen == {AMBER: "GOB"}
    assert mending(LEFT, *spelled("GOY", "GO")).chosen == {AMBER: "GOB"}, "only a press changes a name on the list"


def test_where_a_list_is_made_right_takes_a_whole_name_and_asks_for_the_next() -> None:
    taking = NameTaking((), lambda name: name == "BAD", (AMBER,), can_add=True)
    taking.ask(AMBER, 0)
    for button in (*spelled("BAD"), RIGHT):
        taking.press(Press(AMBER, button, True, 0, "fake"))
    assert not taking.is_over and not taking.adds_another and taking.sitters[AMBER].refusal == "word"
    for button in (CARDS[4], RIGHT):
        taking.press(Press(AMBER, button, True, 0, "fake"))
    assert taking.chosen == {AMBER: "BAE"} and taking.adds_another


@given(st.text(LETTERS + MORE, min_size=LEAST, max_size=LENGTH))
def test_every_name_can_be_spelled(name: str) -> None:
    taking = NameTaking((), lambda _name: False, (AMBER, BLUE))
    taking.ask(AMBER, 0)
    presses = [*spelled(name), ACTION]
    for button in presses:
        assert not taking.is_over
        taking.press(Press(AMBER, button, True, 0, "fake"))
    assert taking.is_over and taking.chosen == {AMBER: name}
    assert len(presses) <= 2 + 3 * (len(name) - 1) + 1


def test_left_goes_back_from_a_group_takes_letters_back_and_returns_to_tonights_names() -> None:
    desk = Desk(TONIGHT[:2]).tap(AMBER, RIGHT, *spelled("AM"), RIGHT, CARDS[2])
    assert desk.shows(AMBER) == tuple("MNOPQR")
    assert desk.tap(AMBER, LEFT).shows(AMBER) == GROUPS
    assert (desk.tap(AMBER, LEFT).half(AMBER).letters, desk.shows(AMBER)) == ("A", (*"DLMNR", "OTHER LETTERS"))
    assert (desk.tap(AMBER, LEFT).half(AMBER).letters, desk.shows(AMBER)) == ("", tuple("ABCDEF")), "A is near"
    assert desk.tap(AMBER, LEFT).shows(AMBER) == GROUPS
    assert desk.tap(AMBER, LEFT).shows(AMBER)[:2] == ("MIA", "BEN")
    assert desk.went == []


def test_likely_letters_are_the_same_for_everybody_and_no_refused_word_comes_of_them() -> None:
    assert likely_letters("M") == "AEIOU" and likely_letters("Å") == likely_letters("") == ""
    every = [one + two for one in LETTERS for two in LETTERS]
    for beginning in (*LETTERS, *every):
        likely = likely_letters(beginning)
        assert likely == "".join(sorted(set(likely))) and len(likely) in (0, SHOWN)
        assert not any(is_refused(beginning + letter) for letter in likely if len(beginning) == LENGTH - 1)


COMMON = """
    JAMES MARY MICHAEL PATRICIA ROBERT JENNIFER JOHN LINDA DAVID ELIZABETH
    OLIVER OLIVIA GEORGE AMELIA JACK EMILY HARRY ISLA NOAH AVA
    PETER MARIA MICHAEL URSULA THOMAS MONIKA ANDREAS PETRA WOLFGANG ELISABETH
    ANNA ERIK EVA LARS MARIA KARL KARIN ANDERS KRISTINA JOHAN
    ANNE PETER KIRSTEN MICHAEL METTE LARS HANNE JENS HELLE HENRIK
    JAN MARIA JOHANNES ANNA DAAN EMMA SEM JULIA LUCAS MILA
    MARIE JEAN PIERRE NATHALIE MICHEL ISABELLE ANDRE SYLVIE PHILIPPE CATHERINE
    ANTONIO MARIA JOSE CARMEN MANUEL ANA FRANCISCO LAURA JUAN LUCIA
    GIUSEPPE MARIA GIOVANNI ANNA ANTONIO ROSA MARIO GIULIA LUIGI SOFIA
    PIOTR ANNA KRZYSZTOF KATARZYNA ANDRZEJ MARIA TOMASZ MALGORZATA PAWEL AGNIESZKA
    JUHANI MARIA JOHANNES HELENA OLAVI ANNELI ANTERO JOHANNA TAPANI KAARINA
    JOSE MARIA JOAO ANA ANTONIO FRANCISCA CARLOS ANTONIA PAULO ADRIANA
"""
"""Ten names that are among the most common in each of twelve countries: the United States, Great Britain, Germany,
Sweden, Denmark, the Netherlands, France, Spain, Italy, Poland, Finland and Brazil."""
ONE_IN = 10
"""Letters to a mistake."""


def presses_for(name: str, slip: int = -1) -> int:
    """The presses of somebody who spells a name by the labels, and takes it.

    At letter `slip` the finger finds the button beside the right one; it is noticed once the wrong letter stands.
    """
    taking = NameTaking((), lambda _name: False, (AMBER,))
    taking.ask(AMBER, 0)
    presses, slips = 0, [slip]
    while not taking.is_over:
        half = half_of(taking, taking.sitters[AMBER], "join")
        there = len(half.letters)
        if half.letters != name[:there]:
            button = LEFT
        elif there == LENGTH:
            button = ACTION
        else:
            button = key_of(half, name[there])
            labels = [*(tile.text for tile in half.keys), half.right]
            if there in slips and labels[KEYS.index(button)] == name[there]:
                slips.clear()
                button = KEYS[(KEYS.index(button) + 1) % len(KEYS)]
        presses += 1
        taking.press(Press(AMBER, button, True, 0, "fake"))
    assert taking.chosen == {AMBER: name}
    return presses


def test_a_common_name_is_six_presses_with_its_mistakes_and_its_confirmation() -> None:
    names = [name[:LENGTH] for name in COMMON.split()]
    right = [presses_for(name) for name in names]
    mistakes = [
        presses_for(name, slip) - presses for name, presses in zip(names, right, strict=True) for slip in range(LENGTH)
    ]
    assert set(mistakes) == {2}, "taken back, and chosen again where it was"
    average = (sum(right) + sum(mistakes) / ONE_IN) / len(names)
    assert average <= 6.0


def test_a_word_that_the_list_refuses_is_answered_kindly_and_costs_one_letter() -> None:
    desk = Desk((), refused=("BAD",)).tap(AMBER, *spelled("BAD"), ACTION)
    half = desk.half(AMBER)
    assert (half.is_refused, half.note, half.letters, desk.went) == (True, "TRY ANOTHER", "BA", [])
    assert desk.shows(AMBER) == tuple("ABCDEF"), "the letter that it cost is near"
    assert desk.tap(AMBER, CARDS[4], ACTION).went == [{AMBER: "BAE"}]


def test_a_name_of_another_seat_is_not_offered_and_cannot_be_spelled() -> None:
    assert Desk(held={BLUE: "MIA"}).shows(AMBER)[0] == "BEN"
    assert Desk(taken=("MIA",)).shows(AMBER)[0] == "BEN"
    desk = Desk((), held={BLUE: "BEN"}).tap(AMBER, *spelled("BEN"), ACTION)
    assert desk.went == [] and desk.half(AMBER).note == "BEN IS HERE ALREADY"


def test_a_name_that_is_taken_meanwhile_leaves_its_place_empty() -> None:
    desk = Desk().tap(BLUE, CARDS[1])
    assert desk.shows(AMBER)[:3] == ("MIA", "TOM", "ANA")
    assert desk.tap(AMBER, CARDS[1]).went == []
    assert desk.half(AMBER).note == "BEN IS HERE ALREADY"
    assert desk.tap(AMBER, CARDS[2]).went == [{AMBER: "TOM", BLUE: "BEN"}]


def test_a_seat_that_did_not_ask_is_not_waited_for_and_one_that_did_is() -> None:
    assert Desk().tap(AMBER, CARDS[0]).went == [{AMBER: "MIA"}]
    desk = Desk().tap(BLUE, RIGHT).tap(AMBER, CARDS[0])
    assert desk.went == []
    assert desk.tap(BLUE, CARDS[0]).went == [{AMBER: "MIA", BLUE: "LEO"}]


def test_two_who_ask_at_once_are_both_asked() -> None:
    """The second one's LEFT was meant for getting ready, and must not be NO NAME."""
    desk = Desk().tap(BLUE, LEFT).tap(AMBER, CARDS[0])
    assert desk.went == []
    assert desk.tap(BLUE, LEFT).went == [{AMBER: "MIA", BLUE: ""}]


def test_while_another_is_waited_for_a_name_can_be_changed() -> None:
    desk = Desk().tap(BLUE, RIGHT).tap(AMBER, CARDS[0], LEFT, CARDS[1]).tap(BLUE, CARDS[0])
    assert desk.went == [{AMBER: "BEN", BLUE: "LEO"}]


def test_a_change_of_mind_does_not_make_the_others_wait_longer_than_a_minute() -> None:
    desk = Desk().tap(BLUE, RIGHT).tap(AMBER, CARDS[0])
    while desk.now < MOST_NS - 2 * S:
        desk.wait(10 * S - 1).tap(BLUE, RIGHT)
    desk.tap(AMBER, LEFT)
    assert desk.half(AMBER).ask == "WHO ARE YOU?"
    assert desk.wait(MOST_NS - desk.now).went == [{AMBER: "", BLUE: ""}]


def test_at_zero_the_seat_plays_as_a_guest() -> None:
    desk = Desk().wait(WAIT_NS - 1)
    assert desk.went == []
    assert desk.wait(1).went == [{AMBER: ""}]


def test_a_press_made_in_time_counts_although_it_comes_after_zero() -> None:
    desk = Desk().wait(WAIT_NS + LATE_NS - 1, drained=WAIT_NS - 1)
    desk.scene.handle(Press(AMBER, CARDS[0], True, WAIT_NS - 1, "fake"))
    assert desk.went == [{AMBER: "MIA"}]
    assert Desk().wait(WAIT_NS + LATE_NS, drained=0).went == [{AMBER: ""}]


def test_every_press_renews_the_wait_but_nobody_waits_longer_than_a_minute() -> None:
    desk = Desk(()).wait(WAIT_NS - S)
    while desk.now < MOST_NS - S:
        assert desk.went == []
        desk.tap(AMBER, RIGHT).wait(10 * S)
    assert desk.wait(max(0, MOST_NS - desk.now)).went == [{AMBER: ""}]


def test_the_scene_leads_on_once() -> None:
    desk = Desk().tap(AMBER, CARDS[0]).tap(BLUE, CARDS[1]).wait(MOST_NS)
    assert desk.went == [{AMBER: "MIA"}]


def test_at_a_cocktail_table_left_is_the_readers_left() -> None:
    desk = Desk(is_turned=True).tap(BLUE, LEFT)  # the far panel's right button, as the panel map gives it
    assert desk.shows(BLUE)[:2] == ("LEO", "PIA")
    assert desk.tap(AMBER, RIGHT).shows(AMBER)[:2] == ("LEO", "PIA")


def test_a_panel_without_a_seat_counts_for_the_seat_at_its_side() -> None:
    assert Desk().tap(GREEN, CARDS[0]).went == [{AMBER: "MIA"}]


# Names that are typed at a keyboard


@pytest.mark.parametrize("tonight", [(), TONIGHT])
@pytest.mark.parametrize("name", ["CLO", "ACE", "X2", "71Z"])
def test_typed_letters_are_letters_whatever_buttons_their_keys_are(tonight: Sequence[str], name: str) -> None:
    assert Desk(tonight, typists=(AMBER, BLUE)).type(name, "ENTER").went == [{AMBER: name}]


def test_backspace_takes_back_and_never_gives_up() -> None:
    desk = Desk(typists=(AMBER, BLUE)).type("CX", "BACK", "LO", "BACK", "BACK", "BACK", "BACK", "BACK")
    assert desk.went == [] and desk.half(AMBER).letters == ""
    assert desk.type("CLOE").half(AMBER).letters == "CLO", "a fourth letter has no place"
    assert desk.type("ENTER").went == [{AMBER: "CLO"}]


def test_a_figure_and_arrows_choose_among_tonights_names() -> None:
    assert Desk(typists=(AMBER,)).type("2").went == [{AMBER: "BEN"}]
    assert Desk(typists=(AMBER,)).type("RIGHT", "2").went == [{AMBER: "PIA"}]
    assert Desk(typists=(AMBER,)).type("ENTER").went == [{AMBER: "MIA"}]
    assert Desk(typists=(AMBER,)).type("LEFT").went == [{AMBER: ""}]


def test_tab_turns_to_the_other_seat_of_the_keyboard_and_back() -> None:
    desk = Desk((), typists=(AMBER, BLUE)).type("C", "TAB", "EVE", "ENTER")
    assert desk.went == [] and desk.half(AMBER).letters == "C"
    assert desk.type("LO", "ENTER").went == [{AMBER: "CLO", BLUE: "EVE"}]
    assert Desk((), typists=(AMBER,)).type("TAB", "CLO", "ENTER").went == [{AMBER: "CLO"}]


def test_only_the_seats_of_a_keyboard_type_and_the_others_press_as_ever() -> None:
    desk = Desk((), typists=(AMBER,)).tap(BLUE, RIGHT, *spelled("EVE")).type("CLO").tap(BLUE, ACTION).type("ENTER")
    assert desk.went == [{AMBER: "CLO", BLUE: "EVE"}]
    assert not Desk().scene.takes_letters and Desk(typists=(AMBER,)).scene.takes_letters


def test_a_list_takes_name_after_name_from_a_keyboard() -> None:
    desk = Desk((), taken=("BEN",), typists=(AMBER,)).type("BEN", "RIGHT")
    assert desk.half(AMBER).letters == "BE" and desk.went == [], "a name of the list is refused"
    assert desk.type("A", "RIGHT").went == [{AMBER: "BEA"}] and desk.scene.adds_another


@given(st.lists(st.sampled_from([*"CLO12", "ENTER", "TAB", "BACK", "LEFT", "RIGHT"]), max_size=40))
def test_whatever_is_typed_the_names_are_names_and_the_scene_always_ends(keys: list[str]) -> None:
    desk = Desk(TONIGHT[:2], typists=(AMBER, BLUE))
    for key in keys:
        if desk.scene.is_dismissed:
            break
        desk.type(key).wait(S)
    for _ in range(4):
        desk.wait(MOST_NS)
    (went,) = desk.went
    assert all(not name or LEAST <= len(name) <= LENGTH for name in went.values())
    assert len([name for name in went.values() if name]) == len({name for name in went.values() if name})


@given(st.lists(st.tuples(st.sampled_from(range(4)), st.sampled_from(BUTTONS), st.integers(0, 5)), max_size=40))
def test_no_two_seats_get_one_name_and_the_scene_always_ends(presses: list[tuple[int, str, int]]) -> None:
    taking, now = NameTaking(TONIGHT, lambda name: name == "AAA", range(4)), 0
    taking.ask(0, 0)
    for seat, button, seconds in presses:
        now += seconds * S
        taking.advance(now)
        if taking.is_over:
            break
        taking.press(Press(seat, button, True, now, "fake"))
    taking.advance(now + MOST_NS)
    taking.advance(now + 2 * MOST_NS)  # of a name that was refused at zero, letters stand a little longer
    names = [name for name in taking.chosen.values() if name]
    assert taking.is_over and len(names) == len(set(names)) and "AAA" not in names


SEATINGS = ((2, False), (2, True), (4, False), (4, True))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_part_of_a_half_lies_in_it_and_apart(size: tuple[int, int]) -> None:
    toolkit = toolkit_of(size)
    for seats, is_turned in SEATINGS:
        boxes = [half_box(size, seat, seats, is_turned=is_turned) for seat in range(seats)]
        whole = [pygame.Rect(box) for box in boxes]
        assert all(rect.collidelist(whole[place + 1 :]) < 0 for place, rect in enumerate(whole))
        room = Box(0, 0, boxes[0].w, boxes[0].h)
        for code in get_args(LanguageCode):
            with in_use(Language(code)):
                for half in [*halves(()), *halves(("DWN",) * 8 if seats == 2 else ())]:
                    parts = laid(toolkit, half_part(toolkit, half, (room.w, room.h)), room)
                    assert faults(toolkit, parts, room) == [], (code, seats, half)


def halves(caps: tuple[str, ...]) -> Iterator[NamesHalf]:
    """Halves of AMBER with names and after LEFT; of BLUE with likely letters, groups, the letters of one, a whole name,
    and a name that is taken; each as it is typed, too."""
    taking = NameTaking(("WWW", *TONIGHT), {"BMW"}.__contains__, range(2), can_add=True, typists=range(2))
    spelling = ([RIGHT, RIGHT], [RIGHT], [RIGHT], [CARDS[0]], [CARDS[1], CARDS[2], CARDS[0]], [ACTION])
    for seat, buttons in ((AMBER, list[str]()), (AMBER, [LEFT]), *((BLUE, each) for each in spelling)):
        for button in buttons:
            taking.press(Press(seat, button, True, 0, "fake"))
        yield half_of(taking, taking.sitters[seat], "join", caps)
        yield typed_half(taking, taking.sitters[seat], "join")


def test_the_ring_is_drawn_alone_and_sleeps_between_its_steps() -> None:
    desk = Desk()
    screen = pygame.Surface(desk.toolkit.size)
    desk.scene.draw(screen, 0, everything=True)
    due = desk.scene.next_deadline()
    assert due is not None and due > 0
    assert not desk.scene.is_stale(1)
    desk.wait(due)
    changed = desk.scene.draw(screen, due, everything=False)
    assert changed and all(rect.w < screen.get_width() // 4 for rect in changed)
