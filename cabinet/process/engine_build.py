"""Which build of the engine this process has loaded: its source, or the extension modules that mypyc made of it.

``photofinish-compiled`` (docs/operating.md) has Python import the extension modules. Nothing else in the program
depends on it, because both builds do the same.
"""

import sys
from collections.abc import Mapping
from importlib.machinery import EXTENSION_SUFFIXES
from types import ModuleType
from typing import Final

PLAIN: Final = "plain"
COMPILED: Final = "compiled"
MIXED: Final = "mixed"
"""Some modules of each: extension modules lie beside the source."""
SWITCH: Final = "PHOTOFINISH_COMPILED"
"""A variable of the environment: ``no`` for the source; ``no: REASON`` where the extension modules were refused."""


def engine_build(modules: Mapping[str, ModuleType] = sys.modules) -> str:
    """Return ``plain``, ``compiled`` or ``mixed``, by the files of the engine's modules that are loaded."""
    files = [module.__file__ or "" for name, module in modules.items() if name.partition(".")[0] == "engine"]
    compiled = [file.endswith(tuple(EXTENSION_SUFFIXES)) for file in files]
    if all(compiled):
        return COMPILED if compiled else PLAIN
    return MIXED if any(compiled) else PLAIN


def refusal(switch: str) -> str:
    """Return why the extension modules were refused, from the value of ``SWITCH``; empty if they were not."""
    return switch.partition(": ")[2]
