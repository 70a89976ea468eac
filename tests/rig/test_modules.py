"""What is changed in the kernel's sources before the module is built; nothing is fetched or built in here."""

from pathlib import Path

import pytest

from tools.vm.modules import DUMMY_HCD, GPIO_SIM, MODULES, BuildFailed, Module, changed


def test_every_change_is_made_where_the_text_is_as_expected() -> None:
    text = "\n".join(old for old, _ in GPIO_SIM.changes["irq_sim.c"])
    assert "irq_data_to_desc(irq_get_irq_data(irqnum))" in changed(GPIO_SIM, "irq_sim.c", text)
    assert "irq_to_desc(irqnum)" not in changed(GPIO_SIM, "irq_sim.c", text)


def test_a_source_that_is_not_what_we_know_is_refused() -> None:
    with pytest.raises(BuildFailed, match=r"irq_sim\.c: expected exactly once, but found 0 times"):
        changed(GPIO_SIM, "irq_sim.c", "something else")


def test_a_file_without_changes_is_taken_as_it_is() -> None:
    assert changed(GPIO_SIM, "gpiolib.h", "text") == changed(DUMMY_HCD, "gpiolib.h", "text") == "text"


@pytest.mark.parametrize(
    ("module", "path"), [pytest.param(module, path, id=path.name) for module in MODULES for path in module.ours]
)
def test_our_own_parts_say_under_which_licence_they_are_and_are_included(module: Module, path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("/* SPDX-License-Identifier: GPL-2.0")
    assert any(f'#include "{path.name}"' in new for pairs in module.changes.values() for _, new in pairs)
