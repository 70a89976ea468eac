"""The look of the operator's page: values in, descriptions out.

`frame` divides the page. Each part has a function that describes it: `state_page`, `buttons_page`, `audits_page`,
`rows_page`. What has no room for all of its lines shows those around the highlighted one.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from cabinet.display.legend import button_sign, panel, signed_cap
from cabinet.display.margin_text import margin_text
from cabinet.display.page import (
    LARGE,
    PLAIN,
    SMALL,
    SPACE,
    Cell,
    On,
    Part,
    Space,
    Table,
    Text,
    lines,
    plate,
    row,
    stack,
    tiles,
)
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Toolkit
from cabinet.doctor.findings import FAIL, OK, WARN, Finding
from cabinet.input.assigning import button_words, place_words
from cabinet.input.audit import never_pressed
from cabinet.store.audits import STRETCHES, Audits
from cabinet.store.ledger import SINCE, Race
from cabinet.strings.catalogue import has_word, local_number, word
from engine.panel import BUTTONS, CARDS, Press

EDGES: Final = 50
"""So many of the last edges are shown."""
HELD_NS: Final = 10_000_000_000
"""A button that is down for so long in the test is called held."""

# Values


class Row(NamedTuple):
    """A line of the settings, in words. `default` is its value by the files, where the page can change it."""

    title: str
    value: str = ""
    default: str = ""
    is_changed: bool = False


class ButtonState(msgspec.Struct, frozen=True):
    """The state of a button in the test."""

    is_down: bool = False
    presses: int = 0
    since_ns: int = 0
    """When it went down last."""
    chatters: bool = False
    shortest_ns: int | None = None
    """How long its shortest press took."""
    was_held: bool = False
    """Whether it has been held before, and let go since."""

    def is_held(self, now: int) -> bool:
        """Return whether it is down, or was once, for longer than a finger stays."""
        return self.was_held or (self.is_down and now >= self.since_ns + HELD_NS)


TestView = Literal["presses", "edges", "shortest", "bounce"]
"""What the test of the buttons shows: the panels with their presses, the last edges, or the panels with how long each
button's shortest press was, or its longest bounce."""
Spans = Mapping[tuple[int, str], int]
"""How long something of each (seat, button) took, ns."""


# The frame, and what its parts share

TABS: Final = ("operator.state", "operator.buttons", "operator.audits", "operator.settings", "operator.leave")
"""The labels of the card buttons."""


def frame(toolkit: Toolkit, part: int, content: Part, foot: Part, first: str = TABS[0]) -> Part:
    """Return the page: the tabs on top, of which `part` is open, its content, and the foot below it. `first` is the
    label of the first button."""
    keys = (first, *TABS[1:])
    tabs = row(*((1, tab(toolkit, place, key, is_open=place == part)) for place, key in enumerate(keys)), gap=8)
    return stack((0, tabs), (1, content), (0, row((0, Space((0, 44))), (1, foot))), gap=10)


def tab(toolkit: Toolkit, place: int, key: str, *, is_open: bool) -> Part:
    """Return one tab: the number of its button, and its name."""
    colours = toolkit.theme.colours
    fill, ink = (colours.paper, colours.dark_text) if is_open else (colours.key, colours.key_text)
    name = Text(f"{word(f'button.{CARDS[place]}')}  {word(key)}", SMALL, ink, "text", across=0.5)
    return On(name, plate(fill, radius=8), (6, 13))


def sentence(text: str, colour: Colour, rows: int = 2) -> Part:
    """Return a sentence at the foot, in that many lines at most."""
    return Text(text, PLAIN, colour, "text", rows, across=0.5)


def hint(toolkit: Toolkit, key: str) -> Part:
    """Return what the buttons do, in a line at the foot."""
    return Text(word(key), SMALL, toolkit.theme.colours.quiet, "text", across=0.5)


def column(*texts: tuple[str, Colour, float]) -> tuple[Part, ...]:
    """Return texts, each with its colour and where it stands in its column, as cells of a line."""
    return tuple(Text(text, SMALL, colour, "text", across=across) for text, colour, across in texts)


# The parts


MOST_LINES: Final = 6
"""So many lines the whole text of a finding may take, with its remedy."""


class Note(msgspec.Struct, frozen=True):
    """The sentence at the foot, in the colour of that name; `is_signs`: with signs of buttons in brackets."""

    text: str
    colour: Literal["quiet", "good", "alarm"] = "quiet"
    is_signs: bool = False


