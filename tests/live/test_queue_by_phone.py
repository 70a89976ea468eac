"""A place in the queue by phone: the service's side and the game's, with the files that each leaves the other."""

import os
from functools import partial
from pathlib import Path
from typing import Self

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from cabinet.live.requests import DOOR, MOST_BYTES, OWN, STALE_NS, PhoneQueue, may_be_name
from cabinet.live.spool import Spool
from cabinet.scenes.called_pair import WinnerStaysScene
from cabinet.scenes.match import MatchScene
from cabinet.scenes.title import Title
from cabinet.service.wifi_items import OwnNetwork
from engine.panel import ACTION
from engine.units import S
from live.door import MOST_IN_ALL, MOST_OF_ONE, MOST_WAITING, MOST_WRONG, QueueDoor, network_of
from live.web import application
from tests.cabinet.service.test_wifi_items import RadioHelper
from tests.cabinet.test_whole_cabinet import AMBER, BLUE, names
from tests.cabinet.test_whole_evening import QUICK, Party

LIVE = QUICK + "[live]\nenabled = true\n"


class Rooms:
    """A game and its service in virtual time, each with its folder; codes are 1111, 2222, …"""

    def __init__(self, folder: Path) -> None:
        self.now = 3_600 * S
        self.folder, self.inbox = folder / "live", folder / "photofinish-live"
        self.inbox.mkdir()
        self.journal: list[str] = []
        codes = iter(f"{number}" * 4 for number in (1, 2, 2, 3, 4, 5, 6, 7, 8, 9))
        self.game = PhoneQueue(self.folder, self.inbox, self.journal.append, lambda: self.now, lambda: next(codes))
        self.service = QueueDoor(self.folder, self.inbox, 8080, lambda: self.now)

    def phone(self, name: str, code: str = "1111", address: str = "192.168.1.9") -> str:
        self.now += S
        return self.service.ask(name, code, address)

    def file(self, name: str, content: bytes) -> Path:
        path = self.inbox / name
        path.write_bytes(content)
        return path


@pytest.fixture
def rooms(tmp_path: Path) -> Rooms:
    return Rooms(tmp_path)


def test_names_reach_the_game_once_and_in_their_order(rooms: Rooms) -> None:
    assert rooms.phone("ANN") == "closed"
    rooms.game.open("0123")
    assert [rooms.phone(name) for name in ("ann", " Ben ", "R2D", "Å1", "BOB")] == [*["asked"] * 3, "name", "asked"]
    assert rooms.game.take() == ["ANN", "BEN", "R2D", "BOB"]
    assert rooms.game.take() == []
    rooms.now += 6 * S
    rooms.service.tidy(3)
    assert sorted(path.name for path in rooms.inbox.iterdir()) == ["status.json"], "what was handled goes"
    status = rooms.game.status()
    assert status is not None
    assert (status.readers, status.port) == (3, 8080)
    rooms.now += 16 * S
    assert rooms.game.status() is None, "a service that says nothing is taken not to run"
    rooms.file("status.json", b'{"at":%d,"readers":1,"port":80,"address":"evil.example"}' % rooms.now)
    assert rooms.game.status() is None, "no address"


def test_the_code_changes_and_the_one_before_still_counts(rooms: Rooms) -> None:
    rooms.game.open("")
    rooms.game.change_code()
    assert rooms.game.code == "2222"
    rooms.game.change_code()
    assert rooms.game.code == "3333", "never one that counts already"
    answers = [rooms.phone("ANN", code, f"10.0.0.{code}") for code in ("1111", "2222", "3333", "", "9" * 90)]
    assert answers == ["code", "asked", "asked", "code", "code"]
    rooms.game.close()
    assert (rooms.game.code, rooms.phone("ANN", "3333"), rooms.game.take()) == ("", "closed", [])
    assert not (rooms.folder / DOOR).exists()


def test_few_attempts_a_minute(rooms: Rooms) -> None:
    rooms.game.open("")
    mine = [rooms.phone("ANN", "0000", "fe80::1:2:3:4%wlan0") for _ in range(MOST_OF_ONE + 1)]
    assert mine == ["code"] * MOST_OF_ONE + ["many"]
    assert rooms.phone("ANN", address="fe80::5:6") == "many", "the other half of an address is anybody's choice"
    others = [rooms.phone("ANN", "0000", f"10.0.0.{number}") for number in range(MOST_WRONG)]
    assert others.count("code") == MOST_WRONG - MOST_OF_ONE
    rooms.now += 60 * S
    right = [rooms.service.ask("ANN", "1111", f"10.0.1.{number}") for number in range(MOST_IN_ALL + 1)]
    assert right == ["asked"] * MOST_IN_ALL + ["many"]
    assert network_of("nowhere") == "nowhere"


