"""The button board: an RP2040 that stamps every edge on its own microsecond timer, and the serial line to it.

Where to begin, in this order:

1. `protocol.py`: the numbers of the protocol, and their only source; bytes to frames to messages and back; pure.
   `docs/protocol.md` explains their meaning.
2. `clockmap.py`: maps the board's ticks to the computer's clocks, with a bound on the error that is published; pure.
3. `session.py`: one boot of a board, without its line: messages decoded, reported events, missing edges, time limits,
   pings; pure.
4. `supervisor.py`: decides when a board that makes no sense is reset; pure.
5. `link.py`: the line to a board, and the search for its port. `source.py` keeps it open, as an `InputSource`, and
   drives the lamps in the buttons; `fake.py` is a board in software.
6. `selftest.py` and `flash.py`: the tests and the firmware of a board.
"""
