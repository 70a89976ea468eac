"""Every outcome of every check, on machines that are made up."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any, get_args

import pytest

from cabinet.card.report import REPORT
from cabinet.cli import main
from cabinet.commands.doctor import lines_of, show_coloured
from cabinet.config.file import LoadedConfig, parse_config
from cabinet.config.schema import Config
from cabinet.doctor.checks import (
    CHECKS,
    Check,
    CheckContext,
    check_buttons,
    check_card,
    check_clock,
    check_coins,
    check_config,
    check_database,
    check_disk,
    check_display,
    check_engine,
    check_heat,
    check_kernel,
    check_power,
    check_program,
    check_sound,
    check_stamps,
    check_watchdog,
    examine,
    level_of,
    screen_text,
    seconds_of,
    throttled,
)
from cabinet.doctor.findings import EXIT_CODES, FAIL, OK, WARN, Finding, found, worst
from cabinet.doctor.probe import Probe
from cabinet.doctor.running import Head, Running, ShownScreen, Source, fingerprint, running_in, started_at
from cabinet.process.engine_build import COMPILED, MIXED, PLAIN, SWITCH
from cabinet.screens.modes import Why
from cabinet.store.lock import FILE as LOCK
from cabinet.store.sqlite import FILE, Database, condition_of
from cabinet.strings.catalogue import has_word
from cabinet.strings.doctor import DOCTOR_WORDS
from engine.version import VERSION
from tests.cabinet.doctor.fake_machine import FakeMachine

DATA = Path("/var/lib/photofinish")
PI4 = {"/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.5"}
PI5 = {"/proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0"}
CHIP = {"/dev/gpiochip0": ""}
SCREEN = {"/dev/dri/card1": "", "/sys/class/drm/card1-HDMI-A-1/status": "connected"}
CLIENTS = """             command  tgid dev master a   uid      magic
    systemd-logind   311   0   n    y     0          0
         Xorg main   812   0   y    y     0          0
"""
"""What the kernel tells root of a card's programs (drm_debugfs.c)."""
CARDS = {"/proc/asound/cards": " 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n                      vc4-hdmi-0\n"}
HDA = """Simple mixer control 'Master',0
  Capabilities: pvolume pswitch
  Playback channels: Front Left - Front Right
  Limits: Playback 0 - 74
  Mono:
  Front Left: Playback 54 [73%] [-20.00dB] [on]
  Front Right: Playback 54 [73%] [-20.00dB] [on]
Simple mixer control 'PCM',0
  Capabilities: pvolume
  Playback channels: Front Left - Front Right
  Limits: Playback 0 - 255
  Mono:
  Front Left: Playback 255 [100%] [0.00dB]
  Front Right: Playback 255 [100%] [0.00dB]
"""
"""`amixer -c 0 scontents` of QEMU's intel-hda at Debian's first state."""
MUTED = HDA.replace("[on]", "[off]")
USB = """Simple mixer control 'Audio Output Volume Control',0
  Capabilities: pvolume pswitch pswitch-joined
  Playback channels: Front Left - Front Right
  Limits: Playback 0 - 256
  Mono:
  Front Left: Playback 240 [94%] [-0.50dB] [on]
  Front Right: Playback 240 [94%] [-0.50dB] [on]
"""
"""The same of its usb-audio."""
AC97 = """Simple mixer control 'Master',0
  Capabilities: pvolume pswitch pswitch-joined
  Playback channels: Front Left - Front Right
  Mono:
  Front Left: Playback 49 [78%] [-21.00dB] [on]
  Front Right: Playback 49 [78%] [-21.00dB] [on]
Simple mixer control '3D Control Sigmatel - Depth',0
  Capabilities: pvolume pvolume-joined
  Playback channels: Mono
  Mono: Playback 0 [0%]
Simple mixer control 'PCM',0
  Capabilities: pvolume pswitch pswitch-joined
  Playback channels: Front Left - Front Right
  Mono:
  Front Left: Playback 23 [74%] [0.00dB] [on]
  Front Right: Playback 23 [74%] [0.00dB] [on]
Simple mixer control 'Mic',0
  Capabilities: cswitch cswitch-exclusive
  Capture exclusive group: 0
  Capture channels: Front Left - Front Right
  Front Left: Capture [on]
  Front Right: Capture [on]
"""
"""The same of its AC97."""
TWO_CARDS = {
    "/proc/asound/cards": " 0 [Intel          ]: HDA-Intel - HDA Intel\n                      HDA Intel at 0xfebf0000\n"
    " 1 [Audio          ]: USB-Audio - QEMU USB Audio\n                      QEMU QEMU USB Audio at usb-1\n",
    "/proc/asound/card0/pcm0p/sub0/status": "state: RUNNING\nowner_pid   : 200",
    "/proc/asound/card1/pcm0p/sub0/status": "closed",
    "/dev/snd/pcmC0D0p": "",
}
SCONTENTS = "amixer -c {} scontents"
THROTTLED = "vcgencmd get_throttled"
WATCHDOG = "systemctl show --property=RuntimeWatchdogUSec --value"
ALARM = "/sys/class/hwmon/hwmon1/in0_lcrit_alarm"


