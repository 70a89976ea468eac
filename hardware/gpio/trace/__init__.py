"""The trace of interrupts: a stamp for every interrupt of the GPIO lines, taken by the kernel's perf events.

- `helper.py` opens the trace with root's rights, as a program of its own.
- `interrupts.py` requests it from there and reads the kernel's ring: which line was interrupted, and when; its finder
  requests a trace while the cabinet boots and between two matches.
- `edges.py` makes edges of interrupts, with their levels by parity.
"""
