"""Buttons on the Raspberry Pi's header, through gpiozero's pins.

- `source.py`: `GpioSource`, the `InputSource` over the pins of any gpiozero factory.
- `backends.py`: the factories by the names the config knows, and `open_source`. Begin here to use it.
- `gpiod_factory.py`: our own gpiozero pin factory on the `gpiod` package; `kernel.py` holds its one kernel request,
  `sequence.py` reads the kernel's numbers: which stamps were overwritten, and which edges were lost.
- `interrupts.py`: the stamp of every hard interrupt, which the line request overwrites when a contact bounces;
  `first_contact.py` finds the first one behind each event. `perf_records.py` parses the kernel's ring,
  `fake_interrupts.py` plays one. `trace_helper.py` opens it with root's rights and is asked for it by `trace_link.py`.
- `stamp.py`: how exact nanoseconds ride beside gpiozero's float seconds.
- `mock.py`: gpiozero's mock pins, driven at given moments. `fake_gpiod.py`: the kernel's side, faked, on
  `kernel_model.py`, which does as the kernel's handler and thread do.

`gpiod` and `lgpio` are imported when a factory is opened and not before: only Linux has them.
"""
