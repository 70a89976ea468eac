"""The operator's lines about phones, below their settings: the address, and how many look on."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from cabinet.scenes.operator import Item
from cabinet.scenes.operator_pages import Row
from cabinet.service.items import OperatorItems, Program
from cabinet.strings.catalogue import word

TOPIC: Final = "live"


class LiveItems(OperatorItems):
    """The lines, while anything is shown on phones."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def settings(self) -> Sequence[Item]:
        """See `OperatorItems.settings`."""
        if not self._program.config.live.enabled:
            return ()
        line = partial(Item, topic=TOPIC, is_open=True)
        return [
            line(self._address, help=word("help.live.address")),
            line(self._readers, help=word("help.live.readers")),
        ]

    def _address(self) -> Row:
        scan = self._program.scan()
        return Row(word("live.address"), scan.address if scan is not None else word("live.no_service"))

    def _readers(self) -> Row:
        readers = self._program.readers()
        return Row(word("live.readers"), "–" if readers is None else str(readers))
