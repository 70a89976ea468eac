"""The scale of a finish line: how much time its strip covers, and where its marks stand. Pure."""

from dataclasses import dataclass
from math import floor, log10
from typing import Final

PART: Final = 0.55
"""The share of a strip that the gap takes, within the 40 to 65 % that the eye reads at once."""
LEAST_NS: Final = 100
"""The smallest time between two marks with a figure."""
HEAT_NS: Final = 1_000_000
"""The time that a strip covers when nobody can say how large the gap is."""
STEPS: Final = (1, 2, 5, 10)


@dataclass(frozen=True, slots=True)
class Ruler:
    """A strip's scale: the time from one end to the other, and between two marks with a figure, both in ns."""

    span_ns: int
    step_ns: int

    def along(self, time_ns: float, length: int) -> float:
        """Return how far before the line that time lies on a strip of `length` px."""
        return time_ns / self.span_ns * length

    def marks(self) -> tuple[int, ...]:
        """Return the times with a figure, from 0 at the line, in ns."""
        return tuple(range(0, self.span_ns + 1, self.step_ns))

    def fine_marks(self) -> tuple[int, ...]:
        """Return the times between them: ten to a step, or five of twos, in ns."""
        fine = max(1, self.step_ns // 10)
        return tuple(range(0, self.span_ns + 1, fine))


def ruler(margin_ns: int, marks: int = 7) -> Ruler:
    """Return the scale on which a margin takes `PART` of the strip, with about `marks` figures; the same for all heats.

    Under a millisecond the figures count tenths, and below that hundredths.
    """
    span = round(margin_ns / PART) if margin_ns > 0 else HEAT_NS
    rough = max(LEAST_NS, span / marks)
    power = 10 ** floor(log10(rough))
    step = min((power * step for step in STEPS), key=lambda each: abs(log10(each / rough)))
    return Ruler(span, max(LEAST_NS, round(step)))


def mark_text(time_ns: int, step_ns: int) -> str:
    """Return a mark's figure in ms, with enough decimals to distinguish it from the next."""
    decimals = max(0, -floor(log10(step_ns / 1e6)))
    return f"{time_ns / 1e6:.{decimals}f}"
