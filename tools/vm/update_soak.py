"""`python -m tools.vm.update_soak`: cuts the power in the middle of an update from a stick, again and again.

A third of the cuts come while a release is made of the bundle, a third in the first start of that release, a third in
the start in which it is taken back; each at a random moment of its stretch. After each the machine boots, and what then
plays must be the old release or the new one, byte by byte as without a cut, with its own units. A fault: exit code 1.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from cabinet.machine.bundle import CHECKOUT, OWNER_KEY, RELEASES, write
from engine.version import VERSION
from tools.vm.base import suite
from tools.vm.cached import REPOSITORY
from tools.vm.image import READY, booted, booted_build, lay_out, wheels
from tools.vm.machine import SHARED, Image, Machine
from tools.vm.soak import STRICTEST
from workshop.commands.bundle import pack

NEWER: Final = "99.0"
"""The version of the update."""
BUNDLE: Final = f"photofinish-{NEWER}.bundle"
CURRENT: Final = f"readlink {RELEASES}/current"
TRIAL: Final = RELEASES / "trial"
UPDATE: Final = f"""
from cabinet.machine.client import Helper
with open("{SHARED}/{BUNDLE}", "rb") as file:
    print(Helper().update(iter(lambda: file.read(1 << 18), b"")))
"""
SUMS: Final = (
    f"cd {RELEASES}/$({CURRENT}) && find . -type f ! -name '*.pyc' -print0 | sort -z | xargs -0 sha256sum | sha256sum"
)
UNITS: Final = (
    f'cd {RELEASES}/current/systemd/root && find . -type f | while read -r file; do cmp "$file" "/$file"; done 2>&1'
)
BOOT_S: Final = 900.0


@dataclass
class UpdateToll:
    """What the cuts came to: which release played after each, and what was wrong."""

    played: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def text(self) -> str:
        """A line, and one for each fault."""
        old, new = self.played.count("old"), self.played.count("new")
        said = f"Updates cut off: {len(self.played)}, then the old release {old} times, the new one {new}"
        return "\n".join([f"{said}, faults: {len(self.faults)}.", *(f"- {fault}" for fault in self.faults)])


def main() -> int:
    """Do it and print the report."""
    parser = argparse.ArgumentParser(prog="python -m tools.vm.update_soak", description=__doc__)
    parser.add_argument("--cuts", type=int, default=20)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    args = parser.parse_args()
    if os.geteuid() != 0:
        parser.error("the virtual machine's disk is made by root")
    start, chance, toll = booted(), Random(args.seed), UpdateToll()
    with tempfile.TemporaryDirectory(prefix="update-", dir=start.disk.parent.parent) as name:
        folder = Path(name)
        updated, took_s, whole = updated_image(start, folder)
        for number in range(args.cuts):
            what = ("making", "first start", "taken back")[number % 3]
            with machine_of(start if what == "making" else updated, folder, number) as machine:
                cut_in(machine, what, took_s[what] * chance.random() * 1.1)
                look(machine, what, whole, toll)
            print(what, toll.text(), file=sys.stderr, flush=True)
    print(f"Seed {args.seed}, QEMU's cache mode {STRICTEST}, s: {took_s}.\n{toll.text()}")
    return 1 if toll.faults else 0


def updated_image(start: Image, folder: Path) -> tuple[Image, dict[str, float], dict[str, str]]:
    """Return a machine after a whole update and before its next start, how long the stretches take (in s), and the sums
    of both releases."""
    with machine_of(start, folder, "whole") as machine:
        whole = {"old": machine.out(SUMS, seconds=200)}
        begin = time.monotonic()
        told = machine.run(prepare(machine), check=False, seconds=2000)
        assert told.out.strip() == NEWER, (told, machine.run(f"cat {RELEASES}/update.log", check=False).out)
        took_s = {"making": time.monotonic() - begin}
        whole["new"] = machine.out(SUMS, seconds=200)
        machine.suspend(folder / "memory")
        image = Image(machine.disk, start.kernel, start.initrd, memory=folder / "memory")
    with machine_of(image, folder, "started") as machine:
        restart(machine)
        begin = time.monotonic()
        machine.boot(seconds=BOOT_S)
        machine.wait_for(f"{READY} && test ! -e {TRIAL}", seconds=BOOT_S)
        took_s["first start"] = took_s["taken back"] = time.monotonic() - begin
    return image, took_s, whole


@contextmanager
def machine_of(image: Image, folder: Path, name: object) -> Iterator[Machine]:
    """Go on from an image, with a disk that keeps what it has said that it keeps."""
    own = folder / f"machine-{name}"
    own.mkdir()
    with Machine(image, own, build=booted_build(own, STRICTEST)) as machine:
        machine.boot(seconds=BOOT_S)
        yield machine


def cut_in(machine: Machine, what: str, seconds: float) -> None:
    """Cut the power so many seconds after a stretch has begun."""
    if what == "making":
        machine.start(prepare(machine), seconds=2000)
    else:
        if what == "taken back":
            machine.run(f"sed -i 's/ [0-9]*$/ 2/' {TRIAL} && sync")
        restart(machine)
        machine.switch_on()
    machine.go_on(seconds)
    machine.cut_power()


def look(machine: Machine, what: str, whole: dict[str, str], toll: UpdateToll) -> None:
    """Boot, and note which release plays and what is wrong with it."""
    try:
        machine.boot(seconds=BOOT_S)
        machine.wait_for(f"{READY} && test ! -e {TRIAL}", seconds=BOOT_S)
        version = machine.out(f"{RELEASES}/current/venv/bin/photofinish --version").split()[2]
        name = {VERSION: "old", NEWER: "new"}[version]
        toll.played.append(name)
        if machine.out(SUMS, seconds=300) != whole[name]:
            toll.faults.append(f"{what}: the {name} release is another than without a cut")
        if differ := machine.out(UNITS, seconds=200):
            toll.faults.append(f"{what}: {name}: {differ}")
        if name != {"first start": "new", "taken back": "old"}.get(what, name):
            toll.faults.append(f"{what}: the {name} release plays")
    except AssertionError as problem:
        toll.faults.append(f"{what}: {problem}")


def restart(machine: Machine) -> None:
    """Switch the machine off in order, as before a restart."""
    machine.start("systemctl reboot")
    machine.wait_until_off(300)


def prepare(machine: Machine) -> str:
    """Give a machine the owner's key and a bundle in the shared folder; return the command that installs it."""
    keys = machine.folder / "keys"
    make_keys(keys)
    make_bundle(keys, machine.share / BUNDLE)
    machine.run(f"cat > {OWNER_KEY}", stdin=(keys / "public.pem").read_text())
    machine.run(f"chmod a+r {SHARED}/{BUNDLE}; cat > /tmp/updates.py", stdin=UPDATE)
    user = "setpriv --reuid photofinish --regid photofinish --init-groups"
    return f"cd / && {user} {RELEASES}/current/venv/bin/python -IB /tmp/updates.py"


def make_keys(folder: Path) -> None:
    """Make an owner's pair of keys: private.pem, public.pem."""
    folder.mkdir()
    private, public = str(folder / "private.pem"), str(folder / "public.pem")
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", private], check=True)
    subprocess.run(["openssl", "pkey", "-in", private, "-pubout", "-out", public], check=True)


def make_bundle(keys: Path, path: Path, *, with_program: bool = True) -> None:
    """Make a bundle of this checkout under the number `NEWER`, for the machine under test; or with nothing in it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = [folder / CHECKOUT]
        if with_program:
            lay_out(REPOSITORY, folder / "checkout")
            for part in ("pyproject.toml", "engine/version.py"):
                file = folder / "checkout" / part
                file.write_text(file.read_text().replace(f'"{VERSION}"', f'"{NEWER}"', 1))
            pack(folder / "checkout", files[0])
            files += wheels().glob("*.whl")
        else:
            files[0].write_bytes(b"nothing")
        write(path, keys / "private.pem", NEWER, [f"x86_64-{suite().python}"], files)


if __name__ == "__main__":
    sys.exit(main())
