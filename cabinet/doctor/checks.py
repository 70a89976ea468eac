"""The checks. Each takes the machine and the cabinet's configuration and returns one finding.

They run in the order of a fault search: the program, display and sound, buttons, storage, the machine. While a program
plays, a check reports that program's own state (`running`) wherever another process might find something else; the
other checks find the same in every process of the machine (a file, a sensor, the kernel). Decision 0121 has the list.
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from cabinet.card.report import REPORT, report_of
from cabinet.config.file import CARD_FILE
from cabinet.config.schema import Config, Input
from cabinet.doctor.board import edge_loss, is_header, model_of, release_of
from cabinet.doctor.findings import FAIL, OK, WARN, Finding, found
from cabinet.doctor.probe import Probe
from cabinet.doctor.running import Head, Running, ShownScreen, Source
from cabinet.input.sources import named_pins
from cabinet.process.engine_build import MIXED, PLAIN, SWITCH, refusal
from cabinet.store.sqlite import FILE, damaged_in
from cabinet.strings.catalogue import word
from engine.version import VERSION
from hardware.errors import HardwareError
from hardware.pins import check_pins

MB: Final = 1_000_000
LITTLE: Final = 50 * MB
"""With less free space than this a log may stop in the middle of a match."""
SCANT: Final = 500 * MB
LONGEST_WATCHDOG_S: Final = 15
"""A Raspberry Pi's hardware cannot count further: a longer time is refused silently, or the machine boots for ever."""
WARM: Final = 75
HOT: Final = 82
"""Degrees Celsius; at 85 a Pi slows down by itself."""
IRQ_THREAD: Final = "-photofin"
"""Part of the name of an interrupt's thread: our consumer label within fifteen letters (`irq/55-photofin`)."""
FIFO: Final = "1"
"""SCHED_FIFO in `/proc/PID/stat` (proc(5), field 41; field 40 is the priority)."""
BUILT: Final = 2025
"""No clock of a working machine is before this year."""

DESKTOPS: Final = ("x11", "wayland")
"""SDL's video drivers of a desktop's window."""
KMS: Final = "kmsdrm"
"""SDL's video driver of the kernel's own screen."""
ACTIVE: Final = "/sys/class/tty/tty0/active"
"""The console's terminal that is in front, such as ``tty1``."""
MASTER: Final = re.compile(r"^\s*(\S.*?)\s+(\d+)\s+\d+\s+y\s", re.MULTILINE)
"""A line of a card's `clients` in debugfs: the program that may draw, and its process."""
CARD: Final = re.compile(r"^\s*(\d+) \[([^\s\]]+)", re.MULTILINE)
"""A line of `/proc/asound/cards`: a sound card's number and name."""
CONTROL: Final = re.compile(r"^Simple mixer control '(.*)',\d+\n((?:  .*\n?)*)", re.MULTILINE)
"""A control of `amixer scontents`: its name, and its lines."""
CHANNEL: Final = re.compile(
    r"^  [^:\n]+: Playback(?: \d+)?(?= \[)(?: \[(\d+)%\])?(?: \[(-?[\d.]+)dB\])?(?: \[(on|off)\])?", re.MULTILINE
)
"""A channel of such a control: its share of the range, its level in dB, its switch; each perhaps empty."""
OUTPUT: Final = re.compile("Master$|PCM|Headphone|Speaker|Front|Line ?Out|Digital|DAC|HDMI|IEC958|Output")
"""The names of controls that what is played passes, not those of inputs or of effects."""
SERIES: Final = ("Master", "PCM")
"""The controls that everything passes that is played."""
DIGITAL: Final = ("IEC958", "HDMI")
"""What the names of digital outputs begin with."""
QUIET_DB: Final = -15.0
"""A card below this is taken for one that nobody has set: Debian's first level is -20 dB."""
SERVICE: Final = "photofinish.service"
"""The cabinet's unit. It has a status while it waits for a screen (`cabinet.process.notify.Wait`)."""

