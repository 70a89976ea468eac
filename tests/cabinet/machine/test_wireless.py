"""Networks in reach and joining one: the words of wpa_supplicant and of nmcli, what is kept, and what stays secret.

`Air` speaks as wpa_supplicant does over its socket. What it says of a radio was written down from the real one, with
which `tests/vm/test_helper.py` has the same things happen.
"""

import socket
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.machine import wireless
from cabinet.machine.stick import NotDone
from cabinet.machine.wireless import Network, NetworkManager, Supplicant, block, key_of, network_in, unescaped

HOME, PHRASE = "Häuschen 5".encode(), "a long secret"
FLAGS = "[WPA2-PSK-CCMP][ESS]"


@dataclass
class Air:
    """A radio's wpa_supplicant, and the networks round it: name -> its key, "" for an open one."""

    folder: Path
    keys: dict[bytes, str] = field(default_factory=lambda: {HOME: key_of(PHRASE, HOME), b"cafe": ""})
    known: dict[int, dict[str, str]] = field(default_factory=lambda: {0: {"ssid": b"old".hex(), "key_mgmt": "NONE"}})
    asked: list[str] = field(default_factory=list)
    current: int = 0
    can_be_one: bool = True
    """Whether the radio can be a network itself."""

    def __post_init__(self) -> None:
        (self.folder / "run").mkdir()
        (self.folder / "own").mkdir()
        self._channel = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._channel.bind(str(self.folder / "run/wlan0"))
        self._next = 1
        self.supplicant = Supplicant(self.folder / "run", self.kept, self.folder / "own", self.restart)
        self.starts = 0
        Thread(target=self._serve, daemon=True).start()

    @property
    def kept(self) -> Path:
        return self.folder / "panel.conf"

    def restart(self) -> None:
        """Begin anew with the files as they are, as a card's unit does."""
        self.starts += 1

    @property
    def is_one(self) -> bool:
        """Whether its own network is in its files."""
        return self.kept.with_name("hotspot.conf").exists()

    def close(self) -> None:
        with suppress(OSError):
            self._channel.shutdown(socket.SHUT_RDWR)
        self._channel.close()

    def _serve(self) -> None:
        while True:
            try:
                message, peer = self._channel.recvfrom(4096)
            except OSError:
                return
            if not message:
                return
            for answer in self._answers(message.decode()):
                self._channel.sendto(answer.encode(), peer)

    def _answers(self, request: str) -> Sequence[str]:
        self.asked.append(request)
        verb, *words = request.split(" ", 3)
        match verb:
            case "ATTACH" | "DETACH" | "ENABLE_NETWORK" | "REASSOCIATE":
                return ["OK\n"]
            case "SCAN":
                return ["OK\n", "<3>CTRL-EVENT-SCAN-STARTED ", "<3>CTRL-EVENT-SCAN-RESULTS "]
            case "STATUS" if self.is_one:
                return ["mode=AP\nwpa_state=COMPLETED\n" if self.can_be_one else "wpa_state=DISCONNECTED\n"]
            case "STATUS":
                name = as_printed(bytes.fromhex(self.known[self.current]["ssid"])).decode()
                return [f"bssid=02:00:00:00:01:00\nssid={name}\nid=0\nwpa_state=COMPLETED\n"]
            case "SCAN_RESULTS":
                return ["\n".join(["bssid / frequency / signal level / flags / ssid", *self._lines(), ""])]
            case "ADD_NETWORK":
                self.known[self._next] = {}
                self._next += 1
                return [f"{self._next - 1}\n"]
            case "SET_NETWORK":
                self.known[int(words[0])][words[1]] = words[2]
                return ["OK\n"]
            case "REMOVE_NETWORK":
                del self.known[int(words[0])]
                self.current = 0
                return ["OK\n"]
            case "SELECT_NETWORK":
                return ["OK\n", *self._tried(int(words[0]))]
        return ["UNKNOWN COMMAND\n"]

    def _lines(self) -> Iterator[str]:
        escaped = as_printed(HOME).decode()
        yield f"02:00:00:00:01:00\t2412\t-60\t{FLAGS}\t{escaped}"
        yield f"02:00:00:00:01:01\t5180\t-40\t{FLAGS}\t{escaped}"
        yield "02:00:00:00:02:00\t2437\t-95\t[ESS]\tcafe"
        yield "02:00:00:00:03:00\t2437\t-55\t[WPA2-EAP-CCMP][ESS]\tbureau"
        yield f"02:00:00:00:04:00\t2437\t-30\t{FLAGS}\t"
        yield "02:00:00:00:05:00\t2437\t-88\t[ESS]\told"

    def _tried(self, number: int) -> Sequence[str]:
        asked = self.known[number]
        key = self.keys.get(bytes.fromhex(asked["ssid"]))
        if key is None:
            return ["<3>CTRL-EVENT-NETWORK-NOT-FOUND "]
        if asked.get("psk", "") != key:
            text = f'id={number} ssid="x" auth_failures=1 duration=10 reason=WRONG_KEY'
            return [f"<3>CTRL-EVENT-SSID-TEMP-DISABLED {text}"]
        self.current = number
        return [f"<3>CTRL-EVENT-CONNECTED - Connection to 02:00:00:00:01:00 completed [id={number} id_str=]"]


