"""Some of the project's documents as plain pages beside the page: whoever has only the page can read them.

A link that leads to a document which is not among them, or to a source, stays as text.
"""

import re
import shutil
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

DOCUMENTS: Final = ("judging", "build-a-cabinet", "wiring")
PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title} – Photo Finish</title>
<link rel="icon" href="../logo.svg" type="image/svg+xml">
<link rel="stylesheet" href="../page.css">
</head>
<body>
<header><h1><img src="../logo.svg" alt="" width="36" height="36"> <a href="../index.html">Photo Finish</a></h1></header>
<main class="document">
{main}</main>
</body>
</html>
"""
POLICY: Final = "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'"
ABSOLUTE: Final = re.compile(r"[a-z]+:")


def write_documents(folder: Path, docs: Path) -> None:
    """Write the pages of `DOCUMENTS`, which lie in `docs`, and the pictures on them."""
    folder.mkdir()
    for name in DOCUMENTS:
        text = (docs / f"{name}.md").read_text(encoding="utf-8")
        markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
        tokens = markdown.parse(text)
        for picture in _pictures(tokens):
            (folder / picture).parent.mkdir(exist_ok=True)
            shutil.copy(docs / picture, folder / picture)
        title = text.partition("\n")[0].lstrip("# ")
        main = markdown.renderer.render(_with_parts(tokens), markdown.options, {})
        page = PAGE.format(policy=POLICY, title=escape(title), main=main)
        (folder / f"{name}.html").write_text(page, encoding="utf-8")


def _pictures(tokens: Sequence[Token]) -> list[str]:
    inline = [child for token in tokens for child in token.children or ()]
    return [str(child.attrs["src"]) for child in inline if child.type == "image"]


def _with_parts(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens with a name for each heading, as the documents' links have it, and with links that lead on."""
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            words = re.sub(r"[^\w\- ]", "", tokens[place + 1].content.lower())
            token.attrs["id"] = words.strip().replace(" ", "-")
        if token.children:
            token.children = _leading_on(token.children)
    return list(tokens)


def _leading_on(tokens: Sequence[Token]) -> list[Token]:
    """Return a line's tokens; links to copies lead there, those to other files are gone, and their texts stay."""
    kept: list[Token] = []
    is_gone = False
    for token in tokens:
        if token.type == "link_open":
            target = str(token.attrs["href"])
            document, mark, part = target.partition("#")
            name = document.removesuffix(".md")
            is_gone = not (ABSOLUTE.match(target) or not document or name in DOCUMENTS)
            if name in DOCUMENTS:
                token.attrs["href"] = f"{name}.html{mark}{part}"
        if not (is_gone and token.type in ("link_open", "link_close")):
            kept.append(token)
    return kept