def state_page(toolkit: Toolkit, findings: Sequence[Finding] | None, chosen: int) -> tuple[Part, Part]:
    """Return the doctor's findings, and for the foot the text of the highlighted line, and its remedy.

    The foot takes as many lines from the room as the text needs: a command in it cannot be told in capitals.
    """
    colours = toolkit.theme.colours
    if findings is None:
        return Text(word("operator.looking"), PLAIN, colours.quiet, "text", across=0.5), SPACE
    if not findings:
        return SPACE, hint(toolkit, "operator.hint.look")
    levels = {OK: colours.good, WARN: colours.caution, FAIL: colours.alarm}
    chosen = min(chosen, len(findings) - 1)
    finding = findings[chosen]
    is_fault = finding.level != OK and finding.remedy
    whole = word("operator.remedy", message=finding.message, remedy=finding.remedy) if is_fault else finding.message
    lines = tuple(
        column(
            (word(f"finding.{each.level}"), levels[each.level], 0),
            (word(f"check.{each.name}"), colours.text, 0),
            (each.message, colours.quiet, 0),
        )
        for each in findings
    )
    return Table(lines, (0.12, 0.19, 0.69), chosen), sentence(whole, colours.text, MOST_LINES)


def topic_strip(toolkit: Toolkit, topics: Sequence[str], topic: str, dots: tuple[int, int] = (0, 0)) -> Part:
    """Return the names of the topics in a line, the open one bright and underlined.

    At its end are so many `dots`, of which one is bright.
    """
    colours, cells = toolkit.theme.colours, list[Cell]()
    for name in topics:
        ink = colours.text if name == topic else colours.quiet
        line = plate(ink, radius=1) if name == topic else SPACE
        cells += [
            (0, stack((0, Text(word(f"topic.{name}"), SMALL, ink)), (0, On(Space((0, 3)), line)), gap=4)),
            (1, SPACE),
        ]
    cells.append((12, SPACE))
    inks = [colours.text if place == dots[1] else colours.key_edge for place in range(dots[0])]
    cells += [(0, On(Space((10, 10)), plate(ink), fits=True)) for ink in inks]
    return On(row(*cells, gap=8, high=0), pad=(8, 0))


def rows_table(toolkit: Toolkit, rows: Sequence[Row], chosen: int, *, turning: bool) -> Table:
    """Return settings and other actions, a line each; a value that is turned has arrows, a changed one a point and a
    colour of its own."""
    colours, lines = toolkit.theme.colours, list[tuple[Part, ...]]()
    for line, one in enumerate(rows):
        is_chosen = line == chosen
        value = word("operator.changed", value=one.value) if one.is_changed else one.value
        value = word("operator.turned", value=value) if is_chosen and turning else value
        ink = colours.caution if one.is_changed else colours.text
        lines.append(column((one.title, colours.text if is_chosen else colours.quiet, 0), (value, ink, 1)))
    return Table(tuple(lines), (0.63, 0.35), chosen)


def foot_lines(toolkit: Toolkit, said: Note, hint: Note) -> Part:
    """Return a sentence, if any, above what the buttons do."""
    lines: list[Cell] = [(0, note_line(toolkit, said))] if said.text else []
    return stack(*lines, (0, note_line(toolkit, hint)), gap=14)


def note_line(toolkit: Toolkit, note: Note) -> Part:
    """Return a note at the foot."""
    ink: Colour = getattr(toolkit.theme.colours, note.colour)
    is_hint = note.is_signs and note.colour == "quiet"
    return Text(note.text, SMALL, ink, "text", 2, across=0.5) if is_hint else sentence(note.text, ink)


# The button test


