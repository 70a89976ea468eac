"""`python -m tools.release`: make everything that is published, from a clean checkout, in build/release.

Nothing is uploaded. Two runs from one commit make the same bytes.
"""

import argparse
import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from pypdf import PdfWriter
from tqdm import tqdm

from cabinet.machine.bundle import public_key
from cabinet.machine.stick import NotDone
from tools.image.recipe import ARCHES
from tools.image.stages import lacking
from tools.release import library, lists, packages
from tools.release.source import Release, ReleaseError, lay_out, release_of

Step = Callable[[Release, Path, Path, argparse.Namespace], None]
ROOT: Final = Path(__file__).resolve().parents[2]
BAD_INPUT: Final = 2


def parsed() -> argparse.Namespace:
    """Return what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "build/release", help="where it is put")
    parser.add_argument("--key", type=Path, help="the owner's private key (PEM): also the signed bundle for sticks")
    parser.add_argument("--image", action="store_true", help="also the card image (as root; an hour the first time)")
    parser.add_argument(
        "--address", metavar="URL", help="with --image: the folder on the web that the files will be in"
    )
    parser.add_argument("--plain", action="store_true", help="no compiled engine")
    parser.add_argument("--draft", action="store_true", help="of a version that exists, or that the changelog lacks")
    args = parser.parse_args()
    if args.image and not args.address:
        parser.error("--image wants --address: Raspberry Pi Imager's list names where the image is")
    return args


def main() -> int:
    """Make a release, and print what lies where; return 2 for what a release must not be made of."""
    args = parsed()
    os.umask(0o022)  # modes are in the archives
    try:
        release = release_of(ROOT, args.draft)
        check(args)
        with TemporaryDirectory() as work:
            made = Path(work) / "made"
            made.mkdir()
            make(release, lay_out(release, Path(work) / "source"), made, args)
            shutil.rmtree(args.folder, ignore_errors=True)
            shutil.copytree(made, args.folder)
    except (ReleaseError, OSError) as problem:
        print(f"release: {problem}", file=sys.stderr)
        return BAD_INPUT
    for path in sorted(args.folder.iterdir()):
        print(f"{path.stat().st_size / 1e6:9.2f} MB  {path}")
    return 0


def check(args: argparse.Namespace) -> None:
    """Look, before minutes of work, whether what is asked for can be made here. Raises ReleaseError."""
    if args.key:
        try:
            public_key(args.key)
        except NotDone as problem:
            raise ReleaseError(f"{args.key}: {problem.detail or problem.key}") from problem
    if args.image and (fault := lacking(ARCHES["arm64"])):
        raise ReleaseError(fault)


def make(release: Release, source: Path, out: Path, args: argparse.Namespace) -> None:
    """Make all files. Raises ReleaseError."""
    steps: list[Step] = [papers, wheels, firmware, parts, notes]
    steps += [] if args.plain else [compiled]
    steps += [bundle] if args.key else []
    steps += [image] if args.image else []
    for step in tqdm(steps, desc="release", unit="part"):
        step(release, source, out, args)
    lists.write_sums(out)


def wheels(release: Release, source: Path, out: Path, _: argparse.Namespace) -> None:
    """Make the program's wheel and source archive, and those of the engine as a library."""
    with TemporaryDirectory() as work:
        engine = library.write(source, release.version, Path(work) / "engine")
        for folder in (source, engine):
            packages.sdist(release, folder, out)
            packages.wheel(release, folder, out)


def compiled(release: Release, source: Path, out: Path, _: argparse.Namespace) -> None:
    """Make the compiled engine's wheel for the program, and that of the engine as a library."""
    packages.compiled(release, source, out)
    with TemporaryDirectory() as work:
        engine = library.write(source, release.version, Path(work) / "engine")
        packages.compiled_library(release, engine, library.NAME, out)


def firmware(_release: Release, source: Path, out: Path, _: argparse.Namespace) -> None:
    """Copy the images of the button board and the tester."""
    for path in (source / "hardware/board/uf2").glob("*.uf2"):
        shutil.copy(path, out)


def papers(release: Release, source: Path, out: Path, _: argparse.Namespace) -> None:
    """Make one PDF of what a builder of the usual panel prints."""
    with TemporaryDirectory() as work:
        empty = Path(work) / "photofinish.toml"
        empty.touch()
        program = (sys.executable, "-m", "cabinet", "print", "--config", str(empty), "--out", f"{work}/sheets")
        packages.run(release, source, *program)
        whole = PdfWriter()
        for sheet in sorted(Path(work, "sheets").glob("*.pdf")):
            whole.append(sheet)
        whole.write(out / f"photofinish-{release.version}-paper.pdf")


def parts(release: Release, source: Path, out: Path, _: argparse.Namespace) -> None:
    """Write the parts list of the program: its Python packages by version and hash."""
    packages.run(
        release,
        source,
        *(sys.executable, "-m", "cyclonedx_py", "requirements", "systemd/locked.txt", "--pyproject", "pyproject.toml"),
        *("--output-reproducible", "--output-file", str(out / f"photofinish-{release.version}.cdx.json")),
    )


def notes(release: Release, _source: Path, out: Path, _: argparse.Namespace) -> None:
    """Write the notes: the version's section of the changelog."""
    (out / "NOTES.md").write_text(release.notes, encoding="utf-8")


def bundle(release: Release, source: Path, out: Path, args: argparse.Namespace) -> None:
    """Make the signed bundle that cabinets install from a stick."""
    path = out / f"photofinish-{release.version}.bundle"
    program = (sys.executable, "-m", "cabinet", "bundle", "--key", str(args.key.resolve()), "--out", str(path))
    packages.run(release, source, *program)


def image(release: Release, source: Path, out: Path, args: argparse.Namespace) -> None:
    """Make the card image, its parts list, and Imager's list of it; stages are kept in build/image.

    With a key its cabinets take that owner's bundles.
    """
    with TemporaryDirectory() as work:
        command = [sys.executable, "-m", "tools.image", "--folder", str(ROOT / "build/image")]
        if args.key:
            owner = Path(work) / "owner.pem"
            owner.write_bytes(public_key(args.key))
            command += ["--key", str(owner)]
        said = packages.run(release, source, *command, shows_progress=True)
    packed, _, listed = (Path(line.partition(" MB  ")[2]) for line in said.splitlines())
    placed, icon = out / packed.name, out / "photofinish.svg"
    shutil.copy(packed, placed)
    shutil.copy(source / "docs/pictures/logo.svg", icon)
    entry = lists.imager_list(release, placed, icon, args.address)
    (out / "os_list.json").write_text(json.dumps(entry, indent=1) + "\n", encoding="utf-8")
    manifest = listed.read_text(encoding="utf-8")
    (out / f"{packed.name}.cdx.json").write_text(lists.image_parts(release, manifest), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
