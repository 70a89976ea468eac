"""How much memory the process may take, as the kernel's files say it."""

import os
from pathlib import Path

import pytest

from cabinet.process.memory import memory_bytes

WHOLE = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
MB = 1024 * 1024


def told(folder: Path, group: str, **limits: str) -> int:
    """The answer for a process in a group, with the limits of groups: `slice_max` is memory.max of the outer one."""
    proc, groups = folder / "proc", folder / "cgroup"
    (proc / "self").mkdir(parents=True)
    (proc / "self" / "cgroup").write_text(group)
    places = {"slice": groups / "photofinish.slice", "unit": groups / "photofinish.slice/photofinish.service"}
    places["unit"].mkdir(parents=True)
    for name, value in limits.items():
        place, _, limit = name.partition("_")
        (places[place] / f"memory.{limit}").write_text(f"{value}\n")
    return memory_bytes(proc, groups)


OWN = "0::/photofinish.slice/photofinish.service\n"


@pytest.mark.parametrize(
    ("group", "limits", "expected"),
    [
        (OWN, {"unit_high": "max", "unit_max": "max"}, WHOLE),
        (OWN, {"unit_high": str(200 * MB), "unit_max": str(256 * MB)}, 200 * MB),
        (OWN, {"unit_high": "max", "unit_max": str(256 * MB)}, 256 * MB),
        (OWN, {"unit_max": "max", "slice_max": str(128 * MB)}, 128 * MB),
        (OWN, {"unit_max": str(100 * WHOLE)}, WHOLE),
        ("4:memory:/x\n1:name=systemd:/y\n", {"unit_max": "1"}, WHOLE),
        ("", {}, WHOLE),
        ("0::/\n", {"unit_max": "1"}, WHOLE),
    ],
    ids=["none", "high", "max", "around it", "more than there is", "version 1", "no such file", "the root"],
)
def test_the_least_of_the_machine_and_of_the_groups_limits_counts(
    group: str, limits: dict[str, str], expected: int, tmp_path: Path
) -> None:
    assert told(tmp_path, group, **limits) == expected


def test_where_the_kernel_says_nothing_it_is_the_machines_memory(tmp_path: Path) -> None:
    assert memory_bytes(tmp_path, tmp_path) == WHOLE