def buttons_page(
    toolkit: Toolkit,
    seats: Sequence[int],
    buttons: Mapping[tuple[int, str], ButtonState],
    last: Press | None,
    gap_ns: int | None,
    spans: Spans | None,
    title: str,
) -> Part:
    """Return every panel, two in a row: a button is dark until pressed, then in the seat's colour, white while down.

    Each has the number of its presses or, where there are `spans`, its own in ms; `title` says what these are.
    """
    colours = toolkit.theme.colours

    def cap(seat: int, button: str) -> tuple[Colour, str]:
        state = buttons.get((seat, button), ButtonState())
        own = toolkit.theme.seat(seat).colour
        fill = colours.paper if state.is_down else own if state.presses else colours.key_text
        return fill, str(state.presses) if spans is None else _milliseconds(spans.get((seat, button)))

    text = title
    if last is not None and not title:
        gap_text = "–" if gap_ns is None else local_number(f"{gap_ns / 1e6:.3f}")
        stamp = local_number(f"{last.time_ns / 1e9:.6f}")
        place = place_words(last.seat, last.button)
        text = word("operator.last", place=place, source=last.source, stamp=stamp, gap=gap_text)
    return stack((1, panels(toolkit, seats, cap)), (0, Text(text, SMALL, colours.text, "text", across=0.5)), gap=8)


def _milliseconds(ns: int | None) -> str:
    """Return a time in ms in four signs at most: ``0.9``, ``46``, ``1.2K``."""
    if ns is None:
        return "–"
    return local_number(f"{ns / 1e6:.1f}") if ns < 9_950_000 else short_number(round(ns / 1e6))


def verdict_lines(toolkit: Toolkit, verdict: tuple[str, bool], *, can_be_assigned: bool = False) -> Part:
    """Return what the test says so far, for the foot, and what held buttons do."""
    colours, (text, is_good) = toolkit.theme.colours, verdict
    told = sentence(text, colours.good if is_good else colours.caution, 1)
    key = "operator.hint.test.assign" if can_be_assigned else "operator.hint.test"
    return stack((0, told), (0, hint(toolkit, key)), gap=12)


EDGE_ROWS: Final = 10
"""The edges below each other; the next column goes on with the later ones."""


