"""The texts of the doctor: the finding, and on a second line the remedy. A part of the catalogue (`catalogue`)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

DOCTOR_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "doctor.config.right": "the configuration is right",
        "doctor.config.wrong": "{problem}\nMend that line; `photofinish config --show` prints a whole file.",
        "doctor.program.plays": "version {version} (process {pid}) plays, as follows; between two looks at the "
        "buttons it has worked for {stretch} ms at most",
        "doctor.program.none": "no program is known to play with the records in {path}",
        "doctor.program.changed": "it plays by another configuration than the files have now\n"
        "Start it anew: on the operator's page, or `sudo systemctl restart photofinish`.",
        "doctor.program.other": "another release plays ({theirs}), which this one ({ours}) cannot ask\n"
        "What follows is how this release would play. Start the cabinet anew: `sudo systemctl restart photofinish`.",
        "doctor.card.none": "no card's file has been looked for at this boot",
        "doctor.card.right": "the card's file has no mistakes",
        "doctor.card.aside": "no setting of the card counts: {problem}\n"
        "Mend photofinish.toml on any computer; until then the cabinet plays by config.toml and the defaults.",
        "doctor.card.wrong": "mistakes in photofinish.toml on the card: {count}; the first: {problem}\n"
        "Mend it on any computer; until then the settings of before are used.",
        "doctor.display.desktop": "a desktop's window",
        "doctor.display.kms": "the kernel's own screen ({screens})",
        "doctor.display.whole": "a desktop's whole screen: {shown}",
        "doctor.display.shown": "{screens}: {shown}",
        "doctor.display.none": "no screen driver (no /dev/dri/card*)\n"
        "On a Pi, /boot/firmware/config.txt needs the line dtoverlay=vc4-kms-v3d; then reboot.",
        "doctor.display.forbidden": "no permission for {path}\n"
        "Join its group: `sudo usermod --append --groups {group} $USER`, then log in again.",
        "doctor.display.unplugged": "a screen driver, and no screen\n"
        "Look at its cable and its power, then start the cabinet again.",
        "doctor.display.taken": "somebody else has the screen: {taker}\n"
        "Ctrl-Alt-F1 gives the cabinet its terminal back; a desktop ends by: sudo systemctl disable --now "
        "display-manager.",
        "doctor.display.waits": "no screen is connected; the cabinet waits for one\n"
        "Switch it on, or look at its cable and its power: the title comes by itself.",
        "doctor.buttons.keyboard": "a keyboard: races are not judged to the microsecond\n"
        'On a cabinet write source = "gpio" under [input].',
        "doctor.buttons.keys": "{devices}, stamped by the kernel, asked every {interval} ms: closer presses by lot",
        "doctor.buttons.no_interval": "{devices}: by radio, or asked nobody knows how often: its races are not judged\n"
        "Plug it in by a USB cable: by radio no stamp is worth anything.",
        "doctor.buttons.moved": "in another port than their buttons were assigned at: {devices}\n"
        "They serve nothing there. Plug them in where they were, or assign their buttons anew (docs/wiring.md).",
        "doctor.buttons.withheld": "another program has grabbed {devices}: nothing of it is heard\n"
        "End that program (keyd, input-remapper and others grab); it has one of these open: "
        "sudo fuser -v /dev/input/event*.",
        "doctor.buttons.copies": "{devices}: it only repeats what another device presses, so it serves nothing\n"
        "What it pressed until that was seen has counted. End the program that copies a gamepad (Steam, a remapper).",
        "doctor.buttons.unstamped": "{devices}: its stamps are wrong or come late, so its races are not judged\n"
        "Plug it in without a hub and end other programs; else: sudo apt full-upgrade, then reboot.",
        "doctor.buttons.no_header": "no header here, so the keyboard plays: not judged to the microsecond\n"
        'Buttons on pins need a Raspberry Pi; for a desk write source = "keyboard" under [input].',
        "doctor.buttons.no_chip": "the kernel shows no GPIO chip (no /dev/gpiochip*)\n"
        "Update the system: sudo apt full-upgrade, then reboot.",
        "doctor.buttons.forbidden": "no permission for {path}\n"
        "Join its group: `sudo usermod --append --groups {group} $USER`, then log in again.",
        "doctor.buttons.pins": "{problem}\ndocs/wiring.md lists the pins that are free.",
        "doctor.buttons.backend": "{backend} reads the pins: it drops the kernel's numbering, so losses go unseen\n"
        'Write gpio_backend = "gpiod" under [input].',
        "doctor.buttons.kernel": "the header's pins, stamped by the kernel, told apart from {resolution} µs on",
        "doctor.buttons.chip": "nobody has checked how the chip {chip} stamps: races are not judged\n"
        "Measure it and write resolution_us under [input]: docs/configuration.md, gpio_chip.",
        "doctor.buttons.away": "out of reach: {names}\nLook at the cable; then unplug it and plug it in again.",
        "doctor.buttons.board": "button board at {devices}, stamped by its own microsecond clock",
        "doctor.buttons.no_board": "{wanted} button board(s) wanted, {count} there\n"
        "Look at its cable; then unplug it and plug it in again. docs/protocol.md says how it is told from others.",
        "doctor.stamps.not_asked": "the kernel's stamps decide no race here",
        "doctor.stamps.unknown": "only a program that plays knows, and none is known to",
        "doctor.stamps.chip": "as exact as resolution_us says of this chip",
        "doctor.stamps.late": "interrupt threads took longer than 1 ms: races are not judged\n"
        "Take work off the machine, or use a button board; docs/wiring.md, what a stamp is worth.",
        "doctor.stamps.first_edge": "each contact has its first edge's time{threads}",
        "doctor.stamps.interval": "intervals: interrupts are not traced ({reason})\n"
        "A bouncing contact may be 1 ms late; races that this could decide are drawn. "
        "`systemctl status photofinish-trace.socket` says more.",
        "doctor.stamps.slow_thread": "{thread} waits for its turn like any program: bouncing contacts are late\n"
        "A service has taken its real-time priority away; `chrt --fifo --pid 50 PID` gives it back.",
        "doctor.coins.free": "matches cost nothing",
        "doctor.coins.paid": "matches cost credits; coin switches that are wired: {count}",
        "doctor.coins.no_switch": "matches cost credits, and no coin switch is wired: nobody can play\n"
        "Press one on the operator's page, COINS, or have free play there; docs/wiring.md, a coin switch.",
        "doctor.kernel.fine": "{release}",
        "doctor.kernel.no_matter": "{release} can lose edges on the header, where no player's button is",
        "doctor.kernel.not_pis_own": "{release} can lose one of two edges that come together (raspberrypi/linux#760)\n"
        "Only the Raspberry Pi's own kernels have the work-around: use Raspberry Pi OS, or a button board. "
        "Losses that show on a held button are counted (AUDITS).",
        "doctor.kernel.loses_edges": "{release} can lose one of two edges that come together (raspberrypi/linux#760)\n"
        "Update it: sudo apt full-upgrade, then reboot. Losses that show on a held button are counted (AUDITS).",
        "doctor.sound.silent": "silent, as it is set",
        "doctor.sound.card": "{names}",
        "doctor.sound.none": "no sound card\nEverything else works; set volume = 0 under [sound] if that is meant.",
        "doctor.sound.closed": "the program that plays could not open a sound card ({names})\n"
        "Another program may have it: end that; the cabinet tries again every half minute.",
        "doctor.sound.muted": "{names}: nothing is heard\n"
        "The card's own mixer is muted, whatever the volume is here: `sudo alsamixer -c {number}` (M, and up), "
        "then `sudo alsactl store`.",
        "doctor.sound.quiet": "{names}: hardly anything is heard\n"
        "The card's own mixer is low, whatever the volume is here: `sudo alsamixer -c {number}` (up), "
        "then `sudo alsactl store`.",
        "doctor.sound.forbidden": "no permission for the sound card\n"
        "Join its group: `sudo usermod --append --groups {group} $USER`, then log in again.",
        "doctor.disk.none": "no disk for {path}\nSet folder under [data] to a place that is there.",
        "doctor.disk.forbidden": "{path} cannot be written: it is another account's\n"
        "Give it to the user that plays (sudo chown -R photofinish: {path}), or set folder under [data] elsewhere.",
        "doctor.disk.full": "{path} cannot be written: there is no room\n"
        "Make room, or set logs_mb under [data] lower: the oldest logs go. The game goes on without them.",
        "doctor.disk.read_only": "{path} cannot be written: its file system is read-only\n"
        "After an error of its disk the kernel makes it so: dmesg says which. Copy the records, and take another disk.",
        "doctor.disk.locked": "{path} cannot be written: another program uses it\nEnd that program.",
        "doctor.disk.no_locks": "{path} has a file system without locks, as some network folders\n"
        "Set folder under [data] to this machine's own disk, or have the network folder mounted with locks.",
        "doctor.disk.failing": "{path} cannot be written: the disk fails\n"
        "dmesg says how. Copy the records, and take another disk or card.",
        "doctor.disk.scant": "{free} MB free for {path}\n"
        "Make room, or set logs_mb under [data] lower: the oldest logs go. The game goes on without them.",
        "doctor.disk.room": "{free} GB free for {path}",
        "doctor.database.whole": "the records are whole",
        "doctor.database.none": "no records yet",
        "doctor.database.newer": "{path} is of a newer version\n"
        "Install that version again, or set folder under [data] to another place.",
        "doctor.database.played": "the program that plays has the records",
        "doctor.database.forbidden": "{path} cannot be read: it is another account's\n"
        "Give all of it to the user that plays: sudo chown -R photofinish: {folder}",
        "doctor.database.unavailable": "{path} cannot be read now: the disk or another program has it\n"
        "Nothing is lost by that. The check of the disk says more.",
        "doctor.database.damaged": "{path} is damaged ({problem})\n"
        "Nothing to do: at the next start it is put aside and a new one begun.",
        "doctor.database.aside": "{count} damaged database(s) were put aside, the last as {name}\n"
        "Delete them when nobody wants them any more; a failing memory card is a common cause.",
        "doctor.power.steady": "steady",
        "doctor.power.unknown": "this machine does not tell",
        "doctor.power.low": "the voltage is too low now\n"
        "Use the Raspberry Pi's own power supply and a short, thick cable.",
        "doctor.power.was_low": "the voltage was too low since it was switched on\n"
        "Use the Raspberry Pi's own power supply and a short, thick cable.",
        "doctor.heat.cool": "{degrees} °C",
        "doctor.heat.unknown": "this machine does not tell",
        "doctor.heat.warm": "{degrees} °C, or slowed down earlier\nGive it air, or a heat sink.",
        "doctor.heat.slow": "{degrees} °C: the processor is slowed down now\nGive it air, or a heat sink with a fan.",
        "doctor.watchdog.on": "starts the machine anew after {seconds} s",
        "doctor.watchdog.unknown": "nobody says whether it is used",
        "doctor.watchdog.none": "this machine has none\nOn a Pi, `dtparam=watchdog=on` in /boot/firmware/config.txt.",
        "doctor.watchdog.off": "it is not used\n"
        "Write RuntimeWatchdogSec={longest} into /etc/systemd/system.conf.d/watchdog.conf.",
        "doctor.watchdog.long": "{seconds} s is longer than a Pi can count\n"
        "Set RuntimeWatchdogSec to {longest} at most.",
        "doctor.engine.plain": "plain Python",
        "doctor.engine.compiled": "compiled for this machine",
        "doctor.engine.refused": "plain Python, and not the compiled engine, since {reason}\n"
        "Build it anew: `make compiled`, on a cabinet `systemd/install.sh --compiled`. Or remove it: `make plain`.",
        "doctor.engine.mixed": "some modules are compiled, and some are not\n"
        "Delete the extension modules (*.so) that lie beside the engine's source.",
        "doctor.clock.set": "the time of day is set",
        "doctor.clock.unset": "nobody has set it since the machine was switched on: it goes on from the last evening\n"
        "Set it (MACHINE), or fit a clock with a battery. Until then no hour is quiet.",
        "doctor.clock.wrong": "it is {year} by its clock: logs get wrong names\n"
        "Set it (sudo date), or fit a clock battery. Races need none.",
    }
)
"""All keys begin with ``doctor.`` and the name of a check."""
