"""What comes after what: the scenes of the program, from the first to the last, as straight code.

Begin with `Flow.run`: it takes one step after the other. A step is a value, often the result with which a scene was
dismissed; each method below shows the scenes of one step, and returns the next one. The operator's page is a story of
its own over all of them. `cabinet.scenes.stack` tells how a story shows its scenes.

A scene that has gone is freed only when nothing holds it: no method keeps one in a variable while it shows another.
"""

import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cached_property, partial
from pathlib import Path
from typing import Final, Never, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from cabinet.audio.match_sounds import MatchSounds, Occasion
from cabinet.audio.player import LANGUAGE
from cabinet.config.offers import Offer, house_rules
from cabinet.context import AppContext
from cabinet.display.legend import Wiring
from cabinet.errors import CabinetError
from cabinet.input.sources import keyboard_labels, keyboard_places, panels_there, shared_keys
from cabinet.match.factory import Begin, CutOff, MatchFactory
from cabinet.match.played import OnOffer, favourite
from cabinet.match.request import MOST_PEOPLE, PANELS, PERSON, MatchRequest
from cabinet.people.people import HeadStart
from cabinet.people.ratings import place_text
from cabinet.process import gc_tuning
from cabinet.scenes import evening_pages
from cabinet.scenes.assigning import assign_buttons, outcome_note
from cabinet.scenes.attract import Attract, Demo, Page, PhotoAlbum, demonstration
from cabinet.scenes.attract_pages import RaceForIt, RecordsPage, all_boards, closest_tonight, news, record_boards
from cabinet.scenes.bases import Leave, ShowRecords, Uncovered
from cabinet.scenes.bracket import MOMENT_NS, BigMoment, Bracket, Moment, PlayAgain, SitDown, TakeBack
from cabinet.scenes.called_pair import (
    BothHere,
    CallBack,
    CalledPair,
    JoinIn,
    NoShow,
    PairResult,
    PairState,
    PartyScene,
    ShowTournament,
    StepOut,
    TournamentCall,
    WinnerStaysScene,
)
from cabinet.scenes.card_faults import CardFaults
from cabinet.scenes.dialogs import GiveUp, GoOn, Resume
from cabinet.scenes.evening import (
    Question,
    RunningEvening,
    answered,
    ask_loser,
    ask_who_steps_out,
    next_match,
    plan_of,
    tournament_state,
)
from cabinet.scenes.lessons import ButtonsPage, HowTo
from cabinet.scenes.match import Again, Join, MatchScene, MatchStart, Teach, ThirdJoins, ToMenu
from cabinet.scenes.menu import choose_match
from cabinet.scenes.names import NamesAsked, TakingNames
from cabinet.scenes.operator import OperatorPage, Task
from cabinet.scenes.operator_pages import Note
from cabinet.scenes.people import change_names
from cabinet.scenes.ready import GettingReady, InsertCoin, Lobby, OtherRules, Play, TakeName
from cabinet.scenes.result import Aftermath
from cabinet.scenes.screen_pages import take_margin, take_mode, take_rotation
from cabinet.scenes.stack import Over, SceneStack
from cabinet.scenes.title import (
    GetReady,
    Idle,
    Learn,
    Notice,
    OpenOperator,
    Reopen,
    Title,
    TitleEvening,
    TitleState,
    Tonight,
)
from cabinet.scenes.tonight import EveningPlan, JustPlay, challenged, plan_evening
from cabinet.screens.view_factory import Seating
from cabinet.screens.views import Views
from cabinet.service.card_news import fault_lines, remedy_of
from cabinet.service.first_start import lead_first_start
from cabinet.service.operator_code import ServiceButton
from cabinet.service.setting_items import turn_volume
from cabinet.store.logs import FOLDER, PHOTO
from cabinet.strings.catalogue import word
from cabinet.tournaments.evening import Evening
from cabinet.tournaments.journal import Party, Tournament, WinnerStays
from engine.errors import EngineError
from engine.games import find_game
from engine.log_lines import Contest, Update
from engine.options import OptionValues, handicap_of
from engine.panel import ACTION, Press
from engine.units import S

EVENING_IDLE_NS: Final = 60 * S
"""Time without a press after which a tournament's page leads to the title."""
State = TypeVar("State", bound="PairState")


# Steps


class ShowTitle(msgspec.Struct, frozen=True):
    """The title, with this game on offer, or the one played last."""

    game: str = ""


