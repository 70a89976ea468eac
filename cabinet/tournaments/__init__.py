"""Tonight: who plays whom next, in a queue, a tournament or a party of two teams. Pure values, rebuilt from lines.

Begin with `evening`: an `Evening` is its journal's lines (`journal`, checked by `check`), and each change of it is a
line more. Two modules derive everything else from those: `turns` a queue and a party, and `tournament` a tournament,
which is a list of `series` with places to fill. `pairing` has the formats (elimination, round robin, Swiss),
`standings` the tables, `views` the values that screens are filled from.

No clock, no chance and no disk: time is handed in, a draw is in the first line, and the store keeps the lines. The room
imports the strings and the errors. Its tests are mostly properties; `docs/tonight.md` has the rules for operators,
decisions 0088 and 0089 the reasons.
"""
