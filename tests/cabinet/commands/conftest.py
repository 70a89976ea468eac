"""A machine to type commands at, and a cluster for those that work on one."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from cabinet.cli import main
from tests.cabinet.commands.refusals import PYTHONS, Run


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any display, and a home that nobody has used."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "PHOTOFINISH_CONFIG", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Types a command; gives its exit code and everything that it says on its standard error."""

    def typed(*arguments: object) -> tuple[int, str]:
        capsys.readouterr()
        try:
            code = main([str(each) for each in arguments])
        except SystemExit as left:
            assert isinstance(left.code, int)
            code = left.code
        told = capsys.readouterr().err
        assert not [sign for sign in PYTHONS if sign in told], told
        return code, told

    return typed


@pytest.fixture
def scheduler() -> Iterator[Callable[[], str]]:
    """Starts a scheduler with two workers, all of them in threads of this process; returns its address."""
    with ExitStack() as stack:

        def start() -> str:
            import distributed

            make: Any = distributed.LocalCluster
            local = make(n_workers=2, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=":0")
            return str(stack.enter_context(local).scheduler_address)

        yield start
