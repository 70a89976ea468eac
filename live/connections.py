"""A connection to a browser, which may keep no place for nothing: uvicorn's own waits for ever for a whole request."""

import asyncio
from typing import Final

from h11 import IDLE
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S: Final = 10.0
"""How long a request may take to come in."""
MOST_OF_ONE: Final = 32
"""Connections that one address may have: a browser has at most six for each host, and somebody may share an address."""


class Connection(H11Protocol):
    """Closes a connection whose request does not come in, and one more than an address may have."""

    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See `asyncio.Protocol`."""
        super().connection_made(transport)
        mine = self.client[0] if self.client is not None else ""
        others = sum(
            isinstance(each, H11Protocol) and each.client is not None and each.client[0] == mine
            for each in self.connections
        )
        if others > MOST_OF_ONE:
            transport.abort()
        else:
            self._wait()

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        super().data_received(data)
        if self._is_answering():
            self._wait_no_more()
        elif self._patience is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._wait_no_more()
        super().connection_lost(exc)

    def _is_answering(self) -> bool:
        return self.conn.our_state is not IDLE

    def _wait(self) -> None:
        self._patience = self.loop.call_later(HEAD_S, self._give_up)

    def _wait_no_more(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _give_up(self) -> None:
        self._patience = None
        if not self._is_answering():
            self.transport.abort()
