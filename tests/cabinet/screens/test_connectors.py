"""Connectors and modes: how long a screen is waited for, which one is another, who has it, its picture's size.

The kernel's folders and answers are fakes; the lists of modes are those that real screens offer.
"""

import errno
import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cabinet.config.schema import Display
from cabinet.process.notify import Notifier, Wait
from cabinet.screens.connectors import (
    AUTH_MAGIC,
    CONNECTED,
    SCREEN_LOOK_S,
    VT_ACTIVATE,
    VT_GETSTATE,
    VT_STATE,
    Screens,
    await_screen,
    cards_with_connectors,
    is_free,
    is_unplugged,
    may_draw,
    opened_cards,
    own_size,
    probe_card,
    take_unused_terminal,
    taken_by,
    taken_in_play,
    terminal_in_front,
    wait_for_cards,
    wait_for_plug,
)
from cabinet.screens.modes import (
    LITTLE_PX,
    MOST_PX,
    Choice,
    Mode,
    choosable,
    choose_mode,
    fitting_picture,
    is_same_shape,
    most_pixels,
    mounting_of,
    smoothness,
)

FIRST, SECOND = "card1-HDMI-A-1", "card1-HDMI-A-2"
LONG_AGO, FOR_EVER = 0.0, math.inf


class Sockets:
    """The connectors of a graphics card, as the kernel shows them in its folder."""

    def __init__(self, folder: Path, *names: str, status: str = "disconnected") -> None:
        self.folder = folder
        for name in names:
            (folder / name).mkdir()
            self._set(name, status, b"")

    def plug(self, name: str, edid: bytes = b"a television") -> None:
        self._set(name, CONNECTED, edid)

    def unplug(self, name: str) -> None:
        self._set(name, "disconnected", b"")

    def _set(self, name: str, status: str, edid: bytes) -> None:
        (self.folder / name / "status").write_text(f"{status}\n")
        (self.folder / name / "edid").write_bytes(edid)


@pytest.fixture
def sockets(tmp_path: Path) -> Sockets:
    return Sockets(tmp_path, FIRST, SECOND)


class Evening:
    """A cabinet that waits in front of a dark television, in virtual time."""

    def __init__(self, folder: Path) -> None:
        self.seconds = 0.0
        self.said: list[str] = []
        self.probes: list[float] = []
        self.happens: list[tuple[float, Callable[[], None]]] = []
        self.is_seen_by_a_probe: Callable[[], None] = lambda: None
        self.taken = ""
        self.takes: list[float] = []
        self._folder = folder

    def wait(self) -> None:
        wait = Wait(Notifier({}), self.said.append, lambda: round(self.seconds * 1e9))
        cards = ["/dev/dri/card0", "/dev/dri/card1"]
        await_screen(
            cards, wait, self._folder, probe=self._probe, sleep=self._sleep, taken=self._taken, take=self._take
        )

    def _taken(self, cards: Iterable[str]) -> str:
        assert set(cards) <= {"/dev/dri/card1"}, "the other one drives no screen"
        return self.taken

    def _take(self, _own: int) -> None:
        self.takes.append(self.seconds)

    def _probe(self, card: str) -> None:
        if card == "/dev/dri/card1":
            self.probes.append(self.seconds)
        self.is_seen_by_a_probe()

    def _sleep(self, seconds: float) -> None:
        self.seconds += seconds
        assert self.seconds < 10_000
        due = [event for at, event in self.happens if at <= self.seconds]
        self.happens = [(at, event) for at, event in self.happens if at > self.seconds]
        for event in due:
            event()


@pytest.fixture
def evening(sockets: Sockets) -> Evening:
    return Evening(sockets.folder)


@pytest.mark.long
def test_a_screen_is_waited_for_as_long_as_it_takes_and_seen_at_the_next_look(
    sockets: Sockets, evening: Evening
) -> None:
    evening.happens = [(7200.1, lambda: sockets.plug(SECOND))]
    evening.wait()
    assert 7200.1 <= evening.seconds <= 7200.1 + SCREEN_LOOK_S
    assert evening.said == [
        f"Waiting for a screen: none is connected ({FIRST}, {SECOND}). Switch it on, or look at its cable.",
        f"A screen is connected ({SECOND}).",
    ]


