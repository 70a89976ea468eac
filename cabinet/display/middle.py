"""The middle of the table: piles, reserves, the timing board, the information corner, and the banner before a deal.

There is one centre of attention at a time. The board tells the last photo finish, or nothing (its segments unlit);
the corner tells what the moment asks for (all are stuck, choose a pile), or which deal it is. Where there is no such
corner the board tells what is asked for first of all.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pygame

from cabinet.display.aims import aims
from cabinet.display.asking import DRAW_HINT, Ask, asked
from cabinet.display.fonts import Face
from cabinet.display.keeping import kept
from cabinet.display.kit import CELL, Kit, stacked
from cabinet.display.layout import Board, Box
from cabinet.display.layout_hands import HandLayout
from cabinet.display.marks import Marks
from cabinet.display.moment import Moment, Sheet, Words, said
from cabinet.display.places import Place
from cabinet.display.seatside import BUTTON_LEFT, BUTTON_RIGHT, TENTH_NS
from cabinet.display.stage import Sprite
from cabinet.display.story import Contest, margin_text
from cabinet.display.theme import Colour

SECOND_NS = 1_000_000_000

IDLE = "88.8"
"""What the timing board could show: drawn unlit while there is nothing to tell."""


REHEARSED = (120_000, 3_450_000, 6_780_000, 901_200_000, 345_600_000, 789_000_000)
"""Margins (ns) that hold every figure, in numbers of three and of four digits."""

LOW = 72
"""Boards lower than this, in px at 800×480, have their figures beside the words."""


class Line(NamedTuple):
    """One line of a board: text, its size at 800×480, face and colour; `badge` puts a seat's shape before it."""

    text: str
    size: int
    colour: Colour
    face: Face = "title"
    badge: int = -1


class Content(NamedTuple):
    """What a board shows: lines, timing figures (empty for none), and a line below."""

    lines: tuple[Line, ...] = ()
    figures: str = ""
    below: Line | None = None


