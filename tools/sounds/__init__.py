"""What makes the sound files in ``cabinet/assets``; the program only plays them.

``python -m tools.sounds effects`` renders the `recipes` with the `synth`. The files are OGG Vorbis, written by ffmpeg
with its switches for the same bytes every time; another version of its encoder may write others.
"""
