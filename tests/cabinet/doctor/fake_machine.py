"""A machine for tests and pictures, in place of the one that they run on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cabinet.doctor.probe import Probe
from cabinet.process.engine_build import PLAIN


@dataclass
class FakeMachine(Probe):
    """A machine with given properties; by default a desk computer with a desktop and without faults."""

    files: Mapping[str, str] = field(default_factory=dict)
    forbidden: Sequence[str] = ()
    owners: Mapping[str, str] = field(default_factory=dict)
    free_bytes: int | None = 8_000_000_000
    programs: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    usb_boards: Sequence[tuple[str, str]] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    write_fault: str = ""
    condition: str = "ok"
    now_year: int = 2026
    time_is_set: bool = True
    build: str = PLAIN

    def text(self, path: str) -> str | None:
        return self.files.get(path)

    def glob(self, pattern: str) -> Sequence[str]:
        """`files` has absolute paths."""
        return sorted(path for path in self.files if Path(path).match(pattern))

    def is_accessible(self, path: str) -> bool:
        return path not in self.forbidden

    def group_of(self, path: str) -> str:
        return self.owners.get(path, "")

    def folder(self, path: str) -> str | None:
        return path

    def free(self, path: str) -> int | None:
        return self.free_bytes

    def run(self, *command: str) -> str | None:
        """The keys of `programs` are commands with their arguments, separated by spaces."""
        return self.programs.get(" ".join(command))

    def variable(self, name: str) -> str:
        return self.variables.get(name, "")

    def boards(self) -> Sequence[tuple[str, str]]:
        return self.usb_boards

    def label(self, chip: str) -> str:
        return self.labels.get(chip, "") if chip.startswith("/") else chip

    def unwritable(self, path: str) -> str:
        return self.write_fault or ("forbidden" if path in self.forbidden else "")

    def database(self, path: str) -> str:
        return self.condition

    def year(self) -> int:
        return self.now_year

    def is_time_set(self) -> bool:
        return self.time_is_set

    def engine(self) -> str:
        return self.build
