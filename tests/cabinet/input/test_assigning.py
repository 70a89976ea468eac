"""Sixteen presses tell the program which button is which: a script in virtual time, and what it writes."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from cabinet.input.assigning import HOLD_NS, PLACES, Assigning, Given, Note, assigned_in, text_of
from cabinet.store.ledger import DEVICES
from engine.units import MS
from hardware.clock import FakeClock
from hardware.evdev.controls import BTN_JOYSTICK, Control
from hardware.evdev.fake import PAD, FakeDevice, FakeFolder
from hardware.evdev.kernel import EV_KEY
from hardware.evdev.layouts import Assigned, Layouts
from hardware.evdev.source import LOOK_NS, EvdevSource
from hardware.source import EdgesLost, SwitchEdge

ONE, OTHER = (PAD._replace(port=port) for port in ("usb-1/input0", "usb-2/input0"))


class Hand:
    """Somebody who presses the controls of two equal encoders; each press takes 100 ms."""

    def __init__(self) -> None:
        self.clock = FakeClock(1_000_000_000)
        self.devices = [
            FakeDevice(range(BTN_JOYSTICK, BTN_JOYSTICK + 12), self.clock, identity=identity)
            for identity in (ONE, OTHER)
        ]
        self.folder = FakeFolder(*self.devices)
        self.layouts = Layouts({})
        self.source = EvdevSource(
            self.layouts, clock=self.clock, devices=self.folder.paths, open_device=self.folder.open
        )
        self.source.start()
        self.asking = Assigning()
        self.source.listen(self.asking.hear)

    def press(self, device: int, number: int, *, hold_ns: int = 100 * MS) -> Note | None:
        self.devices[device].key(BTN_JOYSTICK + number, True)
        self.wait(hold_ns)
        self.devices[device].key(BTN_JOYSTICK + number, False)
        self.wait(50 * MS)
        return self.asking.note

    def wait(self, by_ns: int) -> None:
        self.source.drain()
        self.clock.advance(by_ns)
        self.source.drain()
        self.asking.advance(self.clock())

    def press_all(self) -> None:
        for device in (0, 1):
            for number in range(8):
                self.press(device, 7 - number)


def test_sixteen_presses_give_each_button_its_control_by_the_device() -> None:
    hand = Hand()
    assert hand.asking.current_place == (0, "CARD1")
    hand.press_all()
    assert hand.asking.current_place is None
    one, other = hand.asking.result(())
    assert (one.port, other.port) == (ONE.port, OTHER.port)
    assert one.lines["BTN_BASE2"] == "seat0.CARD1"
    assert other.lines["BTN_TRIGGER"] == "seat1.ACTION"


def test_two_equal_encoders_play_as_they_were_assigned_and_stay_apart_by_their_ports() -> None:
    hand = Hand()
    hand.press_all()
    hand.source.listen(None)
    hand.source.assign(hand.asking.result(()))
    for device, line in ((0, "seat0.CARD1"), (1, "seat1.CARD1")):
        hand.devices[device].key(BTN_JOYSTICK + 7, True)
        hand.clock.advance(MS)
        assert [edge.line for edge in hand.source.drain() if isinstance(edge, SwitchEdge)] == [line]


def test_a_device_that_moved_is_not_guessed_at_but_can_be_assigned_again() -> None:
    hand = Hand()
    hand.press_all()
    hand.source.assign(hand.asking.result(()))
    hand.folder.unplug(hand.devices[1])
    hand.wait(MS)
    hand.devices[1] = FakeDevice(hand.devices[1].keys, hand.clock, identity=OTHER._replace(port="usb-7/input0"))
    hand.folder.plug(hand.devices[1])
    hand.wait(LOOK_NS)
    assert [placement.kind for _, placement in hand.source.placed] == ["assigned", "moved"]
    assert hand.source.moved == (OTHER.name,)
    hand.asking = Assigning()
    hand.source.listen(hand.asking.hear)
    note = hand.press(1, 0)
    assert note is not None and note.what == "given"


def test_a_button_that_is_held_for_two_seconds_skips_one() -> None:
    hand = Hand()
    assert hand.press(0, 0, hold_ns=HOLD_NS) == Note("skipped", (0, "CARD1"))
    assert hand.asking.current_place == (0, "CARD2")
    hand.press(0, 0)
    (assigned,) = hand.asking.result(())
    assert assigned.lines == {"BTN_TRIGGER": "seat0.CARD2"}


def test_a_button_given_twice_is_refused_by_its_name() -> None:
    hand = Hand()
    hand.press(0, 3)
    hand.press(0, 4)
    note = hand.press(0, 3)
    assert note is not None
    assert (note.what, note.place) == ("twice", (0, "CARD1"))
    assert hand.asking.current_place == (0, "CARD3")
    assert hand.press(1, 3) != note, "the same button of the other encoder is another one"


def test_a_mistake_is_taken_back_by_holding_a_button_that_was_given() -> None:
    hand = Hand()
    for number in range(3):
        hand.press(0, number)
    assert hand.press(0, 0, hold_ns=HOLD_NS) == Note("back", (0, "CARD3"))
    hand.press(0, 9)
    (assigned,) = hand.asking.result(())
    assert assigned.lines == {"BTN_TRIGGER": "seat0.CARD1", "BTN_THUMB": "seat0.CARD2", "BTN_BASE4": "seat0.CARD3"}


def test_a_skipped_button_is_taken_back_as_well() -> None:
    hand = Hand()
    hand.press(0, 0)
    hand.press(0, 1, hold_ns=HOLD_NS)
    assert hand.press(0, 0, hold_ns=HOLD_NS) == Note("back", (0, "CARD2"))
    assert hand.asking.current_place == (0, "CARD2")


def test_a_second_button_that_is_down_meanwhile_counts_for_nothing() -> None:
    """A trigger of some pads is a button and an axis."""
    hand = Hand()
    hand.devices[0].report([(BTN_JOYSTICK, True), (BTN_JOYSTICK + 1, True)])
    hand.wait(MS)
    hand.devices[0].report([(BTN_JOYSTICK + 1, False), (BTN_JOYSTICK, False)])
    hand.wait(MS)
    assert [isinstance(each, Given) and each.control.code for each in hand.asking.answers] == [BTN_JOYSTICK]


def test_a_long_hold_counts_though_nobody_looked_before_the_release() -> None:
    asking = Assigning()
    placement = Layouts({}).place(FakeDevice(range(BTN_JOYSTICK, BTN_JOYSTICK + 9), FakeClock()))
    assert placement is not None
    asking.hear(placement, Control(EV_KEY, BTN_JOYSTICK), True, 5)
    asking.hear(placement, Control(EV_KEY, BTN_JOYSTICK), False, 5 + HOLD_NS)
    assert asking.answers == [None]


# What is written


def test_a_seat_that_was_skipped_keeps_its_assignment_and_the_other_is_replaced() -> None:
    before = (
        Assigned(1, 2, "", "usb-9", 1, {"a": "seat0.CARD1", "b": "seat1.CARD1"}),
        Assigned(ONE.vendor, ONE.product, ONE.serial, ONE.port, 1, {"BTN_TRIGGER": "seat1.CARD2"}),
    )
    hand = Hand()
    hand.press(0, 0)
    for _ in range(15):
        hand.press(0, 11, hold_ns=HOLD_NS)
    assert hand.asking.current_place is None
    left, new = hand.asking.result(before)
    assert left.lines == {"b": "seat1.CARD1"}
    assert new.lines == {"BTN_TRIGGER": "seat0.CARD1"}


def test_sixteen_skips_take_every_assignment_away() -> None:
    hand = Hand()
    for _ in PLACES:
        hand.press(0, 0, hold_ns=HOLD_NS)
    assert hand.asking.result([Assigned(1, 2, "", "", 1, {"a": "seat0.CARD1"})]) == ()


TEXTS = st.text(max_size=12)
USB = st.integers(0, 0xFFFF)
ASSIGNED = st.builds(
    Assigned, USB, USB, TEXTS, TEXTS, st.integers(1, 4),
    st.dictionaries(TEXTS, st.sampled_from([f"seat{seat}.{button}" for seat, button in PLACES])),
)  # fmt: skip


@given(st.lists(ASSIGNED))
def test_a_setting_leads_back_to_the_assignments(assigned: Sequence[Assigned]) -> None:
    assert assigned_in({DEVICES: text_of(assigned)}) == tuple(assigned)


@given(st.text() | st.integers() | st.booleans() | st.just('[{"vendor":"xyz","product":"0","serial":"","port":"",'
                                                          '"number":1,"buttons":{}}]'))  # fmt: skip
def test_a_strange_setting_is_no_assignment(value: str | int | bool) -> None:
    assert assigned_in({DEVICES: value}) == ()


def test_a_button_that_is_held_while_the_layout_changes_is_let_go() -> None:
    hand = Hand()
    hand.devices[0].key(BTN_JOYSTICK, True)
    hand.wait(MS)
    hand.source.assign([Assigned(ONE.vendor, ONE.product, ONE.serial, ONE.port, 1, {"BTN_THUMB": "seat0.CARD1"})])
    (loss,) = hand.source.drain()
    assert isinstance(loss, EdgesLost)
    assert loss.levels == (("seat0.CARD1", False),)
    hand.devices[0].key(BTN_JOYSTICK, False)
    hand.clock.advance(MS)
    assert hand.source.drain() == []
