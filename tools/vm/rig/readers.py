"""Readers of the stream for phones: `python -m tools.vm.rig.readers COUNT FILE` follows, and says once a second how
many are connected and how many lines they have read, until it is ended.

Each twenty have an address of their own (127.0.0.0/8): one address may have only some connections.
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Final

PORT: Final = 8080
EACH: Final = 20
"""Readers of one address."""
LATER_S: Final = 1.0
"""How long a reader waits that was let go, as browsers do."""


class Readers:
    """Follow, each by a connection of its own."""

    def __init__(self) -> None:
        self.connected = self.lines = 0

    async def follow(self, number: int) -> None:
        """Follow for ever, from the address of a number."""
        while True:
            try:
                address = f"127.0.30.{1 + number // EACH}"
                reader, writer = await asyncio.open_connection("127.0.0.1", PORT, local_addr=(address, 0))
                writer.write(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
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
