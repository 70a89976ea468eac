"""Renders samples of the table, alone or as contact sheets; the same code always gives the same pictures."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import pygame

from cabinet.config.schema import SeatKeys
from cabinet.display.cache import LEAST_BYTES, DrawingCache
from cabinet.display.layout.boxes import LayoutName
from cabinet.display.table.view import TableView
from cabinet.display.table.view_state import FACES, TableSetup, TableUpdate
from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import cap_names
from cabinet.input.inputs import panel_map
from cabinet.match.request import FILLS_UP, PERSON, seat_names
from cabinet.strings.catalogue import word
from tests.cabinet.pictures.samples import Sample, hand_samples, samples
from tests.cabinet.pictures.samples_race import many_samples, race_samples

SIZES: Final = ((480, 320), (800, 480), (1280, 720))
"""The screens that are looked at."""

TILE: Final = 400
"""Width of one picture on a contact sheet, in px."""

COLUMNS: Final = 4


class Arrangement(NamedTuple):
    """A way to seat the players: its name, and what it is made of."""

    name: str
    layout: LayoutName
    cocktail: bool


ARRANGEMENTS: Final = (
    Arrangement("facing", "facing", False),
    Arrangement("cocktail", "facing", True),
    Arrangement("beside", "beside", False),
)


class Studio:
    """Renders samples; keeps fonts and drawn cards between them, those of all sizes in one budget."""

    def __init__(self, theme: Theme | None = None) -> None:
        self._theme = theme or Theme()
        self._fonts = Fonts()
        self._drawn = DrawingCache(LEAST_BYTES)
        self._toolkits: dict[tuple[int, int], Toolkit] = {}

    def render(self, sample: Sample, size: tuple[int, int], arrangement: Arrangement) -> pygame.Surface:
        """One sample as it is seen on a screen of that size."""
        view = self.view(sample, size, arrangement)
        screen = pygame.Surface(size)
        for entries in ((), sample.entries):
            view.update(
                TableUpdate(
                    entries,
                    sample.table,
                    sample.keys,
                    0,
                    rows=sample.rows,
                    clock=sample.clock,
                    ready_wait=sample.ready_wait,
                )
            )
        view.show(sample.dialog)
        view.draw(screen, 0)
        view.draw(screen, sample.after_ns)
        return screen

    def view(self, sample: Sample, size: tuple[int, int], arrangement: Arrangement) -> TableView:
        """A view made for a sample, to which nothing has been told yet."""
        keys = panel_map(SeatKeys())
        setup = TableSetup(
            size,
            names_at(sample),
            arrangement.layout,
            arrangement.cocktail,
            sample.title,
            sample.goal,
            sample.judged,
            cap_names({place: str(key) for key, place in keys.items()}) if sample.keyboard else {},
            sample.near,
            sample.slap_hint,
            hands=sample.hands,
            viewers=sample.viewers,
            faces=sample.faces or FACES,
            draw_hint=sample.draw_hint,
        )
        return TableView(setup, word, self.toolkit(size))

    def toolkit(self, size: tuple[int, int]) -> Toolkit:
        """The toolkit of all samples at that size."""
        if size not in self._toolkits:
            self._toolkits[size] = Toolkit(self._theme, self._fonts, size, drawn=self._drawn)
        return self._toolkits[size]

    def all_of(self, size: tuple[int, int], arrangement: Arrangement) -> Mapping[str, pygame.Surface]:
        """Every sample at one size in one arrangement, by name."""
        return {
            name: self.render(sample, size, arrangement)
            for name, sample in every_sample().items()
            if shows(sample, arrangement)
        }


def names_at(sample: Sample) -> tuple[str, ...]:
    """What the seats of a sample are called."""
    game = "speed_uno" if sample.title == word("game.speed_uno") else "speed"
    people = [PERSON if seat in sample.viewers else FILLS_UP for seat in range(sample.seats)]
    return seat_names(game, people)


def shows(sample: Sample, arrangement: Arrangement) -> bool:
    """Whether the sample looks otherwise so: one person with a hand has the same table `facing` and `beside`, and so
    have three people or four.
    """
    return len(sample.viewers) == 2 or arrangement.layout == "facing"


def every_sample() -> Mapping[str, Sample]:
    """All samples by name: a match from its beginning to its end, what the variations add, and games with hands."""
    return {**samples(), **race_samples(), **many_samples(), **hand_samples()}


def contact_sheet(
    pictures: Mapping[str, pygame.Surface], theme: Theme, fonts: Fonts, columns: int = COLUMNS
) -> pygame.Surface:
    """Pictures, shrunk and side by side, each with its name below; those of one row have one size."""
    gap, label = 10, 24
    named = list(pictures.items())
    rows = [named[start : start + columns] for start in range(0, len(named), columns)]
    heights = [round(row[0][1].get_height() * TILE / row[0][1].get_width()) for row in rows]
    sheet = pygame.Surface((columns * (TILE + gap) + gap, sum(heights) + len(rows) * (label + gap) + gap))
    sheet.fill(theme.colours.plate)
    y = gap
    for row, height in zip(rows, heights, strict=True):
        for column, (name, picture) in enumerate(row):
            x = gap + column * (TILE + gap)
            sheet.blit(pygame.transform.smoothscale(picture, (TILE, height)), (x, y))
            title = fonts.get("text", 14).render(name.replace("_", " "), True, theme.colours.quiet)
            sheet.blit(title, (x + 2, y + height + 4))
        y += height + label + gap
    return sheet


def _races(studio: Studio) -> Mapping[str, pygame.Surface]:
    """A photo finish in its loudest moments, by name."""
    drawn, (facing, cocktail, beside) = samples(), ARRANGEMENTS
    shown = (("close_race", facing), ("close_race", cocktail), ("coin_falls", facing), ("dead_heat", facing),
             ("last_card", facing), ("last_card", beside))  # fmt: skip
    return {f"{name} {way.name}": studio.render(drawn[name], (800, 480), way) for name, way in shown}


def sheets() -> Iterator[tuple[str, pygame.Surface]]:
    """Yield every contact sheet of the table, with its file's name."""
    theme, fonts, studio = Theme(), Fonts(), Studio()
    yield "race.png", contact_sheet(_races(studio), theme, fonts, columns=2)
    for size in SIZES:
        for arrangement in ARRANGEMENTS:
            name = f"table-{arrangement.name}-{size[0]}x{size[1]}.png"
            yield name, contact_sheet(studio.all_of(size, arrangement), theme, fonts)


def race_picture() -> pygame.Surface:
    """Return the picture of the README: a race for a pile."""
    return Studio().render(samples()["photo_finish"], (1280, 720), ARRANGEMENTS[0])
