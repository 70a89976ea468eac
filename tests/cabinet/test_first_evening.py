"""Five people who have never seen the cabinet, from the title to their first match, pressing what is labelled."""

from pathlib import Path

import pytest

from cabinet.scenes.called_pair import CalledPair
from cabinet.scenes.choice import Choice
from cabinet.scenes.lessons import HowTo
from cabinet.scenes.match import MatchScene
from cabinet.scenes.names import TakingNames, half_of
from cabinet.scenes.title import Title
from cabinet.scenes.tonight import EveningSetup
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, LEFT, RIGHT
from engine.units import MS, S
from tests.cabinet.test_whole_cabinet import AMBER, BLUE, LINES
from tests.cabinet.test_whole_evening import Party, party

PEOPLE = ("MIA", "BEN", "ZOE", "R2D", "BO")
THINKS_NS = 1500 * MS
"""The time of somebody who has to look for the next button."""
PATIENCE_NS = 120 * S


class Newcomers:
    """They read the page and press the button that its words name; one of them mistypes, and mends it."""

    def __init__(self, evening: Party, people: tuple[str, ...] = PEOPLE, slips: tuple[int, ...] = ()) -> None:
        self.evening = evening
        self.people = people
        self.slips = slips
        """The letters, counted from 0 over all names, at which a finger finds the place beside the right one."""
        self.presses = self.letters = self.names_ns = 0
        self.spelling = 0
        self.began_at = self.done_at = 0

    def step(self) -> None:
        """One look at the page, and one press."""
        page = self.evening.cabinet._stack.top
        if isinstance(page, MatchScene):
            self.done_at = self.evening.screen.ends = self.evening.clock()
            return
        if found := self.button(page):
            button, seat = found
            self.began_at = self.began_at or self.evening.clock()
            self.presses += 1
            self.spelling += isinstance(page, TakingNames)
            self.evening.source.tap(LINES[(seat, button)], at_ns=self.evening.clock() + MS, hold_ns=60 * MS)

    def button(self, page: object) -> tuple[str, int] | None:
        """What the words on the page lead to, and who presses."""
        if isinstance(page, Title):
            return RIGHT, AMBER
        if isinstance(page, Choice):
            return CARDS[[answer.value for answer in page._answers].index("winner_stays")], AMBER
        if isinstance(page, EveningSetup):
            return (ACTION if len(page.plan.names) == len(self.people) else RIGHT), AMBER
        if isinstance(page, TakingNames):
            return self.spells(page), AMBER
        if isinstance(page, CalledPair):
            return (ACTION, page.awaited[0]) if page.awaited else None
        return (CARDS[4], BLUE) if isinstance(page, HowTo) else None

    def spells(self, page: TakingNames) -> str:
        """Return the button whose label has the next letter, or that takes the name or a letter back."""
        taking = page._taking
        half = half_of(taking, taking.sitters[AMBER], "join")
        there = len(taking.taken)
        name = self.people[there]
        if half.letters != name[: len(half.letters)]:
            return LEFT
        if half.letters == name:
            is_last = there + 1 == len(self.people)
            return RIGHT if not is_last and half.right == word("names.another") else ACTION
        letter, labels = name[len(half.letters)], [*(tile.text for tile in half.keys), half.right]
        alphabet = taking.alphabet
        spans = [alphabet[alphabet.index(text[0]) : alphabet.index(text[-1]) + 1] if text else "" for text in labels]
        place = next(place for place, span in enumerate(spans) if letter in span)
        if half.strip >= 0:
            place = self.slipped(place)
        return (*CARDS, RIGHT)[place]

    def slipped(self, place: int) -> int:
        self.letters += 1
        return (place + 1) % 5 if self.letters - 1 in self.slips else place


@pytest.mark.parametrize("slips", [(), (0, 5, 9)], ids=lambda slips: f"{len(slips)} mistakes")
def test_five_newcomers_are_at_their_first_match_in_two_minutes(tmp_path: Path, slips: tuple[int, ...]) -> None:
    evening = party(tmp_path)
    people = Newcomers(evening.after(2 * S), slips=slips)
    for _ in range(PATIENCE_NS // THINKS_NS):
        evening.do(people.step).after(THINKS_NS - 20 * MS)
    evening.run()
    assert 0 < people.done_at - people.began_at < PATIENCE_NS
    letters = sum(map(len, PEOPLE))
    assert people.spelling == 2 * letters + len(PEOPLE) + 3 * len(slips), "two a letter, one a name, three a mistake"
    assert people.presses == people.spelling + 3 + 1 + 2 + 1, "to the list, BEGIN, SIT DOWN, past the lesson"
    assert evening.journal().names == PEOPLE
