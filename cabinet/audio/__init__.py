"""The sound: a match's effects become short sounds, made by arithmetic when the program starts.

`sound` chooses and plays them, `synth` computes their samples. The room imports the strings, the process's
`stderr_guard`, `engine` and, once a sound card is opened, pygame. Its tests hear a mixer that stands in for the card's.
"""
