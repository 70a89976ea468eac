"""Wheels and source archives of a laid out release, with the same bytes each time."""

import gzip
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tools.compiled.build import QUICK_CODE, NoCompiler, check_compiler, extensions, tag
from tools.release.source import Release, ReleaseError

_SDIST: Final = "import setuptools.build_meta as b, sys; print(b.build_sdist(sys.argv[1]))"


def run(release: Release, folder: Path, *command: str, shows_progress: bool = False) -> str:
    """Run a command in a folder, for the release's time. Return what it printed; raises ReleaseError if it fails.

    What it says of its progress and errors is shown if asked for, else kept for the message.
    """
    out, errors = subprocess.PIPE, None if shows_progress else subprocess.PIPE
    done = subprocess.run(command, cwd=folder, env=release.environ, stdout=out, stderr=errors, text=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()[-5:]
        raise ReleaseError(f"{' '.join(command[:4])} failed: {' | '.join(said)}")
    return done.stdout


def wheel(release: Release, source: Path, out: Path) -> None:
    """Make the wheel of a project's folder. Raises ReleaseError."""
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index")
    run(release, source, *pip, "--disable-pip-version-check", "--wheel-dir", str(out), ".")


def sdist(release: Release, source: Path, out: Path) -> None:
    """Make the source archive of a project's folder. Raises ReleaseError."""
    name = run(release, source, sys.executable, "-c", _SDIST, str(out)).splitlines()[-1]
    in_order(out / name, release.epoch)


def compiled(release: Release, source: Path, out: Path) -> None:
    """Make the wheel of the compiled engine, for this machine. Raises ReleaseError where there is no C compiler."""
    run(release, source, sys.executable, "-m", "tools.compiled", "wheel", str(out))


def compiled_library(release: Release, project: Path, package: str, out: Path) -> None:
    """Make the compiled wheel of a library, for this machine: that of its sources, with an extension beside each.

    Raises ReleaseError where there is no C compiler, or where it fails.
    """
    with TemporaryDirectory() as work:
        wheel(release, project, Path(work))
        (plain,) = Path(work).glob("*.whl")
        tool = (sys.executable, "-m", "wheel")
        run(release, project, *tool, "unpack", str(plain), "--dest", f"{work}/unpacked")
        (content,) = Path(work, "unpacked").iterdir()
        try:
            check_compiler()
            extensions(content, QUICK_CODE, project / package)
        except (NoCompiler, subprocess.CalledProcessError) as problem:
            raise ReleaseError(str(problem)) from problem
        (about,) = content.glob("*.dist-info/WHEEL")
        lines = about.read_text(encoding="utf-8").replace("Root-Is-Purelib: true", "Root-Is-Purelib: false")
        about.write_text(lines.replace("Tag: py3-none-any", f"Tag: {tag()}"), encoding="utf-8")
        run(release, project, *tool, "pack", str(content), "--dest-dir", str(out))


def in_order(archive: Path, epoch: int) -> None:
    """Write a ``.tar.gz`` anew: its files by name, all of one time, nobody's, and no time of packing."""
    with tarfile.open(archive) as packed:
        files = [(entry, packed.extractfile(entry)) for entry in sorted(packed, key=lambda entry: entry.name)]
        contents = [(entry, file.read() if file else b"") for entry, file in files]
    plain = BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as packed:
        for entry, content in contents:
            entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname, entry.pax_headers = epoch, 0, 0, "", "", {}
            packed.addfile(entry, BytesIO(content) if entry.isfile() else None)
    archive.write_bytes(gzip.compress(plain.getvalue(), mtime=0))
