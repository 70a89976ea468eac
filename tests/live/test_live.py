"""The service for phones: what it makes of the files, of markup, of strangers' requests, and of slow readers."""

import asyncio
import os
import subprocess
import threading
from collections.abc import Sequence
from functools import partial
from html.parser import HTMLParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import anyio.to_thread
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from starlette.testclient import TestClient

from cabinet.live.boards import BOARDS, LOGS, Boards, Placed, Places, Records, Row
from cabinet.live.events import (
    Begun,
    Bracket,
    Event,
    Hello,
    Idle,
    Line,
    Pairing,
    Part,
    Queue,
    Race,
    Result,
    Score,
    Seat,
)
from cabinet.live.spool import PRESENT, Spool
from live.page import MOST_FILES, POLICY, Page
from live.shelf import Shelf
from live.spool import Follower, subject_of
from live.state import State
from live.web import HEADERS, MOST_WAITING, PAGES, Channel, Live, application

ANN, BEN = Seat("ANN", "AMBER", is_bot=False), Seat("BEN", "BLUE", is_bot=True)
MATCH: Sequence[Event] = (
    Begun("7", "speed", "speed", (ANN, BEN)),
    Score("7", 1, (20, 18), (0, 0)),
    Race("7", 1, 1, 0, 6012, dead_heat=False, judged=True, cards=("7S", "7D")),
    Result("7", 1, "out", (0, 1), 6012, is_record=True),
)


class Cabinet:
    """Writes events as the game does."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.spool = Spool(folder, lambda: 1_000.0)
        self.told: list[Event] = [Hello(1, "r", "THE ANCHOR", "en", "1.0.0")]

    def tells(self, *events: Event) -> None:
        for event in events:
            stands = {subject: each for each in self.told if (subject := subject_of(each)) is not None}
            if event not in stands.values():
                self.told.append(event)
                self.spool.write(event, partial(list, stands.values()))


@pytest.fixture
def cabinet(tmp_path: Path) -> Cabinet:
    return Cabinet(tmp_path / "live")


# The files


def test_each_line_is_read_once_whatever_happens_to_the_files(cabinet: Cabinet) -> None:
    follower = Follower(cabinet.folder)
    assert follower.read() == (False, [])
    cabinet.tells(Idle(), *MATCH)
    is_new, lines = follower.read()
    assert is_new
    assert [line.event for line in lines] == cabinet.told
    assert follower.read() == (False, [])
    with (cabinet.folder / PRESENT).open("ab") as file:
        file.write(b'{"n":99,"at":1,"event":{"type":"tit')
        file.flush()
        assert follower.read() == (False, []), "half a line is none yet"
        file.write(b'le"}}\nno line\n{"n":100,"at":1,"event":{"type":"of another version"}}\n')
    assert [line.n for line in follower.read()[1]] == [99]
    cabinet.spool.remove()
    assert (follower.read(), follower.is_there) == ((True, []), False)
    cabinet.tells(Idle())
    assert follower.read()[0], "the file has begun anew"


@given(st.lists(st.integers(0, 40), max_size=6))
def test_where_things_stand_does_not_depend_on_how_much_is_read_at_once(cuts: list[int]) -> None:
    lines = [Line(n, n, event) for n, event in enumerate([Hello(1, "r", "", "en", ""), Idle(), *MATCH, *MATCH[1:]] * 4)]
    whole, parts = State(), State()
    whole.add(lines)
    for start, end in zip([0, *sorted(cuts)], [*sorted(cuts), len(lines)], strict=True):
        parts.add(lines[start:end])
    assert msgspec.json.encode(parts) == msgspec.json.encode(whole)
    assert whole.match is not None
    assert whole.match.result == MATCH[-1]


# The pages


class Tags(HTMLParser):
    """The tags and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {tag, *(f"{tag}.{name}" for name, _ in attrs)}


def tags_of(page: str) -> set[str]:
    tags = Tags()
    tags.feed(page)
    return tags.found


HOSTILE = st.text(st.characters(exclude_categories=["Cs"]), max_size=30) | st.sampled_from(
    [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "</title><b>",
        "{{ 7 * 7 }}",
        "\x00\x1b[2J",
        "&#60;i>",
    ]
)