@pytest.fixture
def air(monkeypatch: pytest.MonkeyPatch) -> Iterator[Air]:
    monkeypatch.setattr(wireless, "JOIN_S", 0.2)
    with TemporaryDirectory() as folder:  # a socket's path has 107 bytes at most, which a test's own folder may take
        one = Air(Path(folder))
        yield one
        one.close()


def test_each_name_is_told_once_the_one_in_use_first_and_hidden_ones_not_at_all(air: Air) -> None:
    assert air.supplicant.networks() == [
        Network(b"old", 24, "open", is_joined=True),
        Network(HOME, 100, "phrase"),
        Network(b"bureau", 90, "other"),
        Network(b"cafe", 10, "open"),
    ]
    assert list((air.folder / "own").iterdir()) == []


@pytest.mark.parametrize(("ssid", "phrase"), [(HOME, PHRASE), (HOME, key_of(PHRASE, HOME).upper()), (b"cafe", "")])
def test_what_was_joined_is_kept_for_the_next_start_without_its_phrase(air: Air, ssid: bytes, phrase: str) -> None:
    air.supplicant.join(ssid, phrase)
    assert air.kept.read_text() == block(ssid, phrase, "scan_ssid=1", "priority=1")
    assert stat.S_IMODE(air.kept.stat().st_mode) == 0o600
    assert PHRASE not in air.kept.read_text() + "".join(air.asked)
    assert air.asked[-2:] == ["ENABLE_NETWORK all", "DETACH"]
    assert air.supplicant.networks()[0].ssid == ssid


@pytest.mark.parametrize(
    ("ssid", "phrase", "key"),
    [(HOME, "another secret", "wifi.phrase"), (b"far away", PHRASE, "wifi.silent"), (HOME, "short", "wifi.length"),
     (b"", "", "range"), (b"x" * 33, "", "range")],
)  # fmt: skip
def test_what_cannot_be_joined_leaves_everything_as_it_was(air: Air, ssid: bytes, phrase: str, key: str) -> None:
    air.supplicant.join(b"cafe", "")
    before, known = air.kept.read_text(), dict(air.known)
    with pytest.raises(NotDone) as refused:
        air.supplicant.join(ssid, phrase)
    assert refused.value.key == key
    assert not phrase or phrase not in str(refused.value)
    assert (air.kept.read_text(), air.known) == (before, known)


def test_a_card_is_a_network_of_its_own_with_one_phrase_for_ever_and_joins_none_meanwhile(air: Air) -> None:
    assert air.supplicant.spot() is None
    air.supplicant.set_spot("BAR")
    first = air.supplicant.spot()
    assert first is not None
    assert len(set(first.phrase)) > 4
    kept = air.kept.with_name("hotspot.conf")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    settings = ("mode=2", "frequency=2412", "proto=RSN", "pairwise=CCMP")
    assert block(b"BAR", first.phrase, *settings) in kept.read_text()
    for ask in (lambda: air.supplicant.join(HOME, PHRASE), air.supplicant.networks):
        with pytest.raises(NotDone, match=r"wifi\.spot\.on"):
            ask()
    air.supplicant.set_spot("")
    assert (air.supplicant.spot(), air.starts) == (None, 2)
    air.supplicant.set_spot("")
    air.supplicant.join(HOME, PHRASE)
    air.supplicant.set_spot("HOUSE 2")
    assert air.supplicant.spot() == ("HOUSE 2", first.phrase)


def test_a_radio_that_cannot_be_a_network_joins_as_before(air: Air) -> None:
    air.supplicant.join(HOME, PHRASE)
    air.can_be_one = False
    with pytest.raises(NotDone, match=r"wifi\.spot\.none"):
        air.supplicant.set_spot("BAR")
    assert (air.supplicant.spot(), air.is_one, air.starts) == (None, False, 2)
    assert air.supplicant.networks()


def test_a_machine_without_a_radio_says_so(tmp_path: Path) -> None:
    with pytest.raises(NotDone, match=r"wifi\.none"):
        Supplicant(tmp_path / "none", tmp_path / "kept", tmp_path).networks()