UNDER_VOLTAGE, CAPPED, THROTTLED, TOO_WARM = 1 << 0, 1 << 1, 1 << 2, 1 << 3
"""Bits of the firmware's report on power and heat: now. The same bits, shifted by `EVER`: since it was switched on."""
EVER: Final = 16


class CheckContext(msgspec.Struct, frozen=True):
    """What the checks look at: a machine, the configuration, the data folder, and the configuration file's fault.

    `aside` is the fault for which the card's settings are left out. `running` is the state of the program that plays;
    `config` is then what that plays by. `other` is the version of a program that plays and whose state this version
    does not understand. `file` is the fingerprint of the configuration's files as they are now.
    """

    machine: Probe
    config: Config
    data: Path
    fault: str = ""
    aside: str = ""
    running: Running | None = None
    other: str = ""
    file: str = ""

    def with_running(self, running: Running | Head | None) -> "CheckContext":
        """Return the context with the state of the program that plays."""
        if isinstance(running, Running):
            return replace(self, config=running.config, aside=running.aside, running=running)
        return replace(self, other="" if running is None else running.version)


Check = Callable[[CheckContext], Finding]


def check_config(context: CheckContext) -> Finding:
    """Check that the configuration file can be used."""
    if context.fault:
        return found(FAIL, "doctor.config.wrong", problem=context.fault)
    return found(OK, "doctor.config.right")


def check_program(context: CheckContext) -> Finding:
    """Check that the program that plays is of this version, and began with the configuration as it is now."""
    if context.other:
        return found(WARN, "doctor.program.other", theirs=context.other, ours=VERSION)
    if context.running is None:
        return found(OK, "doctor.program.none", path=context.data)
    if not context.fault and context.file != context.running.file:
        return found(WARN, "doctor.program.changed")
    running = context.running
    return found(OK, "doctor.program.plays", version=running.version, pid=running.pid, stretch=running.stretch_ms)


def check_card(context: CheckContext) -> Finding:
    """Check that the card's file had no faults at this boot, and that its settings count."""
    if context.aside:
        return found(WARN, "doctor.card.aside", problem=context.aside.removeprefix(f"{CARD_FILE}:").strip())
    report = report_of(context.machine.text(str(REPORT)) or "")
    if report is None:
        return found(OK, "doctor.card.none")
    if not report.faults:
        return found(OK, "doctor.card.right")
    first = report.faults[0]
    problem = ": ".join(filter(None, (str(first.line or ""), first.key, first.problem)))
    return found(WARN, "doctor.card.wrong", count=len(report.faults), problem=problem)


def check_display(context: CheckContext) -> Finding:
    """Check that there is a screen that the program may draw on: a desktop's, or the kernel's own."""
    machine, driver = context.machine, context.running.screen.casefold() if context.running else ""
    shown = "; ".join(map(screen_text, context.running.shown)) if context.running else ""
    if driver in DESKTOPS or (not driver and (machine.variable("DISPLAY") or machine.variable("WAYLAND_DISPLAY"))):
        return found(OK, "doctor.display.whole" if shown else "doctor.display.desktop", shown=shown)
    cards = machine.glob("/dev/dri/card*")
    if not cards:
        return found(FAIL, "doctor.display.none")
    if driver != KMS and not any(machine.is_accessible(card) for card in cards):
        return found(FAIL, "doctor.display.forbidden", path=cards[0], group=machine.group_of(cards[0]) or "video")
    connectors = machine.glob("/sys/class/drm/card*-*/status")
    connected = [Path(path).parent.name for path in connectors if machine.text(path) == "connected"]
    if connectors and not connected:
        status = machine.run("systemctl", "show", "--property=StatusText", "--value", SERVICE)
        return found(WARN, "doctor.display.waits" if status else "doctor.display.unplugged")
    if taker := who_has_the_screen(context):
        return found(FAIL, "doctor.display.taken", taker=taker)
    screens = ", ".join(connected) or cards[0]
    return found(OK, "doctor.display.shown" if shown else "doctor.display.kms", screens=screens, shown=shown)


