"""Readers of the stream for phones: `python -m tools.vm.readers COUNT FILE` follows, and says once a second how many
are connected and how many lines they have read, until it is ended.

They run on the host of a virtual machine and reach it as phones do, by a network of theirs: a network device of the
host, whose other end is QEMU's (`LINK`). Each twenty have an address of their own: one address may have only some
connections.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

PORT: Final = 8080
CABINET: Final = "10.98.7.100"
HOUSE: Final = "10.98.7.{}"
LINK: Final = "photofinish-tap"
"""The host's end of the network; a name has 15 letters at most."""
DEVICE: Final = (
    *("-netdev", f"tap,id=house,ifname={LINK},script=no,downscript=no"),
    *("-device", "virtio-net-pci,netdev=house,romfile="),
)
"""QEMU's arguments for the machine's end."""
JOIN: Final = (
    "modprobe virtio_net && cd /sys/class/net && for link in e*; do "
    f"ip address add {CABINET}/24 dev $link && ip link set $link up; done"
)
"""Has the guest take part."""
EACH: Final = 20
"""Readers of one address."""
LATER_S: Final = 1.0
"""How long a reader waits that was let go, as browsers do."""


@contextmanager
def house(readers: int) -> Iterator[None]:
    """Make the host's end of the network, with addresses for so many readers. Raises CalledProcessError without root's
    rights, or where it is there already."""
    run("ip", "tuntap", "add", "mode", "tap", "name", LINK)
    try:
        for number in range(-(-readers // EACH)):
            run("ip", "address", "add", f"{HOUSE.format(1 + number)}/24", "dev", LINK)
        run("ip", "link", "set", LINK, "up")
        yield
    finally:
        run("ip", "link", "delete", LINK)


def run(*command: str) -> None:
    """Run a command of the host."""
    subprocess.run(command, check=True)


class Readers:
    """Follow, each by a connection of its own."""

    def __init__(self) -> None:
        self.connected = self.lines = 0

    async def follow(self, number: int) -> None:
        """Follow for ever, from the address of a number."""
        while True:
            try:
                address = HOUSE.format(1 + number // EACH)
                reader, writer = await asyncio.open_connection(CABINET, PORT, local_addr=(address, 0))
                writer.write(f"GET /events HTTP/1.1\r\nHost: {CABINET}\r\n\r\n".encode())
                self.connected += 1
                try:
                    while line := await reader.readline():
                        self.lines += line.startswith(b'data: {"n"')
                finally:
                    self.connected -= 1
                    writer.close()
            except OSError:
                pass
            await asyncio.sleep(LATER_S)

    async def run(self, count: int, file: Path) -> None:
        """Let so many follow, and say so."""
        tasks = [asyncio.create_task(self.follow(number)) for number in range(count)]
        while tasks:
            beside = file.with_suffix(".new")
            beside.write_text(json.dumps({"connected": self.connected, "lines": self.lines}), encoding="utf-8")
            beside.replace(file)
            await asyncio.sleep(1)


if __name__ == "__main__":
    asyncio.run(Readers().run(int(sys.argv[1]), Path(sys.argv[2])))
