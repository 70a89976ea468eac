"""Units of time, which is an integer number of nanoseconds everywhere (decision 0003).

`hardware.clock` has its own millisecond: the two packages do not know each other.
"""

from typing import Final

MS: Final = 1_000_000
S: Final = 1_000_000_000
NEVER: Final = 1 << 62
"""A time that never comes."""
