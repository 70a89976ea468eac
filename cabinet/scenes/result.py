"""The end of a deal or a match on the screen: the table, the closest race in slow motion, the result.

The match itself is not delayed by it: after a deal the engine waits `engine.phases.RESULT_NS` anyway. `result_page`
says the result in words and numbers, from the story of the match.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec
import pygame

from cabinet.display.margin_text import short_margin_text
from cabinet.display.png import png
from cabinet.display.result.content import Chart, Figure, Mark, RaceCards, ResultPage, Revenge
from cabinet.display.result.photo import Photo, PhotoOnScreen
from cabinet.display.result.sheet import REVENGE_NS, ResultSheet
from cabinet.display.result.slow_motion import RUN_NS, SLOW_NS
from cabinet.display.scan import Scan, no_scan
from cabinet.display.table.view_state import Choice
from cabinet.display.widgets import KeyNames, keys_of
from cabinet.match.played import RunningScore
from cabinet.match.request import PANELS, names_in
from cabinet.match.session import Session
from cabinet.match.story import RaceDetails, Story
from cabinet.scenes.dialogs import deal_page, reason_line
from cabinet.screens.canvas import mirrored
from cabinet.screens.photo_print import print_of
from cabinet.screens.view_factory import head_start_words
from cabinet.screens.views import Views
from cabinet.strings.catalogue import local_number, word
from engine.game import Outcome
from engine.panel import ACTION, CARDS, LEFT, RIGHT
from engine.units import MS, S

LEAVE: Final = CARDS[4]
"""The button that leaves every screen."""
JOIN: Final = CARDS[0]
"""The button with which a third player joins two at their result."""
LOOK_NS: Final = 1_500 * MS
"""How long the table stays visible after the last card of a deal, before its result covers it."""
GUARD_NS: Final = 400 * MS
"""Minimum time from `LOOK_NS` on until a result is answered: the last presses of a race were not meant for it."""
SETTLE_NS: Final = 500 * MS
"""Minimum time of a result after a slow motion: a press that skips one was not meant for it."""
PATIENCE_NS: Final = 60 * S
"""Time without a press after a result, until the title returns."""
BAR_NS: Final = 250 * MS
"""The interval at which the wait's bar moves."""

PRINT_NS: Final = RUN_NS + 400 * MS
"""When the photo takes the place of the slow motion at a match's end: its gap has been read."""
SHOWN_NS: Final = 4_000 * MS
"""How long it is shown, unless somebody presses."""
STEP_NS: Final = 10 * MS
"""The interval between two parts of the result, and of the photo."""
FRAME_NS: Final = 40 * MS
"""The interval between two pictures of a race that is run again on a result."""

Keep = Callable[[Path, Callable[[], bytes]], None]
"""Writes the picture that the function returns beside the log of that path."""
Counted = Callable[[Outcome, Story], RunningScore]
"""Adds the match to the running score, and returns it."""


class Aftermath(msgspec.Struct, frozen=True):
    """What becomes of a match that has ended.

    `counted` adds it to the running score; without it the match is the first. `keep` writes its photo, which names the
    `house`; without it none is made. `next_up` returns the line about the evening's next match, and is asked after
    `counted`; with one, the result leads to that match. `takes_third`: a third player may join two people at it. `scan`
    returns what phones scan.
    """

    counted: Counted | None = None
    keep: Keep | None = None
    house: str = ""
    next_up: Callable[[], str] = lambda: ""
    takes_third: bool = False
    scan: Callable[[], Scan | None] = no_scan


