"""The entry point of the layouts: pure geometry for any screen size, without pygame and without a game.

`table_layout` is for games whose cards lie in slots, `hand_layout` for games with hands. Each chooses an arrangement by
how two people sit and how many seats there are.
"""

from cabinet.display.layout.boxes import SMALLEST_SCREEN
from cabinet.display.layout.hands import hands_alone, hands_beside, hands_facing, hands_quarters
from cabinet.display.layout.parts import HandLayout, HandNeed, LayoutName, Need, TableLayout
from cabinet.display.layout.slots import beside, beside_many, facing, facing_many, quarters


def table_layout(
    size: tuple[int, int],
    name: LayoutName = "facing",
    *,
    cocktail: bool = False,
    need: Need | None = None,
    near: int = 0,
    people: tuple[int, ...] = (0, 1),
) -> TableLayout:
    """Return the layout of a table with slots on a screen of `size` px.

    Of up to four seats, two people get full rows and keys, and the other seats are small. Three or four people get a
    quarter each, whatever `name` says.

    `cocktail` turns the far half of `facing` round; `beside` ignores it. `near` is the seat at the near edge of
    `facing`: on a screen of its own each player sits there. Raises ValueError with the smallest size for a screen on
    which cards could not be read.
    """
    if size[0] < SMALLEST_SCREEN[0] or size[1] < SMALLEST_SCREEN[1]:
        least = "×".join(map(str, SMALLEST_SCREEN))
        raise ValueError(f"a screen of {size[0]}×{size[1]} is too small; it takes at least {least}")
    wanted = need or Need()
    if wanted.seats > 2:
        if len(people) > 2 or near > 1:
            return quarters(size, wanted, people, cocktail=cocktail)
        if name == "beside":
            return beside_many(size, wanted)
        return facing_many(size, wanted, cocktail=cocktail, nearest=near)
    return beside(size, wanted) if name == "beside" else facing(size, wanted, cocktail=cocktail, nearest=near)


def hand_layout(size: tuple[int, int], name: LayoutName, need: HandNeed, *, cocktail: bool = False) -> HandLayout:
    """Return the layout of a game with hands on a screen of `size` px, at least `SMALLEST_SCREEN`.

    One person has the whole lower edge, with the other seats in a row at the upper edge. Two people sit as in any game
    (`facing`, `cocktail`, `beside`), with the other seats' tiles between them. Three or four people have a quarter
    each.
    """
    if len(need.viewers) == 1:
        return hands_alone(size, need, turned=cocktail and name == "facing" and need.viewers[0] % 2 == 1)
    if len(need.viewers) > 2:
        return hands_quarters(size, need, cocktail=cocktail)
    return hands_beside(size, need) if name == "beside" else hands_facing(size, need, cocktail=cocktail)
