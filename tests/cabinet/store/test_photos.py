"""Photos beside the logs: written, counted, and deleted with them."""

import io
import os
from pathlib import Path
from random import Random

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.store.changes import Trouble
from cabinet.store.clerk import Clerk
from cabinet.store.fake_files import FakeFiles
from cabinet.store.ledger import Ledger
from cabinet.store.log_file import FOLDER, photo_path
from cabinet.store.png import bands, png
from cabinet.store.store import DiskStore
from cabinet.store.tidy import Shelf, tidy

OVER = '{"t":9,"outcome":{"winner":0,"reason":"out","scores":[1,0]}}\n'


def test_a_png_holds_every_pixel() -> None:
    pixels = Random(1).randbytes(3 * 37 * 11)
    picture = pygame.image.load(io.BytesIO(png((37, 11), pixels)))
    assert picture.get_size() == (37, 11)
    assert pygame.image.tobytes(picture, "RGB") == pixels


def test_pixels_that_are_missing_are_an_error() -> None:
    with pytest.raises(ValueError, match="need 9 bytes"):
        png((1, 3), b"12345678")


def test_the_store_writes_a_photo_beside_its_log(tmp_path: Path) -> None:
    store = DiskStore(tmp_path)
    log = tmp_path / FOLDER / "2026-11-22T23-47-10-speed-1.jsonl"
    store.keep_photo(log, lambda: b"a picture")
    store.close()
    assert (tmp_path / FOLDER / "2026-11-22T23-47-10-speed-1.photo.png").read_bytes() == b"a picture"


def test_a_disk_without_room_for_a_photo_is_reported_and_nothing_else_stops() -> None:
    troubles: list[Trouble] = []
    clerk = Clerk(FakeFiles(1), None, Ledger(), troubles.append)
    log = Path("matches/one.jsonl")
    clerk.photo(photo_path(log), b"a picture")
    assert [trouble.key for trouble in troubles] == ["store.photo"]


def leave(folder: Path, name: str, days: int, photo: int) -> None:
    for path, data in ((folder / f"{name}.jsonl", OVER.rjust(1000)), (folder / f"{name}.photo.png", "x" * photo)):
        path.write_text(data)
        os.utime(path, (1_700_000_000 - days * 86_400,) * 2)


def test_photos_count_and_go_with_their_logs(tmp_path: Path) -> None:
    for days in range(4):
        leave(tmp_path, f"{days}", days, photo=500)
    shelf = Shelf(tmp_path)
    shelf.look(100, {})
    assert shelf.bytes == 4 * 1500
    assert [path.name for path in shelf.tidy(3000, ())] == ["3.jsonl", "2.jsonl"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "0.jsonl", "0.photo.png", "1.jsonl", "1.photo.png",
    ]  # fmt: skip
    assert shelf.bytes == 3000


def test_a_photo_of_a_wanted_log_stays(tmp_path: Path) -> None:
    for days in range(3):
        leave(tmp_path, f"{days}", days, photo=500)
    tidy(tmp_path, 0, {"2"})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["2.jsonl", "2.photo.png"]


# Reading


def unpacked(data: bytes, rows: int) -> tuple[tuple[int, int], bytes]:
    """The size and the pixels of a picture that is read in bands."""
    size, pixels = (0, 0), b""
    for band in bands(io.BytesIO(data), rows):
        assert len(band.pixels) <= 3 * band.size[0] * rows
        if band.pixels:
            assert band.first * 3 * band.size[0] == len(pixels), "the bands follow each other"
        size, pixels = band.size, pixels + band.pixels
    return size, pixels


@given(st.integers(1, 40), st.integers(1, 40), st.integers(1, 50), st.randoms(use_true_random=False))
def test_a_picture_is_read_in_bands_as_it_was_written(width: int, height: int, rows: int, chance: Random) -> None:
    pixels = chance.randbytes(3 * width * height)
    assert unpacked(png((width, height), pixels), rows) == ((width, height), pixels)


def test_a_plain_picture_is_unpacked_in_small_bands_too() -> None:
    """Its file is a thousand times smaller, and no band is larger for it."""
    size = (1280, 720)
    assert unpacked(png(size, bytes(3 * 1280 * 720)), 45) == (size, bytes(3 * 1280 * 720))


@given(st.data())
def test_a_picture_that_is_cut_off_or_damaged_is_refused(data: st.DataObject) -> None:
    whole = png((9, 7), bytes(range(189)))
    end = data.draw(st.integers(0, len(whole) - 13))
    with pytest.raises(ValueError, match=r"no PNG|cut off|damaged|another kind"):
        unpacked(whole[:end], 3)
    at = data.draw(st.integers(33, len(whole) - 13))
    changed = whole[:at] + bytes((whole[at] ^ (1 << data.draw(st.integers(0, 7))),)) + whole[at + 1 :]
    with pytest.raises(ValueError, match=r"cut off|damaged|another kind"):
        unpacked(changed, 3)


def test_another_programs_picture_is_refused(tmp_path: Path) -> None:
    pygame.image.save(pygame.Surface((40, 30), pygame.SRCALPHA), tmp_path / "other.png")
    with pytest.raises(ValueError, match="another kind of PNG"):
        unpacked((tmp_path / "other.png").read_bytes(), 3)
