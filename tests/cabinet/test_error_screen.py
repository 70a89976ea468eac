"""The error screen: what it says, that all of it can be read, and that it needs no screen to say it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pygame
import pytest

from cabinet import app, cli
from cabinet.config.file import LoadedConfig, parse_config
from cabinet.config.schema import Config
from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.error_screen import MOUNTED, RESULTS, SHOWN, main, picture, reason_of, sprites
from cabinet.errors import NoDisplay, ScreenGone, TooFewScreens
from cabinet.process.crash_report import FILE, delete_report, read_report, write_report
from cabinet.screens.modes import Mounting
from cabinet.service.settings import ALL
from cabinet.store.ledger import Setting
from cabinet.store.settings import change_setting
from cabinet.store.worker import Trouble
from cabinet.strings.catalogue import word
from cabinet.strings.operator import OPERATOR_WORDS
from tests.cabinet.pictures.golden import compare, shrunk
from tests.cabinet.pictures.studio import SIZES

GOLDEN = Path(__file__).parent / "golden_error"
REASON = (
    "No permission to open /dev/gpiochip0. Join the group gpio: `sudo usermod --append --groups gpio $USER`, "
    "then log out and in again."
)


def test_the_reason_is_the_programs_own_last_words(tmp_path: Path) -> None:
    environ = {"RUNTIME_DIRECTORY": f"{tmp_path}:/somewhere/else"}
    write_report(REASON, environ)
    assert (tmp_path / FILE).read_text() == f"{REASON}\n"
    assert reason_of(None, environ) == REASON
    assert reason_of(tmp_path / FILE, {}) == REASON
    assert read_report(tmp_path / "none", {}) == ""


def test_without_a_place_nothing_is_left_and_a_disk_that_refuses_changes_nothing(tmp_path: Path) -> None:
    write_report(REASON, {})
    write_report(REASON, {"RUNTIME_DIRECTORY": str(tmp_path / "none")})
    assert list(tmp_path.iterdir()) == []


# systemd.exec(5), $SERVICE_RESULT, without success and without the condition that our units do not have
FAILURES = {
    *("protocol", "timeout", "exit-code", "signal", "core-dump", "watchdog", "oom-kill", "start-limit-hit"),
    "resources",
}


@pytest.mark.parametrize("result", sorted(FAILURES))
def test_without_last_words_systemd_says_how_it_ended(result: str) -> None:
    told = reason_of(None, {"MONITOR_SERVICE_RESULT": result, "MONITOR_EXIT_STATUS": "139"})
    assert told == word(f"error.result.{result}", status="139")


def test_there_are_words_for_every_result_and_for_none() -> None:
    prefix = "error.result."
    assert {key.removeprefix(prefix) for key in OPERATOR_WORDS if key.startswith(prefix)} == set(RESULTS)
    assert set(RESULTS) == FAILURES
    assert reason_of(None, {"MONITOR_SERVICE_RESULT": "new-kind"}) == word("error.unknown")


def test_what_an_operator_can_mend_is_left_and_so_is_a_bug(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    config = tmp_path / "config.toml"
    config.write_text("[sound]\nvolume = 500\n")
    assert cli.main(["play", "--config", str(config)]) == 2
    assert "sound.volume: is 500" in (tmp_path / FILE).read_text()
    write_report("old", {"RUNTIME_DIRECTORY": str(tmp_path)})
    assert cli.main(["play", "--config", str(config)]) == 2
    assert "old" not in (tmp_path / FILE).read_text()
    delete_report({"RUNTIME_DIRECTORY": str(tmp_path)})
    assert not (tmp_path / FILE).exists()
    delete_report({})
    monkeypatch.setattr("cabinet.commands.games.run", lambda _args: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        cli.main(["games"])
    assert "ZeroDivisionError" in (tmp_path / FILE).read_text()


def test_a_screen_that_goes_is_no_mistake_of_the_operators_and_the_program_is_begun_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setattr("cabinet.commands.games.run", Mock(side_effect=ScreenGone(word("window.gone"))))
    assert cli.main(["games"]) == cli.TRY_AGAIN
    assert "The screen has gone" in capsys.readouterr().err
    assert "The screen has gone" in (tmp_path / FILE).read_text()
    unit = (Path(__file__).parents[2] / "systemd/root/etc/systemd/system/photofinish.service").read_text()
    assert "Restart=always\nRestartPreventExitStatus=2\n" in unit


@pytest.mark.parametrize(("notify", "pages"), [("", 0), ("/run/notify", 1)])
def test_an_end_that_could_not_save_all_is_no_crash_and_the_screen_says_what_is_lost(
    notify: str, pages: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a failure the unit would show the error screen for a minute, before the start that was asked for."""
    store = Mock(**{"close.return_value": False, "saved.return_value": []})
    store.troubles.return_value = [Trouble("store.unsaved", "20261127-035512-speed-1234")]
    screen = Mock()
    for name in ("Cabinet", "MatchFactory", "await_sources", "panels_there", "displays_of"):
        monkeypatch.setattr(f"cabinet.app.{name}", Mock())
    monkeypatch.setattr("cabinet.app.Cabinet", Mock(return_value=Mock(**{"run.return_value": False})))
    monkeypatch.setattr("cabinet.app.DiskStore", Mock(return_value=store))
    monkeypatch.setattr("cabinet.app.ShutdownScreen", Mock(return_value=screen))
    loaded = LoadedConfig(Config(), None, "")
    environ = {"NOTIFY_SOCKET": notify, "HOME": "/nowhere"}
    assert app.play(loaded, app.Start(), environ, Mock()) == app.NOT_SAVED
    line = "Not saved: the result of 20261127-035512-speed-1234."
    assert capsys.readouterr().err == f"{line}\n"
    assert [call.args for call in screen.show_unsaved.call_args_list] == [([line],)] * pages
    unit = (Path(__file__).parents[2] / "systemd/root/etc/systemd/system/photofinish.service").read_text()
    assert f"\nSuccessExitStatus={app.NOT_SAVED}\n" in unit


