"""The composition root: the only module that knows every part of the program and connects them.

`play` implements `photofinish play`. Every other part receives its dependencies from here.
"""

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Final

import msgspec

from cabinet.audio.player import Levels, SoundPlayer
from cabinet.card.report import REPORT, CardReport, path_in, read_report
from cabinet.coins import Credits
from cabinet.config.faults import ConfigError
from cabinet.config.file import LoadedConfig, data_folder
from cabinet.config.schema import Config
from cabinet.context import Setup
from cabinet.display.scan import Scan
from cabinet.display.theme import Fonts
from cabinet.display.toolkit import Toolkit
from cabinet.doctor.checks import CheckContext
from cabinet.doctor.probe import Probe
from cabinet.errors import CabinetError, NoDisplay, TooFewScreens
from cabinet.flow import Flow
from cabinet.input.audit import Audit
from cabinet.input.inputs import COINS, Inputs, complaint
from cabinet.input.sources import (
    LateBoard,
    Sources,
    await_sources,
    debounces_of,
    keyboards_of,
    lamps_of,
    other_panels,
    panels_of,
    panels_there,
    wired,
)
from cabinet.lamp_patterns import LampShow
from cabinet.live.phones import Phones
from cabinet.live.requests import PhoneQueue, requests_in
from cabinet.live.shelf import Shelf
from cabinet.live.spool import Spool, folder_in
from cabinet.live.watcher import Watcher
from cabinet.loop import Drawing, Hooks, Loop, WindowLike
from cabinet.machine.bundle import RELEASES
from cabinet.machine.client import Helper
from cabinet.match.factory import MatchFactory, Surroundings
from cabinet.match.played import Played
from cabinet.process.memory import Heap
from cabinet.process.notify import Notifier, Wait, Watchdog
from cabinet.process.slices import Slices
from cabinet.process.time_of_day import is_time_set
from cabinet.scenes.attract import Attract
from cabinet.scenes.evening import RunningEvening
from cabinet.scenes.rest import DarkScreen
from cabinet.scenes.stack import SceneStack
from cabinet.scenes.title import Reopen, Title
from cabinet.screens.connectors import own_terminal, terminal_in_front
from cabinet.screens.modes import Mode, mode_of, mounting_of
from cabinet.screens.shutdown import ShutdownScreen
from cabinet.screens.view_factory import Seating, displays_of, drawings_for
from cabinet.screens.window import Window
from cabinet.service.card_news import LateReport, card_notice, with_aside
from cabinet.service.coin_items import CoinDoor
from cabinet.service.first_start import is_fresh
from cabinet.service.hours import RestHours
from cabinet.service.machine_items import MachineItems
from cabinet.service.notices import Notices, header_caution, saved_by, troubles_of
from cabinet.service.operator_service import Devices, OperatorService, operator_service
from cabinet.service.settings import OWN_SCREENS, SCREEN_MODE, overlaid
from cabinet.service.status import Status
from cabinet.service.stick_items import StickItems
from cabinet.service.wifi_items import OwnNetwork
from cabinet.store.backup import restore_prepared
from cabinet.store.ledger import DEVICES, WIRED, MatchEnded, Setting
from cabinet.store.settings import settings_in
from cabinet.store.sqlite import TO_RESTORE
from cabinet.store.store import DiskStore, Store
from cabinet.strings.catalogue import word
from cabinet.strings.language import ENGLISH, Language, in_use
from cabinet.tournaments.evening import Evening
from engine.panel import Press
from hardware.clock import MS, Clock, monotonic_ns, suspended_ns
from hardware.source import Event

STARTS_ANEW: Final = 100
"""The exit code by which `play` asks for a restart."""
NOT_SAVED: Final = 74
"""The exit code of `play` after something could not be saved at the end; lines name it. EX_IOERR of sysexits.h: no
crash, for the service manager neither (SuccessExitStatus of the unit), since a start that was asked for must follow."""

