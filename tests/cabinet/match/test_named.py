"""Names of people in a match: in its header, its records, its resumption and its rematch; and its figures."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from cabinet.config.file import LoadedConfig
from cabinet.config.offers import Offer
from cabinet.config.schema import Config
from cabinet.match.factory import MatchFactory, Surroundings
from cabinet.match.played import RunningScore
from cabinet.match.request import PERSON, MatchRequest, request_of, seat_names
from cabinet.match.session import Session
from cabinet.match.statistics import MatchStatistics, figures_of, places_of, quickest_deals
from cabinet.match.story import Point, Story, begun
from cabinet.people.records import CLOSEST, EVER
from cabinet.scenes.evening import RunningEvening
from cabinet.scenes.tonight import EveningPlan
from cabinet.store.ledger import MatchBegun, MatchEnded, Race
from cabinet.store.store import DiskStore
from cabinet.strings.catalogue import word
from engine.adaptive import after_match, start_of
from engine.bots import find_brain
from engine.game import Outcome
from engine.log import header, read, read_header
from engine.log_lines import CommandLine, Contest, OutcomeLine, as_text
from engine.match import Match
from engine.options import HANDICAP
from engine.panel import ACTION, Command, Press
from engine.setup import SeatInfo, Setup, seats_of
from engine.units import MS, S
from tests.cabinet.store.memory_store import MemoryStore

TWO = MatchRequest("speed", "speed", (PERSON, PERSON), names=("MIA", "BEN"))


def factory(store: DiskStore | MemoryStore, folder: Path, **options: object) -> MatchFactory:
    config = Config(options={"speed": {"best_of": 1, "countdown": 1}})
    return MatchFactory(LoadedConfig(config, None, ""), folder, 11, store, **options)  # type: ignore[arg-type]  # as the test has them


def left(session: Session) -> None:
    """Both people leave at once."""
    session.control("leave", 100 * MS)
    session.advance(10 * S, 10 * S)
    session.close()


def test_the_header_has_the_names_and_guests_have_their_colours(tmp_path: Path) -> None:
    made = factory(MemoryStore(), tmp_path)
    guest = replace(TWO, names=("", "BEN"))
    guests = replace(TWO, names=())
    for request, names in ((TWO, ["MIA", "BEN"]), (guest, ["AMBER", "BEN"]), (guests, ["AMBER", "BLUE"])):
        line = header(made.setup(request))
        assert [seat["name"] for seat in json.loads(line)["seats"]] == names
        assert {seat["player"] for seat in json.loads(line)["seats"]} == {"human"}
        again = request_of(read_header(line))
        assert (again.names, again.players) == (request.names, request.players)


@pytest.mark.parametrize("names", [("MIA",), ("mia", ""), ("MIA", "MIA"), ("AMBER", "BEN"), ("MIA", "BEN", "ZOE")])
def test_names_that_fit_no_seats_are_a_programmers_mistake(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        replace(TWO, names=names)


def test_a_bot_has_no_name() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        MatchRequest("speed", "speed", (PERSON, "bot:fast"), names=("MIA", "BEN"))


def test_other_names_at_the_seats_begin_a_new_score() -> None:
    outcome = Outcome(0, "out", (1, 0))
    score = RunningScore().after(TWO.sitters, outcome).after(TWO.sitters, outcome)
    assert score.wins == (2, 0)
    swapped = replace(TWO, names=("BEN", "MIA"))
    assert score.after(swapped.sitters, outcome).wins == (1, 0)
    assert replace(TWO, names=()).sitters == TWO.players


def test_a_match_that_was_cut_off_keeps_its_names(tmp_path: Path) -> None:
    store = DiskStore(tmp_path)
    factory(store, tmp_path).session(TWO, 0, lambda _update: None)
    store.close()  # the power goes
    again = DiskStore(tmp_path)
    path = again.cut_off()
    assert path is not None
    cut_off = factory(again, tmp_path).cut_off(path)
    assert cut_off is not None
    assert cut_off.request.names == ("MIA", "BEN")
    left(cut_off.begin(0, lambda _update: None))
    again.close()
    assert [seat.name for seat in read(path.read_bytes()).setup.seats] == ["MIA", "BEN"]


def test_what_an_evening_notes_is_saved_with_the_result(tmp_path: Path) -> None:
    told: list[MatchEnded] = []

    def notes(result: MatchEnded) -> list[str]:
        told.append(result)
        return ["a line"]

    store = MemoryStore()
    left(factory(store, tmp_path, around=Surroundings(notes=notes)).session(TWO, 0, lambda _update: None))
    assert (store.evening(), [ended.name for ended in told]) == (("a line",), [told[0].name])
    assert told[0].result is not None
    assert (told[0].result.names, told[0].result.reason) == (("MIA", "BEN"), "left")


def test_who_walks_out_of_an_evenings_match_has_lost_it(tmp_path: Path) -> None:
    store = MemoryStore()
    running = RunningEvening(store, lambda _line: None)
    running.begin(EveningPlan("winner_stays", ("MIA", "BEN", "ZOE"), streak=5), Offer("speed", "speed", "", "", 2, {}))
    made = factory(store, tmp_path, around=Surroundings(notes=running.notes))
    session = made.session(TWO, 0, lambda _update: None)
    session.control("leave", 100 * MS, seat=0)
    session.advance(10 * S, 10 * S)
    assert running.now is not None
    assert [(played.names, played.winner) for played in running.now.results] == [(("MIA", "BEN"), "BEN")]
    assert running.now.now is not None
    assert running.now.now.names == ("ZOE", "BEN")
    (result,) = store.people.recent
    assert (result.is_fair, result.figures.places) == (True, (2, 1))
    assert store.people.streak("speed", "speed", "BEN") == 1
    left(made.session(replace(TWO, names=("ZOE", "BEN")), 0, lambda _update: None))
    assert running.now.now.names == ("ZOE", "BEN"), "both left: the same two are called"
    assert store.people.streak("speed", "speed", "BEN") == 1


def test_a_match_that_was_left_has_no_places_of_its_own() -> None:
    assert places_of(Outcome(1, "left", (0, 0)), 2, has_places=True) == (2, 1)
    assert places_of(Outcome(1, "out", (2, 1)), 2, has_places=True) == (2, 1)


class Notebook(MemoryStore):
    """Remembers which matches began."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[MatchBegun] = []

    def begin(self, match: MatchBegun) -> None:
        self.begun.append(match)
        super().begin(match)