@pytest.mark.parametrize(
    ("config", "displays", "opened"),
    [("", 2, [2]), ("", 1, [2, 1]), ("[display]\nown_screens = true\n", 1, [2])],
    ids=["each", "missing", "by_the_file"],
)
def test_a_display_that_is_missing_stops_the_program_only_where_the_file_wants_a_screen_for_each(
    config: str, displays: int, opened: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_setting(tmp_path, "own_screens", True)
    for name in ("Cabinet", "await_sources", "ShutdownScreen"):
        monkeypatch.setattr(f"cabinet.app.{name}", Mock())
    monkeypatch.setattr("cabinet.app.panels_there", lambda _sources: 2)
    monkeypatch.setattr("cabinet.app.Cabinet", Mock(return_value=Mock(**{"run.return_value": False})))
    found: list[int] = []

    def open_window(*_: object, **given: Any) -> Mock:
        found.append(len(given["displays"]))
        if found[-1] > displays:
            raise TooFewScreens("a display is missing")
        return Mock()

    loaded = LoadedConfig(parse_config(f'[data]\nfolder = "{tmp_path}"\n{config}'), None, "")
    if config:
        with pytest.raises(TooFewScreens):
            app.play(loaded, app.Start(), {}, open_window)
    else:
        assert app.play(loaded, app.Start(), {}, open_window) == 0
    assert found == opened


@pytest.mark.parametrize("size", [*SIZES, (1024, 600), (1920, 1080)])
@pytest.mark.parametrize("reason", ["", "x", REASON, REASON * 12, "long" * 200, "one\ntwo\nthree"])
def test_nothing_is_clipped_and_nothing_overlaps(size: tuple[int, int], reason: str) -> None:
    rects = [sprite.rect for sprite in sprites(Toolkit(Theme(), Fonts(), size), reason)]
    frame = pygame.Rect(0, 0, *size)
    assert all(frame.contains(rect) for rect in rects)
    assert all(rect.collidelist(rects[place + 1 :]) < 0 for place, rect in enumerate(rects))


@pytest.mark.parametrize("size", SIZES)
def test_it_looks_as_it_did_when_somebody_looked(size: tuple[int, int]) -> None:
    golden = pygame.image.load(GOLDEN / f"error-{size[0]}x{size[1]}.png")
    assert compare(shrunk(picture(size, REASON)), golden).alike


def started(tmp_path: Path, *arguments: str, driver: str) -> "subprocess.Popen[str]":
    (tmp_path / FILE).write_text(REASON)
    environ = {**os.environ, "RUNTIME_DIRECTORY": str(tmp_path), "SDL_VIDEODRIVER": driver}
    command = [sys.executable, "-m", "cabinet.error_screen", *arguments]
    return subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True)


