"""A whole machine to test the cabinet on: Debian in QEMU, with a screen, keys, sound and a disk, but no Raspberry Pi.

- `base`: a bare Debian on a disk; `image`: the same after `systemd/install.sh` has run in it, and after its boot;
  `cached`: they are kept, by what they were made of.
- `machine`: one QEMU. Boots, runs commands in the guest, presses keys, looks at the screen, cuts the power.
- `agent`: the part of it inside the guest.

Begin with `tests/vm/test_cabinet.py`, or by hand with the lines at the head of `machine`.
"""
