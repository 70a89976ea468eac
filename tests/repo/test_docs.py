"""What the documents say is so: links, commands, folders, versions, licences."""

import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import astuple

from cabinet.cli import COMMANDS
from cabinet.config.schema import Config
from engine.version import VERSION
from tests.vm.page_commands import DESK_PAGES, NOT_RUN, PAGES, as_typed, commands_of, pages_commands

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)|<img[^>]*\ssrc=\"([^\"]+)\"")
HEADING = re.compile(r"^#{1,6}\s+(.*)$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
ASSETS = {".ttf", ".otf", ".png", ".svg", ".ogg", ".wav"}


def documents(repository: Path) -> list[Path]:
    return [*sorted(repository.glob("*.md")), *sorted((repository / "docs").rglob("*.md"))]


def prose(document: Path) -> str:
    """Give a document's text without its fenced blocks, where a bracket is not a link."""
    return FENCE.sub("", document.read_text(encoding="utf-8"))


def anchors(document: Path) -> set[str]:
    """Give the fragments a document's headings answer to, as GitHub makes them."""
    kept = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(prose(document)))
    return {heading.strip().replace(" ", "-") for heading in kept}


def dead_links(document: Path) -> Iterator[str]:
    for markdown, html in LINK.findall(prose(document)):
        target, _, fragment = (markdown or html).partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        path = (document.parent / target) if target else document
        if not path.exists() or (fragment and path.suffix == ".md" and fragment not in anchors(path)):
            yield f"{document.name}: {markdown or html}"


def test_every_link_leads_somewhere(repository: Path) -> None:
    assert [link for document in documents(repository) for link in dead_links(document)] == []


