"""Write docs/events.schema.json, the JSON Schema of a line of events, from the types that write them.

python -m tools.events_schema
"""

from inspect import cleandoc
from pathlib import Path
from typing import Any, Final

import msgspec

from cabinet.live.events import Line

PAGE: Final = Path(__file__).parent.parent / "docs" / "events.schema.json"


def without_indents(part: Any) -> Any:
    """Return a part of a schema with its descriptions as Python 3.13 has them: without what their lines begin with."""
    if isinstance(part, dict):
        return {name: cleandoc(each) if name == "description" else without_indents(each) for name, each in part.items()}
    return [without_indents(each) for each in part] if isinstance(part, list) else part


def schema() -> str:
    """Return the schema as text."""
    found = without_indents(msgspec.json.schema(Line))
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Photo Finish events, version 1",
        **found,
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=1).decode() + "\n"


if __name__ == "__main__":
    PAGE.write_text(schema(), encoding="utf-8")
