"""Runs in the guest: a simulated GPIO chip, hands on its lines, and readers of its edges. The hands want root.

- `chip`: makes the chip and drives its lines. `reader`: reads edges as an unprivileged user, in one of four ways.
- `contacts`: pairs of edges, one of each player; presses that bounce; and planned races.
- `holder`: holds the record of interrupts as the game does, and tries what may be done with it.
- `player`: plays a whole match on the panels of the real program, planned before.
- `devices`: keyboards, gamepads and USB encoders that are software. `encoders`: two of the last, as hands and in races.
"""