def who_has_the_screen(context: CheckContext) -> str:
    """Return which other program or terminal has the screen, in words; empty where nobody or the cabinet has it.

    The kernel names the program that draws to root alone.
    """
    machine, running = context.machine, context.running
    for path in machine.glob("/sys/kernel/debug/dri/*/clients"):
        for name, pid in MASTER.findall(machine.text(path) or ""):
            if running is None or int(pid) != running.pid:
                return f"{name} ({pid})"
    if running is None:  # while it waits for its screen, the program has only the status of its unit
        return machine.run("systemctl", "show", "--property=StatusText", "--value", SERVICE) or ""
    front = machine.text(ACTIVE) or ""
    return front if running.terminal and front != running.terminal else ""


def screen_text(shown: ShownScreen) -> str:
    """Return mode, scale and reason of a screen in words."""
    mode, _, hz = shown.mode.partition("@")
    text = word("shown.mode", mode=mode, hz=hz) if hz else mode
    if shown.picture != mode:
        text = word("shown.scaled", picture=shown.picture, mode=text)
    return f"{text} ({word(f'shown.why.{shown.why}')})"


def check_buttons(context: CheckContext) -> Finding:
    """Check that the buttons can be read, with stamps."""
    wanted, machine = context.config.input, context.machine
    if context.running:
        return played_finding(machine, wanted, context.running.played)
    if wanted.source == "keyboard":
        return found(WARN if model_of(machine) else OK, "doctor.buttons.keyboard")
    named = [board for board in (wanted.board, wanted.board2) if board.seats]
    plugged = [device for device, _ in machine.boards()]
    if wanted.source == "board" or (wanted.source == "auto" and (plugged or any(board.port for board in named))):
        devices = [board.port for board in named if board.port] + plugged
        return boards_finding(machine, devices, len(named))
    return pins_finding(machine, wanted)


def played_finding(machine: Probe, wanted: Input, played: Sequence[Source]) -> Finding:
    """Return the finding about the sources of the program that plays; none of them is a window's keyboard."""
    keys = next((source for source in played if source.kind == "keys"), None)
    if keys is not None and keys.moved:
        return found(FAIL, "doctor.buttons.moved", devices=", ".join(keys.moved))
    if keys is not None and keys.withheld:
        return found(FAIL, "doctor.buttons.withheld", devices=", ".join(keys.withheld))
    if keys is not None and keys.copies:
        return found(WARN, "doctor.buttons.copies", devices=", ".join(keys.copies))
    if played == (keys,) and keys is not None and not keys.devices and keys.is_connected:
        if keys.forbidden:
            group = machine.group_of(keys.forbidden) or "input"
            return found(FAIL, "doctor.buttons.forbidden", path=keys.forbidden, group=group)
        played = ()
    if not played:
        return found(WARN if model_of(machine) else OK, "doctor.buttons.keyboard")
    away = [source.name for source in played if not source.is_connected]
    if away:
        return found(FAIL, "doctor.buttons.away", names=", ".join(away))
    pins = next((source for source in played if source.kind == "pins"), None)
    if pins is None and (boards := [source.name for source in played if source.kind == "board"]):
        return found(OK, "doctor.buttons.board", devices=", ".join(boards))
    if pins is None and keys is not None:
        return keys_finding(keys)
    assert pins is not None
    return stamped_finding(wanted, is_checked=pins.doubt != "chip", resolution_ns=pins.resolution_ns)


def keys_finding(keys: Source) -> Finding:
    """Return the finding about the console's keyboards, and encoders that report as such."""
    if keys.unstamped:
        return found(WARN, "doctor.buttons.unstamped", devices=", ".join(keys.unstamped))
    if keys.unjudged:
        return found(WARN, "doctor.buttons.no_interval", devices=", ".join(keys.unjudged))
    names = ", ".join(keys.devices)
    return found(OK, "doctor.buttons.keys", devices=names, interval=f"{keys.interval_ns / 1e6:g}")


