"""The configuration: the file that an operator writes, every fault in it, and the presets that it adds.

`schema` describes the file as plain typed classes; begin there. `load` finds it and lays the card's settings over it,
`file` reads it, `check` finds wrong keys and values and the conflicts between valid ones; `faults` has the error that
names them, `toml` adds to `tomllib`: writing, the lines of keys; `text` prints a whole file.
`offers` joins the games' presets with the operator's. The room imports the strings, `engine` and `hardware` (limits
and defaults), and no other room. Its tests read configurations from strings, and from noise.
"""
