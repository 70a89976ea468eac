"""Match logs on disk: named, flushed line by line, cut and continued, and what is said when the disk refuses."""

import errno
import io
import time
from pathlib import Path

import pytest

from cabinet.errors import LogFileError
from cabinet.store.logs import MatchLogFile, begin_log, continue_log, length_of, read_log

WHEN = time.struct_time((2026, 11, 21, 18, 30, 5, 5, 325, 0))


def test_a_log_is_named_by_moment_game_and_seed(tmp_path: Path) -> None:
    log = begin_log(tmp_path, "speed", 42, WHEN)
    log.close()
    assert log.path == tmp_path / "matches" / "2026-11-21T18-30-05-speed-42.jsonl"


@pytest.mark.parametrize(
    ("data", "lengths"),
    [(b"a\nbc\nd", (0, 2, 5)), (b"a\r\nbc\r\nd", (0, 3, 7)), (b"\xef\xbb\xbfa\nbc\r\n", (0, 5, 9))],
)
def test_lines_are_as_long_as_they_are_in_the_file(data: bytes, lengths: tuple[int, ...]) -> None:
    assert tuple(length_of(data, lines) for lines in range(len(lengths))) == lengths


def test_two_matches_of_one_second_have_two_logs(tmp_path: Path) -> None:
    logs = [begin_log(tmp_path, "speed", 42, WHEN) for _ in range(3)]
    for log in logs:
        log.close()
    assert len({log.path for log in logs}) == 3


def test_a_line_is_on_the_disk_as_soon_as_it_is_written(tmp_path: Path) -> None:
    log = begin_log(tmp_path, "speed", 42, WHEN)
    log.write(["one", "two"])
    assert log.path.read_bytes() == b"one\ntwo\n"
    log.close()


def test_a_log_is_cut_and_continued(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes("eins\nzwöl".encode())
    log = continue_log(path, len("eins\n"))
    log.write(["zwei"])
    log.close()
    assert path.read_bytes() == b"eins\nzwei\n"


def test_a_folder_that_cannot_be_made_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "matches").write_text("in the way")
    with pytest.raises(LogFileError, match=r"cannot be written .* data\.folder"):
        begin_log(tmp_path, "speed", 42, WHEN)


class FullDisk(io.StringIO):
    """A file that nothing more fits into."""

    def flush(self) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_says_what_to_do(tmp_path: Path) -> None:
    log = MatchLogFile(tmp_path / "log.jsonl", FullDisk())
    with pytest.raises(LogFileError, match=r"cannot be written \(No space left on device\)\. Make room"):
        log.write(["line"])


def test_a_log_that_is_not_there_cannot_be_read_or_continued(tmp_path: Path) -> None:
    with pytest.raises(LogFileError, match="cannot be read"):
        read_log(tmp_path / "no.jsonl")
    with pytest.raises(LogFileError, match="cannot be written"):
        continue_log(tmp_path / "no.jsonl", 0)
