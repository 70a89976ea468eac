"""The witness: all that one machine can tell a stranger about how it plays, in one small file for an issue.

Gzipped JSON of a `Witness`. It has figures, the doctor's findings by their keys, and of the machine's own texts only
what `plain` lets through: known words and short numbers. So no name of a person, a network or a folder, and no serial
number can be in it, wherever on the machine it stands.
"""

import gzip
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Final, get_args

import msgspec
from msgspec import Meta

from cabinet.config.schema import MODE
from cabinet.doctor.checks import CheckContext, examine
from cabinet.doctor.findings import OK
from cabinet.doctor.probe import Probe
from cabinet.doctor.running import Source
from cabinet.errors import CabinetError, reason_of
from cabinet.regular_file import read_named_file
from cabinet.strings.catalogue import word
from hardware.source import Doubt
from workshop.witness.figures import Count, Number, Range, Times

FORMAT: Final = 1
MOST_PACKED: Final = 1_000_000
"""The most bytes of a file, and
"""
MOST_BYTES: Final = 4_000_000
"""of its JSON: a witness has some thousand."""
GZIP: Final = b"\x1f\x8b"

LEFT_OUT: Final = "…"
"""Stands for what `plain` does not let through."""
WORDS: Final = frozenset(
    each
    for words in (
        # boards
        "raspberry pi zero model compute module rev plus orange banana rock radxa libre computer rockchip odroid pine",
        "broadcom allwinner amlogic jetson nano nvidia beaglebone khadas vim lenovo dell asus acer intel amd apple",
        "qemu standard pc virtual machine kvm bochs virtualbox vmware google cloud amazon microsoft corporation inc",
        "hewlett packard thinkpad thinkcentre optiplex latitude nuc",
        # systems and kernels
        "debian gnu linux raspbian os ubuntu lts fedora arch manjaro alpine nixos opensuse darwin windows macos",
        "bullseye bookworm trixie forky sid noble jammy amd64 arm64 armhf aarch64 x86_64 x86 rpi rpt raspi generic",
        "lowlatency rt preempt dynamic bpo smp edition release server workstation",
        # SDL's drivers, and what virtual machines are called
        "kmsdrm wayland x11 dummy offscreen cocoa none oracle wsl docker lxc podman container systemd nspawn",
    )
    for each in words.split()
)
"""The words of boards, systems and drivers that a witness may name."""
SIGNS: Final = re.compile(r"[A-Za-z0-9_]+|[^A-Za-z0-9_]")
DESIGNATION: Final = re.compile(
    r"[A-Za-z]|[0-9]{1,4}|[a-z]?[A-Z]?[0-9]{1,2}[A-Za-z]{0,2}|rpi[0-9]|deb[0-9]{1,2}(u[0-9]{1,2})?|i440FX", re.ASCII
)
"""Numbers, and names of models with one: ``4``, ``B``, ``v8``, ``2W``; no serial number is as short."""
BETWEEN: Final = " .,+-/()"
VERSION: Final = re.compile(r"[0-9][0-9A-Za-z.+() -]{0,79}", re.ASCII)
"""A version that this project's own release, or a library's, gives; never a person's."""
UNKNOWN: Final = "(?)"
"""Stands behind a version of which nobody knows the commit (`cabinet.process.revision`)."""

Text = Annotated[str, Meta(max_length=120, pattern=r"^[A-Za-z0-9 .,+/()_:@…-]*\Z")]
"""What may stand in a witness, and so in a table of Markdown and on a terminal."""
Level = Annotated[str, Meta(pattern=r"^(ok|warn|FAIL)\Z")]


class Machine(msgspec.Struct, frozen=True):
    """The machine: its board or model, its processors, whether it is a virtual one, its system and kernel."""

    model: Text = ""
    processors: Count = 0
    virtual: Text = ""
    system: Text = ""
    kernel: Text = ""


class Presses(msgspec.Struct, frozen=True):
    """A source of presses of the program that plays (`cabinet.doctor.running.Source`), without its names."""

    kind: Text
    plays: bool = True
    is_connected: bool = True
    doubt: Text = ""
    is_traced: bool = True
    resolution_ns: Count = 0
    interval_ns: Count = 0
    devices: Count = 0


