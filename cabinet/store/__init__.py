"""Persistent storage: matches, races, people, the evening, audits for the operator, settings, and the logs of matches.

The main loop never waits for a disk. A result takes five steps. `Store.end` makes changes of it. `Memory.change`
applies them to the memory, which answers at once. On a thread of its own `DiskWorker.save` takes them from the queue.
`Database.apply` opens a transaction. Each change writes itself: `ledger` has its statements beside what it does to the
memory. Then the receipt is signed. The next start reads the memory from the tables.

`logs` names, reads and writes the logs of matches, `retention` deletes the oldest, `people` reports, renames and
deletes names beside the program, `settings` reads and changes settings, `audits` sums what was played, `backup` copies
all records and puts them back, `rows` copies those of a database that a stranger may have made, `lock` says whether a
program plays. The room imports the strings, the errors, the people and `hardware.clock`.
"""
