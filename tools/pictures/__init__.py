"""Draws pictures with the cabinet's own code: for the documents, for golden tests, and for whoever changes the look.

`studio` renders moments of the table (`samples*`, some of them played by `scenario`), `scenes` everything else
(`evening_samples`, `operator_samples`, `preset_sheets`, `plans`). `golden` compares. None of it is installed.
"""
