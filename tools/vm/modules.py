"""Builds the kernel modules that a Debian kernel lacks or has otherwise than the tests want, for the guest.

- gpio-sim: GPIO lines that a file drives. Built out of tree it wants two things: `irq_to_desc` is not exported, and the
  kernel was configured without the interrupt simulator; so both go into one module, and the name is replaced by what is
  exported. Ours are attributes: `toggle.h`, one write makes edges on several lines; `bounce.h`, a line bounces, and
  when is noted; `train.h`, edges on several lines at given times; `keys.h`, a gpio-keys device; and `removal.h`,
  without which a chip that goes while the program holds its lines fells the kernel.
- dummy_hcd: a USB host and a USB device in one machine. Ours is `polling.h`: the host asks a device as often as that
  says in its descriptor, which Debian's does not.

The sources are Debian's own for exactly that kernel, downloaded and unpacked, never installed and never kept. What lies
in `gpio_sim/` and `dummy_hcd/` is ours.
"""

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple


class Module(NamedTuple):
    """A module for the guest: its name, and what it is built of.

    `sources` are taken from the kernel's tree, `renamed` says under which names where these differ; `changes` are for
    each file what is replaced by what, each text being there exactly once; `ours` are our own files.
    """

    name: str
    sources: tuple[str, ...]
    ours: tuple[Path, ...]
    changes: Mapping[str, tuple[tuple[str, str], ...]]
    kbuild: str
    renamed: Mapping[str, str] = MappingProxyType({})


def _ours(folder: str, *names: str) -> tuple[Path, ...]:
    return tuple(Path(__file__).parent / folder / name for name in names)


GPIO_SIM: Final = Module(
    "gpio-sim",
    ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c"),
    _ours("gpio_sim", "bounce.h", "keys.h", "removal.h", "toggle.h", "train.h"),
    {
        "irq_sim.c": (
            ("#include <linux/slab.h>\n", "#include <linux/slab.h>\n#include <linux/irqdesc.h>\n"),
            ("irq_to_desc(irqnum)", "irq_data_to_desc(irq_get_irq_data(irqnum))"),
        ),
        "gpio-sim.c": (
            (
                "static int gpio_sim_setup_sysfs(",
                '#include "toggle.h"\n#include "bounce.h"\n#include "train.h"\n#include "keys.h"\n'
                '#include "removal.h"\n\nstatic int gpio_sim_setup_sysfs(',
            ),
            (
                "return devm_add_action_or_reset(dev, gpio_sim_sysfs_remove, chip);",
                "ret = devm_add_action_or_reset(dev, gpio_sim_sysfs_remove, chip);\n"
                "\tret = ret ?: gpio_sim_toggle_setup(chip) ?: gpio_sim_bounce_setup(chip);\n"
                "\tret = ret ?: gpio_sim_train_setup(chip) ?: gpio_sim_keys_setup(chip);\n"
                "\treturn ret ?: gpio_sim_removal_setup(chip);",
            ),
        ),
    },
    "obj-m := gpio-sim.o\ngpio-sim-y := sim.o irq_sim.o\n",
    {"gpio-sim.c": "sim.c"},  # a module of several files cannot have one of its own name
)

DUMMY_HCD: Final = Module(
    "dummy_hcd",
    ("drivers/usb/gadget/udc/dummy_hcd.c",),
    _ours("dummy_hcd", "polling.h"),
    {
        "dummy_hcd.c": (
            ("\tunsigned long\t\t\tlast_io;", "\tu64\t\t\t\tasked_in;\n\tunsigned long\t\t\tlast_io;"),
            (
                "static enum hrtimer_restart dummy_timer(",
                '#include "polling.h"\n\nstatic enum hrtimer_restart dummy_timer(',
            ),
            (
                "\t\t\tlimit = max(limit, periodic_bytes(dum, ep));\n\t\t\tfallthrough;",
                "\t\t\tlimit = max(limit, periodic_bytes(dum, ep));\n"
                "\t\t\tif (!dummy_is_due(dum_hcd, ep, urb))\n\t\t\t\tbreak;\n\t\t\tfallthrough;",
            ),
            (
                "/* want a 1 msec delay here */\n\t\tdum_hcd->timer_pending = 1;\n"
                "\t\thrtimer_start(&dum_hcd->timer, ns_to_ktime(DUMMY_TIMER_INT_NSECS),",
                "dum_hcd->timer_pending = 1;\n"
                "\t\thrtimer_start(&dum_hcd->timer, ns_to_ktime(dummy_until_next_frame(dum_hcd)),",
            ),
        ),
    },
    "obj-m := dummy_hcd.o\n",
)

