"""The screens' values from a running evening: queue, party, tournament, results, champion, the title's band. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from cabinet.audio.player import voiced
from cabinet.display.attract import Holder, TonightBoard
from cabinet.display.bracket import content as pages
from cabinet.display.bracket.content import (
    Bout,
    ChampionPage,
    Cross,
    Duel,
    Pairings,
    ResultLine,
    Side,
    Standing,
    Standings,
    TournamentPage,
    Tree,
)
from cabinet.display.evening.pages import NO_SEAT, Somebody, TonightBand
from cabinet.scenes.attract_pages import tonight_board
from cabinet.scenes.called_pair import Called, PartyState, QueueState, place_words
from cabinet.strings.catalogue import in_one_line, word
from cabinet.tournaments.evening import Evening
from cabinet.tournaments.journal import Party, Tournament, WinnerStays
from cabinet.tournaments.views import Box, Bracket, Column, Pairing, Part, Row, stage_text, stake_text
from engine.games import GAMES

SHOWN_PLACES: Final = 3
"""Places after the champion on the last page."""


# Between matches


def next_names(evening: Evening) -> Sequence[str]:
    """Return the names of the next match; of a queue in which somebody stays, only who comes."""
    challenger = _challenger(evening)
    if challenger:
        return (challenger,)
    return evening.now.names if evening.now is not None else ()


def next_words(*names: str) -> str:
    """Return the line for every screen between matches: ``NEXT: ZOE``, ``NEXT: MIA – BEN``; "" without names."""
    known = [name for name in names if name]
    if len(known) == 2:
        return word("next.match", left=known[0], right=known[1])
    return word("next.up", name=known[0]) if known else ""


def band(evening: Evening) -> TonightBand:
    """Return the title's band."""
    stays = evening.seat_holder
    if stays is not None:
        return stays_band(stays.name, stays.seat, stays.streak, _challenger(evening))
    left, right = evening.now.names if evening.now is not None else ("", "")
    return match_band(in_one_line(title(evening)), progress_words(evening), left, right)


def stays_band(name: str, seat: int, wins: int, following: str) -> TonightBand:
    """Return the band of winner stays: who stays at which seat after so many wins, and who is next."""
    return TonightBand(
        heading=word("tonight.title"),
        stays=Somebody(word("tonight.stays", name=name), seat),
        next_words=word("tonight.next"),
        next_up=Somebody(following, 1 - seat if seat in (0, 1) else NO_SEAT),
        wins=wins,
        wins_words=word("queue.wins", wins=wins) if wins else "",
    )


def match_band(title: str, progress: str, left: str, right: str) -> TonightBand:
    """Return the band of a tournament or a party: its title, how far it has come, and the next match."""
    names = " – ".join(name for name in (left, right) if name)
    return TonightBand(title, Somebody(progress), word("tonight.next"), Somebody(names))


def _challenger(evening: Evening) -> str:
    stays, now = evening.seat_holder, evening.now
    if stays is None or now is None:
        return ""
    return now.names[1 - stays.seat]


def title(evening: Evening) -> str:
    """Return the name of the evening's format."""
    start = evening.start
    if isinstance(start, Tournament):
        return word("format.tournament")
    return word("format.party") if isinstance(start, Party) else word("format.winner_stays")


def game_of(evening: Evening) -> str:
    """Return the game of the match that is up; "" for any."""
    if evening.chosen_game:
        return evening.chosen_game
    first, ids = evening.start.game, [each.info.id for each in GAMES]
    return ids[(ids.index(first) + evening.turn) % len(ids)] if first in ids else first


def game_words(evening: Evening) -> str:
    """Return the name of the game of the match that is up; "" for any."""
    game = game_of(evening)
    return word(f"game.{game}") if game else ""


def progress_words(evening: Evening) -> str:
    """Return how far the evening has come; "" where it has no end."""
    number, most = evening.progress
    if evening.champion:
        return word("evening.won_by", name=champion_words(evening))
    return word("evening.progress", number=number, most=most) if most else ""


