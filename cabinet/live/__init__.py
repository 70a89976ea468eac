"""What happens at the cabinet, as lines that other programs can follow: see ``docs/events.md``.

`events` are the kinds of lines, `spool` the files that they are written into, `watcher` looks at the scenes and writes.
Off by default. Nothing here is waited for: a line that cannot be written is dropped, and the game knows of none.
"""
