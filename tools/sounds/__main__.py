"""Make the sound files anew: ``python -m tools.sounds effects voice music``.

With ``--check`` they are made twice, in folders of their own, and compared byte by byte with each other and with those
that are there; what differs is printed, and nothing is changed.
"""

import sys
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from cabinet.audio.player import ASSETS, LANGUAGE
from tools.sounds.recipes import every_take
from tools.sounds.synth import render, write_ogg


def effects(folder: Path) -> None:
    """Render every recipe, each of its takes into a file of its own."""
    for name, recipe in every_take():
        write_ogg(folder / f"{name}.ogg", render(name, recipe))


def voice(folder: Path) -> None:
    """Let the announcer speak every clip, each of its takes into a file of its own."""
    from tools.sounds.speech import write_clips  # the model, which the others do not need

    write_clips(folder)


def music(folder: Path) -> None:
    """Play the tunes, each layer into a file of its own."""
    from tools.sounds.tune import write_tunes

    write_tunes(folder)


class Kind(NamedTuple):
    """A kind of sounds: how its files are written into a folder, and where they are."""

    write: Callable[[Path], None]
    folder: Path


KINDS: Final = {
    "effects": Kind(effects, ASSETS / "sounds"),
    "voice": Kind(voice, ASSETS / "voice" / LANGUAGE),
    "music": Kind(music, ASSETS / "music"),
}


def sums(folder: Path) -> Mapping[str, str]:
    """Return the SHA-256 of every sound file in a folder and below it, by its name."""
    files = sorted(folder.rglob("*.ogg"))
    return {str(file.relative_to(folder)): sha256(file.read_bytes()).hexdigest() for file in files}


def make(kind: Kind) -> None:
    """Write the files of a kind in the place of those that are there."""
    for file in kind.folder.rglob("*.ogg"):
        file.unlink()
    kind.write(kind.folder)


def differs(kind: Kind) -> list[str]:
    """Make a kind twice; return the names of files that are not the same in both and where they are delivered."""
    there, made = sums(kind.folder), list[Mapping[str, str]]()
    for _ in range(2):
        with TemporaryDirectory() as folder:
            kind.write(Path(folder))
            made.append(sums(Path(folder)))
    names = sorted({*there, *made[0], *made[1]})
    return [name for name in names if len({each.get(name) for each in (there, *made)}) > 1]


def main(words: list[str]) -> int:
    """Make the named kinds, or check them; return the exit code: 1 where a check finds a difference, 2 for no kind."""
    kinds = [word for word in words if word != "--check"]
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown or not kinds:
        print(f"python -m tools.sounds [--check] {' '.join(KINDS)}: name at least one of these", file=sys.stderr)
        return 2
    code = 0
    for name in kinds:
        if "--check" not in words:
            make(KINDS[name])
            continue
        other = differs(KINDS[name])
        print(f"{name}: {len(sums(KINDS[name].folder))} files, {len(other) or 'none'} differ", *other, sep="\n  ")
        code = max(code, int(bool(other)))
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
