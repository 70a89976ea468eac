"""Two equal USB encoders whose buttons are pressed by orders from a pipe, for as long as this program runs.

    python -m tools.vm.rig.encoder_hands PIPE

An order a line, of encoder 0 or 1 and its buttons from 0 on: ``press ENCODER BUTTON``, ``release ENCODER BUTTON``,
``hold ENCODER BUTTON MS`` (and as long a rest behind it, but no longer than `REST_S`), ``move ENCODER HOST`` (pull it
out, and plug it into another host's port). The pipe is there once both are plugged in.
"""

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.vm.rig.usb_hid import UsbEncoder

INTERVAL_MS: Final = 8
REST_S: Final = 0.2


def obey(encoders: Sequence[UsbEncoder], order: str) -> None:
    """Do what a line says. Raises ValueError for another line."""
    word, encoder, *more = order.split()
    numbers = [int(number) for number in more]
    match word, numbers:
        case (("press" | "release"), [button]):
            encoders[int(encoder)].report([(button, word == "press")])
        case "hold", [button, ms]:
            encoders[int(encoder)].report([(button, True)])
            time.sleep(ms / 1000)
            encoders[int(encoder)].report([(button, False)])
            time.sleep(min(ms / 1000, REST_S))
        case "move", [host]:
            encoders[int(encoder)].unplug()
            encoders[int(encoder)].plug_in(host)
        case _:
            raise ValueError(order)


def main(pipe: str) -> None:
    """See the module."""
    encoders = [UsbEncoder(number, INTERVAL_MS) for number in (0, 1)]
    os.mkfifo(pipe)
    while True:
        with Path(pipe).open(encoding="utf-8") as orders:
            for order in orders:
                obey(encoders, order)


if __name__ == "__main__":
    main(sys.argv[1])
