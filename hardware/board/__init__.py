"""The button board: an RP2040 that stamps every edge on its own microsecond timer, and the serial line to it.

Where to begin, in this order:

1. `protocol.py`: the numbers, and the one source of truth for them. `docs/protocol.md` says what they mean.
2. `frames.py` and `messages.py`: bytes to frames to messages and back; pure.
3. `clockmap.py`: the board's ticks on our clock, with a bound on the error; pure. `pings.py` asks for it.
4. `talk.py`: one boot of a board, without its line: what is told, what is missing, up to when; pure.
5. `supervisor.py`: what is done about a board that makes no sense; pure.
6. `source.py`: the line kept open, as an `InputSource`. `link.py` says what a line is, `serial_link.py` is the real
   one, `speech.py` puts messages on it; `fake.py` is a board in software. `resolution.py`: the error that is published.
7. `lamps.py`, `selftest.py` and `flash.py`: what else is done with a board.
"""
