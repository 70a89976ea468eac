"""The cabinet's number, and the file ``photofinish/owner`` on a stick that names it.

Whoever can read the number at the page and reaches the inside of the box, where the stick's socket is, owns the
cabinet: such a stick lets a code be set that nobody remembers. It uses the standard library only.
"""

import hashlib
import re
import socket
from pathlib import Path
from typing import Final

MACHINE_ID: Final = Path("/etc/machine-id")
"""A number that a system draws at its first start (machine-id(5)); it is not to be shown itself."""
FILE: Final = "owner"
"""The file's name, in the stick's folder of ours."""
DIGITS: Final = 8
MOST_BYTES: Final = 4096
"""Length of the longest such file."""


def cabinet_number(machine_id: Path = MACHINE_ID) -> str:
    """Return this machine's number, eight digits; of the host's name where the machine has none."""
    try:
        secret = machine_id.read_bytes().strip()
    except OSError:
        secret = b""
    digest = hashlib.sha256(b"photofinish " + (secret or socket.gethostname().encode())).digest()
    return f"{int.from_bytes(digest[:8]) % 10**DIGITS:0{DIGITS}}"


def shown_number(number: str) -> str:
    """Return a number as people read it: ``4821 9033``."""
    return f"{number[:4]} {number[4:]}"


def names_number(content: bytes, number: str) -> bool:
    """Return whether a file's content is that number, however its digits are grouped; other lines do not count."""
    lines = content[:MOST_BYTES].decode("utf-8", "replace").lstrip("\ufeff").splitlines()
    return any(re.sub(r"[ \t-]", "", line) == number for line in lines)


def number_in(text: str) -> str | None:
    """Return the digits of a number as somebody wrote it; None for what is none."""
    digits = re.sub(r"[ \t-]", "", text)
    return digits if re.fullmatch(rf"[0-9]{{{DIGITS}}}", digits) else None
