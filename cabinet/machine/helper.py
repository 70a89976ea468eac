"""The cabinet's second privileged helper: does what an operator asks of the machine, and nothing else.

    python -IB -m cabinet.machine.helper USER

systemd starts it for each connection to `photofinish-helper.socket`, as root in a sandbox, with that connection. A peer
other than USER is refused. It reads one message, a JSON object with a verb and its arguments, and answers with one:

    {"verb": "restart"}                          the machine starts anew
    {"verb": "clock", "at": 1795000000}          seconds since 1970
    {"verb": "zone", "name": "Europe/Berlin"}    a name of the tz database
    {"verb": "wifi", "on": false}                every wireless network
    {"verb": "networks"}                         the answer lists the wireless networks in reach
    {"verb": "join", "ssid": "486f6d65", "phrase": "…"}  the network of that name, in hexadecimal digits
    {"verb": "spot"}                             the answer has the network that this machine is, if it is one
    {"verb": "spot", "name": "BAR"}              it is one of that name; "": none
    {"verb": "brightness", "percent": 60}        of every screen whose driver has one
    {"verb": "journal"}                          the answer carries a pipe with the text
    {"verb": "stick"}                            see `cabinet.machine.stick`: the answer carries the stick's folder
    {"verb": "update"}                           the answer carries a pipe, into which the peer writes a signed bundle
                                                 (`cabinet.machine.bundle`); a second answer says what came of it

    {"version": 1, …}  or  {"version": 1, "error": "range", "detail": "percent"}

`error` is a key of the catalogue's ``machine.error``. No argument is ever part of a command but a number and the name
of an existing zone, and no shell is started. An update is read from the helper's own pipe, checked as it is copied, and
made a release by a unit of systemd (decision 0163). It uses the standard library only (decision 0158).
"""

import os
import re
import shutil
import socket
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cabinet.machine.bundle import OWNER_KEY, RELEASES, take, this_target
from cabinet.machine.stick import NotDone, Stick, found_stick
from cabinet.machine.wireless import SPOT_NAME, Wireless, wireless
from cabinet.process.streams import print_safely
from hardware.peer import FIRST_DESCRIPTOR, Refused, check_peer, decoded, encoded
from hardware.posix import lock

MOST_BYTES: Final = 4096
"""Length of the longest question."""
QUESTION_S: Final = 10.0
"""How long a peer may take to ask."""
COMMAND_S: Final = 20.0
UPDATE_S: Final = 3000.0
"""How long a release may take to be made: minutes on a small machine."""
FIRST_TIME: Final = 1_577_836_800
LAST_TIME: Final = 4_102_444_800
"""The years 2020 to 2099, in s since 1970: what the clock may be set to."""
ZONE: Final = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+){0,2}")
HEX: Final = re.compile(r"(?:[0-9a-f]{2}){1,32}")
"""A network's name in hexadecimal digits."""
RFKILL_EVENT: Final = struct.Struct("=IBBBB")
"""`struct rfkill_event` (linux/rfkill.h): index, type, operation, soft block, hard block."""
WLAN, CHANGE_ALL = 1, 3
TIMESYNC: Final = "systemd-timesyncd.service"
JOURNAL: Final = (
    "/usr/bin/journalctl",
    "--no-pager",
    "--quiet",
    "--output=short-iso",
    "--lines=20000",
    "--unit=photofinish*",
)
RELEASE: Final = re.compile(r"releases/([0-9.]+)-[^/]*")
"""Where the link `current` leads: a version, and a hash of what it was made of (systemd/install.sh)."""


def ran(command: Sequence[str], seconds: float = COMMAND_S) -> None:
    """Run a command of the system. Raises NotDone with its first words of complaint."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise NotDone("failed", f"{command[0]}: {problem}") from problem
    if done.returncode:
        raise NotDone("failed", done.stderr.strip().partition("\n")[0] or f"{command[0]}: {done.returncode}")


@dataclass(frozen=True)
class System:
    """The machine's files and commands; tests give others."""

    run: Callable[..., None] = ran
    find_stick: Callable[[int], Stick] = found_stick
    journal: Sequence[str] = JOURNAL
    zones: Path = Path("/usr/share/zoneinfo")
    backlights: Path = Path("/sys/class/backlight")
    rfkill: Path = Path("/dev/rfkill")
    wireless: Callable[[], Wireless] = wireless
    kept_time: Path = Path("/var/lib/systemd/timesync/clock")
    """The file whose time timesyncd, and a card at its start, take for the earliest that it can be."""
    releases: Path = RELEASES
    owner_key: Path = OWNER_KEY


def main(arguments: list[str]) -> int:
    """Answer the connection that systemd passed on. Return the exit code."""
    print_safely()
    (user,) = arguments
    with socket.socket(fileno=FIRST_DESCRIPTOR) as connection:
        return answer(connection, user, System())


