"""A whole machine to test the cabinet on: Debian in QEMU, with a screen, keys, sound and a disk, but no Raspberry Pi.

- `base`: a bare Debian on a disk; `image`: the same after `systemd/install.sh` has run in it; `cached`: both are kept,
  by what they were made of.
- `machine`: one QEMU. Boots, runs commands in the guest, presses keys, looks at the screen, cuts the power.
- `agent`: the part of it inside the guest. `kernel`: what makes it boot in a dozen seconds without KVM.

Begin with `tests/vm/test_cabinet.py`, or by hand with the lines at the head of `machine`.
"""
