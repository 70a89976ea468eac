"""What a screen that all share never shows: the face of a hidden card, not even while it bounces back (GEN-4)."""

from collections.abc import Iterator

import pygame
import pytest

from cabinet.display.table.view_state import TableUpdate
from engine.cards import HIDDEN
from engine.log_lines import CommandLine
from engine.panel import Command
from engine.screen import Screen
from engine.units import MS
from tests.cabinet.pictures.samples import Sample
from tests.cabinet.pictures.samples_race import LOOKING, PEEK, SPEED, SPIT, Stage, staged
from tests.cabinet.pictures.studio import ARRANGEMENTS, Arrangement, Studio

SIZE = (480, 320)
SOURCE = "seat1.hand2"


def beaten(card: str, *, looks: bool) -> tuple[Screen, Sample]:
    """BLUE's card was beaten; with `looks` BLUE holds LEFT and RIGHT."""
    stage = Stage("speed", PEEK, held={1: LOOKING} if looks else {})
    screen = staged(stage, {**SPEED, SOURCE: card})
    lost = CommandLine(1, 1, Command("play", card, SOURCE, "centre.0"), False, why="rank", beaten_by=0, margin_ns=9)
    return screen, Sample(screen.table, screen.keys, tuple(screen.redacted([lost])))


def frames(studio: Studio, arrangement: Arrangement, card: str, *, looks_first: bool) -> Iterator[bytes]:
    """The frames of the bounce; whoever looked at first lets go after 40 ms."""
    _, sample = beaten(card, looks=looks_first)
    _, let_go = beaten(card, looks=False)
    view, screen = studio.view(sample, SIZE, arrangement), pygame.Surface(SIZE)
    view.update(TableUpdate((), sample.table, sample.keys, 0))
    view.update(TableUpdate(sample.entries, sample.table, sample.keys, 0))
    for now in range(0, 400 * MS, 20 * MS):
        if now == 40 * MS:
            view.update(TableUpdate((), let_go.table, let_go.keys, now))
        view.draw(screen, now)
        yield pygame.image.tobytes(screen, "RGB")


@pytest.mark.parametrize("arrangement", ARRANGEMENTS, ids=lambda arrangement: arrangement.name)
def test_a_beaten_hidden_card_bounces_back_face_down(studio: Studio, arrangement: Arrangement) -> None:
    one = list(frames(studio, arrangement, "7D", looks_first=False))
    other = list(frames(studio, arrangement, "2C", looks_first=False))
    assert one == other
    assert len(set(one)) > 8, "it does move"


def test_who_lets_go_while_a_card_bounces_hides_it_at_once(studio: Studio) -> None:
    one = list(frames(studio, ARRANGEMENTS[0], "7D", looks_first=True))
    other = list(frames(studio, ARRANGEMENTS[0], "2C", looks_first=True))
    assert one[0] != other[0]
    assert one[2:] == other[2:]


def test_cards_under_a_pile_are_known_only_while_their_owner_looks() -> None:
    options = {"peek_under": True}
    held = staged(Stage("spit", options, held={0: ("CARD5",)}), SPIT)
    free = staged(Stage("spit", options), SPIT)
    known = [name for name, cards in held.table.zones.items() if any("~" in card and card != HIDDEN for card in cards)]
    assert known == [held.table.text("looks.0")] == ["seat0.stock5"]
    assert not free.table.text("looks.0")
    assert not any("~" in card and card != HIDDEN for cards in free.table.zones.values() for card in cards)
