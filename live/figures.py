"""What the templates call: names, figures, moments and drawings, in the language in use."""

import time
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from markupsafe import Markup

from cabinet.display.margin_text import margin_text
from cabinet.export.strip import COLOURS, SCALES, strip
from cabinet.live.boards import Boards, Records, Row
from cabinet.live.events import Race
from cabinet.strings.catalogue import has_word, local_number, word
from live.state import MatchState

SUITS: Final[Mapping[str, str]] = MappingProxyType({"S": "♠", "H": "♥", "D": "♦", "C": "♣"})
RANKS: Final = "A23456789TJQK"
PERIODS: Final[Mapping[str, str]] = MappingProxyType({"today": "tonight", "month": "month", "ever": "ever"})
"""The periods of the boards, by the names of their words."""
KINDS: Final = ("closest", "streak", "deal", "pace")
"""The kinds of records, in the order of the page; a keyboard's closest races stand in for judged ones."""
PRINT: Final = (600, 142)
"""A print's width and height, px."""


def ms(margin_us: float) -> str:
    """Return a margin in ms as the cabinet's screen shows it."""
    return local_number(margin_text(round(margin_us * 1000)))


def figure(kind: str, value: int) -> str:
    """Return a record's value, in the unit of its kind's word."""
    if kind == "closest":
        return ms(value / 1000)
    if kind == "deal":
        return local_number(f"{value / 1000:.1f}")
    return str(round(value / 10)) if kind == "pace" else str(value)


def game(name: str) -> str:
    """Return a game's name; its id where this version does not have it."""
    return word(f"game.{name}") if has_word(f"game.{name}") else name


def seat(number: int) -> str:
    """Return what a guest at a seat is called."""
    return word(f"seat.{number}") if has_word(f"seat.{number}") else str(number)


def who(row: Row) -> str:
    """Return the holder of a record, and behind it whom a race was run against."""
    return " – ".join(names_of(row))


def names_of(row: Row) -> Sequence[str]:
    """Return what the seats of a record are called."""
    return [name or seat(number) for name, number in zip(row.names, row.seats, strict=False)]


def span(records: Records) -> str:
    """Return what the period of a list is called."""
    return word(f"records.span.{PERIODS[records.period]}")


def moment(at_s: float) -> str:
    """Return a moment (s since 1970) by the cabinet's clock; "" where it cannot be one."""
    try:
        local = time.localtime(at_s)
    except (ValueError, OverflowError, OSError):
        return ""
    day = word("photo.day", day=local.tm_mday, month=word(f"month.{local.tm_mon}"), year=local.tm_year)
    return f"{day}, {local.tm_hour:02d}:{local.tm_min:02d}"


def card(name: str) -> str:
    """Return a card of the four suits as people write it, ``10♠``; "" for any other."""
    plain = name.partition("/")[0]
    if len(plain) != 2 or plain[0] not in RANKS or plain[1] not in SUITS:
        return ""
    return ("10" if plain[0] == "T" else plain[0]) + SUITS[plain[1]]


def records_of(boards: Boards) -> Sequence[tuple[str, Sequence[Records]]]:
    """Return the lists of each kind that has any; a longer period is left out where it shows the same."""
    found = []
    for kind in KINDS:
        told = [each for each in boards.records if each.kind == kind and each.period in PERIODS]
        if kind == "closest" and not told:
            told = [each for each in boards.records if each.kind == "closest_keyboard" and each.period in PERIODS]
        lists = [each for place, each in enumerate(told) if not place or each.rows != told[place - 1].rows]
        if lists:
            found.append((kind, lists))
    return found


def strip_of(match: MatchState, race: Race) -> Markup:
    """Return a race's drawing, with what it says in words."""
    words = _in_words(match.name(race.seat), match.name(race.loser), race.margin_us / 1000)
    return _markup(strip((race.seat, race.loser), race.margin_us / 1000, words, word("table.ms")))


def print_of(seats: Sequence[int], names: Sequence[str], margin_us: float) -> Markup:
    """Return the picture of a print: two lanes that run to the line at the right, each edge where its press came.

    `seats` and `names` are the winner's and the loser's.
    """
    wide, high = PRINT
    margin_ms = margin_us / 1000
    scale = next((scale for scale in SCALES if margin_ms < scale), SCALES[-1])
    line, left = wide - 40, 12
    svg = Element("svg", {"viewBox": f"0 0 {wide} {high}", "role": "img"})
    SubElement(svg, "title").text = _in_words(names[0], names[1], margin_ms)
    for lane, (number, late) in enumerate(zip(seats, (0.0, margin_ms), strict=False)):
        edge = line - (line - left) * min(late / scale, 1)
        y = 8 + lane * 40
        box = {"x": "0", "y": f"{y}", "width": f"{edge:g}", "height": "34"}
        SubElement(svg, "rect", {**box, "fill": COLOURS.get(number, "#777777"), "opacity": "0.55"})
        press = {"x1": f"{edge:g}", "x2": f"{edge:g}", "y1": f"{y - 4}", "y2": f"{y + 38}"}
        SubElement(svg, "line", {**press, "stroke": "#0e111a", "stroke-width": "4"})
    for part in range(11):
        x = line - (line - left) * part / 10
        tick = {"x1": f"{x:g}", "x2": f"{x:g}", "y1": "88", "y2": "98" if part % 5 else "104"}
        SubElement(svg, "line", {**tick, "stroke": "#0e111a", "stroke-width": "1"})
    for square in range(3 * 11):
        column, row = square % 3, square // 3
        if (column + row) % 2 == 0:
            box = {"x": f"{line + 4 + 8 * column}", "y": f"{8 * row}", "width": "8", "height": "8", "fill": "#0e111a"}
            SubElement(svg, "rect", box)
    SubElement(svg, "text", {"x": f"{left}", "y": f"{high - 6}"}).text = f"−{scale} {word('table.ms')}"
    return _markup(svg)


def _in_words(name: str, other: str, margin_ms: float) -> str:
    return word("live.strip", name=name, other=other, margin=ms(margin_ms * 1000))


def _markup(drawing: Element) -> Markup:
    return Markup(tostring(drawing, encoding="unicode"))  # made as a tree, so escaped


CALLED: Final[Mapping[str, Callable[..., object]]] = MappingProxyType(
    {
        each.__name__: each
        for each in (word, ms, figure, game, seat, who, names_of, span, moment, card, records_of, strip_of, print_of)
    }
)  # fmt: skip
"""What the templates may call, by name."""
