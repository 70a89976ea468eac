"""Encodes and decodes the messages of one opened line: messages to numbered frames, bytes to messages. Pure."""

from collections import deque
from collections.abc import Iterator
from typing import Final

from hardware.board import messages
from hardware.board.frames import Frame, FrameReader, encoded
from hardware.board.link import Chunk
from hardware.board.messages import HelloRequest, LogText, Message, payload_of

LOG_LINES: Final = 100
"""The number of the firmware's latest log messages that are kept."""


class Mouth:
    """Numbers and encodes the host's messages on one opened line."""

    def __init__(self) -> None:
        self._sequence = 0

    def greeting(self) -> bytes:
        """Return a zero, which ends a frame begun by noise, and a request for a HELLO."""
        return b"\0" + self.bytes_of(HelloRequest())

    def bytes_of(self, message: Message) -> bytes:
        """Return a message encoded for the line."""
        kind, payload = payload_of(message)
        self._sequence, sequence = (self._sequence + 1) % 256, self._sequence
        return encoded(Frame(kind, sequence, payload))


class Ear:
    """Decodes a board's messages on one opened line, and counts invalid frames."""

    def __init__(self) -> None:
        self.reader = FrameReader()
        self.unread = 0
        self.log: deque[LogText] = deque(maxlen=LOG_LINES)

    @property
    def bad(self) -> int:
        """Frames that did not come whole, or whose payload was invalid."""
        return self.reader.bad + self.unread

    def hear(self, chunk: Chunk) -> Iterator[Message]:
        """Yield the messages that a chunk completes."""
        for frame in self.reader.feed(chunk.data):
            message = messages.read(frame.type, frame.payload)
            if message is None:
                self.unread += 1
            elif isinstance(message, LogText):
                self.log.append(message)
            else:
                yield message
