"""The sound: a match's effects become short sounds, made by arithmetic when the program starts.

`sound` chooses them, `player` plays them. `recipes` and the seats' `voices` have their tones and noise, `synth`
computes the samples; `docs/sounds.md` lists them all, measured. The room imports the strings, the process's
`stderr_guard`, `engine` and, once a sound card is opened, pygame. Its tests hear a mixer that stands in for the card.
"""
