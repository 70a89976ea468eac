"""The memory of this process, and the code that allocated it."""

import gc
import tracemalloc
from collections import Counter
from pathlib import Path

import pygame


def resident_kb() -> int:
    """Return the resident memory of this process (Linux, proc(5): VmRSS), in kB."""
    status = Path("/proc/self/status").read_text()
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    return int(line.split()[1])


def counted(most: int = 12) -> list[str]:
    """Return the most frequent types of objects known to the collector, and the memory of the surfaces' pixels."""
    objects = gc.get_objects()
    kinds = Counter(type(each).__qualname__ for each in objects).most_common(most)
    surfaces = surfaces_in(objects)
    pixels = sum(surface.get_height() * surface.get_pitch() for surface in surfaces)
    return [
        f"{len(objects)} objects; {len(surfaces)} surfaces that hold {pixels / 1e6:.1f} MB",
        ", ".join(f"{name} {count}" for name, count in kinds),
    ]


def surfaces_in(objects: list[object]) -> list[pygame.Surface]:
    """Return all surfaces that these objects refer to; the collector does not track surfaces themselves."""
    found: dict[int, pygame.Surface] = {}
    for each in objects:
        for held in gc.get_referents(each):
            if isinstance(held, pygame.Surface):
                found[id(held)] = held
    return list(found.values())


def made(most: int = 12) -> list[str]:
    """Return the lines of code that allocated most of Python's memory; needs tracemalloc, which is slow."""
    if not tracemalloc.is_tracing():
        return []
    top = tracemalloc.take_snapshot().statistics("lineno")[:most]
    return [f"{each.size / 1e6:6.1f} MB in {each.count} at {each.traceback[0]}" for each in top]
