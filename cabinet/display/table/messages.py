"""What the table says to everybody: the boards between the seats, their content, and the prompt of a moment.

`Boards` draws lines and timing figures, as large as their box allows. `prompt_for` finds the action that a moment
requires of the players. `StatusText` composes the content: whose turn it is, the prompt, the state of the match.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import prod
from typing import Final, NamedTuple

import msgspec
import pygame

from cabinet.display.layout.boxes import Board, Box, HandLayout
from cabinet.display.margin_text import margin_text
from cabinet.display.stage import Sprite
from cabinet.display.table.overlays import SECOND_NS, TENTH_NS
from cabinet.display.table.softkeys import BUTTON_ACTION, BUTTON_LEFT
from cabinet.display.table.view_state import DRAW_HINT, PauseHint, TableSetup, ViewState, Words, said
from cabinet.display.theme import Colour, Face
from cabinet.display.toolkit import CELL, Toolkit, beside, in_middle, stacked
from cabinet.display.widgets import STEPS, Discs, key_caps
from engine.cards import rank
from engine.game import LAP_ANNOUNCED
from engine.table import Table

SCORE: Final = 72
"""Letters of a match's score between two."""
LEAST_RUN = 3
"""How many cards of one seat in a row are worth showing."""
RUNS = 12
"""The longest run that is drawn in advance."""
RING = 88
"""Largest ring round seconds, in px at 800×480."""
RING_BELOW = 112
"""Boards lower than this, in px at 800×480, have their ring beside the words."""
HIGH: Final = 128
"""Boards lower than this, in px at 800×480, have one line above a note."""
LOW = 72
"""Boards lower than this, in px at 800×480, have their figures beside the words."""


class Line(NamedTuple):
    """One line of a board: text, its size at 800×480, face and colour; `badge` puts a seat's shape before it, `ends`
    another's behind it.

    `keys` are held together, and drawn as keys in place of a text.
    """

    text: str
    size: int
    colour: Colour
    face: Face = "title"
    badge: int = -1
    keys: tuple[str, ...] = ()
    ends: int = -1


class Content(NamedTuple):
    """The content of a board: lines, timing figures (empty for none), and a line below.

    With a `whole`, the figures are the seconds left of it, and a ring round them runs out.
    """

    lines: tuple[Line, ...] = ()
    figures: str = ""
    below: Line | None = None
    whole: int = 0


