"""Try on the service for phones what strangers may do to it, and read what 200 readers cost.

    python -m tools.bench.phones [--seconds N]

starts `python -m live` on a folder of its own, tells it two events a second, and prints a line for each trial: what was
tried, what came of it, and whether that is as docs/live.md says. Readers and strangers have addresses of their own
(127.0.0.0/8): one address may have only some connections. It ends with code 1 if anything is otherwise.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from cabinet.live.events import Begun, Event, Hello, Score, Seat
from cabinet.live.spool import PRESENT, Spool
from live.connections import HEAD_S, MOST_OF_ONE

PORT: Final = 8599
READERS: Final = 200
CROWD: Final = 2000
HALF: Final = 600
EACH: Final = 20
"""Connections of one stranger's address, where many come from many."""
Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Trial:
    """The service, what it is told, and what came of each trial."""

    def __init__(self, folder: Path, process: "subprocess.Popen[bytes]") -> None:
        self.spool = Spool(folder)
        self.folder = folder
        self.process = process
        self.failed = 0
        self._cards = 0

    def tell(self) -> None:
        """Write an event, as the game does; the first call begins a match."""
        hello, begun = Hello(1, "r", "", "en", ""), Begun("1", "speed", "", (Seat("ANN", "AMBER", is_bot=False),) * 2)
        self._cards += 1
        first: Sequence[Event] = (hello, begun)
        self.spool.write(Score("1", 1, (self._cards, 0), (0, 0)), lambda: first)

    def says(self, tried: str, found: object, *, good: bool) -> None:
        """Print what came of a trial."""
        self.failed += not good
        sys.stdout.write(f"{'as told' if good else 'OTHERWISE':9}  {tried}: {found}\n")
        sys.stdout.flush()

    @property
    def memory_mb(self) -> float:
        """The service's own memory, MB."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGESIZE") / 1e6

    @property
    def processor_s(self) -> float:
        """The processor time that the service has taken, s."""
        words = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


async def connect(address: str = "127.0.0.1") -> Stream:
    """Return a connection from an address of this machine's own."""
    return await asyncio.open_connection("127.0.0.1", PORT, local_addr=(address, 0))


async def ask(request: str, address: str = "127.0.0.1") -> int:
    """Return the status of an answer; 0 without one."""
    try:
        reader, writer = await connect(address)
        writer.write(request.encode("latin-1"))
        line = await asyncio.wait_for(reader.readline(), 30)
        writer.close()
        return int(line.split()[1])
    except (OSError, IndexError, ValueError, TimeoutError):
        return 0


def get(path: str, more: str = "", host: str = "127.0.0.1", method: str = "GET") -> str:
    """Return a request."""
    return f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n"


@asynccontextmanager
async def crowd(count: int, request: str, first: int = 10) -> AsyncIterator[list[Stream]]:
    """Give so many connections that have sent this, `EACH` from an address."""
    there: list[Stream] = []
    for number in range(count):
        try:
            reader, writer = await connect(f"127.0.{first}.{1 + number // EACH}")
            writer.write(request.encode())
            there.append((reader, writer))
        except OSError:
            continue
    try:
        yield there
    finally:
        for _, writer in there:
            writer.transport.abort()


async def strangers(trial: Trial) -> None:
    """Ask for what is not there, or not allowed."""
    for tried, request, status in (
        ("a page", get("/now"), 200),
        ("another host's name", get("/", host="evil.example"), 421),
        ("a method that writes", get("/", method="PUT"), 405),
        ("a body of 1 GB", get("/", "Content-Length: 1000000000\r\n"), 413),
        ("a body in pieces", get("/", "Transfer-Encoding: chunked\r\n"), 413),
        ("a head of 1 MB", get("/", f"X: {'x' * 1_000_000}\r\n"), 400),
        ("a path that climbs", get("/static/../../pyproject.toml"), 404),
        ("a path that climbs, hidden", get("/static/%2e%2e/%2e%2e/pyproject.toml"), 404),
        ("a path with a zero byte", get("/static/%00"), 404),
        ("a log of no match", get("/match/..%2fevents/log"), 404),
        ("no HTTP", "\x00\x01\x02\r\n\r\n", 400),
    ):
        found = await ask(request)
        trial.says(tried, found, good=found == status)


