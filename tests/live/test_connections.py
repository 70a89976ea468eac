"""Connections that hold a place for nothing: those whose request does not come in, and too many of one address."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from live.connections import HEAD_S, MOST_OF_ONE, Connection

REQUEST = b"GET / HTTP/1.1\r\nHost: photofinish.local\r\n\r\n"


class Loop:
    """Time that a test lets pass, and the answers that were begun."""

    def __init__(self) -> None:
        self.now = 0.0
        self.answers: list[Coroutine[Any, Any, None]] = []
        self._timers: list[tuple[float, Timer]] = []

    def call_later(self, delay: float, call: Callable[[], None]) -> "Timer":
        timer = Timer(call)
        self._timers.append((self.now + delay, timer))
        return timer

    def create_task(self, answer: Coroutine[Any, Any, None], **_: object) -> "asyncio.Future[None]":
        self.answers.append(answer)
        answer.close()
        return self  # type: ignore[return-value]  # nobody awaits it

    def add_done_callback(self, call: object) -> None:
        """The task's own: it never ends."""

    def passes(self, seconds: float) -> None:
        self.now += seconds
        due = [timer for at, timer in self._timers if at <= self.now]
        self._timers = [(at, timer) for at, timer in self._timers if at > self.now]
        for timer in due:
            if not timer.is_cancelled:
                timer.call()


class Timer:
    def __init__(self, call: Callable[[], None]) -> None:
        self.call = call
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True


class Transport(asyncio.Transport):
    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 1), "sockname": ("127.0.0.1", 8080)})
        self.is_aborted = False

    def close(self) -> None:
        """It is lost already."""

    def abort(self) -> None:
        self.is_aborted = True


class Server:
    """Takes connections as uvicorn does."""

    def __init__(self) -> None:
        async def app(_scope: object, _receive: object, _send: object) -> None:
            """Never called: no task runs."""

        self.loop = Loop()
        self._config = Config(app, http=Connection, log_config=None)
        self._config.load()
        self._state = ServerState()

    def takes(self, address: str = "192.168.1.2") -> tuple[Connection, Transport]:
        transport = Transport(address)
        connection = Connection(self._config, self._state, {}, self.loop)  # type: ignore[arg-type]  # what it asks
        connection.connection_made(transport)
        return connection, transport


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.mark.parametrize("sent", [b"G", REQUEST[:-2]])
def test_a_request_that_does_not_come_in_loses_its_connection(server: Server, sent: bytes) -> None:
    connection, transport = server.takes()
    server.loop.passes(HEAD_S - 1)
    connection.data_received(sent)
    assert not transport.is_aborted
    server.loop.passes(1)
    assert transport.is_aborted


def test_an_answer_may_take_as_long_as_it_takes(server: Server) -> None:
    connection, transport = server.takes()
    connection.data_received(REQUEST)
    server.loop.passes(100 * HEAD_S)
    assert len(server.loop.answers) == 1
    assert not transport.is_aborted


def test_one_address_has_only_some_connections_and_others_have_theirs(server: Server) -> None:
    there = [server.takes() for _ in range(MOST_OF_ONE + 1)]
    assert [transport.is_aborted for _, transport in there] == [False] * MOST_OF_ONE + [True]
    assert not server.takes("192.168.1.3")[1].is_aborted
    for connection, _ in there:
        connection.connection_lost(None)
    assert not server.takes()[1].is_aborted