def told_of(name: str, other: str, house: str, match: str, third: str) -> list[Event]:
    """Events of every kind that a page shows, with these texts in them."""
    seats = (Seat(name, third, is_bot=False), Seat(other, third, is_bot=False))
    race = Race(match, 1, 0, 1, 5000, dead_heat=False, judged=True, cards=(name, other))
    return [
        Hello(1, "r", house, third, third), Queue(third, (name, other), (third, name), ""),
        Bracket((Part(third, ((Pairing((name, other), (1, 0), 0),),)),)), Begun(match, third, third, seats),
        Score(match, 1, (1, 2), (0, 0)), race, Result(match, 0, third, (1, 0), 5000, is_record=False),
    ]  # fmt: skip


def boards_of(name: str, other: str, third: str) -> Boards:
    """Boards with these texts in them."""
    row = Row(5_000_000, (name, other), (0, 1), third, 1_000_000)
    kinds = ("closest", "streak", third)
    return Boards(
        records=tuple(Records(kind, period, (row,)) for kind in kinds for period in ("today", third)),
        places=(Places(third, (Placed(1, name, 7), Placed(2, other, 8))),),
        closest=(row,),
        closest_keyboard=(row,),
    )


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Live:
    """A cabinet's pages; a test says where things stand."""
    return Live(tmp_path_factory.mktemp("pages"))


@given(st.lists(HOSTILE, min_size=5, max_size=5), st.sampled_from([*PAGES, "match"]))
def test_nothing_that_is_told_is_markup(pages: Live, texts: list[str], page: str) -> None:
    found = []
    for words in (["ANN", "BEN", "THE ANCHOR", "7", "CLO"], texts):
        pages.state, pages.shelf.boards = State(), boards_of(words[0], words[1], words[4])
        pages.state.add(Line(n, 0, event) for n, event in enumerate(told_of(*words)))
        shown = pages.match_page(words[3]) if page == "match" else pages.page(page)
        assert shown is not None
        found.append(tags_of(shown))
    assert found[0] == found[1]


def test_a_page_shows_the_score_and_the_closest_race_in_the_cabinets_language(cabinet: Cabinet) -> None:
    cabinet.told = [Hello(1, "r", "ANKER", "de", "1.0.0")]
    cabinet.tells(*MATCH[:3])
    live = Live(cabinet.folder)
    live.look()
    page = live.page("now")
    assert 'lang="de"' in page
    for shown in ("ANKER", "ANN", "BEN", ">20<", ">18<", "6,01 ms", "Karten übrig"):
        assert shown in page


def test_switched_off_nothing_is_shown(cabinet: Cabinet) -> None:
    cabinet.tells(*MATCH)
    live = Live(cabinet.folder)
    live.look()
    cabinet.spool.remove()
    live.look()
    assert "ANN" not in live.main("now")


def test_boards_are_shown_once_they_are_there_and_go_with_the_file(cabinet: Cabinet) -> None:
    cabinet.tells(Idle())
    live = Live(cabinet.folder)
    live.look()
    assert "ANN" not in live.main("boards")
    path = cabinet.folder / BOARDS
    path.write_bytes(msgspec.json.encode(boards_of("ANN", "", "speed")))
    live.look()
    for page, words in (("boards", ("ANN – BLUE", ">5.00<", "SPEED")), ("wall", ("ANN</b>", "BLUE", "5.00 ms"))):
        for shown in words:
            assert shown in live.main(page), (page, shown)
    for strange in (b"[" * 100_000, b'{"version":2}', b"\xff", b'{"records":[{"kind":1}]}'):
        path.write_bytes(strange)
        live.look()
        assert live.shelf.boards == Boards(), strange
    path.unlink()
    live.look()
    assert live.shelf.boards == Boards()


# Requests


@pytest.fixture
def client(cabinet: Cabinet) -> TestClient:
    cabinet.tells(Idle(), *MATCH)
    return TestClient(application(cabinet.folder, frozenset({"photofinish.local"})), "http://photofinish.local")


