"""The operator's questions about people's names: rename one, merge it into another, delete one, while the cabinet runs.

Each says what becomes of matches, records and tonight's evening before it is confirmed. The store then changes all that
it keeps, in a thread of its own, while `Waiting` is shown: nobody plays meanwhile.
"""

import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

from cabinet.display.page import LARGE, Part, Text
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import KeyNames
from cabinet.errors import CabinetError
from cabinet.scenes.bases import Leave, StaticScene
from cabinet.scenes.choice import Answer, Choice, Chosen, ask
from cabinet.scenes.names import NamesAsked, TakingNames
from cabinet.scenes.operator import Task
from cabinet.scenes.operator_pages import Note
from cabinet.screens.view_factory import TableSetting
from cabinet.store.people import Journal, Person, opened_report
from cabinet.store.store import Store
from cabinet.strings.catalogue import word
from cabinet.tournaments.evening import Evening, NameAct, following
from engine.panel import Press

T = TypeVar("T")

LOOK_NS: Final = 100_000_000
"""Interval of the looks whether the store has answered."""


class Waiting(StaticScene[T]):
    """Shows a sentence until `answer` returns something, which is the result; no button does anything meanwhile."""

    def __init__(self, toolkit: Toolkit, text: str, answer: Callable[[], T | None]) -> None:
        super().__init__(toolkit)
        self._text = text
        self._answer = answer
        self._now = 0

    def pressed(self, press: Press) -> None:
        self.refuse()

    def advance(self, now: int, drained: int) -> None:
        self._now = now
        if (answer := self._answer()) is not None:
            self.dismiss(answer)

    def next_deadline(self) -> int | None:
        return self._now + LOOK_NS

    def described(self) -> Part:
        return Text(self._text, LARGE, self.toolkit.theme.colours.text, rows=2, across=0.5)


async def change_names(
    toolkit: Toolkit,
    setting: TableSetting,
    store: Store,
    task: Task,
    evening: Evening | None,
    log: Callable[[str], None],
    *,
    more: str,
    is_turned: bool,
    typists: Callable[[int], Collection[int]] = lambda _asks: (),
) -> Note | None:
    """Ask for a name and what becomes of it, change it, and return what was done or why not; None for the way back.

    `evening` is the one that runs, `log` receives what was done. `more` and `is_turned` are as for `TakingNames`;
    `typists` returns the seats that can type when a seat asks (`Inputs.typing_seats`).
    """
    keys = setting.key_names
    act: NameAct = "rename" if task is Task.RENAME else "merge" if task is Task.MERGE else "delete"
    reading: Waiting[Sequence[Person] | str] = Waiting(toolkit, word("operator.looking"), _people(store))
    people = await reading
    if isinstance(people, str):
        return Note(people, "alarm")
    if len(people) < (2 if act == "merge" else 1):
        return Note(word("players.nobody" if not people else "people.one"), "alarm")
    chosen = await _which(toolkit, word(f"people.{act}.which"), people, keys)
    if chosen is None:
        return None
    person: Person = chosen.value
    other: Person | None = None
    new = ""
    if act == "rename":
        names = [each.name for each in people]
        taken = [name for name in names if name != person.name]
        types = typists(chosen.seat)
        asked = NamesAsked(chosen.seat, "rename", taken=taken, more=more, mends=person.name, typists=types)
        new = (await TakingNames(toolkit, setting, asked, is_turned=is_turned)).get(chosen.seat, "")
        if new in ("", person.name):
            return None
    elif act == "merge":
        others = [each for each in people if each != person]
        into = await _which(toolkit, word("people.merge.into", name=person.name), others, keys)
        if into is None:
            return None
        other, new = into.value, into.value.name
    sure = await sure_question(toolkit, act, person, new, other, evening, keys)
    if isinstance(sure, Leave) or not sure.value:
        return None
    answer = store.change_name(person.name, new, Journal(*following(act, person.name, new)))
    done = await Waiting(toolkit, word("people.working"), answer)
    if done.problem:
        return Note(word("people.not_done", problem=done.problem), "alarm")
    receipt = word(f"players.done.{act}", name=person.name, other=new, matches=done.matches)
    log(receipt)
    return Note(receipt, "good")


def sure_question(
    toolkit: Toolkit,
    act: NameAct,
    person: Person,
    new: str,
    other: Person | None,
    evening: Evening | None,
    keys: KeyNames = MappingProxyType({}),
) -> Choice[bool]:
    """Return the last question: what becomes of everything stands below it, whichever answer is highlighted."""
    line = _consequences(act, person, new, other, evening)
    answers = [Answer(word("desk.yes"), line, True)]
    back = Answer(word("menu.back"), line, False, ("left",))
    question = word(f"people.{act}.sure", name=person.name, other=new)
    return Choice(toolkit, question, answers, 1, [back], key_names=keys)


def _consequences(act: NameAct, person: Person, new: str, other: Person | None, evening: Evening | None) -> str:
    """Return what becomes of a person's matches, ratings and records, and of the place in the evening."""
    others = other.matches if other is not None else 0
    text = word(f"people.{act}.line", name=person.name, other=new, matches=person.matches, others=others)
    if evening is None or evening.roster.find(person.name) is None:
        return text
    gives_up = act == "delete" or (act == "merge" and evening.roster.find(new) is not None)
    return f"{text} {word('people.place_lost' if gives_up else 'people.place_kept', name=person.name)}"


def _people(store: Store) -> Callable[[], Sequence[Person] | str | None]:
    """Begin to read who is known, who was seen last first; return what returns that, or why it cannot be read."""
    found: list[Sequence[Person] | str] = []

    def read() -> None:
        try:
            found.append(_known(store.folder))
        except CabinetError as problem:
            found.append(str(problem))

    store.read(read)
    return lambda: found[0] if found else None


def _known(folder: Path | None) -> Sequence[Person]:
    if folder is None:
        return ()
    with opened_report(folder) as report:
        return sorted(report.people(), key=lambda person: (-person.seen, person.name))


async def _which(toolkit: Toolkit, question: str, people: Sequence[Person], keys: KeyNames) -> Chosen[Any] | None:
    """Ask for one of these people; return None for the way back."""
    answers: list[Answer[Any]] = [Answer(person.name, _line(person), person) for person in people]
    return await ask(toolkit, question, answers, 0, keys)


def _line(person: Person) -> str:
    seen = time.strftime("%d.%m.%y", time.localtime(person.seen))
    return word("people.line", name=person.name, matches=person.matches, won=person.won, seen=seen)
