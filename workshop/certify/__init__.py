"""The proof: races of two contacts whose true order is known, through a source to the judge, and what came of them.

`race` brings a match to its race and judges it; `rigs` are sources whose contacts are closed to the nanosecond, on the
fakes of `hardware`, and the peers that have no stamps; `trials` draws the schedule and keeps what happened as rows
(CSV); `report` makes figures and verdicts of rows, whoever made them, and writes them for a reader; `clock` measures
the map of a board's clock; `lot` draws lots without races.

The room imports the errors, the strings, the configuration, the input, Wilson's interval from `research`, `engine` and
`hardware`; matplotlib comes with the extra `certify`, and only `report` draws. While people play nothing of it is
imported.
"""
