"""Buttons and clocks: what turns a contact that closes into a stamped edge.

May import: the standard library, `hardware`, gpiozero, gpiod, serial. Never `engine`, `cabinet` or
pygame (`tests/repo/test_layering.py` enforces it). Whatever has a real device has a fake that ships
and passes the same contract tests.

Begin with `hardware/edges.py` (the edge and the protocol of a source), then `hardware/debounce.py`.
"""
