"""`python -m tools.image`: make the card image, or the same for a PC's processor, on which tests are quick."""

import argparse
import sys
from pathlib import Path

from tools.image.make import FOLDER, card, image, new_build
from tools.image.needs import lacking
from tools.image.recipe import ARCHES
from tools.image.stages import StageError


def main() -> int:
    """Make what is missing and print where it lies."""
    parser = argparse.ArgumentParser(prog="python -m tools.image", description=__doc__)
    parser.add_argument("--arch", choices=sorted(ARCHES), default="arm64")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the stages are kept")
    parser.add_argument("--raw", action="store_true", help="the card as it is, not packed")
    args = parser.parse_args()
    arch = ARCHES[args.arch]
    fault = lacking(arch)
    if fault:
        print(f"image: {fault}", file=sys.stderr)
        return 2
    try:
        build = new_build(args.folder)
        made = [card(arch, build)[0]] if args.raw else image(arch, build)
    except StageError as error:
        print(f"image: {error}", file=sys.stderr)
        return 2
    for path in made:
        print(f"{path.stat().st_size / 1e6:8.1f} MB  {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
