"""What a host opens on a laptop: the page stands alone, tables have what was played, and a name is a name."""

import csv
import io
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.cli import main
from cabinet.export.files import PAGE, POLICY, TABLES, csv_text, exported, safe, strip_of
from cabinet.export.strip import SCALES
from cabinet.export.tables import Cell, Table
from cabinet.store.ledger import Race
from cabinet.store.sqlite import FILE
from cabinet.store.store import DiskStore
from cabinet.strings.catalogue import word
from cabinet.strings.language import Language, in_use

if TYPE_CHECKING:
    from tests.cabinet.conftest import Scorebook


@pytest.fixture
def data(tmp_path: Path, book: "Scorebook") -> Path:
    """MIA has won three matches against BEN, and a guest one against a bot."""
    store = DiskStore(tmp_path / "photofinish")
    for result in (*(book.with_race(book.won("MIA", "BEN"), 700_000) for _ in range(3)), book.won("", bot="bot:fast")):
        store.begin(book.begun(result))
        race = Race(0, 1, 700_000, "speed", result.figures.at, True, result.match, ("MIA", "BEN"))
        store.end(book.ended(result), races=[race] if result.figures.races else [])
    store.count({"press.0.CARD1": 7})
    store.close()
    return tmp_path / "photofinish"


class Read(HTMLParser):
    """What a page has: its elements, what they ask for, and its text."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.asked: list[str] = []
        self.texts: list[str] = []
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.asked += [str(value) for name, value in attrs if name in ("src", "href", "action", "data", "xlink:href")]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def rows_of(content: bytes, between: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=between))


def test_the_page_has_what_was_played_and_asks_nobody_for_anything(data: Path, book: "Scorebook") -> None:
    files = exported(data, "<b>THE BAR", book.won("MIA", "BEN").figures.at)
    assert list(files) == [PAGE, *TABLES]
    page = Read(files[PAGE])
    assert not page.asked
    assert page.tags <= {
        *("html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "p", "div", "table", "thead", "tbody"),
        *("tr", "th", "td", "svg", "line", "text"),
    }
    assert POLICY.encode() in files[PAGE]
    for text in (
        word("export.title", house="<b>THE BAR"),
        "MIA",
        "MIA – BEN",
        "0.700 ms",
        word("records.span.tonight"),
    ):
        assert text in page.texts, text


def test_every_table_has_a_head_and_its_rows(data: Path) -> None:
    files = exported(data, "", 0)
    results, races, people, audits = (rows_of(files[name]) for name in TABLES)
    assert [len(table) for table in (results, races, people)] == [5, 4, 3]
    assert results[1][2:6] == [word("game.speed"), "SPEED", "MIA, BEN", "MIA"]
    assert results[4][4].startswith(f"{word('seat.0')}, {word('seat.1')} (")
    assert races[1][:3] == ["0.7", "MIA", "BEN"]
    assert people[2][:1] + people[2][3:5] == ["MIA", "3", "3"]
    assert [(row[0], row[-1]) for row in audits[1:]] == [("press.0.CARD1", "7")]


def test_numbers_and_heads_are_those_of_the_language(data: Path) -> None:
    with in_use(Language("de")):
        files = exported(data, "", 0)
    races = rows_of(files["races.csv"], ";")
    assert (races[0][0], races[1][0]) == ("Abstand, ms", "0,7")
    assert b'<html lang="de">' in files[PAGE]


@given(st.text() | st.sampled_from(["=1+1", "+A1", "-2", "@SUM(A1)", "\t=1", "\r=1", "\n=1"]))
def test_no_text_is_a_formula_or_leaves_its_cell(text: str) -> None:
    assert not safe(text).startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    assert safe(text).endswith(text)
    table = Table("t", (text,), [(text, -1.5)])
    content = csv_text(table).encode("utf-8-sig", "surrogatepass")
    read = list(csv.reader(io.StringIO(content.decode("utf-8-sig", "surrogatepass"), newline="")))
    assert [row[-1] for row in read][-1] == "-1.5"
    assert read[-1][0] == safe(text)


@pytest.mark.parametrize(("cell", "text"), [(None, ""), (1_000_000, "1000000"), (-2, "-2"), (0.12, "0.12")])
def test_a_number_is_written_as_a_table_program_reads_it(cell: Cell, text: str) -> None:
    assert safe(cell) == text


@given(st.integers(0, 10**10))
def test_a_strip_has_room_for_any_margin(margin_ns: int) -> None:
    svg = strip_of(Race(0, 1, margin_ns, "speed", 0))
    places = [float(line.attrib["x1"]) for line in svg.findall("line")[-2:]]
    assert 0 <= places[0] <= places[1] <= 300 - 40
    assert any(f"{scale} {word('table.ms')}" == (svg.findtext("text") or "") for scale in SCALES)


def test_without_records_there_is_a_page_that_says_so(tmp_path: Path) -> None:
    files = exported(tmp_path, "", 0)
    assert word("export.none") in Read(files[PAGE]).texts
    assert [len(rows_of(files[name])) for name in TABLES] == [1, 1, 1, 1]


def test_the_command_writes_them_and_writes_over_nothing(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("PHOTOFINISH_CONFIG", raising=False)
    monkeypatch.chdir(tmp_path)
    target = tmp_path / "a" / "laptop"
    assert main(["export", str(target)]) == 0
    assert sorted(path.name for path in target.iterdir()) == sorted([PAGE, *TABLES])
    assert capsys.readouterr().out.count("\n") == 5
    assert main(["export", str(target)]) == 2
    assert "exists already" in capsys.readouterr().err
    (data / FILE).write_bytes(b"garbage" * 500)
    assert main(["export", str(tmp_path / "other")]) == 2
    assert FILE in capsys.readouterr().err
    assert not (tmp_path / "other").exists()