def test_requests_that_wait_are_few_and_those_of_long_ago_count_for_nothing(rooms: Rooms) -> None:
    rooms.game.open("")
    answers = []
    for number in range(MOST_WAITING + 2):
        rooms.now += 10 * S
        answers.append(rooms.phone("ANN", address=f"10.0.0.{number}"))
    assert answers == ["asked"] * MOST_WAITING + ["full"] * 2
    rooms.now += STALE_NS
    assert rooms.game.take() == []
    assert len(rooms.journal) == 6, "five lines, and one that says that there are more"
    rooms.service.tidy(1)
    assert len(list(rooms.inbox.iterdir())) == 1


@pytest.mark.parametrize("code", ["0000", ""])
def test_the_game_asks_for_the_code_as_well(rooms: Rooms, code: str) -> None:
    rooms.game.open("")
    rooms.file(f"{rooms.now:020}.json", b'{"name":"ANN","code":"%s"}' % code.encode())
    assert (rooms.game.take(), len(rooms.journal)) == ([], 1)


def test_strange_files_are_dropped_with_a_line_and_keep_nothing_from_coming(rooms: Rooms) -> None:
    rooms.game.open("")
    outside = rooms.folder / "secret"
    outside.write_bytes(b'{"name":"ANN","code":"1111"}')
    at = rooms.now - 9
    (rooms.inbox / f"{at:020}.json").symlink_to(outside)
    os.mkfifo(rooms.inbox / f"{at + 1:020}.json")
    (rooms.inbox / f"{at + 2:020}.json").mkdir()
    rooms.file(f"{at + 3:020}.json", b'{"name":"ANN","code":"1111"}' + b" " * MOST_BYTES)
    rooms.file(f"{at + 4:020}.json", b"[" * 500)
    rooms.file(f"{rooms.now + S:020}.json", b'{"name":"ANN","code":"1111"}')
    rooms.file("../photofinish-live/x\x1b[2J", b"")
    assert rooms.game.take() == []
    assert rooms.game.take() == []
    assert 0 < len(rooms.journal) <= 6
    assert all(line.isprintable() for line in rooms.journal)
    rooms.now += 60 * S
    assert rooms.phone("BEN") == "asked"
    assert "BEN" in rooms.game.take()


@given(st.text(max_size=5), st.sampled_from(["", "0123456789", "ÄÖÜ"]))
def test_no_phone_brings_a_name_that_no_panel_takes(name: str, letters: str) -> None:
    if may_be_name(name, letters):
        assert 2 <= len(name) <= 3
        assert set(name) <= {*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *letters}
    assert not may_be_name("FUK", letters)


def test_a_folder_that_cannot_be_written_shows_no_code(rooms: Rooms) -> None:
    rooms.folder.write_text("")
    rooms.game.open("")
    assert rooms.game.code == ""
    rooms.folder.unlink()
    rooms.game.open("")
    assert rooms.game.code == "1111"


# The whole program, in virtual time


class Guests(Party):
    """People at a cabinet that is shown on phones, and who ask for a place by one."""

    def __init__(self, folder: Path, config: str) -> None:
        super().__init__(folder, config)
        inbox = folder / "run-live"
        inbox.mkdir()
        self.service = QueueDoor(folder / "run" / "live", inbox, 8080, self.clock, lambda: "192.168.1.20")
        self.code = ""
        self.answers: list[str] = []

    def reads_the_code(self) -> Self:
        """Somebody reads it off the screen, while the service runs."""

        def look() -> None:
            self.service.tidy(3)

        def read() -> None:
            scan = self.cabinet.scan()
            assert scan is not None
            self.code = scan.words[-4:]

        return self.do(look).after(2 * S).do(read)

    def is_a_network_itself(self) -> Self:
        """The machine's radio is one, and root's helper says which."""

        def be() -> None:
            phones, self.service._address = self.cabinet.phones, lambda: OWN[0]
            assert phones is not None
            phones._own = OwnNetwork(RadioHelper(Path()), lambda _name, errand: errand()).known

        return self.do(be)

    def notes_the_list(self) -> Self:
        """Note who is in the evening, in the order in which they came."""

        def note() -> None:
            running = self.cabinet.evening.now
            self.seen.append(" ".join(running.names) if running is not None else "")

        return self.do(note)

    def ask(self, *people: str) -> Self:
        for name in people:
            self.do(partial(self._ask, name))
        return self.after(2 * S)

    def _ask(self, name: str) -> None:
        self.answers.append(self.service.ask(name, self.code, name))


