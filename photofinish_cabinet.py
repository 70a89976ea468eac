"""The command `photofinish`: start the program, unless another package has the place of one of ours.

``cabinet``, ``engine``, ``hardware``, ``workshop`` and ``live`` are common names: in an environment that others share,
a package of that name is imported in place of ours, or has written its files over ours. So the command's own module has
a name of its own, imports none of them before it has looked where they come from, and says what is in the way.
"""

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

OURS: Final = ("cabinet", "engine", "hardware", "workshop")
BESIDE: Final = ("live",)
"""What a wheel brings and a cabinet has elsewhere: looked for where it lies beside the others."""
MARK: Final = b"Photo Finish"
"""Stands in the docstring of each of them."""
COMPILED: Final = "photofinish_compiled"
"""The folder of a compiled engine."""
BAD_INPUT: Final = 2


def strangers(folder: Path) -> list[str]:
    """Return the files from which Python would import one of our packages, where they are not those in `folder`.

    An empty name stands for a package of which there is no file.
    """
    found = []
    for name in (*OURS, *(name for name in BESIDE if (folder / name).exists())):
        spec = find_spec(name)
        origin = Path(spec.origin) if spec is not None and spec.origin else None
        if origin is not None and COMPILED in origin.parts:
            continue  # the finder of that wheel has compared it with our source
        if origin != folder / name / "__init__.py" or MARK not in origin.read_bytes():
            found.append(f"{name}: {origin or 'nowhere'}")
    return found


def main() -> int:
    """Run the command line; return its exit code, or 2 where a package of ours is not to be had."""
    folder = Path(__file__).resolve().parent
    if others := strangers(folder):
        print(
            f"photofinish: Python would import packages that are not Photo Finish's ({'; '.join(others)}). Install it\n"
            "into an environment of its own, with pipx or uvx, or start it from another folder.",
            file=sys.stderr,
        )
        return BAD_INPUT

    from cabinet.cli import main as command_line  # noqa: PLC0415 - only once it is known to be ours

    return command_line()


if __name__ == "__main__":
    sys.exit(main())