def machine(files: Mapping[str, str] | None = None, **other: object) -> FakeMachine:
    return FakeMachine(files=files or {}, **other)  # type: ignore[arg-type]  # whatever a case needs


@dataclass(frozen=True)
class Case:
    """A machine, and the finding that its check must come to."""

    key: str
    level: str
    check: Check
    machine: FakeMachine = field(default_factory=FakeMachine)
    config: str = ""
    fault: str = ""
    aside: str = ""
    running: Running | Head | None = None

    @property
    def finding(self) -> Finding:
        context = CheckContext(self.machine, parse_config(self.config), DATA, self.fault, self.aside, file="as it is")
        return self.check(context.with_running(self.running))


def playing(*sources: Source, config: str = "", **state: Any) -> Running:
    """The state of a program that plays by `config` on these sources."""
    known: dict[str, Any] = {"pid": 77, "started": "4711", "version": VERSION, "file": "as it is"}
    return Running(**{**known, **state}, config=parse_config(config), sources=sources)


GPIO = '[input]\nsource = "gpio"\n'
BOARDS = '[input]\nsource = "board"\n'
ON_A_UART = '[input.board]\nport = "/dev/ttyAMA0"\n'
TWO_BOARDS = '[input.board]\nid = "e66"\n[input.board2]\nid = "e67"\nseats = [2, 3]\n'
BOARD = machine({"/dev/ttyACM0": ""}, usb_boards=[("/dev/ttyACM0", "e66")])
KEYS = '[input]\nsource = "keyboard"\n'


def release(text: str, model: Mapping[str, str] = PI4) -> FakeMachine:
    return machine({**model, "/proc/sys/kernel/osrelease": text})


DEBIAN = release("6.12.48+deb13-arm64")
FIFO_50 = "50 1"
"""Priority and policy of an interrupt thread, as the kernel makes them."""


def irq_thread(priority_and_policy: str) -> dict[str, str]:
    """What proc(5) says of a thread that makes events of one of our lines."""
    fields = " ".join(["S", *["0"] * 36, priority_and_policy, "0 0 0"])
    return {"/proc/71/comm": "irq/55-photofin", "/proc/71/stat": f"71 (irq/55-photofin) {fields}"}


def heat(told: str, **programs: str) -> FakeMachine:
    return machine({"/sys/class/thermal/thermal_zone0/temp": told} if told else {}, programs=programs)


def watchdog(told: str | None, model: Mapping[str, str] = PI4) -> FakeMachine:
    return machine({**model, "/dev/watchdog0": ""}, programs={} if told is None else {WATCHDOG: told})


PINS = Source("gpio", "pins", resolution_ns=100_000)
ON_BOARD = Source("board", "board")
ON_KEYS = Source("evdev", "keys", devices=("I-PAC 2",), interval_ns=1_000_000)
FORBIDDEN_KEYS = Source("evdev", "keys", forbidden="/dev/input/event0")
KEYS_BY_RADIO = Source("evdev", "keys", devices=("Keyboard", "I-PAC 2"), unjudged=("Keyboard",))
MOVED_ENCODER = Source("evdev", "keys", is_connected=False, moved=("DragonRise Inc. Generic USB Joystick",))
GRABBED = Source("evdev", "keys", devices=("Stick",), withheld=("Stick",))
COPIED = Source("evdev", "keys", devices=("Stick",), copies=("Stick 0",))
UNSTAMPED = Source("evdev", "keys", devices=("Stick",), doubt="interval", unstamped=("Stick",))
TELEVISION = ShownScreen("1280x720@60", "1280x720", "memory")

