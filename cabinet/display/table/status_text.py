"""The status text of the table's boards: whose turn it is, the current prompt, the state of the match.

There is one centre of attention at a time. The board shows its unlit segments until a photo finish takes its place
(`cabinet.display.table.race`). The corner shows the moment's prompt (all are stuck, choose a pile), or the number of
the deal. Where there is no such corner, the board shows the prompt first.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from cabinet.display.layout.parts import HandLayout
from cabinet.display.table.prompts import DRAW_HINT, Prompt, prompt_for
from cabinet.display.table.seat_notices import TENTH_NS
from cabinet.display.table.view_state import PauseHint, ViewState, Words, said
from cabinet.display.toolkit import Kit
from cabinet.display.widgets.message_panels import IDLE, LOW, Content, Line

SECOND_NS: Final = 1_000_000_000
KINDS: Final = ("turn", "match", "name", "draws")
"""The kinds of a seat's turn."""
FRESH_NS: Final = SECOND_NS
"""How long a race is shown before the countdown to new cards, where both have one place."""
SECONDS: Final = 20
"""The longest turn of a preset, in seconds; longer turns are drawn at their first appearance."""


class StatusText:
    """Composes the content of the boards.

    `judged` False adds the note that presses are not judged to the microsecond. `slap_hint` is the key of the line
    below "choose a pile", `draw_hint` of the line about whose card deals. `pause` is how to pause, for each seat that
    has buttons of other names, and empty where nobody plays.
    """

    def __init__(
        self,
        kit: Kit,
        words: Words,
        names: Sequence[str],
        title: str,
        *,
        judged: bool,
        slap_hint: str = "table.slap_hint",
        draw_hint: str = DRAW_HINT,
        pause: Sequence[PauseHint] = (PauseHint(),),
    ) -> None:
        self._kit = kit
        self._words = words
        self._names = names
        self._title = title
        self._judged = judged
        self._slap_hint = slap_hint
        self._draw_hint = draw_hint
        self._pause = pause

    def on_the_board(self, moment: ViewState) -> Content:
        """Return the prompt, unless a corner as large shows it; else how to pause, in the countdown, where nothing
        else counts; else whose turn it is, the rule, or unlit segments."""
        prompt = None if _has_corner(moment) else self._prompt(moment)
        if prompt is not None:
            return prompt
        if moment.ready_left_ns and not has_banner(moment):
            ask = Line(said(self._words, "table.ready_question"), 34, self._kit.theme.colours.text)
            return Content((ask,), _seconds(moment.ready_left_ns), whole=moment.ready_whole_ns // SECOND_NS)
        several = len(moment.layout.boards) > 1
        if moment.phase == "countdown" and self._pause and not (several and self._rule(moment)):
            return Content(self._how_to_pause())
        if (turn := self._turn(moment)) is not None:
            return turn
        if not moment.layout.info.box.w:
            return self._where_we_are(moment)
        rule = self._rule(moment) if several else ()
        return Content(rule, "" if rule else IDLE, self._note() if several else None)

    def _how_to_pause(self) -> tuple[Line, ...]:
        def line(key: str, seat: int = -1, **names: str) -> Line:
            return Line(said(self._words, key, **names), 19, self._kit.theme.colours.quiet, "text", seat)

        if self._pause == (PauseHint(),):
            return (line("table.pause"),)
        keys = [line("table.pause_keys", hint.seat, **hint.by_name) for hint in self._pause]
        return (line("table.pause_by_keys"), *keys)

    def _turn(self, moment: ViewState) -> Content | None:
        """Return, in a game of turns, the seat that plays, chooses or draws, and its seconds left."""
        clock = moment.clock
        seat = clock.seat if clock is not None else moment.number("turn")
        if moment.phase != "play" or "turn" not in moment.table.scalars or not 0 <= seat < len(self._names):
            return None
        kind = clock.kind if clock is not None else "draws" if moment.number("must_draw") else "turn"
        head = self._whose(kind, seat)
        if clock is None or kind == "match":
            doubted = moment.table.scalars.get("challenged", -1)
            hint = Line(said(self._words, "table.doubt_hint"), 13, self._kit.theme.colours.quiet, "text")
            return Content((head,), "", hint if isinstance(doubted, int) and doubted >= 0 else None)
        left = -(-max(0, clock.ends - moment.play_ns) // SECOND_NS)
        return Content((head,), str(left))

    def _whose(self, kind: str, seat: int) -> Line:
        colour = self._kit.theme.seat(seat).colour
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
        if self._judged:
            return None
        return Line(said(self._words, "table.not_judged"), 13, self._kit.theme.colours.quiet, "text")

    def in_the_corner(self, moment: ViewState) -> Content:
        """Return the prompt where it belongs in the corner; else the deal's number and the game's title."""
        return (self._prompt(moment) if _has_corner(moment) else None) or self._where_we_are(moment)

    def on_the_banner(self, moment: ViewState) -> Content:
        """Return the banner before a deal opens: the question whether all are ready, or the countdown."""
        type_, colours = self._kit.theme.type, self._kit.theme.colours
        if moment.phase == "countdown":
            return Content((Line(str(moment.number("beat") or ""), type_.giant, colours.text),))
        ask = Line(said(self._words, "table.ready_question"), type_.title, colours.text)
        seconds, whole = _seconds(moment.ready_left_ns), moment.ready_whole_ns // SECOND_NS
        if len(moment.layout.banners) > 1:
            return Content((ask,), seconds, whole=whole)
        deal = said(self._words, "table.deal", number=moment.number("deal"))
        return Content((Line(deal, 22, colours.quiet), ask), seconds, whole=whole)

    def _prompt(self, moment: ViewState) -> Content | None:
        """Return the moment's prompt, or None if it is only: play."""
        text = self._kit.theme.colours.text
        is_racing = not isinstance(moment.layout, HandLayout)  # with hands the buttons themselves show the options
        prompt = prompt_for(moment, self._slap_hint, self._draw_hint) if is_racing or moment.phase == "draw" else None
        if prompt is not None:
            return self._request(prompt)
        left = moment.left_ns("turn_at")
        if moment.phase == "play" and moment.number("stuck") and left:
            new_cards = Line(said(self._words, "table.new_cards"), 30, text)
            return Content((new_cards,), f"{-(-left // TENTH_NS) / 10:.1f}")
        loud = next((notice for notice in moment.feed.notices if notice.seat < 0), None)
        if loud is not None:
            return Content((Line(said(self._words, loud.key), 26, text),))
        return None

    def _only_counts(self, moment: ViewState) -> bool:
        """Return whether the prompt is the countdown to new cards, which asks nothing of anybody."""
        is_stuck = moment.phase == "play" and moment.number("stuck") > 0 and moment.left_ns("turn_at") > 0
        return is_stuck and prompt_for(moment, self._slap_hint, self._draw_hint) is None

    def _request(self, prompt: Prompt) -> Content:
        colours = self._kit.theme.colours
        hint = Line(said(self._words, prompt.hint), 13, colours.quiet, "text")
        if prompt.seat < 0:
            return Content((Line(said(self._words, prompt.key), 34, colours.text),), "", hint)
        name = self._names[prompt.seat] if prompt.seat < len(self._names) else ""
        colour = self._kit.theme.seat(prompt.seat).colour
        return Content((Line(said(self._words, prompt.key, seat=name), 28, colour, "title", prompt.seat),), "", hint)

    def _rule(self, moment: ViewState) -> tuple[Line, ...]:
        """Return when to slap for a number: the wanted remainder of the product of the two tops."""
        modulus, rule = moment.number("modulus"), moment.text("rule")
        if not modulus or not rule:
            return ()
        colours = self._kit.theme.colours
        key = f"table.rule.{rule}"
        wanted = said(self._words, key)
        if rule[0].isdigit():
            wanted = said(self._words, "table.rule.of", numbers=rule)
        product = Line(said(self._words, "table.product", modulus=modulus), 18, colours.quiet, "text")
        return (product, Line(wanted, 30, colours.text))

    def _where_we_are(self, moment: ViewState) -> Content:
        quiet, note = self._kit.theme.colours.quiet, self._note()
        deal = moment.number("deal")
        if rule := self._rule(moment):
            return Content(rule, "", note)
        lines = [Line(self._title, 30, quiet)] if self._title else []
        is_on_the_banner = has_banner(moment) and moment.phase == "ready" and len(moment.layout.banners) == 1
        if deal and not is_on_the_banner:
            lines.append(Line(said(self._words, "table.deal", number=deal), 15, quiet, "text"))
        if note is not None and moment.layout.info.box.h < self._kit.px(LOW, LOW // 2):
            lines = []  # a low corner has room for the note alone
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