def edges_page(toolkit: Toolkit, edges: Sequence[Press], shortest: Spans, bounce: Spans) -> Part:
    """Return the last edges column by column, each with the time since the one before in ms: presses in the seat's
    colour, releases grey; above them the shortest press and the longest bounce."""
    colours = toolkit.theme.colours
    words = []
    if shortest:
        words.append(_span_words("operator.edges.shortest", shortest, min(shortest, key=lambda each: shortest[each])))
    if bounce:
        words.append(_span_words("operator.edges.bounce", bounce, max(bounce, key=lambda each: bounce[each])))
    head = Text("     ".join(words) or word("operator.edges"), SMALL, colours.text, "text")
    cells: list[Part] = [SPACE] * EDGES
    for place, edge in enumerate(edges):
        column, line = divmod(place, EDGE_ROWS)
        ink = toolkit.theme.seat(edge.seat).colour if edge.pressed else colours.quiet
        gap = local_number(f"{(edge.time_ns - edges[place - 1].time_ns) / 1e6:,.1f}") if place else "–"
        level = Text(word("operator.edge.down" if edge.pressed else "operator.edge.up"), SMALL, ink)
        cells[line * EDGES // EDGE_ROWS + column] = row(
            (2, button_sign(edge.button, ink)), (3, level), (5, Text(gap, SMALL, ink, across=1)), gap=4
        )
    return stack((0, head), (1, tiles(cells, EDGES // EDGE_ROWS, EDGE_ROWS, (32, 0))), gap=8)


def _span_words(key: str, spans: Spans, place: tuple[int, str]) -> str:
    return word(key, button=place_words(*place), ms=local_number(f"{spans[place] / 1e6:.1f}"))


ShowCap = Callable[[int, str], tuple[Colour, str]]
"""Returns the colour of a seat's button, and its number."""


def panels(toolkit: Toolkit, seats: Sequence[int], show: ShowCap) -> Part:
    """Return the panels with their names, two in a row, each as it is built."""
    shown = [_panel(toolkit, seat, show) for seat in seats]
    return tiles(shown, 2, -(-len(shown) // 2), (40, 6))


def _panel(toolkit: Toolkit, seat: int, show: ShowCap) -> Part:
    caps = {button: signed_cap(toolkit, button, *show(seat, button)) for button in BUTTONS}
    name = Text(word(f"seat.{seat}"), SMALL, toolkit.theme.seat(seat).colour)
    return stack((0, name), (1, panel(seat, caps)), gap=6)


# The audits

VIEWS: Final = ("played", "days", "buttons", "counts", "races")
"""The pages of the audits, in the order in which RIGHT turns them."""
FIRST_HOUR: Final = 12
"""The hour at the left of the day: an evening is not cut in two."""
LOW: Final = 50
"""The lowest bar has so much of the highest one's height: 1 / `LOW`."""
SMALL_LIST: Final = 5
"""Number of the games in the list beside the hours."""
COINS_COUNTED: Final = (
    "coin.1", "coin.2", "credit.played", "credit.service", "credit.returned", "credit.cleared", "coin.over",
    "coin.short", "coin.long", "coin.stuck", "coin.chatter",
)  # fmt: skip
"""The counts of coins, shown where there are any, in their order."""
COUNTED: Final = (
    "race",
    "dead_heat",
    "false_start",
    "late",
    "lost",
    "overwritten",
    "swallowed",
    "glitch",
    "stuck",
    "chatter",
    "restart.operator",
    "restart.board",
    "restart.card",
    "code.button",
    "code.board",
    "code.stick",
)
"""The counts that are shown, in this order."""


def audits_page(
    toolkit: Toolkit,
    seats: Sequence[int],
    audits: Mapping[str, Audits] | None,
    stretch: str,
    view: str,
    races: Sequence[Race],
    trouble: str = "",
) -> tuple[Part, Part]:
    """Return a view of the audits of one of `STRETCHES`, and the foot; None while they are read.

    `trouble`: why there are none.
    """
    colours = toolkit.theme.colours
    strip = topic_strip(toolkit, tuple(STRETCHES), stretch, dots=(len(VIEWS), VIEWS.index(view)))
    if audits is None:
        return stack((0, strip), (1, Text(word("operator.looking"), PLAIN, colours.quiet, "text", across=0.5))), SPACE
    found = audits.get(stretch, Audits())
    match view:
        case "played":
            part = played_view(toolkit, found)
        case "days":
            part = days_view(toolkit, found)
        case "buttons":
            part = pressed_panels(toolkit, seats, found.counts)
        case "counts":
            part = counts_view(toolkit, found)
        case _:
            part = race_list(toolkit, races)
    page = stack((0, strip), (1, part), gap=6)
    if trouble:
        return page, sentence(trouble, colours.alarm)
    silent = never_pressed(found.counts, seats) if view in ("played", "buttons") else []
    since, said = found.counts.get(SINCE), list[Cell]()
    if silent:
        key = "operator.never" if stretch == "ever" else "operator.never.stretch"
        said.append((0, sentence(word(key, names=silent_places(silent)), colours.caution, 1)))
    elif since:
        at = time.strftime(word("form.moment"), time.localtime(since))
        matches, presses = (found.counts.get(f"since.{name}", 0) for name in ("matches", "presses"))
        before = word("operator.since", at=at, matches=matches, presses=word("operator.presses", count=presses))
        said.append((0, sentence(before, colours.quiet, 1)))
    return page, stack(*said, (0, hint(toolkit, "operator.hint.audits")), gap=12)


def played_view(toolkit: Toolkit, found: Audits) -> Part:
    """Return the figures, the matches by the hour, and the games that were played most."""
    length = round(found.seconds / found.matches) if found.matches else 0
    lost = found.counts.get("lost", 0)
    figures = (
        ("matches", counted(found.matches), False),
        ("minutes", counted(round(found.seconds / 60)), False),
        ("length", f"{length // 60}:{length % 60:02}", False),
        ("presses", counted(found.presses), False),
        ("lost", counted(lost), lost > 0),
        ("restarts", counted(restarts(found)), False),
    )
    shown = [
        (1.0, tile(toolkit, figure, word(f"audit.tile.{name}"), is_bad=is_bad)) for name, figure, is_bad in figures
    ]
    games = {game: matches for game, (matches, _) in found.games.items()}
    below = row((6, hour_bars(toolkit, word("operator.by_hour"), found.hours)), (4, game_bars(toolkit, games)), gap=20)
    return stack((0, row(*shown, gap=10)), (1, below), gap=10)


def restarts(found: Audits) -> int:
    """Return how often the program began again: by itself, by the operator, or after a cut or a fall."""
    return unclean(found) + sum(count for name, count in found.counts.items() if name.startswith("restart."))


def unclean(found: Audits) -> int:
    """Return the starts after an end that nobody asked for; the program that runs now has no end yet."""
    return max(0, found.counts.get("starts", 0) - found.counts.get("ends", 0) - 1)


def tile(toolkit: Toolkit, figure: str, name: str, *, is_bad: bool) -> Part:
    """Return a figure above its name on a plate."""
    colours = toolkit.theme.colours
    ink = colours.alarm if is_bad else colours.text
    words = lines(Text(figure, LARGE, ink, across=0.5), Text(name, SMALL, colours.quiet, across=0.5), gap=7)
    return On(words, plate(colours.plate, radius=8), (4, 10))


def bars(toolkit: Toolkit, title: str, values: Sequence[int], marks: Sequence[str]) -> Part:
    """Return numbers as bars below a title and the highest number; the first of these bars is bright.

    `marks` stand below their bars, each with the room to the next one's; "" for none.
    """
    colours, most = toolkit.theme.colours, max(values)
    head = row((1, Text(title, SMALL, colours.quiet)), (0, Text(counted(most), SMALL, colours.text)), gap=8)

    def bar(place: int, value: int) -> Part:
        high = max(value, most / LOW)
        fill = plate(colours.text if place == values.index(most) else colours.ghost, radius=1)
        return stack((most - high, SPACE), (high, fill)) if 0 < value < most else fill if value else SPACE

    named = [place for place, mark in enumerate(marks) if mark]
    ends = [*named[1:], len(marks)][: len(named)]
    below = [(end - place, Text(marks[place], SMALL, colours.quiet)) for place, end in zip(named, ends, strict=True)]
    return stack(
        (0, head),
        (1, row(*((1, bar(place, value)) for place, value in enumerate(values)), gap=3)),
        (0, On(Space((0, 2)), plate(colours.lane, radius=0))),
        (0, row(*below) if below else SPACE),
        gap=5,
    )


def hour_bars(toolkit: Toolkit, title: str, hours: Sequence[int]) -> Part:
    """Return numbers by the hour, 0 to 23, as bars from noon to noon."""
    order = [(FIRST_HOUR + place) % 24 for place in range(24)]
    marks = [str(hour) if hour % 4 == 0 else "" for hour in order]
    return bars(toolkit, title, [hours[hour] for hour in order], marks)


def game_bars(toolkit: Toolkit, games: Mapping[str, int]) -> Part:
    """Return the games that were played most, each with a bar and its number of matches."""
    colours, most = toolkit.theme.colours, max(games.values(), default=0)
    head = Text(word("operator.by_game"), SMALL, colours.quiet)
    rows: list[tuple[Part, ...]] = []
    for line, (game, count) in enumerate(list(games.items())[:SMALL_LIST]):
        bar = On(Space((2, 14)), plate(colours.ghost if line else colours.text, radius=1))
        name = Text(game_name(game), SMALL, colours.text)
        rows.append(
            (
                name,
                row((count, bar), (most - count, SPACE), high=0),
                Text(counted(count), SMALL, colours.text, across=1),
            )
        )
    return stack((0, head), (1, Table(tuple(rows), (0.4, 0.36, 0.2))), gap=6)


def game_name(game: str) -> str:
    """Return a game's name; the id of a game that this version does not have."""
    key = f"game.{game}"
    return word(key) if has_word(key) else game


def days_view(toolkit: Toolkit, found: Audits) -> Part:
    """Return the matches of the last days and the presses by the hour, and what was played and pressed by game."""
    marks = [day[8:] if place % 3 == 0 else "" for place, (day, _) in enumerate(found.days)]
    by_day = bars(toolkit, word("operator.by_day"), [count for _, count in found.days] or [0], marks or [""])
    by_hour = hour_bars(toolkit, word("operator.presses_by_hour"), found.press_hours)
    return row((1, stack((1, by_day), (1, by_hour), gap=10)), (1, game_table(toolkit, found)), gap=20)


def game_table(toolkit: Toolkit, found: Audits) -> Part:
    """Return matches, minutes and people's presses of each game."""
    colours = toolkit.theme.colours
    rows = [("", *(word(f"audit.tile.{name}") for name in ("matches", "minutes", "presses")))]
    for game, (matches, seconds) in found.games.items():
        presses = found.counts.get(f"presses.{game}", 0)
        rows.append((game_name(game), counted(matches), counted(round(seconds / 60)), counted(presses)))
    return Table(
        tuple(
            tuple(
                Text(text, SMALL, colours.text if line else colours.quiet, across=float(place > 0))
                for place, text in enumerate(row)
            )
            for line, row in enumerate(rows)
        ),
        (0.4, 0.18, 0.18, 0.24),
    )


def counts_view(toolkit: Toolkit, found: Audits) -> Part:
    """Return the counts in two columns; what should be none and is not, in the colour of an alarm. Where there are
    coins, these come first, and counts of nothing make way for them."""
    colours = toolkit.theme.colours
    shown = [(name, counted(found.counts.get(name, 0))) for name in COUNTED]
    shown += [("unclean", counted(unclean(found))), ("streak", found.streak or "–")]
    if coins := [(name, counted(count)) for name in COINS_COUNTED if (count := found.counts.get(name, 0))]:
        some, none = ([each for each in shown if (each[1] in ("0", "–")) == is_none] for is_none in (False, True))
        shown = [*coins, *some, *none][: max(len(shown), len(coins) + len(some))]  # what is nothing makes way
    cells: list[tuple[Part, Part]] = []
    for name, text in shown:
        is_bad = name.removeprefix("coin.") in ("late", "lost", "stuck", "chatter", "long", "over") and text != "0"
        figure = Text(text, SMALL, colours.alarm if is_bad else colours.text, across=1)
        cells.append((Text(word(f"audit.{name}"), SMALL, colours.quiet), figure))
    half = -(-len(cells) // 2)
    others = [*cells[half:], *[(SPACE, SPACE)] * (2 * half - len(cells))]
    lines = tuple((*one, SPACE, *other) for one, other in zip(cells[:half], others, strict=True))
    return Table(lines, (0.34, 0.12, 0.04, 0.34, 0.12))


def race_list(toolkit: Toolkit, races: Sequence[Race]) -> Part:
    """Return the closest races ever, closest first, as many as the page has room for."""
    colours = toolkit.theme.colours
    head = Text(word("operator.races"), SMALL, colours.quiet, "text")
    lines = []
    for race in races:
        margin = f"{local_number(margin_text(race.margin_ns))} {word('table.ms')}"
        winner = race.names[0] or word(f"seat.{race.winner}")
        at = time.strftime(word("form.date"), time.localtime(race.at))
        own, quiet = toolkit.theme.seat(race.winner).colour, colours.quiet
        game = game_name(race.game)
        lines.append(
            column((margin, colours.text, 1), ("", quiet, 0), (winner, own, 0), (game, quiet, 0), (at, quiet, 0))
        )
    if not lines:
        return stack((0, head), (1, Text(word("operator.no_races"), SMALL, colours.quiet, "text", across=0.5)))
    return stack((0, head), (1, Table(tuple(lines), (0.22, 0.03, 0.25, 0.26, 0.24))), gap=8)


def pressed_panels(toolkit: Toolkit, seats: Sequence[int], counts: Mapping[str, int]) -> Part:
    """Return every panel with the presses of each button: never pressed in yellow, stuck or chattering in red."""
    colours = toolkit.theme.colours

    def show(seat: int, button: str) -> tuple[Colour, str]:
        count = counts.get(f"press.{seat}.{button}", 0)
        is_faulty = counts.get(f"stuck.{seat}.{button}") or counts.get(f"chatter.{seat}.{button}")
        fill = colours.alarm if is_faulty else colours.key_text if count else colours.caution
        return fill, short_number(count)

    return panels(toolkit, seats, show)


def short_number(count: int) -> str:
    """Return a count in four signs at most: ``999``, ``4.1K``, ``38K``."""
    if count < 1000:
        return str(count)
    return local_number(f"{count / 1000:.1f}K") if count < 9950 else f"{round(count / 1000)}K"


def counted(number: int) -> str:
    """Return a number with marks between its thousands."""
    return local_number(f"{number:,}")


def silent_places(silent: Sequence[tuple[int, str]]) -> str:
    """Return buttons without a press, in words, seat by seat."""
    told = {seat: [button for of, button in silent if of == seat] for seat, _ in silent}
    return "; ".join(silent_words(seat, buttons) for seat, buttons in told.items())


def silent_words(seat: int, buttons: Sequence[str]) -> str:
    """Return a seat's buttons that were never pressed, in words."""
    name = word(f"seat.{seat}")
    if len(buttons) == len(BUTTONS):
        return word("operator.never.panel", seat=name)
    return f"{name} {', '.join(map(button_words, buttons))}"
