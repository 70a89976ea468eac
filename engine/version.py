"""The engine's version. A module of its own, because `photofinish --version` prints it without loading the rules."""

from typing import Final

VERSION: Final = "1.0.0"
"""As in logs; equal to the project's version in ``pyproject.toml``."""
