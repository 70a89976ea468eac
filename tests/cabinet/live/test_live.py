"""The events that other programs follow: what they tell of a match, what they never tell, and files with an end."""

import threading
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.display.theme import SEATS
from cabinet.live.boards import BOARDS, LOGS, Boards
from cabinet.live.events import Begun, Bracket, Dealt, Event, Hello, Idle, Left, Line, Queue, Race, Ready, Result, Score
from cabinet.live.shelf import BOARDS_S, MOST_LOG_BYTES, MOST_LOGS, Shelf, copy_log
from cabinet.live.spool import EARLIER, MOST_BYTES, PRESENT, Spool, folder_in
from cabinet.live.watcher import Place, Watcher
from cabinet.match.session import Session, nobody
from cabinet.store.ledger import MatchEnded
from cabinet.store.ledger import Race as Race_
from cabinet.store.logs import MatchLog
from cabinet.store.store import DiskStore, Store
from cabinet.tournaments.evening import Evening
from cabinet.tournaments.journal import Tournament, WinnerStays, written
from engine.bots import find_brain
from engine.games import GAMES
from engine.log import header
from engine.match import Match
from engine.phases import CONTEST_NS
from engine.setup import Setup, seats_of
from engine.units import MS
from tests.cabinet.store.memory_store import MemoryStore
from tools.events_schema import schema

DECODER = msgspec.json.Decoder(Line)
STEP_NS = 50 * MS


def lines_of(folder: Path) -> list[Line]:
    """The lines of both files, the earlier one's first."""
    there = [folder / name for name in (EARLIER, PRESENT) if (folder / name).exists()]
    return [DECODER.decode(line) for path in there for line in path.read_bytes().splitlines()]


class House:
    """A watcher of a cabinet in virtual time, and what it has written."""

    def __init__(self, folder: Path, store: Store | None = None) -> None:
        self.folder = folder / "live"
        self.evening: Evening | None = None
        self.now_s = 1_000.0
        self.spool = Spool(self.folder, lambda: self.now_s)
        self.store = store or MemoryStore()
        shelf = Shelf(self.folder, self.store, lambda: self.now_s)
        self.watcher = Watcher(self.spool, shelf, lambda: self.evening, lambda: ("THE ANCHOR", "de"))

    def goes_to(self, place: Place, *, is_on: bool = True) -> None:
        self.watcher.look(place, is_on=is_on)

    def plays(self, game: str, seed: int = 3, most: int | None = None, log: MatchLog | None = None) -> Session:
        """Play a match of two bots, to its end or for `most` steps."""
        setup = Setup(game, seats=seats_of("bot:fast", "bot:middling"), seed=seed)
        session = Session(
            Match(setup, 0, {seat: find_brain(info.player) for seat, info in enumerate(setup.seats)}), log, nobody
        )
        now = step = 0
        while session.outcome is None and step != most:
            now, step = now + STEP_NS, step + 1
            session.advance(now, now)
            self.goes_to(session)
        return session

    def boards(self) -> Boards:
        return msgspec.json.decode((self.folder / BOARDS).read_bytes(), type=Boards)

    def told(self, kind: type[Event]) -> list[Event]:
        return [line.event for line in lines_of(self.folder) if isinstance(line.event, kind)]


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def last_race_us(session: Session, deal: int) -> int:
    """The margin of the race for the last card of a deal, as the whole story has it; -1 where there was none."""
    over_ns = session.story.curves[deal - 1][-1].at_ns
    races = [race for race in session.story.races if race.deal == deal and race.at_ns >= over_ns - CONTEST_NS]
    return races[-1].contest.margin_ns // 1000 if races else -1


