"""The few words about an evening that many scenes show: who is next, and the band of the title."""

from cabinet.display.evening.pages import NO_SEAT, Somebody, TonightBand
from cabinet.strings.catalogue import word


def next_up(*names: str) -> str:
    """Return the line for every screen between matches: ``NEXT: ZOE``, ``NEXT: MIA – BEN``; "" without names."""
    known = [name for name in names if name]
    if len(known) == 2:
        return word("next.match", left=known[0], right=known[1])
    return word("next.up", name=known[0]) if known else ""


def stays_band(name: str, seat: int, wins: int, following: str) -> TonightBand:
    """Return the band of winner stays: who stays at which seat after so many wins, and who is next."""
    key = f"queue.wins.{wins}" if wins in (0, 1) else "queue.wins"
    return TonightBand(
        heading=word("tonight.title"),
        stays=Somebody(word("tonight.stays", name=name) if name else "", seat),
        next_words=word("tonight.next"),
        next_up=Somebody(following, 1 - seat if seat in (0, 1) else NO_SEAT),
        wins=wins,
        wins_words=word(key, wins=wins) if wins else "",
    )


def match_band(title: str, progress: str, left: str, right: str) -> TonightBand:
    """Return the band of a tournament or a party: its title, how far it has come, and the next match."""
    names = " – ".join(name for name in (left, right) if name)
    return TonightBand(title, Somebody(progress), word("tonight.next"), Somebody(names))
