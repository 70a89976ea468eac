"""The rules, the logs and the store on an emulated ARM processor, beside the same on this one.

- `root`: Debian for arm64 with the project's packages, made without emulation and kept, and a command in it, under
  qemu-user, in mounts of its own. `logs`: 210 matches as SHA-256 of their logs.

`python -m tools.arm` does it; docs/arm.md has the result.
"""