def test_a_screen_that_is_there_is_neither_waited_for_nor_probed(sockets: Sockets, evening: Evening) -> None:
    sockets.plug(FIRST)
    evening.wait()
    assert (evening.seconds, evening.said, evening.probes) == (0, [], [])


def test_without_a_connector_nothing_is_waited_for(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "none")
    evening.wait()
    assert (evening.seconds, evening.said, evening.probes) == (0, [], [])


@pytest.mark.long
def test_a_screen_that_somebody_else_has_is_waited_for_and_each_reason_is_told_once(
    sockets: Sockets, evening: Evening
) -> None:
    """A program that began beside a desktop said that there is no screen, ended, and began anew for ever."""
    sockets.plug(FIRST)
    evening.taken = "Another program has the screen."

    def change(reason: str) -> Callable[[], None]:
        return lambda: setattr(evening, "taken", reason)

    evening.happens = [(60, change("Terminal 2 is in front.")), (4000, change(""))]
    evening.wait()
    assert 4000 <= evening.seconds <= 4001
    told = ["Another program has the screen.", "Terminal 2 is in front.", f"A screen is connected ({FIRST})."]
    assert evening.said == told


class Console:
    """The terminals of a console, as the kernel answers ioctl(2)."""

    def __init__(self, front: int, used: Iterable[int], refuses: int = 0) -> None:
        self.front = front
        self._used = sum(1 << number for number in used)
        self._refuses = refuses

    def ioctl(self, _file: int, request: int, argument: object = 0) -> bytes | int:
        if self._refuses:
            raise OSError(self._refuses, "")
        if request == VT_GETSTATE:
            return VT_STATE.pack(self.front, 0, self._used)
        assert request == VT_ACTIVATE
        assert isinstance(argument, int)
        self.front = argument
        return 0


def test_a_terminal_that_nobody_uses_is_not_taken_from_a_login_that_begins(evening: Evening, sockets: Sockets) -> None:
    sockets.plug(FIRST)
    evening.taken = "Terminal 2 is in front."
    evening.happens = [(10.0, lambda: setattr(evening, "taken", ""))]
    evening.wait()
    assert evening.takes[0] >= 2.5
    assert len(evening.takes) == 3


@pytest.mark.parametrize(
    ("own", "console", "in_front", "then"),
    [
        (1, Console(1, [1, 2]), 0, 1),
        (1, Console(2, [1, 2]), 2, 2),
        (1, Console(7, [1, 2]), 7, 1),  # a desktop that has ended leaves its terminal in front
        (1, Console(7, [1, 7]), 7, 7),
        (1, Console(20, [1]), 20, 20),  # the kernel tells the use of the first fifteen alone
        (0, Console(7, [7]), 0, 7),  # started by ssh, or with no terminal at all
        (1, Console(7, [7], errno.ENOTTY), 0, 7),
        (1, Console(7, [], errno.EPERM), 0, 7),
    ],
)
def test_the_terminal_in_front_is_known_and_one_that_nobody_uses_can_be_taken(
    own: int, console: Console, in_front: int, then: int
) -> None:
    before = console.front
    assert terminal_in_front(own, console.ioctl) == in_front
    assert console.front == before
    take_unused_terminal(own, console.ioctl)
    assert console.front == then


@pytest.mark.parametrize(("number", "may"), [(errno.EACCES, False), (errno.EINVAL, True), (errno.ENOTTY, True)])
def test_a_card_is_ours_unless_the_kernel_says_that_another_program_draws_on_it(number: int, may: bool) -> None:
    def ioctl(_device: int, request: int, _argument: bytes) -> None:
        assert request == AUTH_MAGIC
        raise OSError(number, "")

    assert may_draw(7, ioctl) is may


def test_the_cards_that_the_program_has_open_are_known(tmp_path: Path) -> None:
    for number, target in enumerate(("/dev/null", "/dev/dri/card1", "/dev/dri/renderD128", "socket:[77]")):
        (tmp_path / str(number)).symlink_to(target)
    assert opened_cards(tmp_path) == [1]
    assert opened_cards(tmp_path / "none") == []


