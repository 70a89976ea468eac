"""Buttons on the Raspberry Pi's header, through gpiozero's pins.

- `source.py`: `GpioSource`, the `InputSource` over the pins of any gpiozero factory.
- `backends.py`: the factories by their names in the config, and `open_source`. Begin here to use the package.
- `gpiod_factory.py`: our own gpiozero pin factory on the `gpiod` package; `kernel.py` holds its one kernel request,
  `sequence.py` reads the kernel's numbers: which stamps were overwritten, and which edges were lost.
- `trace/`: the stamp of every hard interrupt, which the line request overwrites when a contact bounces.
- `fake.py`: fakes of the kernel's side, based on a model of its handler and thread, of the trace, and gpiozero's mock
  pins, driven at given times.

`gpiod` and `lgpio` are imported when a factory is opened and not before: only Linux has them.
"""
