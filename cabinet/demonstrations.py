"""The bots' matches of the attract screen: each game in turn, by its first preset."""

from collections.abc import Callable

from msgspec.structs import replace

from cabinet.config.schema import Config
from cabinet.display.layout.parts import LayoutName
from cabinet.display.toolkit import Kit
from cabinet.house import WATCHED, House, Wish, full_table
from cabinet.looks import table_view
from cabinet.scenes.attract import Demo
from cabinet.scenes.views import Look, Views
from engine.games import GAMES
from engine.record import Update


def demonstration(
    config: Config, house: House, kit: Kit, number: int, now: int, hear: Callable[[Update], None]
) -> Demo:
    """Return match `number`, from 0; the layout alternates between "facing" and "beside".

    `now`: CLOCK_MONOTONIC, ns; `hear` receives the match's updates.
    """
    offer = house.offers(GAMES[number % len(GAMES)])[0]
    wish = Wish(offer.game, offer.name, full_table(offer.seats, WATCHED))
    layout: LayoutName = "beside" if number % 2 else "facing"
    view = table_view(replace(config, display=replace(config.display, layout=layout)), house, wish, kit, judged=True)
    return Demo(house.demo(wish, now, hear), Views({0: Look(view)}))
