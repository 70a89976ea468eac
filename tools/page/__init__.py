"""Build the page that verifies logs and plays: a static folder from `web/`, the engine and Pyodide.

`__main__` is the command; `words` exports the catalogue, `cards` the drawings,
`documents` some of the documents. What the page is for: docs/page.md.
"""
