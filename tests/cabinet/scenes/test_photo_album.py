"""The photos of an idle cabinet: the newest, piece by piece, and what is damaged left out and reported once."""

from pathlib import Path

import pygame
import pytest

from cabinet.display.png import ROWS, png
from cabinet.scenes.attract import LOOKED_AT, NEWEST, PhotoAlbum
from cabinet.store.logs import PHOTO

SIZE = (64, 90)
BOX = (32, 100)


def keep(folder: Path, name: str, colour: int) -> None:
    (folder / f"{name}{PHOTO}").write_bytes(png(SIZE, bytes((colour, 0, 0)) * (SIZE[0] * SIZE[1])))


def shown(album: PhotoAlbum) -> tuple[list[int], int]:
    """The red of every photo that is shown, and the pieces of work that all took."""
    pieces, reds = sum(1 for _ in album.look()), []
    for place in range(NEWEST):
        photo, steps = read(album, place)
        pieces += steps
        if photo is not None:
            assert photo.get_size() == (32, 45)
            assert photo.get_at((0, 0)) == photo.get_at((31, 44))
            reds.append(round(photo.get_at((9, 9))[0], -1))
    return reds, pieces


def read(album: PhotoAlbum, place: int) -> tuple[pygame.Surface | None, int]:
    """The photo at a place, and the pieces of work."""
    work, pieces = album.photo(place, BOX), 0
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value, pieces
        pieces += 1


def test_the_newest_are_shown_the_newest_first(tmp_path: Path) -> None:
    for day in range(10, 20):
        keep(tmp_path, f"2026-11-{day}T20-00-00-speed-1", 10 * day)
    (tmp_path / "2026-12-01.jsonl").write_text("{}")
    assert shown(PhotoAlbum(tmp_path, pytest.fail))[0] == [190, 180, 170]


def test_a_large_folder_is_looked_through_in_pieces(tmp_path: Path) -> None:
    for number in range(2 * LOOKED_AT + 50):
        (tmp_path / f"{number}.jsonl").touch()
    assert sum(1 for _ in PhotoAlbum(tmp_path, pytest.fail).look()) == 3


def test_a_photo_is_read_in_pieces(tmp_path: Path) -> None:
    keep(tmp_path, "a", 70)
    assert shown(PhotoAlbum(tmp_path, pytest.fail))[1] >= 1 + SIZE[1] // ROWS


@pytest.mark.parametrize("damage", [b"", b"garbage", b"\x89PNG\r\n\x1a\n", None])
def test_what_is_broken_is_left_out_and_reported_once(tmp_path: Path, damage: bytes | None) -> None:
    keep(tmp_path, "a", 70)
    broken = tmp_path / f"b{PHOTO}"
    if damage is None:
        broken.symlink_to(tmp_path / "gone")
    else:
        broken.write_bytes(damage)
    reports: list[str] = []
    album = PhotoAlbum(tmp_path, reports.append)
    for _ in range(3):
        assert shown(album)[0] == [70]
    assert len(reports) == 1
    assert broken.name in reports[0]


def test_a_photo_that_goes_between_two_looks_is_left_out(tmp_path: Path) -> None:
    keep(tmp_path, "a", 70)
    reports: list[str] = []
    album = PhotoAlbum(tmp_path, reports.append)
    assert sum(1 for _ in album.look()) == 1
    (tmp_path / f"a{PHOTO}").unlink()
    with pytest.raises(StopIteration) as end:
        next(album.photo(0, BOX))
    assert end.value.value is None
    assert len(reports) == 1


def test_without_a_folder_there_are_no_photos(tmp_path: Path) -> None:
    assert shown(PhotoAlbum(tmp_path / "matches", pytest.fail)) == ([], 0)


def test_a_folder_that_cannot_be_read_is_reported_once(tmp_path: Path) -> None:
    (tmp_path / "matches").touch()
    reports: list[str] = []
    album = PhotoAlbum(tmp_path / "matches", reports.append)
    assert shown(album) == shown(album) == ([], 0)
    assert len(reports) == 1
