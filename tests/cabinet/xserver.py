"""An X server without a monitor (Xvfb), for tests that want a real window."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def x_server(displays: int = 1, size: str = "1024x768") -> Iterator[str]:
    """An X server with so many displays of that size; gives its name for ``DISPLAY``. It picks a free one by itself.

    It must not reset itself when its only client so far goes: who connects in that moment finds no display.
    """
    reader, writer = os.pipe()
    screens = [part for number in range(displays) for part in ("-screen", str(number), f"{size}x24")]
    command = ["Xvfb", "-displayfd", str(writer), "-noreset", *screens]
    server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    try:
        with os.fdopen(reader) as told:
            yield f":{told.readline().strip()}"
    finally:
        server.terminate()
        server.wait()