@pytest.mark.parametrize("game", [game.info.id for game in GAMES])
def test_a_match_is_told_from_its_beginning_to_its_result(house: House, game: str) -> None:
    session = house.plays(game)
    house.goes_to(Idle())
    assert session.outcome is not None
    events = [line.event for line in lines_of(house.folder)]
    kinds = [type(event) for event in events]
    assert kinds[:3] == [Hello, Queue, Bracket]
    assert (kinds.count(Begun), kinds.count(Result), kinds.count(Left), kinds[-1]) == (1, 1, 0, Idle)
    (begun,), (result,) = house.told(Begun), house.told(Result)
    assert isinstance(begun, Begun)
    assert isinstance(result, Result)
    assert (begun.game, [seat.colour for seat in begun.seats]) == (game, ["AMBER", "BLUE"])
    assert (result.seat, result.scores) == (session.outcome.winner, session.outcome.scores)
    margins = [race.margin_us for race in house.told(Race) if isinstance(race, Race)]
    assert margins == [contest.margin_ns // 1000 for contest in session.contests]
    scores = [score for score in house.told(Score) if isinstance(score, Score)]
    assert all(any(score.cards) for score in scores[:1]), "none before a deal is on the table"
    assert [score.deal for score in scores] == sorted(score.deal for score in scores)
    assert scores[-1].deal == len(session.story.curves)
    ends = [deal for deal in house.told(Dealt) if isinstance(deal, Dealt)]
    assert [(deal.deal - 1, deal.seat) for deal in ends] == list(session.story.won.items())
    assert {end.deal: end.race_us for end in ends} == {end.deal: last_race_us(session, end.deal) for end in ends}


def test_nothing_that_the_table_hides_is_told(house: House) -> None:
    session = house.plays("speed_uno", seed=8_675_309)
    text = (house.folder / PRESENT).read_text()
    assert "8675309" not in text, "the seed tells the order of the deck"
    losers = [race.cards[1] for race in house.told(Race) if isinstance(race, Race)]
    assert len(losers) == len(session.story.races) > 0
    assert set(losers) == {""}, "the loser's card is still in the hand"


def test_a_match_that_is_left_says_so_and_the_next_has_another_name(house: House) -> None:
    first = house.plays("speed", most=200)
    second = house.plays("speed", seed=4, most=200)
    assert first is not second
    events = [event for line in lines_of(house.folder) if isinstance(event := line.event, Begun | Left)]
    assert [type(event) for event in events] == [Begun, Left, Begun]
    assert events[0].match == events[1].match


def test_a_place_is_told_once(house: House) -> None:
    for place in (Idle(), Idle(), Ready(), Ready(), Idle()):
        house.goes_to(place)
    assert [type(event) for event in (line.event for line in lines_of(house.folder))][3:] == [Idle, Ready, Idle]


def test_the_queue_and_the_bracket_are_told_when_they_change(house: House) -> None:
    house.goes_to(Idle())
    names = ("ANN", "BEN", "CLO", "DAN")
    house.evening = Evening.of([written(WinnerStays(names))])
    house.goes_to(Idle())
    house.goes_to(Idle())
    queue = house.told(Queue)[-1]
    assert isinstance(queue, Queue)
    assert (len(house.told(Queue)), queue.format, set(queue.up) | set(queue.following)) == (
        2,
        "winner_stays",
        set(names),
    )
    start = Tournament(names, kind="single")
    house.evening = Evening.of([written(start)])
    house.goes_to(Idle())
    bracket = house.told(Bracket)[-1]
    assert isinstance(bracket, Bracket)
    ((first, _),) = [part.rounds for part in bracket.parts]
    assert {name for pairing in first for name in pairing.names} == set(names)


# The boards and the logs

RACE = Race_(0, 1, 31_000, "speed", 900, names=("ANN", "x\n"))


def test_boards_are_told_between_matches_and_when_they_change(house: House) -> None:
    house.goes_to(Idle())
    assert house.boards() == Boards()
    house.store.end(MatchEnded("m", 0, "out", (1, 0), 900.0), [RACE])
    house.plays("speed", most=100)
    assert house.boards() == Boards(), "nothing is computed while somebody plays"
    house.goes_to(Ready())
    (row,) = house.boards().closest
    assert (row.value, row.names, row.seats) == (31_000, ("ANN", ""), (0, 1)), "no name, no name told"
    house.store.clear(races=True)
    house.goes_to(Ready())
    assert house.boards().closest, "they are looked at some times a minute"
    house.now_s += BOARDS_S
    house.goes_to(Ready())
    assert house.boards() == Boards()


def test_the_log_of_a_match_is_there_whole_once_it_has_a_result(tmp_path: Path) -> None:
    store = DiskStore(tmp_path / "data")
    house = House(tmp_path, store)
    house.plays("speed", most=200, log=store.begin_log("speed", 3, time.gmtime(0)))
    log = store.begin_log("speed", 4, time.gmtime(0))
    log.write([header(Setup("speed", seats=seats_of("bot:fast", "bot:middling"), seed=3))])
    house.plays("speed", log=log)
    store.close()
    for thread in threading.enumerate():
        if thread.name == "reader":
            thread.join()
    (copy,) = (house.folder / LOGS).iterdir()
    (result,) = house.told(Result)
    assert isinstance(result, Result)
    assert copy.name == f"{result.match}.jsonl"
    assert copy.read_bytes() == log.path.read_bytes()
    assert b'"outcome"' in copy.read_bytes().splitlines()[-1]
    house.goes_to(Idle(), is_on=False)
    assert not house.folder.exists()


def test_the_last_logs_are_kept_and_none_that_is_too_long(tmp_path: Path) -> None:
    log, shelf = tmp_path / "log.jsonl", tmp_path / "logs"
    head = header(Setup("speed", seats=seats_of("bot:fast", "bot:middling"), seed=3)).encode() + b"\n"
    log.write_bytes(head)
    for number in range(MOST_LOGS + 3):
        copy_log(log, shelf / f"{10 + number}.jsonl")
    log.write_bytes(head + b" " * MOST_LOG_BYTES)
    copy_log(log, shelf / "99.jsonl")
    copy_log(tmp_path / "gone.jsonl", shelf / "98.jsonl")
    copy_log(log, tmp_path / "no" / "folder" / "1.jsonl")
    assert sorted(path.name for path in shelf.iterdir()) == [f"{13 + number}.jsonl" for number in range(MOST_LOGS)]


# Off, gone, full


def test_off_writes_nothing_and_switching_off_leaves_nothing(house: House) -> None:
    house.goes_to(Idle(), is_on=False)
    assert not house.folder.exists()
    house.goes_to(Ready())
    assert lines_of(house.folder)
    house.goes_to(Ready(), is_on=False)
    assert not house.folder.exists()


def test_a_start_removes_what_a_program_that_fell_has_left(house: House) -> None:
    house.folder.mkdir()
    (house.folder / EARLIER).write_text("old\n")
    house.goes_to(Idle())
    assert [type(line.event) for line in lines_of(house.folder)] == [Hello, Queue, Bracket, Idle]


def test_a_folder_that_cannot_be_written_costs_lines_and_nothing_else(house: House) -> None:
    house.goes_to(Idle())
    (house.folder / PRESENT).unlink()
    (house.folder / PRESENT).mkdir()
    house.goes_to(Ready())
    assert house.spool.dropped == 1
    (house.folder / PRESENT).rmdir()
    session = house.plays("speed", most=400)
    assert session.outcome is None
    present = [type(line.event) for line in lines_of(house.folder)]
    assert present[:4] == [Hello, Queue, Bracket, Begun], "the next file tells where things stand"


class Telling:
    """A spool that is told long events; whoever comes later must know the last of them."""

    def __init__(self, folder: Path) -> None:
        self.spool = Spool(folder, lambda: 0.0)
        self.last: Event = Idle()

    def tells(self, name: str) -> None:
        event = Queue("party", (name,), (name * 50,), "")
        self.spool.write(event, lambda: [Hello(1, "r", "", "en", ""), self.last])
        self.last = event


@given(st.lists(st.text(min_size=1, max_size=60), min_size=200, max_size=400))
def test_two_files_hold_the_last_lines_in_their_order(
    tmp_path_factory: pytest.TempPathFactory, names: Sequence[str]
) -> None:
    folder = tmp_path_factory.mktemp("spool")
    telling = Telling(folder)
    for name in names:
        telling.tells(name)
    sizes = [path.stat().st_size for path in folder.iterdir()]
    assert len(sizes) <= 2
    assert max(sizes) < MOST_BYTES + 64 * 1024
    lines = lines_of(folder)
    numbers = [line.n for line in lines]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert lines[-1].event == telling.last
    first = DECODER.decode((folder / PRESENT).read_bytes().splitlines()[0])
    assert isinstance(first.event, Hello)


def test_the_folder_lies_in_memory() -> None:
    assert folder_in({"RUNTIME_DIRECTORY": "/run/photofinish:/run/other"}) == Path("/run/photofinish/live")
    assert folder_in({"XDG_RUNTIME_DIR": "/run/user/1000"}) == Path("/run/user/1000/photofinish/live")
    assert folder_in({"HOME": "/home/pi"}) is None


def test_the_page_has_the_schema_of_a_line(repository: Path) -> None:
    assert (repository / "docs/events.schema.json").read_text(encoding="utf-8") == schema()
    page = (repository / "docs/events.md").read_text(encoding="utf-8")
    samples = [line for line in page.splitlines() if line.startswith(('{"type', 'data: {"n'))]
    events = [line if line.startswith("{") else line.partition('"event":')[2][:-1] for line in samples]
    found = [msgspec.json.decode(event, type=Event) for event in events]
    assert {type(event) for event in found} == {Hello, Queue, Bracket, Idle, Begun, Race, Score, Result}
    assert [msgspec.json.encode(event).decode() for event in found] == events, "no field more, none less"
    for look in SEATS:
        assert f"{look.word} `#{bytes(look.colour).hex()}`" in page.replace("\n  ", " ")