OPEN_CONSOLE: Final = "SDL_INPUT_LINUX_KEEP_KBD"
"""The variable by which the installer's ``--open-console`` leaves the keyboard to the console as well; SDL reads it."""

CARD_S: Final = 30.0
"""How long a cabinet waits for its graphics card, s: it starts while the machine still boots."""
HOUSEKEEPING_NS: Final = 50 * MS
"""The time between two looks at what no press waits for."""
DEVICES_S: Final = 10.0
"""How long udev may take during boot to give access to the pins, s."""
SOUND_S: Final = 20.0
"""How long after the first frame a sound card may still appear, s."""


class Start(msgspec.Struct, frozen=True):
    """Start options besides the configuration: `seed` for every match; `resume`, an unfinished log to continue."""

    seed: int | None = None
    resume: Path | None = None


def play(
    loaded: LoadedConfig, start: Start, environ: Mapping[str, str], open_window: Callable[..., Window] = Window
) -> int:
    """Play until somebody quits; return the exit code. Everything on the screen is in the configured language.

    `open_window` takes what `Window` takes: the witness has one that counts its frames.

    Without any display, play a match of two bots offscreen instead. Raises ConfigError, CabinetError,
    HardwareError and EngineError for faults that an operator can mend.
    """
    with in_use(Language(loaded.config.display.language)) as language:
        return _play(loaded, start, environ, language, open_window)


def _play(
    loaded: LoadedConfig,
    start: Start,
    environ: Mapping[str, str],
    language: Language,
    open_window: Callable[..., Window],
) -> int:
    data, display = data_folder(loaded.config, environ), loaded.config.display
    is_cabinet = bool(environ.get("NOTIFY_SOCKET"))
    on_console = environ.get("SDL_VIDEODRIVER") == "kmsdrm" and sys.platform == "linux"
    restored, is_restored = restored_notice(data)
    wanted = overlaid(loaded, settings_in(data))[0].config
    sources = await_sources(wanted.input, DEVICES_S if is_cabinet else 0, on_console=on_console)
    if is_cabinet and not environ.get(OPEN_CONSOLE) and (source := sources.evdev) is not None:
        source.grab_while(is_in_front)
    chosen = msgspec.structs.replace(loaded, config=OWN_SCREENS.write(loaded.config, wanted.display.own_screens))
    factory = MatchFactory(chosen, data, start.seed, panels=panels_there(sources))
    notifier = Notifier(environ)
    open_screens = partial(
        open_window,
        display.size,
        fullscreen=display.fullscreen,
        keyboard=sources.keyboard,
        escapes=not is_cabinet,
        patience_s=CARD_S if is_cabinet else 0,
        wait=Wait(notifier, report, monotonic_ns) if is_cabinet else None,
        mounting=mounting_of(display),
    )
    try:
        try:
            window = open_screens(displays=displays_of(display, factory.screens(start.resume)))
        except TooFewScreens:
            if chosen == loaded:
                raise
            # what was chosen at the panel keeps nobody from playing: a notice says that a display is missing
            factory = MatchFactory(loaded, data, start.seed, panels=panels_there(sources))
            window = open_screens(displays=displays_of(display, factory.screens(start.resume)))
    except NoDisplay as problem:
        if is_cabinet:  # a cabinet without its screen is no cabinet
            raise NoDisplay(word("window.cabinet", reason=problem)) from problem
        if start.resume is not None:
            raise NoDisplay(word("play.no_display", path=start.resume, reason=problem)) from problem

        from cabinet import offscreen  # noqa: PLC0415 - tqdm, which only a machine without a display needs

        language.choose(ENGLISH)  # of a terminal
        report(word("offscreen.why", reason=problem))
        offscreen.play_match(loaded.config, factory, monotonic_ns)
        return 0
    try:
        store = DiskStore(data, logs_bytes=loaded.config.data.logs_bytes)
        try:
            sound_s, card = SOUND_S if is_cabinet else 0, read_report(environ)
            place = Installation(
                sound_s,
                card=card,
                reports=path_in(environ),
                language=language,
                live=folder_in(environ),
                requests=requests_in(environ),
            )
            cabinet = Cabinet(loaded, data, sources, window, store, notifier, place=place)
            cabinet.tell(restored, good=is_restored)
            starts_anew = cabinet.run(start)
        finally:
            ending = ShutdownScreen(window, notifier)
            is_saved, troubles = store.close(ending), troubles_of(store)
            for line in (*troubles, *saved_by(store)):
                report(line)
            if is_cabinet and not is_saved:
                ending.show_unsaved(troubles)
    finally:
        notifier.close()
        window.close()
    return STARTS_ANEW if starts_anew else 0 if is_saved else NOT_SAVED