def answer(connection: socket.socket, user: str, system: System) -> int:
    """Answer one connection. Return the exit code."""
    try:
        try:
            connection.settimeout(QUESTION_S)
            message = connection.recv(MOST_BYTES + 1)  # left unread it would reset the connection before the answer
            check_peer(connection, user)
            VERBS[(question := parse_question(message))["verb"]](system, question, connection)
        except NotDone as problem:
            print(problem, file=sys.stderr)  # noqa: T201 - its journal
            connection.send(encoded({"error": problem.key, "detail": problem.detail}))
            return 1
        except Refused as refused:
            print(refused, file=sys.stderr)  # noqa: T201 - its journal
            connection.send(encoded({"error": "refused", "detail": str(refused)}))
            return 1
    except OSError as error:
        print(f"whoever asked has gone: {error}", file=sys.stderr)  # noqa: T201 - its journal
        return 1
    return 0


def parse_question(message: bytes) -> Mapping[str, Any]:
    """Return the question of a message. Raises NotDone where it is none that this helper knows."""
    try:
        question = decoded(message)
    except ValueError as problem:
        raise NotDone("verb") from problem
    verb = question.get("verb")
    if len(message) > MOST_BYTES or not isinstance(verb, str) or verb not in VERBS:
        raise NotDone("verb")
    return question


def number(question: Mapping[str, Any], name: str, least: int, most: int) -> int:
    """Return an argument that is a whole number in a range. Raises NotDone."""
    value = question.get(name)
    if type(value) is not int or not least <= value <= most:
        raise NotDone("range", name)
    return value


def restart(system: System, _question: Mapping[str, Any], connection: socket.socket) -> None:
    """Start the machine anew, as systemd does in order."""
    system.run(["/usr/bin/systemctl", "--no-block", "reboot"])
    connection.send(encoded({}))


def set_clock(system: System, question: Mapping[str, Any], connection: socket.socket) -> None:
    """Set the clock, and the machine's own where it has one.

    timesyncd is stopped meanwhile, since timedated sets no clock beside it, and its note of the latest time goes back
    as well: at its start it would not believe an earlier one.
    """
    at = number(question, "at", FIRST_TIME, LAST_TIME)
    try:
        system.run(["/usr/bin/systemctl", "--quiet", "is-active", TIMESYNC])
        syncs = True
    except NotDone:
        syncs = False
    if syncs:
        system.run(["/usr/bin/systemctl", "stop", TIMESYNC])
    try:
        system.run(["/usr/bin/timedatectl", "set-time", f"@{at}"])
        if system.kept_time.exists():
            os.utime(system.kept_time, (at, at))
    except OSError as problem:
        raise NotDone("failed", f"{system.kept_time}: {problem.strerror}") from problem
    finally:
        if syncs:
            system.run(["/usr/bin/systemctl", "start", TIMESYNC])
    connection.send(encoded({}))


def set_zone(system: System, question: Mapping[str, Any], connection: socket.socket) -> None:
    """Set the time zone to one that is installed."""
    name = question.get("name")
    if not isinstance(name, str) or not ZONE.fullmatch(name) or not (system.zones / name).is_file():
        raise NotDone("range", "name")
    system.run(["/usr/bin/timedatectl", "set-timezone", name])
    connection.send(encoded({}))


def set_wifi(system: System, question: Mapping[str, Any], connection: socket.socket) -> None:
    """Block or unblock the radio of every wireless network, which no program that manages networks undoes."""
    on = question.get("on")
    if not isinstance(on, bool):
        raise NotDone("range", "on")
    try:
        with system.rfkill.open("r+b", buffering=0) as file:
            file.write(RFKILL_EVENT.pack(0, WLAN, CHANGE_ALL, not on, 0))
    except FileNotFoundError as problem:
        raise NotDone("none", "wifi") from problem
    except OSError as problem:
        raise NotDone("failed", f"{system.rfkill}: {problem.strerror}") from problem
    connection.send(encoded({}))


def list_networks(system: System, _question: Mapping[str, Any], connection: socket.socket) -> None:
    """Tell of the wireless networks in reach: name in hexadecimal digits, signal, kind, whether it is in use."""
    found = system.wireless().networks()
    connection.send(encoded({"networks": [[ssid.hex(), *more] for ssid, *more in found]}))


def join_network(system: System, question: Mapping[str, Any], connection: socket.socket) -> None:
    """Join a wireless network. A refusal has neither its name nor its phrase: the journal keeps what is refused."""
    name, phrase = question.get("ssid"), question.get("phrase")
    if not isinstance(name, str) or not HEX.fullmatch(name):
        raise NotDone("range", "ssid")
    if not isinstance(phrase, str):
        raise NotDone("range", "phrase")
    system.wireless().join(bytes.fromhex(name), phrase)
    connection.send(encoded({}))


