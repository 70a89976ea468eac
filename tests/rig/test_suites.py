"""Which Debian the machine under test has."""

import pytest

from tools.vm.base import suite


def test_it_is_bookworm_unless_another_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PHOTOFINISH_VM_SUITE", raising=False)
    assert suite().name == "bookworm"
    monkeypatch.setenv("PHOTOFINISH_VM_SUITE", "trixie")
    assert (suite().name, suite().python) == ("trixie", "3.13")


def test_one_that_is_not_known_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHOTOFINISH_VM_SUITE", "buster")
    with pytest.raises(SystemExit, match="PHOTOFINISH_VM_SUITE=buster: there are bookworm and trixie"):
        suite()