CASES = (
    Case("program.none", OK, check_program),
    Case("program.plays", OK, check_program, running=playing()),
    Case("program.plays", OK, check_program, fault="a.toml:3: no such key", running=playing()),
    Case("program.changed", WARN, check_program, running=playing(file="as it was")),
    Case("program.other", WARN, check_program, running=Head(77, "4711", "0.0.9")),
    Case("config.right", OK, check_config),
    Case("config.wrong", FAIL, check_config, fault="a.toml:3: sound.volme: there is no such key"),
    Case("card.none", OK, check_card),
    Case("card.right", OK, check_card, machine({str(REPORT): '{"notices":["taken"]}'})),
    Case("card.aside", WARN, check_card, aside="photofinish.toml:2: sound.tenson: there is no such key"),
    Case("card.wrong", WARN, check_card, machine({str(REPORT): '{"faults":[{"line":3,"key":"a","problem":"b"}]}'})),
    Case("display.desktop", OK, check_display, machine(variables={"DISPLAY": ":0"})),
    Case("display.desktop", OK, check_display, machine(variables={"WAYLAND_DISPLAY": "wayland-0"})),
    Case("display.none", FAIL, check_display),
    Case(
        "display.forbidden",
        FAIL,
        check_display,
        machine({"/dev/dri/card0": ""}, forbidden=["/dev/dri/card0"], owners={"/dev/dri/card0": "video"}),
    ),
    Case(
        "display.unplugged",
        WARN,
        check_display,
        machine({"/dev/dri/card1": "", "/sys/class/drm/card1-HDMI-A-1/status": "disconnected"}),
    ),
    Case(
        "display.waits",
        WARN,
        check_display,
        machine(
            {"/dev/dri/card1": "", "/sys/class/drm/card1-HDMI-A-1/status": "disconnected"},
            programs={"systemctl show --property=StatusText --value photofinish.service": "Waiting for a screen: …"},
        ),
    ),
    Case("display.kms", OK, check_display, machine(SCREEN)),
    Case(
        "display.taken",
        FAIL,
        check_display,
        machine(SCREEN, programs={"systemctl show --property=StatusText --value photofinish.service": "Terminal 7 …"}),
    ),
    Case(
        "display.taken",
        FAIL,
        check_display,
        machine({**SCREEN, "/sys/class/tty/tty0/active": "tty7"}),
        running=playing(screen="KMSDRM", terminal="tty1"),
    ),
    Case(
        "display.kms",
        OK,
        check_display,
        machine({**SCREEN, "/sys/class/tty/tty0/active": "tty1", "/sys/kernel/debug/dri/0/clients": CLIENTS}),
        running=playing(screen="KMSDRM", terminal="tty1", pid=812),
    ),
    Case(
        "display.taken",
        FAIL,
        check_display,
        machine({**SCREEN, "/sys/kernel/debug/dri/0/clients": CLIENTS}),
        running=playing(screen="KMSDRM", terminal="tty1"),
    ),
    Case("display.kms", OK, check_display, machine({"/dev/dri/card1": ""})),
    Case("sound.silent", OK, check_sound, config="[sound]\nvolume = 0\n"),
    Case("sound.none", WARN, check_sound),
    Case("sound.none", WARN, check_sound, machine({"/proc/asound/cards": "--- no soundcards ---"})),
    Case("sound.card", OK, check_sound, machine({**CARDS, "/dev/snd/pcmC0D0p": ""})),
    Case("sound.quiet", WARN, check_sound, machine(TWO_CARDS, programs={SCONTENTS.format(0): HDA})),
    Case("sound.muted", WARN, check_sound, machine(CARDS, programs={SCONTENTS.format(0): MUTED})),
    Case(
        "sound.forbidden",
        WARN,
        check_sound,
        machine({**CARDS, "/dev/snd/pcmC0D0p": ""}, forbidden=["/dev/snd/pcmC0D0p"]),
    ),
    Case("buttons.keyboard", OK, check_buttons, config=KEYS),
    Case("buttons.keyboard", WARN, check_buttons, machine(PI4), config=KEYS),
    Case("buttons.no_header", OK, check_buttons),
    Case("buttons.no_header", FAIL, check_buttons, config=GPIO),
    Case("buttons.no_chip", FAIL, check_buttons, machine(PI4)),
    Case(
        "buttons.forbidden",
        FAIL,
        check_buttons,
        machine({**PI4, **CHIP}, forbidden=["/dev/gpiochip0"], owners={"/dev/gpiochip0": "gpio"}),
    ),
    Case("buttons.pins", FAIL, check_buttons, machine({**PI4, **CHIP}), config=f"{GPIO}service_pin = 14\n"),
    Case("buttons.backend", WARN, check_buttons, machine({**PI4, **CHIP}), config=f'{GPIO}gpio_backend = "lgpio"\n'),
    Case("buttons.kernel", OK, check_buttons, machine({**PI4, **CHIP}), config=f"{GPIO}service_pin = 12\n"),
    Case("buttons.chip", WARN, check_buttons, machine(CHIP), config=f'{GPIO}gpio_chip = "knobs"\n'),
    Case("buttons.chip", WARN, check_buttons, machine(CHIP), config=f'{GPIO}gpio_chip = "/dev/gpiochip0"\n'),
    Case(
        *("buttons.chip", WARN, check_buttons, machine(CHIP)),
        config=f'{GPIO}gpio_chip = "knobs"\ngpio_backend = "lgpio"\n',
    ),
    Case("buttons.kernel", OK, check_buttons, machine(CHIP), config=f'{GPIO}gpio_chip = "io"\nresolution_us = 900\n'),
    Case("buttons.kernel", OK, check_buttons, machine(CHIP), config=f'{GPIO}gpio_chip = "pinctrl-rp1"\n'),
    Case(
        *("buttons.kernel", OK, check_buttons, machine(CHIP, labels={"/dev/gpiochip0": "pinctrl-bcm2835"})),
        config=f'{GPIO}gpio_chip = "/dev/gpiochip0"\n',
    ),
    Case("buttons.no_chip", FAIL, check_buttons, machine(CHIP), config=f'{GPIO}gpio_chip = "/dev/gpiochip7"\n'),
    Case("buttons.board", OK, check_buttons, BOARD),
    Case("buttons.board", OK, check_buttons, BOARD, config=BOARDS),
    Case("buttons.board", OK, check_buttons, machine({"/dev/ttyAMA0": ""}), config=f"{BOARDS}{ON_A_UART}"),
    Case("buttons.no_board", FAIL, check_buttons, config=BOARDS),
    Case("buttons.no_board", FAIL, check_buttons, BOARD, config=f"{BOARDS}{TWO_BOARDS}"),
    Case("buttons.no_board", FAIL, check_buttons, config=ON_A_UART),
    Case(
        "buttons.forbidden",
        FAIL,
        check_buttons,
        machine({"/dev/ttyACM0": ""}, usb_boards=[("/dev/ttyACM0", "e66")], forbidden=["/dev/ttyACM0"]),
    ),
    Case("kernel.loses_edges", WARN, check_kernel, release("6.1.21-v8+")),
    Case("kernel.loses_edges", WARN, check_kernel, release("5.10.103-v7l+")),
    Case("kernel.not_pis_own", WARN, check_kernel, DEBIAN),
    Case("kernel.not_pis_own", WARN, check_kernel, release("6.1.0-30-arm64")),
    Case("kernel.not_pis_own", WARN, check_kernel, DEBIAN, config=GPIO),
    Case("kernel.not_pis_own", WARN, check_kernel, DEBIAN, config=f'{GPIO}gpio_chip = "/dev/gpiochip0"\n'),
    Case("kernel.not_pis_own", WARN, check_kernel, DEBIAN, config=f'{GPIO}gpio_chip = "pinctrl-bcm2711"\n'),
    Case("kernel.no_matter", OK, check_kernel, DEBIAN, config=f'{GPIO}gpio_chip = "mcp23017"\n'),
    Case("kernel.no_matter", OK, check_kernel, DEBIAN, config=BOARDS),
    Case("kernel.no_matter", OK, check_kernel, release("6.1.21-v8+"), config=KEYS),
    Case("kernel.no_matter", OK, check_kernel, DEBIAN, config=ON_A_UART),
    Case(
        "kernel.no_matter",
        OK,
        check_kernel,
        machine({**DEBIAN.files, "/dev/ttyACM0": ""}, usb_boards=[("/dev/ttyACM0", "e66")]),
    ),
    Case("kernel.fine", OK, check_kernel, release("6.12.48+deb13-arm64", PI5)),
    Case("kernel.fine", OK, check_kernel, release("6.1.28-v8+")),
    Case("kernel.fine", OK, check_kernel, release("6.1.31+")),
    Case("kernel.fine", OK, check_kernel, release("6.8.0-1010-raspi")),
    Case("stamps.unknown", OK, check_stamps, machine({**PI4, **CHIP})),
    Case("stamps.unknown", OK, check_stamps, machine({**PI4, **CHIP}), running=Head(77, "4711", "0.0.9")),
    Case("stamps.not_asked", OK, check_stamps, running=playing()),
    Case("stamps.not_asked", OK, check_stamps, running=playing(ON_BOARD)),
    Case("stamps.not_asked", OK, check_stamps, running=playing(ON_BOARD, Source("gpio", "pins", plays=False))),
    Case("stamps.not_asked", OK, check_stamps, running=playing(Source("gpio", "pins", is_connected=False))),
    Case("stamps.first_edge", OK, check_stamps, machine({**PI4, **CHIP}), running=playing(PINS)),
    Case("stamps.first_edge", OK, check_stamps, machine({**PI4, **irq_thread(FIFO_50)}), running=playing(PINS)),
    Case("stamps.slow_thread", WARN, check_stamps, machine({**PI4, **irq_thread("0 0")}), running=playing(PINS)),
    Case("stamps.interval", WARN, check_stamps, running=playing(Source("gpio", "pins", untraced="its socket is gone"))),
    Case("stamps.late", WARN, check_stamps, running=playing(Source("gpio", "pins", doubt="late", untraced="gone"))),
    Case("stamps.chip", OK, check_stamps, running=playing(Source("gpio", "pins", is_header=False))),
    # What the program that plays has found goes before what another process would find.
    Case("card.aside", WARN, check_card, running=playing(aside="photofinish.toml:2: no such key")),
    Case("display.desktop", OK, check_display, running=playing(screen="x11")),
    Case(
        *("display.kms", OK, check_display),
        machine({"/dev/dri/card1": ""}, forbidden=["/dev/dri/card1"], variables={"DISPLAY": "localhost:10.0"}),
        running=playing(screen="KMSDRM"),
    ),
    Case("display.whole", OK, check_display, running=playing(screen="x11", shown=(TELEVISION,))),
    Case(
        *("display.shown", OK, check_display, machine({"/dev/dri/card1": ""})),
        running=playing(screen="KMSDRM", shown=(TELEVISION,)),
    ),
    Case(
        *("display.unplugged", WARN, check_display),
        machine({"/dev/dri/card1": "", "/sys/class/drm/card1-HDMI-A-1/status": "disconnected"}),
        running=playing(screen="KMSDRM", shown=(TELEVISION,)),
    ),
    Case("sound.silent", OK, check_sound, running=playing(config="[sound]\nvolume = 0\n")),
    Case(
        *("sound.card", OK, check_sound, machine({**CARDS, "/dev/snd/pcmC0D0p": ""}, forbidden=["/dev/snd/pcmC0D0p"])),
        running=playing(has_sound=True),
    ),
    Case("sound.closed", WARN, check_sound, machine({**CARDS, "/dev/snd/pcmC0D0p": ""}), running=playing()),
    Case("buttons.keyboard", WARN, check_buttons, machine({**PI4, **CHIP}), running=playing()),
    Case("buttons.keyboard", OK, check_buttons, BOARD, running=playing()),
    Case("buttons.board", OK, check_buttons, machine({**PI4, **CHIP}), running=playing(ON_BOARD)),
    Case("buttons.kernel", OK, check_buttons, BOARD, config=BOARDS, running=playing(PINS)),
    Case("buttons.kernel", OK, check_buttons, running=playing(PINS, ON_KEYS)),
    Case("buttons.board", OK, check_buttons, running=playing(ON_BOARD, ON_KEYS)),
    Case("buttons.keys", OK, check_buttons, running=playing(ON_KEYS)),
    Case("buttons.keyboard", OK, check_buttons, running=playing(Source("evdev", "keys"))),
    Case("buttons.forbidden", FAIL, check_buttons, running=playing(FORBIDDEN_KEYS)),
    Case("buttons.moved", FAIL, check_buttons, running=playing(PINS, MOVED_ENCODER)),
    Case("buttons.moved", FAIL, check_buttons, running=playing(MOVED_ENCODER)),
    Case("buttons.withheld", FAIL, check_buttons, running=playing(PINS, GRABBED)),
    Case("buttons.copies", WARN, check_buttons, running=playing(COPIED)),
    Case("buttons.unstamped", WARN, check_buttons, running=playing(UNSTAMPED)),
    Case("buttons.no_interval", WARN, check_buttons, running=playing(KEYS_BY_RADIO)),
    Case("buttons.away", FAIL, check_buttons, running=playing(Source("evdev", "keys", is_connected=False))),
    Case("buttons.backend", WARN, check_buttons, running=playing(PINS, config='[input]\ngpio_backend = "lgpio"\n')),
    Case("buttons.chip", WARN, check_buttons, running=playing(Source("gpio", "pins", doubt="chip", is_header=False))),
    Case("buttons.away", FAIL, check_buttons, BOARD, running=playing(Source("board", "board", is_connected=False))),
    Case("kernel.not_pis_own", WARN, check_kernel, DEBIAN, config=BOARDS, running=playing(PINS)),
    Case("kernel.no_matter", OK, check_kernel, DEBIAN, config=GPIO, running=playing(ON_BOARD)),
    Case("kernel.no_matter", OK, check_kernel, DEBIAN, running=playing()),
    Case("disk.forbidden", FAIL, check_disk, running=playing(may_save=False)),
    Case("disk.room", OK, check_disk, machine(forbidden=[str(DATA)]), running=playing()),
    Case("engine.compiled", OK, check_engine, running=playing(engine=COMPILED)),
    Case("engine.refused", WARN, check_engine, machine(build=COMPILED), running=playing(engine=PLAIN, refused="old")),
    Case("kernel.fine", OK, check_kernel, release("6.1.0-rpi7-rpi-v8")),
    Case("kernel.fine", OK, check_kernel, release("6.12.25+rpt-rpi-v8")),
    Case("kernel.fine", OK, check_kernel, release("6.1.21-v8+", PI5)),
    Case("kernel.fine", OK, check_kernel, release("5.10.0-8-amd64", {})),
    Case("kernel.fine", OK, check_kernel),
    Case("disk.room", OK, check_disk),
    Case("disk.none", FAIL, check_disk, machine(free_bytes=None)),
    Case("disk.forbidden", FAIL, check_disk, machine(forbidden=[str(DATA)])),
    Case("disk.read_only", FAIL, check_disk, machine(write_fault="read_only"), running=playing()),
    Case("disk.failing", FAIL, check_disk, machine(write_fault="failing")),
    Case("disk.locked", FAIL, check_disk, machine(write_fault="locked")),
    Case("disk.full", FAIL, check_disk, machine(write_fault="full")),
    Case("database.forbidden", FAIL, check_database, machine(condition="forbidden")),
    Case("database.played", OK, check_database, machine(condition="forbidden"), running=playing()),
    Case("disk.scant", WARN, check_disk, machine(free_bytes=499_999_999)),
    Case("disk.scant", FAIL, check_disk, machine(free_bytes=49_999_999)),
    Case("disk.room", OK, check_disk, machine(free_bytes=500_000_000)),
    Case("database.whole", OK, check_database),
    Case("database.none", OK, check_database, machine(condition="none")),
    Case("database.newer", FAIL, check_database, machine(condition="newer")),
    Case("database.damaged", FAIL, check_database, machine(condition="file is not a database")),
    Case(
        "database.aside",
        WARN,
        check_database,
        machine({f"{DATA}/{FILE}.damaged-2026-11-21T18-30-05{kind}": "" for kind in ("", "-wal")}),
    ),
    Case("power.unknown", OK, check_power),
    Case("power.steady", OK, check_power, machine(programs={THROTTLED: "throttled=0x0"})),
    Case("power.steady", OK, check_power, machine({ALARM: "0", "/sys/class/hwmon/hwmon1/name": "rpi_volt"})),
    Case("power.steady", OK, check_power, machine({ALARM: "1", "/sys/class/hwmon/hwmon1/name": "nct6775"})),
    Case("power.low", FAIL, check_power, machine({ALARM: "1", "/sys/class/hwmon/hwmon1/name": "rpi_volt"})),
    Case("power.low", FAIL, check_power, machine(programs={THROTTLED: "throttled=0x50005"})),
    Case("power.was_low", WARN, check_power, machine(programs={THROTTLED: "throttled=0x50000"})),
    Case(
        "power.was_low",
        WARN,
        check_power,
        machine({"/sys/devices/platform/soc/soc:firmware/get_throttled": "10000"}),
    ),
    Case("heat.unknown", OK, check_heat),
    Case("heat.cool", OK, check_heat, heat("48312")),
    Case("heat.warm", WARN, check_heat, heat("75000")),
    Case("heat.warm", WARN, check_heat, heat("50000", **{THROTTLED: "throttled=0x80000"})),
    Case("heat.slow", FAIL, check_heat, heat("82000")),
    Case("heat.slow", FAIL, check_heat, heat("50000", **{THROTTLED: "throttled=0x4"})),
    Case("heat.slow", FAIL, check_heat, heat("", **{THROTTLED: "throttled=0x8"})),
    Case("watchdog.none", OK, check_watchdog),
    Case("watchdog.none", WARN, check_watchdog, machine(PI4)),
    Case("watchdog.unknown", OK, check_watchdog, watchdog(None)),
    Case("watchdog.off", WARN, check_watchdog, watchdog("0")),
    Case("watchdog.off", WARN, check_watchdog, watchdog("infinity")),
    Case("watchdog.on", OK, check_watchdog, watchdog("15s")),
    Case("watchdog.long", FAIL, check_watchdog, watchdog("1min")),
    Case("watchdog.on", OK, check_watchdog, watchdog("1min", {})),
    Case("database.unavailable", WARN, check_database, machine(condition="unavailable")),
    Case("disk.no_locks", FAIL, check_disk, machine(write_fault="no_locks")),
    Case("clock.set", OK, check_clock),
    Case("clock.wrong", WARN, check_clock, machine(now_year=1970)),
    Case("clock.unset", WARN, check_clock, machine(time_is_set=False)),
    Case("coins.free", OK, check_coins),
    Case("coins.paid", OK, check_coins, config="[coins]\nfree_play = false\n[input.coin2]\npin = 13\n"),
    Case("coins.no_switch", WARN, check_coins, config="[coins]\nfree_play = false\n"),
    Case("engine.plain", OK, check_engine),
    Case("engine.plain", OK, check_engine, machine(variables={SWITCH: "no"})),
    Case("engine.compiled", OK, check_engine, machine(build=COMPILED)),
    Case("engine.refused", WARN, check_engine, machine(variables={SWITCH: "no: it was built for another Python"})),
    Case("engine.mixed", FAIL, check_engine, machine(build=MIXED)),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.key}-{case.level}")
