"""Buttons and clocks: from a contact that closes to a stamped edge.

May import: the standard library, `hardware`, gpiozero, gpiod, serial, cobs. Never `engine`, `cabinet` or
pygame (`tests/repo/test_layering.py` enforces it). Each module for a real device has a fake, which ships with
the package and passes the same contract tests (`tests/hardware/test_source_contract.py`).

Where to begin, in this order:

1. `hardware/events.py`: the events that this package reports, edges first.
2. `hardware/source.py`: the interface of every source of edges.
3. `hardware/debounce.py`: turns a bounce trace into exactly one press; pure. `debounced.py` applies it to a source.
4. The sources: `fake.py` (scripted), `keyboard.py` (desk play), `gpio/` (the Raspberry Pi's header),
   `board/` (the button board).
5. `wiring.py` (the pin of each button) and `errors.py` (every error that a builder can meet, with its remedy).

Decision records 0020 to 0029 in `docs/decisions` give the reasons for this design.
"""
