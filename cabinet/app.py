"""The composition root: the only module that knows every part of the program and connects them.

`play` implements `photofinish play`. Every other part receives its dependencies from here.

Modules that the first frame does not need are imported inside functions, so that a cabinet's title appears sooner;
`Cabinet._warm_up` imports them right after the first frame, so that no player waits for them later.
"""

import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final
from weakref import ref

from cabinet.audio.player import SoundPlayer
from cabinet.card.report import CardReport, read_report
from cabinet.config.faults import ConfigError
from cabinet.config.file import LoadedConfig, data_folder
from cabinet.display.fonts import Fonts
from cabinet.errors import CabinetError, NoDisplay
from cabinet.input.audit import Audit
from cabinet.input.inputs import Inputs, complaint
from cabinet.input.sources import (
    LateBoard,
    Sources,
    await_sources,
    keyboard_labels,
    lamps_of,
    panels_of,
    panels_there,
    seats_there,
)
from cabinet.lamps import LampShow
from cabinet.loop import Loop, WindowLike
from cabinet.match.factory import CutOff, MatchFactory
from cabinet.match.played import Played
from cabinet.process import gc_tuning
from cabinet.process.notify import Notifier, Wait, Watchdog
from cabinet.process.slices import Slices
from cabinet.scenes.card_faults import CardFaults
from cabinet.scenes.lobby import House, Outlets
from cabinet.scenes.routes import LATER, Routes
from cabinet.scenes.stack import Scene, SceneStack
from cabinet.scenes.title import Title
from cabinet.screens.modes import mounting_of
from cabinet.screens.seating import Seating
from cabinet.screens.shutdown import ShutdownScreen
from cabinet.screens.view_factory import displays_of, drawings_for
from cabinet.screens.window import Window
from cabinet.service.card_news import card_notice, fault_lines, remedy_of, with_aside
from cabinet.service.cautions import header_caution
from cabinet.service.notices import Notices, saved_by, troubles_of
from cabinet.service.settings import overlaid
from cabinet.store.store import DiskStore, Store
from cabinet.strings.catalogue import word
from engine.errors import EngineError
from engine.record import Update
from engine.units import S
from hardware.clock import Clock, monotonic_ns
from hardware.events import Event

if TYPE_CHECKING:
    from cabinet.doctor.probe import Probe
    from cabinet.process.heap import Heap
    from cabinet.scenes.attract import Attract, Demo
    from cabinet.scenes.match import MatchScene
    from cabinet.scenes.resume import Resume
    from cabinet.service.operator_service import OperatorService
    from cabinet.service.status import Status

STARTS_ANEW: Final = 100
"""The exit code by which `play` asks for a restart."""
NOT_SAVED: Final = 1
"""The exit code of `play` after something could not be saved at the end; lines name it."""

CARD_S: Final = 30.0
"""How long a cabinet waits for its graphics card, s: it starts while the machine still boots."""
DEVICES_S: Final = 10.0
"""How long udev may take during boot to give access to the pins, s."""
SOUND_S: Final = 20.0
"""How long after the first frame a sound card may still appear, s."""


@dataclass(frozen=True)
class Start:
    """Start options besides the configuration: `seed` for every match; `resume`, an unfinished log to continue."""

    seed: int | None = None
    resume: Path | None = None


def play(loaded: LoadedConfig, start: Start, environ: Mapping[str, str]) -> int:
    """Play until somebody quits; return the exit code.

    Without any display, play a match of two bots offscreen instead. Raises ConfigError, CabinetError,
    HardwareError and EngineError for faults that an operator can mend.
    """
    data, display = data_folder(loaded.config, environ), loaded.config.display
    is_cabinet = bool(environ.get("NOTIFY_SOCKET"))
    sources = await_sources(loaded.config.input, DEVICES_S if is_cabinet else 0)
    factory = MatchFactory(loaded, data, start.seed, panels=panels_there(sources))
    notifier = Notifier(environ)
    try:
        window = Window(
            display.size,
            fullscreen=display.fullscreen,
            keyboard=sources.keyboard,
            displays=displays_of(display, factory.screens(start.resume)),
            escapes=not is_cabinet,
            patience_s=CARD_S if is_cabinet else 0,
            wait=Wait(notifier, report, monotonic_ns) if is_cabinet else None,
            mounting=mounting_of(display),
        )
    except NoDisplay as problem:
        if is_cabinet:  # a cabinet without its screen is no cabinet
            raise NoDisplay(word("window.cabinet", reason=problem)) from problem
        if start.resume is not None:
            raise NoDisplay(word("play.no_display", path=start.resume, reason=problem)) from problem
        from cabinet import offscreen  # imports a progress bar that is used nowhere else

        report(word("offscreen.why", reason=problem))
        offscreen.play_match(loaded.config, factory, monotonic_ns)
        return 0
    try:
        store = DiskStore(data, logs_bytes=loaded.config.data.logs_bytes)
        try:
            sound_s, card = SOUND_S if is_cabinet else 0, read_report(environ)
            cabinet = Cabinet(loaded, data, sources, window, store, notifier, sound_s=sound_s, card=card)
            starts_anew = cabinet.run(start)
        finally:
            is_saved = store.close(ShutdownScreen(window, notifier))
            for line in (*troubles_of(store), *saved_by(store)):
                report(line)
    finally:
        notifier.close()
        window.close()
    return STARTS_ANEW if starts_anew else 0 if is_saved else NOT_SAVED