@pytest.mark.parametrize("path", ["/", "/now", "/wall", "/match/7", "/state.json", "/static/live.js", "/nowhere"])
def test_every_answer_has_the_headers(client: TestClient, path: str) -> None:
    with client:
        answer = client.get(path)
    assert answer.status_code == (404 if path == "/nowhere" else 200)
    for name, value in HEADERS.items():
        assert answer.headers[name.decode()] == value.decode()


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (("GET", "/", {"host": "evil.example"}), 421),
        (("GET", "/", {"host": "photofinish.local.evil.example:80"}), 421),
        (("GET", "/", {"host": "192.168.1.20:8080"}), 200),
        (("GET", "/", {"host": "[fe80::1]:8080"}), 200),
        (("POST", "/", {}), 405),
        (("GET", "/", {"content-length": "1000000"}), 413),
        (("POST", "/state.json", {"transfer-encoding": "chunked"}), 413),
        (("GET", "/static/..%2f..%2fpyproject.toml", {}), 404),
        (("GET", "/static/../../live/web.py", {}), 404),
        (("GET", "/static/%00", {}), 404),
    ],
)
def test_what_a_stranger_asks_for(client: TestClient, request_: tuple[str, str, dict[str, str]], status: int) -> None:
    method, path, headers = request_
    with client:
        assert client.request(method, path, headers=headers).status_code == status


def test_a_match_hands_out_its_log_and_nothing_else(cabinet: Cabinet, client: TestClient) -> None:
    logs = cabinet.folder / LOGS
    logs.mkdir()
    (logs / "7.jsonl").write_bytes(b"{}\n" * 50_000)
    (logs / "8.jsonl").write_bytes(b"no match that was told\n")
    with client:
        page, log = client.get("/match/7"), client.get("/match/7/log")
        assert (page.status_code, log.content) == (200, b"{}\n" * 50_000)
        assert "photofinish verify photofinish-7.jsonl" in page.text
        assert "attachment" in log.headers["content-disposition"]
        for name in ("8", "9", "..%2fevents", "%00", "7.jsonl", "٧", "7%0d%0ax:%20y"):
            assert client.get(f"/match/{name}/log").status_code == 404, name
            assert client.get(f"/match/{name}").status_code == 404, name
    (logs / "7.jsonl").unlink()
    (logs / "7.jsonl").symlink_to("/etc/passwd")
    assert Shelf(cabinet.folder).log("7") is None, "it follows no link"


