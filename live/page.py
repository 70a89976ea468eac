"""Files that are handed out as they lie in a folder, and the page that verifies and plays, docs/page.md, below `PATH`.

That page has a policy of its own: it runs WebAssembly, in a worker. No path of a request is ever opened: what is handed
out is what lay in the folder when the service began, each file by its whole name, whole. Starlette's own has a thread
read each file: those that its unit leaves the service (TasksMax) do not last where a room full of phones comes at once.
"""

import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

PATH: Final = "/page/"
FIRST: Final = "index.html"
"""What a request for `PATH` alone gets; a folder without it is no page."""
MOST_FILES: Final = 1000
"""Files of a folder beyond these are not handed out: a built page has some ninety."""
PIECE: Final = 32 * 1024
"""What is held of a file at once for each reader, bytes."""
POLICY: Final = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'"
)
"""What its own first lines ask for (web/index.html); a worker has only what its file's header says."""
HEADERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "content-security-policy": f"{POLICY}; frame-ancestors 'none'",
        "cache-control": "no-cache",  # kept, and asked about: of its 15 MB a phone loads each once
    }
)
TYPES: Final[Mapping[str, str]] = MappingProxyType(
    {
        ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript",
        ".mjs": "text/javascript", ".json": "application/json", ".txt": "text/plain; charset=utf-8",
        ".wasm": "application/wasm", ".zip": "application/zip", ".svg": "image/svg+xml", ".png": "image/png",
        ".otf": "font/otf", ".ttf": "font/ttf", ".ogg": "audio/ogg",
    }
)  # fmt: skip
"""Types by the names' ends; a file of another is bytes."""


class Files:
    """The files of a folder, by their names as they were found."""

    def __init__(self, folder: Path) -> None:
        folder = folder.resolve()  # an update may turn the link that leads to it
        found = (Path(where) / name for where, _, names in os.walk(folder) for name in names)
        self._files = {
            path.relative_to(folder).as_posix(): path for path, _ in zip(found, range(MOST_FILES), strict=False)
        }

    def open(self, name: str) -> "File | None":
        """Return a file by its name; None where there is none, or a link or a pipe lies there."""
        path = self._files.get(name)
        if path is None:
            return None
        try:
            file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:
            return None
        about = os.fstat(file)
        if not stat.S_ISREG(about.st_mode):
            os.close(file)
            return None
        return File(file, about, TYPES.get(path.suffix, "application/octet-stream"))


class Page(Files):
    """The files of a page."""

    def __init__(self, folder: Path) -> None:
        """Raises FileNotFoundError where no page lies in the folder."""
        super().__init__(folder)
        if FIRST not in self._files:
            raise FileNotFoundError(f"there is no {FIRST} in {folder}")

    def open(self, name: str) -> "File | None":
        """See `Files.open`; "" is FIRST."""
        return super().open(name or FIRST)


class File:
    """An open file: its size (bytes), its type, and a tag that changes with it."""

    def __init__(self, file: int, about: os.stat_result, media_type: str) -> None:
        self._file = os.fdopen(file, "rb")
        self.size = about.st_size
        self.tag = f'"{about.st_mtime_ns:x}-{about.st_size:x}"'
        self.media_type = media_type

    def close(self) -> None:
        """Let go of it, unread."""
        self._file.close()

    def pieces(self) -> Iterator[bytes]:
        """Yield what the file had when it was opened, in pieces."""
        with self._file as file:
            left = self.size
            while left and (piece := file.read(min(left, PIECE))):
                left -= len(piece)
                yield piece
