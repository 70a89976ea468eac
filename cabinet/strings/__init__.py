"""The strings: every text that people read, in one catalogue.

Begin with `catalogue`: `word` returns the text for a key. The other modules are parts of the catalogue, by reader: the
table, the operator, the doctor, the configuration file, the terminal; the texts of one game are in `cabinet.games`,
the only other room that this one imports. Its tests check that every key in use exists, and that every key is in use.
"""