def boards_finding(machine: Probe, devices: Sequence[str], wanted: int) -> Finding:
    """Return the finding about button boards: `wanted` of them are needed, and `devices` are theirs."""
    there = [device for device in dict.fromkeys(devices) if machine.glob(device)]
    if len(there) < wanted:
        return found(FAIL, "doctor.buttons.no_board", wanted=wanted, count=len(there))
    closed = next((device for device in there if not machine.is_accessible(device)), None)
    if closed is not None:
        return found(FAIL, "doctor.buttons.forbidden", path=closed, group=machine.group_of(closed) or "dialout")
    return found(OK, "doctor.buttons.board", devices=", ".join(there))


def pins_finding(machine: Probe, wanted: Input) -> Finding:
    """Return the finding about buttons on the header, or on the chip that the configuration names."""
    if not wanted.gpio_chip and not model_of(machine):
        return found(OK if wanted.source == "auto" else FAIL, "doctor.buttons.no_header")
    chips = machine.glob(wanted.gpio_chip if wanted.gpio_chip.startswith("/") else "/dev/gpiochip*")
    if not chips:
        return found(FAIL, "doctor.buttons.no_chip")
    if not machine.is_accessible(chips[0]):
        return found(FAIL, "doctor.buttons.forbidden", path=chips[0], group=machine.group_of(chips[0]) or "gpio")
    from hardware.gpio.gpiod_factory import HEADER_CHIPS  # noqa: PLC0415 - gpiozero takes 30 ms
    from hardware.gpio.source import KERNEL_RESOLUTION_NS  # noqa: PLC0415 - as above

    try:
        check_pins(named_pins(wanted))
    except HardwareError as problem:
        return found(FAIL, "doctor.buttons.pins", problem=problem)
    written_ns = round(wanted.resolution_us * 1000)
    is_checked = bool(written_ns) or not wanted.gpio_chip or machine.label(wanted.gpio_chip) in HEADER_CHIPS
    return stamped_finding(wanted, is_checked=is_checked, resolution_ns=written_ns or KERNEL_RESOLUTION_NS)


def stamped_finding(wanted: Input, *, is_checked: bool, resolution_ns: int) -> Finding:
    """Return the finding about how a chip's pins are stamped; `is_checked`: that is known of this chip."""
    if not is_checked:
        return found(WARN, "doctor.buttons.chip", chip=wanted.gpio_chip)
    if wanted.gpio_backend != "gpiod":
        return found(WARN, "doctor.buttons.backend", backend=wanted.gpio_backend)
    return found(OK, "doctor.buttons.kernel", resolution=f"{resolution_ns / 1000:g}")


def check_stamps(context: CheckContext) -> Finding:
    """Check that each contact of the header has its first edge's time, or report how late a bouncing one may be.

    Only the program that plays knows: a helper that refused it may well answer another.
    """
    if context.running is None:
        return found(OK, "doctor.stamps.unknown")
    pins = next((source for source in context.running.played if source.kind == "pins" and source.is_connected), None)
    if pins is None:
        return found(OK, "doctor.stamps.not_asked")
    if not pins.is_header:
        return found(OK, "doctor.stamps.chip")
    if pins.doubt == "late":
        return found(WARN, "doctor.stamps.late")
    threads = irq_threads(context.machine)
    slow = next((name for name, (_, policy) in threads.items() if policy != FIFO), None)
    if slow is not None:
        return found(WARN, "doctor.stamps.slow_thread", thread=slow)
    if pins.untraced:
        return found(WARN, "doctor.stamps.interval", reason=pins.untraced)
    priorities = sorted({priority for priority, _ in threads.values()})
    return found(OK, "doctor.stamps.first_edge", threads="".join(f" (SCHED_FIFO {each})" for each in priorities))