def champion_words(evening: Evening) -> str:
    """Return the champion's name; a deleted one is nobody's, and a team is its colour."""
    if isinstance(evening.start, Party):
        teams = evening.teams
        assert teams is not None, "a party has teams"
        return word(f"seat.{0 if teams[0].score >= evening.start.first_to else 1}")
    return evening.champion[0] or word("evening.former")


# Queue and party


def queue_state(evening: Evening) -> QueueState:
    """Return a queue as its scene shows it."""
    stays, now = evening.seat_holder, evening.now
    first = evening.names[:1]
    seats = now.names if now is not None else (first[0] if first else "", "")
    return QueueState(
        (seats[0], seats[1]),
        stays.seat if stays is not None else None,
        stays.streak if stays is not None else 0,
        stays.limit if stays is not None else streak_limit(evening),
        tuple(name for name in evening.next_up if name not in seats),
        now.moves if now is not None else (False, False),
        missed=now.missed if now is not None else (0, 0),
        missed_call=evening.missed_call,
        game=game_words(evening),
    )


def streak_limit(evening: Evening) -> int:
    """Return after how many wins in a row both leave a queue's seats; 0 for never, and where it is no queue."""
    return evening.start.streak if isinstance(evening.start, WinnerStays) else 0


def party_state(evening: Evening) -> PartyState:
    """Return a party as its scene shows it."""
    teams, start = evening.teams, evening.start
    assert teams is not None and isinstance(start, Party), "a party has teams"
    names, score = (teams[0].names, teams[1].names), (teams[0].score, teams[1].score)
    missed = evening.now.missed if evening.now is not None else (0, 0)
    last, game = evening.missed_call, game_words(evening)
    return PartyState(names, score, start.first_to, missed=missed, missed_call=last, game=game)


# Tournaments


def stage_words(pairing: Pairing) -> str:
    """Return the stage of a match, and of a series how many matches it has and how it stands."""
    stage = stage_text(pairing)
    if pairing.best_of == 1:
        return stage
    series = word("evening.stake.leads", best_of=pairing.best_of)
    score = " {}–{}".format(*pairing.wins) if any(pairing.wins) else ""
    return f"{stage} · {series}{score}"


def called(evening: Evening) -> Called:
    """Return the tournament's match that is called."""
    now = evening.now
    if now is None:
        return Called(("", ""), None, 0, 0, title=title(evening), stage=progress_words(evening))
    stakes = [stake_text(now, seat) for seat in (0, 1) if now.stakes[seat] in ("title", "reset")]
    stage = " · ".join(dict.fromkeys((stage_words(now), *stakes)))
    return Called(
        now.names,
        None,
        0,
        0,
        evening.next_up,
        now.moves,
        title=title(evening),
        stage=stage,
        missed=now.missed,
        missed_call=evening.missed_call,
        game=game_words(evening),
        is_final=now.stage in ("final", "reset"),
    )


def tournament_page(evening: Evening) -> TournamentPage:
    """Return a tournament as its scene shows it."""
    start, now = evening.start, evening.now
    assert isinstance(start, Tournament), "asked of tournaments alone"
    duel = None if now is None else Duel(now.names, line=stage_words(now))
    parts = {bracket.part: bracket for bracket in evening.bracket}
    page = TournamentPage(title(evening), word(f"evening.rule.{start.kind}"), duel, progress=progress_words(evening))
    if start.kind == "single":
        columns = parts["knockout"].columns
        return replace(page, trees=(_tree(columns[:-1], "", now),), final=_final(columns[-1:], now))
    if start.kind == "double":
        trees = tuple(_tree(parts[part].columns, word(f"evening.tree.{part}"), now) for part in ("winners", "losers"))
        return replace(page, trees=trees, final=_final(parts["final"].columns, now))
    playoff = parts.get("playoff")
    trees = (_tree(playoff.columns, word("evening.tree.playoff"), now),) if playoff is not None else ()
    page = replace(page, pairings=_round(parts, now), trees=trees)
    if start.kind == "round_robin":
        return replace(page, cross=_cross(evening, parts["rounds"]))
    return replace(page, standings=_standings(evening))


