"""Numbers as the command line takes them: each function is an argparse ``type``, and words its own refusal."""

import argparse
import math
from collections.abc import Callable
from typing import Final

from cabinet.words import word
from engine.errors import shortened

MOST_SEED: Final = 2**63 - 1
"""As in the configuration (`cabinet.config.Match`)."""
MOST_SECONDS: Final = 86_400


def whole(least: int, most: int) -> Callable[[str], int]:
    """What reads a whole number within limits."""

    def read(text: str) -> int:
        if is_whole(text) and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(
            word("cli.not_a_number", given=shortened(text), least=least, most=most)
        )

    return read


def is_whole(text: str) -> bool:
    """Whether a text is a whole number in plain digits, and short enough to be one of ours."""
    return text.isascii() and text.isdecimal() and len(text) < 20


def seconds(text: str) -> float:
    """A time in seconds, above 0 and at most a day."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if 0 < number <= MOST_SECONDS:  # nan is neither
        return number
    raise argparse.ArgumentTypeError(word("cli.not_seconds", given=shortened(text), most=MOST_SECONDS))
