"""Pictures as PNG files: written whole, and read in bands."""

import io
from pathlib import Path
from random import Random

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.display.png import bands, png


def test_a_png_holds_every_pixel() -> None:
    pixels = Random(1).randbytes(3 * 37 * 11)
    picture = pygame.image.load(io.BytesIO(png((37, 11), pixels)))
    assert picture.get_size() == (37, 11)
    assert pygame.image.tobytes(picture, "RGB") == pixels


def test_pixels_that_are_missing_are_an_error() -> None:
    with pytest.raises(ValueError, match="need 9 bytes"):
        png((1, 3), b"12345678")



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