MODULES: Final = (GPIO_SIM, DUMMY_HCD)


class BuildFailed(Exception):
    """The module could not be built; the message says where it went wrong."""


def build(module: Module, release: str, version: str, folder: Path) -> Path:
    """Return the path of the module in `folder`. If it is not there for this kernel and these changes, it is built, and
    with it all others that are not there: to fetch and unpack the kernel takes longer than to compile them.

    `release` is what `uname -r` says, `version` that of the kernel's Debian packages. Raises BuildFailed.
    """
    places = {one.name: _place(one, release, version, folder) for one in MODULES}
    if not places[module.name].exists():
        with tempfile.TemporaryDirectory(prefix="modules-") as name:
            work = Path(name)
            lacking = [one for one in MODULES if not places[one.name].exists()]
            common = _unpack(lacking, work, release, version)
            for one in lacking:
                _prepare(one, work / one.name, work / "kernel")
                done = places[one.name]
                done.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(_compile(one, work, release, common), done.with_suffix(".new"))
                done.with_suffix(".new").rename(done)
    return places[module.name]


def _place(module: Module, release: str, version: str, folder: Path) -> Path:
    ours = [path.read_text(encoding="utf-8") for path in module.ours]
    changes = {name: tuple(pairs) for name, pairs in module.changes.items()}
    made_of = f"{release} {version} {changes} {module.kbuild} {ours}"
    name = hashlib.sha256(made_of.encode()).hexdigest()[:12]
    return folder / f"{module.name}-{name}" / f"{module.name}.ko"


def changed(module: Module, name: str, text: str) -> str:
    """Return the text of a kernel source with our changes. Raises BuildFailed where it is not what we know."""
    for old, new in module.changes.get(name, ()):
        if text.count(old) != 1:
            raise BuildFailed(f"{name}: expected exactly once, but found {text.count(old)} times: {old.strip()}")
        text = text.replace(old, new)
    return text


def _unpack(modules: Sequence[Module], work: Path, release: str, version: str) -> str:
    """Lay out the kernel's headers, and in `work / "kernel"` what the modules are made of; return the name of those
    headers that all flavours share."""
    series = ".".join(version.split(".")[:2])
    common = release.rpartition("-")[0] + "-common"  # 6.1.0-56-amd64: 6.1.0-56-common
    names = [f"{name}={version}" for name in (f"headers-{release}", f"headers-{common}", f"source-{series}")]
    # the headers want this kbuild or a newer one, and Debian's archive keeps the newest alone
    names.append(f"kbuild-{series}")
    work.chmod(0o755)  # apt's own user writes into it
    (work / "debs").mkdir(mode=0o777)
    (work / "debs").chmod(0o777)
    _run("apt-get", "download", "-qq", *(f"linux-{name}" for name in names), at=work / "debs")
    for package in sorted((work / "debs").iterdir()):
        _run("dpkg-deb", "-x", str(package), str(work / "root"), at=work)
    archive = work / "root/usr/src" / f"linux-source-{series}.tar.xz"
    members = [f"linux-source-{series}/{source}" for module in modules for source in module.sources]
    # each is there once: the archive, 1.3 GB unpacked, is read only as far as the last of them
    _run("tar", "--extract", "--occurrence=1", "--file", str(archive), *members, at=work)
    (work / f"linux-source-{series}").rename(work / "kernel")
    return common


def _prepare(module: Module, folder: Path, kernel: Path) -> None:
    """Lay out the module's folder: the kernel's files with our changes, and our own."""
    folder.mkdir()
    for source in module.sources:
        name = Path(source).name
        text = changed(module, name, (kernel / source).read_text(encoding="utf-8"))
        (folder / module.renamed.get(name, name)).write_text(text, encoding="utf-8")
    for path in module.ours:
        shutil.copy(path, folder)
    (folder / "Kbuild").write_text(module.kbuild, encoding="utf-8")


def _compile(module: Module, work: Path, release: str, common: str) -> Path:
    """Run the kernel's own build. Its Makefile names the other headers by where they would be installed."""
    headers = work / "root/usr/src" / f"linux-headers-{release}"
    (headers / "Makefile").write_text(f"include {headers.parent}/linux-headers-{common}/Makefile\n", encoding="utf-8")
    _run("make", "-C", str(headers), f"M={work / module.name}", "modules", at=work)
    return work / module.name / f"{module.name}.ko"


def _run(*command: str, at: Path) -> None:
    completed = subprocess.run(command, cwd=at, capture_output=True, text=True, check=False)
    if completed.returncode:
        raise BuildFailed(f"{' '.join(command[:4])} … failed:\n{completed.stdout[-2000:]}{completed.stderr[-4000:]}")
