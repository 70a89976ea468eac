"""The running program, as it describes itself: what the doctor reports in place of its own findings.

A second process may find other devices, rights and settings than the program that plays: it was started later, by
another user, outside the service's sandbox, and the helper that traces interrupts may answer it and not the other. So
the program writes its state into the data folder's lock file, whenever that changes, and `photofinish doctor` reads it.
The operator's page describes its own program the same way.
"""

import hashlib
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config
from cabinet.doctor.probe import Probe
from cabinet.input.inputs import SERVICE
from cabinet.input.sources import PanelSource, Sources
from cabinet.process.engine_build import SWITCH, engine_build, refusal
from cabinet.store.lock import FILE
from engine.version import VERSION
from hardware.evdev.source import EvdevSource

STARTED: Final = 19
"""The place of `starttime` behind the name in `/proc/PID/stat` (proc(5), field 22)."""


Kind: TypeAlias = Literal["pins", "board", "keys"]
"""The header's pins, a button board, the console's keyboards."""


class Source(msgspec.Struct, frozen=True):
    """A source of presses. `plays`: it has buttons of players, not the operator's alone. `is_connected`: it answers.

    `doubt` is why its stamps are not judged (`hardware.source.Doubt`), `resolution_ns` how close they may be;
    `untraced` is why not every interrupt of a header's pins is traced. `is_header`: the chip is one of those that are
    known to stamp in a hard interrupt. `devices` are the names of the keyboards of `keys`, `interval_ns` how often they
    are asked for news, `forbidden` one that may not be read, `moved` those at another port than they were assigned at,
    `withheld` those that another program has grabbed, `unstamped` those without good stamps, `copies` those that
    only repeat what another presses, `unjudged` those that somebody has played on, and whose races are not judged.
    """

    name: str
    kind: Kind
    plays: bool = True
    is_connected: bool = True
    doubt: str = ""
    resolution_ns: int = 0
    untraced: str = ""
    is_header: bool = True
    devices: tuple[str, ...] = ()
    interval_ns: int = 0
    forbidden: str = ""
    moved: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()
    unstamped: tuple[str, ...] = ()
    copies: tuple[str, ...] = ()
    unjudged: tuple[str, ...] = ()


class ShownScreen(msgspec.Struct, frozen=True):
    """A whole screen: its `mode` (``1920x1080@60``), the size of the `picture` on it, which is scaled if it is another,
    and `why` (`cabinet.screens.modes.Why`)."""

    mode: str
    picture: str
    why: str


class Running(msgspec.Struct, frozen=True):
    """The program that plays. `config` is what it plays by, the operator's settings included.

    `file` is the `fingerprint` of the files that it began with, `aside` the fault for which the card's settings were
    left out. `screen` is SDL's driver, empty without a window; `shown` are the whole screens; `has_sound`: a sound card
    is open; `may_save`: it may write the data folder. `engine` is the engine's build, `refused` why the compiled one is
    not used. `stretch_ms` is the longest stretch of work between two looks at the buttons so far
    (`cabinet.process.slices`), ms of processor. `terminal` is the console's terminal that the program was started on
    (``tty1``), empty elsewhere.
    """

    pid: int
    started: str
    version: str
    config: Config
    file: str = ""
    aside: str = ""
    screen: str = ""
    has_sound: bool = False
    may_save: bool = True
    engine: str = ""
    refused: str = ""
    sources: tuple[Source, ...] = ()
    shown: tuple[ShownScreen, ...] = ()
    stretch_ms: int = 0
    terminal: str = ""

    @property
    def played(self) -> tuple[Source, ...]:
        """The sources with buttons of players."""
        return tuple(source for source in self.sources if source.plays)

    @property
    def text(self) -> str:
        """The state as the lock file holds it."""
        return msgspec.json.encode(self).decode()


class Head(msgspec.Struct, frozen=True):
    """The part of a state that every version understands."""

    pid: int
    started: str
    version: str


def describe(
    sources: Sources,
    config: Config,
    loaded: LoadedConfig,
    data: Path,
    *,
    screen: str,
    shown: Sequence[tuple[str, str, str]],
    has_sound: bool,
) -> Running:
    """Return the state of this program. `shown` are mode, picture and reason of each whole screen."""
    return Running(
        os.getpid(),
        started_at(stat_of_this_program()),
        VERSION,
        config,
        fingerprint(loaded),
        loaded.aside.first if loaded.aside else "",
        screen,
        has_sound,
        may_save(data),
        engine_build(),
        refusal(os.environ.get(SWITCH, "")),
        sources_of(sources),
        tuple(ShownScreen(*each) for each in shown),
    )


def changing(sources: Sources, data: Path) -> tuple[object, ...]:
    """Return the parts of the state that change by themselves while a program plays; quickly done."""
    return sources_of(sources), may_save(data)


def may_save(data: Path) -> bool:
    """Return whether this program may write the data folder."""
    return os.access(data, os.R_OK | os.W_OK)


def sources_of(sources: Sources) -> tuple[Source, ...]:
    """Return the state of every source but a window's keyboard."""
    kinds: dict[int, Kind] = {id(sources.pins): "pins", id(sources.keys): "keys"}
    evdev = sources.evdev
    return tuple(
        source_of(wired, kinds.get(id(wired), "board"), evdev if wired is sources.keys else None)
        for wired in sources.panels
    )


def source_of(wired: PanelSource, kind: Kind, evdev: EvdevSource | None) -> Source:
    """Return the state of a source; `evdev` is the same one where it is that of the console's devices."""
    source, stamps = wired.source, wired.source.stamps
    return Source(
        source.name,
        kind,
        any(place != SERVICE for place in wired.buttons.values()),
        source.is_connected,
        stamps.doubt,
        stamps.resolution_ns if kind == "pins" else 0,  # a board's changes with its clock
        stamps.untraced,
        stamps.stamped != "unchecked",
        tuple(device.identity.name for device in evdev.devices) if evdev else (),
        stamps.interval_ns,
        str(evdev.forbidden or "") if evdev else "",
        evdev.moved if evdev else (),
        evdev.withheld if evdev else (),
        evdev.unstamped if evdev else (),
        evdev.copies if evdev else (),
        evdev.unjudged if evdev else (),
    )


def fingerprint(loaded: LoadedConfig) -> str:
    """Return a digest of the configuration's files: with another one, a program that starts now plays otherwise."""
    parts = (str(loaded.path or ""), loaded.text, loaded.card)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def running_in(machine: Probe, folder: Path) -> Running | Head | None:
    """Return the state of the program that plays with a data folder; its `Head` if another release wrote it.

    None if no program plays with that folder.
    """
    text = machine.text(str(folder / FILE)) or ""
    try:
        head = msgspec.json.decode(text, type=Head)
    except (msgspec.MsgspecError, RecursionError):
        return None
    if not head.started or started_at(machine.text(f"/proc/{head.pid}/stat") or "") != head.started:
        return None  # it ended without a word
    with suppress(msgspec.MsgspecError, RecursionError):
        if head.version == VERSION:
            return msgspec.json.decode(text, type=Running)
    return head


def started_at(stat: str) -> str:
    """Return when a process was started, from the text of `/proc/PID/stat`; empty if it does not say."""
    fields: Sequence[str] = stat.rpartition(")")[2].split()
    return fields[STARTED] if len(fields) > STARTED else ""


def stat_of_this_program() -> str:
    """Return the text of `/proc/self/stat`; empty where there is none."""
    with suppress(OSError):
        return Path("/proc/self/stat").read_text(encoding="utf-8", errors="replace")
    return ""