class Picture(msgspec.Struct, frozen=True):
    """The pages that played by themselves: SDL's driver, the modes of whole screens or the window's size, the peak of
    the program's memory in MB, and its times: from the look at the buttons that led to a frame until that was on the
    screen (`frames`), the last part of it (`show`), and stretches of work between two looks at the buttons, by the
    wall's clock and the processor's."""

    driver: Text = ""
    modes: Annotated[tuple[Text, ...], Meta(max_length=8)] = ()
    memory_mb: Number = 0
    frames: Times | None = None
    show: Times | None = None
    stretches: Times | None = None
    stretches_cpu: Times | None = None


class Check(msgspec.Struct, frozen=True):
    """A finding of the doctor: the check, its level, and the key of its words."""

    check: Text
    level: Level
    key: Text


class Claim(msgspec.Struct, frozen=True):
    """A claim of `photofinish certify` on this machine's races, whether it held (None: not tested), and its figures."""

    claim: Text
    held: bool | None
    figures: Annotated[dict[Text, Number], Meta(max_length=60)]


class Witness(msgspec.Struct, frozen=True):
    """What is in the file. Keys are for ever; `witness` is the number of the format.

    `ranges` are the least and the greatest of heat (`heat_c`), pace of the first processor (`pace_mhz`) and memory
    (`MemAvailable_mb`, …), `throttled` the firmware's bits. `program` is SDL's driver and the modes of the program that
    plays, None without one; `counted` what it has counted of its sources.
    """

    witness: Annotated[int, Meta(ge=1)]
    day: Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")]
    seconds: Count
    versions: Annotated[dict[Text, Text], Meta(max_length=20)]
    machine: Machine
    source: Text
    sources: Annotated[tuple[Presses, ...], Meta(max_length=8)]
    findings: Annotated[tuple[Check, ...], Meta(max_length=60)]
    picture: Picture
    program: Picture | None = None
    wakeups: Times | None = None
    sync: Times | None = None
    ranges: Annotated[dict[Text, Range], Meta(max_length=20)] = {}
    throttled: Count = 0
    races: Annotated[tuple[Claim, ...], Meta(max_length=20)] = ()


IN_A_LINE: Final = (set(Times.__struct_fields__), set(Check.__struct_fields__), {"least", "most"})
"""The fields of what is shown in one line."""


def plain(text: str | None) -> str:
    """Return a text of the machine with everything left out but known words, short numbers and what stands between."""
    kept: list[str] = []
    for part in SIGNS.findall((text or "")[:200]):
        is_known = part.casefold() in WORDS or DESIGNATION.fullmatch(part) or part in BETWEEN
        if is_known or kept[-1:] != [LEFT_OUT]:
            kept.append(part if is_known else LEFT_OUT)
    return "".join(kept)[:120].strip()


def version_of(text: str) -> str:
    """Return the version of a program, where it looks like one; `LEFT_OUT` also for a commit that is not known."""
    known = text.removesuffix(UNKNOWN)
    if not VERSION.fullmatch(known):
        return LEFT_OUT
    return known if known == text else f"{known}({LEFT_OUT})"


def machine_of(probe: Probe) -> Machine:
    """Return what may be told of a machine."""
    board = probe.text("/proc/device-tree/model")
    makes = (probe.text(f"/sys/class/dmi/id/{name}") for name in ("sys_vendor", "product_name"))
    release = re.search(r'^PRETTY_NAME="?([^"\n]*)', probe.text("/etc/os-release") or "", re.MULTILINE)
    processors = len(probe.glob("/sys/devices/system/cpu/cpu[0-9]*"))
    return Machine(
        plain(board or " ".join(filter(None, makes))),
        processors,
        plain(probe.run("systemd-detect-virt")),
        plain(release and release[1]),
        plain(probe.text("/proc/sys/kernel/osrelease")),
    )


def presses_of(source: Source) -> Presses:
    """Return a source without its names."""
    return Presses(
        source.kind,
        source.plays,
        source.is_connected,
        source.doubt if source.doubt in get_args(Doubt) else LEFT_OUT,
        not source.untraced,
        source.resolution_ns,
        source.interval_ns,
        len(source.devices),
    )