def this_machine() -> "Probe":
    """Return the machine without its slow answers: the store itself checks its records, and reports damage."""
    from cabinet.doctor.probe import Machine

    return Machine(thorough=False)


class Cabinet:
    """The program with a window: its parts, and the transitions between scenes."""

    def __init__(
        self,
        loaded: LoadedConfig,
        data: Path,
        sources: Sources,
        window: WindowLike,
        store: Store,
        notifier: Notifier,
        clock: Clock = monotonic_ns,
        *,
        sound_s: float = 0,
        devices: Path = Path("/dev"),
        card: CardReport | None = None,
        probe: "Callable[[], Probe]" = this_machine,
    ) -> None:
        """`sound_s`: for how long after the first frame a missing sound card is not reported, s.

        `devices`: the folder in which a board may appear later. `card`: the result of this boot's look at the card's
        file. `probe` returns the machine that the doctor looks at.
        """
        self._clock = clock
        self._probe = probe
        self._file = loaded
        self._data = data
        self._sources = sources
        self._window = window
        self._store = store
        self._notifier = notifier
        self._fonts = Fonts()
        self._drawn = drawings_for(window.screens)
        self._slices = Slices()
        self._is_warm = False
        self._stack = SceneStack(click=lambda: self._play_sounds(("click",)))
        self._audit = Audit(store)
        self._notices = Notices(self._stack, report)
        self._seed: int | None = None
        self._starts_anew = False
        self._inputs = Inputs(
            panels_of(sources, loaded.config.input), self._trouble, self._open_operator, self._audit.press
        )
        self._played = Played(loaded.config.match)
        outlets = Outlets(self._play_sounds, store.keep_photo, report, self._notices.acknowledge, self._notices.post)
        self._routes = Routes(self._stack, store, self._played, self._house, self._title, outlets)
        self._adopt_settings()
        self._card = with_aside(card or CardReport(), loaded)
        self._sounds = SoundPlayer(self._config.sound.volume, patience_s=sound_s)
        self._lamps = LampShow(
            lamps_of(sources), self._config.lamps.brightness, still=self._config.display.reduced_motion
        )
        self._late_board = LateBoard(loaded.config.input, sources, devices)
        self._offer: Callable[[], Resume | None] = lambda: None
        """Return the scene that offers to resume a match while it exists, else None."""

    @cached_property
    def _heap(self) -> "Heap":
        from cabinet.process.heap import Heap  # imports ctypes, which the first frame does not need

        return Heap()

    @cached_property
    def _desk(self) -> "OperatorService":
        from cabinet.service.operator_service import OperatorService

        return OperatorService(
            self._store,
            lambda: self._config,
            lambda: self._status.context(self._probe()),
            judged=self._sources.is_judged,
            seats=seats_there(self._sources),
            adopt=self._settings_changed,
            restart=self._restart,
            evening=self._routes.operator_items,
        )

    @cached_property
    def _status(self) -> "Status":
        from cabinet.service.status import Status

        shown = [each.described for each in self._window.choices]
        return Status(
            self._sources,
            self._file,
            self._data,
            lambda: (self._config, self._sounds.is_open),
            self._store,
            shown,
            lambda: self._slices.longest_ns,
        )

    def _adopt_settings(self) -> None:
        """Apply the operator's settings on top of the configuration file, from the next scene on."""
        loaded, strange = overlaid(self._file, self._store.settings())
        for name in strange:
            report(word("settings.strange", name=name))
        try:
            self._factory = self._factory_by(loaded)
        except ConfigError as problem:  # an old setting may not be allowed by today's rules
            self._notices.post(word("settings.refused", problem=problem))
            loaded = self._file
            self._factory = self._factory_by(loaded)
        self._config = loaded.config
        self._played.adopt(loaded.config.match)
        self._seating = Seating(self._config, self._fonts, self._sources, self._window.screens, self._drawn)
        self._inputs.rewire(self._seating.wiring())

    def _factory_by(self, loaded: LoadedConfig) -> MatchFactory:
        return MatchFactory(
            loaded, self._data, self._seed, self._store, judged=lambda: self._sources.is_judged,
            stamps=self._sources.begin_match, panels=panels_there(self._sources), notes=self._routes.notes,
            breathe=self._breathe,
        )  # fmt: skip

    def _breathe(self) -> None:
        self._drawn.breathe()  # the loop replaces it

    def run(self, start: Start) -> bool:
        """Show the title or the match to resume, and run the loop until the scene stack is empty.

        Return True if the operator asked for a restart.
        """
        if start.seed is not None:
            self._seed = start.seed
            self._adopt_settings()
        self._inputs.start()
        self._audit.add("starts")
        if notice := card_notice(self._card, self._file, self._store.settings()):
            self._notices.post(notice, good=notice == self._card.news)
        try:
            self._stack.push(self._first_scene(start), self._clock())
            self._loop().run(self._warm_up())
            self._inputs.drain(self._clock())  # counts a press that came in the last moment
            self._audit.add("ends")
        finally:
            self._stack.clear(self._clock())
            self._audit.flush()
            self._sounds.close()
            self._lamps.darken()
            self._inputs.close()
        return self._starts_anew

    def _warm_up(self) -> Iterator[Callable[[], object]]:
        """Yield the work after the first frame, in parts: a signal to stop does not wait for all of it."""
        yield partial(self._sounds.open, report)
        yield from (partial(load, name) for name in LATER)
        yield self._routes.prewarm
        yield self._heap.settle
        yield lambda: self._notices.post_for_a_while(header_caution(self._sources, self._config.input, self._probe()))
        yield self._end_warm_up

    def _end_warm_up(self) -> None:
        self._is_warm = True

    def _loop(self) -> Loop:
        inputs, stale = self._inputs, self._stack.is_stale
        pulse = Watchdog(self._notifier, shown=lambda: loop.drawn, is_stale=stale, drained=lambda: inputs.drained_ns)

        def heartbeat(now: int) -> None:
            pulse(now)
            self._lamps.show(self._stack.lamps)
            self._audit.overwritten(self._sources.overwritten)
            self._audit.tick(now)
            if not self._is_warm:  # the rest would import its modules all at once
                return
            self._notices.update(self._inputs.missing, self._store, self._desk.complaints())
            self._notices.stamps(self._sources.doubt)
            self._notices.tick(now)
            self._status.tick(now)
            self._sounds.look_again(now, report)
            self._take_late_board(now)

        loop = Loop(
            self._stack, self._inputs, self._window, self._clock, self._config.display.fps,
            wakes=not self._sources.panels, heartbeat=heartbeat, drawn=self._drawn, slices=self._slices,
            light=self._seating.light,
        )  # fmt: skip
        return loop

    def _trouble(self, event: Event) -> None:
        """Report and count a fault of a source."""
        report(complaint(event))
        self._audit.trouble(event)

    def _take_late_board(self, now: int) -> None:
        """Restart when a board has been plugged in; only from the title, a resume offer or the faults of the card's
        file, never during a match."""
        top = self._stack.top
        if (isinstance(top, Title | CardFaults) or (top and top is self._offer())) and self._late_board.has_come(now):
            report(word("input.board_came"))
            self._restart()

    # From scene to scene

    def _first_scene(self, start: Start) -> "Title | MatchScene | Resume | CardFaults":
        if start.resume is not None:
            request, begin = self._factory.resumed(start.resume)
            return self._routes.matches.scene(request, begin)
        path = self._store.cut_off()
        if path is None:
            return self._opening()
        try:
            cut_off = self._factory.cut_off(path)
            if cut_off is None:
                return self._opening()
            report(word("offer.made", name=path.name))
            return self._resume(cut_off)
        except (EngineError, CabinetError) as problem:
            self._notices.post(word("offer.not", name=path.name, problem=problem))
        except Exception:  # noqa: BLE001 - a log of another version may trip up anything, and must not keep the cabinet down
            report(traceback.format_exc())
            self._notices.post(word("offer.not", name=path.name, problem=word("offer.tripped")))
        return self._opening()

    def _opening(self) -> Title | CardFaults:
        """Return the title, or the faults of the card's file before it."""
        return self._card_faults(self._title) if self._card.faults else self._title()

    def _idling(self) -> "Attract | CardFaults":
        """Return the scene of a cabinet that nobody plays on: until the card's file is mended, first its faults."""
        return self._card_faults(self._attract) if self._card.faults else self._attract()

    def _card_faults(self, following: Callable[[], Scene]) -> CardFaults:
        leave, over = partial(self._go, self._title), partial(self._go, following)
        return CardFaults(self._seating.kit, fault_lines(self._card), leave, over, remedy_of(self._file))

    def _resume(self, cut_off: CutOff) -> "Resume":
        from cabinet.scenes.resume import Answers, Resume
        from cabinet.screens.views import Views

        def give_up() -> None:
            self._factory.give_up(cut_off.begin, self._clock())
            self._go(self._title)

        go_on = partial(self._routes.matches.scene, cut_off.request, cut_off.begin, goes_on=True)
        answers = Answers(lambda: self._go(go_on), give_up, lambda: self._go(self._title))
        offer = Resume(cut_off.match, Views(self._seating.looks(self._factory, cut_off.request)), answers)
        self._offer = ref(offer)
        return offer

    @property
    def _keys(self) -> list[dict[str, str]] | None:
        return keyboard_labels(self._sources, self._config.input)

    def _house(self) -> House:
        return House(self._config, self._factory, self._seating, self._keys, panels_there(self._sources))

    def _title(self, game: str = "") -> Title:
        self._played.reset_score()
        self._sources.end_match()
        evening = self._routes.running_evening()
        return Title(
            self._seating.kit,
            self._keys,
            self._routes.title_ways,
            game=game or self._played.game,
            house=self._config.operator.name,
            band=evening.band() if evening is not None else None,
            line=self._routes.lobby.rules_of,
            operator=self._open_operator if self._config.operator.page else None,
            idle=lambda: self._go(self._idling),
            idle_ns=self._config.display.attract_s * S,
            notice=self._notices.last,
            is_good=self._notices.is_good,
            panels=panels_there(self._sources),
            in_doubt=bool(self._sources.doubt),
        )

    def _attract(self) -> "Attract":
        from cabinet.scenes.attract import demonstration

        kit = self._seating.kit

        def demo(number: int, now: int, hear: Callable[[Update], None]) -> "Demo":
            gc_tuning.tidy()
            kit.breathe()
            self._heap.give_back()  # frees the pages of the last demonstration and of a match before it
            return demonstration(self._config, self._factory, kit, number, now, hear)

        return self._routes.attract(demo, self._data, judged=self._sources.is_judged)

    # The operator's page

    def _open_operator(self) -> None:
        """Push the operator's page over the current scene, or remove it if it is already on top."""
        from cabinet.scenes.operator import OperatorPage

        if isinstance(self._stack.top, OperatorPage):
            self._leave_operator()
            return

        def change(now: int) -> None:
            if not isinstance(self._stack.top, OperatorPage):
                self._stack.push(OperatorPage(self._seating.kit, self._desk.service(self._leave_operator)), now)

        self._stack.soon(change)

    def _leave_operator(self) -> None:
        from cabinet.scenes.operator import OperatorPage

        def change(now: int) -> None:
            if isinstance(self._stack.top, OperatorPage):
                self._stack.pop(now)
            title = self._stack.top
            if isinstance(title, Title):
                self._stack.replace(self._title(title.game), now)

        self._stack.soon(change)

    def _settings_changed(self) -> None:
        self._adopt_settings()
        self._lamps.adopt(self._config.lamps.brightness, still=self._config.display.reduced_motion)
        self._sounds.set_volume(self._config.sound.volume, report)
        self._sounds.play(["go"])

    def _play_sounds(self, names: Iterable[str]) -> None:
        self._sounds.play(names)

    def _restart(self) -> None:
        self._starts_anew = True
        self._stack.soon(self._stack.clear)

    def _go(self, make: Callable[[], Scene]) -> None:
        self._stack.soon(lambda now: self._stack.replace(make(), now))


def load(module: str) -> None:
    """Import a module whose objects the garbage collector need not scan: it stays."""
    import_module(module)
    gc_tuning.calm()


def report(text: str) -> None:
    """Write a line to standard error."""
    sys.stderr.write(f"{text}\n")
