"""What a host opens on a laptop: `tables` reads the records as tables, `files` writes them as a page and as CSV.

`strip` draws a race to scale, for the page, and for the pages on phones (`live`).

Begin with `files.exported`. It reads the database alone, and imports no more than the store and the people of it.
"""
