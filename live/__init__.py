"""Photo Finish on phones and a big screen: serves the events of a cabinet, and pages of them, in the house's network.

A program of its own (`python -m live`, ``photofinish-live.service``), which reads the files that the game writes
(`docs/events.md`) and nothing else: no database. The game neither waits for it nor knows it. `spool` follows the
events, `shelf` reads what lies beside them, `state` is where things stand, `figures` what the pages write and draw,
`web` the pages and the stream, `page` the files of the page that verifies, `connections` lets go whoever holds one for
nothing.
Of `cabinet` it imports the types of what it reads, the texts, how a margin is written and a race drawn.
Docs: docs/live.md.
"""