def restored_notice(data: Path) -> tuple[str, bool]:
    """Put a backup that was chosen before this start in the place of the records. Return the notice about it, empty for
    none, and whether it is good news."""
    if not (data / TO_RESTORE).exists():
        return "", True

    try:
        restored = restore_prepared(data, time.localtime())
    except CabinetError as problem:
        return str(problem), False
    return word("stick.taken", matches=restored.matches if restored else 0), True


def is_in_front() -> bool:
    """Return whether no other terminal of the console is in front of this program's."""
    return not terminal_in_front(own_terminal())


def this_machine() -> Probe:
    """Return the machine without its slow answers: the store itself checks its records, and reports damage."""
    return Probe(thorough=False)


class Installation(msgspec.Struct, frozen=True):
    """Where a program runs.

    `sound_s`: for how long after the first frame a missing sound card is not reported, s. `devices`: the folder in
    which a board may appear later. `card`: the result of this boot's look at the card's file, from `reports`. `probe`
    returns the machine that the doctor looks at. `language` is the one in use, which the settings choose. `image` is a
    file that a flashed card has: its first start leads through what nobody has set yet. `live` is the folder in memory
    for what other programs follow, `requests` the one for what phones ask for; None where there is none.
    """

    sound_s: float = 0
    devices: Path = Path("/dev")
    card: CardReport = CardReport()
    reports: Path = REPORT
    probe: "Callable[[], Probe]" = this_machine
    language: Language | None = None
    image: Path = Path("/etc/photofinish-image")
    live: Path | None = None
    requests: Path | None = None