class Middle:
    """Draws the middle. `judged` False adds the note that presses are not judged to the microsecond; `slap_hint` is
    the key of what stands below "choose a pile"."""

    def __init__(
        self,
        kit: Kit,
        marks: Marks,
        words: Words,
        names: Sequence[str],
        title: str,
        *,
        judged: bool,
        slap_hint: str = "table.slap_hint",
        draw_hint: str = DRAW_HINT,
    ) -> None:
        self._slap_hint = slap_hint
        self._draw_hint = draw_hint
        self._kit = kit
        self._marks = marks
        self._words = words
        self._names = names
        self._title = title
        self._judged = judged
        self._draw_hint = draw_hint or said(words, "table.draw_hint")
        self._board = kept(64, self._draw_board)
        self._line = kept(128, self._draw_line)
        self._places: Mapping[str, Place] = {}
        self._zones: tuple[str, ...] = ()
        self._kept: tuple[tuple[object, ...], list[Sprite]] = ((), [])

    def sprites(self, moment: Moment) -> list[Sprite]:
        """The middle at a moment, from the bottom to the top."""
        return [*self._cards(moment), *self._targets(moment), *self.telling(moment)]

    def rehearse(self, boards: Sequence[Board]) -> None:
        """Draw every figure that a margin may need, as high as the boards show it, before the first is told."""
        contests = [Contest(0, 0, 1, margin) for margin in REHEARSED]
        for content in map(self._contest_content, [*contests, Contest(0, 0, 1, 0, dead_heat=True)]):
            for board in boards:
                self._show(board, content)

    def telling(self, moment: Moment) -> list[Sprite]:
        """The boards alone: timing, information, the banner before a deal."""
        return [*self._boards(moment), *self._info(moment), *self._banner(moment)]

    def question(self) -> Sheet:
        """ "Still there?": nobody has pressed anything for a while (GEN-5)."""
        return Sheet(said(self._words, "table.still_there"), (said(self._words, "table.any_button"),))

    # Cards

    def _cards(self, moment: Moment) -> list[Sprite]:
        """All that lies in the middle; put together anew only where something of it has changed."""
        if moment.places is not self._places:
            kinds = ("pile", "deck", "reserve", "loose")
            self._places = moment.places
            self._zones = tuple(zone for zone, place in moment.places.items() if place.kind in kinds)
            self._kept = ((), [])
        zones = moment.table.zones
        cards = [zones.get(zone) for zone in self._zones]
        on = (cards, [under for under in moment.under_way if under[0] in self._zones], self.has_banner(moment))
        if self._kept[0] != on:
            self._kept = (on, [*self._piles(moment), *self._reserves(moment), *self._loose(moment)])
        return self._kept[1]

    def _piles(self, moment: Moment) -> list[Sprite]:
        if self.has_banner(moment):
            return []
        alone = len(moment.layout.piles) == 2
        sprites: list[Sprite] = [self._marks.finishing_line(moment.layout)] if alone else []
        for zone, place in moment.places.items():
            if place.kind in ("pile", "deck"):
                sprites += self._marks.pile(moment.cards(zone), place, deep=2)
        return sprites

    def _reserves(self, moment: Moment) -> list[Sprite]:
        sprites: list[Sprite] = []
        for zone, place in moment.places.items():
            if place.kind != "reserve":
                continue
            sprites += self._marks.pile(moment.cards(zone), place, deep=3)
            box = moment.layout.reserve_counts[place.number]
            count = str(len(moment.table.zones.get(zone, ())))
            figure = self._kit.fitted(count, self._kit.theme.type.count, self._kit.theme.colours.quiet, box.w)
            across = 0.5 if box.x == place.box.x else 1.0 if box.x < place.box.x else 0.0
            sprites.append(self._kit.put(box, figure, across))
        return sprites

    def _loose(self, moment: Moment) -> list[Sprite]:
        sprites: list[Sprite] = []
        for zone, place in moment.places.items():
            if place.kind == "loose" and moment.table.zones.get(zone):
                sprites += self._marks.pile(moment.cards(zone), place, deep=2)
        return sprites

    def _targets(self, moment: Moment) -> list[Sprite]:
        """A bracket on a seat's own side of every pile that its LEFT or RIGHT would act on, or that it aims at."""
        layout = moment.layout
        if len(layout.seats) > 2:
            return self._aims(moment)
        sprites = []
        for seat in layout.seats:
            is_near = seat.inward < 0
            side = ("left", "right")[seat.seat] if layout.name == "beside" else "bottom" if is_near else "top"
            for button, box in ((BUTTON_LEFT, layout.piles[0]), (BUTTON_RIGHT, layout.piles[-1])):
                meaning = moment.meaning(seat.seat, button)
                if meaning is not None and meaning.lit and meaning.zone and not moment.is_locked(seat.seat):
                    sprites.append(self._marks.bracket(box, self._kit.theme.seat(seat.seat).colour, side))
        return sprites

    def _aims(self, moment: Moment) -> list[Sprite]:
        """Each seat's badge, on its own side, on the pile that it aims at; people have a bracket as well."""
        sprites = []
        if moment.phase != "play":
            return []
        for seat, place in aims(moment).items():
            at = moment.layout.seats[seat]
            if at.card_keys:
                sprites.append(self._marks.bracket(place.box, self._kit.theme.seat(seat).colour, at.edge))
            sprites.append(self._marks.tab(place.box, seat, at.edge))
        return sprites

    # The timing board

    def _boards(self, moment: Moment) -> list[Sprite]:
        content = self._board_content(moment)
        return [sprite for board in moment.layout.boards for sprite in self._show(board, content)]

    def _board_content(self, moment: Moment) -> Content:
        """What the moment asks of the players, unless that stands in a corner as large; else the last photo finish."""
        asked = None if _has_corner(moment) else self._asked(moment)
        if asked is not None:
            return asked
        if moment.story.contest is not None:
            return self._contest_content(moment.story.contest)
        several = len(moment.layout.boards) > 1
        rule = self._rule(moment) if several else ()
        if (turn := self._turn(moment)) is not None:
            return turn
        if not moment.layout.info.box.w:
            return self._where_we_are(moment)
        return Content(rule, "" if rule else IDLE, self._note() if several else None)

    def _turn(self, moment: Moment) -> Content | None:
        """In a game of turns: who plays, chooses or draws, and how many seconds that seat has left."""
        clock = moment.clock
        seat = clock.seat if clock is not None else moment.number("turn")
        if moment.phase != "play" or "turn" not in moment.table.scalars or not 0 <= seat < len(self._names):
            return None
        kind = clock.kind if clock is not None else "draws" if moment.number("must_draw") else "turn"
        colour = self._kit.theme.seat(seat).colour
        head = Line(said(self._words, f"table.clock.{kind}", seat=self._names[seat]), 28, colour, "title", seat)
        if clock is None or kind == "match":
            doubted = moment.table.scalars.get("challenged", -1)
            hint = Line(said(self._words, "table.doubt_hint"), 13, self._kit.theme.colours.quiet, "text")
            return Content((head,), "", hint if isinstance(doubted, int) and doubted >= 0 else None)
        left = -(-max(0, clock.ends - moment.play_ns) // SECOND_NS)
        return Content((head,), str(left))

    def _contest_content(self, contest: Contest) -> Content:
        kit = self._kit
        colour = kit.theme.seat(contest.winner).colour
        name = self._names[contest.winner] if contest.winner < len(self._names) else ""
        if contest.dead_heat:
            heat = Line(said(self._words, "table.dead_heat"), 38, kit.theme.colours.text)
            drawn = Line(said(self._words, "table.drawn", seat=name), 15, colour, "text", contest.winner)
            return Content((heat, drawn))
        head = Line(said(self._words, "table.by", seat=name), 28, colour, "title", contest.winner)
        unit = Line(said(self._words, "table.ms"), 15, kit.theme.colours.quiet, "text")
        return Content((head,), margin_text(contest.margin_ns), unit)

    def _note(self) -> Line | None:
        if self._judged:
            return None
        return Line(said(self._words, "table.not_judged"), 13, self._kit.theme.colours.quiet, "text")

    # The information corner

    def _info(self, moment: Moment) -> list[Sprite]:
        if len(moment.layout.boards) > 1 or not moment.layout.info.box.w:
            return []
        if any(p.kind == "loose" and moment.table.zones.get(z) for z, p in moment.places.items()):
            return []
        asked = self._asked(moment) if _has_corner(moment) else None
        content = asked or self._where_we_are(moment)
        return self._show(moment.layout.info, content)

    def _asked(self, moment: Moment) -> Content | None:
        """What the moment asks of the players, or None if it is only: play."""
        text = self._kit.theme.colours.text
        is_racing = not isinstance(moment.layout, HandLayout)  # with hands the buttons tell what is asked
        ask = asked(moment, self._slap_hint, self._draw_hint) if is_racing or moment.phase == "draw" else None
        if ask is not None:
            return self._request(ask)
        left = moment.left_ns("turn_at")
        if moment.phase == "play" and moment.number("stuck") and left:
            stuck = Line(said(self._words, "table.stuck"), 40, text)
            return Content((stuck,), f"{-(-left // TENTH_NS) / 10:.1f}")
        loud = next((notice for notice in moment.story.notices if notice.seat < 0), None)
        if loud is not None:
            return Content((Line(said(self._words, loud.key), 26, text),))
        return None

    def _request(self, ask: Ask) -> Content:
        colours = self._kit.theme.colours
        hint = Line(said(self._words, ask.hint), 13, colours.quiet, "text")
        if ask.seat < 0:
            return Content((Line(said(self._words, ask.key), 34, colours.text),), "", hint)
        name = self._names[ask.seat] if ask.seat < len(self._names) else ""
        colour = self._kit.theme.seat(ask.seat).colour
        return Content((Line(said(self._words, ask.key, seat=name), 28, colour, "title", ask.seat),), "", hint)

    def _rule(self, moment: Moment) -> tuple[Line, ...]:
        """When to slap for a number: the remainder that is wanted of the product of the two tops."""
        modulus, rule = moment.number("modulus"), moment.text("rule")
        if not modulus or not rule:
            return ()
        colours = self._kit.theme.colours
        key = f"table.rule.{rule}"
        wanted = said(self._words, key)
        if rule[0].isdigit():
            wanted = said(self._words, "table.rule.of", numbers=rule)
        product = Line(said(self._words, "table.product", modulus=modulus), 20, colours.quiet)
        return (product, Line(wanted, 30, colours.text))

    def _where_we_are(self, moment: Moment) -> Content:
        quiet = self._kit.theme.colours.quiet
        deal = moment.number("deal")
        if rule := self._rule(moment):
            return Content(rule, "", self._note())
        lines = [Line(self._title, 30, quiet)] if self._title else []
        is_on_the_banner = self.has_banner(moment) and moment.phase == "ready" and len(moment.layout.banners) == 1
        if deal and not is_on_the_banner:
            lines.append(Line(said(self._words, "table.deal", number=deal), 15, quiet, "text"))
        if self._note() is not None and moment.layout.info.box.h < self._kit.px(LOW, LOW // 2):
            lines = []  # a low corner has room for the note alone
        return Content(tuple(lines), "", self._note())

    # The banner

    def has_banner(self, moment: Moment) -> bool:
        """Whether the empty middle says what is awaited, and shows no cards."""
        piles = [zone for zone, place in moment.places.items() if place.kind == "pile"]
        empty = not any(moment.table.zones.get(zone) for zone in piles)
        return moment.phase in ("ready", "countdown") and empty

    def _banner(self, moment: Moment) -> list[Sprite]:
        """Before a deal opens, the empty middle says what is awaited: all to be ready, or the start."""
        if not self.has_banner(moment):
            return []
        type_, colours = self._kit.theme.type, self._kit.theme.colours
        if moment.phase == "countdown":
            lines: tuple[Line, ...] = (Line(str(moment.number("beat") or ""), type_.giant, colours.text),)
        else:
            deal = said(self._words, "table.deal", number=moment.number("deal"))
            ask = Line(said(self._words, "table.ready_question"), type_.title, colours.text)
            alone = len(moment.layout.banners) == 1
            lines = (Line(deal, 22, colours.quiet), ask) if alone else (ask,)
        return [sprite for board in moment.layout.banners for sprite in self._show(board, Content(lines))]

    # Drawing a board

    def _show(self, board: Board, content: Content) -> list[Sprite]:
        """The parts of a board where they stand: told anew, only what changed is drawn."""
        box = board.box
        parts = self._board(content, (box.w, box.h))
        if not board.turned:
            return [Sprite(part, box.x + x, box.y + y) for part, x, y in parts]
        return [
            Sprite(self._kit.turned(part), box.right - x - part.get_width(), box.bottom - y - part.get_height())
            for part, x, y in parts
        ]

    def _draw_board(self, content: Content, size: tuple[int, int]) -> list[Sprite]:
        """The parts of a board of that size, counted from its upper left corner."""
        lines, figures, below = content
        if figures and lines and below is not None and size[1] < self._kit.px(LOW, LOW // 2):
            return self._in_a_row(lines[0], figures, size)
        drawn = [self._line(part, size) for line in lines for part in self._wrapped(line, size[0])]
        last = [self._line(part, size) for part in self._wrapped(below, size[0])] if below is not None else []
        gap = self._kit.px(8, 4)
        if figures:
            colours = self._kit.theme.colours
            lit = colours.unlit if figures == IDLE and not lines else colours.segments
            taken = sum(part.get_height() + gap // 2 for part in (*drawn, *last))
            drawn.append(self._figures(figures, lit, (size[0], size[1] - taken)))
        drawn += last
        while gap > 0 and sum(part.get_height() for part in drawn) + gap * (len(drawn) - 1) > size[1]:
            gap -= 1
        parts = stacked(Box(0, 0, *size), drawn, gap)
        whole = pygame.Rect(0, 0, *size)
        if all(whole.contains(part.rect) for part in parts):
            return parts
        return [Sprite(self._kit.panel(size, parts), 0, 0)]  # what leads out of the board is cut off

    def _in_a_row(self, line: Line, figures: str, size: tuple[int, int]) -> list[Sprite]:
        """A low board: the line, and the figures beside it as high as the board."""
        gap = self._kit.px(10, 5)
        head = self._line(line, (round(size[0] * 0.5), size[1]))
        board = self._figures(figures, self._kit.theme.colours.segments, (size[0] - head.get_width() - gap, size[1]))
        x = (size[0] - head.get_width() - gap - board.get_width()) // 2
        middle = [(size[1] - part.get_height()) // 2 for part in (head, board)]
        return [Sprite(head, x, middle[0]), Sprite(board, x + head.get_width() + gap, middle[1])]

    def _figures(self, figures: str, colour: Colour, size: tuple[int, int]) -> pygame.Surface:
        """The figures as large as the room allows."""
        digits = sum(sign.isdigit() for sign in figures)
        height = max(10, min(self._kit.px(50, 26), size[1], int(size[0] / (digits * CELL))))
        surface = self._kit.figures(figures, height, colour)
        if surface.get_width() > size[0] and height > 10:  # the width of a digit's cell was rounded up
            surface = self._kit.figures(figures, height - 1, colour)
        return surface

    def _draw_line(self, line: Line, size: tuple[int, int]) -> pygame.Surface:
        kit = self._kit
        if line.size >= kit.theme.type.giant:
            return kit.fonts.for_capitals("title", int(size[1] * 0.62)).render(line.text, True, line.colour)
        if line.badge < 0:
            return kit.fitted(line.text, line.size, line.colour, size[0], line.face)
        badge = kit.badge(line.badge, max(9, round(kit.type_size(line.size) * 0.72)))
        gap = kit.px(6, 4)
        word = kit.fitted(line.text, line.size, line.colour, size[0] - badge.get_width() - gap, line.face)
        whole = pygame.Surface((badge.get_width() + gap + word.get_width(), word.get_height()), pygame.SRCALPHA)
        whole.blit(badge, (0, (word.get_height() - badge.get_height()) // 2))
        whole.blit(word, (badge.get_width() + gap, 0))
        return whole

    def _wrapped(self, line: Line, width: int) -> list[Line]:
        """A line for reading is broken between words where it does not fit; a title is made smaller instead."""
        if line.face == "title":
            return [line]
        font = self._kit.fonts.get("text", self._kit.type_size(line.size))
        width -= font.get_height() if line.badge >= 0 else 0
        rows, row = [], ""
        for word in line.text.split():
            longer = f"{row} {word}".strip()
            if row and font.size(longer)[0] > width:
                rows.append(row)
                row = word
            else:
                row = longer
        wrapped = [line._replace(text=text, badge=-1) for text in [*rows, row] if text]
        return [wrapped[0]._replace(badge=line.badge), *wrapped[1:]] if wrapped else []


def _has_corner(moment: Moment) -> bool:
    """Whether there is a corner beside the timing board with as much room: `facing`, seen from one side."""
    layout = moment.layout
    return layout.name == "facing" and len(layout.boards) == 1 and layout.info.box.w > 0
