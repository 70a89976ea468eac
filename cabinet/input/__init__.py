"""The panels: presses come in from their buttons.

`sources` finds the devices by the configuration, and waits for a board that is plugged in later; `inputs` says which
line is which button, drains the devices, and names those out of reach. `audit` and `wiring` serve the operator: counts,
tables. `sdl_mappings` asks SDL what a gamepad's buttons are. The room imports the strings, the configuration, the
store, `engine` and `hardware`. Its tests press the buttons of `hardware`'s fakes.
"""
