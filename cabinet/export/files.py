"""The records as files: one HTML page that needs no network, and a CSV file for each table.

The page is built as a tree, so that no name can be markup, and has neither scripts nor anything from elsewhere; the
program that shows it is told so (`POLICY`). A CSV file is for a table program: its text begins with the mark of UTF-8,
numbers and the signs between cells are those of the language, and no text can be taken for a formula.
"""

import csv
import io
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from cabinet.errors import CabinetError
from cabinet.export.strip import strip
from cabinet.export.tables import Board, Cell, Records, Table, milliseconds, moment, racers, read_records
from cabinet.store.errors import Damaged, unusable
from cabinet.store.ledger import Race
from cabinet.store.people import opened_for_reading
from cabinet.store.sqlite import FILE
from cabinet.strings.catalogue import local_number, word
from cabinet.strings.language import code_in_use
from engine.version import VERSION

PAGE: Final = "photofinish.html"
TABLES: Final = ("results.csv", "races.csv", "people.csv", "audits.csv")
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""The first signs by which table programs take a text for a formula."""
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""The page's Content-Security-Policy."""
STYLE: Final = """
:root { color-scheme: light dark; --line: #8884; --quiet: #777; }
body { font: 16px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; margin: 0.5rem 0; }
h2 { margin: 2.2rem 0 0.4rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 0.3rem; }
p { color: var(--quiet); margin: 0.2rem 0; }
div { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 0.3rem 0.8rem 0.3rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { color: var(--quiet); font-weight: 500; }
.number { text-align: right; }
svg { display: block; }
svg text { fill: currentColor; font-size: 11px; }
"""


def exported(folder: Path, house: str, now_s: float) -> dict[str, bytes]:
    """Return the files of a data folder's records, by name, in the language in use. Raises CabinetError.

    `house` is the house's name, "" for none; `now_s` is now, s since 1970.
    """
    with opened_for_reading(folder) as connection:
        try:
            records = read_records(connection, int(now_s))
        except Damaged as problem:
            raise unusable(folder / FILE, problem) from problem
    tables = (records.results, records.races, records.people, records.audits)
    files = {name: csv_text(table).encode("utf-8-sig") for name, table in zip(TABLES, tables, strict=True)}
    return {PAGE: page_text(records, house), **files}


# CSV


def csv_text(table: Table) -> str:
    """Return a table as CSV with its head."""
    out = io.StringIO()
    between = "," if local_number("1.5") == "1.5" else ";"  # a comma in a number cannot stand between cells as well
    writer = csv.writer(out, delimiter=between, lineterminator="\r\n")
    writer.writerow([safe(cell) for cell in table.head])
    writer.writerows([safe(cell) for cell in row] for row in table.rows)
    return out.getvalue()


def safe(cell: Cell) -> str:
    """Return a cell's text. A text that would be a formula gets an apostrophe before it; a number is none."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return f"'{cell}" if cell.startswith(FORMULA) else cell
    return local_number(str(cell) if isinstance(cell, int) else f"{cell:.3f}".rstrip("0").rstrip("."))


# The page


def page_text(records: Records, house: str) -> bytes:
    """Return the page as UTF-8."""
    root = Element("html", lang=code_in_use())
    head = SubElement(root, "head")
    SubElement(head, "meta", charset="utf-8")
    SubElement(head, "meta", {"http-equiv": "Content-Security-Policy", "content": POLICY})
    SubElement(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    title = word("export.title", house=house) if house else word("export.title.plain")
    SubElement(head, "title").text = title
    SubElement(head, "style").text = STYLE
    body = SubElement(root, "body")
    SubElement(body, "h1").text = title
    at = time.strftime(word("form.moment"), time.localtime(records.at))
    SubElement(body, "p").text = word("export.as_of", at=at, version=VERSION)
    for board in records.boards:
        _add_board(body, board)
    SubElement(body, "h2").text = word("export.people")
    _add_table(body, records.people)
    SubElement(body, "h2").text = word("export.races")
    _add_races(body, records)
    tree: bytes = tostring(root, encoding="utf-8", method="html")
    return b"<!doctype html>\n" + tree + b"\n"


def _add_board(body: Element, board: Board) -> None:
    SubElement(body, "h2").text = word(f"records.span.{board.span}")
    SubElement(body, "p").text = word("export.played", matches=board.matches, minutes=board.minutes)
    if board.people.rows:
        _add_table(body, board.people)
    for table in board.records:
        SubElement(body, "h3").text = table.name
        _add_table(body, table)


def _add_table(body: Element, table: Table) -> None:
    """Add a table in a box of its own, so that a narrow screen scrolls it alone; numbers stand at the right."""
    if not table.rows:
        SubElement(body, "p").text = word("export.none")
        return
    numeric = [any(isinstance(row[place], int | float) for row in table.rows) for place in range(len(table.head))]
    inner = SubElement(SubElement(body, "div"), "table")
    head = SubElement(SubElement(inner, "thead"), "tr")
    for name, is_number in zip(table.head, numeric, strict=True):
        SubElement(head, "th", _kind(is_number=is_number)).text = name
    rows = SubElement(inner, "tbody")
    for row in table.rows:
        line = SubElement(rows, "tr")
        for cell, is_number in zip(row, numeric, strict=True):
            SubElement(line, "td", _kind(is_number=is_number)).text = shown_cell(cell)


def _kind(*, is_number: bool) -> dict[str, str]:
    return {"class": "number"} if is_number else {}


def shown_cell(cell: Cell) -> str:
    """Return a cell as it is read: what is only text is no formula here."""
    return cell if isinstance(cell, str) else safe(cell)


def _add_races(body: Element, records: Records) -> None:
    if not records.closest:
        SubElement(body, "p").text = word("export.none")
        return
    inner = SubElement(SubElement(body, "div"), "table")
    rows = SubElement(inner, "tbody")
    for race in records.closest:
        line = SubElement(rows, "tr")
        margin = f"{local_number(f'{milliseconds(race.margin_ns):.3f}')} {word('table.ms')}"
        SubElement(line, "td", {"class": "number"}).text = margin
        SubElement(line, "td").text = " – ".join(racers(race))
        SubElement(line, "td").append(strip_of(race))
        SubElement(line, "td").text = moment(race.at)


def strip_of(race: Race) -> Element:
    """Return a race as a picture."""
    margin = race.margin_ns / 1e6
    text = f"{', '.join(racers(race))}: {local_number(f'{margin:.3f}')} {word('table.ms')}"
    return strip((race.winner, race.loser), margin, text, word("table.ms"))


# Into a folder


def write_files(folder: Path, files: Mapping[str, bytes]) -> Iterator[Path]:
    """Write files into a folder, which is made where it is not there, and yield the path of each.

    Raises CabinetError where one is there already, before any is written, and for what cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in files:
            if (folder / name).exists():
                raise CabinetError(word("players.exists", path=folder / name))
        for name, content in files.items():
            with (folder / name).open("xb") as file:
                file.write(content)
            yield folder / name
    except OSError as problem:
        path = problem.filename or folder
        raise CabinetError(word("players.unwritable", path=path, reason=problem.strerror)) from problem
