"""Persistent storage: matches, races, people, the evening, audits for the operator, settings, and the logs of matches.

The main loop never waits for a disk. Queries are answered from memory (`ledger`); changes go to memory at once and into
a queue. One thread (`writer`) writes them from the queue to the database (`database`) and the logs (`clerk`), and signs
a `Receipt` once they are safe. Begin with `store`: the rest of the program knows only its protocol. `MemoryStore`
replaces `DiskStore` where nothing is to be kept; `log_file` names, reads and writes logs without that thread.
`people_tables` has the statements about people; `roll` reads everything under a name, and `upkeep` renames, merges and
deletes one while nobody plays. The room imports the strings, the errors, the people and
`hardware.clock`. Its tests use a disk that fails on demand (`fake_files`).
"""
