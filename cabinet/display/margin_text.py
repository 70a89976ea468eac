"""A margin as text. Pure.

The table has the short form, the same on both wings and on the loser's plate; the slow motion, the photo and lists of
races have the long one.
"""


def margin_text(margin_ns: int) -> str:
    """Return a margin in ms as it was measured: at least three digits, with more decimals for closer races."""
    ms = margin_ns / 1e6
    if ms < 10:
        return f"{ms:.2f}"
    return f"{ms:.1f}" if ms < 1000 else f"{ms:.0f}"


def short_margin_text(margin_ns: int) -> str:
    """Return a margin in ms to be read across a room: two decimals under 0.1 ms, one under 10, else none."""
    ms = margin_ns / 1e6
    if ms < 0.095:
        return f"{ms:.2f}"
    return f"{ms:.1f}" if ms < 9.95 else f"{ms:.0f}"
