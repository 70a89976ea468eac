"""`photofinish replay`: a photo, a film, or one message that says what to do."""

from pathlib import Path

import pygame
import pytest
from PIL import Image

from cabinet.cli import main
from tests.cabinet.pictures.golden import difference


@pytest.fixture
def log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    seats = "bot:fast,bot:fast"
    assert main(["simulate", "--games", "1", "--seats", seats, "--log", str(tmp_path), "--option", "best_of=1"]) == 0
    capsys.readouterr()
    return next(tmp_path.glob("*.jsonl"))


def test_a_photo_of_the_closest_race(log: Path, tmp_path: Path) -> None:
    out = tmp_path / "photo.png"
    assert main(["replay", str(log), "--png", str(out), "--size", "480x320"]) == 0
    assert pygame.image.load(out).get_size() == (1280, 720)


def test_a_photo_has_the_name_of_the_house(log: Path, tmp_path: Path) -> None:
    config, named, plain = tmp_path / "config.toml", tmp_path / "named.png", tmp_path / "plain.png"
    config.write_text('[operator]\nname = "The Red Lion"\n', encoding="utf-8")
    assert main(["replay", str(log), "--png", str(plain)]) == 0
    assert main(["replay", str(log), "--png", str(named), "--config", str(config)]) == 0
    apart = difference(pygame.image.load(named), pygame.image.load(plain))
    changed = pygame.mask.from_threshold(apart, (0, 0, 0), (9, 9, 9, 255))
    changed.invert()
    boxes = changed.get_bounding_rects()
    assert boxes
    assert all(pygame.Rect(240, 40, 700, 80).contains(box) for box in boxes)


def test_a_film_of_a_part(log: Path, tmp_path: Path) -> None:
    out = tmp_path / "film.gif"
    part = ["--from", "12", "--to", "13"]
    assert main(["replay", str(log), "--gif", str(out), "--size", "480x320", *part]) == 0
    with Image.open(out) as film:
        assert film.size == (480, 320)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--png", "OUT", "--race", "99"], "no race 99"),
        (["--gif", "OUT", "--from", "9000"], "empty or outside"),
        (["--png", "OUT", "--whole"], "one race"),
        (["--png", "THERE"], "exists already"),
        (["--png", "FILM"], "is no name of a PNG; end it with .png"),
        (["--png", "NOWHERE"], "cannot be written"),
    ],
)
def test_a_mistake_is_one_message_and_leaves_no_file(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    places = {"OUT": tmp_path / f"out.{arguments[0][2:]}", "FILM": tmp_path / "out.mp4"}
    places["THERE"] = tmp_path / "there.png"
    places["NOWHERE"] = tmp_path / "nowhere" / "out.png"
    places["THERE"].write_bytes(b"")
    before = log.read_bytes()
    assert main(["replay", str(log), "--size", "480x320", *(str(places.get(each, each)) for each in arguments)]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert len(told.strip().splitlines()) == 1
    assert not places["OUT"].exists()
    assert log.read_bytes() == before


@pytest.mark.parametrize("content", [None, b"", b"no log\n", b"\xff\xfe"])
def test_what_cannot_be_read_ends_with_2(
    tmp_path: Path, content: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "other"
    if content is not None:
        path.write_bytes(content)
    assert main(["replay", str(path), "--png", str(tmp_path / "out.png")]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_log_that_says_something_else_is_not_shown(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = log.read_text(encoding="utf-8").split("\n")
    place = next(place for place, line in enumerate(lines) if '"do":"play"' in line)
    lines[place] = lines[place].replace('"ok":true', '"ok":false')
    log.write_text("\n".join(lines), encoding="utf-8")
    assert main(["replay", str(log), "--png", str(tmp_path / "out.png")]) == 2
    assert f"line {place + 1} differs" in capsys.readouterr().err


@pytest.mark.parametrize("given", ["-1", "nan", "soon", "99999999"])
def test_a_moment_is_a_number_of_seconds(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["replay", "log", f"--to={given}"])
    assert left.value.code == 2
    assert "is no moment of a log" in capsys.readouterr().err
