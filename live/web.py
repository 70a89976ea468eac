"""The pages and the stream, as a Starlette application. Everything is read, but for a place in the queue (`live.door`).

Markup is escaped by the templates; a response says that it runs no script but its own, is shown in no frame, and is
taken for nothing but what it is. A browser that is led here under another name than the cabinet's gets nothing: a page
elsewhere could otherwise have its own name lead to this address, and read what only the house should see.
"""

import asyncio
import ipaddress
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final, get_args
from urllib.parse import parse_qsl

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cabinet.strings.language import ENGLISH, Language, LanguageCode, in_use
from live.door import Answer, QueueDoor
from live.figures import CALLED
from live.page import HEADERS as OF_THE_PAGE
from live.page import PATH, Files, Page
from live.shelf import Shelf
from live.spool import Follower, Past
from live.state import MatchState, State

HERE: Final = Path(__file__).parent
PAGES: Final = ("now", "tonight", "boards", "wall", "stage")
"""The pages by their paths; the first is also that of the address alone."""
POLL_S: Final = 0.1
"""How often the files are looked at."""
MOST_WAITING: Final = 200
"""Lines that a reader may be behind; one that takes no more is let go."""
MOST_READERS: Final = 500
"""Readers of the stream at once."""
KEEP_ALIVE_S: Final = 15.0
JOIN: Final = "/tonight"
"""Where a place in the queue is asked for: the one path that takes a body."""
MOST_BODY: Final = 512
"""The size of what is sent there, bytes."""
BODY_S: Final = 5.0
"""How long that may take."""
STATUSES: Final[Mapping[Answer, int]] = MappingProxyType(
    {"asked": 200, "closed": 409, "code": 403, "name": 422, "many": 429, "full": 503}
)
HEADERS: Final[Mapping[bytes, bytes]] = {
    b"content-security-policy": b"default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "
    b"img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"cache-control": b"no-store",
}


class Channel:
    """What is handed on to many readers; one that takes no more is let go."""

    def __init__(self) -> None:
        self._readers: set[asyncio.Queue[bytes | None]] = set()

    def __len__(self) -> int:
        return len(self._readers)

    def end(self) -> None:
        """Let every reader go."""
        for reader in [*self._readers]:
            self._let_go(reader)

    def tell(self, block: bytes) -> None:
        """Hand a block on to every reader, and wait for none."""
        for reader in [*self._readers]:
            try:
                reader.put_nowait(block)
            except asyncio.QueueFull:
                self._let_go(reader)

    def _let_go(self, reader: asyncio.Queue[bytes | None]) -> None:
        self._readers.discard(reader)
        if reader.full():
            reader.get_nowait()
        reader.put_nowait(None)

    async def stream(self, first: Sequence[bytes]) -> AsyncIterator[bytes]:
        """Yield these blocks, and from then on every one that is told."""
        reader: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)
        self._readers.add(reader)
        try:
            yield b"retry: 2000\n\n"
            for block in first:
                yield block
            while True:
                try:
                    told = await asyncio.wait_for(reader.get(), KEEP_ALIVE_S)
                except TimeoutError:
                    told = b": here\n\n"
                if told is None:
                    return
                yield told
        finally:
            self._readers.discard(reader)


