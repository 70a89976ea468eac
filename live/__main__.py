"""`python -m live`: serve the events of the cabinet on this machine.

python -m live [--folder FOLDER] [--host ADDRESS] [--port NUMBER] [--name NAME]
"""

import argparse
import os
import socket
import sys
from pathlib import Path

from cabinet.live.spool import folder_in
from hardware.packages import install_line

BAD_INPUT = 2
PORT = 8080


def parsed() -> argparse.Namespace:
    """Return what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m live", description=__doc__)
    parser.add_argument("--folder", type=Path, help="the folder of events, where it is not the usual one")
    parser.add_argument("--host", default="0.0.0.0", help="the address to listen at (every one)")
    parser.add_argument("--port", type=int, default=PORT, help=f"the port to listen at ({PORT})")
    parser.add_argument("--name", action="append", default=[], help="another name that this machine is called by")
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

        from live.web import application  # noqa: PLC0415 - which imports others of that extra
    except ImportError as problem:
        sys.stderr.write(f"live: {problem.name} is not installed; {install_line('live')} brings it" + "\n")
        return BAD_INPUT
    host = socket.gethostname().lower()
    names = frozenset({"localhost", "photofinish.local", host, f"{host}.local", *map(str.lower, args.name)})
    uvicorn.run(
        application(folder, names), host=args.host, port=args.port, log_level="warning", access_log=False,
        server_header=False, limit_concurrency=600, timeout_keep_alive=10, h11_max_incomplete_event_size=16 * 1024,
    )  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
