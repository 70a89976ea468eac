"""Argparse ``type`` functions for numbers on the command line, each with its own error message."""

import argparse
import math
from collections.abc import Callable
from typing import Final

from cabinet.strings.catalogue import word
from engine.errors import shortened

MOST_SEED: Final = 2**63 - 1
"""The limit of the configuration (`cabinet.config.schema.Match`)."""
MOST_SECONDS: Final = 86_400


def whole(least: int, most: int) -> Callable[[str], int]:
    """Return a ``type`` function for whole numbers from `least` to `most`."""

    def read(text: str) -> int:
        if is_whole(text) and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(word("cli.not_a_number", given=shortened(text), least=least, most=most))

    return read


def is_whole(text: str) -> bool:
    """Return whether a text is a whole number in ASCII digits, of fewer than 20."""
    return text.isascii() and text.isdecimal() and len(text) < 20


def between(least: float, most: float, fault: str) -> Callable[[str], float]:
    """Return a ``type`` function for numbers from `least` to `most`; `fault` is the key of its error message."""

    def read(text: str) -> float:
        number = number_or_nan(text)
        if least <= number <= most:  # False for nan
            return number
        raise argparse.ArgumentTypeError(word(fault, given=shortened(text), least=least, most=most))

    return read


def number_or_nan(text: str) -> float:
    """Return the number that a text is; nan if it is none."""
    try:
        return float(text)
    except ValueError:
        return math.nan


def seconds(text: str) -> float:
    """Parse a time in seconds, above 0 and at most a day. Raises ArgumentTypeError."""
    number = number_or_nan(text)
    if 0 < number <= MOST_SECONDS:  # False for nan
        return number
    raise argparse.ArgumentTypeError(word("cli.not_seconds", given=shortened(text), most=MOST_SECONDS))
