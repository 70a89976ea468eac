"""Extension modules of the whole engine, by mypyc and the C compiler that built Python, and the wheel of them.

A build is kept in ``build/compiled`` under a name that follows from all that it depends on, so that tests and
measurements share it. The C code is 400,000 lines, which gcc compiles in ``PARTS``, as many at once as there are
processors; how much it optimises decides how long a build takes. The wheel ``photofinish-compiled`` is a build, and
the finder that has Python import it.
"""

import fcntl
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tools.compiled import photofinish_compiled
from tools.compiled.photofinish_compiled import ENGINE, sources_hash

if TYPE_CHECKING:
    from tools.compiled.photofinish_compiled import Built


ROOT: Final = Path(__file__).resolve().parents[2]
KEPT: Final = ROOT / "build" / "compiled"
MOST_KEPT: Final = 4
"""Builds that are kept; the oldest go first."""
MYPYC: Final = metadata.version("mypy")
"""Not from the package itself, which brings 10 MB."""
SUFFIX: Final = str(sysconfig.get_config_var("EXT_SUFFIX"))
COMMON: Final = ("-w", "-g0", "-fwrapv", "-fPIC")
"""Python's own flags (-g -Wall) would take longer, and -Werror, which mypyc sets, would fail."""
PARTS: Final = 4
"""As many processors help. gcc takes 350 MB for a part, 850 MB for the whole."""
QUICK_BUILD: Final = ("-O0", *COMMON)
QUICK_CODE: Final = ("-O2", "-DNDEBUG", *COMMON)


class NoCompiler(Exception):
    """There is no C compiler, or there are no headers of this Python."""


@dataclass(frozen=True)
class Recipe:
    """A build's flags for the C compiler; ``name`` also depends on the sources, this Python, mypyc and this module."""

    flags: tuple[str, ...]

    def name(self) -> str:
        """Return the name of the build's folder."""
        parts = (sources_hash(str(ROOT / ENGINE)), SUFFIX, MYPYC, *self.flags, Path(__file__).read_text("utf-8"))
        return sha256("\0".join(parts).encode()).hexdigest()[:16]


def kept(flags: tuple[str, ...]) -> Path:
    """Return the folder of a finished build, and make it if there is none: ``built.json``, ``lib``.

    A second process waits for the first. Raises NoCompiler, CalledProcessError if the C compiler fails, and ValueError
    if the sources change meanwhile; exits with mypyc's messages if it refuses a module.
    """
    folder = KEPT / Recipe(flags).name()
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.is_dir():
            check_compiler()
            with tempfile.TemporaryDirectory(dir=KEPT, prefix="new-") as new:
                build(Path(new) / "build", flags)
                if Recipe(flags).name() != folder.name:
                    raise ValueError("the engine's source was changed while it was compiled; begin again")
                (Path(new) / "build").rename(folder)
            _remove_oldest()
        os.utime(folder)
    return folder


def _remove_oldest() -> None:
    folders = [path for path in KEPT.iterdir() if path.is_dir() and not path.name.startswith("new-")]
    for folder in sorted(folders, key=lambda path: path.stat().st_mtime)[:-MOST_KEPT]:
        shutil.rmtree(folder)


def check_compiler() -> None:
    """Raise NoCompiler, with the remedy, if the C compiler or Python's headers are missing."""
    missing = "" if shutil.which(_linker()[0]) else f"there is no {_linker()[0]}"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        missing = missing or "the C headers of this Python are missing"
    if missing:
        raise NoCompiler(f"{missing}. On Debian and Raspberry Pi OS: sudo apt install gcc libc6-dev python3-dev")


def translate(folder: Path, package: Path = ROOT / ENGINE) -> list[Any]:
    """Translate a package to C files in a folder, and return the extension modules that they make.

    ``folder`` also takes mypy's cache, which mypyc extends and must not share with mypy. Exits with mypyc's messages if
    it refuses a module.
    """
    from mypyc.build import mypycify  # 31 MB, and 330 modules: who asks for a build's name does without

    options = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(folder / "cache")]
    modules = [str(path.relative_to(package.parent)) for path in sorted(package.rglob("*.py"))]
    with _inside(package.parent):  # a module's name follows from its path
        return mypycify([*options, *modules], target_dir=str(folder / "c"), multi_file=True)


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def build(folder: Path, flags: Sequence[str]) -> None:
    """Compile the engine: extension modules into the new folder's ``lib``, their list into ``built.json``.

    Raises CalledProcessError if the C compiler fails.
    """
    lib = folder / "lib"
    lib.mkdir(parents=True)
    group = extensions(lib, flags)
    files = {path.relative_to(lib).as_posix(): path.stat().st_size for path in sorted(lib.rglob("*")) if path.is_file()}
    built: Built = {
        "sources": sources_hash(str(ROOT / ENGINE)),
        "suffix": SUFFIX,
        "group": group,
        "mypyc": MYPYC,
        "files": files,
    }
    (folder / "built.json").write_text(json.dumps(built, indent=1) + "\n", encoding="utf-8")


