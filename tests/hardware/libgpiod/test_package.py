"""The package gpiod itself: missing, too old, and our stand-in held to it."""

import inspect
from pathlib import Path

import pytest

from hardware.errors import BackendMissing
from hardware.gpio.fake import FakeChip, FakeGpiod, FakeRequest
from hardware.gpio.gpiod_factory import import_gpiod

pytestmark = pytest.mark.needs("gpiod")


def test_a_missing_package_and_libgpiod_1_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_gpiod(), "request_lines", None)
    monkeypatch.delattr(import_gpiod(), "request_lines")
    with pytest.raises(BackendMissing, match=r"version 1"):
        import_gpiod()
    monkeypatch.setitem(__import__("sys").modules, "gpiod", None)
    with pytest.raises(BackendMissing, match=r"pip install"):
        import_gpiod()


def test_the_real_package_refuses_what_is_no_chip(tmp_path: Path) -> None:
    """The real library, as far as it goes without a chip: it loads and answers."""
    with pytest.raises(OSError, match=r"(?i)inappropriate|no such|invalid|not"):
        import_gpiod().Chip(str(tmp_path))


@pytest.mark.parametrize(
    ("fake", "real"),
    [
        (FakeRequest, "LineRequest"),
        (FakeChip, "Chip"),
    ],
)
def test_the_stand_in_takes_what_the_real_package_takes(fake: type, real: str) -> None:
    theirs = getattr(import_gpiod(), real)
    script = {"put", "number", "shuffle", "wake", "stall"}
    for name, method in inspect.getmembers(fake, inspect.isfunction):
        if not name.startswith("_") and name not in script:
            ours = list(inspect.signature(method).parameters)
            assert ours == list(inspect.signature(getattr(theirs, name)).parameters), f"{real}.{name}"


def test_the_stand_in_asks_for_lines_as_the_real_package_does() -> None:
    ours = list(inspect.signature(FakeGpiod.request_lines).parameters)[1:]
    assert ours == list(inspect.signature(import_gpiod().request_lines).parameters)