def test_without_a_screen_it_prints_the_same_words(tmp_path: Path) -> None:
    program = started(tmp_path, driver="none-such")
    told, _ = program.communicate(timeout=30)
    assert program.returncode == SHOWN
    assert REASON in told


def test_without_a_screen_it_stays_as_long_or_until_a_card_comes_lest_the_cabinet_is_tried_without_a_break(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "card1").touch()
    monkeypatch.setattr("cabinet.screens.connectors.DRM_DEVICES", tmp_path)
    monkeypatch.setattr("cabinet.error_screen.Window", Mock(side_effect=NoDisplay("none")))
    waits: list[tuple[frozenset[str], float]] = []
    begin = time.monotonic()
    assert main([str(tmp_path / "none"), "--seconds", "60"], lambda *wait: waits.append(wait)) == SHOWN
    ((known, until),) = waits
    assert known == {str(tmp_path / "card1")}
    assert 60 <= until - begin < 90
    assert word("error.title") in capsys.readouterr().out


def test_a_screen_that_goes_ends_it_and_the_cabinet_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window = Mock(screens=[pygame.Surface((800, 480))])
    window.read.side_effect = NoDisplay("gone")
    monkeypatch.setattr("cabinet.error_screen.Window", Mock(return_value=window))
    assert main([str(tmp_path / "none"), "--seconds", "60"]) == SHOWN
    window.close.assert_called_once()


@pytest.mark.parametrize(
    ("set_there", "shown"),
    [
        ({"rotate": 90, "margin": 3, "volume": 60}, Mounting(rotate=90, margin=3)),
        ({"rotate": 45, "margin": 3}, Mounting(rotate=180, margin=3)),
        ({}, Mounting(rotate=180, margin=1)),
        (None, Mounting(rotate=180, margin=1)),
    ],
    ids=["at the panel", "one that no screen has", "not at the panel", "records that cannot be read"],
)
def test_it_is_turned_as_the_panel_says_and_otherwise_as_the_file_does(
    set_there: dict[str, Setting] | None, shown: Mounting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config.toml").write_text(
        f'data.folder = "{tmp_path}"\ndisplay = {{ rotate = 180, margin = 1 }}\nx = 1'
    )
    monkeypatch.setenv("PHOTOFINISH_CONFIG", str(tmp_path / "config.toml"))
    if set_there is None:
        (tmp_path / "photofinish.db").write_bytes(b"no database" * 100)
    for name, value in (set_there or {}).items():
        change_setting(tmp_path, name, value)
    window = Mock(screens=[pygame.Surface((800, 480))])
    window.read.side_effect = NoDisplay("gone")
    opened = Mock(return_value=window)
    monkeypatch.setattr("cabinet.error_screen.Window", opened)
    assert main([str(tmp_path / "none"), "--seconds", "60"]) == SHOWN
    assert opened.call_args.kwargs["mounting"] == Mounting(rotate=180, margin=1), "one that is surely legible"
    window.lay_out.assert_called_once_with(shown.margin, shown.rotate)


def test_the_panel_sets_the_display_by_the_names_that_the_error_screen_reads() -> None:
    assert {knob.keys for knob in ALL if knob.name in MOUNTED} == {(("display", name),) for name in MOUNTED}


def test_with_a_screen_it_ends_after_its_time_or_when_it_is_told_to(tmp_path: Path) -> None:
    program = started(tmp_path, "--seconds", "1", driver="dummy")
    assert program.wait(30) == 0
    program.communicate()
    with started(tmp_path, driver="dummy") as program:
        while not catches(program, signal.SIGTERM):
            with pytest.raises(subprocess.TimeoutExpired):
                program.wait(0.1)
        program.send_signal(signal.SIGTERM)
        assert program.wait(30) == 0


def catches(program: "subprocess.Popen[str]", number: signal.Signals) -> bool:
    """Whether a running program handles a signal by now (proc_pid_status(5)): before, the signal would end it."""
    status = Path(f"/proc/{program.pid}/status").read_text(encoding="ascii", errors="replace")
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt:"))
    return bool(int(caught.split()[1], 16) >> (number - 1) & 1)
