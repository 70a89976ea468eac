"""Tools for designers of games: many matches or logs at once, and their figures.

`simulate` plays matches in bulk, `tally` counts them; `balance` measures how even, long and close a preset is,
`balance_table` writes that as text and `charts` as SVG; `verification` plays logs again. `bulk` cuts a job into tasks
and does them in this process or in several, `cluster` at a Dask scheduler (decision 0098); the result of a job
must not depend on how it was cut. Pure functions from values to text: the same report always gives the same bytes.

The room imports the errors, the strings, the configuration, the process, the store, the display's colours and shapes,
the match and `engine`; `charts` alone imports matplotlib (the extra `certify`). The cabinet imports nothing of it while
people play.
"""