async def half_requests(trial: Trial) -> None:
    """Open connections that never send a whole request."""
    async with crowd(HALF, "GET /now HTTP/1.1\r\nHost:") as there:
        at_once = await ask(get("/now"))
        await asyncio.sleep(HEAD_S + 2)
        later = await ask(get("/now"))
        closed = sum(reader.at_eof() or reader.exception() is not None for reader, _ in there)
    trial.says(f"{HALF} half requests", f"{at_once} at once, {later} after {HEAD_S:g} s", good=later == 200)
    trial.says("half requests that were closed", f"{closed} of {len(there)}", good=closed == len(there))


async def one_address(trial: Trial) -> None:
    """Take more connections than an address may have."""
    there = [await connect("127.0.0.9") for _ in range(4 * MOST_OF_ONE)]
    await asyncio.sleep(1)
    left = sum(not reader.at_eof() and reader.exception() is None for reader, _ in there)
    other = await ask(get("/now"))
    for _, writer in there:
        writer.transport.abort()
    good = left <= MOST_OF_ONE and other == 200
    trial.says(f"{len(there)} connections from one address", f"{left} kept, others get {other}", good=good)


async def many(trial: Trial) -> None:
    """Open very many streams at once, from many addresses."""
    async with crowd(CROWD, get("/events"), first=20) as there:
        await asyncio.sleep(2)
        trial.says(f"{len(there)} connections", f"{trial.memory_mb:.0f} MB", good=trial.memory_mb < 64)
    await asyncio.sleep(2)
    found = await ask(get("/now"))
    trial.says("a page once they are gone", found, good=found == 200)


async def readers(trial: Trial, seconds: float) -> None:
    """Have `READERS` follow, one of which takes nothing, and time how long a line is on its way."""
    waits: list[float] = []
    told_at = 0.0

    async def follow(reader: asyncio.StreamReader) -> None:
        while line := await reader.readline():
            if line.startswith(b"data:") and told_at:
                waits.append(time.monotonic() - told_at)

    async with crowd(READERS, get("/events"), first=30) as there:
        await asyncio.sleep(2)
        tasks = [asyncio.create_task(follow(reader)) for reader, _ in there[1:]]
        await asyncio.sleep(1)
        waits.clear()
        began, before = time.monotonic(), trial.processor_s
        while time.monotonic() - began < seconds:
            told_at = time.monotonic()
            trial.tell()
            await asyncio.sleep(0.5)
        share = (trial.processor_s - before) / (time.monotonic() - began)
        for task in tasks:
            task.cancel()
    waits.sort()
    late = waits[len(waits) * 99 // 100]
    trial.says(
        f"{len(there)} readers, two events a second",
        f"{share:.1%} of a core, {trial.memory_mb:.0f} MB, a line after {median(waits):.2f} s, p99 {late:.2f}",
        good=trial.memory_mb < 64 and median(waits) < 0.5,
    )


async def tried(folder: Path, process: "subprocess.Popen[bytes]", seconds: float) -> int:
    """Make every trial; return how many were otherwise than told."""
    trial = Trial(folder, process)
    trial.tell()
    for _ in range(600):
        if await ask(get("/now")) == 200:
            break
        await asyncio.sleep(0.1)
    trial.says("idle", f"{trial.memory_mb:.0f} MB", good=trial.memory_mb < 50)
    await readers(trial, seconds)
    for each in (strangers, half_requests, one_address, many):
        await each(trial)
    (folder / PRESENT).unlink()
    code = await asyncio.to_thread(process.wait, 60)
    trial.says("what it ends with when the game tells nothing more", code, good=code == 0)
    return trial.failed


def main() -> int:
    """Start the service, try, and end it."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.phones", description=__doc__)
    parser.add_argument("--seconds", type=float, default=20, help="how long readers follow")
    seconds = parser.parse_args().seconds
    with TemporaryDirectory() as folder:
        told = Path(folder) / "live"
        command = [sys.executable, "-m", "live", "--folder", str(told), "--until-gone", "--host", "127.0.0.1"]
        with subprocess.Popen([*command, "--port", str(PORT)]) as process:
            try:
                return int(asyncio.run(tried(told, process, seconds)) > 0)
            finally:
                process.terminate()


if __name__ == "__main__":
    sys.exit(main())
