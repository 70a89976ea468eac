"""Drawings of figures as SVG, for paper and for web pages.

`svg` has the marks that every drawing is made of, `bins` cuts counts into bars, `balance` draws a report of
`photofinish balance`. Pure functions from values to text: the same report always gives the same bytes. The room takes
the seats' colours and shapes from the display, words from the catalogue and reports from the match room.
"""
