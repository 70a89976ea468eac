"""`photofinish players`: who is here, and names that are changed; asked, and with one message for a mistake."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cabinet.cli import main
from cabinet.people.ratings import Place, place_text
from cabinet.store.sqlite import FILE
from cabinet.store.store import DiskStore

if TYPE_CHECKING:
    from tests.cabinet.conftest import Scorebook

Typed = Callable[..., tuple[int, str, str]]
JOINED = '{"do":"joined","entrant":0,"name":"MIA"}'
"""A line of an evening's journal."""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("PHOTOFINISH_CONFIG", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "photofinish"


@pytest.fixture
def records(data: Path, book: "Scorebook") -> Path:
    """MIA has won four matches of Speed against BEN, ZOE joined the evening and has played none."""
    store = DiskStore(data)
    results = [book.with_race(book.won("MIA", "BEN"), 700) for _ in range(4)]
    for result in results:
        store.begin(book.begun(result))
        store.end(book.ended(result), notes=[JOINED])
    store.seen(("ZOE",), results[0].figures.at)
    store.close()
    return data


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str]) -> Typed:
    def type_in(*words: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(["players", *words])
        told = capsys.readouterr()
        return code, told.out, told.err

    return type_in


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """What somebody types at the question."""
    return lambda text: monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_everybody_is_listed_with_matches_and_places(records: Path, typed: Typed) -> None:
    code, out, _ = typed()
    rows = [line.split() for line in out.splitlines()]
    assert code == 0
    assert [row[:3] for row in rows[1:]] == [["BEN", "4", "0"], ["MIA", "4", "4"], ["ZOE", "0", "0"]]
    assert out.splitlines()[2].endswith("speed 1st of 2")
    assert typed("list")[1] == out


def test_without_records_there_is_nobody(data: Path, typed: Typed) -> None:
    assert typed() == (0, "Nobody has taken a name here.\n", "")
    assert not data.exists(), "nothing is made"


def test_a_rename_asks_and_does_it(records: Path, typed: Typed, answers: Callable[[str], None]) -> None:
    answers("y\n")
    code, out, _ = typed("rename", "mia", "kai")
    assert code == 0
    assert "Everything under MIA goes to KAI: 4 matches" in out
    assert "KAI is" not in out
    assert out.endswith("MIA is KAI now: 4 matches.\n")
    store = DiskStore(records)
    store.close()
    assert json.loads(store.evening()[0])["name"] == "KAI"
    assert store.people.places("speed").keys() == {"KAI", "BEN"}


@pytest.mark.parametrize("answer", ["n\n", "\n", "", "perhaps\n"])
def test_without_a_yes_nothing_is_changed(
    records: Path, typed: Typed, answers: Callable[[str], None], answer: str
) -> None:
    before = (records / FILE).read_bytes()
    answers(answer)
    code, _, err = typed("delete", "MIA")
    assert (code, err) == (1, "Nothing was changed. Answer y, or give --yes.\n")
    assert (records / FILE).read_bytes() == before


def test_merge_and_delete_with_yes_ask_nothing(records: Path, typed: Typed) -> None:
    assert typed("merge", "MIA", "BEN", "--yes") == (0, "MIA is BEN now: 4 matches.\n", "")
    assert typed("delete", "BEN", "--yes") == (0, "BEN is deleted from 4 matches.\n", "")
    assert [line.split()[0] for line in typed("list")[1].splitlines()] == ["name", "ZOE"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rename", "MIA", "BEN"), "merge MIA BEN puts the two together"),
        (("rename", "MIA", "mia"), "the same name twice"),
        (("rename", "MIA", "FUK"), "no name may be"),
        (("rename", "MIA", "MIAU"), "two or three letters or digits"),
        (("rename", "KAI", "LEO"), "photofinish players lists the names"),
        (("merge", "MIA", "MIA"), "the same name twice"),
        (("merge", "MIA", "LEO"), "Nobody here is called LEO"),
        (("delete", "#1"), "two or three letters or digits"),
        (("delete", "LEO"), "Nobody here is called LEO"),
        (("export", "LEO"), "Nobody here is called LEO"),
    ],
)
def test_a_mistake_has_one_message_and_changes_nothing(
    records: Path, typed: Typed, words: tuple[str, ...], said: str
) -> None:
    before = (records / FILE).read_bytes()
    code, out, err = typed(*words, *[] if words[0] == "export" else ["--yes"])
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert (records / FILE).read_bytes() == before


def test_beside_a_running_cabinet_it_lists_and_exports_and_changes_nothing(records: Path, typed: Typed) -> None:
    running = DiskStore(records)
    assert typed("list")[0] == typed("export")[0] == 0
    code, _, err = typed("delete", "MIA", "--yes")
    running.close()
    assert code == 2
    assert "End it first" in err


def test_an_export_has_everything_that_stands_under_a_name(records: Path, typed: Typed) -> None:
    (under,) = json.loads(typed("export", "MIA")[1])
    assert (under["name"], under["matches"], under["won"]) == ("MIA", 4, 4)
    assert (under["ratings"]["speed"]["place"], under["ratings"]["speed"]["of"]) == (1, 2)
    assert {record["kind"] for record in under["records"]} == {"closest", "streak"}
    assert [match["names"] for match in under["results"]] == [["MIA", "BEN"]] * 4
    assert [match["won"] for match in under["results"]] == [True] * 4
    assert {match["closest_race_ns"] for match in under["results"]} == {700}
    assert under["evening"] == [JOINED] * 4
    assert [person["name"] for person in json.loads(typed("export")[1])] == ["BEN", "MIA", "ZOE"]


def test_an_export_as_csv_has_a_line_for_each_match(records: Path, typed: Typed, tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    assert typed("export", "--csv", "--output", str(path))[:2] == (0, "")
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))
    assert [row["name"] for row in rows] == ["BEN"] * 4 + ["MIA"] * 4
    assert {(row["names"], row["scores"], row["game"]) for row in rows} == {("MIA BEN", "2 1", "speed")}
    code, _, err = typed("export", "--output", str(path))
    assert (code, "exists already" in err) == (2, True)
    assert typed("export", "--output", str(tmp_path / "no" / "out"))[0] == 2


def test_records_that_cannot_be_read_are_said_to_be(data: Path, typed: Typed) -> None:
    data.mkdir()
    (data / FILE).write_bytes(b"garbage" * 300)
    for words in ((), ("export",), ("delete", "MIA", "--yes")):
        code, _, err = typed(*words)
        assert (code, err.count("\n")) == (2, 1)
        assert "photofinish doctor" in err


@pytest.mark.parametrize(
    ("place", "text"),
    [(1, "1st of 30"), (2, "2nd of 30"), (3, "3rd of 30"), (4, "4th of 30"), (11, "11th of 30"), (12, "12th of 30"),
     (13, "13th of 30"), (21, "21st of 30"), (22, "22nd of 30"), (30, "30th of 30")],
)  # fmt: skip
def test_a_place_in_words(place: int, text: str) -> None:
    assert place_text(Place(place, 30)) == text