def irq_threads(machine: Probe) -> dict[str, tuple[str, str]]:
    """Return priority and class of the interrupt threads of our lines by their names; they start with the cabinet."""
    threads = {}
    for path in machine.glob("/proc/*/comm"):
        name = machine.text(path) or ""
        if name.startswith("irq/") and IRQ_THREAD in name:
            stat = (machine.text(str(Path(path).with_name("stat"))) or "").rpartition(")")[2].split()
            if len(stat) > 38:
                threads[name] = (stat[37], stat[38])
    return threads


def check_kernel(context: CheckContext) -> Finding:
    """Check that the kernel keeps two simultaneous edges of the header, where buttons hang on it."""
    release, loss = release_of(context.machine), edge_loss(context.machine)
    if not loss:
        return found(OK, "doctor.kernel.fine", release=release)
    if not plays_on_header(context):
        return found(OK, "doctor.kernel.no_matter", release=release)
    return found(WARN, loss, release=release)


def plays_on_header(context: CheckContext) -> bool:
    """Return whether players' buttons hang on the header."""
    wanted = context.config.input
    if context.running:
        return any(source.kind == "pins" for source in context.running.played) and is_header(wanted.gpio_chip)
    has_board = context.machine.boards() or any(board.port for board in (wanted.board, wanted.board2) if board.seats)
    is_read = wanted.source == "gpio" or (wanted.source == "auto" and not has_board)
    return is_read and is_header(wanted.gpio_chip)


def check_coins(context: CheckContext) -> Finding:
    """Check that a coin can come in where matches cost one."""
    config = context.config
    if config.coins.free_play:
        return found(OK, "doctor.coins.free")
    switches = sum(switch.is_wired for switch in (config.input.coin1, config.input.coin2))
    return found(OK, "doctor.coins.paid", count=switches) if switches else found(WARN, "doctor.coins.no_switch")


def check_sound(context: CheckContext) -> Finding:
    """Check that there is a sound card, and that the one that plays is heard behind the program's own volume."""
    machine = context.machine
    if context.config.sound.volume == 0:
        return found(OK, "doctor.sound.silent")
    cards = cards_of(machine)
    if not cards:
        return found(WARN, "doctor.sound.none")
    names = "; ".join(card.text for card in cards)
    if context.running and not context.running.has_sound:
        return found(WARN, "doctor.sound.closed", names=names)
    devices = machine.glob("/dev/snd/pcmC*")
    if not context.running and devices and not any(machine.is_accessible(device) for device in devices):
        return found(WARN, "doctor.sound.forbidden", group=machine.group_of(devices[0]) or "audio")
    heard = next((card for card in cards if card.plays), cards[0])  # ALSA's default is the first
    if heard.is_muted:
        return found(WARN, "doctor.sound.muted", names=names, number=heard.number)
    if heard.level_db is not None and heard.level_db < QUIET_DB:
        return found(WARN, "doctor.sound.quiet", names=names, number=heard.number)
    return found(OK, "doctor.sound.card", names=names)


class SoundCard(msgspec.Struct, frozen=True):
    """A sound card: its number and name, whether a program plays on it, and what its own mixer lets through (None:
    unknown; `level_db` of the loudest output)."""

    number: int
    name: str
    plays: bool = False
    is_muted: bool = False
    level_db: float | None = None

    @property
    def text(self) -> str:
        """The card as the finding names it."""
        known = [
            *([word("sound.plays")] if self.plays else []),
            *([word("sound.muted")] if self.is_muted else []),
            *([] if self.is_muted or self.level_db is None else [f"{self.level_db:.1f} dB"]),
        ]
        return f"{self.name} ({', '.join(known)})" if known else self.name


def cards_of(machine: Probe) -> Sequence[SoundCard]:
    """Return the sound cards that the kernel knows; what their mixers are set to if there is an `amixer` to say it."""
    listed = CARD.findall(machine.text("/proc/asound/cards") or "")
    return [
        SoundCard(
            int(number),
            name,
            any(
                (machine.text(status) or "closed") != "closed"
                for status in machine.glob(f"/proc/asound/card{number}/pcm*p/sub*/status")
            ),
            *level_of(machine.run("amixer", "-c", number, "scontents") or ""),
        )
        for number, name in listed
    ]


