"""Tonight: who plays whom next, in a queue, a tournament or a party of two teams. Pure values, rebuilt from lines.

Begin with `evening`: an `Evening` is its journal's lines (`lines`, read and written by `journal`, checked by `check`),
and each change of it is a line more. Three folds derive everything else from those: `winner_stays` and `party` (with
`turns`), and `tournament`. A tournament is a list of `series` with places to fill (`elimination`, `round_robin`,
`swiss` with `matching`), a table (`standings`) and its pictures (`bracket`); `roster` has the names, `views` the values
that screens are filled from, `call` the wait for whoever is up, `words` their texts.

No clock, no chance and no disk: time is handed in, a draw is in the first line, and the store keeps the lines. The room
imports the strings and the errors. Its tests are mostly properties; `docs/tonight.md` has the rules for operators,
decisions 0088 and 0089 the reasons.
"""
