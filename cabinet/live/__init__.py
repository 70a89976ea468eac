"""What happens at the cabinet, as lines that other programs can follow: see ``docs/events.md``.

`events` are the kinds of lines, `spool` the files that they are written into, `watcher` looks at the scenes and writes.
`boards` is what lies beside them, and `shelf` puts it there with the logs of the last matches.
Off by default. Nothing here is waited for: a line that cannot be written is dropped, and the game knows of none.
"""