def test_a_check_finds_what_is_so(case: Case) -> None:
    finding = case.finding
    name, _, outcome = case.key.partition(".")
    pattern = re.sub(r"\\\{.*?\\\}", ".*", re.escape(DOCTOR_WORDS[f"doctor.{name}.{outcome}"].partition("\n")[0]))
    assert (finding.name, finding.level) == (name, case.level)
    assert re.fullmatch(pattern, finding.message), finding.message
    assert finding.level == OK or finding.remedy, "whatever is not well has a remedy"


def test_every_outcome_has_its_case() -> None:
    assert {f"doctor.{case.key}" for case in CASES} == set(DOCTOR_WORDS)
    assert {case.check for case in CASES} == set(CHECKS)


def test_the_report_is_a_line_a_check_and_a_remedy_below_what_is_not_well() -> None:
    findings = examine(CheckContext(FakeMachine(condition="none"), Config(), DATA))
    lines = lines_of(findings)
    assert [line[:4] for line in lines if line[:4].strip()] == [f"{finding.level:<4}" for finding in findings]
    assert lines[3] == "FAIL  display   no screen driver (no /dev/dri/card*)"
    assert lines[4].strip().startswith("On a Pi, /boot/firmware/config.txt needs")
    terminal = StringIO()
    show_coloured("\n".join(lines), terminal)
    assert terminal.getvalue().splitlines()[3].startswith("\x1b[31mFAIL\x1b[0m  display")


