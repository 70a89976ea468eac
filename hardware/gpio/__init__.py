"""Buttons on the Raspberry Pi's header, through gpiozero's pins.

- `source.py`: `GpioSource`, the `InputSource` over the pins of any gpiozero factory.
- `backends.py`: the factories by the names the config knows, and `open_source`. Begin here to use it.
- `gpiod_factory.py`: our own gpiozero pin factory on the `gpiod` package; `kernel.py` holds its one kernel request,
  `sequence.py` finds the gaps in the kernel's numbering.
- `stamp.py`: how exact nanoseconds ride beside gpiozero's float seconds.
- `mock.py`: gpiozero's mock pins, driven at given moments. `fake_gpiod.py`: the kernel's side, faked.

`gpiod` and `lgpio` are imported when a factory is opened and not before: only Linux has them.
"""
