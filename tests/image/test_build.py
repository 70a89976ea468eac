"""How an image is built: its line of progress, its needs, its stages, and that the parts agree with each other."""

import io
import os
import subprocess
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest

from tools.image import make, stages
from tools.image.__main__ import main
from tools.image.recipe import ARCHES, CABINET, DATA_LABEL, FIRMWARE_LABEL, ROOT_LABEL, packages_of
from tools.image.stages import Build, Progress, StageError, bar
from tools.image.system import FOLDERS
from tools.vm import cached
from tools.vm.cached import mounts_below
from tools.vm.image import lay_out


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def half(build: Build, _folder: Path) -> None:
    build.progress.at(0.5)


def new(folder: Path, stream: io.StringIO) -> Build:
    return Build(folder, Progress({"one": 1, "two": 3}, {"one": "one: first", "two": "two: second"}, stream))


def test_a_stage_is_made_once_and_named_by_its_inputs(tmp_path: Path) -> None:
    made = list[str]()
    for inputs in (["a"], ["a"], ["b"]):
        stage = new(tmp_path, io.StringIO()).stage("one", inputs, lambda folder: made.append(folder.name))
        assert stage.is_dir()
    assert len(made) == len(set(made)) == 2


def test_a_stage_that_was_cut_off_is_made_again(tmp_path: Path) -> None:
    def fail(folder: Path) -> None:
        (folder / "half").touch()
        raise subprocess.CalledProcessError(3, ["mke2fs"])

    with pytest.raises(StageError, match="one: mke2fs ended with 3"):
        new(tmp_path, io.StringIO()).stage("one", [], fail)
    stage = new(tmp_path, io.StringIO()).stage("one", [], lambda folder: (folder / "whole").touch())
    assert [path.name for path in stage.iterdir()] == ["whole"]


@pytest.mark.parametrize("text", ["", "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIE\n-----END PRIVATE KEY-----\n"])
def test_a_key_that_is_no_owners_public_one_is_named_before_anything_is_made(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    key = tmp_path / "key.pem"
    key.write_text(text)
    monkeypatch.setattr("tools.image.__main__.lacking", lambda _arch: "")
    monkeypatch.setattr("sys.argv", ["image", "--folder", str(tmp_path / "build"), "--key", str(key)])
    assert main() == 2
    assert "is no public Ed25519 key" in capsys.readouterr().err
    assert not (tmp_path / "build").exists()


MOUNTS = r"""proc /proc proc rw 0 0
overlay {folder}/tree overlay rw 0 0
proc {folder}/tree/proc proc rw 0 0
tmpfs {folder}-other tmpfs rw 0 0
tmpfs {folder}/a\040b tmpfs rw 0 0
"""


def test_what_a_killed_build_left_mounted_is_found_the_latest_first() -> None:
    folder = Path("/build/system-1.unfinished")
    found = mounts_below(folder, MOUNTS.replace("{folder}", str(folder)))
    assert found == [folder / "a b", folder / "tree/proc", folder / "tree"]


def test_a_stage_does_not_begin_where_something_is_mounted_that_is_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = tmp_path / "one-0.unfinished"
    left.mkdir()
    (left / "proc").touch()
    monkeypatch.setattr(cached, "mounts_below", lambda folder, _mounts: [folder / "proc"])
    busy = subprocess.CalledProcessError(32, ["umount"])
    monkeypatch.setattr(subprocess, "run", Mock(side_effect=busy))
    with pytest.raises(subprocess.CalledProcessError):
        cached.remove(left)
    assert (left / "proc").exists()


def test_what_a_program_says_is_heard_and_kept_and_its_failure_is_an_error(tmp_path: Path) -> None:
    build, heard = new(tmp_path, io.StringIO()), list[str]()
    build.run("one", "sh", "-c", "echo hello; echo there >&2", heard=heard.append)
    assert heard == ["hello\n", "there\n"]
    assert "hello" in build.log_of("one").read_text()
    with pytest.raises(subprocess.CalledProcessError):
        build.run("one", "false")


def test_a_stage_has_one_line_and_a_bar(tmp_path: Path) -> None:
    terminal, file = Terminal(), io.StringIO()
    for stream in (terminal, file):
        build = new(tmp_path, stream)
        build.stage("one", [], lambda _folder: None)
        build.stage("two", [], partial(half, build))
    last = [line.rpartition("\r")[2].rstrip() for line in terminal.getvalue().split("\n")[:-1]]
    assert last == [f"[{bar(0.25)}]  25 %  one: first", f"[{bar(1)}] 100 %  two: second"]
    assert file.getvalue().count("\n") == 2


def test_a_bar_stays_within_its_width() -> None:
    assert [bar(share, 4) for share in (-1, 0, 0.5, 1, 2)] == ["----", "----", "##--", "####", "####"]


def test_every_stage_has_its_words_and_its_share() -> None:
    assert make.WORDS.keys() == make.SHARES.keys()


def test_without_root_there_is_one_line_and_exit_code_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr("sys.argv", ["tools.image"])
    assert main() == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert "sudo make image" in told.err


def test_missing_programs_are_named_with_the_line_that_installs_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(stages, "native", lambda: "amd64")
    monkeypatch.setattr("shutil.which", lambda name: None if name in ("mmdebstrap", "arch-test") else "/usr/bin/x")
    assert "apt install arch-test mmdebstrap" in stages.lacking(ARCHES["arm64"])
    assert "apt install mmdebstrap" in stages.lacking(ARCHES["amd64"])


def test_the_cards_table_of_mounts_names_the_folders_that_the_builder_divides(repository: Path) -> None:
    fstab = (repository / "systemd/image/etc/fstab").read_text()
    rows = [line.split() for line in fstab.splitlines() if not line.startswith("#")]
    assert {(row[0], row[1]) for row in rows if row[2] == "none"} == {
        (f"/data/{name}", f"/{place}") for name, place in FOLDERS.items()
    }
    assert [row[0] for row in rows if row[2] != "none"] == [f"LABEL={FIRMWARE_LABEL}", f"LABEL={DATA_LABEL}"]
    assert f'ROOTPART="LABEL={ROOT_LABEL}"' in (repository / "systemd/image/etc/default/raspi-firmware").read_text()


def test_the_image_is_made_of_every_file_of_the_installer(repository: Path, tmp_path: Path) -> None:
    """tests/systemd/test_card.py has where the installer puts them in an image."""
    lay_out(repository, tmp_path)

    def files(checkout: Path) -> dict[Path, Path | bytes]:
        found = [path for path in (checkout / "systemd").rglob("*") if path.is_symlink() or path.is_file()]
        return {
            path.relative_to(checkout): path.readlink() if path.is_symlink() else path.read_bytes() for path in found
        }

    assert files(tmp_path) == files(repository)


def test_the_image_has_every_package_that_the_installer_asks_for(repository: Path) -> None:
    script = (repository / "systemd/install.sh").read_text()
    asked = script.partition("packages=(")[2].partition(")")[0].split()
    assert set(asked) == set(CABINET.split())
    assert all(set(asked) <= set(packages_of(arch)) for arch in ARCHES.values())