@pytest.mark.long
def test_five_who_joined_by_phone_are_called_and_play_beside_the_buttons(tmp_path: Path) -> None:
    evening = Guests(tmp_path, LIVE).after(3 * S).reads_the_code()
    evening.ask("ANN").look().ask("BEN", "CLO").look()
    evening.tap(ACTION).after(S).look().ask("DAN").sits_down(AMBER, BLUE).after(S).look()
    evening.ask("EVA").notes_the_list().plays(AMBER).tap(ACTION).after(2 * S).look().notes_the_list()
    evening.after(32 * S).sits_down(BLUE).after(S).look().run()  # CLO does not come, DAN does
    assert evening.answers == ["asked"] * 5
    before = "ANN BEN CLO DAN"
    seen = [*names(Title, Title, WinnerStaysScene, MatchScene), before]
    assert evening.seen == [*seen, *names(WinnerStaysScene), f"{before} EVA", *names(MatchScene)]
    journal = evening.journal()
    assert [(match.names, match.winner) for match in journal.results if match.winner] == [(("ANN", "BEN"), "ANN")]
    assert journal.now is not None
    assert (journal.now.names, journal.next_up) == (("ANN", "DAN"), ("BEN", "EVA", "CLO"))


def test_a_cabinet_that_is_a_wifi_itself_shows_how_to_join_it(tmp_path: Path) -> None:
    evening = Guests(tmp_path, LIVE).after(3 * S).reads_the_code().is_a_network_itself().after(6 * S).reads_the_code()
    evening.run()
    scan = evening.cabinet.scan()
    assert scan is not None
    assert (scan.address, scan.joining) == ("10.77.0.1:8080", "WIFI:T:WPA;S:BAR;P:ABCDEFGH;;")


def test_switched_off_no_byte_is_written_no_request_read_and_nothing_shown(tmp_path: Path) -> None:
    evening = Guests(tmp_path, QUICK).after(3 * S).do(lambda: evening.service.tidy(3)).after(2 * S)
    request = tmp_path / "run-live" / f"{evening.begins:020}.json"
    evening.do(lambda: request.write_bytes(b'{"name":"ANN","code":"0000"}')).after(2 * S)
    evening.do(lambda: evening.answers.append(str(evening.cabinet.scan()))).ask("ANN").run()
    assert evening.answers == ["None", "closed"]
    assert not (tmp_path / "run").exists()
    assert not evening.store.evening()


# The form


@pytest.fixture
def client(rooms: Rooms) -> TestClient:
    rooms.game.open("")
    return TestClient(
        application(rooms.folder, frozenset({"photofinish.local"}), rooms.service), "http://photofinish.local"
    )


OURS = {"origin": "http://photofinish.local", "content-type": "application/x-www-form-urlencoded"}


def test_the_form_asks_for_a_place(client: TestClient, rooms: Rooms) -> None:
    with client:
        page = client.get("/Q").text
        assert 'action="/tonight"' in page
        assert "refresh" not in page, "a page that loads itself anew takes away what is being written"
        answer = client.post("/tonight", content="name=ann&code=1111", headers=OURS)
        wrong = client.post("/tonight", content="name=%3Cb%3E%22&code=1112", headers=OURS)
        bad = client.post("/tonight", content="name=fuk&code=1111", headers=OURS)
    assert (answer.status_code, wrong.status_code, bad.status_code) == (200, 403, 422)
    assert "ANN is handed to the cabinet" in answer.text
    assert "<b>" not in wrong.text
    assert rooms.game.take() == ["ANN"]


@pytest.mark.parametrize(
    ("path", "headers", "body", "status"),
    [
        ("/tonight", {"origin": "http://evil.example"}, b"name=ANN&code=1111", 403),
        ("/tonight", {"origin": "null"}, b"name=ANN&code=1111", 403),
        ("/tonight", {}, b"name=ANN&code=1111", 403),
        ("/tonight", {**OURS, "host": "evil.example", "origin": "http://evil.example"}, b"name=ANN&code=1111", 421),
        ("/tonight", OURS, b"name=ANN&code=1111" + b"&" * 600, 413),
        ("/tonight", {**OURS, "content-length": "9" * 40}, b"", 413),
        ("/tonight", OURS, b"a&" * 9 + b"name=ANN&code=1111&b=1&c=2&d=3", 400),
        ("/tonight", OURS, b"\xff\xfe", 400),
        ("/now", OURS, b"name=ANN&code=1111", 413),
        ("/now", OURS, b"", 405),
    ],
)
def test_nobody_else_asks(
    client: TestClient, rooms: Rooms, path: str, headers: dict[str, str], body: bytes, status: int
) -> None:
    with client:
        assert client.post(path, content=body, headers=headers).status_code == status
    assert rooms.game.take() == []


def test_where_the_game_takes_no_names_there_is_no_form(client: TestClient, rooms: Rooms) -> None:
    rooms.game.close()
    with client:
        assert "<form" not in client.get("/tonight").text
        assert client.post("/tonight", content="name=ANN&code=1111", headers=OURS).status_code == 409


def test_switched_off_the_game_writes_nothing(rooms: Rooms) -> None:
    Spool(rooms.folder).remove()
    rooms.game.close()
    rooms.game.change_code()
    assert rooms.game.take() == []
    assert not rooms.folder.exists()
