"""A folder that plays a machine for the installer, and the stand-ins for programs that take long or touch a machine."""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Self

PYTHON = """#!/bin/sh
case "$*" in
    *"-m venv "*) eval "last=\\${$#}"; mkdir -p "$last/bin"; cp "$0" "$last/bin/python" ;;
    *"-m zipfile --extract "*/site-packages) ;;
    *"-m tools.compiled wheel "*) eval "last=\\${$#}"; mkdir "$last"; echo engine >"$last/photofinish_compiled.whl" ;;
    *"-m pip config list") ;;
    *"-m pip "*" --require-hashes --requirement "*) eval "last=\\${$#}"; grep -q "hash=sha256:" "$last" ;;
    *"-m pip uninstall "*" --yes setuptools") ;;
    *"-m pip "*" --find-links "*" photofinish-compiled")
        cat "$(dirname "$0")/../../compiled/photofinish_compiled.whl" >"$(dirname "$0")/compiled" ;;
    *"-m pip "*" --no-deps --no-build-isolation "*)
        eval "last=\\${$#}"; cat "$last/cabinet/source.py" >"$(dirname "$0")/photofinish" ;;
    *"-m compileall "*) ;;
    *sys.version_info*) exit ${TOO_OLD:-0} ;;
    *) echo "unexpected: $*" >&2; exit 9 ;;
esac
"""
DPKG = """#!/bin/sh
[ "$*" = --print-architecture ] || { echo "unexpected: $*" >&2; exit 9; }
[ "$SYSTEM" != none ] || exit 127
echo "${SYSTEM:-amd64}"
"""
PACKAGES = "python3-venv libgbm1 libdrm2 libegl1 libgles2 libgl1-mesa-dri alsa-utils polkitd"
CUT = """
steps=0
cut_after() {
    if [ "$1" = '"$@"' ] && [ $((++steps)) = "$STOP" ]; then kill -KILL $$ $BASHPID; fi
}
set -T
trap 'cut_after "$BASH_COMMAND"' DEBUG
"""
"""For bash, before the script: ends it before a step that changes something (`run` in install.sh), as a plug would."""
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootfstype=ext4 fsck.repair=yes rootwait\n"


class FakeMachine:
    """A root to install into, and a checkout to install from."""

    umask = 0o022
    """Of who calls the installer."""

    def __init__(self, folder: Path, repository: Path) -> None:
        self._folder = folder
        self.root = folder / "root"
        self.checkout = folder / "checkout"
        self.programs = folder / "programs"
        for name in ("etc", "boot/firmware", "proc/device-tree", "var/lib/dpkg/info"):
            (self.root / name).mkdir(parents=True)
        (self.root / "etc/passwd").write_text("root:x:0:0::/root:/bin/sh\n")
        (self.root / "etc/group").write_text("root:x:0:\nvideo:x:44:\ngpio:x:997:\n")
        (self.root / "etc/fstab").write_text("PARTUUID=1-02 / ext4 defaults 0 1\n")
        (self.root / "boot/firmware/cmdline.txt").write_text(CMDLINE)
        self.programs.mkdir()
        for name, text in (("python3", PYTHON), ("dpkg", DPKG)):
            (self.programs / name).write_text(text)
            (self.programs / name).chmod(0o755)
        for name in ("cabinet", "engine", "hardware", "live", "workshop", "docs", "tools"):
            (self.checkout / name).mkdir(parents=True)
            (self.checkout / name / "source.py").write_text(f"# {name}\n")
        for name in ("photofinish_cabinet.py", "pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(repository / name, self.checkout)
        shutil.copytree(repository / "systemd", self.checkout / "systemd", symlinks=True)
        self._cut = folder / "cut.bash"
        self._cut.write_text(CUT)
        self.fresh = self.tree()

    def install(self, *arguments: str, fails: int = 0, **environ: str) -> str:
        """Run the checkout's installer, and return what it said."""
        return self.run(self.checkout / "systemd" / "install.sh", *arguments, fails=fails, **environ)

    def run(self, script: Path, *arguments: str, fails: int = 0, **environ: str) -> str:
        """Run the installer of a checkout or a release, and return what it said."""
        done = subprocess.run(
            ["bash", str(script), "--root", str(self.root), *arguments],
            env={**os.environ, "PATH": f"{self.programs}:{os.environ['PATH']}", **environ},
            capture_output=True,
            text=True,
            check=False,
            umask=self.umask,
        )
        assert done.returncode == fails, done.stderr + done.stdout
        return done.stdout + done.stderr

    def cut_after(self, step: int, *arguments: str, script: Path | None = None) -> bool:
        """Begin to install, or that of another release, and cut the power before that step; false where it came to its
        end before."""
        environ = {**os.environ, "PATH": f"{self.programs}:{os.environ['PATH']}", "BASH_ENV": str(self._cut)}
        command = ["bash", str(script or self.checkout / "systemd/install.sh"), "--root", str(self.root), *arguments]
        done = subprocess.run(command, env={**environ, "STOP": str(step)}, capture_output=True, check=False)
        assert done.returncode in (0, -9, 137), done.stderr
        return done.returncode != 0

    def put_by(self) -> Self:
        """Keep a copy of the machine as it is, beside its folder, for `as_put_by`."""
        shutil.copytree(self._folder, self._folder.with_name("put_by"), symlinks=True)
        return self

    def as_put_by(self) -> Self:
        """Return the machine as it was put by, at the same place: what lies there now goes."""
        shutil.rmtree(self._folder)
        shutil.copytree(self._folder.with_name("put_by"), self._folder, symlinks=True)
        return copy(self)

    def has_packages(self) -> None:
        """Have Debian's packages that the installer would ask apt for."""
        for package in PACKAGES.split():
            (self.root / f"var/lib/dpkg/info/{package}.list").touch()

    def tree(self) -> Mapping[str, str]:
        """Every file and link below the root with what it holds, but for what the machine was told."""
        tree = {}
        for path in sorted(self.root.rglob("*")):
            name = str(path.relative_to(self.root))
            if path.is_symlink():
                tree[name] = f"-> {path.readlink()}"
            elif path.is_file() and name != "machine.log":
                tree[name] = path.read_text()
        return tree

    def has_account(self, name: str, number: int, home: str) -> None:
        """Add an account that the installer has not made."""
        with (self.root / "etc/passwd").open("a") as file:
            file.write(f"{name}:x:{number}:{number}::{home}:/bin/sh\n")

    def told(self) -> Sequence[str]:
        """What the machine would have been told, and forget it."""
        log = self.root / "machine.log"
        lines = log.read_text().splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return lines

    @property
    def program(self) -> str:
        return (self.root / "opt/photofinish/current/venv/bin/photofinish").read_text()

    def change(self, text: str) -> None:
        (self.checkout / "cabinet/source.py").write_text(text)
