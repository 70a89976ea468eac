"""The standard streams of a command: closed by the caller, in another encoding, broken, or written to by C libraries.

Whatever a command prints goes through a `PrintableStream`, because any text can be a file's, a device's or a peer's: a
log's version or a file's name with control sequences in it would overwrite a terminal's earlier lines. Only our own
sequences pass, by `printed_to`. Line ends pass as well; `cabinet.strings.catalogue.word` escapes those in its values.

ALSA, libwayland and similar libraries write pages to the standard error stream when SDL probes for a device that is
missing. SDL reports the relevant fault as its own error, which the program puts into words. While it plays, ALSA
writes a line for each underrun: on a busy machine many a second, for weeks. What ends the sound is not among them: SDL
writes that line itself, once (`ALSA write failed (unrecoverable)`), and it reaches the journal.
"""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, TextIO


def open_standard_streams() -> None:
    """Open the null device where the caller closed a standard stream (`>&-`).

    Otherwise the next file opened, such as the database, would get the stream's number, and printed lines with it.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number, so this one
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def escaped(text: str) -> str:
    """Return a text with all but its printable characters and line ends as Python's escapes: ``\\x1b``, ``\\u202e``."""
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() or sign == "\n" else sign.encode("unicode_escape").decode() for sign in text
    )


class StreamAbove(io.TextIOBase):
    """A text stream that writes to another one, `beneath`."""

    def __init__(self, beneath: "TextIO | StreamAbove") -> None:
        self.beneath = beneath

    def write(self, text: str, /) -> int:
        """Write the text; return its length."""
        self.beneath.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush the stream beneath."""
        if not self.beneath.closed:
            self.beneath.flush()

    def close(self) -> None:
        """Do nothing: the stream beneath belongs to somebody else. `IOBase` would flush it whenever this one is
        collected, and Python 3.13 reports the failure of a stream that takes nothing.
        """

    def isatty(self) -> bool:
        """Return whether a terminal is beneath."""
        return self.beneath.isatty()

    def fileno(self) -> int:
        """Return the file descriptor of the stream beneath."""
        return self.beneath.fileno()

    def writable(self) -> bool:
        """Return True."""
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]  # typeshed has a plain attribute
        """The encoding of the stream beneath."""
        return self.beneath.encoding


class PrintableStream(StreamAbove):
    """Writes what is `escaped`."""

    def write(self, text: str, /) -> int:
        """Write the text, escaped; return its length."""
        super().write(escaped(text))
        return len(text)


class LossyStream(StreamAbove):
    """Loses what cannot be written: no match ends for a line of the journal, or for a progress bar."""

    def write(self, text: str, /) -> int:
        """Write the text, if that can be; return its length."""
        with suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        """Flush the stream beneath, if that can be."""
        with suppress(OSError):
            super().flush()


def print_safely() -> None:
    """Escape what is printed from now on: what no terminal should get, and what the output's encoding lacks. Of
    standard error nothing raises any more.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, PrintableStream):
            continue
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")
        setattr(sys, name, PrintableStream(LossyStream(stream) if name == "stderr" else stream))


def printed_to(stream: TextIO) -> TextIO | StreamAbove:
    """Return the stream for control sequences of our own: colours, a progress bar. No text of others goes there."""
    return stream.beneath if isinstance(stream, PrintableStream) else stream


def close_output() -> None:
    """Redirect standard output to the null device; otherwise Python reports the failed write again when it exits."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


STDERR = 2
"""The file descriptor that C libraries write to, whatever stream `sys.stderr` is."""
ALSA: Final = "libasound.so.2"
"""The library through which SDL plays on a sound card."""


@contextmanager
def silenced_libraries() -> Iterator[None]:
    """Discard everything written to file descriptor 2; meant for C code's messages, not for Python's own."""
    sys.stderr.flush()
    kept = os.dup(STDERR)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, STDERR)
        yield
    finally:
        os.dup2(kept, STDERR)
        os.close(nowhere)
        os.close(kept)


def silence_alsa() -> None:
    """Let ALSA discard its messages from now on, if SDL plays through it; to be called after the mixer was opened."""
    if sys.platform != "linux":
        return
    import ctypes  # noqa: PLC0415 - `--help` does without

    try:
        library = ctypes.CDLL(ALSA, mode=os.RTLD_NOW | os.RTLD_NOLOAD)
    except OSError:  # not loaded: a sound server, or another system
        return
    # the handler runs in SDL's thread, which must not wait for Python: a C function that ignores its arguments
    library.snd_lib_error_set_handler(ctypes.CDLL(None).getpid)
