"""Buttons and clocks: what turns a contact that closes into a stamped edge.

May import: the standard library, `hardware`, gpiozero, gpiod, serial, cobs. Never `engine`, `cabinet` or
pygame (`tests/repo/test_layering.py` enforces it). Whatever has a real device has a fake that ships
and passes the same contract tests (`tests/hardware/test_source_contract.py`).

Where to begin, in this order:

1. `hardware/events.py`: what comes out of this package, edges first.
2. `hardware/source.py`: what every source of edges promises.
3. `hardware/debounce.py`: a bounce trace in, exactly one press out; pure. `debounced.py` puts it on a source.
4. The sources: `fake.py` (scripted), `keyboard.py` (desk play), `gpio/` (the Raspberry Pi's header),
   `board/` (the button board).
5. `wiring.py` (which pin is which button) and `errors.py` (everything a builder can meet, with its remedy).

Why things are as they are stands in `docs/decisions/0020` to `0029`.
"""
