"""The rules, and nothing else: no clock, no I/O, no hidden chance.

May import: the standard library and `engine`. Never `hardware`, `cabinet`, pygame or gpiozero
(`tests/repo/test_layering.py` enforces it). Time is a compulsory integer argument in nanoseconds;
chance is a seed.

Start with `engine/table.py` (the whole state as one immutable value), then `engine/effects.py`
(the small vocabulary of changes), then one game under `engine/games/`, and last
`engine/match.py` and `engine/timeline.py`, which orders presses by their stamps.
"""
