"""Every error that a builder can meet with the hardware: the problem, and its remedy.

`str(error)` is the whole message for the screen or the terminal; it needs no traceback.
"""

from collections.abc import Iterable, Sequence


class HardwareError(Exception):
    """The machine does not meet a need of the program. `problem` describes the fault, `remedy` the next step for the
    user; the message is one line, whatever a device calls itself.
    """

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(f"{problem}. {remedy}".replace("\n", "\\n"))
        self.problem = problem
        self.remedy = remedy


class NoGpioChip(HardwareError):
    """This machine has no GPIO header, or the kernel does not expose it."""

    def __init__(self, found: Iterable[str] = ()) -> None:
        others = ", ".join(found)
        super().__init__(
            f"No Raspberry Pi header among the GPIO chips here ({others})" if others else "No GPIO chip here",
            'Buttons on a header need a Raspberry Pi: set input.source = "keyboard" to play at a desk; '
            "on a Pi, look whether `ls /dev/gpiochip*` shows one, and update its system if not.",
        )


class NoServicePin(HardwareError):
    """The operator's own button or a coin switch, by its `name` in the configuration, is set to a pin, and there is no
    header."""

    def __init__(self, name: str, pin: int) -> None:
        super().__init__(
            f"{name} is {pin}, and this machine has no header with such a pin",
            f"Set {name} to -1. The operator's page opens at the title as well, when both players hold "
            "ACTION for five seconds, or by a key (input.service_key).",
        )


class NotARaspberryPi(NoGpioChip):
    """gpiozero does not recognise this machine as a Raspberry Pi, so it knows no header here."""

    def __init__(self, detail: str) -> None:
        HardwareError.__init__(
            self,
            f"This does not look like a Raspberry Pi ({detail})",
            'Buttons on a header need one: set input.source = "keyboard" to play at a desk.',
        )


class NoSuchChip(NoGpioChip):
    """The GPIO chip that the config names does not exist."""

    def __init__(self, wanted: str, found: Iterable[str] = ()) -> None:
        there = ", ".join(found)
        HardwareError.__init__(
            self,
            f"There is no GPIO chip {wanted}" + (f" (there is {there})" if there else ""),
            'Set input.gpio_chip to the path or the label of one that `gpiodetect` lists, or to "" for the header.',
        )


class GpioNotAllowed(HardwareError):
    """This user may not open the device file of the chip. `group` is the group that owns it, "" for none."""

    def __init__(self, path: str, group: str) -> None:
        if group in ("", "root"):
            remedy = (
                "It belongs to no group but root's: on Raspberry Pi OS the package raspberrypi-sys-mods "
                "gives it to the group gpio (`sudo apt install --reinstall raspberrypi-sys-mods`, then reboot)."
            )
        else:
            remedy = (
                f"Join the group {group}: `sudo usermod --append --groups {group} $USER`, then log out and in again."
            )
        super().__init__(f"No permission to open {path}", remedy)


class PinTaken(HardwareError):
    """The pin is in use: by a kernel driver, another program, or another part of this program."""

    def __init__(self, pins: Iterable[int], by: str) -> None:
        numbers = ", ".join(f"GPIO {pin}" for pin in pins)
        super().__init__(
            f"{numbers} taken by {by}",
            "End that program; if it is a kernel driver (spi, w1, i2s, ...), switch it off in "
            "/boot/firmware/config.txt and reboot; or give the button another pin under [input.pins].",
        )


class PinTwice(HardwareError):
    """Two buttons of the config have the same pin."""

    def __init__(self, pin: int, buttons: Iterable[str]) -> None:
        super().__init__(
            f"GPIO {pin} is given to {' and to '.join(buttons)}",
            "Give each button a pin of its own under [input.pins]; docs/wiring.md lists those that are free.",
        )


class ReservedPin(HardwareError):
    """A button is on a pin that the cabinet reserves for another purpose."""

    def __init__(self, pin: int, button: str, used_for: str) -> None:
        super().__init__(
            f"{button} is on GPIO {pin}, which is kept for {used_for}",
            "Move it to another pin under [input.pins]; docs/wiring.md lists those that are free.",
        )


class NoSuchPin(HardwareError):
    """A button is on a number that the 40-pin header does not bring out."""

    def __init__(self, pin: int, button: str) -> None:
        super().__init__(
            f"{button} is on GPIO {pin}, which the header does not have",
            "Pins are BCM numbers from 4 to 27; docs/wiring.md lists those that are free.",
        )


