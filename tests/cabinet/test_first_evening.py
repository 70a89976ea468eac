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
from tests.cabinet.scenes.test_names import KEYS, key_of, spelled
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
        self.pressed: list[tuple[int, str]] = []
        self.letters = 0
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
            self.pressed.append((seat, button))
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
        letter = name[len(half.letters)]
        button = key_of(half, letter, taking.alphabet)
        labels = [*(tile.text for tile in half.keys), half.right]
        return self.slipped(button) if labels[KEYS.index(button)] == letter else button

    def slipped(self, button: str) -> str:
        self.letters += 1
        return KEYS[(KEYS.index(button) + 1) % len(KEYS)] if self.letters - 1 in self.slips else button


def at_their_first_match(folder: Path, slips: tuple[int, ...] = ()) -> Newcomers:
    """Newcomers who have come from the title to their match, or whose patience is at an end."""
    evening = party(folder)
    people = Newcomers(evening.after(2 * S), slips=slips)
    for _ in range(PATIENCE_NS // THINKS_NS):
        evening.do(people.step).after(THINKS_NS - 20 * MS)
    evening.run()
    return people


@pytest.mark.parametrize("slips", [(), (0, 5, 9)], ids=lambda slips: f"{len(slips)} mistakes")
def test_five_newcomers_are_at_their_first_match_in_two_minutes(tmp_path: Path, slips: tuple[int, ...]) -> None:
    people = at_their_first_match(tmp_path, slips)
    assert 0 < people.done_at - people.began_at < PATIENCE_NS
    right = sum(len(spelled(name)) for name in PEOPLE)
    assert people.spelling == right + len(PEOPLE) + 2 * len(slips), "one a name to take it, two a mistake"
    assert len(people.pressed) == people.spelling + 3 + 1 + 2 + 1, "to the list, BEGIN, SIT DOWN, past the lesson"
    assert len(people.pressed) == 36 + 2 * len(slips), "docs/tonight.md says so"
    assert people.evening.journal().names == PEOPLE