def program_of(context: CheckContext) -> Picture | None:
    """Return what the program that plays says of its screens; None without one."""
    running = context.running
    if running is None:
        return None
    modes = tuple(mode_text(shown.mode) for shown in running.shown)
    return Picture(plain(running.screen), modes)


def mode_text(mode: str) -> str:
    """Return a screen's mode, ``800x480@60``; `LEFT_OUT` for anything else."""
    return mode if MODE.fullmatch(mode) else LEFT_OUT


def checks_of(context: CheckContext) -> tuple[Check, ...]:
    """Return the doctor's findings without their words, which name folders and devices."""
    return tuple(Check(finding.name, finding.level, finding.key) for finding in examine(context))


def packed(witness: Witness) -> bytes:
    """Return the file of a witness. The same witness gives the same bytes, and no file's name is in them."""
    return gzip.compress(msgspec.json.encode(witness), mtime=0)


def read_witness(path: Path) -> Witness:
    """Read a witness that may come from anybody. Raises CabinetError, in one sentence."""
    try:
        data = read_named_file(path, MOST_PACKED)
        text = unpacked(data) if data.startswith(GZIP) else data
        return msgspec.json.decode(text, type=Witness)
    except OSError as problem:
        raise CabinetError(word("witness.unreadable", path=path, reason=reason_of(problem))) from problem
    except (zlib.error, ValueError, RecursionError, msgspec.MsgspecError) as problem:
        raise CabinetError(word("witness.none", path=path, problem=str(problem)[:200])) from problem


def unpacked(data: bytes) -> bytes:
    """Return the content of a gzip file. Raises ValueError where it is longer than a witness may be or ends too early,
    and zlib.error."""
    reader = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    text = reader.decompress(data, MOST_BYTES)
    if not reader.eof:
        raise ValueError(word("witness.size"))
    return text


def found_in(witness: Witness) -> str:
    """Return in words what was found: the checks that were not all right, and the claims of its races."""
    wrong = [f"{each.check} ({each.level})" for each in witness.findings if each.level != OK]
    parts = [word("witness.wrong", checks=", ".join(wrong)) if wrong else word("witness.well")]
    for claim in witness.races:
        if claim.claim == "earlier_wins":
            figures = {name: round(claim.figures.get(name, 0)) for name in ("races", "wrong")}
            parts.append(word("witness.races", **figures))
    return "; ".join(parts)


def row_of(witness: Witness) -> Sequence[str]:
    """Return the cells of a witness in the table of `docs/machines.md`."""
    machine, picture = witness.machine, witness.picture
    shown = ", ".join(filter(None, (picture.driver, *picture.modes)))
    frames = picture.frames
    played = next((source for source in witness.sources if source.plays), None)
    return (
        f"{machine.model or '?'}, {machine.processors}×" + (f", {machine.virtual}" if machine.virtual else ""),
        f"{machine.system}, {machine.kernel}",
        played.kind if played else witness.source,
        stamps_of(played),
        word("witness.frames", shown=shown, p50=frames.p50, p99=frames.p99) if frames else shown,
        word("witness.seen", day=witness.day),
        found_in(witness),
    )


def stamps_of(source: Presses | None) -> str:
    """Return in words what the stamps of a source are worth."""
    if source is None:
        return word("witness.nobody_played")
    if source.doubt:
        return word("witness.not_judged", doubt=source.doubt)
    ns = source.resolution_ns or source.interval_ns
    return word("witness.stamps", us=f"{ns / 1000:g}") if ns else word("witness.own")


def lines_of(witness: Witness) -> list[tuple[str, str]]:
    """Return everything that is in a witness: the path of each value, and the value."""
    return list(_flat("", msgspec.to_builtins(witness)))


def _flat(path: str, value: object) -> Iterator[tuple[str, str]]:
    """Yield a line for each value; times, findings and ranges have one line each."""
    if isinstance(value, Mapping) and set(value) in IN_A_LINE:
        yield path, ", ".join(f"{name} {each}" for name, each in value.items())
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield from _flat(f"{path}.{name}".lstrip("."), each)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for place, each in enumerate(value):
            yield from _flat(f"{path}.{place}", each)
    else:
        yield path, "-" if value in (None, "") else str(value)
