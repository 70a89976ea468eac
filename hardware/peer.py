"""What the privileged helpers share: who may ask them over the socket that systemd passed on, and their messages.

A helper is started by systemd for each connection (``Accept=yes``), as root and in a sandbox of its own. It uses the
standard library only. Decisions 0058 and 0158 say what each may.
"""

import json
import socket
import struct
from collections.abc import Mapping
from typing import Any, Final

from hardware.posix import PWD

VERSION: Final = 1
"""Version of the answers; a reader of another version refuses them."""
FIRST_DESCRIPTOR: Final = 3
"""The descriptor on which systemd passes the connection (sd_listen_fds(3))."""


class Refused(Exception):
    """A helper does not do what it was asked for; the message gives the reason in one line."""


def encoded(answer: Mapping[str, object]) -> bytes:
    """Return a message encoded for the socket."""
    return json.dumps({"version": VERSION, **answer}).encode()


def decoded(message: bytes) -> Mapping[str, Any]:
    """Return the object of a message. Raises ValueError for anything else, nested too deeply to be read as well."""
    try:
        value = json.loads(message)
    except RecursionError as problem:
        raise ValueError(str(problem)) from problem
    if not isinstance(value, dict):
        raise ValueError("it is no object")
    return value


def check_peer(connection: socket.socket, user: str) -> None:
    """Check that the other end belongs to that user (unix(7), SO_PEERCRED). Raises Refused."""
    size = struct.calcsize("=iII")
    _, uid, _ = struct.unpack("=iII", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
    try:
        wanted = PWD.getpwnam(user).pw_uid
    except KeyError:
        raise Refused(f"there is no user {user}") from None
    if uid != wanted:
        raise Refused(f"uid {uid} asked, and only {user} (uid {wanted}) is answered")
