"""The composition root: the only place that knows every part, and puts them together.

`play` is what `photofinish play` does. Everything else in the program is handed what it needs from here.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from cabinet.config import Config, LoadedConfig, data_folder
from cabinet.display.fonts import Fonts
from cabinet.display.keycaps import KeyNames, cap_names
from cabinet.display.kit import Kit
from cabinet.display.table import TableSetup, TableView, with_theme
from cabinet.display.theme import Theme
from cabinet.errors import NoDisplay
from cabinet.house import PERSON, House, Wish, full_table
from cabinet.inputs import Inputs, complaint
from cabinet.loop import Loop
from cabinet.scenes.howto import HowTo, Room
from cabinet.scenes.match import MatchScene, Ways
from cabinet.scenes.menu import Menu
from cabinet.scenes.stack import SceneStack
from cabinet.scenes.title import Title
from cabinet.scenes.views import Look, Views
from cabinet.session import Session
from cabinet.sound import Heard, SoundPlayer
from cabinet.sources import Sources, find_sources, keys_at_a_desk, panels_of
from cabinet.window import Window
from cabinet.words import word
from engine.match import Update
from engine.screen import EVERYBODY
from hardware.clock import monotonic_ns
from hardware.events import Event

OFFSCREEN: Final = ("bot:fast", "bot:middling")
"""Who plays where nobody can look."""


@dataclass(frozen=True)
class Start:
    """How the program is started, besides its configuration: `seed` for every match, `resume` an unfinished log."""

    seed: int | None = None
    resume: Path | None = None


def play(loaded: LoadedConfig, start: Start, environ: Mapping[str, str]) -> int:
    """Play until somebody quits; returns the exit code.

    Without any display plays a match of two bots offscreen instead. Raises ConfigError, CabinetError,
    HardwareError and EngineError for what an operator can mend.
    """
    house = House(loaded, data_folder(loaded.config, environ), start.seed)
    sources = find_sources(loaded.config.input)
    display = loaded.config.display
    try:
        window = Window(
            display.size,
            fullscreen=display.fullscreen,
            keyboard=sources.keyboard,
            displays=displays_of(loaded, house.screens(start.resume)),
        )
    except NoDisplay as problem:
        return play_offscreen(loaded.config, house, str(problem))
    try:
        Cabinet(loaded.config, house, sources, window).run(start)
    finally:
        window.close()
    return 0


def play_offscreen(config: Config, house: House, reason: str) -> int:
    """Play a match of two bots where nobody can look; returns the exit code. Raises as `play` does."""
    from cabinet import offscreen  # brings a progress bar that nobody else needs

    tell(word("offscreen.why", reason=reason))
    offer = house.offer(config.match)
    wish = Wish(offer.game, offer.name, full_table(offer.seats, OFFSCREEN))
    session = house.session(wish, monotonic_ns(), offscreen.ignore)
    offscreen.play_through(session, monotonic_ns)
    kit = Kit(theme_of(config), Fonts(), config.display.size)
    view = table_view(config, house, wish, kit, judged=True)
    assert session.log is not None, "the house gives every match a log"
    picture = offscreen.final_picture(session.match, view, kit.size, session.log.path.with_suffix(".png"))
    offscreen.report(session, picture, lambda line: sys.stdout.write(f"{line}\n"))
    session.close()
    return 0


class Cabinet:
    """The program with a window: its parts, and the ways from scene to scene."""

    def __init__(self, config: Config, house: House, sources: Sources, window: Window) -> None:
        self._config = config
        self._house = house
        self._sources = sources
        self._window = window
        self._theme = theme_of(config)
        self._fonts = Fonts()
        self._kits = kits_of(self._theme, self._fonts, [screen.get_size() for screen in window.screens])
        self._kit = self._kits[0]
        self._sounds = SoundPlayer(config.sound.volume)
        self._stack = SceneStack()
        turned = config.display.cocktail and config.display.layout == "facing" and len(window.screens) == 1
        self._inputs = Inputs(panels_of(sources, config.input, cocktail=turned), tell_trouble)
        self._key_names = cap_names(keys_at_a_desk(sources, config.input, cocktail=turned))
        self._room = Room(config.display.layout, config.display.cocktail, self._key_names)

    def run(self, start: Start) -> None:
        """Show the title, or the match to go on with, and go round until there is nothing left to show."""
        self._inputs.start()
        try:
            self._stack.push(self._first_scene(start), monotonic_ns())
            loop = self._loop()
            loop.round()
            self._sounds.open(tell)
            loop.run()
        finally:
            self._stack.clear(monotonic_ns())
            self._sounds.close()
            self._inputs.close()

    def _loop(self) -> Loop:
        wakes = self._sources.pins is None
        return Loop(self._stack, self._inputs, self._window, monotonic_ns, self._config.display.fps, wakes=wakes)

    # From scene to scene

    def _first_scene(self, start: Start) -> Title | MatchScene:
        if start.resume is None:
            return self._title()
        wish, begin = self._house.resumed(start.resume)
        return self._match(wish, begin)

    def _title(self) -> Title:
        keys = msgspec.to_builtins(self._config.input.keys) if self._sources.keyboard else None
        return Title(self._kit, list(keys.values()) if keys else None, lambda _seat: self._go(self._menu))

    def _menu(self) -> Menu:
        match = self._config.match
        return Menu(
            self._kit,
            match,
            self._house.offers,
            partial(HowTo, self._kit, self._room),
            play=lambda wish: self._go(partial(self._new_match, wish)),
            back=lambda: self._go(self._title),
        )

    def _new_match(self, wish: Wish) -> MatchScene:
        return self._match(wish, partial(self._house.session, wish))

    def _match(self, wish: Wish, begin: Callable[[int, Callable[[Update], None]], Session]) -> MatchScene:
        ways = Ways(
            again=lambda: self._go(partial(self._new_match, wish)),
            menu=lambda: self._go(self._menu),
            title=lambda: self._go(self._title),
        )
        return MatchScene(begin, Views(self._looks(wish)), Heard(self._sounds.play), ways, tell)

    def _looks(self, wish: Wish) -> dict[int, Look]:
        """A look for the one screen, or for each person's: a seat sits at the near edge of a screen of its own."""
        judged = self._sources.pins is not None
        people = people_in(wish)
        if len(self._kits) == 1 or not people:
            view = table_view(self._config, self._house, wish, self._kit, judged=judged, key_names=self._key_names)
            return {0: Look(view, people[0] if len(people) == 1 else EVERYBODY)}
        return {
            seat: Look(
                table_view(
                    self._config,
                    self._house,
                    wish,
                    self._kits[seat],
                    judged=judged,
                    key_names=self._key_names,
                    own=seat,
                ),
                seat,
            )
            for seat in people
        }

    def _go(self, make: Callable[[], Title | Menu | MatchScene]) -> None:
        self._stack.soon(lambda now: self._stack.replace(make(), now))


