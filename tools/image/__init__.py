"""The card image: Debian with the cabinet on it, made from Debian's archives alone.

- `recipe`: names, sizes and packages, as data. `stages`: what takes long is kept by a hash of its inputs.
- `packages`: Debian's package files and Python's wheels. `workshop`: the tools that make file systems, from the same
  Debian, so that the host's own versions leave no mark. `base`: the packages installed and configured.
- `system`: the base with the cabinet in it, divided into three partitions. `table`: the partition table, as bytes.
  `disk`: the partitions as file systems, and the card. `manifest`: packages, versions, licences, check sums.
- `needs`: what the host lacks. `progress`: one line a stage.

`python -m tools.image` makes it; docs/image.md says what is in it.
"""