def test_the_exit_code_is_that_of_the_worst_finding() -> None:
    ok, warn, fail = (found(level, "doctor.clock.set") for level in (OK, WARN, FAIL))
    assert [EXIT_CODES[worst(each)] for each in ([], [ok], [warn, ok], [ok, fail, warn])] == [0, 0, 1, 2]


def test_the_command_reports_this_machine_even_with_a_broken_configuration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[sound]\nvolme = 5\n", encoding="utf-8")
    assert main(["doctor", "--json", "--config", str(file)]) == 2
    findings = json.loads(capsys.readouterr().out)
    assert [finding["check"] for finding in findings] == [check.__name__.removeprefix("check_") for check in CHECKS]
    assert "sound.volme: there is no such key" in findings[1]["told"]
    assert main(["doctor"]) in (0, 1, 2)
    assert "config" in capsys.readouterr().out


# The program that plays


STAT = "77 (photofinish) S " + " ".join(["0"] * 18 + ["4711"] + ["0"] * 30)


def test_the_state_that_a_program_writes_is_the_one_that_the_doctor_reads() -> None:
    state = playing(PINS, ON_BOARD, config=f"{GPIO}resolution_us = 900\n", has_sound=True, screen="KMSDRM")
    files = {f"{DATA}/{LOCK}": state.text, "/proc/77/stat": STAT}
    assert running_in(machine(files), DATA) == state
    assert running_in(machine({**files, "/proc/77/stat": STAT.replace("4711", "4712")}), DATA) is None, "another one"
    assert running_in(machine({f"{DATA}/{LOCK}": state.text}), DATA) is None, "it has fallen"
    assert running_in(machine({**files, f"{DATA}/{LOCK}": ""}), DATA) is None
    assert running_in(machine({**files, f"{DATA}/{LOCK}": state.text[:-9]}), DATA) is None
    assert running_in(machine({}), DATA) is None