def test_the_program_that_manages_the_networks_is_asked(tmp_path: Path) -> None:
    (tmp_path / "image").touch()
    commands = Commands(tmp_path / "p")
    manager = NetworkManager(tmp_path / "p", commands)
    assert isinstance(wireless.wireless(tmp_path / "image", manager), Supplicant)
    with pytest.raises(NotDone, match=r"wifi\.manager"):
        wireless.wireless(tmp_path / "none", manager)
    commands.state = "running"
    assert wireless.wireless(tmp_path / "none", manager) is manager


@pytest.mark.parametrize(
    ("flags", "kind"),
    [
        ("[ESS]", "open"),
        ("[WPS][ESS]", "open"),
        ("[OWE-TRANS-OPEN][ESS]", "open"),
        ("[WPA-PSK-TKIP][ESS]", "phrase"),
        ("[WPA-PSK-CCMP+TKIP][WPA2-PSK-CCMP+TKIP][WPS][ESS]", "phrase"),
        ("[WPA2-PSK+SAE-CCMP][SAE-H2E][ESS]", "phrase"),
        ("[WPA2-PSK+PSK-SHA256-CCMP][ESS]", "phrase"),
        ("[WPA2-SAE-CCMP][SAE-H2E][ESS]", "other"),
        ("[WPA2-EAP-CCMP][ESS]", "other"),
        ("[WPA2-OWE-CCMP][ESS]", "other"),
        ("[WEP][ESS]", "other"),
    ],
)
def test_what_a_network_asks_for_is_told_by_its_flags(flags: str, kind: str) -> None:
    found = network_in(f"02:00:00:00:01:00\t2412\t-60\t{flags}\tx".encode(), None)
    assert found is not None and found.kind == kind


def as_printed(name: bytes) -> bytes:
    """A name as wpa_supplicant prints it (hostap's `printf_encode`)."""
    signs = {34: b'\\"', 92: b"\\\\", 27: b"\\e", 10: b"\\n", 13: b"\\r", 9: b"\\t"}
    plain = (bytes([each]) if 32 <= each < 127 else b"\\x%02x" % each for each in name)
    return b"".join(signs.get(each, text) for each, text in zip(name, plain, strict=True))


@given(st.binary(max_size=32))
def test_a_name_comes_back_as_it_was_sent(name: bytes) -> None:
    assert unescaped(as_printed(name)) == name


def test_the_key_is_that_of_the_standard() -> None:
    """IEEE 802.11, annex J.4.2."""
    assert key_of("password", b"IEEE") == "f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e"


# NetworkManager


@dataclass
class Commands:
    """Answers as nmcli does, and notes what it was asked."""

    profile: Path
    refuses: str = ""
    asked: list[str] = field(default_factory=list)
    seen: str = ""
    state: str = "not running"

    def __call__(self, arguments: Sequence[str], _seconds: float) -> str:
        self.asked.append(" ".join(arguments))
        if "up" in arguments:
            self.seen = self.profile.read_text()
            if self.refuses:
                problem, self.refuses = self.refuses, ""
                raise NotDone("failed", problem)
        if "list" not in arguments:
            return self.state
        rows = ((HOME, 60, " ", "WPA1 WPA2"), (b"cafe", 20, "*", ""), (b"bureau", 90, " ", "WPA2 802.1X"))
        lines = [f"{name.hex().upper()}:{signal}:{used}:{kind}" for name, signal, used, kind in rows]
        return "\n".join([*lines, ":80: :WPA2", ""])


def test_network_manager_tells_the_same(tmp_path: Path) -> None:
    manager = NetworkManager(tmp_path / "p", Commands(tmp_path / "p"))
    assert manager.networks() == [
        Network(b"cafe", 20, "open", is_joined=True), Network(b"bureau", 90, "other"), Network(HOME, 60, "phrase"),
    ]  # fmt: skip


def test_network_manager_is_given_a_file_of_roots_and_no_phrase(tmp_path: Path) -> None:
    commands = Commands(tmp_path / "p")
    NetworkManager(tmp_path / "p", commands).join(HOME, PHRASE)
    assert f"ssid={''.join(f'{each};' for each in HOME)}\n" in commands.seen
    assert f"psk={key_of(PHRASE, HOME)}\n" in commands.seen
    assert stat.S_IMODE((tmp_path / "p").stat().st_mode) == 0o600
    assert PHRASE not in commands.seen + "".join(commands.asked)


@pytest.mark.parametrize("before", [None, "what was there"])
def test_network_manager_goes_back_to_what_it_had(tmp_path: Path, before: str | None) -> None:
    profile = tmp_path / "p"
    if before is not None:
        profile.write_text(before)
    commands = Commands(
        profile, refuses="Error: Connection activation failed: Secrets were required, but not provided."
    )
    with pytest.raises(NotDone, match=r"wifi\.phrase"):
        NetworkManager(profile, commands).join(HOME, PHRASE)
    assert (profile.read_text() if profile.exists() else None) == before
    assert [path.name for path in tmp_path.iterdir()] == (["p"] if before is not None else [])
