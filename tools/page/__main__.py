"""Build the page into a folder that any web server can serve, `build/page`.

    python -m tools.page [--folder FOLDER] [--address URL]

It needs Node's npm, which fetches Pyodide as `web/package-lock.json` pins it, by its hash. Nothing else is fetched, and
the page itself fetches nothing from elsewhere. The same checkout gives the same bytes. Where the page will be served,
`--address`, is only for the picture of links to it, whose address must be a whole one.
"""

import argparse
import hashlib
import html
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

ROOT: Final = Path(__file__).resolve().parents[2]
WEB: Final = ROOT / "web"
PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""The files of Pyodide that the page loads: its core, without any package."""
DRAWING: Final = ("cabinet/__init__.py", "cabinet/export/__init__.py", "cabinet/export/strip.py")
"""What draws a race, and the packages that it lies in."""
SOUNDS: Final = (
    "beat-1", "go-1", "turn-1", "deal-1", "shuffle-1", "gather-1", "over-1", "gasp-1", "stuck-1", "pause-1", "lose-1",
    "play.0.0-1", "play.1.0-1", "bounce.0-1", "bounce.1-1", "draw.0-1", "draw.1-1", "shout.0-1", "shout.1-1",
    "beaten.0-1", "beaten.1-1", "win.0-1", "win.1-1", "last_card.0-1", "last_card.1-1",
)  # fmt: skip
FONTS: Final = ("B612-Regular.otf", "B612-Bold.otf", "BebasNeue-Bold.otf", "DSEG7Classic-Bold.ttf")
LICENCES: Final = ("B612-LICENSE.txt", "BebasNeue-LICENSE.txt", "DSEG-LICENSE.txt")
EPOCH: Final = (2020, 1, 1, 0, 0, 0)
"""The time of every file in the archive: none of them is asked for it."""
MOST_BYTES: Final = 15_000_000
"""What the page may weigh, all its files together."""
CANNOT: Final = 2


def main(arguments: list[str] | None = None) -> int:
    """Build the page; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.page", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--folder", type=Path, default=ROOT / "build/page", help="where it is built (build/page)")
    parser.add_argument(
        "--address", default="", help="where it will be served, such as https://example.org/photofinish"
    )
    args = parser.parse_args(arguments)
    try:
        weight = build(args.folder, args.address)
    except (OSError, subprocess.CalledProcessError) as problem:
        print(f"page: {problem}", file=sys.stderr)
        return CANNOT
    print(f"{weight / 1e6:.2f} MB  {args.folder}")
    print(f"serve it:  python3 -m http.server -d {os.path.relpath(args.folder)}")
    return 0


def build(folder: Path, address: str = "") -> int:
    """Build the page into a folder, which is replaced as a whole; return its weight in bytes.

    Raises OSError, also for a page above `MOST_BYTES`, or CalledProcessError from npm.
    """
    made = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(made, ignore_errors=True)
    shutil.copytree(WEB, made, ignore=shutil.ignore_patterns("*.py", "package*.json", "__pycache__", "node_modules"))
    _pyodide(made / "pyodide")
    archive(made / "engine.zip", _sources())
    _export(made)
    if address:
        _set_address(made / "index.html", address.rstrip("/"))
    _list_for_worker(made)
    weight = sum(path.stat().st_size for path in files_of(made))
    if weight > MOST_BYTES:
        raise OSError(f"the page has {weight / 1e6:.1f} MB, and {MOST_BYTES / 1e6:g} MB are allowed")
    shutil.rmtree(folder, ignore_errors=True)
    made.rename(folder)
    return weight


def files_of(folder: Path) -> list[Path]:
    """Return the files of a folder and those below it, sorted."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _pyodide(folder: Path) -> None:
    """Let npm fetch Pyodide as the lock pins it, once for each lock, and copy its core."""
    lock = (WEB / "package-lock.json").read_bytes()
    fetched = ROOT / "build" / f"pyodide-{hashlib.sha256(lock).hexdigest()[:12]}"
    package = fetched / "node_modules/pyodide"
    if not package.is_dir():
        fetched.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(WEB / name, fetched)
        npm = shutil.which("npm")
        if npm is None:
            raise OSError("npm is missing; install it (Debian: sudo apt install nodejs npm) and run this again")
        subprocess.run([npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"], cwd=fetched, check=True)
    folder.mkdir(parents=True)
    for name in PYODIDE:
        shutil.copy(package / name, folder)
    info = json.loads((package / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": info, "packages": {}}), encoding="utf-8")


def _sources() -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of each Python file that the page runs: the engine's, its own two, a drawing."""
    for path in [*sorted((ROOT / "engine").rglob("*.py")), *sorted(WEB.glob("*.py")), *map(ROOT.joinpath, DRAWING)]:
        yield path.relative_to(ROOT).as_posix(), path.read_bytes()


def archive(path: Path, contents: Iterable[tuple[str, bytes]]) -> None:
    """Write an archive whose bytes depend on names and contents alone."""
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=9) as packed:
        for name, content in contents:
            info = ZipInfo(name, EPOCH)
            info.compress_type = ZIP_DEFLATED
            packed.writestr(info, content)


def _export(made: Path) -> None:
    """Write what the page has of the product: texts, cards, fonts, sounds."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from tools.page import cards, documents, words  # pygame, once it knows that there is no window

    for code in words.LANGUAGES:
        text = json.dumps(words.words_in(code), ensure_ascii=False, separators=(",", ":"))
        _write(made / "words" / f"{code}.json", text)
    places = cards.write_sheet(made / "cards.png", cards.codes())
    size = {"width": cards.SIZE.width, "height": cards.SIZE.height, "columns": cards.COLUMNS}
    _write(made / "cards.json", json.dumps({**size, "places": places}))
    assets = ROOT / "cabinet/assets"
    for kind, names in (("fonts", (*FONTS, *LICENCES)), ("sounds", [f"{name}.ogg" for name in SOUNDS])):
        (made / kind).mkdir()
        for name in names:
            shutil.copy(assets / kind / name, made / kind)
    documents.write_documents(made / "docs", ROOT / "docs")
    shutil.copy(ROOT / "LICENSE", made / "LICENSE.txt")
    shutil.copy(ROOT / "docs/pictures/logo.svg", made)
    shutil.copy(ROOT / "docs/pictures/table.png", made / "og.png")


def _set_address(page: Path, address: str) -> None:
    """Give the picture of links to the page its whole address."""
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace('content="og.png"', f'content="{html.escape(address)}/og.png"'), encoding="utf-8")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _list_for_worker(made: Path) -> None:
    """Write into the service worker which files the page has, and their common hash: a new page replaces the old."""
    names = [path.relative_to(made).as_posix() for path in files_of(made) if path.name != "sw.js"]
    whole = hashlib.sha256()
    for name in [*names, "sw.js"]:
        whole.update(hashlib.sha256((made / name).read_bytes()).digest())
    worker = made / "sw.js"
    text = worker.read_text(encoding="utf-8")
    text = text.replace('"VERSION"', json.dumps(whole.hexdigest()[:16])).replace('["FILES"]', json.dumps(names))
    worker.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