class ChooseMatch(msgspec.Struct, frozen=True):
    """The menu, with this game highlighted, or the one played last; `at_rules`: at the question about its rules."""

    game: str = ""
    at_rules: bool = False


class PlayMatch(msgspec.Struct, frozen=True):
    """A match whose people are ready; one that has begun already goes on by `begin`.

    `is_agreed`: a player has confirmed that it is to go on. `ready`: the seats that are ready for a rematch (None: all,
    for a first match).
    """

    request: MatchRequest
    begin: Begin | None = None
    is_agreed: bool = False
    ready: frozenset[int] | None = None


Step: TypeAlias = ShowTitle | GetReady | Learn | Tonight | ChooseMatch | PlayMatch | Idle


class Flow:
    """The stories of one program: `run` is that of its guests, `toggle_operator` begins that of the operator."""

    def __init__(self, app: AppContext, stack: SceneStack) -> None:
        self._app = app
        self._stack = stack
        self._on_offer = OnOffer(app.played, lambda: self._factory, self._breathe)
        self._names: Mapping[int, str] = {}
        """The names of the seats since the title, while their people choose rules and games."""
        self.is_operator_there = False
        """Whether the operator's page is there, on top or under one of its own."""
        self._service_button = ServiceButton()

    async def run(self, resume: Path | None = None) -> Never:
        """Lead from the first scene to the next ones, for ever. `resume` is a log with whose match the program begins.

        Raises EngineError and CabinetError for a log that cannot be resumed.
        """
        step = await self._first(resume)
        self._app.credits.give_back(goes_on=isinstance(step, PlayMatch))
        while True:
            match step:
                case ShowTitle(game):
                    self._app.sounds.play(("music.title", "pulse.0"))
                    step = await self._title(game)
                case GetReady(game, seats, names):
                    step = await self._get_ready(game, seats, names)
                case PlayMatch():
                    step = await self._paid(step)
                    self._app.give_memory_back()
                case ChooseMatch(game, at_rules):
                    step = await self._menu(self._on_offer.game(game), at_rules=at_rules)
                case Learn(game, seat):
                    step = await self._learn(game, seat)
                case Tonight(game, presses):
                    for press in reversed(presses):
                        self._stack.hand_on(press)
                    step = await self._continue_evening(game)
                case Idle():
                    self._app.played.reset_score()
                    step = await self._attract()

    # The beginning

    async def _first(self, resume: Path | None) -> Step:
        """Go on with the match of a log, offer to go on with one that was cut off, or show the faults of the card."""
        if resume is not None:
            return PlayMatch(*self._factory.resumed(resume))
        offer = self._cut_off()
        if offer is not None:
            return await self._offer_to_go_on(*offer)
        if self._app.card.faults:
            await self._card_faults()
        elif self._app.is_fresh:
            await lead_first_start(
                self._app, lambda: self._seating.toolkit, self._app.operator.code, self._assign_buttons
            )
        return ShowTitle()

    async def _offer_to_go_on(self, cut_off: CutOff, scene: Resume) -> Step:
        match await scene:
            case GoOn():
                return PlayMatch(cut_off.request, cut_off.begin, is_agreed=True)
            case GiveUp():
                self._factory.give_up(cut_off.begin, self._app.clock())
        return ShowTitle()

    def _cut_off(self) -> tuple[CutOff, Resume] | None:
        """Return the match that was cut off, and the offer to go on with it; None without one that can go on."""
        path, notices = self._app.store.cut_off(), self._app.notices
        if path is None:
            return None

        try:
            cut_off = self._factory.cut_off(path)
            if cut_off is None:
                return None
            self._app.log(word("offer.made", name=path.name))
            return cut_off, Resume(cut_off.match, Views(self._seating.looks(self._factory, cut_off.request)))
        except (EngineError, CabinetError) as problem:
            notices.post(word("offer.not", name=path.name, problem=problem))
        except Exception:  # noqa: BLE001 - a log of another version may trip up anything, and must not keep the cabinet down
            self._app.log(traceback.format_exc())
            notices.post(word("offer.not", name=path.name, problem=word("offer.tripped")))
        return None

    def _card_faults(self) -> CardFaults:
        card = self._app.card
        return CardFaults(self._seating.toolkit, fault_lines(card), remedy_of(self._app.file))

    # The title, the lessons, and a cabinet that nobody plays on

    async def _title(self, game: str) -> Step:
        if not self._app.config.display.attract_s:
            self._app.played.reset_score()  # nobody is seen to go
        self._app.sources.end_match()
        evening = self._app.running_evening()
        title = self._new_title(self._on_offer.game(game or (evening.game if evening is not None else "")))
        while isinstance(left := await title, OpenOperator | ShowRecords):
            if isinstance(left, OpenOperator):
                self.toggle_operator()
            elif isinstance(wanted := await Over(self._records(left.game, invites=evening is None)), RaceForIt):
                return GetReady(left.game, frozenset({wanted.seat}))
        return ShowTitle(left.game) if isinstance(left, Reopen) else left

    def _new_title(self, game: str) -> Title:
        app, config, evening = self._app, self._app.config, self._app.running_evening()
        up = evening.up() if evening is not None else None
        shown = TitleState(
            game,
            self._factory.games,
            config.operator.name,
            TitleEvening(up, evening.game, evening.band()) if evening is not None and up is not None else None,
            Notice(app.notices.last, app.notices.is_good),
            has_evenings=config.match.names or evening is not None,
            has_operator=config.operator.page,
            panels=self._panels,
            scan=self._app.scan,
        )
        return Title(
            self._seating.toolkit,
            self._keys,
            shown,
            line=lambda each: self._on_offer.rules(each).title,
            news=self._news,
            closest=self._closest,
            volume=partial(turn_volume, app, app.store) if config.operator.settings else None,
            idle_ns=config.display.attract_s * S,
        )

    def _closest(self) -> Contest | None:
        """Return tonight's closest race between people; None before one was run."""
        return closest_tonight(self._app.store, time.time(), judged=self._app.sources.is_judged)

    def _news(self) -> list[str]:
        """Return what the title tells in turn: what a match costs, the house's records, with their names."""
        records = news(record_boards(self._app.store, time.time(), judged=self._app.sources.is_judged))
        scan = self._app.scan()
        address = word("scan.address", address=scan.address) if scan is not None else ""
        return [*filter(None, [self._app.credits.words, address]), *records]

    async def _learn(self, game: str, seat: int) -> Step:
        """Show the buttons, and then the lessons of a game."""
        app = self._app
        places = keyboard_places(app.sources, app.config.input)
        page = ButtonsPage(self._seating.toolkit, self._keys, places, panels=self._panels, note=self._not_judged)
        if not isinstance(await page, Leave):
            del page
            await self._lessons(game, seat)
        return ShowTitle()

    def _lessons(self, game: str, seat: int, options: OptionValues | None = None) -> HowTo:
        """Return the lessons of a game with the options of a match, or without one with those of the house."""
        played = house_rules(game, self._app.config) if options is None else options
        return HowTo(self._seating.toolkit, self._seating.setting, game, seat % PANELS, played)

    def _records(self, game: str, names: Sequence[str] = (), *, invites: bool = False) -> RecordsPage:
        """Return the boards of records, with the places in a game first; `names` are those at the seats. `invites`:
        ACTION begins a match.
        """
        judged, seating = self._app.sources.is_judged, self._seating
        boards = all_boards(self._app.store, time.time(), judged=judged, game=game, names=names)
        return RecordsPage(seating.toolkit, boards, seating.setting.key_names, invites=invites)

    async def _attract(self) -> Step:
        """Show the faults of the card until they are mended, then the attract scene.

        The press of ACTION that ends it is its seat's READY for the game on offer; any other button leads to the title.
        """
        if self._app.card.faults and isinstance(await self._card_faults(), Leave):
            return ShowTitle()
        press = await self._new_attract()
        self._app.sounds.play(("music.title", "pulse.0"))
        if press.button != ACTION:
            return ShowTitle()
        evening = self._app.running_evening()
        if evening is not None and evening.now is not None:
            return Tonight("", (press,))
        self._stack.hand_on(press)
        return GetReady(self._on_offer.game(), frozenset())

    def _new_attract(self) -> Attract:
        app, toolkit = self._app, self._seating.toolkit

        def demo(number: int, now: int, hear: Callable[[Update], None]) -> Demo:
            gc_tuning.tidy()
            toolkit.breathe()
            app.give_memory_back()
            return demonstration(app.config, self._factory, toolkit, number, now, hear)

        return Attract(
            toolkit,
            demo,
            self._attract_pages,
            album=self._album,
            setting=self._seating.setting,
            games=self._factory.games,
            play=app.sounds.play,
        )

    def _attract_pages(self) -> list[Page]:
        store, judged = self._app.store, self._app.sources.is_judged
        evening = self._app.running_evening()
        board = evening.board() if evening is not None else None
        keys = self._seating.setting.key_names if evening is None else None
        boards = record_boards(store, time.time(), judged=judged, race_keys=keys)
        return [*([board] if board is not None else []), *boards]

    @cached_property
    def _album(self) -> PhotoAlbum:
        """The album of photos, one for the whole program: each fault is reported once."""
        return PhotoAlbum(self._app.data / FOLDER, self._app.log)

    # Getting ready, and the menu

    async def _get_ready(self, game: str, ready: frozenset[int], names: Mapping[int, str]) -> Step:
        """Wait for the people of a match; the seats `ready` have pressed already."""
        self._names = names
        offer = self._on_offer.rules(game)
        while True:
            match await self._getting_ready(offer, ready):
                case Play(people, head_start):
                    return PlayMatch(self._request(offer, people, head_start))
                case TakeName(seat, ready):
                    chosen = await self._taking_names(seat, self._seats_of(offer))
                    self._names = {**self._names, **chosen}
                    ready = frozenset({*ready, *chosen})
                case OtherRules():
                    return ChooseMatch(game, at_rules=True)
                case Leave():
                    return ShowTitle()

    def _getting_ready(self, offer: Offer, ready: frozenset[int]) -> GettingReady:
        seats, game, evening = self._seats_of(offer), offer.game, self._app.running_evening()
        match = self._app.config.match
        names = tuple(self._names.get(seat, "") for seat in range(seats))
        is_offered = match.head_start and seats == offer.seats == PANELS
        lobby = Lobby(
            seats,
            names,
            places=[self._place(game, name) for name in names],
            head_start=self._app.played.offered(game, names, self._app.store.people) if is_offered else None,
            is_familiar=self._app.played.is_familiar(game, ready),
            takes_names=match.names,
            next_up=evening.following() if evening is not None else "",
            till=None if self._app.credits.is_free else self._app.credits,
        )
        return GettingReady(self._seating.toolkit, self._seating.setting, offer, ready, lobby)

    def _seats_of(self, offer: Offer) -> int:
        """Return the number of seats that people can take, two at least."""
        return max(PANELS, min(self._panels, offer.seats, MOST_PEOPLE))

    def _place(self, game: str, name: str) -> str:
        """Return the place of a name in a game in words, "" before it has one."""
        found = self._app.store.people.place(game, name) if name else None
        return place_text(found) if found is not None else ""

    def _taking_names(
        self, seat: int, seats: int = PANELS, *, joins: Sequence[str] | None = None, taken: Sequence[str] = ()
    ) -> TakingNames:
        """Return the scene in which a seat, and any other, takes a name; `joins` are the names of a list it is for, and
        `taken` those of others."""
        seating, plays, asks = self._seating, joins is None, seat % seats
        asked = NamesAsked(
            asks,
            "play" if plays else "join",
            self._app.store.tonight(time.time()),
            self._names if plays else {},
            joins or taken,
            seats,
            self._letters,
            typists=self._app.inputs.typing_seats(asks),
        )
        return TakingNames(seating.toolkit, seating.setting, asked, is_turned=seating.is_turned)

    @property
    def _letters(self) -> str:
        """What can stand in a name besides A to Z."""
        return self._app.config.operator.letters

    async def _menu(self, game: str, *, at_rules: bool) -> Step:
        config, played = self._app.config, self._app.played
        chosen = await choose_match(
            self._seating.toolkit,
            msgspec.structs.replace(config.match, game=game, preset=played.preset(game)),
            self._on_offer.every_way,
            self._lessons,
            panels=self._panels,
            at_rules=at_rules,
            key_names=self._seating.setting.key_names,
            games=self._factory.games,
        )
        if isinstance(chosen, Leave):
            return ShowTitle()
        if len(chosen.request.people) == 1:
            return PlayMatch(self._named(chosen.request))
        played.chooses(chosen.request)
        return GetReady(chosen.request.game, frozenset({chosen.seat}), self._names)

    # Matches

    async def _paid(self, step: PlayMatch) -> Step:
        """Show a match once there is enough for it; one that goes on has been paid for."""
        while step.begin is None and not self._app.credits.take():
            seating = self._seating
            if isinstance(await InsertCoin(seating.toolkit, self._app.credits, seating.setting.key_names), Leave):
                return ShowTitle()
        return await self._play(step)

    async def _play(self, step: PlayMatch) -> Step:
        """Show a match until its result is answered."""
        request, factory = step.request, self._factory
        scene = self._match_scene(step)
        while isinstance(left := await scene, Teach | ShowRecords):
            if isinstance(left, Teach):
                await Over(self._lessons(request.game, left.seat, factory.rules(request)))
            else:
                await Over(self._records(request.game, request.names))
        self._app.credits.end_match()
        names = {at: name for at, name in enumerate(request.names) if name}
        match left:
            case Again(seat, are_both):
                if self._app.running_evening() is not None:
                    return Tonight("")
                again = self._app.played.rematch(request, offers=self._app.config.match.head_start)
                ready = frozenset(request.people) if are_both else frozenset({seat})
                return PlayMatch(again, ready=ready) if again else GetReady(request.game, ready, names)
            case ToMenu():
                return ChooseMatch()
            case Join(seat, are_there=True):  # those who are there keep their names, and have been ready already
                return GetReady(request.game, frozenset({seat, *request.people}), names)
            case Join(seat):
                return GetReady(request.game, frozenset({seat}))
            case ThirdJoins(seat, winner):
                return await self._third_joins(request.game, names, seat, winner)
        return ShowTitle()

    async def _third_joins(self, game: str, names: Mapping[int, str], seat: int, winner: int) -> Step:
        """Take the name of a third player, and those of the two guests, and begin winner stays with them."""
        chosen = await self._taking_names(seat, joins=tuple(names.values()))
        if not (thirds := [name for name in chosen.values() if name]):
            return GetReady(game, frozenset(), names)
        if (guest := next((at for at in range(PANELS) if at not in names), None)) is not None:
            self._names = names
            names = {**names, **await self._taking_names(guest, taken=thirds)}
        plan = challenged(names, thirds, winner, self._first_plan)
        self._evening.keep(plan)
        if len(plan.names) > PANELS:
            self._evening.begin(plan, self._on_offer.for_two(game))
        return Tonight(game)

    def _match_scene(self, step: PlayMatch) -> MatchScene:
        """Return the scene of a match that begins, or that goes on."""
        app, config, seating, request = self._app, self._app.config, self._seating, step.request
        begin = step.begin
        if begin is None:
            app.notices.acknowledge()
            app.played.begins(request)
            begin = partial(self._factory.session, app.played.with_paces(request, app.store.people))
        evening = self._app.running_evening()
        sounds = MatchSounds(app.sounds.play, request.people, self._occasion(step), tension=config.sound.tension)
        gc_tuning.tidy()
        views = Views(seating.looks(self._factory, request))
        seating.toolkit.breathe()
        ready = request.people if step.ready is None else step.ready
        start = MatchStart(
            is_resumed=step.is_agreed,
            ready=frozenset(ready) if step.begin is None else frozenset(),
            lights_playable=config.lamps.playable,
            is_turned=seating.is_turned and find_game(request.game).info.hands,
            shares_keys=bool(shared_keys(app.sources, config.input)),
        )
        next_up = evening.words if evening is not None else lambda: ""
        counted = partial(app.played.ends, request)
        takes_third = config.match.names and evening is None
        aftermath = Aftermath(counted, app.store.keep_photo, config.operator.name, next_up, takes_third, app.scan)
        return MatchScene(begin, views, sounds, app.log, start, aftermath)

    def _occasion(self, step: PlayMatch) -> Occasion:
        """Return what a match is to its sounds."""
        app, request = self._app, step.request
        opening = "" if step.begin is not None else request.game if step.ready is None else "rematch"
        is_called = request.calls_by_colour and app.config.display.language == LANGUAGE
        evening = self._evening.now if app.running_evening() is not None else None
        holder = evening.seat_holder if evening is not None else None
        run = app.played.run(request) if holder is None else (holder.seat, holder.streak)
        better = favourite(app.store.people, request)
        return Occasion(request.game, opening, is_called, self._factory.goal(request), better, run)

    def _request(self, offer: Offer, people: frozenset[int], agreed: HeadStart | None) -> MatchRequest:
        """Return the match of these people; bots of the house's level take the other seats."""
        players = tuple(PERSON if seat in people else self._app.played.bot for seat in range(offer.seats))
        request = self._named(MatchRequest(offer.game, offer.name, players))
        if agreed is None:
            return request
        handicap = handicap_of(len(request.players), agreed.better, *agreed.handicap)
        return replace(request, options={**self._factory.rules(request), **handicap})

    def _named(self, request: MatchRequest) -> MatchRequest:
        """Return a request with the names of the seats of people."""
        seats = range(len(request.players))
        names = tuple(self._names.get(seat, "") if seat in request.people else "" for seat in seats)
        return replace(request, names=names) if any(names) else request

    # An evening of several people

    @property
    def _first_plan(self) -> EveningPlan:
        return EveningPlan("winner_stays", streak=self._app.config.match.streak)

    def join_by_phone(self, name: str) -> str:
        """Put a name that came by phone on the list; return why not, "" if it is on it."""
        return self._evening.join_by_phone(name, self._first_plan, self._on_offer.for_two)

    async def _continue_evening(self, game: str) -> Step:
        """Call the next two of the evening; without one show the page TONIGHT, on which one begins: with that game."""
        if self._evening.now is None and not self._app.config.match.names:
            return ChooseMatch(game)
        if self._evening.now is None and (step := await self._plan_evening(game)) is not None:
            return step
        evening, toolkit, setting = self._evening.now, self._seating.toolkit, self._seating.setting
        if evening is None:
            return ShowTitle()
        if (change := self._evening.all_change()) is not None:
            self._app.sounds.play(["say.all_change"])
            await self._moment(change)
            return Tonight("")
        if (chooser := evening.chooser) is not None:
            game = await ask_loser(
                toolkit,
                chooser,
                self._on_offer.for_two(self._evening.game).game,
                self._on_offer.words_for_two,
                setting.key_names,
                self._factory.games,
            )
            self._evening.choose(chooser.match, game)
            return Tonight("")
        if isinstance(evening.start, Tournament):
            return await self._tournament(evening)
        if isinstance(evening.start, Party) and evening.is_over:
            return await self._nights_end(evening_pages.champion_page(evening))
        if isinstance(evening.start, Party):
            state = evening_pages.party_state(evening)
            party = PartyScene(toolkit, setting, state, self._app.sounds.play, self._app.scan)
            return await self._pair(party, evening_pages.party_state)
        up = evening_pages.queue_state(evening)
        queue = WinnerStaysScene(toolkit, setting, up, self._app.sounds.play, self._app.scan)
        return await self._pair(queue, evening_pages.queue_state)

    async def _plan_evening(self, game: str) -> Step | None:
        """Show the page TONIGHT; return the next step if no evening begins."""
        seating, store, first = self._seating, self._app.store, self._first_plan
        plan = await plan_evening(
            seating.toolkit,
            seating.setting,
            lambda: store.tonight(time.time()),
            is_turned=seating.is_turned,
            more=self._letters,
            typists=self._app.inputs.typing_seats,
            plan=self._evening.plan or first,
            keep=partial(self._evening.keep, first=first),
            on_offer=self._on_offer.for_two(game).game,
            rules=self._on_offer.words_for_two,
            games=self._factory.games,
        )
        if isinstance(plan, JustPlay):
            return ChooseMatch(game)
        if isinstance(plan, Leave) or not self._evening.begin(plan, self._on_offer.for_two(plan.game or game)):
            return ShowTitle()
        return None

    async def _pair(self, scene: CalledPair[State], state: Callable[[Evening], State]) -> Step:
        """Wait for the two who are up while the list moves; `state` returns what the scene shows of the evening."""
        while True:
            left = await scene
            evening = self._evening.now
            if evening is None:  # the operator has ended it
                return await self._after_the_end()
            match left:
                case BothHere():
                    return await self._begin_called(next_match(evening, self._on_offer.for_two(self._evening.game)))
                case ShowTournament():
                    return Tonight("")
                case ShowRecords():
                    names = evening.now.names if evening.now is not None else ()
                    await Over(self._records(self._evening.game, names))
                case Leave():
                    self._leave_evening()
                    return await self._after_the_end()
            evening = await self._moved(left, evening)
            if isinstance(evening.start, Tournament) and evening.now is None:
                return Tonight("")  # nobody is called any more: the tournament's page, with its champion
            scene.update(state(evening))

    async def _begin_called(self, request: MatchRequest) -> Step:
        """Begin a match that was called, after the lesson for a name that has not played the game here."""
        people, game = self._app.store.people, request.game
        new = [seat for seat, name in enumerate(request.names) if not people.has_played(game, name)]
        if new and isinstance(await self._lessons(game, new[0], self._factory.rules(request)), Leave):
            return Tonight("")  # nobody has pressed: the two are called again
        return PlayMatch(request)

    async def _moved(self, left: PairResult, evening: Evening) -> Evening:
        """Change the list as the called pair's scene has it, and return the evening with it."""
        match left:
            case NoShow(names):
                self._evening.no_show(names)
            case CallBack(missed):
                self._evening.take_back(missed.match)
            case StepOut(seat) if evening.names:
                own = evening.now.names[seat : seat + 1] if evening.now is not None else ()
                names = tuple(dict.fromkeys((*own, *evening.names)))
                question = ask_who_steps_out(self._seating.toolkit, names, self._seating.setting.key_names)
                if (name := await Over(question)) is not None:
                    self._evening.withdraw(name)
            case JoinIn(seat):
                for at, name in (await Over(self._taking_names(seat, joins=evening.names))).items():
                    if name:
                        self._evening.join(name, at)
        return self._evening.now or evening

    async def _tournament(self, evening: Evening) -> Step:
        """Show the tournament until somebody sits down, and then call its next match.

        Where somebody has to change sides the call says so before a press takes a seat.
        """
        left = await self._tournament_page(evening)
        if isinstance(left, PlayAgain):
            self._evening.play_again()
            return Tonight("")
        if not isinstance(left, SitDown):
            return self._leave_evening()
        evening = self._evening.now or evening
        called, play = evening_pages.called(evening), self._app.sounds.play
        if not any(called.moves):
            self._stack.hand_on(left.press)
        call = TournamentCall(self._seating.toolkit, self._seating.setting, called, play, self._app.scan)
        return await self._pair(call, evening_pages.called)

    async def _tournament_page(self, evening: Evening, *, takes_back: bool = False) -> SitDown | PlayAgain | Leave:
        """Show the tournament until somebody sits down or leaves; the operator takes results back in it."""
        state = tournament_state(evening)
        if not takes_back:
            self._app.sounds.play(evening_pages.sounds(state.champion))
        bracket = Bracket(
            self._seating.toolkit,
            state,
            takes_back=takes_back,
            idle_ns=0 if takes_back else EVENING_IDLE_NS,
            far=self._seating.is_turned,
            photo=self._deciding_photo(evening) if evening.is_over else None,
            key_names=self._seating.setting.key_names,
        )
        while True:
            left = await bracket
            if isinstance(left, SitDown | PlayAgain | Leave):
                return left
            if isinstance(left, TakeBack):
                self._evening.take_back(left.key)
            if isinstance(left, ShowRecords):
                await Over(self._records(self._evening.game))
            if self._evening.now is None:  # the operator has ended it
                return Leave()
            bracket.update(tournament_state(self._evening.now))

    def _leave_evening(self) -> ShowTitle:
        """Go to the title; an evening that is over, or that nobody is left in, ends."""
        self._evening.leave()
        return ShowTitle()

    async def _after_the_end(self) -> Step:
        """Show the last page of a queue that has just ended, and go to the title."""
        ended, self._evening.ended = self._evening.ended, None
        if ended is None or not isinstance(ended.start, WinnerStays):
            return ShowTitle()
        return await self._nights_end(evening_pages.best_page(ended), ended)

    async def _nights_end(self, page: Moment | None, ended: Evening | None = None) -> Step:
        """Show the last page of an evening, which ends with it, and lead on to another one or to the title."""
        evening = ended or self._evening.now
        left = await self._moment(page, evening) if page is not None and evening is not None else Leave()
        if isinstance(left, Uncovered):
            return Tonight("") if ended is None else ShowTitle()
        if ended is None:
            self._leave_evening()
        if not isinstance(left, PlayAgain) or evening is None:
            return ShowTitle()
        self._evening.keep(plan_of(evening))
        return Tonight("")

    async def _moment(self, page: Moment, ended: Evening | None = None) -> PlayAgain | Leave | Uncovered:
        """Show one name over the whole screen: that of an evening that has ended with its photo, else for a while."""
        photo = self._deciding_photo(ended) if ended is not None else None
        ends_ns = MOMENT_NS if ended is None else EVENING_IDLE_NS
        if ended is not None:
            self._app.sounds.play(evening_pages.sounds(page, is_best=isinstance(ended.start, WinnerStays)))
        return await BigMoment(
            self._seating.toolkit,
            page,
            ends_ns=ends_ns,
            is_last=ended is not None,
            far=self._seating.is_turned,
            photo=photo,
            key_names=self._seating.setting.key_names,
        )

    def _deciding_photo(self, evening: Evening) -> Path | None:
        """Return the file of the photo of the match that decided the evening; None without one."""
        photo = self._app.data / FOLDER / f"{evening_pages.last_match(evening)}{PHOTO}"
        return photo if photo.is_file() else None

    # The operator's page

    def service_button(self, press: Press) -> None:
        """Open the operator's page by the service button, close it, or prove the owner: see `ServiceButton`."""
        if self._service_button.toggles(press, self._app.operator.code, is_there=self.is_operator_there):
            self.toggle_operator()

    def toggle_operator(self) -> None:
        """Show the operator's page over the present scene, or remove it if it is there."""
        if isinstance(self._stack.top, OperatorPage):
            self._stack.top.dismiss(Leave())
        elif not self.is_operator_there:
            self.is_operator_there = True
            self._stack.soon(lambda now: self._stack.start(self._operator(), now))

    async def _operator(self) -> None:
        """Show the operator's page and its questions until the operator leaves."""
        service = self._app.operator
        service.begin_visit()
        page = OperatorPage(self._seating.toolkit, service)
        while not isinstance(asked := await page, Leave):
            size = self._seating.toolkit.size
            task = service.task(asked)
            note = await Over(task(self._seating.toolkit) if task is not None else self._ask_operator(asked))
            if self._seating.toolkit.size != size:
                service.begin_visit()
                page = OperatorPage(self._seating.toolkit, service)
            if note is not None:
                page.tell(note)
        self.is_operator_there = False

    async def _ask_operator(self, question: Enum) -> Note | None:
        """Show what the operator asks for, or ask, and do what is answered; return what the page says of it."""
        match question:
            case Task.ASSIGN:
                return await self._assign_buttons()
            case Task.MARGIN | Task.MODE | Task.ROTATE | Task.RENAME | Task.MERGE | Task.DELETE:
                return await self._change_at_title(question)
            case Question.WHICH_RESULT if self._evening.now is not None:
                await self._tournament_page(self._evening.now, takes_back=True)
            case Question.WHO_LEAVES | Question.WHO_HAS_WON:
                await answered(question, self._evening, self._seating.toolkit, self._seating.setting.key_names)
        return None

    async def _assign_buttons(self) -> Note | None:
        """Have the buttons assigned by pressing them; return what the page says of it."""
        app, config = self._app, self._app.config.input
        asking = await assign_buttons(self._seating.toolkit, app.sources, app.inputs, app.store, config)
        if asking is None:
            return None
        app.adopt_settings()
        note = outcome_note(asking, config)
        app.notices.post(note.text, good=note.colour == "good")
        return note

    async def _change_at_title(self, task: Task) -> Note | None:
        """Have the margin or names changed. Scenes have their size and names of their own: the title is made anew."""
        app, seating, title, note = self._app, self._seating, self._stack.lowest, None
        if not isinstance(title, Title):
            return Note(word("operator.lead_to_title"), "alarm")
        if task is Task.MARGIN:
            app.lay_out(0)
            await take_margin(self._seating.toolkit, app.store, app.config.display.margin)
            app.lay_out(None)
        elif task is Task.MODE:
            note = await take_mode(seating.toolkit, app.store, app.config.display.mode, app.modes, app.try_mode)
            app.lay_out(None)
        elif task is Task.ROTATE:
            note = await take_rotation(seating.toolkit, app.store, app.config.display.rotate, app.try_rotation)
            app.lay_out(None)
        else:
            evening = running.now if (running := self._app.running_evening()) is not None else None
            note = await change_names(
                seating.toolkit,
                seating.setting,
                app.store,
                task,
                evening,
                app.log,
                more=self._letters,
                is_turned=seating.is_turned,
                typists=app.inputs.typing_seats,
            )
            self._names = {}
            self._evening.read()
        title.dismiss(Reopen(title.game))
        return note

    # The parts as they are set up now

    @property
    def _factory(self) -> MatchFactory:
        return self._app.setup.factory

    def _breathe(self) -> None:
        """Let the toolkit of the present screen breathe."""
        self._seating.toolkit.breathe()

    @property
    def _seating(self) -> Seating:
        return self._app.setup.seating

    @property
    def _evening(self) -> RunningEvening:
        return self._app.evening

    @property
    def _keys(self) -> Wiring | None:
        """What is printed on the keys of both seats at a desk; None on a cabinet."""
        return keyboard_labels(self._app.sources, self._app.config.input)

    @property
    def _not_judged(self) -> str:
        """What people are told of presses whose stamps are not exact; "" where all are."""
        if self._app.sources.doubt:
            return word("howto.none_judged")
        return word("howto.not_judged") if self._keys and self._app.sources.keys is None else ""

    @property
    def _panels(self) -> int:
        """The number of panels that are wired."""
        return panels_there(self._app.sources)
