"""The panels: presses come in from their buttons, and light goes out to their lamps.

`panel_map` says which line is which button; nothing else in the program refers to pins or keys. `sources` finds the
devices by the configuration, `inputs` drains them, `late_board` waits for one that is plugged in later. `away`, `audit`
and `wiring` serve the operator: devices out of reach, counts, tables. `lamps` lights the buttons; `lamp_patterns` has
the patterns that scenes name. The room imports the strings, the configuration, the store, `engine` and `hardware`. Its
tests press the buttons of `hardware`'s fakes.
"""
