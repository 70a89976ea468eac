"""The card's file: `photofinish.toml` on the FAT partition, which any computer can edit, taken at boot.

`schema` describes it: the configuration's own tables and three for the system. `check` finds every fault at once, with
`syntax` for text that is not TOML; `outputs` makes the files that follow from it, the cabinet's settings by `taken`.
`take` looks whether the file has changed, and keeps the `plan` of a new one on the data partition, all or nothing, by
the steps of `disk`; `report` is the result for the screen; `example` prints the file that an image puts on the card.

The room imports the strings, errors, `config`, and `engine` for the version. Its tests take files from a folder and cut
the power at every step.
"""