class BackendUnknown(HardwareError):
    """The config names a GPIO backend that does not exist."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(
            f"There is no GPIO backend named {name!r}", f"Set input.gpio_backend to one of: {', '.join(known)}."
        )


class BackendMissing(HardwareError):
    """The library of a GPIO backend is not installed, or does not load."""

    def __init__(self, name: str, detail: str, remedy: str) -> None:
        super().__init__(f"The GPIO backend {name} cannot be loaded ({detail})", remedy)


class NoInterruptTrace(HardwareError):
    """The kernel's own record of interrupts is not available; play continues with the stamps of the line request."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"The interrupts of the buttons are not traced: {reason}",
            "Presses that bounce are judged more coarsely (docs/wiring.md). An installed cabinet starts the helper by "
            "itself: `systemctl status photofinish-trace.socket`, `journalctl --unit 'photofinish-trace@*'`.",
        )
        self.reason = reason


class NoBoard(HardwareError):
    """No button board is plugged in, or not the board that the config names."""

    def __init__(self, wanted: str, found: Iterable[str] = ()) -> None:
        there = ", ".join(found)
        super().__init__(
            f"There is no button board {wanted}".rstrip() + (f" (there is {there})" if there else ""),
            "Plug it in; `photofinish board` lists those that are there, and [input.board] says which one is meant. "
            "A Pico that was never flashed has to be given its firmware first (docs/wiring.md).",
        )


class SeveralBoards(HardwareError):
    """Several button boards are plugged in that the config does not tell apart: `boards`, each with id and port."""

    def __init__(self, board_id: str, boards: Sequence[tuple[str, str]]) -> None:
        ids = {each for each, _ in boards}
        remedy = "Write which one is meant, by more of its id, under [input.board]."
        if len(ids) < len(boards):
            remedy = (
                "Boards with one id are told apart by the USB socket they are in: write the port of each, "
                "as it is named here, under [input.board] and [input.board2]."
            )
        super().__init__(
            f"Several button boards {f'have the id {board_id}' if board_id else 'are plugged in'} "
            f"({', '.join(f'{each} at {port}' for each, port in boards)})",
            remedy,
        )


class BoardNotAllowed(HardwareError):
    """The serial port of the board cannot be opened; the base of the errors that name why."""

    def __init__(self, port: str, reason: str) -> None:
        super().__init__(
            f"The button board's port {port} cannot be opened ({reason})",
            "Unplug the board and plug it in again; `photofinish board` lists those that are there.",
        )


class PortForbidden(BoardNotAllowed):
    """The serial port may not be opened by this user."""

    def __init__(self, port: str) -> None:
        HardwareError.__init__(
            self,
            f"No permission to open the button board's port {port}",
            "Join the group that owns it: `sudo usermod --append --groups dialout $USER`, then log out and in again.",
        )


class NoSuchPort(BoardNotAllowed):
    """There is no serial port of that name."""

    def __init__(self, port: str) -> None:
        HardwareError.__init__(
            self,
            f"There is no port {port}",
            "Plug the button board in. `photofinish board` lists those that are there; name one under [input.board], "
            'or write port = "" for the only one.',
        )


class NotAPort(BoardNotAllowed):
    """The file at the port's path is no serial port. `kind` is its kind."""

    def __init__(self, port: str, kind: str) -> None:
        HardwareError.__init__(
            self,
            f"{port} is {kind}, and no serial port",
            "Name the button board's port under [input.board], such as /dev/ttyACM0; `photofinish board` lists those "
            "that are there.",
        )


class PortBusy(BoardNotAllowed):
    """Another program has the serial port open for itself."""

    def __init__(self, port: str) -> None:
        HardwareError.__init__(
            self,
            f"Another program has the button board's port {port}",
            f"End that program (`fuser {port}` says which it is): a running Photo Finish, or a terminal program.",
        )


class BoardGone(HardwareError):
    """A board under test has stopped answering. Raised by tests of a board, which end with it."""

    def __init__(self, board: str) -> None:
        super().__init__(
            f"The button board of [input.{board}] has gone in the middle of it",
            "Look at its cable and plug it in again, then give the command once more.",
        )


