"""Runs in the guest: takes commands from a virtio port, a JSON object a line, and answers the same way.

A job is `{"id": 7, "command": "ls /", "input": "", "timeout": 60}`; it is given to `sh -c` as root. Its answer has the
same id with `code`, `out` and `err`; `code` is null when it was not done in time. Jobs run beside each other. At its
start the agent says `{"ready": "<boot id>"}`. Standard library only: it is copied into the image as it is.
"""

import json
import subprocess
import threading
from pathlib import Path
from typing import Any, BinaryIO

PORT = Path("/dev/virtio-ports/agent")
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def main() -> None:
    """Answer until the machine is switched off."""
    with PORT.open("r+b", buffering=0) as port:
        writing = threading.Lock()
        _answer(port, writing, {"ready": BOOT_ID.read_text().strip()})
        rest = b""
        while True:
            *lines, rest = (rest + port.read(65536)).split(b"\n")
            for line in lines:
                threading.Thread(target=_work, args=(port, writing, json.loads(line)), daemon=True).start()


def _work(port: BinaryIO, writing: threading.Lock, job: dict[str, Any]) -> None:
    _answer(port, writing, {"id": job["id"], **_done(job)})


def _done(job: dict[str, Any]) -> dict[str, Any]:
    try:
        done = subprocess.run(
            ["sh", "-c", job["command"]],
            input=job["input"].encode(),
            capture_output=True,
            timeout=job["timeout"],
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        return {"code": None, "out": _text(late.stdout), "err": _text(late.stderr)}
    return {"code": done.returncode, "out": _text(done.stdout), "err": _text(done.stderr)}


def _text(data: bytes | None) -> str:
    return (data or b"").decode("utf-8", "replace")


def _answer(port: BinaryIO, writing: threading.Lock, what: dict[str, Any]) -> None:
    data = json.dumps(what).encode() + b"\n"
    with writing:
        while data:  # the port takes as much as it has room for
            data = data[port.write(data) :]


if __name__ == "__main__":
    main()
