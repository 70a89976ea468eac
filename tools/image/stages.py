"""The stages of a build: each a folder that is kept, named by a hash of its inputs."""

import hashlib
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.image.progress import Progress
from tools.vm.cached import REPOSITORY, hash_of, made


class StageError(Exception):
    """A stage cannot be made; the text says why and names the log."""


@dataclass(frozen=True)
class Build:
    """Where a build keeps its stages, and to whom it reports."""

    folder: Path
    progress: Progress

    def stage(self, kind: str, inputs: Sequence[str], make: Callable[[Path], None], files: Iterable[Path] = ()) -> Path:
        """The finished folder of a stage, found or made now. `inputs` and the contents of `files` name it.

        Raises StageError when a program fails.
        """
        name = hash_of(files, "\n".join(inputs))
        self.progress.begin(kind)
        try:
            folder = made(kind, name, make, where=self.folder)
        except subprocess.CalledProcessError as error:
            raise StageError(f"{kind}: {error.cmd[0]} ended with {error.returncode}; {self.log_of(kind)}") from error
        self.progress.end()
        return folder

    def log_of(self, kind: str) -> Path:
        """The file with the words of the programs that a stage starts."""
        return self.folder / f"{kind}.log"

    def run(self, kind: str, *command: str, heard: Callable[[str], None] | None = None) -> None:
        """Run a program, its words into the stage's log; each line is given to `heard`.

        Raises CalledProcessError when it fails.
        """
        with self.log_of(kind).open("a") as log:
            log.write(f"$ {' '.join(command)}\n")
            log.flush()
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as program:
                assert program.stdout is not None
                for line in program.stdout:
                    log.write(line)
                    if heard is not None:
                        heard(line)
        if program.returncode:
            raise subprocess.CalledProcessError(program.returncode, command)


def name_of(folder: Path) -> str:
    """A stage's name with its hash: the input of the stages behind it."""
    return folder.name


def digest_of(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def source_date() -> int:
    """The time of the checkout's commit, in seconds since 1970: no file of the image is younger.

    Raises StageError where there is no commit and SOURCE_DATE_EPOCH does not say it.
    """
    git = ["git", "-c", "safe.directory=*", "-C", str(REPOSITORY), "log", "-1", "--format=%ct"]
    done = subprocess.run(git, capture_output=True, text=True, check=False)
    if done.returncode:
        raise StageError("this is no checkout with a commit: set SOURCE_DATE_EPOCH to the time that files are to have")
    return int(done.stdout)


def empty(folder: Path) -> None:
    """Take a folder away, whatever it holds."""
    shutil.rmtree(folder, ignore_errors=True)