class BoardSilent(HardwareError):
    """A device is at the port, but it does not speak the board's protocol."""

    def __init__(self, port: str) -> None:
        super().__init__(
            f"What is plugged in at {port} does not answer as a button board",
            "Name the right port under [input.board], or give the board its firmware: hold BOOTSEL while plugging it "
            "in, and run `photofinish board flash --drive FOLDER` with the drive that appears (docs/wiring.md).",
        )


class BoardContradictory(HardwareError):
    """The board answers, but its messages contradict each other, or required ones are missing. `reason` says which."""

    def __init__(self, board: str, reason: str) -> None:
        super().__init__(
            f"The button board {board} makes no sense: {reason}",
            "Unplug it and plug it in again, with a shorter or better cable and not through a hub. If it stays so, "
            "give it the firmware that comes with this program: `photofinish board flash`.",
        )


class BoardVersion(HardwareError):
    """The board's firmware and this program speak different versions of the protocol."""

    def __init__(self, board: str, firmware: str, theirs: int, ours: int) -> None:
        remedy = (
            "Give it the firmware that comes with this program: `photofinish board flash`."
            if theirs < ours
            else "Update this program, or give the board the older firmware that comes with it: "
            "`photofinish board flash`."
        )
        super().__init__(
            f"The button board {board} (firmware {firmware}) speaks protocol {theirs}, this program {ours}", remedy
        )


class BoardOutput(HardwareError):
    """The lamps are wired to an output that the board's firmware cannot drive."""

    def __init__(self, board: str, firmware: str, output: str) -> None:
        super().__init__(
            f"The button board {board} (firmware {firmware}) knows nothing of lamps on {output}",
            "Give it the firmware that comes with this program, `photofinish board flash`, or write "
            f'lamps = "pins" under [input.{board}].',
        )


class NoImage(HardwareError):
    """This installation does not contain the firmware's image."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"This installation has no {name}",
            "Install the program anew, build it in a checkout with `make firmware`, "
            "or name one: `photofinish board flash --file IMAGE`.",
        )


class NotFirmware(HardwareError):
    """The file is no firmware for a chip that button boards have."""

    def __init__(self, image: str) -> None:
        super().__init__(
            f"{image} is no firmware for an RP2040 or an RP2350",
            "Name a whole .uf2 file for one of these chips, or leave --file out: the program brings its own.",
        )


class WrongChip(HardwareError):
    """The image is for another chip than the one that waits."""

    def __init__(self, image: str, chip: str, drive: str, wanted: str) -> None:
        super().__init__(
            f"{image} is for an {chip.upper()}, and at {drive} an {wanted.upper()} waits; nothing was written",
            "Leave --file out, and the program takes the right one; or name a file for that chip.",
        )


class UnknownChip(HardwareError):
    """A drive for UF2 files, but of a chip that this program has no firmware for."""

    def __init__(self, drive: str, name: str) -> None:
        super().__init__(
            f"The drive at {drive} is that of a chip this program has no firmware for ({name or 'without a Board-ID'})",
            "The button board is a Raspberry Pi Pico (drive RPI-RP2) or Pico 2 (drive RP2350).",
        )


class DriveFailed(HardwareError):
    """The drive took the image only in part, or not at all. `why` is "full", "protected" or "gone"."""

    def __init__(self, drive: str, why: str, error: str) -> None:
        problem, remedy = {
            "full": ("is full", "Delete what was copied onto it before, or plug the board in anew, holding BOOTSEL"),
            "protected": (
                "cannot be written",
                "Mount it writable, or run the command as the user who mounted it",
            ),
            "gone": (
                "went away while the firmware was written",
                "Hold BOOTSEL while you plug the board in again: the boot ROM is always there",
            ),
        }[why]
        super().__init__(f"The drive at {drive} {problem} ({error})", f"{remedy}, and copy again.")


class NoDrive(HardwareError):
    """The drive of a board that waits for its firmware was not found, or cannot be written."""

    def __init__(self, where: str) -> None:
        super().__init__(
            f"No drive of a board that waits for its firmware at {where}",
            "Mount the drive RPI-RP2 (a Pico 2's: RP2350; `udisksctl mount -b /dev/disk/by-label/RPI-RP2`) and run "
            "`photofinish board flash --drive FOLDER`; without a desktop, the first command says which folder.",
        )
