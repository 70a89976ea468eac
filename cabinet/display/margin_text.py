"""A margin as text: on the timing board, on a beaten card, in lists of races. Pure."""


def margin_text(margin_ns: int) -> str:
    """Return a margin in ms for the timing board: at least three digits, with more decimals for closer races."""
    ms = margin_ns / 1e6
    if ms < 10:
        return f"{ms:.2f}"
    return f"{ms:.1f}" if ms < 1000 else f"{ms:.0f}"


def short_margin_text(margin_ns: int) -> str:
    """Return a margin in ms for figures that are read across a room: one decimal under 10 ms, else none."""
    ms = margin_ns / 1e6
    return f"{ms:.1f}" if ms < 9.95 else f"{ms:.0f}"


def tag_texts(margin_ns: int) -> tuple[str, ...]:
    """Return the texts for a card beaten by that margin, the longer first: `+150.3`, else in whole ms."""
    # under 10 ms the decimals matter
    return (f"+{margin_text(margin_ns)}", *([f"+{margin_ns / 1e6:.0f}"] if 10e6 <= margin_ns < 1e9 else []))
