"""The bots' matches of the attract screen: each game in turn, by its first preset."""

from collections.abc import Callable

from msgspec.structs import replace

from cabinet.config.schema import Config
from cabinet.display.layout.parts import LayoutName
from cabinet.display.toolkit import Kit
from cabinet.match.factory import MatchFactory
from cabinet.match.request import WATCHED, MatchRequest, full_table
from cabinet.scenes.attract import Demo
from cabinet.screens.view_factory import table_view
from cabinet.screens.views import Look, Views
from engine.games import GAMES
from engine.record import Update


def demonstration(
    config: Config, factory: MatchFactory, kit: Kit, number: int, now: int, hear: Callable[[Update], None]
) -> Demo:
    """Return match `number`, from 0; the layout alternates between "facing" and "beside".

    `now`: CLOCK_MONOTONIC, ns; `hear` receives the match's updates.
    """
    offer = factory.offers(GAMES[number % len(GAMES)])[0]
    request = MatchRequest(offer.game, offer.name, full_table(offer.seats, WATCHED))
    layout: LayoutName = "beside" if number % 2 else "facing"
    view = table_view(
        replace(config, display=replace(config.display, layout=layout)), factory, request, kit, judged=True
    )
    return Demo(factory.demo(request, now, hear), Views({0: Look(view)}))
