"""`python -m tools.image`: make the card image, or the same for a PC's processor, on which tests are quick."""

import argparse
import sys
from pathlib import Path

from cabinet.machine.bundle import digest_of_key
from cabinet.machine.stick import NotDone
from tools.image.make import FOLDER, card, image, new_build
from tools.image.recipe import ARCHES
from tools.image.stages import StageError, lacking


def main() -> int:
    """Make what is missing and print where it lies."""
    parser = argparse.ArgumentParser(prog="python -m tools.image", description=__doc__)
    parser.add_argument("--arch", choices=sorted(ARCHES), default="arm64")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the stages are kept")
    parser.add_argument("--raw", action="store_true", help="the card as it is, not packed")
    parser.add_argument("--key", type=Path, help="the owner's public key: cabinets take updates from a stick")
    args = parser.parse_args()
    arch = ARCHES[args.arch]
    fault = lacking(arch) or (fault_of(args.key) if args.key else "")
    if fault:
        print(f"image: {fault}", file=sys.stderr)
        return 2
    try:
        build = new_build(args.folder)
        made = [card(arch, build, args.key)[0]] if args.raw else image(arch, build, args.key)
    except StageError as error:
        print(f"image: {error}", file=sys.stderr)
        return 2
    for path in made:
        print(f"{path.stat().st_size / 1e6:8.1f} MB  {path}")
    return 0


def fault_of(key: Path) -> str:
    """Return why a file is no owner's public key; empty for one that is."""
    try:
        digest_of_key(key.read_bytes())
    except OSError as problem:
        return f"{key}: {problem.strerror}"
    except NotDone:
        return f"{key} is no public Ed25519 key: openssl pkey -in private.pem -pubout -out public.pem"
    return ""


if __name__ == "__main__":
    sys.exit(main())
