"""Builds the kernel module gpio-sim for a Debian kernel that lacks it: GPIO lines that a file drives.

    python -m tools.vm.gpiosim 6.1.0-56-amd64 6.1.192-2 FOLDER      # leaves FOLDER/gpio-sim.ko, or finds it there

The sources are Debian's own for exactly that kernel, downloaded and unpacked, never installed and never kept. Built out
of tree they want two things: `irq_to_desc` is not exported, and the kernel was configured without the interrupt
simulator; so both go into one module, and the name is replaced by what is exported. What lies in `gpio_sim/` is ours:
`toggle.h`, an attribute by which one write makes edges on several lines; `bounce.h`, one that lets a line bounce and
notes when; and `removal.h`, without which a chip that goes while the program holds its lines fells the kernel.
"""

import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

OURS: Final = tuple(Path(__file__).parent / "gpio_sim" / name for name in ("bounce.h", "removal.h", "toggle.h"))

SOURCES: Final = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")
"""What is taken from the kernel's sources."""

CHANGES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = MappingProxyType(
    {
        "irq_sim.c": (
            ("#include <linux/slab.h>\n", "#include <linux/slab.h>\n#include <linux/irqdesc.h>\n"),
            ("irq_to_desc(irqnum)", "irq_data_to_desc(irq_get_irq_data(irqnum))"),
        ),
        "gpio-sim.c": (
            (
                "static int gpio_sim_setup_sysfs(",
                '#include "toggle.h"\n#include "bounce.h"\n#include "removal.h"\n\nstatic int gpio_sim_setup_sysfs(',
            ),
            (
                "return devm_add_action_or_reset(dev, gpio_sim_sysfs_remove, chip);",
                "ret = devm_add_action_or_reset(dev, gpio_sim_sysfs_remove, chip);\n"
                "\tret = ret ?: gpio_sim_toggle_setup(chip) ?: gpio_sim_bounce_setup(chip);\n"
                "\treturn ret ?: gpio_sim_removal_setup(chip);",
            ),
        ),
    }
)
"""file -> (text, what takes its place); each text must be there exactly once."""

KBUILD: Final = "obj-m := gpio-sim.o\ngpio-sim-y := sim.o irq_sim.o\n"
"""`sim.o` is gpio-sim.c: a module of several files cannot have one of its own name."""


class BuildFailed(Exception):
    """The module could not be built; the message says where it went wrong."""


def build(release: str, version: str, folder: Path) -> Path:
    """Give the path of gpio-sim.ko in `folder`, built if it is not there for this kernel and these changes.

    `release` is what `uname -r` says, `version` that of the kernel's Debian packages. Raises BuildFailed.
    """
    ours = [path.read_text(encoding="utf-8") for path in OURS]
    name = hashlib.sha256(f"{release} {version} {CHANGES} {KBUILD} {ours}".encode()).hexdigest()[:12]
    done = folder / f"gpio-sim-{name}" / "gpio-sim.ko"
    if not done.exists():
        with tempfile.TemporaryDirectory(prefix="gpio-sim-") as work:
            built = _build_in(Path(work), release, version)
            done.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(built, done.with_suffix(".new"))
            done.with_suffix(".new").rename(done)
    return done


def changed(name: str, text: str) -> str:
    """Give the text of a kernel source with our changes. Raises BuildFailed where it is not what we know."""
    for old, new in CHANGES.get(name, ()):
        if text.count(old) != 1:
            raise BuildFailed(f"{name}: expected exactly once, but found {text.count(old)} times: {old.strip()}")
        text = text.replace(old, new)
    return text


def _build_in(work: Path, release: str, version: str) -> Path:
    series = ".".join(version.split(".")[:2])
    common = release.rpartition("-")[0] + "-common"  # 6.1.0-56-amd64: 6.1.0-56-common
    names = (f"headers-{release}", f"headers-{common}", f"kbuild-{series}", f"source-{series}")
    work.chmod(0o755)  # apt's own user writes into it
    (work / "debs").mkdir(mode=0o777)
    (work / "debs").chmod(0o777)
    _run("apt-get", "download", "-qq", *(f"linux-{name}={version}" for name in names), at=work / "debs")
    for package in sorted((work / "debs").iterdir()):
        _run("dpkg-deb", "-x", str(package), str(work / "root"), at=work)
    _prepare(work / "module", work / "root/usr/src" / f"linux-source-{series}.tar.xz")
    return _compile(work, release, common)


def _prepare(module: Path, archive: Path) -> None:
    """Lay out the module's folder: the kernel's files with our changes, and our own."""
    module.mkdir()
    top = archive.name.removesuffix(".tar.xz")
    members = [f"{top}/{source}" for source in SOURCES]
    # each is there once: the archive, 1.3 GB unpacked, is read only as far as the last of them
    _run("tar", "--extract", "--occurrence=1", "--file", str(archive), *members, at=archive.parent)
    for source in SOURCES:
        name = Path(source).name
        text = changed(name, (archive.parent / top / source).read_text(encoding="utf-8"))
        (module / ("sim.c" if name == "gpio-sim.c" else name)).write_text(text, encoding="utf-8")
    for path in OURS:
        shutil.copy(path, module)
    (module / "Kbuild").write_text(KBUILD, encoding="utf-8")


def _compile(work: Path, release: str, common: str) -> Path:
    """Run the kernel's own build. Its Makefile names the other headers by where they would be installed."""
    headers = work / "root/usr/src" / f"linux-headers-{release}"
    (headers / "Makefile").write_text(f"include {headers.parent}/linux-headers-{common}/Makefile\n", encoding="utf-8")
    _run("make", "-C", str(headers), f"M={work / 'module'}", "modules", at=work)
    return work / "module" / "gpio-sim.ko"


def _run(*command: str, at: Path) -> None:
    told = subprocess.run(command, cwd=at, capture_output=True, text=True, check=False)
    if told.returncode:
        raise BuildFailed(f"{' '.join(command[:4])} … failed:\n{told.stdout[-2000:]}{told.stderr[-4000:]}")


if __name__ == "__main__":
    print(build(sys.argv[1], sys.argv[2], Path(sys.argv[3])))