class Live:
    """Follows the spool; hands on each line, and each page that has changed, rendered once for all that look at it."""

    def __init__(self, folder: Path, door: QueueDoor | None = None, prover: Page | None = None) -> None:
        """`door` takes requests for a place in the queue, `prover` is the page that verifies logs; None is none."""
        self.door = door
        self.prover = prover
        self._follower = Follower(folder)
        self.shelf = Shelf(folder)
        self._past = Past()
        self._templates = Environment(
            loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
        )
        self._templates.globals.update(CALLED)
        self._mains: dict[str, str] = {}
        self.state = State()
        self.events = Channel()
        self.pages: Mapping[str, Channel] = {name: Channel() for name in PAGES}

    @property
    def readers(self) -> int:
        """The number of readers of all streams."""
        return len(self.events) + sum(map(len, self.pages.values()))

    @property
    def language(self) -> LanguageCode:
        """The language of the cabinet."""
        told = self.state.hello.language if self.state.hello is not None else ""
        return next((code for code in get_args(LanguageCode) if code == told), ENGLISH)

    def look(self) -> None:
        """Read what is new, and hand it on."""
        was_there = self._follower.is_there
        is_new, lines = self._follower.read()
        if is_new:
            self._past.begin()
            self.state.begin_anew()
        if not self._follower.is_there:
            self._past.clear()
        self.state.add(lines)
        for line in lines:
            if (block := self._past.add(line)) is not None:
                self.events.tell(block)
        has_boards = self.shelf.look()
        if has_boards or lines or is_new or was_there != self._follower.is_there:
            for name, channel in self.pages.items():
                if len(channel) and (main := self.main(name)) != self._mains.get(name):
                    self._mains[name] = main
                    channel.tell(b"data: %s\n\n" % msgspec.json.encode(main))

    def end(self) -> None:
        """Let every reader of every stream go."""
        for channel in (self.events, *self.pages.values()):
            channel.end()

    async def follow(self) -> None:
        """Look for ever."""
        while True:
            self.look()
            if self.door is not None:
                self.door.tidy(self.readers)
            await asyncio.sleep(POLL_S)

    def stream(self, last: str = "") -> AsyncIterator[bytes]:
        """Yield what a reader has missed, then that it is up to date, and then every line.

        `last` is the id of the line that was read last, "" for none.
        """
        return self.events.stream([*self._past.after(last), b"event: present\ndata: {}\n\n"])

    def stream_of(self, name: str) -> AsyncIterator[bytes]:
        """Yield a page's content each time that it changes."""
        return self.pages[name].stream([b"data: %s\n\n" % msgspec.json.encode(self.main(name))])

    def main(self, name: str) -> str:
        """Return a page's content, without what stands around it."""
        with in_use(Language(self.language)):
            template = self._templates.get_template(f"{name}.html")
            return template.render(
                state=self.state, is_on=self._follower.is_there, boards=self.shelf.boards, house=self._house
            )

    def page(self, name: str, answer: Answer | None = None, asked: str = "") -> str:
        """Return a whole page; `answer` is what became of a request for a place in the queue, for the name `asked`."""
        return self._around(self.main(name), name, answer, asked)

    def match_page(self, name: str) -> str | None:
        """Return the page of a match by its name; None for one that is not known."""
        match = self.match(name)
        if match is None:
            return None
        with in_use(Language(self.language)):
            has_log = self.shelf.has_log(name)
            main = self._templates.get_template("match.html").render(
                match=match, has_log=has_log, prover=PATH if self.prover is not None else "", house=self._house
            )
        return self._around(main, "")

    def match(self, name: str) -> MatchState | None:
        """Return a match of tonight by its name."""
        return next((match for match in self.state.matches if match.begun.match == name), None)

    @property
    def _house(self) -> str:
        return self.state.hello.house if self.state.hello is not None else ""

    def _around(self, main: str, here: str, answer: Answer | None = None, asked: str = "") -> str:
        """Return a whole page; `here` is its name, "" for one that does not change."""
        door = self.door.door if self.door is not None and f"/{here}" == JOIN else None
        with in_use(Language(self.language)):
            around = self._templates.get_template("page.html")
            return around.render(
                main=Markup(main), here=here, pages=PAGES, house=self._house, language=self.language, door=door,
                answer=answer, asked=asked,
            )  # fmt: skip


class Guarded:
    """Adds the headers that an answer has not itself; refuses names that are not the cabinet's, and bodies."""

    def __init__(self, app: ASGIApp, names: frozenset[str], live: Live) -> None:
        self.live = live
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [*message.get("headers", ())]
                told = {name for name, _ in own}
                message["headers"] = own + [(name, value) for name, value in HEADERS.items() if name not in told]
            await send(message)

        headers = dict(scope["headers"])
        host, takes = headers.get(b"host", b""), scope["method"] == "POST" and scope["path"] == JOIN
        if not self._is_ours(host.decode("latin-1")):
            await PlainTextResponse("This is not the cabinet's name.\n", 421)(scope, receive, send_guarded)
        elif size_of_body(headers) > (MOST_BODY if takes else 0):
            await PlainTextResponse("So much is not taken here.\n", 413)(scope, receive, send_guarded)
        elif takes and headers.get(b"origin") != b"http://" + host:
            await PlainTextResponse("Only the cabinet's own page asks.\n", 403)(scope, receive, send_guarded)
        else:
            await self._app(scope, receive, send_guarded)

    def _is_ours(self, host: str) -> bool:
        """Return whether a Host header is an address, or one of the names: no name from elsewhere leads here."""
        name = host.rpartition(":")[0] if host.count(":") == 1 else host
        name = name.strip("[]").partition("]")[0].lower()
        if name in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def size_of_body(headers: Mapping[bytes, bytes]) -> int:
    """Return how large a body will be, bytes; more than any where a request does not say it in figures."""
    said = headers.get(b"content-length", b"0")
    return int(said) if said.isdigit() and len(said) < 8 and b"transfer-encoding" not in headers else 1 << 30


