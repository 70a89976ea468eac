"""What the cabinet remembers: matches, closest races, counts for the operator, settings, and the logs of matches.

The loop never waits for a disk. What it asks is answered from memory (`ledger`), what it tells is put into memory at
once and into a queue; one thread (`writer`) takes it from there to the database (`database`) and the logs (`clerk`),
and says afterwards what is safe (`Receipt`). Begin with `store`: its protocol is all that the rest of the program
knows; `MemoryStore` stands in for `DiskStore` where nothing is to be kept.
"""
