"""The card's file: `photofinish.toml` on the FAT partition, which any computer can edit, taken at boot.

`check` describes it (the configuration's own tables and three for the system), prints the example that an image puts on
the card, and finds every fault at once, those of a text that is not TOML among them. `take` looks whether the file has
changed, and keeps the `outputs` of a new one on the data partition, all or nothing, by the steps of `disk`; `report` is
the result for the screen.

The room imports the strings, errors, `config`, and `engine` for the version. Its tests take files from a folder and cut
the power at every step.
"""
