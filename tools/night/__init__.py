"""A night at the cabinet in virtual time: the real program, its memory after each hour.

`python -m tools.night` is the command. `program` runs the program with a clock that only it moves, `guests` press
buttons, `memory` reads how much is resident.
"""
