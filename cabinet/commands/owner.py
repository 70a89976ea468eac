"""`photofinish owner FILE`: write the file that proves a cabinet's owner on a stick, with the cabinet's number.

Exit code 0, 2 for a mistake.
"""

import argparse

from cabinet.errors import CabinetError, reason_of
from cabinet.machine.number import FILE, cabinet_number, number_in, shown_number
from cabinet.strings.catalogue import word


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit code. Raises CabinetError."""
    number = cabinet_number() if args.number is None else number_in(args.number)
    if number is None:
        raise CabinetError(word("owner.number", given=args.number))
    path = args.file / FILE if args.file.is_dir() else args.file
    try:
        path.write_text(f"{shown_number(number)}\n", encoding="ascii")
    except OSError as problem:
        raise CabinetError(word("owner.unwritten", path=path, reason=reason_of(problem))) from problem
    print(word("owner.done", path=path, number=shown_number(number)))
    return 0