# The page that verifies


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A folder as `make page` builds it, with what nobody should have in it and beside it."""
    folder = tmp_path / "build" / "page"
    (folder / "js").mkdir(parents=True)
    (folder / "index.html").write_text("<title>Photo Finish</title>")
    (folder / "js/main.js").write_bytes(b"x" * 100_000)
    (folder / "engine.wasm").write_bytes(b"\0asm")
    (folder.parent / "secret").write_text("secret")
    (folder / "link.js").symlink_to(folder.parent / "secret")
    (folder / "up").symlink_to(folder.parent)
    os.mkfifo(folder / "pipe")
    return folder


def test_a_match_leads_into_the_page_that_verifies_and_the_page_runs_its_engine(cabinet: Cabinet, built: Path) -> None:
    cabinet.tells(Idle(), *MATCH)
    (cabinet.folder / LOGS).mkdir()
    (cabinet.folder / LOGS / "7.jsonl").write_bytes(b"{}\n")
    app = application(cabinet.folder, frozenset({"photofinish.local"}), prover=Page(built))
    with TestClient(app, "http://photofinish.local") as client:
        link = "/page/?log=/match/7/log"
        assert f'href="{link}"' in client.get("/match/7").text
        first = client.get(link)
        assert (first.status_code, first.text) == (200, "<title>Photo Finish</title>")
        assert client.get("/page").url == "http://photofinish.local/page/"
        for path, kind in (("js/main.js", "text/javascript"), ("engine.wasm", "application/wasm")):
            file = client.get(f"/page/{path}")
            assert (file.content, file.headers["content-type"]) == ((built / path).read_bytes(), kind)
            assert POLICY in file.headers["content-security-policy"]
            assert file.headers["x-frame-options"] == "DENY", "all other headers are as anywhere"
            again = client.get(f"/page/{path}", headers={"if-none-match": file.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
        part = client.get("/page/js/main.js", headers={"range": "bytes=0-1,5-9999999999,-1"})
        assert (part.status_code, len(part.content)) == (200, 100_000), "a file comes whole"
        assert client.head("/page/js/main.js").headers["content-length"] == "100000"
        (built / "later.js").write_text("x")
        for name in (
            *("nothing", "link.js", "up/secret", "pipe", "later.js", "js", "js/", "../secret", "..%2fsecret"),
            *("js/..%2f..%2fsecret", "%00", "js/main.js%00", "/etc/passwd", "%2fetc%2fpasswd", "JS/MAIN.JS"),
        ):
            assert client.get(f"/page/{name}").status_code == 404, name
        assert client.post("/page/", content=b"x").status_code == 413
        assert POLICY not in client.get("/match/7").headers["content-security-policy"]


def test_no_answer_needs_a_thread(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The unit leaves the service a dozen, and a room full of phones may come at once."""

    async def refuse(*_arguments: object, **_options: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(anyio.to_thread, "run_sync", refuse)
    with client:
        for path in (*(f"/{name}" for name in PAGES), "/state.json", "/static/live.js", "/static/live.css"):
            answer = client.get(path)
            assert (answer.status_code, answer.headers["x-content-type-options"]) == (200, "nosniff"), path
        assert client.get("/static/..%2fpage.py").status_code == 404


def test_without_a_page_no_match_leads_to_one(client: TestClient, cabinet: Cabinet, tmp_path: Path) -> None:
    (cabinet.folder / LOGS).mkdir()
    (cabinet.folder / LOGS / "7.jsonl").write_bytes(b"{}\n")
    with client:
        assert "/page/" not in client.get("/match/7").text
        assert client.get("/page/").status_code == 404
    with pytest.raises(FileNotFoundError, match=r"index\.html"):
        Page(tmp_path)


def test_the_policy_is_the_one_that_the_page_itself_asks_for() -> None:
    asked = Path("web/index.html").read_text(encoding="utf-8")
    assert f'http-equiv="Content-Security-Policy" content="{POLICY}"' in asked
    assert len(list(Path("web").rglob("*"))) < MOST_FILES


# Readers


def test_a_reader_that_takes_nothing_is_let_go_and_no_other_waits() -> None:
    async def read() -> tuple[int, int]:
        channel = Channel()
        slow, quick = channel.stream([b"first"]), channel.stream([])
        assert [await anext(slow), await anext(slow)] == [b"retry: 2000\n\n", b"first"]
        taken = 0
        await anext(quick)
        waiting = asyncio.ensure_future(anext(quick))
        await asyncio.sleep(0)
        for number in range(MOST_WAITING + 1):
            channel.tell(b"%d" % number)
            assert await waiting == b"%d" % number
            taken += 1
            waiting = asyncio.ensure_future(anext(quick))
            await asyncio.sleep(0)
        waiting.cancel()
        behind = len([block async for block in slow])
        return taken, behind

    taken, behind = asyncio.run(read())
    assert (taken, behind) == (MOST_WAITING + 1, MOST_WAITING - 1)


def test_readers_are_let_go_when_the_service_ends() -> None:
    async def read() -> list[bytes]:
        channel = Channel()
        stream = channel.stream([])
        await anext(stream)
        for number in range(MOST_WAITING):
            channel.tell(b"%d" % number)
        channel.end()
        assert not len(channel)
        return [block async for block in stream]

    assert len(asyncio.run(read())) == MOST_WAITING - 1


def told_to(live: Live, last: str) -> list[bytes]:
    """What a reader of the stream is told before it is up to date."""

    async def read() -> list[bytes]:
        blocks = list[bytes]()
        async for block in live.stream(last):
            if block == b"event: present\ndata: {}\n\n":
                break
            blocks.append(block)
        return blocks

    first, *blocks = asyncio.run(read())
    assert first == b"retry: 2000\n\n"
    return blocks


def test_who_comes_later_is_told_where_things_stand_and_then_that_it_is_the_present(cabinet: Cabinet) -> None:
    cabinet.tells(Idle(), *MATCH)
    live = Live(cabinet.folder)
    live.look()
    blocks = told_to(live, "")
    lines = [msgspec.json.decode(block.split(b"data: ")[1], type=Line) for block in blocks]
    assert [line.event for line in lines] == cabinet.told
    assert blocks[0].startswith(b"id: r-1\n")
    assert told_to(live, "r-4") == blocks[4:], "a reader whose connection was lost goes on"
    assert told_to(live, "r-99999999999999999999999") == []
    for strange in ("another run-4", "r-", "r-x", "r-²", "\x00", "-4"):
        assert told_to(live, strange) == blocks, strange
    cabinet.told = [Hello(1, "s", "THE ANCHOR", "en", "1.0.0")]
    cabinet.spool.remove()
    cabinet.tells(Idle())
    live.look()
    assert len(told_to(live, "r-4")) == 2, "the program has begun anew: all that the present file has"
    cabinet.spool.remove()
    live.look()
    assert told_to(live, "") == [], "switched off"


FILE = 2_000
"""The size of a file here, bytes."""
LONG = Race("7", 1, 1, 0, 1, dead_heat=False, judged=True, cards=("7S" * (FILE // 2), ""))
"""An event that fills a file: another one begins with the next."""
HAPPENINGS = st.sampled_from(["look", "go", "come", "fill", *MATCH, Idle(), Queue("party", ("ANN", "BEN"), (), "")])


class Reader(Channel):
    """Reads the stream while it is there; `read` are the blocks."""

    def __init__(self) -> None:
        super().__init__()
        self.read: list[bytes] = []
        self.is_there = False

    def tell(self, block: bytes) -> None:
        if self.is_there:
            self.read.append(block)

    def comes(self, live: Live) -> None:
        if not self.is_there:
            last = self.read[-1].split(b"\n")[0].removeprefix(b"id: ").decode() if self.read else ""
            self.read += told_to(live, last)
        self.is_there = True


@given(happenings=st.lists(HAPPENINGS, min_size=3, max_size=12))
def test_who_comes_back_has_been_told_everything_once(
    tmp_path_factory: pytest.TempPathFactory, happenings: Sequence[str | Event]
) -> None:
    cabinet = Cabinet(tmp_path_factory.mktemp("cabinet"))
    cabinet.tells(Idle())
    live = Live(cabinet.folder)
    live.events = reader = Reader()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cabinet.live.spool.MOST_BYTES", FILE)
        for happening in ["look", *happenings, "look", "look", "come"]:
            match happening:
                case "look":
                    live.look()
                case "go":
                    reader.is_there = False
                case "come":
                    reader.comes(live)
                case "fill":  # nobody misses a whole file: one has hours of play
                    cabinet.tells(MATCH[2])
                    live.look()
                    live.look()
                    reader.comes(live)
                    cabinet.tells(LONG)
                case str():
                    raise AssertionError(happening)
                case event:
                    cabinet.tells(event)
    lines = [msgspec.json.decode(block.split(b"data: ")[1], type=Line) for block in reader.read]
    assert [line.event for line in lines] == cabinet.told


@pytest.mark.needs("node")
def test_the_reader_on_the_page_lights_a_lamp_for_what_is_new_alone(cabinet: Cabinet, repository: Path) -> None:
    page = (repository / "docs/events.md").read_text(encoding="utf-8")
    program = page.partition("```js\n")[2].partition("```")[0].replace("2000", "1")
    live = Live(cabinet.folder)
    live.events = reader = Reader()
    reader.is_there = True

    def answer(last: str, *new: Race) -> bytes:
        """What a connection is told, and then new races."""
        past = b"".join([b"retry: 2000\n\n", *told_to(live, last), b"event: present\ndata: {}\n\n: here\n\n"])
        reader.read.clear()
        cabinet.tells(*new)
        live.look()
        return past + b"".join(reader.read)

    close = Race("7", 1, 1, 0, 31, dead_heat=False, judged=True, cards=("7S", "7D"))
    cabinet.tells(Idle(), *MATCH[:3])
    live.look()
    answers = [(200, answer("", close))]
    cabinet.tells(close)
    live.look()
    unclear, lot, first = replace(close, judged=False), replace(close, dead_heat=True), replace(close, seat=0, loser=1)
    answers += [(503, b""), (200, answer("r-6", unclear, lot, first))]
    asked = list[str | None]()

    class Service(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = answers.pop(0) if answers else (503, b"")
            asked.append(self.headers["last-event-id"])
            self.send_response(status)
            self.end_headers()
            for piece in (body[:700], body[700:]):
                self.wfile.write(piece)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Service) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        command = ["node", "--input-type=module", "--eval", program, "lamp", f"http://127.0.0.1:{server.server_port}"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as node:
            assert node.stdout is not None
            try:
                lamps = [node.stdout.readline() for _ in range(2)]
            finally:
                node.kill()
        server.shutdown()
    assert lamps == ["lamp BLUE\n", "lamp AMBER\n"]
    assert asked[:3] == ["", "r-6", "r-6"]
