"""Photo Finish on phones and a big screen: serves the events of a cabinet, and pages of them, in the house's network.

A program of its own (`python -m live`, ``photofinish-live.service``), which reads the files that the game writes
(`docs/events.md`) and nothing else: no database, no logs. The game neither waits for it nor knows it. `spool` follows
the files, `state` is where things stand, `web` the pages and the stream. Of `cabinet` it imports the events' types, the
texts, and the drawing of a race. Docs: docs/live.md.
"""
