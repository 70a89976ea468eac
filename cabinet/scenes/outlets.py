"""Where a match goes besides the screen."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple


class Outlets(NamedTuple):
    """The sound player, the photos beside the logs (as `result.Keep`), the operator's report, and the notices.

    `seen` is called as a new match begins: the players have seen the title's notices. `say` adds a notice.
    """

    play: Callable[[Iterable[str]], None]
    keep: Callable[[Path, Callable[[], bytes]], None]
    report: Callable[[str], None]
    seen: Callable[[], None]
    say: Callable[[str], None]
