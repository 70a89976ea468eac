"""What makes builds alike: times that follow from the input, and caches of bytecode without any."""

import py_compile
import subprocess
import sys
from pathlib import Path

from tools.image.packages import newest
from tools.image.system import trust


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
