"""Keyboards, and encoders that report as keyboards or joysticks, with the kernel's own stamps (Linux's evdev).

A USB device is asked for news at an interval that it names itself, so a contact closed up to one interval before its
stamp: every edge carries that interval as `early_ns` (decision 0148).

1. `kernel.py`: one device of ``/dev/input`` (linux/input.h).
2. `source.py`: the `InputSource` over all of them.
3. `fake.py`: devices that are as strict as the kernel.
"""
