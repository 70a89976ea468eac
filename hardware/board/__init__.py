"""The button board: an RP2040 that stamps every edge on its own microsecond timer, and the serial line to it.

Where to begin, in this order:

1. `protocol.py`: the numbers of the protocol, and their only source. `docs/protocol.md` explains their meaning.
2. `frames.py` and `messages.py`: bytes to frames to messages and back; pure.
3. `clockmap.py`: maps the board's ticks to the computer's clocks, with a bound on the error; pure. `pings.py` schedules
   its pings.
4. `talk.py`: one boot of a board, without its line: reported events, missing edges, and their time limits; pure.
5. `supervisor.py`: decides when a board that makes no sense is reset; pure.
6. `source.py`: the line kept open, as an `InputSource`. `link.py` is the interface of a line, `serial_link.py` the real
   line, `speech.py` encodes and decodes its messages; `fake.py` is a board in software. `resolution.py`: the published
   error.
7. `lamps.py`, `selftest.py` and `flash.py`: the lamps, the tests and the firmware of a board.
"""