def people_in(wish: Wish) -> list[int]:
    """The seats of a wish that are people's."""
    return [seat for seat, player in enumerate(wish.players) if player == PERSON]


def displays_of(loaded: LoadedConfig, screens: int) -> list[int | None]:
    """The display of each screen that the program needs, as far as the configuration says; None where it does not.

    Raises ConfigError where two seats are given the same.
    """
    if screens == 1:
        return [None]
    named = loaded.config.display.seat_displays[:screens]
    if len(set(named)) < len(named):
        raise loaded.error(("display", "seat_displays"), word("screens.twice", given=list(named)))
    return [*named, *[None] * (screens - len(named))]


def kits_of(theme: Theme, fonts: Fonts, sizes: Sequence[tuple[int, int]]) -> list[Kit]:
    """A kit for each screen; screens of one size share theirs, and with it every card that was drawn."""
    kits = {size: Kit(theme, fonts, size) for size in sizes}
    return [kits[size] for size in sizes]


def theme_of(config: Config) -> Theme:
    """The look with the operator's two options."""
    display = config.display
    return with_theme(Theme(), two_colour=display.two_colour, reduced_motion=display.reduced_motion)


def table_view(
    config: Config,
    house: House,
    wish: Wish,
    kit: Kit,
    *,
    judged: bool,
    key_names: KeyNames | None = None,
    own: int | None = None,
) -> TableView:
    """The picture of a match as the configuration wants it, of the size of the kit's screen.

    `key_names`: what stands on the keys that are the buttons, at a desk; nobody needs those of a bot. `own` is the
    seat whose own screen it is, if there are several.
    """
    display = config.display
    people = people_in(wish)
    setup = TableSetup(
        kit.size,
        tuple(word(f"seat.{seat}") for seat in range(len(wish.players))),
        display.layout,
        display.cocktail and own is None,
        word(f"game.{wish.game}"),
        house.goal(wish),
        judged,
        {place: name for place, name in (key_names or {}).items() if place[0] in people and own in (None, place[0])},
        own or 0,
    )
    return TableView(setup, kit.theme, kit.fonts, word, kit)


def tell(text: str) -> None:
    """Say something to whoever started the program."""
    sys.stderr.write(f"{text}\n")


def tell_trouble(event: Event) -> None:
    """Say what a source complains of."""
    tell(complaint(event))
