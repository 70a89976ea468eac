"""A file server for tests and measurements of pages: a folder on this machine, as any server would serve it."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import MappingProxyType
from typing import Any, Final

ISOLATING: Final = MappingProxyType(
    {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"}
)
"""The headers of a page that is isolated from all others, and has the finest clock."""
NONE: Final[Mapping[str, str]] = MappingProxyType({})


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, *args: Any, headers: Mapping[str, str], **options: Any) -> None:
        self._added = headers
        super().__init__(*args, **options)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the page itself reports what is missing."""

    def end_headers(self) -> None:
        for name, value in self._added.items():
            self.send_header(name, value)
        super().end_headers()


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Pass over a browser that went away; report anything else as usual."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serving(folder: Path, headers: Mapping[str, str] = NONE) -> Iterator[str]:
    """Serve a folder until the end of the block, with headers beside the usual ones; yield its address, which ends in a
    slash."""
    with _Server(("127.0.0.1", 0), partial(_Handler, directory=str(folder), headers=headers)) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
