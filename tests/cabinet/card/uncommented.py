"""The example of a card's file, with every setting in force."""


def uncommented(text: str) -> str:
    return "\n".join(line[1:] if line[:1] == "#" and line[1:2] not in ("", " ") else line for line in text.split("\n"))
