"""Keyboards, encoders, joysticks and gamepads, with the kernel's own stamps (Linux's evdev).

A USB device is asked for news at an interval that it names itself, so a contact closed up to one interval before its
stamp: every edge carries that interval as `early_ns` (decision 0148).

1. `kernel.py`: one device of ``/dev/input`` (linux/input.h).
2. `controls.py`: its keys, buttons and axes, and their names.
3. `layouts.py`: which control of which device is which button of which seat (decision 0154).
4. `places.py`: which of several devices has which seat.
5. `source.py`: the `InputSource` over all of them.
6. `fake.py`: devices that are as strict as the kernel.
"""
