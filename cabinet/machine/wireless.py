"""The wireless networks in reach, joining one, and being one: what root's helper asks of the program that manages them.

A card has wpa_supplicant alone, asked over its control socket (hostap's wpa_ctrl.h: `Supplicant`); Raspberry Pi OS has
NetworkManager, asked by ``nmcli`` (`NetworkManager`). A passphrase never is an argument of a command: it becomes the
key of WPA2 here (IEEE 802.11, annex J.4.1), and that goes over the socket, or in a file that only root reads.

A network is tried first. What is kept of the one before is written over only when the new one has been joined.

A card's radio is a network itself where its owner wants one for phones: `Spot`. It joins none meanwhile.
"""

import hashlib
import os
import re
import secrets
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias

from cabinet.machine.stick import NotDone

Kind: TypeAlias = Literal["open", "phrase", "other"]
"""What a network asks of who joins it: nothing, a passphrase (WPA or WPA2), or what cannot be given here."""
MOST_SSID: Final = 32
"""The most bytes of a network's name (IEEE 802.11, 9.4.2.2)."""
MOST_NETWORKS: Final = 24
"""So many networks are told of, the strongest."""
PHRASE: Final = re.compile(r"[ -~]{8,63}")
KEY: Final = re.compile(r"[0-9A-Fa-f]{64}")
"""A passphrase, or the key itself, as wpa_passphrase(8) takes them."""
ROUNDS: Final = 4096
"""Iterations of PBKDF2 for a WPA2 network."""
SCAN_S: Final = 12.0
JOIN_S: Final = 30.0
SPOT_LOOK_S: Final = 0.5
ANSWER_S: Final = 5.0
"""How long a look for networks, joining one, and an answer may take, s."""


class Network(NamedTuple):
    """A network in reach: its name as it is sent, its signal from 0 to 100, and whether it is the one in use."""

    ssid: bytes
    signal: int
    kind: Kind
    is_joined: bool = False


class Spot(NamedTuple):
    """A network of this machine's own: its name, and the passphrase, which is made once."""

    name: str
    phrase: str


class Wireless(Protocol):
    """A program that manages wireless networks."""

    def networks(self) -> Sequence[Network]:
        """Return the networks in reach, after a new look. Raises NotDone."""
        ...

    def join(self, ssid: bytes, phrase: str) -> None:
        """Join a network, hidden ones as well, and keep it; `phrase` "" is for an open one. Raises NotDone: then
        everything is as it was."""
        ...

    def spot(self) -> Spot | None:
        """Return the network that this machine's radio is; None where it is none."""
        ...

    def set_spot(self, name: str) -> None:
        """Be a network of that name (`SPOT_NAME`), "" for none: then what was joined before is joined again. Raises
        NotDone: then everything is as it was."""
        ...


def wireless(image: Path = Path("/etc/photofinish-image"), manager: "NetworkManager | None" = None) -> Wireless:
    """Return the program that manages the networks of this machine. Raises NotDone where none does that is known."""
    if image.exists():
        return Supplicant()
    manager = manager or NetworkManager()
    if not manager.is_running():
        raise NotDone("wifi.manager")
    return manager


def checked(ssid: bytes, phrase: str) -> None:
    """Raise NotDone for a name or a passphrase that no network has; its text says neither."""
    if not 0 < len(ssid) <= MOST_SSID:
        raise NotDone("range", "ssid")
    if phrase and not PHRASE.fullmatch(phrase) and not KEY.fullmatch(phrase):
        raise NotDone("wifi.length")


def key_of(phrase: str, ssid: bytes) -> str:
    """Return the key of a passphrase as 64 hexadecimal digits; one that is a key already as it is."""
    if KEY.fullmatch(phrase):
        return phrase.lower()
    return hashlib.pbkdf2_hmac("sha1", phrase.encode(), ssid, ROUNDS, 32).hex()