def raced(store: MemoryStore, options: dict[str, object] | None = None) -> MatchStatistics:
    """A match between MIA and BEN with one race, won by MIA, and its end."""
    setup = Setup("speed", options or {}, (SeatInfo("MIA"), SeatInfo("BEN")))
    statistics = MatchStatistics(store, setup, "match-1", judged=True, wall_s=lambda: 1000.0)
    statistics.begin()
    beaten = CommandLine(5, 1, Command("play", "7C"), False, why="rank", beaten_by=0, margin_ns=1_300_000)
    statistics.record([beaten, OutcomeLine(9, Outcome(0, "out", (1, 0)))], Story(2))
    return statistics


def test_the_store_is_told_who_sits_where_and_who_ran_the_closest_race() -> None:
    store = Notebook()
    raced(store)
    assert store.begun[0].names == ("MIA", "BEN")
    assert store.closest(judged=True)[0].names == ("MIA", "BEN")
    assert [record.names for record in store.people.records(CLOSEST, EVER, "")] == [("MIA", "BEN")]
    assert store.people.ratings("speed").keys() == {"MIA", "BEN"}


def test_a_match_with_a_head_start_counts_for_no_rating_and_no_record() -> None:
    store = MemoryStore()
    statistics = raced(store, {HANDICAP: (0, 3)})
    assert store.closest(judged=True) == ()
    assert (store.people.records(CLOSEST, EVER, ""), store.people.ratings("speed")) == ((), {})
    store.end(MatchEnded("old", 0, "out", (), 1.0), [Race(0, 1, 2_000_000, "speed", 1)])
    again = MatchStatistics(store, Setup("speed", {HANDICAP: (0, 3)}), "other", judged=True, wall_s=lambda: 1000.0)
    assert not again.is_record(Contest(5, 0, 1, 1_000_000))
    assert statistics.receipt is not None, "the result itself is kept"


def lines_between(*names: str) -> list[str]:
    """The lines of a deal between people of these names, who press as bots would."""
    setup = Setup("speed", {"best_of": 1}, tuple(map(SeatInfo, names)), seed=4)
    match = Match(setup, 0, {seat: find_brain(player) for seat, player in enumerate(("bot:fast", "bot:middling"))})
    for now in range(0, 60 * S, 100 * MS):
        match.advance(now)
        if match.table.phase == "ready":
            for seat in (0, 1):
                match.handle(Press(seat, ACTION, now % (200 * MS) == 0, now, "gpio"))
    return list(map(as_text, match.pending()))


