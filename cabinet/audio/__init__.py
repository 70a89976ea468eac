"""The sound: a match's effects become short sounds, the announcer's words and the mood of the music.

`match_sounds` chooses them, `player` plays them, from files in ``cabinet/assets`` that `tools.sounds` makes, each
seat's with its pitch and side. `announcer` is what is said and how loud voice and music are; `docs/sounds.md` lists the
effects, measured. The room imports the strings, the process's `streams`, `engine` and, once a sound card is opened,
pygame.
"""
