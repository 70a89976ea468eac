"""A night at the cabinet in virtual time: the real program, and its memory after each hour.

`python -m tools.night` is the command. `program` runs the program with a virtual clock, `guests` presses buttons,
`memory` reads the resident memory.
"""