class Ending:
    """Times and pictures of one match's ends; `advance` it once a frame, after the views."""

    def __init__(self, views: Views, aftermath: Aftermath) -> None:
        self._aftermath = aftermath
        self.leads_on = False
        """Whether the result leads to the evening's next match, and not to the same once more."""
        self._views = views
        self._photo: Photo | None = None
        self._print: PhotoOnScreen | None = None
        self._is_print_drawn = False
        self._log: Path | None = None
        self._now = 0
        self._over_at: int | None = None
        self._slow_since: int | None = None
        self._races: list[tuple[RaceDetails, str]] = []
        """The races that are shown again after the present one, each with the key of its title."""
        self._shown_at: int | None = None
        self._sheet: ResultSheet | None = None
        self._has_banner = False
        self._is_record = self._has_quickest = False
        self._again: tuple[int, ...] = ()
        """The seats that have asked for another match."""
        self._two: tuple[int, ...] = ()
        """The two people who are asked together."""
        self._drawn_at = -1
        self._bar_at = 0

    # Times

    def mark(self, session: Session, now: int) -> None:
        """Note when the deal or the match ended; a rewind may undo it, and the next deal does."""
        if session.match.table.phase not in ("over", "finished"):
            if self._slow_since is not None or self._has_banner:
                self._views.go_on(session.match, now)
            self._over_at = self._slow_since = self._shown_at = None
            self._has_banner = False
        elif self._over_at is None:
            self._over_at = now

    def advance(self, session: Session, now: int, *, is_covered: bool) -> None:
        """Begin and end the slow motion, and prepare the result; `is_covered` where a pause or a loss needs the screen.

        The next part of a result is drawn in each call, so that no frame draws it all.
        """
        self._now = now
        if self._over_at is None or now < self._over_at + LOOK_NS:
            return
        if self._slow_since is not None and (is_covered or now >= self._slow_since + self._slow_ns):
            if is_covered:
                self._races.clear()
            self._end_slow_motion(session, now)
        elif self._slow_since is None and self._shown_at is None:
            self._go_on_from_the_table(session, now, is_covered=is_covered)
        self._lay_banner(session, now, is_covered=is_covered)
        if self._sheet is None and session.outcome is not None and not session.outcome.is_void:
            self._sheet = self._sheet_of(session, session.outcome)
            self._photo = self._photo_of(session)
        else:
            self._draw_more()

    def skip(self, session: Session, time_ns: int, now: int) -> bool:
        """Take a press that ends the slow motion, or the photo behind it, and return True.

        False if it was made before or after it, or without one: after a stall of the program, the stamp of a press
        decides for what it was meant.
        """
        if self._slow_since is None or not 0 <= time_ns - self._slow_since < self._slow_ns:
            return False
        self._races.clear()
        self._end_slow_motion(session, now)
        return True

    @property
    def is_shown(self) -> bool:
        """Whether the deal's or the match's result may cover the table."""
        return self._shown_at is not None

    @property
    def shows_record(self) -> bool:
        """Whether the match's result is shown, and its closest race is a record."""
        return self._is_sheet and self._is_record

    @property
    def shows_quickest(self) -> bool:
        """Whether the match's result is shown, and one of its cards was the quickest of the night."""
        return self._is_sheet and self._has_quickest

    @property
    def is_slow(self) -> bool:
        """Whether a race is shown in slow motion."""
        return self._slow_since is not None

    @property
    def shown(self) -> str:
        """What the screen shows of the end, as `MatchSounds.on_end` takes it."""
        if self._shows_print:
            return "print"
        return "replay" if self.is_slow else "result" if self._is_sheet else ""

    def answers(self, time_ns: int) -> bool:
        """Return whether a press of that stamp answers the result."""
        if self._shown_at is None or self._over_at is None:
            return False
        return time_ns >= max(self._over_at + LOOK_NS + GUARD_NS, self._shown_at + SETTLE_NS)

    def again(self, seat: int, time_ns: int) -> bool:
        """Note that a seat asks for another match; return whether it begins.

        For ten seconds two people are asked together; it begins when both have pressed. Later, or for others, the
        first press begins it, and the deal waits for the other.
        """
        self._again = tuple(dict.fromkeys((*self._again, seat)))
        self._bar_at = 0
        return self._revenge_left(time_ns) == 0 or set(self._again) >= set(self._two)

    @property
    def takes_third(self) -> bool:
        """Whether a third player may join the two people of the match."""
        return self._aftermath.takes_third and bool(self._two) and not self.leads_on

    @property
    def are_both(self) -> bool:
        """Whether both of two people have asked for another match."""
        return bool(self._two) and set(self._again) >= set(self._two)

    def asks_again(self, now: int) -> tuple[int, ...]:
        """Return the seats that have asked for another match, once there is no more time to wait for the other."""
        return self._again if self._revenge_left(now) == 0 else ()

    def _revenge_left(self, now: int) -> int:
        """Return how long the two are still asked together, ns."""
        if self._shown_at is None or not self._two or self.leads_on:
            return 0
        return max(0, self._shown_at + REVENGE_NS - now)

    def _revenge(self, now: int) -> Revenge | None:
        left = self._revenge_left(now)
        return Revenge(self._again, -(-left // S)) if left else None

    def is_over(self, now: int) -> bool:
        """Return whether nobody has answered for `PATIENCE_NS`."""
        return self._shown_at is not None and now >= self._shown_at + PATIENCE_NS

    def times(self) -> list[int]:
        """Return when `advance` is due, ns; times that have passed among them."""
        if self._over_at is None:
            return []
        times = [self._over_at + LOOK_NS]
        if self._photo is not None or (self._print is not None and not self._print.is_finished):
            times.append(self._now + STEP_NS)
        if self._slow_since is not None:
            times += [self._slow_since + PRINT_NS, self._slow_since + self._slow_ns]
        if self._shown_at is not None:
            times += [self._shown_at + PATIENCE_NS, self._bar_at, self._shown_at + REVENGE_NS]
            if self._sheet is not None and self._sheet.runs_until(self._age(self._now)) is not None:
                times.append(self._now + FRAME_NS)
        return times

    # Pictures

    def busy(self, now: int) -> bool:
        """Return whether the result's picture moves."""
        if self._shows_print:
            return not self._is_print_drawn
        if self._sheet is None or self._shown_at is None:
            return False
        age = self._age(now)
        runs = self._sheet.runs_until(age) is not None and now >= self._drawn_at + FRAME_NS
        moves = ResultSheet.is_moving(age) or runs
        return self._drawn_at < 0 or moves or now >= self._bar_at

    @property
    def covers(self) -> bool:
        """Whether the result, or the photo before it, covers the whole screen."""
        return self._is_sheet or self._shows_print

    def draw(self, screens: Sequence[pygame.Surface], now: int, *, everything: bool) -> list[list[pygame.Rect]]:
        """Draw the photo or the result on every screen; return the dirty rectangles of each."""
        if self._shows_print and self._print is not None:
            self._is_print_drawn = True
            first = screens[self._views.first]
            changed = [first.blit(self._print.picture, (0, 0))]
            return [changed if screen is first else mirrored(first, screen, changed) for screen in screens]
        assert self._sheet is not None and self._shown_at is not None, "the result covers the screen"
        left = 1 - self._age(now) / PATIENCE_NS
        first = screens[self._views.first]
        if everything or self._drawn_at < 0 or ResultSheet.is_moving(self._drawn_at - self._shown_at):
            changed = self._sheet.draw(first, self._age(now), left)
        else:
            changed = self._sheet.draw_live(first, self._age(now), left, self._revenge(now))
        self._drawn_at, self._bar_at = now, now + BAR_NS
        return [changed if screen is first else mirrored(first, screen, changed) for screen in screens]

    # Internals

    @property
    def _is_sheet(self) -> bool:
        return self._sheet is not None and self._shown_at is not None

    @property
    def _slow_ns(self) -> int:
        """How long the slow motion lasts, with the photo behind it."""
        return SLOW_NS if self._print is None or self._races else PRINT_NS + SHOWN_NS

    @property
    def _shows_print(self) -> bool:
        """Whether the photo is shown: behind the run of a match's last slow motion, once it is there."""
        print_ = self._print
        return (
            self._slow_since is not None
            and print_ is not None
            and print_.is_finished
            and not self._races
            and self._now >= self._slow_since + PRINT_NS
        )

    def _age(self, now: int) -> int:
        return now - (self._shown_at or 0)

    def _go_on_from_the_table(self, session: Session, now: int, *, is_covered: bool) -> None:
        """Show the closest race of a deal again, of a match that is over first the one that decided it; without any
        race the result at once.
        """
        story, is_match = session.story, session.outcome is not None
        closest, decided = story.closest(0 if is_match else story.deal), story.deciding() if is_match else None
        self._races = []
        if decided is not None:
            self._races.append((decided, "result.decided"))
        if closest is not None and closest is not decided:
            self._races.append((closest, "result.closest_race" if len(story.races) > 1 else "result.the_race"))
        if is_covered or not self._races:
            self._races = []
            self._shown_at = now
            return
        self._run_next(session, now)

    def _run_next(self, session: Session, now: int) -> None:
        """Show the next race again."""
        race, key = self._races.pop(0)
        cards = RaceCards(race.contest, race.cards, key)
        self._views.run_again(cards, race.before, session.match, now, is_whole=session.outcome is not None)
        self._slow_since = now

    def _lay_banner(self, session: Session, now: int, *, is_covered: bool) -> None:
        """Show the deal's result until the next deal, but while a pause or a loss needs the screen."""
        table = session.match.table
        is_wanted = self._shown_at is not None and not is_covered and table.phase == "over"
        if is_wanted and not self._has_banner and session.match.outcome is None:
            names = names_in(session.match.setup)
            closest = session.story.closest(session.story.deal)
            self._views.show_deal(deal_page(table, names, closest.contest if closest else None), now)
            self._has_banner = True
        elif self._has_banner and not is_wanted:
            self._views.go_on(session.match, now)
            self._has_banner = False

    def _end_slow_motion(self, session: Session, now: int) -> None:
        self._views.go_on(session.match, now)
        self._slow_since = None
        if self._races:
            self._run_next(session, now)
        else:
            self._shown_at = now

    def _draw_more(self) -> None:
        """Draw the next part of the result, and after it of the photo; hand the finished photo over to be written."""
        if self._sheet is not None and self._sheet.prepare():
            return
        if self._print is not None and not self._print.is_finished:
            self._print.prepare()
        elif self._photo is not None and not self._photo.prepare():
            picture, self._photo = self._photo.picture, None
            pixels = pygame.image.tobytes(picture, "RGB")
            if (keep := self._aftermath.keep) is not None and self._log is not None:
                keep(self._log, lambda: png(picture.get_size(), pixels))
            if self._slow_since is not None:
                toolkit, far = self._views.toolkit, self._views.has_far_side
                self._print = PhotoOnScreen(picture, toolkit.size, toolkit.theme.colours.night, far=far)

    def _photo_of(self, session: Session) -> Photo | None:
        """Return the photo of the match's closest race, not yet drawn; None without a race, people, or a log."""
        race, setup = session.story.closest(), session.match.setup
        has_people = any(seat.is_human for seat in setup.seats)
        if self._aftermath.keep is None or race is None or session.log is None or not has_people:
            return None
        self._log = session.log.path
        return Photo(self._views.toolkit, print_of(race, session.story, setup, self._log, self._aftermath.house))

    def _sheet_of(self, session: Session, outcome: Outcome) -> ResultSheet:
        match = session.match
        names = names_in(match.setup)
        closest = session.story.closest()
        players, counted = [info.player for info in match.setup.seats], self._aftermath.counted
        score = RunningScore().after(players, outcome) if counted is None else counted(outcome, session.story)
        self._is_record = closest is not None and session.is_record(closest.contest)
        self._has_quickest = score.quickest_ns is not None
        next_up = self._aftermath.next_up()
        self.leads_on = bool(next_up)
        people = match.setup.people
        self._two = people if len(people) == len(names) == 2 else ()
        page = result_page(
            outcome,
            names,
            session.story,
            score,
            deals=match.table.number("deal"),
            places=match.game.info.places,
            is_record=self._is_record,
            next_up=next_up,
            key_names=self._views.key_names,
            head_start=head_start_words(match.setup.options, names),
            asks_both=bool(self._two),
            takes_third=self.takes_third,
        )
        page = msgspec.structs.replace(page, scan=self._aftermath.scan())
        return ResultSheet(self._views.toolkit, word, page, far=self._views.has_far_side)


# The page in words and numbers


def result_page(
    outcome: Outcome,
    names: tuple[str, ...],
    story: Story,
    score: RunningScore,
    *,
    deals: int,
    is_record: bool = False,
    places: bool = False,
    next_up: str = "",
    head_start: str = "",
    asks_both: bool = False,
    takes_third: bool = False,
    key_names: KeyNames = MappingProxyType({}),
) -> ResultPage:
    """Return the page of a finished match.

    `score` is the running score with this match in it, `deals` the number of deals. `is_record`: the closest race is
    the closest ever run here. `places`: the outcome's figures are places. `next_up`: the line about the evening's next
    match; then nobody plays the same once more, and ACTION goes on to that match. `head_start` is the line about one.
    `asks_both`: two people are asked whether they play again, and `takes_third`: a third one may join them.
    `key_names`: the keys at a desk.
    """
    winner, closest = outcome.winner, story.closest()
    many = len(names) > 2
    score_title = "result.places" if places and many else "result.score" if many else "result.matches"
    return ResultPage(
        word("result.won", seat=names[winner]) if winner is not None else word("result.nobody"),
        " · ".join(words for words in (how_it_ended(outcome, deals, names), head_start) if words),
        names,
        -1 if winner is None else winner,
        word(score_title),
        outcome.scores if many else score.wins,
        places and many,
        closest.contest if closest is not None else None,
        is_record,
        chart_of(story, closest),
        figures_of(story),
        choices_of(next_up, key_names, asks_both=asks_both, takes_third=takes_third),
        next_up,
        sentence_of(outcome, names, story, score, is_record=is_record, asks_again=not next_up),
    )


CLOSE_NS: Final = 20_000_000
"""A match that a race of a smaller margin decided was close."""
TWICE: Final = 1.8
"""How many times as quick a winner is called twice as quick."""
FEW_ROW: Final = 3
"""Wins in a row that are worth a word."""
BEHIND: Final = 6
"""By how many cards a winner was behind who came from behind."""


def sentence_of(
    outcome: Outcome,
    names: tuple[str, ...],
    story: Story,
    score: RunningScore,
    *,
    is_record: bool = False,
    asks_again: bool = True,
) -> str:
    """Return for people how a match between two was, the most telling thing of it first; "" where nobody won it or
    somebody left. `is_record`: its closest race is the closest ever run here. `asks_again`: the two may play again,
    which is asked then.
    """
    winner = outcome.winner
    if winner is None or len(names) != PANELS or outcome.reason == "left":
        return ""
    loser, last, closest = 1 - winner, story.deciding(), story.closest()
    if is_record and closest is not None and not closest.contest.dead_heat:
        return word("result.said.record", margin=local_number(short_margin_text(closest.contest.margin_ns)))
    if last is not None and last.contest.margin_ns < CLOSE_NS and not last.contest.dead_heat:
        said = "result.said.close" if asks_again else "result.said.only"
        return word(said, margin=local_number(short_margin_text(last.contest.margin_ns)))
    if score.in_a_row >= FEW_ROW:
        return word("result.said.row", count=score.in_a_row)
    if score.quickest_ns is not None:
        return word("result.said.quickest", seconds=_seconds(score.quickest_ns))
    paces = [story.cards_a_minute(seat) for seat in (winner, loser)]
    if paces[1] and paces[0] >= TWICE * paces[1]:
        return word("result.said.twice")
    if (
        story.curves
        and max((point.left[winner] - point.left[loser] for point in story.curves[-1]), default=0) >= BEHIND
    ):
        return word("result.said.behind")
    if asks_again and len(score.wins) == PANELS and score.wins[0] == score.wins[1]:
        return word("result.said.level")
    figures = story.figures
    if not figures[winner].misses and figures[loser].misses:
        return word("result.said.clean")
    return word("result.said.again") if asks_again else ""


def choices_of(
    next_up: str,
    key_names: KeyNames = MappingProxyType({}),
    *,
    asks_both: bool = False,
    takes_third: bool = False,
) -> tuple[Choice, ...]:
    """Return the ways on from a result, with their keys at a desk; the others are as in `result_page`."""
    again = "result.revenge" if asks_both else "result.again"
    ways = [(ACTION, "result.go_on")] if next_up else [(ACTION, again), (LEFT, "result.change")]
    ways += [(RIGHT, "records.way"), *([(JOIN, "result.join")] if takes_third else []), (LEAVE, "result.leave")]
    return tuple(Choice(button, word(way), keys_of(key_names, button)) for button, way in ways)


def how_it_ended(outcome: Outcome, deals: int, names: tuple[str, ...]) -> str:
    """Return why the match is over; of two seats, the deals that each has won."""
    if outcome.reason != "deals" or deals == 1:
        return reason_line(outcome, deals, names).upper()
    if len(outcome.scores) == 2 and sum(outcome.scores) <= deals:  # the figures are deals, and not cards left
        return word("result.deals", most=max(outcome.scores), least=min(outcome.scores))
    return word("result.after", deals=deals)


def chart_of(story: Story, closest: RaceDetails | None) -> Chart:
    """Return the cards left of every seat over time, with every race as a mark of its winner."""
    marks = tuple(Mark(race.at_ns, race.contest.winner, race is closest) for race in story.races)
    curves = tuple(tuple((at, left) for at, left in curve) for curve in story.curves)
    return Chart(curves, marks, story.length_ns)


def figures_of(story: Story) -> tuple[Figure, ...]:
    """Return the figures that this match has: cards a minute, misses, the quickest answer, the longest run.

    With more than two seats each figure is that of its best seat alone.
    """
    seats = range(story.seats)
    quickest = [story.figures[seat].quickest_ns for seat in seats]
    runs = [story.figures[seat].longest_run for seat in seats]
    figures = [
        _figure("result.pace", [round(story.cards_a_minute(seat)) for seat in seats], str),
        _figure("result.misses", [story.figures[seat].misses for seat in seats], str, most=False),
    ]
    if any(answer is not None for answer in quickest):
        figures.append(_figure("result.quickest", quickest, _seconds, most=False))
    if max(runs) > 1:  # in games with turns nobody plays twice in a row
        figures.append(_figure("result.run", runs, str))
    return tuple(figures)


def _seconds(time_ns: int) -> str:
    return local_number(f"{time_ns / S:.2f}")


def _figure(key: str, values: Sequence[int | None], text: Callable[[int], str], *, most: bool = True) -> Figure:
    """Return a figure of each seat; the best are those with the most, or the least, where seats differ."""
    known = [value for value in values if value is not None]
    best = max(known) if most else min(known)
    leading = tuple(seat for seat, value in enumerate(values) if value == best)
    texts = ["–" if value is None else text(value) for value in values]
    if len(values) > 2:
        texts = [shown if seat == leading[0] else "" for seat, shown in enumerate(texts)]
    return Figure(word(key), tuple(texts), leading if len(set(values)) > 1 else ())
