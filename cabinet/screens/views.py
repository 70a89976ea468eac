"""The views on all screens of the program: one that all share, or one for each seat (GEN-4).

Each screen with a table of its own has a `Look`: its view and the viewer. Every other screen, a bot's for example,
shows a copy of the first, possibly in another size. The content of a view comes from `engine.screen`, which removes
everything its viewer may not know.
"""

from collections.abc import Mapping, Sequence

import msgspec
import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.layout.race import slow_motion_places
from cabinet.display.result.content import DealPage, RaceCards
from cabinet.display.result.slow_motion import DealBanner, SlowMotion
from cabinet.display.table.view import TableView
from cabinet.display.table.view_state import Dialog, PauseHint, TableUpdate
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import KeyNames
from cabinet.match.factory import has_own_screens
from cabinet.screens.canvas import mirrored
from cabinet.strings.catalogue import word
from engine.log_lines import Update, VoidLine
from engine.match import Match
from engine.panel import BUTTONS, NOTHING, Press
from engine.phases import phase_deadline
from engine.screen import EVERYBODY, of_everybody, of_seat
from engine.table import Table


class Look(msgspec.Struct, frozen=True):
    """A view and its owning seat; EVERYBODY for a shared screen."""

    view: TableView
    seat: int = EVERYBODY


def ready_wait(match: Match) -> tuple[int, int] | None:
    """Return from when until when the match waits for people who are not ready (play clock); None while it does not."""
    has_people = any(seat.is_human for seat in match.setup.seats)
    if match.table.phase != "ready" or not has_people:
        return None
    ends = phase_deadline(match.game, match.table, match.state.since, has_people)
    return None if ends is None else (match.state.since, ends)


class Views:
    """All looks at one match, by the index of their screen (0 is the first)."""

    def __init__(self, looks: Mapping[int, Look]) -> None:
        """Raises ValueError without any look."""
        if not looks:
            raise ValueError("somebody has to look at a match")
        self._looks = dict(looks)
        self.first = min(looks)
        """The index of the first screen with a table of its own."""

    def update(self, updates: Sequence[Update], match: Match, now: int) -> None:
        """Pass the match's updates to every view, as far as its viewer may know them."""
        play = match.play_clock(now - match.zero_ns)
        is_own = has_own_screens(match.game)
        updates = [as_rewind(update) for update in updates]
        for look in self._looks.values():
            screen = match.screen(look.seat if is_own else EVERYBODY)
            for update in updates:
                look.view.update(
                    TableUpdate(
                        screen.redacted(update.entries),
                        screen.table,
                        screen.keys,
                        now,
                        play_ns=play,
                        rewound_to=update.rewound_to,
                        paused=match.state.sit.paused >= 0,
                        rows=screen.rows,
                        clock=screen.clock,
                        ready_wait=ready_wait(match),
                    )
                )

    @property
    def pause(self) -> tuple[PauseHint, ...]:
        """How the people pause, by the names of their buttons; of the first screen."""
        return self._looks[self.first].view.setup.pause

    @property
    def key_names(self) -> KeyNames:
        """The keys of the people's buttons at a desk, on the first screen."""
        return self._looks[self.first].view.setup.key_names

    def key_boxes(self, press: Press) -> tuple[Box, ...]:
        """Return the soft-key of a button on the first screen, as its player sees it; none for a seat without keys."""
        return self._looks[self.first].view.key_boxes(press.seat, BUTTONS.index(press.button))

    def is_lit(self, press: Press) -> bool:
        """Return whether a button means something to its player now, on any screen."""
        place = BUTTONS.index(press.button)
        return any(look.view.is_lit(press.seat, place) for look in self._looks.values())

    def show(self, dialog: Dialog | None) -> None:
        """Put a dialog over the table on every screen, or remove it with None."""
        for look in self._looks.values():
            look.view.show(dialog)

    def tell(self, seat: int, key: str, now: int) -> None:
        """Tell a seat something across its cards for a while, on every screen; nothing while it is told already."""
        for look in self._looks.values():
            look.view.tell(seat, key, now)

    def flashing(self, now: int) -> tuple[tuple[int, ...], int]:
        """Return the seats whose lamps a race lets flash at `now`, and until when (ns)."""
        return self._looks[self.first].view.flashing(now)

    def run_again(self, race: RaceCards, before: Table, match: Match, now: int, *, is_whole: bool = False) -> None:
        """Show a race in slow motion over the table as it was before it, on every screen; `go_on` ends it.

        `is_whole`: it takes the whole screen.
        """
        is_own = has_own_screens(match.game)
        seats = range(match.game.seats)
        people = [seat for seat in seats if match.setup.seats[seat].is_human]
        nothing = (0,) * match.game.seats
        dark = [(NOTHING,) * len(BUTTONS) for _ in seats]
        for look in self._looks.values():
            if is_own:
                shown = of_seat(match.game, before, look.seat, nothing)
            else:
                shown = of_everybody(match.game, before, people, nothing)
            rows = [match.game.row(shown, seat) for seat in seats]
            play = match.play_clock(now - match.zero_ns)
            look.view.update(TableUpdate((), shown, dark, now, play_ns=play, paused=True, rows=rows))
            places = slow_motion_places(look.view.layout, is_whole=is_whole)
            look.view.lay_over(SlowMotion(look.view.toolkit, word, race, places), now)

    def show_deal(self, page: DealPage, now: int) -> None:
        """Show the result of a deal across the table, on every screen; `go_on` ends it."""
        for look in self._looks.values():
            far = any(board.turned for board in look.view.layout.dialogs)
            look.view.lay_over(DealBanner(look.view.toolkit, page, far=far), now)

    def go_on(self, match: Match, now: int) -> None:
        """End a slow motion or a deal's result: show the present table again."""
        for look in self._looks.values():
            look.view.lay_over(None, now)
        self.update([Update()], match, now)

    @property
    def toolkit(self) -> Toolkit:
        """The toolkit of the first screen."""
        return self._looks[self.first].view.toolkit

    @property
    def has_far_side(self) -> bool:
        """Whether a seat of the first screen sits at its upper edge and reads it from there."""
        return any(board.turned for board in self._looks[self.first].view.layout.dialogs)

    def busy(self, now: int) -> bool:
        """Return whether there is motion on any screen."""
        return any(look.view.busy(now) for look in self._looks.values())

    @property
    def next_change(self) -> int:
        """When a picture next changes without an update (ns)."""
        return min(look.view.next_change for look in self._looks.values())

    def draw_ahead(self) -> None:
        """Draw whatever a match usually shows, so that no frame of it has to: changes nothing but caches."""
        for look in self._looks.values():
            look.view.draw_ahead()

    def draw(self, screens: Sequence[pygame.Surface], now: int, *, everything: bool) -> list[list[pygame.Rect]]:
        """Update all screens; return the dirty rectangles of each."""
        changed: dict[int, list[pygame.Rect]] = {}
        for place, look in self._looks.items():
            if everything:
                look.view.repaint()
            changed[place] = look.view.draw(screens[place], now)
        first = screens[self.first]
        return [
            changed[place] if place in changed else mirrored(first, screen, changed[self.first])
            for place, screen in enumerate(screens)
        ]


def as_rewind(update: Update) -> Update:
    """Return an update for the screens, in which a `void` is a rewind to the time from which it undoes."""
    entries = update.entries
    voids = [(place, entry) for place, entry in enumerate(entries) if isinstance(entry, VoidLine)]
    if not voids:
        return update
    place, void = voids[-1]
    back = void.since if update.rewound_to is None else min(void.since, update.rewound_to)
    return Update(entries[place:], back, update.refused, update.undone)
