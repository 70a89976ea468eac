"""The fixtures that tests of a match share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cabinet.display.toolkit import Toolkit
from tests.cabinet.scenes.match_evening import KIT_SIZE, Evening, Invite
from tests.cabinet.scenes.stories import toolkit_of


@pytest.fixture(scope="module")
def toolkit() -> Toolkit:
    return toolkit_of(KIT_SIZE)


@pytest.fixture
def invite(toolkit: Toolkit, tmp_path: Path) -> Iterator[Invite]:
    evenings: list[Evening] = []

    def make(*players: str, best_of: int = 1, at_once: bool = False) -> Evening:
        evenings.append(Evening(toolkit, tmp_path / str(len(evenings)), *players, best_of=best_of, at_once=at_once))
        return evenings[-1]

    yield make
    for evening in evenings:
        evening.stack.clear(evening.now)