@pytest.mark.parametrize("change", [(VERSION, "0.0.9"), ('"gpio_chip"', '"gpio_chips"')])
def test_the_state_of_another_release_is_not_guessed_at(change: tuple[str, str]) -> None:
    files = {f"{DATA}/{LOCK}": playing(PINS).text.replace(*change), "/proc/77/stat": STAT}
    found = running_in(machine(files), DATA)
    assert isinstance(found, Head)
    assert (found.pid, found.started) == (77, "4711")


def test_when_this_program_was_started_is_known() -> None:
    assert int(started_at(Path("/proc/self/stat").read_text(encoding="utf-8"))) > 0
    assert started_at("") == ""


def test_a_fingerprint_is_of_everything_that_the_files_say() -> None:
    a, d = Path("a"), Path("d")
    said = ((None, "", ""), (a, "", ""), (a, "b", ""), (a, "b", "c"), (d, "b", "c"))
    loaded = [LoadedConfig(Config(), path, text, card) for path, text, card in said]
    assert len(set(map(fingerprint, loaded))) == 5


# What the checks lean on


@pytest.mark.parametrize(
    ("told", "seconds"), [("15s", 15), ("1min 5s", 65), ("0", 0), ("infinity", 0), ("500ms", 0.5), ("", 0)]
)
def test_time_spans_of_systemd_are_read(told: str, seconds: float) -> None:
    assert seconds_of(told) == pytest.approx(seconds)