def application(
    folder: Path, names: frozenset[str], door: QueueDoor | None = None, prover: Page | None = None
) -> Guarded:
    """Return the application that serves the events of a folder, under these names and every address.

    `door` takes requests for a place in the queue; without one there is no form. `prover` is the page that verifies
    logs; without one no match leads to it.
    """
    live = Live(folder, door, prover)

    async def events(request: Request) -> Response:
        return streamed(live, live.stream(request.headers.get("last-event-id", "")[:64]))

    async def state(_request: Request) -> Response:
        return Response(msgspec.json.encode(live.state), media_type="application/json")

    @asynccontextmanager
    async def life(_app: Starlette) -> AsyncIterator[None]:
        live.look()
        task = asyncio.create_task(live.follow())
        yield
        task.cancel()

    routes: list[BaseRoute] = [
        Route("/", partial(shown, live, PAGES[0])),
        Route("/events", events),
        Route("/state.json", state),
    ]
    routes += [Route(path, scanned) for path in ("/q", "/Q")]
    if door is not None:
        routes.append(Route(JOIN, partial(asked_for, live, door), methods=["POST"]))
    for name in PAGES:
        routes += [
            Route(f"/{name}", partial(shown, live, name)),
            Route(f"/{name}/events", partial(followed, live, name)),
        ]
    routes += [
        Route("/match/{name}", partial(shown_match, live)),
        Route("/match/{name}/log", partial(handed_out, live)),
    ]
    if prover is not None:
        routes.append(Route(f"{PATH}{{name:path}}", partial(file_of, prover, OF_THE_PAGE)))
    routes.append(Route("/static/{name:path}", partial(file_of, Files(HERE / "static"), {})))
    return Guarded(Starlette(routes=routes, lifespan=life), names, live)


async def shown(live: Live, name: str, _request: Request) -> Response:
    """Return a page."""
    return HTMLResponse(live.page(name))


async def shown_match(live: Live, request: Request) -> Response:
    """Return the page of a match."""
    page = live.match_page(request.path_params["name"])
    return HTMLResponse(page) if page is not None else PlainTextResponse("There is no such match.\n", 404)


async def handed_out(live: Live, request: Request) -> Response:
    """Return the log of a match, to be kept as a file."""
    name = request.path_params["name"]
    pieces = live.shelf.log(name) if live.match(name) is not None else None
    if pieces is None:
        return PlainTextResponse("There is no such log.\n", 404)
    return StreamingResponse(
        in_turn(pieces),
        media_type="application/x-ndjson",
        headers={"content-disposition": f'attachment; filename="photofinish-{name}.jsonl"'},
    )


async def in_turn(pieces: Iterable[bytes]) -> AsyncIterator[bytes]:
    """Yield pieces of a file in memory, which nothing waits for: no thread is made."""
    for piece in pieces:
        yield piece


async def file_of(files: Files, more: Mapping[str, str], request: Request) -> Response:
    """Return a file whole, with `more` headers; nothing new where the browser has kept it."""
    file = files.open(request.path_params["name"])
    if file is None:
        return PlainTextResponse("There is no such file.\n", 404)
    headers = {**more, "etag": file.tag}
    if request.headers.get("if-none-match") == file.tag:
        file.close()
        return Response(status_code=304, headers=headers)
    size = {"content-length": str(file.size), "content-type": file.media_type}
    return StreamingResponse(in_turn(file.pieces()), headers={**headers, **size})


async def scanned(_request: Request) -> Response:
    """Lead on from the address that the cabinet's screen shows to be scanned: in capitals, for a small code."""
    return RedirectResponse(JOIN, 303)


async def asked_for(live: Live, door: QueueDoor, request: Request) -> Response:
    """Take a request for a place in the queue, and return the page with what became of it."""
    try:
        body = await asyncio.wait_for(request.body(), BODY_S)
        fields = dict(parse_qsl(body.decode(), max_num_fields=4, errors="strict"))
    except TimeoutError:
        return PlainTextResponse("That took too long.\n", 408)
    except ValueError:
        return PlainTextResponse("This is not what the form sends.\n", 400)
    name = fields.get("name", "")
    answer = door.ask(name, fields.get("code", ""), request.client.host if request.client is not None else "")
    return HTMLResponse(live.page(JOIN.strip("/"), answer, name[:8]), STATUSES[answer])


async def followed(live: Live, name: str, _request: Request) -> Response:
    """Return the stream of a page's content."""
    return streamed(live, live.stream_of(name))


def streamed(live: Live, stream: AsyncIterator[bytes]) -> Response:
    """Return the response that is a stream of events, unless too many are looking on."""
    if live.readers >= MOST_READERS:
        return PlainTextResponse("Too many are looking on.\n", 503, {"retry-after": "10"})
    return StreamingResponse(stream, media_type="text/event-stream")
