"""Which configuration file is used, and the card's settings over it: all of them, or none where one does not fit."""

import errno
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cabinet.config.faults import ConfigError
from cabinet.config.file import LoadedConfig
from cabinet.config.load import load_config, search_path, usable_display
from cabinet.config.schema import Config, Display


def loaded(folder: Path, file: str, card: str | bytes) -> LoadedConfig:
    """The configuration of a machine with this file and these settings of a card."""
    own, taken = folder / "config.toml", folder / "card.toml"
    own.write_text(file, encoding="utf-8")
    taken.write_bytes(card if isinstance(card, bytes) else card.encode())
    return load_config(own, {"PHOTOFINISH_CARD": str(taken)}, folder)


def test_the_nearest_file_of_the_search_path_is_used(tmp_path: Path) -> None:
    home, here = tmp_path / "home", tmp_path / "here"
    environ = {"HOME": str(home)}
    here_file, user_file, _ = search_path(environ, here)
    for file, volume in ((user_file, 1), (here_file, 2)):
        file.parent.mkdir(parents=True)
        file.write_text(f"sound.volume = {volume}")
        loaded = load_config(None, environ, here)
        assert (loaded.path, loaded.config.sound.volume) == (file, volume)


def test_a_file_named_on_the_command_line_comes_before_one_named_in_the_environment(tmp_path: Path) -> None:
    named, chosen = tmp_path / "named.toml", tmp_path / "chosen.toml"
    named.write_text("sound.volume = 1")
    chosen.write_text("sound.volume = 2")
    environ = {"HOME": str(tmp_path), "PHOTOFINISH_CONFIG": str(named)}
    assert load_config(None, environ, tmp_path).path == named
    assert load_config(chosen, environ, tmp_path).path == chosen


def test_a_folder_that_this_user_may_not_search_has_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From root's home, as `sudo -u photofinish photofinish doctor` is typed."""
    own = tmp_path / "own"

    def lstat(path: Path) -> os.stat_result:
        if own not in path.parents:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return os.lstat(path)

    monkeypatch.setattr(Path, "lstat", lstat)
    assert load_config(None, {"HOME": "/root"}, Path("/root")).path is None
    own.mkdir()
    (own / "photofinish.toml").mkdir()  # it is there, and cannot be read
    with pytest.raises(ConfigError):
        load_config(None, {"HOME": "/root"}, own)


def test_a_named_file_in_a_folder_that_may_not_be_searched_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(path: Path, *_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    for name in ("lstat", "stat", "open"):
        monkeypatch.setattr(Path, name, denied)
    monkeypatch.setattr("os.open", denied)
    with pytest.raises(ConfigError, match="Permission denied"):
        load_config(None, {"PHOTOFINISH_CONFIG": str(tmp_path / "named.toml")}, tmp_path)


def test_no_file_anywhere_means_the_defaults(tmp_path: Path) -> None:
    assert load_config(None, {"HOME": str(tmp_path)}, tmp_path).config == Config()


def test_a_named_file_that_is_not_there_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"missing\.toml: cannot be read .* photofinish config --show"):
        load_config(tmp_path / "missing.toml", {}, tmp_path)


RIGHT = "display.large = true\n"


def test_the_cards_settings_override_the_file(tmp_path: Path) -> None:
    both = loaded(tmp_path, "sound.volume = 5\nsound.tension = false\n", "sound.volume = 40\n")
    assert (both.config.sound.volume, both.config.sound.tension, both.aside) == (40, False, None)


@pytest.mark.parametrize(
    ("card", "fault"),
    [
        (f"{RIGHT}sound.tenson = true\n", "toml:2: sound.tenson: there is no such key; did you mean tension?"),
        (f"{RIGHT}\nsound.volume = 200\n", "toml:3: sound.volume: is 200; it takes a whole number from 0 to 100"),
        (f"{RIGHT}input.pins.seat1.CARD1 = 12\n", "toml:2: input.pins.seat1.CARD1: is 12, and so is "
         "input.pins.seat0.CARD1; every button needs its own"),
        (f"{RIGHT}options.speed.jokers = 3\n", "toml:2: options.speed.jokers: is 3; it takes true or false"),
        (f"{RIGHT}display.seat_displays = [1, 1]\n", "toml:2: display.seat_displays: is [1, 1]; every seat needs a "
         "display of its own"),
    ],
)  # fmt: skip
def test_one_fault_leaves_all_settings_of_the_card_out(card: str, fault: str, tmp_path: Path) -> None:
    file = "sound.volume = 5\ninput.pins.seat0.CARD1 = 12\n"
    alone = loaded(tmp_path, file, card)
    assert (alone.config.sound.volume, alone.config.display.large, alone.card) == (5, False, "")
    assert alone.aside is not None
    assert str(alone.aside) == f"/boot/firmware/photofinish.{fault}"
    assert [each.line for each in alone.aside.faults] == [int(fault.split(":")[1])]