@pytest.mark.parametrize(("told", "bits"), [("throttled=0x50005", 0x50005), ("gone", None), ("", None), ("0", 0)])
def test_the_firmwares_word_is_read(told: str, bits: int | None) -> None:
    assert throttled(FakeMachine(programs={THROTTLED: told})) == bits


def test_this_machine_answers_every_question(tmp_path: Path) -> None:
    here = Probe()
    (tmp_path / "file").write_text(" text\n\0")
    assert here.text(str(tmp_path / "file")) == "text"
    assert here.text(str(tmp_path / "none")) is None
    assert here.glob(f"{tmp_path}/f*") == [f"{tmp_path}/file"]
    assert here.is_accessible(str(tmp_path))
    assert not here.is_accessible(str(tmp_path / "none"))
    assert here.group_of(str(tmp_path / "none")) == ""
    assert here.folder(str(tmp_path / "a" / "b")) == str(tmp_path)
    assert (here.free(str(tmp_path)) or 0) > 0
    assert here.free(str(tmp_path / "none")) is None
    assert here.run("echo", "word") == "word"
    assert here.run("false") is None
    assert here.run("no-such-program-at-all") is None
    assert here.database(str(tmp_path / "none")) == "none"
    assert here.year() >= 2025
    assert (here.label("knobs"), here.label(str(tmp_path / "none"))) == ("knobs", "")
    assert all(device.startswith("/dev/") for device, _ in here.boards())