def _tree(columns: Sequence[Column], heading: str, now: Pairing | None) -> Tree:
    """Return a tree with a match in every place; one that is not there is empty."""
    return Tree(tuple(tuple(_places(column, now)) for column in columns), heading)


def _places(column: Column, now: Pairing | None) -> Iterator[Bout]:
    boxes = {box.row: box for box in column.boxes}
    for row in range(column.rows):
        yield bout(boxes[row], now) if row in boxes else Bout(state="none")


def bout(box: Box, now: Pairing | None) -> Bout:
    """Return a match of a tree; `now` is the match that is up, whose names have the colours of their seats."""
    is_turned = now is not None and box.state == "now" and now.names != box.names
    is_done = box.state == "done"
    first, other = (
        Side(
            name or (word("evening.former") if box.out[side] else ""),
            box.wins[side] if is_done and box.by == "played" else None,
            wins=is_done and box.winner == side,
            is_out=box.out[side],
        )
        for side, name in enumerate(box.names)
    )
    return Bout((first, other), box.state, (1, 0) if is_turned else (0, 1))


def _final(columns: Sequence[Column], now: Pairing | None) -> pages.Final:
    """Return the final; once it is to be played again, the second one."""
    boxes = [box for column in columns for box in column.boxes]
    last = next((box for box in reversed(boxes) if box.state not in ("none",) and not box.if_needed), boxes[0])
    second = next((box for box in boxes if box.if_needed and box.state in ("now", "next", "done")), None)
    box = second or last
    line = word("evening.stake.leads", best_of=box.best_of) if box.best_of > 1 else ""
    heading = word("evening.stage.reset") if box is second else word("evening.stage.final", round=1)
    return pages.Final(heading, line, bout(box, now))


def _round(parts: Mapping[Part, Bracket], now: Pairing | None) -> Pairings | None:
    """Return the matches of the round that is played, or of the last one."""
    columns = parts["rounds"].columns if "rounds" in parts else ()
    if not columns:
        return None
    open_ = (column for column in columns if any(box.state in ("now", "next", "open") for box in column.boxes))
    column = next(open_, columns[-1])
    heading = word(f"evening.stage.{column.stage}", round=column.round)
    return Pairings(heading, tuple(bout(box, now) for box in column.boxes))


def _cross(evening: Evening, rounds: Bracket) -> Cross:
    """Return the table of a round robin in the order of its names."""
    boxes = [box for column in rounds.columns for box in column.boxes if box.state != "bye"]
    names = tuple(dict.fromkeys(name for row in evening.standings for name in (row.name,) if name))
    cells = {name: dict.fromkeys(names, "") for name in names}
    for box in boxes:
        one, other = box.names
        if box.state == "done" and one in cells and other in cells:
            cells[one][other], cells[other][one] = (str(wins) for wins in box.wins)
    points = {row.name: str(row.points) for row in evening.standings}
    now = evening.now
    rows = None
    if now is not None and all(name in names for name in now.names):
        rows = (names.index(now.names[0]), names.index(now.names[1]))
    return Cross(
        names,
        tuple(tuple(cells[row][column] for column in names) for row in names),
        tuple(points[name] for name in names),
        word("evening.points"),
        rows,
        word("evening.level.round_robin"),
    )


def _standings(evening: Evening) -> Standings:
    heads = (word("evening.points"), *(word(f"evening.tie_break.{name}") for name in evening.tie_breaks))
    rows = tuple(
        Standing(f"{row.place}.", row.name, (str(row.points), *map(str, row.tie_breaks)), is_out=not row.is_in)
        for row in evening.standings
        if row.name
    )
    return Standings(heads, rows, word("evening.level.swiss"))


def result_lines(evening: Evening) -> list[ResultLine]:
    """Return the results and no-shows that stand, the latest first."""
    return [_result_line(evening, number) for number in reversed(range(len(evening.results)))]