def test_a_card_without_a_connector_is_not_asked_for(sockets: Sockets) -> None:
    assert cards_with_connectors(["/dev/dri/card0", "/dev/dri/card1"], sockets.folder) == ["/dev/dri/card1"]


def test_who_has_the_screen_is_told_with_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert (taken_by([str(tmp_path / "gone")]), taken_in_play()) == ("", "")
    assert is_free(str(tmp_path / "gone"))
    (tmp_path / "card1").touch()
    monkeypatch.setattr("cabinet.screens.connectors.may_draw", lambda device: False)
    monkeypatch.setattr("cabinet.screens.connectors.opened_cards", lambda: [7])
    for told in (taken_by([str(tmp_path / "card1")]), taken_in_play()):
        assert told.startswith("Another program has the screen")
        assert "systemctl disable --now display-manager" in told
    monkeypatch.setattr("cabinet.screens.connectors.own_terminal", lambda: 1)
    monkeypatch.setattr("cabinet.screens.connectors.terminal_in_front", lambda own: 2 * own)
    for told in (taken_by([]), taken_in_play()):
        assert told.startswith("Terminal 2 is in front, and the cabinet is on 1")
        assert "sudo chvt 1" in told


def test_a_connector_that_the_kernel_has_not_looked_at_is_probed_before_anybody_is_told_to_wait(
    tmp_path: Path,
) -> None:
    sockets = Sockets(tmp_path, FIRST, status="unknown")
    evening = Evening(tmp_path)
    evening.is_seen_by_a_probe = lambda: sockets.plug(FIRST)
    evening.wait()
    assert (evening.seconds, evening.said) == (0, [])


def test_where_the_kernel_is_not_told_of_a_plug_a_probe_sees_it_within_a_second(
    sockets: Sockets, evening: Evening
) -> None:
    def switch_on() -> None:
        evening.is_seen_by_a_probe = lambda: sockets.plug(FIRST)

    evening.happens = [(60.3, switch_on)]
    evening.wait()
    assert evening.seconds <= 61.3
    assert all(later - earlier == 1 for earlier, later in pairwise(evening.probes))


def test_a_connector_that_writes_to_memory_is_no_socket(tmp_path: Path) -> None:
    Sockets(tmp_path, "card1-Writeback-1", status="unknown")
    assert not is_unplugged(tmp_path)
    Sockets(tmp_path, FIRST)
    assert is_unplugged(tmp_path)
    Sockets(tmp_path, "card1-Writeback-2", status=CONNECTED)
    assert is_unplugged(tmp_path)


def test_what_is_no_card_is_left_alone_by_a_probe(tmp_path: Path) -> None:
    probe_card(str(tmp_path / "card0"))
    (tmp_path / "card0").write_bytes(b"no card")
    probe_card(str(tmp_path / "card0"))
    probe_card("/dev/null")


def test_a_card_is_waited_for_until_it_may_be_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("cabinet.screens.connectors.DRM_DEVICES", tmp_path)
    assert wait_for_cards(frozenset(), LONG_AGO) == frozenset()
    card = tmp_path / "card1"
    card.touch()
    found = wait_for_cards(frozenset(), FOR_EVER)
    assert found == {str(card)}
    assert wait_for_cards(found, LONG_AGO) == found
    (tmp_path / "card0").touch()
    assert len(wait_for_cards(found, FOR_EVER)) == 2