def block(ssid: bytes, phrase: str, *more: str) -> str:
    """Return a network of wpa_supplicant.conf(5) without the passphrase, `phrase` "" for an open one; `more` are
    further lines.

    The name is written in hexadecimal, so no sign in it can mean anything else.
    """
    lines = [f"ssid={ssid.hex()}", *more, *(f"{name}={value}" for name, value in security(ssid, phrase))]
    return "network={\n" + "".join(f"\t{line}\n" for line in lines) + "}\n"


def security(ssid: bytes, phrase: str) -> list[tuple[str, str]]:
    """Return what wpa_supplicant is told of how a network is protected."""
    return [("psk", key_of(phrase, ssid)), ("key_mgmt", "WPA-PSK")] if phrase else [("key_mgmt", "NONE")]


SPOT_NAME: Final = re.compile(r"[A-Z0-9 -]{0,6}")
"""Capitals, as the cabinet shows every word, and few: with the passphrase they fill a code of 25 modules."""
LETTERS: Final = "ABCDEFGHJKLNPQRSTUVXYZ23456789"
"""Those of its passphrase: none is taken for another."""
MOST_LETTERS: Final = 8
CLEAR: Final = re.compile(r'#name="(.*)"\n#phrase="(.*)"\n')


def spot_text(spot: Spot) -> str:
    """Return a network of one's own for wpa_supplicant.conf(5), with its passphrase: every phone is shown it."""
    settings = ("mode=2", "frequency=2412", "proto=RSN", "pairwise=CCMP")
    return f'#name="{spot.name}"\n#phrase="{spot.phrase}"\n{block(spot.name.encode(), spot.phrase, *settings)}'