class Cabinet:
    """The program with a window: its parts; `cabinet.flow` says which scene comes after which."""

    def __init__(
        self,
        loaded: LoadedConfig,
        data: Path,
        sources: Sources,
        window: WindowLike,
        store: Store,
        notifier: Notifier,
        clock: Clock = monotonic_ns,
        place: Installation | None = None,
    ) -> None:
        place = place or Installation()
        self.clock = clock
        self._probe = place.probe
        self._image = place.image
        self._language = place.language or Language()
        self.file = loaded
        self.data = data
        self.sources = sources
        self._window = window
        self.store = store
        self._notifier = notifier
        self._fonts = Fonts()
        self._drawn = drawings_for(window.screens)
        self._slices = Slices()
        self._is_warm = False
        self._housekeeping_at = 0
        self._stack = SceneStack(click=lambda sound: self.sounds.play([sound]))
        self._audit = Audit(store)
        self.notices = Notices(self._stack, report)
        self.credits = Credits(store, lambda: self.config.coins)
        self._coin_door = CoinDoor(self.credits, self._stack, self.notices)
        self._rest = RestHours(self, self._stack, lambda: self.setup.seating.toolkit, self._switch_off)
        self._seed: int | None = None
        self._devices: Setting | None = None
        """The setting with the assignments of devices that is in force."""
        self._starts_anew = False
        self.inputs = Inputs(
            panels_of(sources, loaded.config.input),
            self._trouble,
            self._seatless,
            self._counted,
            keyboards_of(sources),
            lambda: sources.letters,
        )
        self.played, self.setup = Played(loaded.config.match), self._set_up()
        self.played.adopt(self.config.match)
        self._panels = other_panels(sources), sources.letters, self.config.operator.name
        """The panels that are no keyboard's, the letters on the keys, and the house's name, as the scenes show them."""
        self._wire()
        self._lights = self.setup.seating.lights()
        self._time_is_set = False
        self._levels = levels_of(self.config, self._hour())
        self.sounds = SoundPlayer(self._levels, patience_s=place.sound_s, output=self.config.sound.output)
        lamps = self.config.lamps
        self._lamps = LampShow(lamps_of(sources), lamps.brightness, still=self.config.display.reduced_motion)
        self._late_board = LateBoard(loaded.config.input, sources, place.devices)
        self._late_report = LateReport(place.reports, place.card)
        self.card = with_aside(place.card, loaded)
        self._flow = Flow(self, self._stack)
        self.phones: Phones | None = None
        """What phones see and ask for; None without folders in memory."""
        if place.live is not None and place.requests is not None:
            watcher = Watcher(Spool(place.live), Shelf(place.live, store), self._evening_now, self._about)
            queue = PhoneQueue(place.live, place.requests, self.log, self.clock)
            self.phones = Phones(watcher, queue, self._flow.join_by_phone, OwnNetwork(self._helper).known)

    def scan(self) -> Scan | None:
        """Return what phones scan; None where there is nothing to be seen by one."""
        return self.phones.scan if self.phones is not None else None

    def readers(self) -> int | None:
        """Return how many phones look on; None while none can."""
        return self.phones.readers if self.phones is not None else None

    def _evening_now(self) -> Evening | None:
        running = self.running_evening()
        return running.now if running is not None else None

    def _about(self) -> tuple[str, str]:
        return self.config.operator.name, self.config.display.language

    def tell(self, notice: str, *, good: bool) -> None:
        """Show a notice on the first title; an empty one is none."""
        if notice:
            self.notices.post(notice, good=good)

    @property
    def config(self) -> Config:
        """The present configuration, with the operator's settings."""
        return self.setup.config

    @property
    def modes(self) -> Sequence[Mode]:
        """The modes of the screen that can be chosen."""
        return self._window.offered

    @property
    def displays(self) -> int | None:
        """See `Program.displays`."""
        return self._window.displays

    def log(self, line: str) -> None:
        """Write a line for the operator."""
        report(line)

    @cached_property
    def _heap(self) -> Heap:
        return Heap()

    def give_memory_back(self) -> None:
        """Free the pages of matches that are over."""
        self._heap.give_back()

    @cached_property
    def evening(self) -> RunningEvening:
        """What is known of the evening in the store's journal, whether one runs or not."""
        return RunningEvening(self.store, self.notices.post)

    def running_evening(self) -> RunningEvening | None:
        """Return the evening while one is running."""
        return self.evening if self.store.evening() and self.evening.is_there else None

    @property
    def is_typing(self) -> bool:
        """See `Program.is_typing`."""
        return self.inputs.is_typing

    # For the operator

    @property
    def is_fresh(self) -> bool:
        """See `AppContext.is_fresh`."""
        return self._image.exists() and is_fresh(self.file.card, self.store, self.config)

    @cached_property
    def operator(self) -> OperatorService:
        """What is behind the operator's page."""
        devices, stick = Devices(self.sources, self.inputs, self.sounds), self._stick
        return operator_service(
            self,
            self.store,
            devices,
            self._audit,
            self._machine,
            stick,
            self.clock,
            is_desk=not self._helper.is_there and not RELEASES.exists(),
        )

    @cached_property
    def _stick(self) -> StickItems:
        return StickItems(self, self.store, self._helper)

    @cached_property
    def _machine(self) -> MachineItems:

        return MachineItems(self.store, self._helper)

    @cached_property
    def _helper(self) -> Helper:

        return Helper()

    @cached_property
    def _status(self) -> Status:

        return Status(
            self.sources,
            self.file,
            self.data,
            lambda: (self.config, self.sounds.is_open),
            self.store,
            lambda: [each.described for each in self._window.choices],
            lambda: self._slices.longest_ns,
            lambda: isinstance(self._stack.top, Attract),
        )

    def _set_up(self) -> Setup:
        """Return the set-up with the operator's settings on top of the configuration file."""
        self._forget_lost_mode()
        loaded, strange = overlaid(self.file, self.store.settings())
        for name in strange:
            report(word("settings.strange", name=name))
        if loaded.config.display.own_screens and len(self._window.screens) == 1:
            loaded = msgspec.structs.replace(loaded, config=OWN_SCREENS.write(loaded.config, False))
            if self.notices.last != word("settings.screens"):
                self.notices.post(word("settings.screens"))
        try:
            factory = self._factory_by(loaded)
        except ConfigError as problem:  # an old setting may not be allowed by today's rules
            self.notices.post(word("settings.refused", problem=problem))
            kept = {name: value for name, value in self.store.settings().items() if name in WIRED}
            loaded = overlaid(self.file, kept)[0]
            factory = self._factory_by(loaded)
        self._language.choose(loaded.config.display.language)
        self._window.set_mode(mode_of(loaded.config.display.mode))
        self._window.exchange(on=loaded.config.display.exchanged)
        display = loaded.config.display
        if not self._window.lay_out(display.margin, display.rotate):
            self.notices.post(word("settings.margin", margin=f"{display.margin:g}"))
        self.sources = wired(self.sources, loaded.config.input)
        self._assign_devices()
        return Setup(loaded.config, factory, self._new_seating(loaded.config))

    def _assign_devices(self) -> None:
        """Have encoders and gamepads serve what they are assigned; where that is as before, they keep their seats."""
        settings = self.store.settings()
        if settings.get(DEVICES) != self._devices:
            self._devices = settings.get(DEVICES)
            self.sources.assign(settings)

    def _wire(self) -> None:
        """Have presses be those of the buttons as they are assigned now, and debounced as it is set."""
        self.inputs.rewire(self.setup.seating.wiring())
        self.inputs.adopt(debounces_of(self.sources, self.config.input))

    def _forget_lost_mode(self) -> None:
        """Take the operator's mode back, with a word, where the screen does not offer it any more."""
        kept, offered = self.store.settings().get(SCREEN_MODE.name), self._window.offered
        if offered and isinstance(kept, str) and mode_of(kept) not in (None, *offered):
            self.store.set(SCREEN_MODE.name, None)
            self.notices.post(word("settings.mode", mode=kept))

    def try_mode(self, mode: Mode | None) -> Toolkit | None:
        """Show the picture in a mode of the screen, from the next scene on; return None where it is refused."""
        if not self._window.set_mode(mode):
            return None
        self.lay_out(self.config.display.margin)
        return self.setup.seating.toolkit

    def try_rotation(self, rotate: int) -> Toolkit | None:
        """Show the picture turned clockwise by so many degrees, from the next scene on; return None where cards would
        be unreadable."""
        if not self._window.lay_out(self.config.display.margin, rotate):
            return None
        self.lay_out(self.config.display.margin)
        return self.setup.seating.toolkit

    def lay_out(self, margin: float | None) -> None:
        """Show the picture inside another margin, None: inside the one that is set, from the next scene on."""
        if margin is None:
            self._adopt_settings()
        else:
            self._window.lay_out(margin)
            config = self.config
            self.setup = msgspec.structs.replace(self.setup, seating=self._new_seating(config))
        self._lights[:] = self.setup.seating.lights()  # of another size; the loop has this list
        self._stack.redraw()

    def _new_seating(self, config: Config) -> Seating:
        return Seating(config, self._fonts, self.sources, self._window.screens, self._drawn)

    def _follow_devices(self) -> None:
        """Name the buttons of the devices that are played on, and the keys of the layout in use, from the next scene
        on, the title's at once."""
        panels = other_panels(self.sources), self.sources.letters, self.config.operator.name
        title = self._stack.top
        if panels == self._panels or (isinstance(title, Title) and title.is_held):  # a new title would forget the hold
            return
        self._panels = panels
        self.setup = msgspec.structs.replace(self.setup, seating=self._new_seating(self.config))
        if isinstance(title, Title) and not title.is_dismissed:
            title.dismiss(Reopen(title.game))

    def _adopt_settings(self) -> None:
        """Apply the operator's settings from the next scene on."""
        screens = self._window.screens
        setup = self.setup = self._set_up()
        if self._window.screens != screens:
            self._lights[:] = setup.seating.lights()
            self._stack.redraw()
        self.played.adopt(setup.config.match)
        self._wire()

    def _factory_by(self, loaded: LoadedConfig) -> MatchFactory:
        return MatchFactory(
            loaded,
            self.data,
            self._seed,
            self.store,
            panels=panels_there(self.sources),
            around=Surroundings(self._is_stamped, self.sources.begin_match, self._notes, self._breathe),
        )

    def _is_stamped(self) -> bool:
        return self.sources.is_stamped

    def _notes(self, result: MatchEnded) -> Sequence[str]:
        """Return the lines of the evening's journal that follow from a result."""
        evening = self.running_evening()
        return evening.notes(result) if evening is not None else ()

    def _breathe(self) -> None:
        self._drawn.breathe()  # the loop replaces it

    def run(self, start: Start) -> bool:
        """Run the flow and the loop until the scene stack is empty.

        Return True if the operator asked for a restart.
        """
        if start.seed is not None:
            self._seed = start.seed
            self._adopt_settings()
        self.inputs.start()
        self._audit.add("starts")
        if notice := card_notice(self.card, self.file, self.store.settings()):
            self.notices.post(notice, good=notice == self.card.news)
        try:
            self._stack.start(self._flow.run(start.resume), self.clock())
            self._loop().run(self._warm_up())
            self.inputs.drain(self.clock())  # counts a press that came in the last moment
            self._audit.add("ends")
        finally:
            self._stack.clear(self.clock())
            self._audit.flush()
            self.sounds.close()
            self._lamps.darken()
            if self.phones is not None:
                self.phones.close()
            self.inputs.close()
        return self._starts_anew

    def _warm_up(self) -> Iterator[Callable[[], object]]:
        """Yield the work after the first frame, in parts: a signal to stop does not wait for all of it."""
        yield self._heap.settle  # before the large blocks of all else
        yield partial(self.sounds.open, report)
        yield lambda: self.store.people.places(self.played.game)  # the ratings, which import a library
        yield from self.setup.factory.warm_up()
        yield self._say_caution
        yield self._machine.apply
        yield self._end_warm_up

    def _say_caution(self) -> None:
        caution = header_caution(self.sources, self.config.input, self._probe())
        self.notices.post_for_a_while(caution)

    def _end_warm_up(self) -> None:
        self._is_warm = True

    def _loop(self) -> Loop:
        inputs, stale = self.inputs, self._stack.is_stale
        watchdog = Watchdog(self._notifier, shown=lambda: loop.drawn, is_stale=stale, drained=lambda: inputs.drained_ns)

        def heartbeat(now: int) -> None:
            watchdog(now)
            self._lamps.show(self._stack.lamps)
            if now >= self._housekeeping_at:
                self._housekeeping_at = now + HOUSEKEEPING_NS
                self._keep_house(now)

        loop = Loop(
            self._stack,
            self.inputs,
            self._window,
            self.clock,
            self.config.display.fps,
            wakes=not self.sources.panels,
            drawing=Drawing(self._drawn, self._slices, self._lights),
            hooks=Hooks(heartbeat, self.sounds.note, suspended_ns),
        )
        return loop

    def _keep_house(self, now: int) -> None:
        """See to what no press waits for: counts, notices, devices, the hour."""
        self._audit.overwritten(self.sources.overwritten)
        self._audit.tick(now)
        self._coin_door.tick(now)
        if not self._is_warm:  # the first frames do without the rest
            return
        self.notices.update(self.inputs.missing, self.store, self.operator.complaints())
        self.notices.stamps(self.sources.doubt)
        self.notices.devices("assign.moved", self.sources.moved)
        self.notices.devices("input.withheld", self.sources.withheld)
        self.notices.devices("input.copy", self.sources.copies)
        self.notices.output(self.sounds.missing)
        self.notices.tick(now)
        self._status.tick(now)
        self.sounds.look_again(now, report)
        self._rest.tick(now, self._hour())
        if self._flow.is_operator_there:  # then a match stands still
            self.operator.code.look_at_boards()
        if self._levels != self._levels_now():
            self._set_levels()
        self._follow_devices()
        if self.phones is not None:
            self.phones.tick(now, self._stack.lowest, self._stack.top, self.config)
        if self._time_is_set and isinstance(self._stack.top, Attract | DarkScreen):
            self._stick.tick(int(time.time()))
        self._take_late_arrivals(now)

    def _trouble(self, event: Event) -> None:
        """Report and count a fault of a source."""
        report(complaint(event))
        self._audit.trouble(event, self.inputs.place_of(event))

    def _take_late_arrivals(self, now: int) -> None:
        """Restart when a board has been plugged in, or the card's file taken by hand; only from a scene that allows it,
        never during a match."""
        if self._stack.top is None or not self._stack.top.allows_restart:
            return
        if self._late_board.has_come(now):
            report(word("input.board_came"))
            self.restart("board")
        elif self._late_report.has_come(now):
            report(word("card.came"))
            self.restart("card")

    def check_context(self) -> CheckContext:
        """Return the subject of the doctor's checks on this program."""
        return self._status.context(self._probe())

    def _toggle_operator(self) -> None:
        self._flow.toggle_operator()

    def _switch_off(self) -> None:
        self.operator.switch_off()

    def _counted(self, press: Press) -> None:
        self._audit.press(press)
        self._rest.pressed(press.time_ns)

    def _seatless(self, press: Press) -> None:
        if (press.seat, press.button) in COINS:
            self._coin_door.edge(press, self.sounds)
        else:
            self._flow.service_button(press)

    def adopt_settings(self) -> None:
        """Apply the operator's settings, one of which has changed; a sound says how loud it is now."""
        self._adopt_settings()
        config = self.config
        self._lamps.adopt(config.lamps.brightness, still=config.display.reduced_motion, rows=lamps_of(self.sources))
        self._set_levels()
        self.sounds.set_output(config.sound.output, report)
        self.sounds.play(["go"])

    def _levels_now(self) -> Levels:
        """Return how loud the sounds should be at this hour, with this scene on top."""
        if isinstance(self._stack.top, DarkScreen):
            return Levels(0, 0, self.config.sound.voice)
        attracts = isinstance(self._stack.top, Attract)
        return levels_of(self.config, self._hour(), attracts=attracts)

    def _hour(self) -> int | None:
        """Return the hour of the day; None until somebody has set the time."""
        self._time_is_set = self._time_is_set or is_time_set()
        return time.localtime().tm_hour if self._time_is_set else None

    def _set_levels(self) -> None:
        """Let the sounds be as loud as they should be now."""
        self._levels = self._levels_now()
        self.sounds.set_levels(self._levels, report)

    def restart(self, reason: str = "operator") -> None:
        """Restart the program, and count it by its reason."""
        self._audit.add(f"restart.{reason}")
        self._starts_anew = True
        self._stack.soon(self._stack.clear)


def levels_of(config: Config, hour: int | None, *, attracts: bool = False) -> Levels:
    """Return what is heard how loudly at an hour of the day (0 to 23), as it is configured; None is never quiet.

    `attracts`: nobody plays, and the cabinet shows itself, without a sound while it is quiet.
    """
    sound = config.sound
    volume = sound.volume * sound.attract_volume // 100 if attracts else sound.volume
    if hour is not None and (hour - sound.quiet_from) % 24 < (sound.quiet_until - sound.quiet_from) % 24:
        return Levels(0 if attracts else min(volume, sound.quiet_volume), 0, sound.voice)
    return Levels(volume, sound.music, sound.voice)


def report(text: str) -> None:
    """Write a line to standard error."""
    sys.stderr.write(f"{text}\n")