def _result_line(evening: Evening, number: int) -> ResultLine:
    played = evening.results[number]
    sides = tuple(Side(name, wins=bool(name) and name == played.winner) for name in played.names)
    label = word(f"evening.stage.{played.stage}", round=played.round)
    if played.absent:
        label = word("evening.no_show", name=played.absent)
    elif not played.winner:
        label = word("evening.again")
    lost = evening.undo_consequences(played.match).matches
    return ResultLine(played.match, label, Bout((sides[0], sides[1]), "done"), len(lost))


def champion_page(evening: Evening) -> ChampionPage | None:
    """Return the end of a tournament or a party; None until there is a champion."""
    if not evening.champion:
        return None
    last = next((each for each in reversed(evening.results) if each.winner), None)
    seat = last.names.index(last.winner) if last is not None else 0
    places = tuple((place_words(row.place), row.name) for row in evening.standings[1 : 1 + SHOWN_PLACES] if row.name)
    lines = [title(evening), _record(evening.standings[0]) if evening.standings else ""]
    if evening.teams is not None:
        scores = sorted((team.score for team in evening.teams), reverse=True)
        lines, places = [title(evening), "{} – {}".format(*scores), " ".join(evening.champion)], ()
    words = " · ".join(in_one_line(words) for words in lines if words)
    return ChampionPage(word("evening.champion"), champion_words(evening), seat, words, places)


def sounds(champion: ChampionPage | None, *, is_best: bool = False) -> tuple[str, ...]:
    """Return the sounds of a tournament's page, and of the one that shows who has won an evening: `is_best` of a queue,
    which has no champion."""
    if champion is None:
        return ("board",)
    return voiced("win", champion.seat), "cheer", "say.best_tonight" if is_best else "say.champion", "music.result"


def best_page(evening: Evening) -> ChampionPage | None:
    """Return the last page of a queue: who has won most, and who came after; None where nobody has won."""
    rows = [row for row in evening.standings if row.name and row.won]
    if not rows:
        return None
    best = [row for row in rows if row.place == 1]
    name = " & ".join(row.name for row in best[:2])
    places = tuple((place_words(row.place), row.name) for row in rows[len(best) : len(best) + SHOWN_PLACES])
    line = in_one_line(f"{title(evening)} · {_record(best[0])}")
    return ChampionPage(word("evening.best"), name, _last_seat(evening, best[0].name), line, places)


def all_change_page(evening: Evening) -> ChampionPage | None:
    """Return the moment in which both leave a queue's seats; None unless the last match was the last of a streak."""
    name, limit = evening.all_change, streak_limit(evening)
    if not name:
        return None
    line = word("evening.all_change.line", number=word(f"number.{limit}"))
    return ChampionPage(word("evening.all_change"), name, _last_seat(evening, name), line)


def last_match(evening: Evening) -> str:
    """Return the name in the store of the last match that was played to a winner at the cabinet; "" without one."""
    return next((each.match for each in reversed(evening.results) if each.winner and not each.by_hand), "")


def _last_seat(evening: Evening, name: str) -> int:
    played = next((each for each in reversed(evening.results) if name in each.names and each.winner), None)
    return played.names.index(name) if played is not None else 0


def _record(row: Row) -> str:
    won, lost = row.matches
    return word("evening.record", won=won, lost=lost) if won + lost else ""


# For people who walk by


def board(evening: Evening) -> TonightBoard:
    """Return what is on tonight."""
    stays, now = evening.seat_holder, evening.now
    if stays is not None:
        key = "queue.wins" if stays.streak else "queue.wins.0"
        champion, crown = Holder(stays.name, stays.seat), word(key, wins=stays.streak)
        return tonight_board(title(evening), champion, crown, [_challenger(evening), *evening.next_up])
    if evening.champion:
        return tonight_board(title(evening), Holder(champion_words(evening), 0), word("evening.champion"), ())
    return tonight_board(title(evening), None, "", [*(now.names if now is not None else ()), *evening.next_up])