def be_network(system: System, question: Mapping[str, Any], connection: socket.socket) -> None:
    """Be a wireless network, or none, where the question has a name; tell which this machine is."""
    name = question.get("name")
    own = system.wireless()
    if name is not None:
        if not isinstance(name, str) or not SPOT_NAME.fullmatch(name):
            raise NotDone("range", "name")
        own.set_spot(name)
    spot = own.spot()
    connection.send(encoded({"spot": list(spot) if spot else []}))


def set_brightness(system: System, question: Mapping[str, Any], connection: socket.socket) -> None:
    """Set the brightness of every screen that has one; never to darkness, in which nobody finds the way back."""
    percent = number(question, "percent", 1, 100)
    screens = sorted(system.backlights.glob("*/brightness"))
    if not screens:
        raise NotDone("none", "brightness")
    try:
        for file in screens:
            most = int(file.with_name("max_brightness").read_text(encoding="ascii"))
            file.write_text(f"{max(1, most * percent // 100)}\n", encoding="ascii")
    except (OSError, ValueError) as problem:
        raise NotDone("failed", str(problem)) from problem
    connection.send(encoded({}))


def send_journal(system: System, _question: Mapping[str, Any], connection: socket.socket) -> None:
    """Send a pipe with what the cabinet's units have written to the journal."""
    with subprocess.Popen(
        system.journal, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as reading:
        assert reading.stdout is not None, "asked for above"
        with reading.stdout:
            socket.send_fds(connection, [encoded({})], [reading.stdout.fileno()])


def lend_stick(system: System, _question: Mapping[str, Any], connection: socket.socket) -> None:
    """Send the folder of the stick, wait until the peer has done with it or has gone, and say that it can be pulled."""
    _, user, _ = struct.unpack("=iII", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
    with system.find_stick(user) as stick:
        told = {"name": stick.name, "bytes": stick.size, "kind": stick.kind, "read_only": stick.is_read_only}
        socket.send_fds(connection, [encoded(told)], [stick.folder])
        connection.settimeout(None)
        connection.recv(MOST_BYTES)
    if not stick.is_released():
        raise NotDone("stick.busy", stick.name)
    connection.send(encoded({}))


def take_update(system: System, _question: Mapping[str, Any], connection: socket.socket) -> None:
    """Send a pipe, take a signed bundle out of it, and have systemd make a release of it that is on trial from the next
    start on. The peer's bytes are read once, and its files are never looked at."""
    folder = system.releases
    with alone(folder):
        reading, writing = os.pipe()
        with os.fdopen(reading, "rb") as stream:
            try:
                socket.send_fds(connection, [encoded({})], [writing])
            finally:
                os.close(writing)
            manifest = take(stream, system.owner_key, current_version(folder), this_target(), folder / "incoming")
        try:
            system.run(["/usr/bin/systemctl", "start", "photofinish-update.service"], UPDATE_S)
        except NotDone as problem:
            raise NotDone("update.failed", reason_in(folder / "update.log") or problem.detail) from problem
        finally:
            shutil.rmtree(folder / "incoming", ignore_errors=True)
    connection.send(encoded({"installed": manifest.version}))


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold a folder's lock for the block. Raises NotDone where another update holds it."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as problem:
        raise NotDone("failed", f"{folder}: {problem.strerror}") from problem
    try:
        lock(descriptor, alone=True)
        yield
    except BlockingIOError as problem:
        raise NotDone("update.busy") from problem
    finally:
        os.close(descriptor)


def current_version(releases: Path) -> str:
    """Return the version of the current release. Raises NotDone where there is none."""
    try:
        found = RELEASE.fullmatch(str((releases / "current").readlink()))
    except OSError as problem:
        raise NotDone("failed", f"{releases}/current: {problem.strerror}") from problem
    if found is None:
        raise NotDone("failed", f"{releases}/current")
    return found[1]


def reason_in(log: Path) -> str:
    """Return why the installer has not made a release, by its own words; empty for none."""
    try:
        text = log.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    _, own_words, reason = text.rpartition("install.sh: ")
    return " ".join((reason if own_words else text.strip().rpartition("\n")[2]).split())[:400]


VERBS: Final[Mapping[str, Callable[[System, Mapping[str, Any], socket.socket], None]]] = {
    "restart": restart,
    "clock": set_clock,
    "zone": set_zone,
    "wifi": set_wifi,
    "networks": list_networks,
    "join": join_network,
    "spot": be_network,
    "brightness": set_brightness,
    "journal": send_journal,
    "stick": lend_stick,
    "update": take_update,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