def test_the_check_sees_dead_links(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    text = "# Real part\n[a](gone.md) [b](#no-part) [c](#real-part) ![d](no.png)\n"
    page.write_text(text, encoding="utf-8")
    assert list(dead_links(page)) == ["page.md: gone.md", "page.md: #no-part", "page.md: no.png"]


def sentences_in_tables(document: Path) -> list[str]:
    """Give the lines that stand right below a table's rows: they are shown as a row of it."""
    return re.findall(r"^\|.*\n(?!<!--)([^|\n].*)", prose(document), re.MULTILINE)


def test_an_empty_line_ends_each_table(repository: Path) -> None:
    assert [line for document in documents(repository) for line in sentences_in_tables(document)] == []


def test_the_check_sees_a_table_that_goes_on(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("| a |\n|---|\n| 1 |\nSentence.\n\n| b |\n|---|\n<!-- end -->\n", encoding="utf-8")
    assert sentences_in_tables(page) == ["Sentence."]


def tables_without_head(document: Path) -> list[str]:
    """Give the first rows of tables that have no dashes below it: an empty line has parted them from their head."""
    tables = re.findall(r"(?:^\|.*\n)+", prose(document), re.MULTILINE)
    return [table.partition("\n")[0] for table in tables if not re.match(r"\|.*\n\|[-|]+\|\n", table)]


def test_no_table_is_parted_from_its_head(repository: Path) -> None:
    assert [row for document in documents(repository) for row in tables_without_head(document)] == []


def test_the_check_sees_a_table_in_two_parts(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("| a |\n|---|\n| 1 |\n\n| 2 |\n| 3 |\n", encoding="utf-8")
    assert tables_without_head(page) == ["| 2 |"]


def project(repository: Path) -> dict[str, Any]:
    with (repository / "pyproject.toml").open("rb") as file:
        settings: dict[str, Any] = tomllib.load(file)["project"]
    return settings


def test_the_changelog_begins_with_this_version_or_what_comes_after_it(repository: Path) -> None:
    newest = re.search(r"^## (\S+)", (repository / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest is not None
    assert newest[1] in ("Unreleased", project(repository)["version"])


def test_the_program_and_its_logs_tell_this_version(repository: Path) -> None:
    assert project(repository)["version"] == VERSION


def typed(repository: Path) -> str:
    """Give what the documents tell people to type, in `spans` and fenced blocks, each at the start of a line."""
    text = "\n".join(document.read_text(encoding="utf-8") for document in documents(repository))
    return "\n".join([*re.findall(r"`([^`\n]+)`", FENCE.sub("", text)), *FENCE.findall(text)])


def test_every_command_in_the_documents_exists(repository: Path) -> None:
    commands = set(COMMANDS)
    text = "\n".join(document.read_text(encoding="utf-8") for document in documents(repository))
    told = set(re.findall(r"(?:`|bin/|^|\$ )photofinish ([a-z]+)", text, re.MULTILINE))
    assert {"verify", "config"} <= told
    assert told - commands == set()


def test_every_make_target_in_the_documents_exists(repository: Path) -> None:
    makefile = (repository / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    told = set(re.findall(r"^make ([a-z-]+)", typed(repository), re.MULTILINE))
    assert {"play", "test"} <= told
    assert told - targets == set()


def test_the_map_in_the_readme_is_the_territory(repository: Path) -> None:
    readme = (repository / "README.md").read_text(encoding="utf-8")
    mapped = set(re.findall(r"^\| \[?`([a-z]+)/`", readme, re.MULTILINE))
    folders = {path.parent.name for path in repository.glob("*/*.py")} | {"docs", "systemd", "tests", "tools"}
    assert mapped == folders - {"build"}


def test_the_keys_in_the_readme_are_those_of_the_program(repository: Path) -> None:
    readme = (repository / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (AMBER|BLUE) .*?\|(.*)$", readme, re.MULTILINE)
    told = {name: re.findall(r"`(.)`", row) for name, row in rows}
    keys = Config().input.keys
    for name, seat in (("AMBER", keys.seat0), ("BLUE", keys.seat1)):
        assert [key.lower() for key in told[name]] == list(astuple(seat))


def test_decisions_are_numbered_once_and_listed(repository: Path) -> None:
    folder = repository / "docs" / "decisions"
    index = (folder / "README.md").read_text(encoding="utf-8")
    records = sorted(path.name for path in folder.glob("[0-9]*.md"))
    numbers = [name[:4] for name in records]
    assert sorted(set(numbers)) == numbers
    assert [name for name in records if f"({name})" not in index] == []


REFERENCE = re.compile(r"\b[Dd]ecisions?(?: records)?[ (/\[]+(\d{4})\b")


def test_every_decision_that_is_referred_to_has_a_page_or_says_where_it_went(repository: Path) -> None:
    """A number keeps its meaning for ever: a record may be joined with another, and the index says so."""
    index = (repository / "docs" / "decisions" / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"\b(\d{4})\b(?!-)", index)
    assert sorted(set(rows)) == sorted(rows)
    found = {
        f"{path.relative_to(repository)}: {number}"
        for path in written_here(repository)
        for number in REFERENCE.findall(path.read_text(encoding="utf-8"))
        if number not in rows
    }
    assert found == set()


PARTS = ["Context", "Decision", "Consequences"]


def test_the_table_of_decisions_is_sorted_and_has_their_titles(repository: Path) -> None:
    folder = repository / "docs" / "decisions"
    index = (folder / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[(\d{4})\]\((.*?)\) \| (.*?) \|.*\|$", index, re.MULTILINE)
    assert [number for number, _, _ in rows] == sorted(path.name[:4] for path in folder.glob("[0-9]*.md"))
    titles = {number: (folder / name).read_text(encoding="utf-8").partition("\n")[0] for number, name, _ in rows}
    assert [title for number, _, title in rows if titles[number] != f"# {number}: {title}"] == []


def parts(record: Path) -> list[str]:
    """Give the bold headings at the beginning of a record's paragraphs."""
    return re.findall(r"^\*\*(.+?)\.\*\*", record.read_text(encoding="utf-8"), re.MULTILINE)


def test_every_decision_has_its_three_parts_in_order(repository: Path) -> None:
    folder = repository / "docs" / "decisions"
    records = sorted(folder.glob("[0-9]*.md"))
    assert [path.name for path in (*records, folder / "template.md") if parts(path) != PARTS] == []


def test_every_font_sound_and_picture_we_ship_has_its_licence_told(repository: Path) -> None:
    told = (repository / "docs" / "licences.md").read_text(encoding="utf-8")
    patterns = re.findall(r"`(cabinet/[^`]+)`", told)
    shipped = [path for path in (repository / "cabinet").rglob("*") if path.suffix in ASSETS]
    names = [str(path.relative_to(repository)) for path in shipped]
    assert [name for name in names if not any(fnmatch(name, pattern) for pattern in patterns)] == []


PICTURES_MOST = 3_000_000


def test_every_picture_is_shown_on_a_page_and_all_are_small(repository: Path) -> None:
    """Everybody clones them, each version: contact sheets are made into build/ (`make pictures`)."""
    pages = "\n".join(document.read_text(encoding="utf-8") for document in documents(repository))
    pictures = sorted((repository / "docs" / "pictures").iterdir())
    assert [path.name for path in pictures if f"pictures/{path.name}" not in pages] == []
    assert sum(path.stat().st_size for path in pictures) < PICTURES_MOST


def imported_modules(repository: Path) -> set[str]:
    return {
        name
        for package in ("cabinet", "engine", "hardware")
        for path in (repository / package).rglob("*.py")
        for name in re.findall(r"^\s*(?:import|from) (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }


def test_every_dependency_is_used(repository: Path) -> None:
    modules = {"pygame-ce": "pygame", "pyserial": "serial"}
    names = [re.split(r"[^\w-]", line)[0] for line in project(repository)["dependencies"]]
    assert [name for name in names if modules.get(name, name) not in imported_modules(repository)] == []


TEXT = {".py", ".md", ".toml", ".sh", ".txt", ".json", ".svg", ""}
OF_ONE_MACHINE = re.compile(r"(?<![\w.])/(?:work|farm|root)/|/home/[a-z]+/|/Users/[a-z]+/")
HIDDEN_OR_BUILT = re.compile(r"^(\.(?!ci$).*|build|dist|.*\.egg-info|__pycache__)$")


def written_here(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if HIDDEN_OR_BUILT.match(path.name):
            continue
        if path.is_dir():
            yield from written_here(path)
        elif path.suffix in TEXT and path != Path(__file__) and not path.is_symlink():
            yield path


def test_nothing_names_a_path_of_one_machine(repository: Path) -> None:
    found = [
        f"{path.relative_to(repository)}: {match[0]}"
        for path in written_here(repository)
        for match in OF_ONE_MACHINE.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


UNPUBLISHED = re.compile(r"\barchitecture,?\s+(sections?\s+)?\d|\bthe\s+design\b", re.IGNORECASE)


def test_nothing_refers_to_a_page_that_is_not_here(repository: Path) -> None:
    """References by number, to a description that was never published, lead nowhere: name a heading instead."""
    found = [
        f"{path.relative_to(repository)}: {match[0]}"
        for path in written_here(repository)
        for match in UNPUBLISHED.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize("sentence", ["(architecture, section 5)", "Architecture section 4", "the design's rule"])
def test_the_check_sees_such_references(sentence: str) -> None:
    assert UNPUBLISHED.search(sentence)


@pytest.mark.parametrize("sentence", ["see /work/x", "in /home/ann/x", "(/root/.cache)"])
def test_the_check_sees_such_paths(sentence: str) -> None:
    assert OF_ONE_MACHINE.search(sentence)


def test_each_page_with_commands_is_about_a_cabinet_or_a_desk(repository: Path) -> None:
    paths = (repository / "README.md", *(repository / "docs").glob("*.md"))
    pages = {path: path.read_text(encoding="utf-8") for path in paths}
    written = {path for path, text in pages.items() if any(commands_of(text.replace(".venv/bin/", "")))}
    assert {str(path.relative_to(repository)) for path in written} == {*PAGES, *DESK_PAGES}


def test_each_command_of_the_operators_pages_is_run_in_the_machine_or_has_its_reason(repository: Path) -> None:
    commands = pages_commands(repository)
    assert set(NOT_RUN) <= set(commands), "a command that is on no page any more"
    run = [command for command in commands if command not in NOT_RUN]
    assert {"sudo -u photofinish photofinish players", "photofinish config --show"} <= set(run)
    assert [command for command in run if re.search(r"\b[A-Z]{4,}\b", as_typed(command))] == [], "a word to be replaced"
    for command in commands:
        name = re.fullmatch(r".*?photofinish(?: --)? (?:photofinish )?([a-z]+)\b.*", command)
        if name and "systemctl" not in command:
            assert name[1] in COMMANDS, command
