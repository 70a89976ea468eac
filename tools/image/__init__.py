"""The card image: Debian with the cabinet on it, made from Debian's archives alone.

- `recipe`: names, sizes and packages, as data. `stages`: what takes long is kept by a hash of its inputs.
- `packages`: Debian's package files and Python's wheels, the base that is installed of them, and the tools that make
  file systems, from the same Debian, so that the host's own versions leave no mark.
- `system`: the base with the cabinet in it, divided into three partitions. `disk`: the partitions as file systems, and
  the card. `make`: all of it in its order, and the manifest.

`python -m tools.image` makes it; docs/image.md says what is in it.
"""
