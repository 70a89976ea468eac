"""`photofinish players`: list, rename, merge, delete and export the names of people.

`list` and `export` only read, beside a running cabinet too. The others need it ended, and ask before they change
anything. Exit code 0, 1 where the answer was no, 2 for a mistake.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Container, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from cabinet.commands.config import chosen_config
from cabinet.config.file import data_folder
from cabinet.errors import CabinetError
from cabinet.people.names import is_name, is_refused
from cabinet.people.ratings import Place, place_text
from cabinet.store.people import (
    Journal,
    Person,
    csv_of,
    delete_person,
    everything_under,
    merge_person,
    opened_report,
    rename_person,
)
from cabinet.strings.catalogue import word
from cabinet.strings.columns import in_columns
from cabinet.tournaments.evening import following
from engine.errors import shortened
from engine.games import GAMES

DECLINED: Final = 1
YES: Final = ("y", "yes")


def run(args: argparse.Namespace) -> int:
    """Do the named work; return the exit code. Raises CabinetError, ConfigError."""
    folder = data_folder(chosen_config(args).config, os.environ)
    return ACTS[args.act or "list"](args, folder)


# Reading


def _list(args: argparse.Namespace, folder: Path) -> int:

    with opened_report(folder) as report:
        standings = report.standings()
        places = {game.info.id: standings.places(game.info.id) for game in GAMES}
        people = list(report.people())
    if "json" in args:
        print(json.dumps([_as_json(person, places) for person in people]))
        return 0
    rows = [word("players.head").split(", "), *(_row(person, places) for person in people)]
    if len(rows) == 1:
        print(word("players.nobody"))
        return 0
    for line in in_columns(rows):
        print(line)
    return 0


def _as_json(person: Person, places: Mapping[str, Mapping[str, Place]]) -> dict[str, object]:
    own = {game: names[person.name]._asdict() for game, names in places.items() if person.name in names}
    figures = {"name": person.name, "matches": person.matches, "won": person.won, "seen": person.seen}
    return {**figures, "places": own}


def _row(person: Person, places: Mapping[str, Mapping[str, Place]]) -> list[str]:

    own = [(game, names[person.name]) for game, names in places.items() if person.name in names]
    found = [word("players.place", game=game, place=place_text(place)) for game, place in own]
    seen = time.strftime("%Y-%m-%d", time.localtime(person.seen))
    return [person.name, str(person.matches), str(person.won), seen, ", ".join(found)]


def _export(args: argparse.Namespace, folder: Path) -> int:

    with opened_report(folder) as report:
        people = {person.name: person for person in report.people()}
        names = [*people] if args.name is None else [_known(args.name, people)]
        standings = report.standings()
        under = [everything_under(report, people[name], standings, folder) for name in names]
    text = csv_of(under) if args.csv else json.dumps(under, indent=1) + "\n"
    if args.output is None:
        sys.stdout.write(text)
    else:
        _write(args.output, text)
    return 0


def _write(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError as problem:
        raise CabinetError(word("players.exists", path=path)) from problem
    except OSError as problem:
        raise CabinetError(word("players.unwritable", path=path, reason=problem.strerror)) from problem


# Changing


def _rename(args: argparse.Namespace, folder: Path) -> int:

    names = _names(folder)
    old, new = _known(args.name, names), _new(args.other)
    if new == old:
        raise CabinetError(word("players.same", name=new))
    if new in names:
        raise CabinetError(word("players.taken", name=new, old=old))
    if not _agreed(args, word("players.ask.rename", name=old, other=new, matches=names[old])):
        return DECLINED
    journal = Journal(*following("rename", old, new))
    print(word("players.done.rename", name=old, other=new, matches=rename_person(folder, old, new, journal)))
    return 0


def _merge(args: argparse.Namespace, folder: Path) -> int:

    names = _names(folder)
    old, into = _known(args.name, names), _known(args.other, names)
    if into == old:
        raise CabinetError(word("players.same", name=into))
    question = word("players.ask.merge", name=old, other=into, matches=names[old], others=names[into])
    if not _agreed(args, question):
        return DECLINED
    journal = Journal(*following("merge", old, into))
    print(word("players.done.merge", name=old, other=into, matches=merge_person(folder, old, into, journal)))
    return 0


def _delete(args: argparse.Namespace, folder: Path) -> int:

    names = _names(folder)
    name = _known(args.name, names)
    if not _agreed(args, word("players.ask.delete", name=name, matches=names[name])):
        return DECLINED
    journal = Journal(*following("delete", name))
    print(word("players.done.delete", name=name, matches=delete_person(folder, name, journal)))
    return 0


def _names(folder: Path) -> dict[str, int]:
    """Return all names, with their matches."""
    with opened_report(folder) as report:
        return {person.name: person.matches for person in report.people()}


def _known(given: str, names: Container[str]) -> str:
    name = _name(given)
    if name not in names:
        raise CabinetError(word("players.unknown", name=name))
    return name


def _new(given: str) -> str:
    name = _name(given)
    if is_refused(name):
        raise CabinetError(word("players.refused", name=name))
    return name


def _name(given: str) -> str:
    name = given.upper()
    if not is_name(name):
        raise CabinetError(word("players.no_name", given=shortened(given)))
    return name


def _agreed(args: argparse.Namespace, question: str) -> bool:
    """Return whether the person at the terminal agrees; without an answer nothing is changed."""
    if args.yes:
        return True
    try:
        answer = input(word("players.prompt", question=question))
    except EOFError:
        print()
        answer = ""
    if answer.strip().lower() in YES:
        return True
    print(word("players.unchanged"), file=sys.stderr)
    return False


ACTS: Final[Mapping[str, Callable[[argparse.Namespace, Path], int]]] = MappingProxyType(
    {"list": _list, "rename": _rename, "merge": _merge, "delete": _delete, "export": _export}
)
"""What can be done, by name."""