def test_the_condition_of_a_database_is_told_and_nothing_changed(tmp_path: Path) -> None:
    path = tmp_path / FILE
    database = Database(path)
    assert condition_of(path) == "ok"
    database._connection.execute("PRAGMA user_version = 99")
    assert condition_of(path) == "newer"
    database.close()
    path.write_bytes(b"garbage" * 100)
    assert condition_of(path) == "file is not a database"
    assert path.read_bytes() == b"garbage" * 100


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        (ShownScreen("800x480@60", "800x480", "own"), "800x480 at 60 Hz (the screen's own mode)"),
        (TELEVISION, "1280x720 at 60 Hz (what this machine's memory bears)"),
        (
            ShownScreen("1920x1080@50", "1280x720", "memory"),
            "a picture of 1280x720 enlarged to 1920x1080 at 50 Hz (what this machine's memory bears)",
        ),
        (ShownScreen("1920x1080", "1920x1080", "wanted"), "1920x1080 (by display.mode)"),
    ],
)
def test_a_screen_is_told_with_its_mode_its_scale_and_the_reason(shown: ShownScreen, told: str) -> None:
    assert screen_text(shown) == told


def test_there_are_words_for_every_reason_of_a_mode() -> None:
    assert all(has_word(f"shown.why.{why}") for why in get_args(Why))


# Sound cards


def sound(cards: Mapping[str, str] = TWO_CARDS, **mixers: str) -> Finding:
    programs = {SCONTENTS.format(name.removeprefix("card")): text for name, text in mixers.items()}
    return check_sound(CheckContext(machine(cards, programs=programs), Config(), DATA))


def test_all_sound_cards_are_listed_with_the_one_that_plays_and_their_own_level() -> None:
    assert sound().message == "Intel (plays); Audio", "without amixer"
    loud = HDA.replace("-20.00dB", "-6.00dB")
    told = sound(card0=loud, card1=USB)
    assert (told.level, told.message) == (OK, "Intel (plays, -6.0 dB); Audio (-0.5 dB)")


def test_the_card_that_plays_is_the_one_that_must_be_heard() -> None:
    status = [f"/proc/asound/card{number}/pcm0p/sub0/status" for number in (0, 1)]
    other = {**TWO_CARDS, status[0]: "closed", status[1]: "state: XRUN\nowner_pid   : 200"}
    assert (sound(card0=HDA, card1=USB).level, sound(other, card0=HDA, card1=USB).level) == (WARN, OK)
    assert "alsamixer -c 0" in sound(card0=HDA, card1=USB).remedy


@pytest.mark.parametrize(
    ("mixer", "expected"),
    [
        (HDA, (False, -20.0)),
        (AC97, (False, -21.0)),
        (USB, (False, -0.5)),
        (USB.replace("[on]", "[off]"), (True, None)),
        (HDA.replace("54 [73%] [-20.00dB]", "0 [0%] [-74.00dB]"), (True, None)),
        (HDA.replace("255 [100%] [0.00dB]", "230 [90%] [-5.10dB]"), (False, -25.1)),
        (USB.replace(" [-0.50dB]", ""), (False, None)),
        ("", (False, None)),
        (AC97 + USB.replace("Audio Output Volume Control", "IEC958").replace("[on]", "[off]"), (False, -21.0)),
        (USB.replace("Audio Output Volume Control", "IEC958").replace("[on]", "[off]"), (True, None)),
        (AC97 + USB.replace("[on]", "[off]") + USB, (False, -21.5)),
    ],
)
def test_a_mixer_is_heard_by_what_all_of_it_lets_through(mixer: str, expected: tuple[bool, float | None]) -> None:
    is_muted, level = level_of(mixer)
    assert is_muted is expected[0]
    assert is_muted or level == pytest.approx(expected[1])


def test_no_check_asks_the_machine_that_runs_the_tests() -> None:
    queries = {name for name in vars(Probe) if not name.startswith("_")}
    assert queries - set(vars(FakeMachine)) == set(), "a query that FakeMachine has not is answered by this machine"
