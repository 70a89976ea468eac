"""Folders of a stick: nothing outside is read or written whatever a stick has in it, and each fault has its word."""

import errno
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from cabinet.machine.folder import Folder, StickFault, explained
from cabinet.strings.catalogue import has_word


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "outside").write_text("nobody's business")
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


@pytest.fixture
def folder(root: Path) -> Iterator[Folder]:
    with Folder(os.open(root, os.O_RDONLY)) as opened:
        yield opened


def read(folder: Folder, name: str, most: int = 100) -> bytes:
    return b"".join(folder.read(name, most))


NAMES = (
    "..",
    ".",
    "",
    "../outside",
    "/etc/passwd",
    "../../etc/passwd",
    "a/b",
    "a\\b",
    "a\0b",
    ".hidden",
    "-x",
    "a" * 101,
    "ä",
)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_leads_nowhere_else(folder: Folder, root: Path, name: str) -> None:
    attempts = (
        lambda: folder.write(name, [b"x"]),
        lambda: read(folder, name),
        lambda: folder.folder(name),
        lambda: folder.folder(name, make=True),
        lambda: folder.rename("x", name),
    )
    for attempt in attempts:
        with pytest.raises(StickFault):
            attempt()
    folder.remove(name)
    assert list(root.iterdir()) == []
    assert (root.parent / "outside").read_text() == "nobody's business"


def test_links_pipes_and_folders_are_no_files(folder: Folder, root: Path) -> None:
    """FAT has none of these; what the kernel makes of a broken one is not ours to trust."""
    (root / "link").symlink_to(root.parent / "outside")
    (root / "up").symlink_to(root.parent)
    os.mkfifo(root / "pipe")
    (root / "dir").mkdir()
    for name in ("link", "pipe", "dir"):
        with pytest.raises(StickFault) as refused:
            read(folder, name)
        assert refused.value.key == "odd"
    for name in ("link", "up"):
        with pytest.raises(StickFault):
            folder.folder(name)
        with pytest.raises((StickFault, FileExistsError)):
            folder.write(name, [b"x"])
    folder.remove("up")
    assert (root.parent / "outside").read_text() == "nobody's business"


def test_a_file_has_as_many_bytes_as_are_read_whatever_its_folder_says(folder: Folder, root: Path) -> None:
    (root / "file").write_bytes(b"x" * 100)
    assert len(read(folder, "file", 100)) == 100
    with pytest.raises(StickFault) as refused:
        read(folder, "file", 99)
    assert refused.value.key == "large"


def test_what_is_written_is_read_again_with_its_sum(folder: Folder) -> None:
    digits = folder.write("file", [b"one", b"two"])
    assert read(folder, "file") == b"onetwo"
    assert digits == hashlib.sha256(b"onetwo").hexdigest()
    folder.sync()


def test_nothing_is_written_over(folder: Folder, root: Path) -> None:
    folder.write("file", [b"old"])
    with pytest.raises(StickFault):
        folder.write("file", [b"new"])
    assert (root / "file").read_bytes() == b"old"


def test_a_folder_gets_a_number_where_its_name_is_taken_finished_or_not(folder: Folder, root: Path) -> None:
    """A clock that was never set shows the same minute at each start."""
    names = []
    for _ in range(3):
        name, new = folder.new_folder("export-1970-01-01-00-00", ".unfinished")
        new.write("file", [name.encode()])
        new.__exit__(None, None, None)
        names.append(name)
    folder.rename(f"{names[0]}.unfinished", names[0])
    name, new = folder.new_folder("export-1970-01-01-00-00", ".unfinished")
    new.__exit__(None, None, None)
    assert [*names, name] == [f"export-1970-01-01-00-00{end}" for end in ("", "-2", "-3", "-4")]
    assert (root / names[0] / "file").read_text() == names[0]


def test_a_hundred_thousand_names_are_not_all_read(folder: Folder, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cabinet.machine.folder.MOST_NAMES", 50)
    for number in range(50):
        (root / f"file{number}").touch()
    (root / "ours-and-others").touch()
    with pytest.raises(StickFault) as refused:
        folder.names()
    assert (refused.value.key, refused.value.detail) == ("many", "50")
    (root / "ours-and-others").rename(root.parent / "gone")
    assert len(folder.names()) == 50


def test_names_that_are_not_of_our_letters_are_not_seen(folder: Folder, root: Path) -> None:
    for name in ("backup", ".hidden", "a b", "ü", "x\ny", "a" * 120):
        (root / name).touch()
    assert folder.names() == ["backup"]


def test_a_folder_is_removed_with_what_is_in_it_and_what_is_not_ours_stays(folder: Folder, root: Path) -> None:
    with folder.folder("export", make=True) as export, export.folder("logs", make=True) as logs:
        logs.write("log", [b"x"])
        export.write("file", [b"x"])
    (root / "export" / "somebody's").write_text("x")
    folder.remove("export")
    assert [path.name for path in (root / "export").iterdir()] == ["somebody's"]


@pytest.mark.parametrize(
    ("number", "key"),
    [
        (errno.ENOSPC, "full"), (errno.EROFS, "protected"), (errno.EIO, "gone"), (errno.ENODEV, "gone"),
        (errno.EUCLEAN, "gone"), (errno.ENOTDIR, "odd"), (errno.ELOOP, "odd"), (errno.EMFILE, "other"),
    ],
)  # fmt: skip
def test_each_fault_has_its_word(number: int, key: str) -> None:
    with pytest.raises(StickFault) as refused, explained("file"):
        raise OSError(number, os.strerror(number))
    assert refused.value.key == key
    assert has_word(f"stick.fault.{key}")
