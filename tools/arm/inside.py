"""A command in the ARM root, under qemu-user.

Its mounts and processes are in namespaces of their own: they end with it, also where it is killed, and the root that is
kept is never written to. The checkout is mounted read-only; `/tmp` is empty and vanishes.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tools.arm.root import SOURCE, USER
from tools.vm.cached import REPOSITORY

CPU: Final = "cortex-a53"
"""The core of the Pi 3 and the Zero 2 W, the oldest that the image serves: ARMv8.0."""
NICE: Final = 10
ENVIRONMENT: Final = {
    "QEMU_CPU": CPU,
    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "PYTHONPATH": f"/{SOURCE}",
    "PYTHONPYCACHEPREFIX": "/tmp/compiled",
    "HYPOTHESIS_STORAGE_DIRECTORY": "/tmp/hypothesis",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    "SDL_VIDEODRIVER": "dummy",
    "SDL_AUDIODRIVER": "dummy",
    "PHOTOFINISH_COMPILED": "no",
}
MOUNTS: Final = f"""set -eu
root=$1 checkout=$2; shift 2
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --bind "$checkout" "$root/{SOURCE}"
mount -o remount,bind,ro "$root/{SOURCE}"
chroot --userspec={USER}:{USER} "$root" "$@"
exit $?
"""
"""The shell stays: the first process of a namespace ignores the signals of a fault, and would repeat it for ever."""


def command(root: Path, *words: str, checkout: Path = REPOSITORY, more: Mapping[str, str] | None = None) -> list[str]:
    """The words that run other words in the root, in the checkout's folder, as an ordinary user. Needs root."""
    settings = [f"{name}={value}" for name, value in {**ENVIRONMENT, **(more or {})}.items()]
    inner: Sequence[str] = ("/bin/sh", "-c", f'cd /{SOURCE} && exec "$@"', "sh", *words)
    return [
        *("env", "--ignore-environment", *settings),
        *("nice", "-n", str(NICE), "setpriv", "--pdeathsig=KILL", "unshare", "--mount", "--propagation=private"),
        *("--pid", "--fork", "--kill-child"),
        *("/bin/sh", "-c", MOUNTS, "sh", str(root), str(checkout)),
        *inner,
    ]