@pytest.mark.parametrize("damage", [b"display.large = tr", b"\0" * 600, b"\xff\xfe", b"[" * 9999])
def test_a_damaged_copy_of_the_cards_settings_is_one_fault(damage: bytes, tmp_path: Path) -> None:
    alone = loaded(tmp_path, "sound.volume = 5\n", damage)
    assert alone.config.sound.volume == 5
    assert alone.aside is not None
    [fault] = alone.aside.faults
    assert fault.problem.startswith(f"the copy of its settings, {tmp_path / 'card.toml'}, cannot be read")


WHOLE = b"[sound]\nvolume = 40\n[input.pins.seat0]\nCARD1 = 13\n[options.speed]\njokers = true\n"


@given(st.integers(0, len(WHOLE)), st.integers(0, 9), st.binary(max_size=9))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_whatever_becomes_of_the_copy_it_counts_wholly_or_not_at_all(
    tmp_path: Path, place: int, length: int, instead: bytes
) -> None:
    both = loaded(tmp_path, "sound.volume = 5\n", WHOLE[:place] + instead + WHOLE[place + length :])
    if both.aside is None:
        assert both.card
    else:
        assert (both.card, both.config) == ("", loaded(tmp_path, "sound.volume = 5\n", b"").config)
        assert both.aside.first


def test_a_copy_that_is_no_file_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "card").mkdir()
    environ = {"PHOTOFINISH_CARD": str(tmp_path / "card"), "HOME": str(tmp_path)}
    assert load_config(None, environ, tmp_path).aside is not None


def test_faults_of_the_file_itself_are_an_error_with_a_card_too(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"config\.toml:1: sound\.volume: is 200"):
        loaded(tmp_path, "sound.volume = 200\n", RIGHT)
    with pytest.raises(ConfigError, match=r"config\.toml:1: options\.speed\.jokers: is 3"):
        loaded(tmp_path, "options.speed.jokers = 3\n", "sound.tenson = true\n")
    assert loaded(tmp_path, "options.speed.jokers = 3\n", "options.speed.jokers = true\n").aside is None


@pytest.mark.parametrize(
    ("file", "card", "display"),
    [
        ("display.rotate = 90\n", "display.margin = 3\n", Display(rotate=90, margin=3.0)),
        ("display.rotate = 90\n", "display.rotate = 270\n", Display(rotate=270)),
        ("display.rotate = 90\nsound.volme = 1\n", "", Display(rotate=90)),
        ("display.rotate = 90\ndisplay.margin = 70\n", "", Display(rotate=90)),
        ("[display]\nrotate = 180\nrotat = 1\n", "[display]\nrotate = 45\n", Display(rotate=180)),
        ("display.rotate = 90\ndisplay.mode = 'large'\n", "", Display(rotate=90)),
        ("display = 4\n", "display.rotate = ", Display()),
        ("display.rotate = 90\n", "\0", Display(rotate=90)),
    ],
)
def test_what_can_be_used_of_the_display_is_used_whatever_is_wrong_beside_it(
    tmp_path: Path, file: str, card: str, display: Display
) -> None:
    (tmp_path / "config.toml").write_text(file)
    (tmp_path / "card.toml").write_text(card)
    environ = {"PHOTOFINISH_CONFIG": str(tmp_path / "config.toml"), "PHOTOFINISH_CARD": str(tmp_path / "card.toml")}
    assert usable_display(environ, tmp_path) == display


def test_without_files_a_display_has_its_defaults(tmp_path: Path) -> None:
    nowhere = {"HOME": str(tmp_path), "PHOTOFINISH_CARD": str(tmp_path / "none")}
    assert usable_display(nowhere, tmp_path) == Display()
    assert usable_display(nowhere | {"PHOTOFINISH_CONFIG": str(tmp_path / "none")}, tmp_path) == Display()
