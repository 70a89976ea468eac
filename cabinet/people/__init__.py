"""People: names, records and ratings, as pure values. No disk, no clock, no display.

Begin with `names`: a name has two or three letters. `results` is a finished match as a value; `people` folds results
into ratings (`ratings`, by openskill) and records (`records`), keeps the latest ones apart, so that one can be taken
back, and makes the offer of a head start from two ratings. The room imports the errors, the strings and the engine; the
store keeps its values, and scenes read them through the store.
"""