def spot_in(path: Path) -> Spot | None:
    """Return the network of one's own that a file has; None for none."""
    try:
        found = CLEAR.match(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    return Spot(*found.groups()) if found else None


def put(path: Path, text: str) -> None:
    """Let a file that only root reads have this text, by one rename. Raises NotDone."""
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.unlink(missing_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        with os.fdopen(os.open(beside, flags, 0o600), "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as problem:
        raise NotDone("failed", f"{path}: {problem.strerror}") from problem


def strongest(found: Sequence[Network]) -> list[Network]:
    """Return one network of each name, the one in use first, then by their signals."""
    best = dict[bytes, Network]()
    for network in sorted(found, key=lambda each: (each.is_joined, each.signal), reverse=True):
        if network.ssid.strip(b"\0"):  # a hidden one has no name
            best.setdefault(network.ssid, network)
    return list(best.values())[:MOST_NETWORKS]


# wpa_supplicant

ESCAPE: Final = re.compile(rb"\\(?:x([0-9a-fA-F]{2})|(.))", re.DOTALL)
SIGNS: Final = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"e": b"\x1b"}
WITH_KEY: Final = re.compile(r"\[(?:WPA|RSN)[^\]]*-(?:[A-Z0-9-]*\+)?PSK(?!-SHA256-)")
GUARDED: Final = re.compile(r"\[(?:WPA|RSN|WEP|OWE-)(?!TRANS-OPEN)")
MOST_BYTES: Final = 1 << 16
EVENT: Final = b"<"
"""What a message begins with that is no reply."""


RESTART: Final = ("/usr/bin/systemctl", "restart", "wpa_supplicant@wlan0.service")


class Control:
    """A conversation with wpa_supplicant: requests and their replies, and its events between them."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._events: list[str] = []

    def ask(self, request: str) -> bytes:
        """Return the reply to a request. Raises NotDone for none."""
        try:
            self._channel.settimeout(ANSWER_S)
            self._channel.send(request.encode())
            while (message := self._channel.recv(MOST_BYTES)).startswith(EVENT):
                self._events.append(message.decode(errors="replace"))
        except OSError as problem:
            raise NotDone("failed", f"wpa_supplicant: {problem.strerror or problem}") from problem
        return message

    def order(self, request: str) -> None:
        """Have something done. Raises NotDone with the first word of what was refused: never with its value."""
        if self.ask(request).strip() != b"OK":
            raise NotDone("failed", f"wpa_supplicant: {request.partition(' ')[0]}")

    def await_event(self, names: Sequence[str], seconds: float) -> str:
        """Return the first event that has one of the texts, "" for none in time."""
        ends = time.monotonic() + seconds
        while True:
            while self._events:
                event = self._events.pop(0)
                if any(name in event for name in names):
                    return event
            left = ends - time.monotonic()
            if left <= 0:
                return ""
            self._channel.settimeout(left)
            try:
                self._events.append(self._channel.recv(MOST_BYTES).decode(errors="replace"))
            except TimeoutError:
                return ""
            except OSError as problem:
                raise NotDone("failed", f"wpa_supplicant: {problem.strerror or problem}") from problem


class Supplicant:
    """wpa_supplicant, as the card's image runs it for its radio."""

    def __init__(
        self,
        sockets: Path = Path("/run/wpa_supplicant"),
        kept: Path = Path("/data/network/panel.conf"),
        own: Path | None = None,
        restart: Callable[[], None] | None = None,
    ) -> None:
        """`sockets` is where it listens, `kept` the file with what was joined at the panel, which its unit reads after
        the card's, `own` a folder for this side's socket. `restart` has that unit read its files anew."""
        self._sockets = sockets
        self._kept = kept
        self._spot, self._spot_off = kept.with_name("hotspot.conf"), kept.with_name("hotspot.off")
        self._restart = restart or restart_supplicant
        self._own = own or Path(os.environ.get("RUNTIME_DIRECTORY", "/tmp"))

    def networks(self) -> Sequence[Network]:
        """See `Wireless.networks`."""
        self._check_free()
        with self._control() as control:
            if control.ask("SCAN").strip() not in (b"OK", b"FAIL-BUSY"):  # busy: it looks already
                raise NotDone("failed", "wpa_supplicant: SCAN")
            if "FAILED" in control.await_event(("CTRL-EVENT-SCAN-RESULTS", "CTRL-EVENT-SCAN-FAILED"), SCAN_S):
                raise NotDone("failed", "wpa_supplicant: SCAN")
            state, lines = control.ask("STATUS"), control.ask("SCAN_RESULTS").split(b"\n")[1:]
        told = dict(line.partition(b"=")[::2] for line in state.split(b"\n"))
        joined = unescaped(told.get(b"ssid", b"")) if told.get(b"wpa_state") == b"COMPLETED" else None
        return strongest([network for line in lines if (network := network_in(line, joined)) is not None])

    def join(self, ssid: bytes, phrase: str) -> None:
        """See `Wireless.join`."""
        checked(ssid, phrase)
        self._check_free()
        with self._control() as control:
            number = control.ask("ADD_NETWORK").strip().decode(errors="replace")
            if not number.isdigit():
                raise NotDone("failed", "wpa_supplicant: ADD_NETWORK")
            try:
                settings = [("ssid", ssid.hex()), ("scan_ssid", "1"), ("priority", "1"), *security(ssid, phrase)]
                for name, value in settings:
                    control.order(f"SET_NETWORK {number} {name} {value}")
                control.order(f"SELECT_NETWORK {number}")
                self._await(control, number)
                put(self._kept, block(ssid, phrase, "scan_ssid=1", "priority=1"))
            except BaseException:
                with suppress(NotDone):
                    control.order(f"REMOVE_NETWORK {number}")
                    control.order("ENABLE_NETWORK all")
                    control.order("REASSOCIATE")
                raise
            control.order("ENABLE_NETWORK all")

    def _await(self, control: Control, number: str) -> None:
        """Return when the network has been joined. Raises NotDone."""
        ends = time.monotonic() + JOIN_S
        while True:
            names = ("CTRL-EVENT-CONNECTED", "CTRL-EVENT-SSID-TEMP-DISABLED")
            event = control.await_event(names, ends - time.monotonic())
            if not event:
                raise NotDone("wifi.silent")
            if f"id={number} " not in event:
                continue
            if "CONNECTED" in event:
                return
            if "WRONG_KEY" in event:
                raise NotDone("wifi.phrase")

    def spot(self) -> Spot | None:
        """See `Wireless.spot`."""
        return spot_in(self._spot)

    def set_spot(self, name: str) -> None:
        """See `Wireless.set_spot`. What is kept of it while it is off is its file under another name."""
        if not name:
            if self._spot.exists():
                try:
                    self._spot.replace(self._spot_off)
                except OSError as problem:
                    raise NotDone("failed", str(problem)) from problem
                self._restart()
            return
        before = spot_in(self._spot) or spot_in(self._spot_off)
        phrase = before.phrase if before else "".join(map(secrets.choice, (LETTERS,) * MOST_LETTERS))
        put(self._spot, spot_text(Spot(name, phrase)))
        try:
            self._restart()
            self._await_spot()
        except BaseException:
            self.set_spot("")
            raise

    def _await_spot(self) -> None:
        """Return when the radio is a network. Raises NotDone."""
        ends = time.monotonic() + JOIN_S
        while time.monotonic() < ends:
            with suppress(NotDone), self._control() as control:  # none yet: it begins
                state = control.ask("STATUS").split(b"\n")
                if b"mode=AP" in state and b"wpa_state=COMPLETED" in state:
                    return
            time.sleep(SPOT_LOOK_S)  # asked, since its restart ends a conversation that would hear of it
        raise NotDone("wifi.spot.none")

    def _check_free(self) -> None:
        """Raise NotDone where the radio is a network itself."""
        if self._spot.exists():
            raise NotDone("wifi.spot.on")

    @contextmanager
    def _control(self) -> Iterator[Control]:
        """Return a conversation with the first radio's. Raises NotDone where there is none."""
        for place in sorted(self._sockets.glob("*")) if self._sockets.is_dir() else ():
            if place.is_socket() and not place.name.startswith("p2p"):
                break
        else:
            raise NotDone("wifi.none")
        own = self._own / f"wpa-{os.getpid()}-{time.monotonic_ns()}"
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
                channel.bind(str(own))  # wpa_supplicant answers to a name alone
                channel.connect(str(place))
                control = Control(channel)
                control.order("ATTACH")
                try:
                    yield control
                finally:
                    with suppress(NotDone):
                        control.order("DETACH")
        except OSError as problem:
            raise NotDone("failed", f"wpa_supplicant: {problem.strerror or problem}") from problem
        finally:
            own.unlink(missing_ok=True)


def restart_supplicant() -> None:
    """Have the unit of a card's radio read its files anew. Raises NotDone."""
    try:
        subprocess.run(RESTART, stdin=subprocess.DEVNULL, capture_output=True, timeout=JOIN_S, check=True)
    except (OSError, subprocess.SubprocessError) as problem:
        raise NotDone("failed", str(problem)) from problem


def network_in(line: bytes, joined: bytes | None) -> Network | None:
    """Return the network of a line of SCAN_RESULTS: address, MHz, dBm, flags, name; None for what is no network."""
    parts = line.split(b"\t", 4)
    if len(parts) < 5 or b"[P2P]" in parts[3]:
        return None
    flags, ssid = parts[3].decode(errors="replace"), unescaped(parts[4])
    kind: Kind = "phrase" if WITH_KEY.search(flags) else "other" if GUARDED.search(flags) else "open"
    try:
        signal = max(0, min(2 * (int(parts[2]) + 100), 100))
    except ValueError:
        return None
    return Network(ssid, signal, kind, ssid == joined)


def unescaped(text: bytes) -> bytes:
    """Return the bytes of a name as wpa_supplicant prints it (`printf_decode`)."""

    def sign(match: re.Match[bytes]) -> bytes:
        digits, letter = match.groups()
        return bytes.fromhex(digits.decode()) if digits else SIGNS.get(letter, letter)

    return ESCAPE.sub(sign, text)


# NetworkManager

NMCLI: Final = "/usr/bin/nmcli"
WRONG_PHRASE: Final = ("Secrets were required", "password")


class NetworkManager:
    """NetworkManager, as Raspberry Pi OS has it; its profile ``photofinish`` is what was joined at the panel."""

    def __init__(
        self,
        profile: Path = Path("/etc/NetworkManager/system-connections/photofinish.nmconnection"),
        run: Callable[[Sequence[str], float], str] | None = None,
    ) -> None:
        """`run` runs ``nmcli`` with these arguments, within so many seconds, and returns what it prints."""
        self._profile = profile
        self._run = run or nmcli

    def is_running(self) -> bool:
        """Return whether it manages this machine's networks."""
        with suppress(NotDone):
            return self._run(("--terse", "--fields", "RUNNING", "general"), ANSWER_S).strip() == "running"
        return False

    def networks(self) -> Sequence[Network]:
        """See `Wireless.networks`."""
        fields = ("--terse", "--fields", "SSID-HEX,SIGNAL,IN-USE,SECURITY")
        lines = self._run((*fields, "device", "wifi", "list", "--rescan", "yes"), SCAN_S).splitlines()
        found = list[Network]()
        for line in lines:
            name, signal, in_use, guarded = (*line.split(":", 3), "", "", "")[:4]
            kinds = guarded.split()
            kind: Kind = "open" if not kinds else "phrase" if {"WPA1", "WPA2"} & {*kinds} else "other"
            kind = "other" if "802.1X" in kinds else kind
            with suppress(ValueError):
                found.append(Network(bytes.fromhex(name), int(signal), kind, in_use == "*"))
        return strongest(found)

    def join(self, ssid: bytes, phrase: str) -> None:
        """See `Wireless.join`."""
        checked(ssid, phrase)
        before = self._profile.read_text(encoding="utf-8") if self._profile.exists() else None
        try:
            put(self._profile, profile_text(ssid, phrase))
            self._run(("connection", "load", str(self._profile)), ANSWER_S)
            self._run(("--wait", f"{JOIN_S:.0f}", "connection", "up", "photofinish"), JOIN_S + ANSWER_S)
        except BaseException as problem:
            if before is not None:
                put(self._profile, before)
            else:
                self._profile.unlink(missing_ok=True)
            with suppress(NotDone):
                self._run(("connection", "reload"), ANSWER_S)
                if before is not None:
                    self._run(("--wait", "0", "connection", "up", "photofinish"), ANSWER_S)
            if isinstance(problem, NotDone) and any(each in problem.detail for each in WRONG_PHRASE):
                raise NotDone("wifi.phrase") from problem
            raise

    def spot(self) -> Spot | None:
        """See `Wireless.spot`: who wants one here makes it with NetworkManager, whose own lets phones into the house's
        network and beyond."""
        return None

    def set_spot(self, name: str) -> None:
        """See `Wireless.set_spot`."""
        if name:
            raise NotDone("wifi.spot.card")


def profile_text(ssid: bytes, phrase: str) -> str:
    """Return NetworkManager's profile of a network (nm-settings-keyfile(5)): its name as bytes, and its key."""
    lines = ["[connection]", "id=photofinish", "type=wifi", "autoconnect-priority=1", "", "[wifi]"]
    lines += ["mode=infrastructure", "hidden=true", f"ssid={''.join(f'{each};' for each in ssid)}", ""]
    if phrase:
        lines += ["[wifi-security]", "key-mgmt=wpa-psk", f"psk={key_of(phrase, ssid)}", ""]
    return "\n".join([*lines, "[ipv4]", "method=auto", "", "[ipv6]", "method=auto", ""])


def nmcli(arguments: Sequence[str], seconds: float) -> str:
    """Return what ``nmcli`` prints. Raises NotDone with its first line of complaint."""
    environ = {**os.environ, "LC_ALL": "C"}
    try:
        done = subprocess.run(
            [NMCLI, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
            env=environ,
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise NotDone("failed", f"nmcli: {problem}") from problem
    if done.returncode:
        raise NotDone("failed", done.stderr.strip().partition("\n")[0] or f"nmcli: {done.returncode}")
    return done.stdout
