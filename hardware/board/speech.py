"""What is said and heard on one opened line: messages to numbered frames, bytes to messages. Pure."""

from collections import deque
from collections.abc import Iterator
from typing import Final

from hardware.board import messages
from hardware.board.frames import Frame, FrameReader, encoded
from hardware.board.link import Chunk
from hardware.board.messages import HelloRequest, LogText, Message, payload_of

LOG_LINES: Final = 100
"""So many of the firmware's latest words are kept."""


class Mouth:
    """Numbers and encodes what the host says on one opened line."""

    def __init__(self) -> None:
        self._sequence = 0

    def greeting(self) -> bytes:
        """Give a zero that ends what noise began, and the question who is there."""
        return b"\0" + self.bytes_of(HelloRequest())

    def bytes_of(self, message: Message) -> bytes:
        """Give a message as it goes over the line."""
        kind, payload = payload_of(message)
        self._sequence, sequence = (self._sequence + 1) % 256, self._sequence
        return encoded(Frame(kind, sequence, payload))


class Ear:
    """Hears what a board says on one opened line, and counts what it cannot understand."""

    def __init__(self) -> None:
        self.reader = FrameReader()
        self.unread = 0
        self.log: deque[LogText] = deque(maxlen=LOG_LINES)

    @property
    def bad(self) -> int:
        """Frames that did not come whole, or said nothing of their kind."""
        return self.reader.bad + self.unread

    def hear(self, chunk: Chunk) -> Iterator[Message]:
        """Give the messages that a chunk completes."""
        for frame in self.reader.feed(chunk.data):
            message = messages.read(frame.type, frame.payload)
            if message is None:
                self.unread += 1
            elif isinstance(message, LogText):
                self.log.append(message)
            else:
                yield message
