"""`python -m live`: serve the events of the cabinet on this machine.

python -m live [--folder FOLDER] [--requests FOLDER] [--until-gone] [--host ADDRESS] [--port NUMBER] [--name NAME]
               [--page FOLDER]
"""

import argparse
import asyncio
import logging
import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cabinet.live.requests import requests_in
from cabinet.live.spool import PRESENT, folder_in
from hardware.packages import install_line
from live.door import QueueDoor
from live.page import Page

if TYPE_CHECKING:
    from uvicorn import Server

    from live.web import Live

BAD_INPUT = 2
PATIENCE_S: Final = 10
"""How long the game may tell nothing before the service that it has switched on ends."""
LOOK_S: Final = 0.5
PORT = 8080


def parsed() -> argparse.Namespace:
    """Return what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m live", description=__doc__)
    parser.add_argument("--folder", type=Path, help="the folder of events, where it is not the usual one")
    parser.add_argument("--until-gone", action="store_true", help="end once nothing has been told for ten seconds")
    parser.add_argument("--requests", type=Path, help="the folder of requests, where it is not the usual one")
    parser.add_argument("--host", default="0.0.0.0", help="the address to listen at (every one)")
    parser.add_argument("--port", type=int, default=PORT, help=f"the port to listen at ({PORT})")
    parser.add_argument("--name", action="append", default=[], help="another name that this machine is called by")
    parser.add_argument("--page", type=Path, help="the folder of the page that verifies, which `make page` builds")
    return parser.parse_args()


def main() -> int:
    """Serve until it is ended; return 2 where something that it needs is missing."""
    args = parsed()
    folder = args.folder or folder_in(os.environ)
    if folder is None:
        sys.stderr.write("live: neither RUNTIME_DIRECTORY nor XDG_RUNTIME_DIR is set; name the folder: --folder" + "\n")
        return BAD_INPUT
    try:
        import uvicorn  # noqa: PLC0415 - an extra

        from live.connections import Connection  # noqa: PLC0415 - which imports others of that extra
        from live.web import application  # noqa: PLC0415
    except ImportError as problem:
        sys.stderr.write(f"live: {problem.name} is not installed; {install_line('live')} brings it" + "\n")
        return BAD_INPUT
    inbox = args.requests or requests_in(os.environ)
    if inbox is not None:
        inbox.mkdir(mode=0o755, parents=True, exist_ok=True)
    door = QueueDoor(folder, inbox, args.port) if inbox is not None else None
    host = socket.gethostname().lower()
    names = frozenset({"localhost", "photofinish.local", host, f"{host}.local", *map(str.lower, args.name)})
    app = application(folder, names, door, page_in(args.page))
    # below an error both write a line for whatever a stranger does, into the machine's journal
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    config = uvicorn.Config(
        app, host=args.host, port=args.port, log_level="error", access_log=False,
        server_header=False, limit_concurrency=600, timeout_keep_alive=10, h11_max_incomplete_event_size=16 * 1024,
        timeout_graceful_shutdown=3, http=Connection,
    )  # fmt: skip
    server = uvicorn.Server(config)
    asyncio.run(served(server, app.live, folder / PRESENT if args.until_gone else None))
    return 0 if server.started else 1


def page_in(folder: Path | None) -> Page | None:
    """Return the page that lies in a folder; None, and a word about it, where none does: all else is served."""
    try:
        return Page(folder) if folder is not None else None
    except OSError as problem:
        sys.stderr.write(f"live: matches lead to no page that verifies them: {problem}; `make page` builds one" + "\n")
        return None


async def served(server: "Server", live: "Live", file: Path | None) -> None:
    """Serve until a signal comes, or until a file has not been there for `PATIENCE_S`: a cabinet that starts anew is
    back sooner."""
    serving = asyncio.ensure_future(server.serve())
    missing = 0.0
    while not server.should_exit and not serving.done() and missing < PATIENCE_S:
        await asyncio.sleep(LOOK_S)
        missing = missing + LOOK_S if file is not None and not file.exists() else 0.0
    server.should_exit = True
    live.end()
    await serving


if __name__ == "__main__":
    sys.exit(main())