def level_of(mixer: str) -> tuple[bool, float | None]:
    """Return whether a card is muted, and the level of its loudest output, dB, from what `amixer scontents` says.

    The controls of SERIES are passed one after the other; each of the others is an output of its own, but for a digital
    one beside them.
    """
    series: list[tuple[bool, float]] = []
    outputs: list[tuple[bool, float]] = []
    has_level = False
    for name, text in CONTROL.findall(mixer):
        channels = CHANNEL.findall(text)
        if not channels or not OUTPUT.search(name) or (series and name.startswith(DIGITAL)):
            continue
        has_level = has_level or any(level for _, level, _ in channels)
        is_on = any(switch != "off" and share != "0" for share, _, switch in channels)
        level = max((float(level) for _, level, _ in channels if level), default=0.0)
        (series if name in SERIES else outputs).append((is_on, level))
    is_muted = not all(is_on for is_on, _ in series) or (bool(outputs) and not any(is_on for is_on, _ in outputs))
    loudest = max((level for is_on, level in outputs if is_on), default=0.0)
    return is_muted, sum(level for _, level in series) + loudest if has_level else None


def check_disk(context: CheckContext) -> Finding:
    """Check that there is room for records and logs, and that they may be written."""
    machine, folder = context.machine, str(context.data)
    there = machine.folder(folder)
    free = None if there is None else machine.free(there)
    if there is None or free is None:
        return found(FAIL, "doctor.disk.none", path=folder)
    cause = machine.unwritable(there)
    if context.running and cause in ("", "forbidden"):  # who asks may be another user
        cause = "" if context.running.may_save else "forbidden"
    if cause:
        return found(FAIL, f"doctor.disk.{cause}", path=there)
    if free < SCANT:
        return found(FAIL if free < LITTLE else WARN, "doctor.disk.scant", free=free // MB, path=folder)
    return found(OK, "doctor.disk.room", free=f"{free / 1000 / MB:.1f}", path=folder)


def check_database(context: CheckContext) -> Finding:
    """Check that the records are intact, and that no damaged database has been renamed."""
    machine, path = context.machine, context.data / FILE
    condition = machine.database(str(path))
    if condition == "newer":
        return found(FAIL, "doctor.database.newer", path=path)
    if condition == "forbidden" and context.running and context.running.may_save:
        return found(OK, "doctor.database.played")
    if condition == "forbidden":
        return found(FAIL, "doctor.database.forbidden", path=path, folder=context.data)
    if condition == "unavailable":
        return found(WARN, "doctor.database.unavailable", path=path)
    if condition not in ("ok", "none"):
        return found(FAIL, "doctor.database.damaged", path=path, problem=condition)
    aside = damaged_in(machine.glob(f"{path}.damaged-*"))
    if aside:
        return found(WARN, "doctor.database.aside", name=Path(aside[-1]).name, count=len(aside))
    return found(OK, "doctor.database.none" if condition == "none" else "doctor.database.whole")


def check_watchdog(context: CheckContext) -> Finding:
    """Check that the machine restarts by itself when even its system hangs."""
    machine = context.machine
    if not machine.glob("/dev/watchdog*"):
        return found(WARN if model_of(machine) else OK, "doctor.watchdog.none")
    answer = machine.run("systemctl", "show", "--property=RuntimeWatchdogUSec", "--value")
    if answer is None:
        return found(OK, "doctor.watchdog.unknown")
    seconds = seconds_of(answer)
    if not seconds:
        return found(WARN, "doctor.watchdog.off", longest=LONGEST_WATCHDOG_S)
    if seconds > LONGEST_WATCHDOG_S and model_of(machine):
        return found(FAIL, "doctor.watchdog.long", seconds=f"{seconds:g}", longest=LONGEST_WATCHDOG_S)
    return found(OK, "doctor.watchdog.on", seconds=f"{seconds:g}")


def check_power(context: CheckContext) -> Finding:
    """Check that the power supply keeps its voltage."""
    bits = throttled(context.machine)
    alarms = [
        path
        for path in context.machine.glob("/sys/class/hwmon/*/in0_lcrit_alarm")
        if context.machine.text(path) == "1" and context.machine.text(str(Path(path).parent / "name")) == "rpi_volt"
    ]
    if alarms or (bits is not None and bits & UNDER_VOLTAGE):
        return found(FAIL, "doctor.power.low")
    if bits is not None and bits >> EVER & UNDER_VOLTAGE:
        return found(WARN, "doctor.power.was_low")
    if bits is None and not context.machine.glob("/sys/class/hwmon/*/in0_lcrit_alarm"):
        return found(OK, "doctor.power.unknown")
    return found(OK, "doctor.power.steady")


def check_heat(context: CheckContext) -> Finding:
    """Check that the processor runs at its full speed."""
    bits, machine = throttled(context.machine), context.machine
    answer = machine.text("/sys/class/thermal/thermal_zone0/temp") or ""
    degrees = int(answer) // 1000 if answer.lstrip("-").isdigit() else None
    slowed = CAPPED | THROTTLED | TOO_WARM
    if (bits is not None and bits & slowed) or (degrees is not None and degrees >= HOT):
        return found(FAIL, "doctor.heat.slow", degrees="?" if degrees is None else degrees)
    if (bits is not None and bits >> EVER & slowed) or (degrees is not None and degrees >= WARM):
        return found(WARN, "doctor.heat.warm", degrees="?" if degrees is None else degrees)
    return found(OK, "doctor.heat.unknown") if degrees is None else found(OK, "doctor.heat.cool", degrees=degrees)


def check_clock(context: CheckContext) -> Finding:
    """Check that somebody has set the time of day; stamps need none."""
    year = context.machine.year()
    if year < BUILT:
        return found(WARN, "doctor.clock.wrong", year=year)
    return found(OK, "doctor.clock.set") if context.machine.is_time_set() else found(WARN, "doctor.clock.unset")


def check_engine(context: CheckContext) -> Finding:
    """Check that the engine is of one build, and that a compiled one that is installed is used."""
    machine, running = context.machine, context.running
    build, reason = machine.engine(), refusal(machine.variable(SWITCH))
    if running:
        build, reason = running.engine, running.refused
    if build == PLAIN and reason:
        return found(WARN, "doctor.engine.refused", reason=reason)
    return found(FAIL if build == MIXED else OK, f"doctor.engine.{build}")


CHECKS: Final[Sequence[Check]] = (
    check_program,
    check_config,
    check_card,
    check_display,
    check_sound,
    check_buttons,
    check_stamps,
    check_kernel,
    check_coins,
    check_disk,
    check_database,
    check_power,
    check_heat,
    check_watchdog,
    check_clock,
    check_engine,
)
"""Every check, in the order of the report."""


def examine(context: CheckContext) -> list[Finding]:
    """Return the findings of all checks."""
    return [check(context) for check in CHECKS]


def throttled(machine: Probe) -> int | None:
    """Return the firmware's report on power and heat; None where there is no such firmware."""
    answer = machine.run("vcgencmd", "get_throttled") or machine.text(
        "/sys/devices/platform/soc/soc:firmware/get_throttled"
    )
    number = re.fullmatch(r"(?:throttled=)?(?:0x)?([0-9a-fA-F]+)", answer or "")
    return int(number[1], 16) if number else None


def seconds_of(answer: str) -> float:
    """Return a time span in s from systemd's format (``1min 5s``, ``15s``, ``0``, ``infinity``); 0 for none."""
    units = {"min": 60.0, "s": 1.0, "ms": 0.001, "us": 0.000_001, "": 0.000_001}
    parts = re.findall(r"(\d+(?:\.\d+)?)(min|ms|us|s|)", answer)
    return sum(float(number) * units[unit] for number, unit in parts)