def extensions(lib: Path, flags: Sequence[str], package: Path = ROOT / ENGINE) -> str:
    """Compile a package's extension modules into a folder, as paths that Python imports from there.

    Return the name of the module that holds the code of all. Raises CalledProcessError if the C compiler fails.
    """
    with tempfile.TemporaryDirectory() as work:
        group, *shims = translate(Path(work), package)
        _compile_group(group, lib, Path(work), flags)
        _compile_shims(shims, lib, Path(work), flags)
    return str(group.name)


def _compile_group(group: Any, lib: Path, work: Path, flags: Sequence[str]) -> None:
    """Compile the library that holds the code of all modules, in parts of about the same size.

    A run of the C compiler for each module would take a third longer and put no module's code into another's.
    mypyc indents each line deeper than the one before: five sixths of its C code are blanks, which take gcc 4 s.
    """
    parts: list[list[Path]] = [[] for _ in range(PARTS)]
    sizes = [0] * PARTS
    for source in map(Path, group.sources):
        text = re.sub(rb"\n +", b"\n", source.read_bytes())
        source.write_bytes(text)
        smallest = sizes.index(min(sizes))
        parts[smallest].append(source)
        sizes[smallest] += len(text)

    def compiled(number: int) -> str:
        whole, target = work / f"part{number}.c", work / f"part{number}.o"
        whole.write_text("".join(f'#include "{source}"\n' for source in parts[number]), encoding="utf-8")
        _compile(whole, target, ("-c", *flags))
        return str(target)

    with ThreadPoolExecutor(os.cpu_count()) as executor:
        objects = list(executor.map(compiled, range(PARTS)))
    subprocess.run([*_linker(), *objects, "-o", str(lib / f"{group.name}{SUFFIX}")], check=True)


def _compile_shims(shims: Sequence[Any], lib: Path, work: Path, flags: Sequence[str]) -> None:
    """Compile the modules that Python imports; each asks the group for its code.

    Those of one folder are one file under many names: a run of the C compiler for each would take 13 s.
    """
    folders: dict[Path, list[Any]] = defaultdict(list)
    for shim in shims:
        folders[Path(shim.sources[0]).parent].append(shim)
    for number, together in enumerate(folders.values()):
        whole, compiled = work / f"shims{number}.c", work / f"shims{number}{SUFFIX}"
        whole.write_text("".join(_included(Path(shim.sources[0])) for shim in together), encoding="utf-8")
        _compile(whole, compiled, flags)
        for shim in together:
            module = lib / (shim.name.replace(".", "/") + SUFFIX)
            module.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(compiled, module)


def _included(source: Path) -> str:
    """Return C code that includes a shim, but for the second name that each shim defines for another linker."""
    return f'#define PyInit___init__ PyInit___init___{source.stem}\n#include "{source}"\n#undef PyInit___init__\n'


def _compile(source: Path, module: Path, flags: Sequence[str]) -> None:
    from mypyc.build import include_dir

    headers = [f"-I{path}" for path in (sysconfig.get_path("include"), include_dir())]
    subprocess.run([*_linker(), *flags, *headers, str(source), "-o", str(module)], check=True)


def _linker() -> list[str]:
    """Return Python's own command for making an extension module of C code."""
    return shlex.split(sysconfig.get_config_var("LDSHARED"))


# The wheel

DISTRIBUTION: Final = "photofinish-compiled"
MODULE: Final = "photofinish_compiled"
START: Final = f"import {MODULE}; {MODULE}.install()\n"
"""The line that Python runs when it starts (docs.python.org, library ``site``)."""


def tag() -> str:
    """Return the wheel's tag: it fits this version of Python on this kind of machine, and no other."""
    python = "cp" + sysconfig.get_python_version().replace(".", "")
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{python}-{python}-{platform}"


def version() -> str:
    """Return the project's version, which is the wheel's as well."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def pack(build: Path, folder: Path) -> Path:
    """Make the wheel of a build in a folder; return its path. Raises CalledProcessError if packing fails."""
    with tempfile.TemporaryDirectory() as work:
        content = Path(work)
        shutil.copytree(build, content / MODULE)
        shutil.copyfile(str(photofinish_compiled.__file__), content / MODULE / "__init__.py")
        (content / f"{MODULE}.pth").write_text(START, encoding="utf-8")
        about = content / f"{MODULE}-{version()}.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {DISTRIBUTION}\nVersion: {version()}\n"
            "Summary: Photo Finish's engine, compiled for one machine.\nClassifier: Private :: Do Not Upload\n",
            encoding="utf-8",
        )
        (about / "WHEEL").write_text(
            f"Wheel-Version: 1.0\nGenerator: {MODULE}\nRoot-Is-Purelib: false\nTag: {tag()}\n", encoding="utf-8"
        )
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [sys.executable, "-m", "wheel", "pack", str(content), "--dest-dir", str(folder)],
            check=True,
            stdout=subprocess.DEVNULL,
        )
    return folder / f"{MODULE}-{version()}-{tag()}.whl"
