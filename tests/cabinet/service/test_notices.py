"""What is said on the terminal and at the title while people play."""

import pygame

from cabinet.display.theme import Colour
from cabinet.input.inputs import DisconnectedSource
from cabinet.scenes.card_faults import CardFaults, FaultLine
from cabinet.scenes.stack import SceneStack
from cabinet.scenes.title import Title
from cabinet.service.notices import PASSING_NS, Notices
from cabinet.store.worker import Trouble
from engine.units import S
from tests.cabinet.scenes.stories import toolkit_of
from tests.cabinet.store.memory_store import MemoryStore


class Told(MemoryStore):
    """A store that has something to tell, once."""

    def __init__(self, troubles: tuple[Trouble, ...] = (), saved: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._said, self._kept = troubles, saved

    def troubles(self) -> tuple[Trouble, ...]:
        said, self._said = self._said, ()
        return said

    def saved(self) -> tuple[str, ...]:
        kept, self._kept = self._kept, ()
        return kept


class Listener:
    """Notices, the title they stand at, and what the terminal was told."""

    def __init__(self) -> None:
        self.terminal = list[str]()
        self._stack = SceneStack()
        toolkit = toolkit_of()
        self._title = Title(toolkit, None)
        self._bare = self.head()
        self._stack.push(self._title, 0)
        self.notices = Notices(self._stack, self.terminal.append)

    def head(self) -> list[tuple[int, int, int, int]]:
        return [(rect.x, rect.y, rect.w, rect.h) for rect in (sprite.rect for sprite in self._title.sprites())]

    def colours(self) -> set[str]:
        """Which of two colours the words at the title's head have."""
        colours = self._title.toolkit.theme.colours
        head = self._title.toolkit.size[1] // 10
        words = [sprite.surface for sprite in self._title.sprites() if sprite.rect.y < head]

        def shows(colour: Colour) -> bool:
            return any(pygame.mask.from_threshold(text, colour, (8, 8, 8, 255)).count() for text in words)

        return {name for name in ("alarm", "text") if shows(getattr(colours, name))}

    def cover(self) -> None:
        """Put a scene over the title."""
        self._stack.push(CardFaults(self._title.toolkit, [FaultLine("LINE 1", "is wrong")]), 0)

    def uncover(self) -> None:
        self._stack.pop(0)

    @property
    def title_says_something(self) -> bool:
        return self.head() != self._bare


def test_what_is_said_stands_on_the_terminal_at_the_title_and_at_the_next_one() -> None:
    there = Listener()
    there.notices.post("The logs are full.")
    assert there.terminal == ["The logs are full."]
    assert there.title_says_something
    assert there.notices.last == "The logs are full."


def test_good_news_are_no_alarm() -> None:
    there = Listener()
    colours = there.colours
    there.notices.post("The logs are full.")
    assert colours() == {"alarm"}
    there.notices.post("The card was taken.", good=True)
    assert (colours(), there.notices.is_good) == ({"text"}, True)
    there.notices.post("The logs are full.")
    assert (colours(), there.notices.is_good) == ({"alarm"}, False)


def test_who_goes_past_the_title_has_seen_it() -> None:
    there = Listener()
    there.notices.post("The logs are full.")
    there.notices.acknowledge()
    assert there.notices.last == ""
    assert there.terminal == ["The logs are full."]


def test_a_board_that_is_away_is_named_once_and_its_return_takes_the_words_away() -> None:
    there = Listener()
    for _ in range(3):
        there.notices.missing((DisconnectedSource("board2"),))
    assert there.terminal == ["board2 does not answer. Look at its cable."]
    there.notices.missing(())
    assert there.notices.last == ""
    assert not there.title_says_something
    assert len(there.terminal) == 1


def test_a_device_that_another_program_has_grabbed_is_named_once_and_again_when_it_happens_again() -> None:
    there = Listener()
    for withheld in (("Stick",), ("Stick",), (), ("Stick", "Pad")):
        there.notices.devices("input.withheld", withheld)
        there.notices.devices("assign.moved", ())
    assert there.terminal == [
        "Another program keeps Stick to itself (STATE: buttons).",
        "Another program keeps Stick to itself (STATE: buttons). Another program keeps Pad to itself (STATE: buttons).",
    ]


def test_what_the_disk_refuses_is_for_everybody_and_what_it_saved_for_the_terminal() -> None:
    there = Listener()
    there.notices.disk(Told(saved=("match.jsonl",)))
    assert there.terminal == ["Saved: the result of match.jsonl."]
    assert not there.title_says_something
    there.notices.disk(Told(troubles=(Trouble("store.none", "photofinish.db", "no database"),)))
    assert there.title_says_something
    assert "photofinish.db" in there.notices.last


def test_stamps_that_are_late_are_said_once_and_again_when_it_happens_again() -> None:
    there = Listener()
    for doubt in ("", "late", "late", "", "late"):
        there.notices.stamps(doubt)
    assert there.terminal == ["The header's interrupts are late: races are not judged (docs/wiring.md)."] * 2


def test_a_chip_that_nobody_has_checked_is_said_at_the_start() -> None:
    there = Listener()
    there.notices.stamps("chip")
    assert "Nobody has checked how this GPIO chip stamps" in there.notices.last


def test_a_board_that_makes_no_sense_is_told_from_one_that_is_unplugged_and_why_is_in_the_log() -> None:
    there = Listener()
    for _ in range(2):
        contradictory = DisconnectedSource("board2", "Its frames contradict each other.")
        there.notices.missing((DisconnectedSource("board"), contradictory))
    assert there.terminal == [
        "Its frames contradict each other.",
        "board does not answer. Look at its cable. board2 makes no sense. Plug it in anew.",
    ]
    assert there.title_says_something


def test_a_notice_for_the_operator_passes() -> None:
    there = Listener()
    there.notices.post_for_a_while("The kernel loses edges.")
    assert there.terminal == ["The kernel loses edges."]
    there.notices.tick(S)
    assert there.title_says_something
    there.notices.tick(S + PASSING_NS - 1)
    assert there.title_says_something
    there.notices.tick(S + PASSING_NS)
    assert not there.title_says_something
    there.notices.tick(9 * PASSING_NS)
    assert not there.title_says_something


def test_a_notice_that_passes_waits_for_the_others_and_takes_none_of_them_away() -> None:
    there = Listener()
    there.notices.post("The card was taken.")
    there.notices.post_for_a_while("The kernel loses edges.")
    there.notices.tick(S)
    assert there.notices.last == "The card was taken."
    there.notices.acknowledge()
    there.notices.tick(2 * S)
    assert there.notices.last == "The kernel loses edges."
    there.notices.post("The logs are full.")
    there.notices.tick(2 * S + PASSING_NS)
    assert there.notices.last == "The logs are full."
    assert there.terminal == ["The card was taken.", "The kernel loses edges.", "The logs are full."]


def test_what_passes_passes_at_the_title_alone() -> None:
    there = Listener()
    there.notices.post_for_a_while("The kernel loses edges.")
    there.cover()
    there.notices.tick(S)
    assert there.notices.last == ""
    there.uncover()
    there.notices.tick(2 * S)
    assert there.notices.last == "The kernel loses edges."