def test_names_change_nothing_in_a_match() -> None:
    guests = lines_between("AMBER", "BLUE")
    assert lines_between("MIA", "BEN") == guests
    assert any('"do":"play"' in line for line in guests)


# Figures


def told(
    game: str, seed: int, players: tuple[str, ...] = ("bot:fast", "bot:middling"), **options: object
) -> tuple[Setup, Story, Outcome]:
    """A whole match of two bots."""
    seats = seats_of(*players)
    setup = Setup(game, options, seats=seats, seed=seed)
    match, now = Match(setup, 0, {n: find_brain(seat.player) for n, seat in enumerate(seats)}), 0
    while not match.is_final and (deadline := match.next_deadline()) is not None:
        now = max(now, deadline)
        match.advance(now)
    story = begun(match.game)
    story.add(match.pending())
    assert match.outcome is not None
    return setup, story, match.outcome


@pytest.mark.parametrize("game", ["speed", "spit", "mod_spit", "speed_uno", "speah"])
def test_the_figures_of_a_match_are_those_of_its_story(game: str) -> None:
    setup, story, outcome = told(game, 3)
    figures = figures_of(setup, outcome, story, [])
    assert sorted(figures.places) == [1, 2]
    assert figures.places[outcome.winner or 0] == 1
    assert [pace > 0 for pace in figures.pace] == [seat.plays >= 20 for seat in story.figures]
    lengths = {
        deal: (curve[-1].at_ns - curve[0].at_ns) // MS
        for deal, curve in enumerate(story.curves)
        if len(set(curve[0].left)) == 1
    }
    assert story.won, "somebody won a deal"
    for seat, quickest in enumerate(figures.deals_ms):
        own = [length for deal, length in lengths.items() if story.won.get(deal) == seat]
        assert quickest == min(own, default=0)
    assert figures.adapted == (), "neither bot adapts"
    if game == "speed":  # its outcome's figures are the deals that each seat has won
        assert tuple(list(story.won.values()).count(seat) for seat in (0, 1)) == outcome.scores


def test_a_result_keeps_what_a_bot_that_adapts_took_its_player_to_be() -> None:
    setup, story, outcome = told("speed", 3, players=("bot:fast", "bot:adaptive-57"))
    adapted = figures_of(setup, outcome, story, []).adapted
    assert adapted == ("", after_match(story.table, 1, has_lost=True))
    start = start_of(adapted[1])
    assert start is not None and start.pace > 57 and start.edge < 0, "a quicker player than it began with"


@pytest.mark.parametrize("caps", [(10, 0), (0, 10)])
def test_a_deal_that_its_time_has_ended_is_no_quick_one(caps: tuple[int, int]) -> None:
    setup, story, outcome = told("speed", 3, caps=caps)
    assert story.capped >= set(story.won), "the time was up before the cards were"
    assert figures_of(setup, outcome, story, []).deals_ms == (0, 0)


def test_a_deal_with_a_handful_of_cards_left_is_no_quick_one() -> None:
    story = Story(2, won={0: 0, 1: 0, 2: 1})
    story.curves = [
        [Point(0, (26, 26)), Point(90 * S, (0, 20))],
        [Point(90 * S, (3, 49)), Point(95 * S, (0, 48))],
        [Point(95 * S, (27, 26)), Point(165 * S, (9, 0))],
    ]
    assert quickest_deals(story) == (90_000, 70_000)


def test_places_are_the_outcomes_own_else_the_winner_is_before_all_others() -> None:
    assert places_of(Outcome(2, "out", (3, 2, 1)), 3, has_places=True) == (3, 2, 1)
    assert places_of(Outcome(2, "out", (0, 5, 7)), 3, has_places=False) == (2, 2, 1)
    assert places_of(Outcome(None, "cap", (4, 4)), 2, has_places=False) == (1, 1)
    assert quickest_deals(Story(2)) == (0, 0)


@pytest.mark.parametrize("seats", [2, 4, 8])
@pytest.mark.parametrize("people", [(), (0,), (1,), (0, 1)])
def test_no_seat_is_called_by_a_colour_that_its_cards_have(seats: int, people: tuple[int, ...]) -> None:
    colours = {word(f"label.{colour}") for colour in ("red", "green", "blue", "yellow")}
    players = [PERSON if seat in people else "bot:slow" for seat in range(seats)]
    names = ["EVE" if seat in people[1:] else "" for seat in range(seats)]
    called = seat_names("speed_uno", players, names)
    assert not colours & set(called) and len(set(called)) == seats
    assert {word(f"seat.{seat}") for seat in range(4)} > colours - {word("label.red")}, "as elsewhere"
