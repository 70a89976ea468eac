"""Make the sound files anew: ``python -m tools.sounds effects voice music``."""

import sys
from typing import Final

from cabinet.audio.player import ASSETS, LANGUAGE
from tools.sounds.recipes import every_take
from tools.sounds.synth import render, write_ogg


def effects() -> None:
    """Render every recipe, each of its takes into a file of its own."""
    folder = ASSETS / "sounds"
    for file in folder.glob("*.ogg"):
        file.unlink()
    for name, recipe in every_take():
        write_ogg(folder / f"{name}.ogg", render(name, recipe))


def voice() -> None:
    """Let the announcer speak every clip, each of its takes into a file of its own."""
    from tools.sounds.speech import write_clips  # the model, which the others do not need

    folder = ASSETS / "voice" / LANGUAGE
    for file in folder.glob("*.ogg"):
        file.unlink()
    write_clips(folder)


def music() -> None:
    """Play the tunes, each layer into a file of its own."""
    from tools.sounds.tune import write_tunes

    write_tunes(ASSETS / "music")


KINDS: Final = {"effects": effects, "voice": voice, "music": music}


def main(kinds: list[str]) -> int:
    """Make the named kinds; return the exit code."""
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown or not kinds:
        print(f"python -m tools.sounds {' '.join(KINDS)}: name at least one of these", file=sys.stderr)
        return 2
    for kind in kinds:
        KINDS[kind]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
