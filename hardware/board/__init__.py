"""The button board: an RP2040 that stamps every edge on its own microsecond timer, and the serial line to it.

Begin with `protocol.py`: the numbers, and the one source of truth for them. `docs/protocol.md` says what they mean.
"""
