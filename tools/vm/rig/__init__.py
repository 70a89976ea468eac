"""Runs in the guest: a simulated GPIO chip, hands on its lines, and readers of its edges. The hands want root.

- `chip`: makes the chip and drives its lines. `reader`: reads edges as an unprivileged user, in one of three ways.
- `order`: pairs of edges, one of each player, some 100 µs apart or in one pass of the interrupt handler.
- `bounce`: presses that bounce, with the true moment of every edge.
- `holder`: holds the record of interrupts as the game does, and tries what may be done with it.
- `player`: plays a whole match on the panels of the real program, as `scripted` plans it.
"""