def test_the_error_screen_waits_for_a_card_or_for_a_screen_where_none_is(
    sockets: Sockets, monkeypatch: pytest.MonkeyPatch
) -> None:
    naps: list[float] = []
    monkeypatch.setattr("cabinet.screens.connectors.DRM_DEVICES", sockets.folder / "dri")
    wait_for_plug(frozenset(["a card that has gone"]), FOR_EVER, sockets.folder)
    wait_for_plug(frozenset(), LONG_AGO, sockets.folder)
    assert naps == []

    def plug_at_the_third(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == 3:
            sockets.plug(FIRST)

    monkeypatch.setattr("time.sleep", plug_at_the_third)
    wait_for_plug(frozenset(), FOR_EVER, sockets.folder)
    assert len(naps) == 3


# Another screen


def test_the_same_screen_gone_and_back_is_no_other_one(sockets: Sockets) -> None:
    sockets.plug(FIRST)
    screens = Screens(sockets.folder)
    sockets.unplug(FIRST)
    assert not screens.are_others()
    sockets.plug(FIRST)
    assert not screens.are_others()


def test_another_screen_at_the_same_socket_is_noticed_once_it_can_be_read(sockets: Sockets) -> None:
    sockets.plug(FIRST)
    screens = Screens(sockets.folder)
    sockets.unplug(FIRST)
    assert not screens.are_others()
    sockets.plug(FIRST, b"")
    assert not screens.are_others()
    sockets.plug(FIRST, b"a projector")
    assert screens.are_others()


def test_a_screen_at_another_socket_is_noticed(sockets: Sockets) -> None:
    sockets.plug(FIRST)
    screens = Screens(sockets.folder)
    sockets.unplug(FIRST)
    assert not screens.are_others()
    sockets.plug(SECOND)
    assert screens.are_others()


def test_a_further_screen_is_nothing_to_begin_anew_for(sockets: Sockets) -> None:
    sockets.plug(FIRST)
    screens = Screens(sockets.folder)
    sockets.plug(SECOND, b"a projector")
    assert not screens.are_others()


@given(
    begin=st.sets(st.sampled_from([FIRST, SECOND]), min_size=1),
    edids=st.tuples(st.binary(max_size=1), st.binary(max_size=1)),
    flips=st.lists(st.sampled_from([FIRST, SECOND])),
)
def test_the_same_screens_may_go_and_come_at_their_sockets_as_they_like(
    tmp_path_factory: pytest.TempPathFactory, begin: set[str], edids: tuple[bytes, bytes], flips: list[str]
) -> None:
    sockets = Sockets(tmp_path_factory.mktemp("drm"), FIRST, SECOND)
    described = dict(zip((FIRST, SECOND), edids, strict=True))
    there = set(begin)
    for name in there:
        sockets.plug(name, described[name])
    screens = Screens(sockets.folder)
    for name in flips:
        if name not in begin:
            continue
        there ^= {name}
        if name in there:
            sockets.plug(name, described[name])
        else:
            sockets.unplug(name)
        assert not screens.are_others()


# Its size


@pytest.mark.parametrize(
    ("modes", "console", "size"),
    [
        ("1024x600\n640x480\n", "800,480\n", (1024, 600)),  # a larger screen than the first one
        ("800x1280\n640x480\n", "1280,720\n", (800, 1280)),
        ("640x400\n", "1280,720\n", (640, 480)),  # the console could use it, and has its reason
        ("1024x600\n", "1024,600\n", (640, 480)),
        ("", "800,480\n", (640, 480)),
        ("strange\n", "800,480\n", (640, 480)),
        ("1024x600\n", "", (640, 480)),
    ],
)
def test_a_larger_screen_than_the_consoles_has_the_mode_that_it_prefers(
    sockets: Sockets, modes: str, console: str, size: tuple[int, int]
) -> None:
    sockets.plug(SECOND)
    (sockets.folder / SECOND / "modes").write_text(modes)
    (sockets.folder / "virtual_size").write_text(console)
    assert own_size((640, 480), sockets.folder, sockets.folder / "virtual_size") == size


def test_several_screens_and_those_without_a_console_keep_their_modes(sockets: Sockets, tmp_path: Path) -> None:
    for name in (FIRST, SECOND):
        sockets.plug(name)
        (sockets.folder / name / "modes").write_text("1920x1080\n")
    (tmp_path / "virtual_size").write_text("800,480\n")
    assert own_size((640, 480), sockets.folder, tmp_path / "virtual_size") == (640, 480)
    sockets.unplug(FIRST)
    assert own_size((640, 480), sockets.folder, tmp_path / "none") == (640, 480)


LITTLE, MUCH = 947_000_000, 3_880_000_000
"""MemTotal of a Pi 3 or a 1 GB Pi 4, and of a 4 GB one, bytes."""
TWO_GB = 1_890_000_000
"""MemTotal of a 2 GB Pi 4, bytes."""


def modes(text: str) -> list[Mode]:
    """Return the modes in words such as ``1920x1080@60,50,24 1280x720@60``."""
    found = []
    for word in text.split():
        size, _, rates = word.partition("@")
        width, height = map(int, size.split("x"))
        found += [Mode(width, height, int(hz)) for hz in rates.split(",")]
    return found


TV_1080 = modes(
    "1920x1080@60,59,50,30,25,24 1680x1050@59 1280x1024@60 1440x900@60 1360x768@60 1280x800@60 1152x864@75 "
    "1280x720@60,59,50 1024x768@75,60 832x624@75 800x600@75,60 720x576@50 720x480@60,59 640x480@75,60,59 720x400@70"
)
"""A television with 1920×1080."""
TV_4K = modes("3840x2160@60,59,50,30,29,25,24,23 4096x2160@60,50,30,24") + TV_1080
TV_4K_30 = modes("3840x2160@30,29,25,24 4096x2160@24") + TV_1080
"""A 4K television on an older HDMI input: the large mode has 30 Hz."""
TV_4K_SLOW_ONLY = modes("3840x2160@30,25 1920x1080@30,25")
TV_720 = modes("1280x720@60,50 1024x768@60 800x600@60 720x576@50 720x480@60 640x480@60")
TV_PAL = modes("1920x1080@50,25 1280x720@50 720x576@50")
MONITOR_1080 = modes("1920x1080@60 1600x900@60 1280x1024@75,60 1152x864@75 1024x768@75,60 800x600@75,60 640x480@75,60")
MONITOR_DVI = modes("1920x1080@60 1280x1024@75,60 1024x768@75,60 800x600@75,60 640x480@75,60")
"""A monitor whose list has no mode of its own shape below its own."""
MONITOR_144 = modes("1920x1080@144,120,60 1280x720@60 1024x768@60")
MONITOR_1440 = modes("2560x1440@60 1920x1080@60 1280x1024@75,60 1280x720@60 1024x768@60 800x600@60 640x480@60")
MONITOR_1200 = modes("1920x1200@60 1920x1080@60 1600x1200@60 1680x1050@60 1280x1024@60 1280x960@60 1024x768@60")
MONITOR_5_4 = modes("1280x1024@75,60 1152x864@75 1024x768@75,60 832x624@75 800x600@75,60 640x480@75,60 720x400@70")
"""A monitor of 17 or 19 inches, 5:4."""
MONITOR_4_3 = modes("1024x768@85,75,60 800x600@85,75,60 640x480@85,75,60")
PANEL_DSI = modes("800x480@60")
PANEL_1024 = modes("1024x600@60 1920x1080@60 1280x720@60 800x600@60 640x480@60")
PANEL_800 = modes("800x480@60 1920x1080@60 1280x768@60 1280x720@60 1024x768@60 800x600@60 640x480@60")
"""7-inch panels with HDMI, whose boards take larger modes and squeeze them."""
PANEL_1280 = modes("1280x800@60 1024x768@60 800x600@60 640x480@60")
PANEL_1366 = modes("1366x768@60,50 1280x720@60 1024x768@60")
PANEL_3_2 = modes("2256x1504@60,48")
PANEL_SURFACE = modes("1920x1280@60 1440x960@60 1080x720@60")
PORTRAIT_DSI = modes("720x1280@60")
"""The Raspberry Pi Touch Display 2."""
PORTRAIT_1080 = modes("1080x1920@60 768x1366@60 720x1280@60")

LISTS = [
    # name, offered (its own mode first), with little memory, with much: mode, picture, why
    ("1080p TV", TV_1080, "1280x720@60", None, "memory", "1920x1080@60", None, "own"),
    ("4K TV", TV_4K, "1280x720@60", None, "memory", "1920x1080@60", None, "size"),
    ("4K TV at 30 Hz", TV_4K_30, "1280x720@60", None, "memory", "1920x1080@60", None, "size"),
    ("4K TV at 30 Hz only", TV_4K_SLOW_ONLY, "1920x1080@30", (1280, 720), "memory", "1920x1080@30", None, "size"),
    ("720p TV", TV_720, "1280x720@60", None, "own", "1280x720@60", None, "own"),
    ("50 Hz TV", TV_PAL, "1280x720@50", None, "memory", "1920x1080@50", None, "own"),
    ("1080p monitor", MONITOR_1080, "1920x1080@60", (1280, 720), "memory", "1920x1080@60", None, "own"),
    ("1080p monitor, DVI", MONITOR_DVI, "1920x1080@60", (1280, 720), "memory", "1920x1080@60", None, "own"),
    ("144 Hz monitor", MONITOR_144, "1280x720@60", None, "memory", "1920x1080@60", None, "rate"),
    ("1440p monitor", MONITOR_1440, "1280x720@60", None, "memory", "1920x1080@60", None, "size"),
    ("1200p monitor", MONITOR_1200, "1920x1200@60", (1280, 800), "memory", "1920x1200@60", None, "own"),
    ("5:4 monitor", MONITOR_5_4, "1280x1024@60", (1024, 819), "memory", "1280x1024@60", None, "rate"),
    ("4:3 monitor", MONITOR_4_3, "1024x768@60", None, "rate", "1024x768@60", None, "rate"),
    ("DSI 800x480", PANEL_DSI, "800x480@60", None, "own", "800x480@60", None, "own"),
    ("HDMI 800x480", PANEL_800, "800x480@60", None, "own", "800x480@60", None, "own"),
    ("HDMI 1024x600", PANEL_1024, "1024x600@60", None, "own", "1024x600@60", None, "own"),
    ("1280x800", PANEL_1280, "1280x800@60", None, "own", "1280x800@60", None, "own"),
    ("1366x768", PANEL_1366, "1366x768@60", None, "own", "1366x768@60", None, "own"),
    ("3:2 panel", PANEL_3_2, "2256x1504@60", (1128, 752), "memory", "2256x1504@60", (1805, 1203), "size"),
    ("3:2 with modes", PANEL_SURFACE, "1080x720@60", None, "memory", "1440x960@60", None, "size"),
    ("upright DSI", PORTRAIT_DSI, "720x1280@60", None, "own", "720x1280@60", None, "own"),
    ("upright 1080p", PORTRAIT_1080, "720x1280@60", None, "memory", "1080x1920@60", None, "own"),
]


@pytest.mark.parametrize(("_name", "offered", "mode", "picture", "why", "_m", "_p", "_w"), LISTS)
def test_with_little_memory(
    _name: str, offered: list[Mode], mode: str, picture: tuple[int, int] | None, why: str, _m: str, _p: object, _w: str
) -> None:
    assert told(choose_mode(offered, offered[0], None, LITTLE)) == (mode, picture, why)


@pytest.mark.parametrize(("_name", "offered", "_m", "_p", "_w", "mode", "picture", "why"), LISTS)
def test_with_memory(
    _name: str, offered: list[Mode], _m: str, _p: object, _w: str, mode: str, picture: tuple[int, int] | None, why: str
) -> None:
    assert told(choose_mode(offered, offered[0], None, MUCH)) == (mode, picture, why)


def told(choice: Choice) -> tuple[str, tuple[int, int] | None, str]:
    return str(choice.mode), choice.picture if choice.is_scaled else None, choice.why


def test_two_gigabytes_are_enough_for_1080p() -> None:
    assert most_pixels(TWO_GB) == most_pixels(MUCH) == MOST_PX
    assert most_pixels(LITTLE) == LITTLE_PX


@pytest.mark.parametrize(
    ("wanted", "mode", "picture", "why"),
    [
        ("1920x1080", "1920x1080@60", None, "wanted"),  # goes before the memory
        ("1280x720@50", "1280x720@50", None, "wanted"),
        ("1280x720@25", "1280x720@50", None, "wanted"),
        ("1920x1080@24", "1920x1080@24", None, "wanted"),
        ("1024x768", "1024x768@60", None, "wanted"),  # of another shape as well
        ("800x480", "3840x2160@60", (800, 480), "not_offered"),
    ],
)
def test_what_the_configuration_names_is_taken(
    wanted: str, mode: str, picture: tuple[int, int] | None, why: str
) -> None:
    assert told(choose_mode(TV_4K, TV_4K[0], mounting_of(Display(mode=wanted)).mode, LITTLE)) == (mode, picture, why)


def test_a_screen_that_offers_nothing_keeps_its_mode() -> None:
    assert told(choose_mode([], Mode(1920, 1080, 0), None, MUCH)) == ("1920x1080", None, "own")
    assert told(choose_mode([], Mode(3840, 2160, 60), None, MUCH)) == ("3840x2160@60", (1920, 1080), "size")


RATES = st.sampled_from([0, 24, 30, 50, 59, 60, 75, 144])
MODES = st.builds(Mode, st.integers(320, 7680), st.integers(240, 4320), RATES)
MEMORY = st.sampled_from([400_000_000, LITTLE, TWO_GB, MUCH])


@given(own=MODES, offered=st.lists(st.one_of(MODES, st.sampled_from(TV_4K)), max_size=30), memory=MEMORY)
@example(own=Mode(7680, 4320, 30), offered=[], memory=LITTLE)
def test_a_picture_is_bearable_and_of_the_screens_shape(own: Mode, offered: list[Mode], memory: int) -> None:
    choice = choose_mode(offered, own, None, memory)
    width, height = choice.picture
    assert choice.mode in {own, *offered}
    assert is_same_shape(choice.mode.size, own.size)
    assert choice.mode.width <= own.width
    assert width * height <= most_pixels(memory)
    assert abs(Fraction(width * choice.mode.height, height * choice.mode.width) - 1) < Fraction(1, 50)
    assert (choice.why == "own") == (choice.mode == own and not choice.is_scaled)


@given(own=MODES, offered=st.lists(st.sampled_from(TV_4K), max_size=30), memory=MEMORY)
def test_no_larger_picture_is_preferred_to_a_smooth_one(own: Mode, offered: list[Mode], memory: int) -> None:
    """Unless the smooth one has less than a quarter of the pixels."""
    choice = choose_mode(offered, own, None, memory)
    pictures = {
        mode: fitting_picture(mode.size, most_pixels(memory))
        for mode in (own, *offered)
        if is_same_shape(mode.size, own.size) and mode.width <= own.width
    }
    largest = max(width * height for width, height in pictures.values())
    rivals = [mode for mode, (width, height) in pictures.items() if 4 * width * height >= largest]
    assert smoothness(choice.mode.hz) == max(smoothness(mode.hz) for mode in rivals)


@given(own=MODES, offered=st.lists(st.sampled_from(TV_4K), max_size=30), memory=MEMORY, data=st.data())
def test_the_order_of_the_list_does_not_matter(
    own: Mode, offered: list[Mode], memory: int, data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(offered))
    assert choose_mode(shuffled, own, None, memory) == choose_mode(offered, own, None, memory)


def test_an_operator_chooses_among_what_the_screen_has_pixels_and_the_machine_memory_for() -> None:
    found = choosable(TV_1080, TV_1080[0], MUCH)
    assert [str(mode) for mode in found[:3]] == ["1920x1080@60", "1920x1080@59", "1920x1080@50"]
    assert set(found) == set(TV_1080)
    little = choosable(TV_4K, TV_4K[0], LITTLE)
    assert {mode.size for mode in little} >= {(1280, 720), (1280, 800), (800, 600)}
    assert max(mode.px for mode in little) <= LITTLE_PX
    assert choosable(PANEL_800, PANEL_800[0], MUCH) == modes("800x480@60 640x480@60"), "larger ones are squeezed"
    assert choosable([Mode(640, 480, 0)], TV_720[0], MUCH) == [TV_720[0]], "one without a rate cannot be asked for"
