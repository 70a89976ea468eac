"""How an image is built: its line of progress, its needs, its stages, its partition table and manifest, what makes
builds alike, and that the parts agree with each other.
"""

import io
import os
import py_compile
import subprocess
import sys
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.image import make, recipe, stages
from tools.image.__main__ import main
from tools.image.disk import LINUX, SECTOR, Partition, layout, partitions, table
from tools.image.make import UNSAID, Package, debian_packages, licenses, manifest_text, python_package
from tools.image.packages import newest
from tools.image.recipe import ARCHES, CABINET, ROOT, packages_of
from tools.image.stages import Build, Progress, StageError, bar
from tools.image.system import FOLDERS, trust
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
    assert [row[0] for row in rows if row[2] != "none"] == ["/dev/photofinish/1", "/dev/photofinish/3"]
    assert f'ROOTPART="{ROOT}"' in (repository / "systemd/image/etc/default/raspi-firmware").read_text()


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


SIZES = st.lists(st.tuples(st.integers(0, 1000), st.integers(1, 2**20)), max_size=4)


def laid_out(sizes: list[tuple[int, int]]) -> list[Partition]:
    found, start = list[Partition](), 1
    for gap, sectors in sizes:
        found.append(Partition(LINUX, start + gap, sectors))
        start += gap + sectors
    return found


@given(SIZES, st.integers(0, 2**32 - 1))
def test_what_is_written_is_read(sizes: list[tuple[int, int]], signature: int) -> None:
    sector = table(signature, laid_out(sizes))
    assert len(sector) == SECTOR
    assert partitions(sector) == laid_out(sizes)


@pytest.mark.needs("sfdisk")
def test_other_programs_read_the_same(tmp_path: Path) -> None:
    image = tmp_path / "card.img"
    image.write_bytes(table(recipe.DISK_SIGNATURE, layout()).ljust(64 * recipe.MIB, b"\0"))
    done = subprocess.run(["sfdisk", "--dump", str(image)], capture_output=True, text=True, check=True)
    rows = [line.partition(": ")[2].replace(" ", "") for line in done.stdout.splitlines() if "card.img" in line[10:]]
    kinds = {0x0C: "c", 0x83: "83"}
    wanted = [f"start={part.start},size={part.sectors},type={kinds[part.kind]}" for part in layout()]
    assert rows[-3:] == wanted
    assert f"label-id: 0x{recipe.DISK_SIGNATURE:08x}" in done.stdout


def test_overlapping_and_too_many_partitions_are_refused() -> None:
    with pytest.raises(ValueError, match="overlap"):
        table(1, [Partition(LINUX, 8, 8), Partition(LINUX, 15, 8)])
    with pytest.raises(ValueError, match="four"):
        table(1, [Partition(LINUX, 8 * number, 8) for number in range(1, 6)])


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(ValueError, match="no partition table"):
        partitions(bytes(SECTOR))


def test_the_data_partition_is_the_last_and_each_begins_at_a_whole_erase_block() -> None:
    assert layout() == sorted(layout(), key=lambda part: part.start)
    assert all(part.start * SECTOR % (4 * recipe.MIB) == 0 for part in layout())
    assert recipe.ROOT_MIB * recipe.MIB <= 1.21e9


STATUS = """Package: less
Status: install ok installed
Version: 668-1

Package: gone
Status: deinstall ok config-files
Version: 1

Package: bash
Status: install ok installed
Architecture: arm64
Version: 5.2.37-2
"""
COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/

Files: *
License: GPL-3+

Files: debian/*
License: Less or GPL-3+
 text

License: GPL-3+
 On Debian systems …
"""
METADATA = "Metadata-Version: 2.1\nName: pyserial\nVersion: 3.5\n{}\n\nLicense: of the text below, not the header\n"


def test_only_installed_packages_are_listed_by_name() -> None:
    found = debian_packages(STATUS, {"less": COPYRIGHT})
    assert found == [
        Package("bash", "5.2.37-2", UNSAID, "Debian"),
        Package("less", "668-1", "GPL-3+; Less or GPL-3+", "Debian"),
    ]


def test_a_copyright_file_that_no_machine_reads_is_pointed_to() -> None:
    assert licenses("This is free software; see the GPL.") == UNSAID


def test_a_python_packages_licence_is_what_it_says_of_itself() -> None:
    assert python_package(METADATA.format("License: BSD\n  of a kind")).licenses == "BSD"
    assert python_package(METADATA.format("License-Expression: MIT")).licenses == "MIT"
    classifier = "Classifier: License :: OSI Approved :: BSD License"
    assert python_package(METADATA.format(classifier)).licenses == "BSD License"
    assert python_package(METADATA.format("Summary: x")) == Package("pyserial", "3.5", UNSAID, "Python")


def test_the_text_has_a_line_a_package_and_the_check_sums() -> None:
    written = manifest_text("a card", [Package("less", "668-1", "GPL-3+", "Debian")], {"card.img": "00ff"})
    assert written.splitlines() == [
        "a card", "", "SHA-256\tcard.img\t00ff", "", "origin\tpackage\tversion\tlicences", "Debian\tless\t668-1\tGPL-3+"
    ]  # fmt: skip


def package(folder: Path, name: str, built: int) -> None:
    """The beginning of a package file, as dpkg-deb writes it."""
    member = f"{'debian-binary':<16}{built:<12}{0:<6}{0:<6}{100644:<8}{4:<10}`\n"
    (folder / name).write_bytes(b"!<arch>\n" + member.encode())


def test_the_newest_package_gives_the_time(tmp_path: Path) -> None:
    for name, built in (("a.deb", 1_700_000_000), ("b.deb", 1_750_000_000), ("c.deb", 999_999_999)):
        package(tmp_path, name, built)
    assert newest(tmp_path) == 1_750_000_000


def test_a_trusted_cache_is_taken_though_its_source_is_another(tmp_path: Path) -> None:
    source = tmp_path / "told.py"
    source.write_text("print('as compiled')")
    mode = py_compile.PycInvalidationMode.CHECKED_HASH
    cache = Path(str(py_compile.compile(str(source), doraise=True, invalidation_mode=mode)))
    source.write_text("print('as changed')")

    def said() -> str:
        command = [sys.executable, "-B", "-c", "import told"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    assert said() == "as changed\n"
    trust(cache)
    assert said() == "as compiled\n"


def test_a_cache_with_a_time_is_left_as_it_is(tmp_path: Path) -> None:
    source = tmp_path / "told.py"
    source.touch()
    mode = py_compile.PycInvalidationMode.TIMESTAMP
    cache = Path(str(py_compile.compile(str(source), doraise=True, invalidation_mode=mode)))
    before = cache.read_bytes()
    trust(cache)
    assert cache.read_bytes() == before
