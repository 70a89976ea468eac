"""A walk through the cabinet in a real window: one game from title to rematch, with a picture at each step.

`python -m tools.walk` is the command. `taps` chooses the next taps of a match, `course` their times; `plan` plays a
match in virtual time and chooses its seed, `pilot` plays it at the panels by the program's own log. `terminal` is the
button board whose edges have exact stamps, `screen` reads the window's pixels, `guide` goes through the program,
`sheet` puts the pictures side by side.
"""
