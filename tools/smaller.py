"""Make the PNG pictures of a folder smaller: 256 colours, chosen for each picture, in place.

``python -m tools.smaller FOLDER`` after they were rendered anew (`make pictures`); a picture comes to about a third.
"""

import sys
from pathlib import Path

from PIL import Image

COLOURS = 256


def make_smaller(path: Path) -> None:
    """Keep the picture in a palette of its own, unless it is already in one."""
    with Image.open(path) as picture:
        if picture.mode == "P":
            return
        few = picture.convert("RGB").quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


def main(folder: Path) -> None:
    """Make every picture of the folder smaller."""
    for path in sorted(folder.glob("*.png")):
        make_smaller(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