class Boards:
    """Draws boards and caches the result."""

    def __init__(self, toolkit: Toolkit) -> None:
        self._toolkit = toolkit
        self._discs = toolkit.shared(Discs)
        self._board = toolkit.cached(self._draw_board)
        self._line = toolkit.cached(self._draw_line)

    def show(self, board: Board, content: Content) -> list[Sprite]:
        """Return the parts of a board at their places; on a change, only the changed parts are drawn anew."""
        box = board.box
        parts = self._board(content, (box.w, box.h), board.turned)
        if not board.turned:
            return [Sprite(part, box.x + x, box.y + y) for part, x, y in parts]
        return [
            Sprite(self._toolkit.turned(part), box.right - x - part.get_width(), box.bottom - y - part.get_height())
            for part, x, y in parts
        ]

    def _draw_board(self, content: Content, size: tuple[int, int], turned: bool) -> list[Sprite]:
        """Return the parts of a board of that size, relative to its upper left corner.

        A board that is `turned` afterwards has no unlit segments: upside down they would mislead.
        """
        lines, figures, below, whole = content
        if figures and lines and below is not None and size[1] < self._toolkit.px(LOW, LOW // 2):
            return self._in_a_row(lines[0], figures, size, unlit=not turned)
        if figures and whole and len(lines) == 1 and size[1] < self._toolkit.px(RING_BELOW, RING_BELOW // 2):
            return self._beside_a_ring(lines[0], int(figures), whole, size)
        gap = self._toolkit.px(8, 4)
        groups = [self._rows(line, size) for line in lines]
        if figures:
            colours = self._toolkit.theme.colours
            last = self._rows(below, size) if below is not None else []
            taken = sum(part.get_height() + gap // 2 for part in (*chain(*groups), *last))
            room = (size[0], size[1] - taken)
            ring = [self._ring(int(figures), whole, min(room[0], room[1] - gap))] if whole else []
            groups.append(ring or [self._figures(figures, colours.segments, room, unlit=not turned)])
        if below is not None:
            groups.append(self._rows(below, size))
        while len(groups) > 1 and sum(part.get_height() for part in chain(*groups)) > size[1]:
            groups.pop()  # the hint stands last: whoever knows the game needs it least
        drawn = [*chain(*groups)]
        while gap > 0 and sum(part.get_height() for part in drawn) + gap * (len(drawn) - 1) > size[1]:
            gap -= 1
        parts = stacked(Box(0, 0, *size), drawn, gap)
        board = pygame.Rect(0, 0, *size)
        if all(board.contains(part.rect) for part in parts):
            return parts
        return [Sprite(self._toolkit.panel(size, parts), 0, 0)]  # parts that extend beyond the board are cropped

    def _rows(self, line: Line, size: tuple[int, int]) -> list[pygame.Surface]:
        """Draw a line, broken between words where a board of that size needs it."""
        return [self._line(part, size) for part in self._wrapped(line, size[0])]

    def _in_a_row(self, line: Line, figures: str, size: tuple[int, int], *, unlit: bool) -> list[Sprite]:
        """Return the parts of a low board: the line, and the figures beside it with the board's height."""
        gap = self._toolkit.px(10, 5)
        head = self._line(line, (round(size[0] * 0.5), size[1]))
        room = (size[0] - head.get_width() - gap, size[1])
        board = self._figures(figures, self._toolkit.theme.colours.segments, room, unlit=unlit)
        x = (size[0] - head.get_width() - gap - board.get_width()) // 2
        middle = [(size[1] - part.get_height()) // 2 for part in (head, board)]
        return [Sprite(head, x, middle[0]), Sprite(board, x + head.get_width() + gap, middle[1])]

    def _figures(self, figures: str, colour: Colour, size: tuple[int, int], *, unlit: bool) -> pygame.Surface:
        """Draw the figures as large as the room allows."""
        digits = sum(sign.isdigit() for sign in figures)
        height = max(10, min(self._toolkit.px(50, 26), size[1], int(size[0] / (digits * CELL))))
        if round(height * CELL) * digits > size[0] and height > 10:  # the width of a digit's cell is rounded up
            height -= 1
        return self._toolkit.figures(figures, height, colour, unlit)

    def _beside_a_ring(self, line: Line, left: int, whole: int, size: tuple[int, int]) -> list[Sprite]:
        """Return the parts of a low board: a ring with the board's height, and the line beside it."""
        gap = self._toolkit.px(10, 5)
        ring = self._ring(left, whole, min(size[1] - gap, size[0] // 2))
        head = self._line(line, (size[0] - ring.get_width() - gap, size[1]))
        x = (size[0] - ring.get_width() - gap - head.get_width()) // 2
        parts = (ring, x), (head, x + ring.get_width() + gap)
        return [Sprite(part, at, (size[1] - part.get_height()) // 2) for part, at in parts]

    def _ring(self, left: int, whole: int, most: int) -> pygame.Surface:
        """Draw seconds left in a ring that runs out, at most `most` px across."""
        toolkit = self._toolkit
        side = max(1, min(most, toolkit.px(RING, RING // 2)))
        ring = self._discs.ring(-1, side, STEPS - STEPS * min(left, whole) // whole)
        seconds = toolkit.figures(
            str(left), round(side * (0.44 if left < 10 else 0.36)), toolkit.theme.colours.segments, False
        )
        return in_middle(ring, seconds)

    def _draw_line(self, line: Line, size: tuple[int, int]) -> pygame.Surface:
        toolkit = self._toolkit
        if line.size >= toolkit.theme.type.giant:
            return toolkit.fonts.for_capitals("title", int(size[1] * 0.62)).render(line.text, True, line.colour)
        if line.badge < 0:
            return toolkit.fitted(line.text, line.size, line.colour, size[0], line.face)
        share = 0.72 if line.ends < 0 else 0.4
        badge = toolkit.badge(line.badge, max(9, round(toolkit.type_size(line.size) * share)))
        gap = toolkit.px(6, 4)
        if line.keys:
            word = key_caps(toolkit, line.keys, line.size, "+")
        elif line.ends >= 0:
            side = badge.get_width()
            word = toolkit.fitted(line.text, line.size, line.colour, size[0] - 2 * (side + gap), line.face)
            word = beside([word, toolkit.badge(line.ends, side)], gap)
        else:
            word = toolkit.fitted(line.text, line.size, line.colour, size[0] - badge.get_width() - gap, line.face)
        whole = pygame.Surface((badge.get_width() + gap + word.get_width(), word.get_height()), pygame.SRCALPHA)
        whole.blit(badge, (0, (word.get_height() - badge.get_height()) // 2))
        whole.blit(word, (badge.get_width() + gap, 0))
        return whole

    def _wrapped(self, line: Line, width: int) -> list[Line]:
        """Break a line between words where it does not fit; a title is made smaller first."""
        toolkit = self._toolkit
        width -= round(toolkit.type_size(line.size) * 0.72) + toolkit.px(6, 4) if line.badge >= 0 else 0
        if line.keys or (line.face == "title" and toolkit.fits(line.text, width, "title")):
            return [line]
        size = 1 if line.face == "title" else line.size
        rows = toolkit.rows(line.text, size, width, line.face)
        face = "title" if any(not toolkit.fits(text, width, line.face) for text in rows) else line.face
        wrapped = [line._replace(text=text, size=size, face=face, badge=-1) for text in rows]
        return [wrapped[0]._replace(badge=line.badge), *wrapped[1:]] if wrapped else []


# The prompt of a moment, from its phase and the meanings of the buttons. Pure, and it knows no game: a seat whose LEFT
# and RIGHT slap has a pile to choose, and if ACTION calls "spit" while no seat is stuck, the seats race to be first.

CALLS: Final = {"spit": "table.call", "speed": "table.call", "slam": "table.slam"}
"""Actions of ACTION for the first seat to press it, by label, and the prompt for each."""


class Prompt(msgspec.Struct, frozen=True):
    """A prompt: the catalogue's key, the key of the small line below it, and the seat addressed (-1: all)."""

    key: str
    hint: str
    seat: int = -1


Offers = Mapping[tuple[int, str], Sequence[int]]
"""The seats whose button is active, by the button's index and its label."""


def prompt_for(moment: ViewState, slap_hint: str, draw_hint: str = DRAW_HINT) -> Prompt | None:
    """Return the prompt besides playing; `slap_hint` names the wanted pile, `draw_hint` whose card deals."""
    phase = moment.phase
    if phase == "draw":
        return Prompt("table.draw", draw_hint)
    if phase not in ("play", "slap"):
        return None
    offers = _offers(moment)
    if phase == "slap":
        return _call(offers) or _choice(offers, "slap", "table.chooses", slap_hint) or Prompt("table.slap", slap_hint)
    if choosers := offers.get((BUTTON_ACTION, "slap")):
        only = choosers[0] if len(choosers) == 1 else -1
        return Prompt("table.slap" if only < 0 else "table.chooses", "table.aim_hint", only)
    if not moment.number("stuck"):
        return _choice(offers, "slap", "table.chooses", "table.slap_hint") or _call(offers)
    if moment.left_ns("turn_at"):
        return None
    many = len(moment.layout.seats) > 2
    stuck = Prompt("table.stuck", "table.stuck_hint_many" if many else "table.stuck_hint")
    return _choice(offers, "spit", "table.spits", "table.slap_hint") or stuck


def _offers(moment: ViewState) -> Offers:
    """Return the active meanings of LEFT and ACTION over all seats."""
    offers: dict[tuple[int, str], list[int]] = {}
    for seat, meanings in enumerate(moment.keys):
        for button in (BUTTON_LEFT, BUTTON_ACTION) if meanings else ():
            meaning = meanings[button]
            if meaning.lit:
                offers.setdefault((button, meaning.label), []).append(seat)
    return offers


def _choice(offers: Offers, label: str, key: str, hint: str) -> Prompt | None:
    """Return a prompt for the only seat whose LEFT has that label; None for no seat or several."""
    seats = offers.get((BUTTON_LEFT, label), ())
    return Prompt(key, hint, seats[0]) if len(seats) == 1 else None


def _call(offers: Offers) -> Prompt | None:
    for label, key in CALLS.items():
        if (BUTTON_ACTION, label) in offers:
            return Prompt(key, f"{key}_hint")
    return None


# The content of the boards.
#
# There is one centre of attention at a time. The board is dark, or shows the run of a seat, until a photo finish takes
# its place (`cabinet.display.table.race`). The corner shows the moment's prompt (all are stuck, choose a pile), or the
# number of the deal. Where there is no such corner, the board shows the prompt first.

KINDS: Final = ("turn", "match", "name", "draws")
"""The kinds of a seat's turn."""
FRESH_NS: Final = SECOND_NS
"""How long a race is shown before the countdown to new cards, where both have one place."""
SECONDS: Final = 20
"""The longest turn of a preset, in seconds; longer turns are drawn at their first appearance."""


class StatusText:
    """Composes the content of the boards."""

    def __init__(self, toolkit: Toolkit, words: Words, setup: TableSetup) -> None:
        self._toolkit = toolkit
        self._words = words
        self._setup = setup
        self._names = setup.names

    def on_the_board(self, moment: ViewState) -> Content:
        """Return the prompt, unless a corner as large shows it; else how to pause, in the countdown, where nothing
        else counts; else whose turn it is, the rule, or the run of cards that grows."""
        prompt = None if _has_corner(moment) else self._prompt(moment)
        if prompt is not None:
            return prompt
        if moment.ready_left_ns and not has_banner(moment):
            ask = Line(said(self._words, "table.ready_question"), 34, self._toolkit.theme.colours.text)
            return Content((ask,), _seconds(moment.ready_left_ns), whole=moment.ready_whole_ns // SECOND_NS)
        several = len(moment.layout.boards) > 1
        if moment.phase == "countdown" and self._setup.pause and not (several and self._rule(moment)):
            return Content(self._how_to_pause())
        if (turn := self._turn(moment)) is not None:
            return turn
        if not moment.layout.info.box.w:
            return self._where_we_are(moment)
        if several and self._waits(moment):
            return self._where_we_are(moment)
        if several and moment.number("lap") > LAP_ANNOUNCED and moment.phase == "play" and not moment.number("modulus"):
            return self._where_we_are(moment)
        rule = self._rule(moment) if several else ()
        seat, length = moment.feed.run
        if not rule and length >= LEAST_RUN and moment.phase == "play":
            return self._in_a_run(seat, length)
        return Content(rule, "", self._lap(moment) or self._note() if several else None)

    def _in_a_run(self, seat: int, length: int) -> Content:
        """Return how many cards a seat has played in a row, while it grows."""
        colours = self._toolkit.theme.colours
        grown = Line(f"×{length}", 58, self._toolkit.theme.seat(seat).colour, "title", seat)
        return Content((grown,), "", Line(said(self._words, "table.run"), 15, colours.quiet, "text"))

    def runs(self) -> Iterator[Content]:
        """Yield the content for the runs of every seat."""
        for seat in range(len(self._names)):
            yield from (self._in_a_run(seat, length) for length in range(LEAST_RUN, RUNS + 1))

    def _how_to_pause(self) -> tuple[Line, ...]:
        def line(text: str, seat: int = -1, keys: tuple[str, ...] = ()) -> Line:
            return Line(text, 19, self._toolkit.theme.colours.quiet, "text", seat, keys)

        if self._setup.pause == (PauseHint(),):
            return (line(said(self._words, "table.pause")),)
        keys = [line("", hint.seat, hint.keys) for hint in self._setup.pause]
        return (line(said(self._words, "table.pause_by_keys")), *keys)

    def _turn(self, moment: ViewState) -> Content | None:
        """Return, in a game of turns, the seat that plays, chooses or draws, and its seconds left."""
        clock = moment.clock
        seat = clock.seat if clock is not None else moment.number("turn")
        if moment.phase != "play" or "turn" not in moment.table.scalars or seat < 0:
            return None
        kind = clock.kind if clock is not None else "draws" if moment.number("must_draw") else "turn"
        head = self._whose(kind, seat)
        is_low = moment.layout.boards[0].box.h < self._toolkit.px(LOW, LOW // 2)
        lap = None if is_low else self._lap(moment)
        if clock is None or kind == "match":
            doubted = moment.table.scalars.get("challenged", -1)
            hint = Line(said(self._words, "table.doubt_hint"), 13, self._toolkit.theme.colours.quiet, "text")
            return Content((head,), "", hint if isinstance(doubted, int) and doubted >= 0 else lap)
        left = -(-max(0, clock.ends - moment.play_ns) // SECOND_NS)
        return Content((head,), str(left), lap)

    def _lap(self, moment: ViewState) -> Line | None:
        """Return how near the last lap is or, in it, with how many cards left a seat wins it (GEN-14)."""
        lap, goal = moment.number("lap"), moment.number("goal")
        if not lap or moment.phase != "play":
            return None
        key = "table.lap_soon" if lap == LAP_ANNOUNCED else "table.last_lap" if goal else "table.last_lap.0"
        return Line(said(self._words, key, goal=goal), 18, self._toolkit.theme.colours.text, "text")

    def _whose(self, kind: str, seat: int) -> Line:
        colour = self._toolkit.theme.seat(seat).colour
        return Line(said(self._words, f"table.clock.{kind}", seat=self._names[seat]), 28, colour, "title", seat)

    def turns(self) -> Iterator[Content]:
        """Yield the content for turns: every kind for each seat, and every number of seconds once."""
        for seat in range(len(self._names)):
            yield from (Content((self._whose(kind, seat),)) for kind in KINDS)
        for seconds in range(1, SECONDS + 1):
            yield Content((self._whose("turn", 0),), str(seconds))

    def needed(self, moment: ViewState) -> frozenset[str]:
        """Return which texts no photo finish may replace now, ``board`` or ``info``: a prompt, or the game's rule.

        Where all wings are boards, as on a cocktail table, the countdown to new cards gives way to a race at first.
        """
        has_prompt = self._prompt(moment) is not None and not (
            len(moment.layout.boards) > 1 and self._only_counts(moment) and _has_fresh_race(moment)
        )
        if not _has_corner(moment):
            return frozenset(("board",)) if has_prompt else frozenset(("info",)) if self._rule(moment) else frozenset()
        return frozenset(("info",)) if has_prompt or self._rule(moment) else frozenset()

    def _note(self) -> Line | None:
        if self._setup.judged:
            return None
        return Line(said(self._words, "table.not_judged"), 13, self._toolkit.theme.colours.quiet, "text")

    def in_the_corner(self, moment: ViewState) -> Content:
        """Return the prompt where it belongs in the corner; else the deal's number and the game's title."""
        return (self._prompt(moment) if _has_corner(moment) else None) or self._where_we_are(moment)

    def on_the_banner(self, moment: ViewState) -> Content:
        """Return the banner before a deal opens: the question whether all are ready, or the countdown."""
        type_, colours = self._toolkit.theme.type, self._toolkit.theme.colours
        if moment.phase == "countdown":
            return Content((Line(str(moment.number("beat") or ""), type_.giant, colours.text),))
        ask = Line(said(self._words, "table.ready_question"), type_.title, colours.text)
        seconds, whole = _seconds(moment.ready_left_ns), moment.ready_whole_ns // SECOND_NS
        if len(moment.layout.banners) > 1:
            return Content((ask,), seconds, whole=whole)
        deal = said(self._words, "table.deal", number=moment.number("deal"))
        return Content((Line(deal, 22, colours.quiet), ask), seconds, whole=whole)

    def _waits(self, moment: ViewState) -> bool:
        """Return whether a further deal of a race waits until everybody is ready."""
        is_racing = not isinstance(moment.layout, HandLayout)
        return is_racing and moment.phase == "ready" and moment.number("deal") > 1

    def _meanwhile(self, moment: ViewState) -> Iterator[Line]:
        """Yield what there is to see while a further deal waits for somebody: the score, whoever is ahead first, and
        the closest race of the deal before."""
        colours, seats = self._toolkit.theme.colours, range(len(self._names))
        if self._setup.goal:
            figures = [moment.number(f"score.{seat}") for seat in seats]
        else:
            zones = moment.table.zones.items()
            figures = [sum(len(cards) for name, cards in zones if name.startswith(f"seat{seat}.")) for seat in seats]
        most_wins = self._setup.goal or self._setup.slap_hint == "table.slap_larger"
        order = sorted(seats, key=lambda seat: -figures[seat] if most_wins else figures[seat])
        score = Line(" : ".join(str(figures[seat]) for seat in order), 44, colours.text)
        first = order[0]
        is_even = len(set(figures)) == 1
        yield score if is_even else score._replace(colour=self._toolkit.theme.seat(first).colour, badge=first)
        if race := moment.feed.closest:
            closest, unit = said(self._words, "result.closest_race"), said(self._words, "table.ms")
            text = f"{closest} {margin_text(race.margin_ns)} {unit}"
            yield Line(text, 18, self._toolkit.theme.seat(race.winner).colour, "text", race.winner)

    def _prompt(self, moment: ViewState) -> Content | None:
        """Return the moment's prompt, or None if it is only: play."""
        text = self._toolkit.theme.colours.text
        is_racing = not isinstance(moment.layout, HandLayout)  # with hands the buttons themselves show the options
        prompt = self._prompt_of(moment) if is_racing or moment.phase == "draw" else None
        if prompt is not None:
            return self._request(prompt)
        left = moment.left_ns("turn_at")
        if moment.phase == "play" and moment.number("stuck") and left:
            new_cards = Line(said(self._words, "table.new_cards"), 30, text)
            return Content((new_cards,), f"{-(-left // TENTH_NS) / 10:.1f}")
        loud = next((notice for notice in moment.feed.notices if notice.seat < 0), None)
        if loud is not None:
            return Content((Line(said(self._words, loud.key), 26, text),))
        if moment.phase == "play" and moment.number("sudden"):
            hint = Line(said(self._words, "table.sudden_death"), 13, self._toolkit.theme.colours.quiet, "text")
            return Content((Line(said(self._words, "say.sudden_death"), 26, text),), "", hint)
        return None

    def _prompt_of(self, moment: ViewState) -> Prompt | None:
        return prompt_for(moment, self._setup.slap_hint, self._setup.draw_hint)

    def _only_counts(self, moment: ViewState) -> bool:
        """Return whether the prompt is the countdown to new cards, which asks nothing of anybody."""
        is_stuck = moment.phase == "play" and moment.number("stuck") > 0 and moment.left_ns("turn_at") > 0
        return is_stuck and self._prompt_of(moment) is None

    def _request(self, prompt: Prompt) -> Content:
        colours = self._toolkit.theme.colours
        hint = Line(said(self._words, prompt.hint), 13, colours.quiet, "text")
        if prompt.seat < 0:
            return Content((Line(said(self._words, prompt.key), 34, colours.text),), "", hint)
        text = said(self._words, prompt.key, seat=self._names[prompt.seat])
        colour = self._toolkit.theme.seat(prompt.seat).colour
        return Content((Line(text, 28, colour, "title", prompt.seat),), "", hint)

    def _rule(self, moment: ViewState) -> tuple[Line, ...]:
        """Return when to slap for a number: the wanted remainder of the product of the two tops."""
        modulus, rule = moment.number("modulus"), moment.text("rule")
        if not modulus or not rule:
            return ()
        colours = self._toolkit.theme.colours
        key = f"table.rule.{rule}"
        wanted = said(self._words, key)
        if rule[0].isdigit():
            wanted = said(self._words, "table.rule.of", numbers=rule)
        slaps = [keys[BUTTON_ACTION] for keys in moment.keys if keys and keys[BUTTON_ACTION].label == "number_slap"]
        if moment.number("sums") and slaps:
            return self._sum(moment.table, modulus, wanted, any(slap.lit for slap in slaps))
        product = Line(said(self._words, "table.product", modulus=modulus), 18, colours.quiet, "text")
        return (product, Line(wanted, 30, colours.text))

    def _sum(self, table: Table, modulus: int, wanted: str, is_right: bool) -> tuple[Line, ...]:
        """Return the sum of the two tops, what it leaves, and what is wanted or, if that is so, SLAP! (MOD-5)."""
        colours = self._toolkit.theme.colours
        tops = [top for pile in ("centre.0", "centre.1") if (top := table.top(pile))]
        factors = " × ".join("10" if top[0] == "T" else top[0] for top in tops)
        product = prod(map(rank, tops))
        left = Line(said(self._words, "table.left_over", left=product % modulus), 26, colours.text)
        slap = Line(said(self._words, "say.number_slap"), 26, colours.text)
        return (
            Line(f"{factors} = {product}", 20, colours.quiet),
            left,
            slap if is_right else Line(wanted, 20, colours.quiet),
        )

    def _in_the_lap(self, moment: ViewState, goal: Line) -> Content:
        """Return how many cards each of two seats has still to play to win the last lap; of more the goal."""
        head = Line(said(self._words, "say.last_lap"), 24, self._toolkit.theme.colours.text)
        if len(self._names) > 2:
            return Content((head,), "", goal)
        lines = []
        for seat in range(len(self._names)):
            own = [
                name for name in moment.table.zones if name.startswith(f"seat{seat}.") and not name.endswith(".spit")
            ]
            left = sum(len(moment.table.zones[name]) for name in own) - moment.number("goal")
            colour = self._toolkit.theme.seat(seat).colour
            lines.append(Line(said(self._words, "table.to_go", left=left), 24, colour, "title", seat))
        return Content((head, *lines))

    def _where_we_are(self, moment: ViewState) -> Content:
        quiet, lap = self._toolkit.theme.colours.quiet, self._lap(moment)
        note = lap or self._note()
        deal = moment.number("deal")
        if self._waits(moment):
            return Content(tuple(self._meanwhile(moment)), "", note)
        if rule := self._rule(moment):
            return Content(rule, "", note)
        if lap is not None and moment.number("lap") > LAP_ANNOUNCED:
            return self._in_the_lap(moment, lap)
        box = moment.layout.info.box if moment.layout.info.box.w else moment.layout.boards[0].box
        is_low = box.h < self._toolkit.px(HIGH, HIGH // 2)
        lines = [Line(self._setup.title, 30, quiet)] if self._setup.title else []
        if self._setup.goal and len(self._names) == 2:
            score = " – ".join(str(moment.number(f"score.{seat}")) for seat in (0, 1))
            size = SCORE * 2 // 3 if is_low else SCORE
            lines = [Line(score, size, self._toolkit.theme.colours.text, badge=0, ends=1)]
            lines += [Line(self._setup.title, 20, quiet)] if self._setup.title else []
        is_on_the_banner = has_banner(moment) and moment.phase == "ready" and len(moment.layout.banners) == 1
        if deal and not is_on_the_banner:
            lines.append(Line(said(self._words, "table.deal", number=deal), 15, quiet, "text"))
        if note is not None and box.h < self._toolkit.px(LOW, LOW // 2):
            lines = []  # a low corner has room for the note alone
        elif note is not None and is_low:
            lines = lines[:1]
        return Content(tuple(lines), "", note)


def _seconds(left_ns: int) -> str:
    """Return a time left as figures, in s rounded up; empty for none."""
    return str(-(-left_ns // SECOND_NS)) if left_ns else ""


def has_banner(moment: ViewState) -> bool:
    """Return whether the empty middle shows a banner and no cards."""
    if moment.phase not in ("ready", "countdown"):
        return False
    return not any(place.kind == "pile" and moment.table.zones.get(zone) for zone, place in moment.places.items())


def _has_fresh_race(moment: ViewState) -> bool:
    """Return whether a photo finish has just begun."""
    return moment.feed.contest is not None and moment.now_ns - moment.feed.contest_since < FRESH_NS


def _has_corner(moment: ViewState) -> bool:
    """Return whether there is a corner beside the timing board with as much room: `facing`, seen from one side."""
    layout = moment.layout
    return layout.name == "facing" and len(layout.boards) == 1 and layout.info.box.w > 0
